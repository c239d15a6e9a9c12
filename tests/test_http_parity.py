"""The same photo by HTTP and in process: the same tiles at the same places (issue "The detector": 1 % and 0.05)."""

from __future__ import annotations

import io
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient
from PIL import Image

from vision.reading import Reader
from webapp.app import create_app
from webapp.config import Config

SAMPLE = files("webapp") / "samples" / "sample-1.jpg"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    app = create_app(Config(data_dir=tmp_path_factory.mktemp("data")))
    return app.test_client()


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.open()


def jpeg(quarter_turns: int, orientation: int = 1) -> bytes:
    """The rendered sample turned; ``orientation`` is written as EXIF and turns it once more."""
    with Image.open(io.BytesIO(Path(str(SAMPLE)).read_bytes())) as image:
        pixels = np.rot90(np.asarray(image.convert("RGB")), quarter_turns)
    out, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = orientation
    Image.fromarray(np.ascontiguousarray(pixels)).save(out, "JPEG", quality=92, exif=exif)
    return out.getvalue()


@pytest.mark.parametrize(
    ("turns", "orientation", "portrait"), [(0, 1, False), (1, 1, True), (0, 6, True), (1, 8, False)]
)
def test_http_reads_what_the_reader_reads(
    client: FlaskClient, reader: Reader, turns: int, orientation: int, portrait: bool
) -> None:
    data = jpeg(turns, orientation)
    there = client.post("/api/read", data={"photo": (io.BytesIO(data), "a.jpg")}).get_json()["readings"][0]
    here = reader.read(data)
    assert (here.height > here.width) is portrait
    assert there["image"] == {"width": here.width, "height": here.height}
    assert len(there["tiles"]) == len(here.tiles) >= 14
    for sent, tile in zip(there["tiles"], here.tiles, strict=True):
        assert sent["tile"] == tile.tile
        assert sent["box"] == pytest.approx(tile.box, abs=0.01 * max(here.width, here.height))
        assert sent["confidence"] == pytest.approx(tile.confidence, abs=0.05)
