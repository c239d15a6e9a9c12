"""One reader for all vision tests, a drawn hand of our own tiles, real photos where /work/shared lies beside."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from vision.reading import Reader

REPO = Path(__file__).parents[2]
PHOTOS = REPO.parent / "shared" / "photos"
HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1s", "1s", "9p", "9p"]


@pytest.fixture(scope="session")
def reader() -> Reader:
    return Reader.open(threads=1)


@pytest.fixture(scope="session")
def drawn() -> Image.Image:
    """13 tiles in a row on green, 960 × 640, decoded from the repo's own drawing."""
    from vision.image import open_photo

    strip = Image.fromarray(open_photo((Path(__file__).parent / "data" / "hand.heic").read_bytes()).rgb())
    out = Image.new("RGB", (960, 640), strip.getpixel((3, 3)))
    out.paste(strip, (0, 250))
    return out


@pytest.fixture(scope="session")
def real() -> Image.Image:
    """A real photo of several rows; skips without /work/shared."""
    path = PHOTOS / "val" / "images" / "tw-home-701.jpg"
    if not path.exists():
        pytest.skip("needs ../shared/photos")
    with Image.open(path) as image:
        return image.convert("RGB")


def encoded(image: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    """The bytes of a file with this picture."""
    out = io.BytesIO()
    image.save(out, kind, **({"quality": 95} if kind in ("JPEG", "WEBP", "MPO") else {}), **options)  # type: ignore[arg-type]
    return out.getvalue()
