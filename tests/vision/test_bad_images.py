"""Ten thousand damaged, cut, glued and lying photos: each a photo or a sentence, no file left, no hang.

`make test-long` takes all of them, `make test` a sample; `ZHUOJI_FUZZ` scales the long run (0.1 = a tenth).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.vision.conftest import encoded
from tests.vision.mutations import bases, chunk, many_scans, mutated, png, some
from vision.errors import PhotoError
from vision.image import open_photo
from vision.reading import Reader

LONG = int(10_000 * float(os.environ.get("ZHUOJI_FUZZ", "1")))
PARTS = 20
PIXELS = 3_000_000  # what a lying header may make us decode here; the real limit is tested in test_image.py
CODES = {"NOT_AN_IMAGE", "UNSUPPORTED", "TOO_LARGE", "TOO_MANY_PIXELS"}


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All temporary files go here."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def looked_at(seed: int, data: bytes) -> str:
    """What becomes of one file: its kind, or the code it is refused with."""
    refused: PhotoError | None = None
    try:
        photo = open_photo(data, max_pixels=PIXELS)
        small, whole = photo.rgb(64), photo.rgb()
    except PhotoError as error:
        refused = error
    if refused:
        assert refused.code in CODES, seed
        assert refused.zh, seed
        assert refused.en, seed
        return refused.code
    for pixels in (small, whole):
        assert pixels.dtype == np.uint8, seed
        assert pixels.ndim == 3, seed
        assert pixels.shape[2] == 3, seed
    assert whole.shape[:2] == (photo.height, photo.width), seed
    return photo.kind


def look_at_all(count: int, first: int, scratch: Path) -> Counter[str]:
    seen = Counter(looked_at(seed, data) for seed, data in some(count, first))
    assert not list(scratch.iterdir())
    return seen


def test_a_sample_of_mutated_images(scratch: Path) -> None:
    seen = look_at_all(400, 0, scratch)
    # The mutations must not all be caught at the door: that would test nothing.
    assert seen["NOT_AN_IMAGE"] > 50
    assert sum(seen[kind] for kind in ("JPEG", "PNG", "WebP")) > 50
    assert seen["TOO_MANY_PIXELS"]
    assert seen["UNSUPPORTED"]


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_mutated_images(scratch: Path, part: int) -> None:
    look_at_all(LONG // PARTS, 1000 + part * (LONG // PARTS), scratch)


def test_the_sound_files_are_read() -> None:
    """What is mutated is sound; a seed repeats."""
    for name, data in bases().items():
        assert looked_at(0, data) in ("JPEG", "PNG", "WebP", "HEIC"), name
    assert mutated(7) == mutated(7) != mutated(8)


def test_a_jpeg_of_a_thousand_scans_is_refused_at_once() -> None:
    """Some kilobytes that take a decoder minutes: each scan passes over all 12 megapixels again."""
    large = encoded(Image.new("RGB", (4000, 3000), "grey"), "JPEG", progressive=True)
    assert open_photo(large).rgb(640).shape[2] == 3
    with pytest.raises(PhotoError) as caught:
        open_photo(many_scans(large, 1000))
    assert caught.value.code == "NOT_AN_IMAGE"


MEASURED = """
import resource, sys
from vision.image import open_photo
photo = open_photo(sys.stdin.buffer.read())
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert photo.rgb(640).shape == (3000, 4000, 3)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / 12_000_000)
"""


@pytest.mark.parametrize(
    ("kind", "depth", "colour", "size"),
    [("deep", 16, 0, 2), ("rgba", 8, 6, 4), ("palette", 8, 3, 1), ("grey alpha", 8, 4, 2)],
)
def test_a_flat_png_takes_little_memory_for_its_pixels(kind: str, depth: int, colour: int, size: int) -> None:
    """Some kilobytes may say 64 megapixels: what each of them costs on the way is bounded."""
    more = [chunk(b"PLTE", b"\1\2\3"), chunk(b"tRNS", b"\x80")] if kind == "palette" else []
    data = png(4000, 3000, *more, depth=depth, colour=colour, body=bytes((4000 * size + 1) * 3000))
    done = subprocess.run(
        [sys.executable, "-c", MEASURED],
        input=data,
        capture_output=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert float(done.stdout) < 12  # bytes a pixel


@pytest.mark.parametrize("size", [(1, 1), (1, 20000), (20000, 1), (3, 2500), (2500, 2), (33, 31)])
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_photo_of_any_shape_is_read(reader: Reader, size: tuple[int, int], kind: str) -> None:
    """A sliver holds no tiles and breaks nothing."""
    reading = reader.read(encoded(Image.new("RGB", size, "white"), kind))
    assert (reading.width, reading.height) == size
    assert len(reading.tiles) <= 2
    reading.to_json("IMG.png")
