"""From bytes to the JSON of SPEC 2.3."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageFilter

from scoring.tiles import FLOWER, KINDS
from tests.vision.conftest import HAND, encoded
from tests.vision.test_image import exif, png_header, stored_for
from vision.detections import overlaps
from vision.errors import PhotoError
from vision.laid import Laid
from vision.reading import Reader, Reading


def same_tiles(
    one: Reading, other: Reading, scale: tuple[float, float] = (1.0, 1.0), least: float = 1.0
) -> None:
    """Each tile of ``one`` lies on one of the same kind of ``other``; ``least`` is the share that must.

    A tile that either reading doubts may change its kind with the last bit of a pixel.
    """
    a = np.array([t.box for t in one.tiles], np.float32)
    b = np.array([t.box for t in other.tiles], np.float32) * np.array([*scale, *scale], np.float32)
    iou, _ = overlaps(np.concatenate([a, b]))
    match = iou[: len(a), len(a) :]
    good = 0
    for i, tile in enumerate(one.tiles):
        twin = other.tiles[int(match[i].argmax())]
        good += match[i].max() > 0.7 and (twin.tile == tile.tile or twin.unsure or tile.unsure)
    assert good >= least * max(len(a), len(b))


def test_the_shape_of_the_answer(reader: Reader, drawn: Image.Image) -> None:
    answer = json.loads(json.dumps(reader.read(encoded(drawn)).to_json("a.jpg")))
    assert list(answer) == ["ok", "file", "image", "tiles", "groups", "problems", "model", "ms"]
    assert (answer["ok"], answer["file"], answer["image"]) == (True, "a.jpg", {"width": 960, "height": 640})
    assert set(answer["model"]) == {"name", "sha256"}
    assert set(answer["ms"]) == {"decode", "detect", "layout", "total"}
    assert answer["ms"]["total"] > 0
    for tile in answer["tiles"]:
        assert set(tile) == {"tile", "confidence", "box", "alternatives", "unsure"}
        assert tile["tile"] in KINDS
        x1, y1, x2, y2 = tile["box"]
        assert 0 <= x1 < x2 <= 960
        assert 0 <= y1 < y2 <= 640
        for name, score in tile["alternatives"]:
            assert name in KINDS
            assert name != tile["tile"]
            assert 0 < score <= tile["confidence"]
    for group in answer["groups"]:
        assert set(group) == {"role", "side", "meld", "tiles"}
    numbers = sorted(i for group in answer["groups"] for i in group["tiles"])
    assert numbers == list(range(len(answer["tiles"])))


def test_a_drawn_hand_is_read_from_left_to_right(reader: Reader, drawn: Image.Image) -> None:
    reading = reader.read(encoded(drawn))
    assert [g.role for g in reading.groups] == ["hand"]
    left = [t.box[0] for t in reading.tiles]
    assert left == sorted(left)
    wrong = [(t, name) for t, name in zip(reading.tiles, HAND, strict=True) if t.tile != name]
    # Our own drawing is art that the shipped model never trained on: what it misreads it must doubt or
    # offer, and most it reads.
    assert len(wrong) <= 2


@pytest.mark.parametrize("orientation", range(2, 9))
def test_eight_orientations_give_one_hand(reader: Reader, drawn: Image.Image, orientation: int) -> None:
    upright = reader.read(encoded(drawn))
    turned = reader.read(encoded(stored_for(drawn, orientation), exif=exif(orientation)))
    assert (turned.width, turned.height) == drawn.size
    same_tiles(upright, turned)
    assert [g.role for g in turned.groups] == ["hand"]


@pytest.mark.parametrize("orientation", range(2, 9))
def test_eight_orientations_of_a_real_photo(reader: Reader, real: Image.Image, orientation: int) -> None:
    upright = reader.read(encoded(real))
    same_tiles(
        upright, reader.read(encoded(stored_for(real, orientation), exif=exif(orientation))), least=0.95
    )


def padded(image: Image.Image, width: int, height: int) -> tuple[Image.Image, int, int]:
    out = Image.new("RGB", (width, height), (114, 114, 114))
    at = (width - image.width) // 2, (height - image.height) // 2
    out.paste(image, at)
    return out, *at


@pytest.mark.parametrize("source", ["drawn", "real"])
@pytest.mark.parametrize(("width", "height"), [(1280, 960), (960, 1280), (1000, 1000)])
def test_other_shapes_of_a_photo_put_the_boxes_in_the_same_place(
    reader: Reader, source: str, width: int, height: int, request: pytest.FixtureRequest
) -> None:
    image: Image.Image = request.getfixturevalue(source)
    plain = reader.read(encoded(image, "PNG"))
    larger, dx, dy = padded(image, width, height)
    shaped = reader.read(encoded(larger, "PNG"))
    centre = np.array([((t.box[0] + t.box[2]) / 2, (t.box[1] + t.box[3]) / 2) for t in plain.tiles])
    moved = np.array([((t.box[0] + t.box[2]) / 2 - dx, (t.box[1] + t.box[3]) / 2 - dy) for t in shaped.tiles])
    near = np.abs(centre[:, None] - moved[None]).max(axis=2).min(axis=1)
    # Doubtful tiles may come and go with the scale; those that are found lie within 2 % of the photo.
    found = near < 0.02 * max(image.size)
    assert found.mean() > 0.93
    assert np.median(near) < 0.005 * max(image.size)


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "MPO"])
def test_every_kind_of_file_gives_the_same_hand(reader: Reader, drawn: Image.Image, kind: str) -> None:
    options: dict[str, Any] = {"save_all": True, "append_images": [drawn]} if kind == "MPO" else {}
    same_tiles(reader.read(encoded(drawn)), reader.read(encoded(drawn, kind, **options)))


def test_heic_gives_the_same_hand(reader: Reader) -> None:
    data = Path(__file__).parent / "data"
    one, two = (reader.read((data / name).read_bytes()) for name in ("hand.heic", "hand-turned.heic"))
    assert len(one.tiles) == 13
    same_tiles(one, two)


def test_a_twelve_megapixel_photo_keeps_its_own_coordinates(reader: Reader, drawn: Image.Image) -> None:
    large = drawn.resize((4032, 2688), Image.Resampling.BICUBIC)
    reading = reader.read(encoded(large))
    assert (reading.width, reading.height) == (4032, 2688)
    same_tiles(reader.read(encoded(drawn)), reading, (960 / 4032, 960 / 4032))


def test_small_tiles_are_found_and_counted_once(reader: Reader, real: Image.Image) -> None:
    """Four copies of a photo, 3 × as small against the frame: without the second pass most are lost.

    Flowers aside: labels of theirs cover half a tile, and so may boxes.
    """
    side = 2 * real.width
    sheet = Image.new("RGB", (int(1.5 * side), int(1.5 * side)), (90, 90, 90))
    for k in range(4):
        sheet.paste(real, (real.width * (k % 2), real.height * (k // 2)))
    one, four = reader.read(encoded(real)), reader.read(encoded(sheet))
    once, often = (sum(tile.tile != FLOWER for tile in reading.tiles) for reading in (one, four))
    assert abs(often - 4 * once) <= 0.05 * 4 * once
    boxes = np.array([t.box for t in four.tiles], np.float32)
    iou, _ = overlaps(boxes)
    assert (iou - np.eye(len(boxes), dtype=np.float32)).max() < 0.6


def test_a_blank_photo_has_no_tile(reader: Reader) -> None:
    reading = reader.read(encoded(Image.new("RGB", (1, 1), "green"), "PNG"))
    assert reading.tiles == ()
    assert reading.groups == ()
    assert reading.problems == ()


def test_a_higher_threshold_keeps_fewer(reader: Reader, drawn: Image.Image) -> None:
    half = drawn.copy()
    half.paste(drawn.crop((480, 0, 960, 640)).filter(ImageFilter.GaussianBlur(6)), (480, 0))
    data = encoded(half)
    strict = reader.read(data, conf=0.85)
    assert 0 < len(strict.tiles) < len(reader.read(data).tiles)
    assert all(t.confidence >= 0.85 for t in strict.tiles)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "NOT_AN_IMAGE"),
        (b"not a photo", "NOT_AN_IMAGE"),
        (png_header(12000, 9000), "TOO_MANY_PIXELS"),
        (b"GIF89a" + b"\0" * 30, "UNSUPPORTED"),
    ],
)
def test_refusals(reader: Reader, data: bytes, code: str) -> None:
    with pytest.raises(PhotoError) as caught:
        reader.read(data)
    assert caught.value.code == code


def test_messages_come_in_both_languages(reader: Reader, drawn: Image.Image) -> None:
    cut = drawn.crop((0, 0, 600, 640))
    reading = reader.read(encoded(cut))
    assert "SHORT_HAND" in {p.code for p in reading.problems}
    zh, en = (reading.to_json("a", lang)["problems"][0]["message"] for lang in ("zh", "en"))  # type: ignore[arg-type]
    assert zh != en
    assert en.isascii()


def test_a_turned_1s_and_a_changed_tile_are_in_the_json(reader: Reader) -> None:
    """Additive keys of docs/layout.md; groups without them keep the four keys of SPEC 2.3."""
    from tests.vision.table import Table
    from vision.detections import Detections
    from vision.reading import Reading, Times, lay_out

    table = Table()
    names = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2s", "2s", "5s", "6s"]
    table.row(names, 0, 0)
    for line, pond in enumerate((["9m", "8m", "7m", "1s", "3p"], ["9s", "2s", "2s", "2p", "1p"])):
        table.row(pond, 60, -330 + 60 * line, lying=(3,) if line == 0 else ())
    scores = np.zeros((len(table.tiles), len(KINDS)), np.float32)
    for row, name in zip(scores, table.tiles, strict=True):
        row[KINDS.index(name)] = 0.95
    doubtful = table.tiles.index("5s")
    scores[doubtful] = 0
    scores[doubtful, [KINDS.index("2s"), KINDS.index("5s")]] = (0.5, 0.45)  # the fifth 2s
    width, height = table.size()
    tiles, groups, mended = lay_out(Detections(table.boxes(), scores), Laid(table.boxes(), width, height))
    reading = Reading(width, height, tuple(tiles), tuple(groups), (), reader.model, Times(0, 0, 0, 0))
    seen = {group["role"]: group for group in reading.to_json("a")["groups"]}
    assert tiles[seen["discards"]["charge"]].tile == "1s"
    assert set(seen["hand"]) == {"role", "side", "meld", "tiles"}
    (change,) = mended
    assert (change.before, change.after, tiles[change.index].tile) == ("2s", "5s", "5s")
    assert tiles[change.index].unsure
    assert tiles[change.index].alternatives[0][0] == "2s"
