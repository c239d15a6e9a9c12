"""Photos that other programs read wrong (../shared/pitfalls.md), laid out with our own drawn tiles.

A detector may doubt what is hard to see; what it may not do is be wrong and sure. So the tests here ask of each
tile that it is right or flagged, and of each count that it is what lies there.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageFilter

from scoring.tiles import KINDS
from tests.vision.conftest import encoded
from tests.vision.drawing import FELT, invented_tile, table
from vision.detector import _check
from vision.errors import PhotoError
from vision.model import load_model
from vision.reading import Reader, Reading
from webapp.hand_entry import review

HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1s", "1s", "9p", "9p"]
LOOK_ALIKES = [
    ["4p", "5p", "6p", "7p", "7s", "9s", "6s", "8s", "1m", "2m", "3m", "6m", "9m"],
    ["8m", "9m", "6m", "2m", "1m", "3m", "4p", "6p", "5p", "7p", "9s", "7s", "8s"],
]
CHARACTERS = ["1m", "2m", "3m", "3m", "2m", "1m", "2m", "3m", "1m", "7p", "8p", "5s", "5s"]


def silently_wrong(reading: Reading, row: list[str]) -> list[str]:
    """Tiles of one row that are neither what lies there nor flagged; the row may be read from either end."""
    assert len(reading.tiles) == len(row), [t.tile for t in reading.tiles]
    ways = [
        [f"{want}: {t.tile}" for t, want in zip(reading.tiles, way, strict=True) if t.tile != want and not t.unsure]
        for way in (row, row[::-1])
    ]  # fmt: skip
    return min(ways, key=len)


def right(reading: Reading, row: list[str]) -> int:
    return max(
        sum(t.tile == want for t, want in zip(reading.tiles, way, strict=True)) for way in (row, row[::-1])
    )


def brighter(image: Image.Image, stops: float) -> Image.Image:
    """More light by so many stops: linear light doubled for each, what is too much cut off."""
    light = (np.asarray(image) / 255.0) ** 2.2 * 2.0**stops
    return Image.fromarray((np.clip(light, 0, 1) ** (1 / 2.2) * 255).round().astype(np.uint8))


def moved(image: Image.Image, pixels: int) -> Image.Image:
    """Blurred as by a hand that moved sideways."""
    kernel = np.zeros((5, 5))
    kernel[2, :pixels] = 1 / pixels
    return image.filter(ImageFilter.Kernel((5, 5), kernel.ravel().tolist(), 1))


@pytest.mark.parametrize("stops", [0, 2])
@pytest.mark.parametrize("row", LOOK_ALIKES, ids=["first", "second"])
def test_look_alikes_are_right_or_doubted_in_glaring_light(
    reader: Reader, row: list[str], stops: float
) -> None:
    """MajsoulAI#47."""
    reading = reader.read(encoded(brighter(table(row), stops)))
    assert silently_wrong(reading, row) == []
    assert right(reading, row) >= 12


def test_characters_are_right_or_doubted_at_half_size_and_moved(reader: Reader) -> None:
    """Reviews of two scoring apps: 三万 read as 二万, 一二三万 as 一一一."""
    half = table(CHARACTERS).resize((480, 320), Image.Resampling.LANCZOS)
    for image in (half, moved(half, 5)):
        reading = reader.read(encoded(image))
        assert silently_wrong(reading, CHARACTERS) == []
        assert right(reading, CHARACTERS) >= 10  # doubting them all would be no reading


@pytest.mark.parametrize("place", [0, 5, 12])
def test_a_missed_tile_is_said_and_nothing_is_scored(reader: Reader, place: int) -> None:
    """MajsoulAI#3: one of thirteen isn't seen; the rest keep their kinds, and the hand doesn't settle."""
    row = [*HAND[:place], "", *HAND[place + 1 :]]
    reading = reader.read(encoded(table(row))).to_json("IMG.jpg")
    read = list(zip([name for name in row if name], reading["tiles"], strict=True))
    assert [(name, t["tile"]) for name, t in read if name != t["tile"] and not t["unsure"]] == []
    assert sum(name == t["tile"] for name, t in read) >= 10
    assert any(p["code"] == "SHORT_HAND" and "还差 1 张" in p["message"] for p in reading["problems"])
    draft: dict[str, Any] = {
        "profile": "guiyang-fan",
        "sheets": [{"slot": "A", "reading": reading}],
        "answers": {"outcome": "A", "how": "self"},
    }
    assert review(draft).situation is None
    assert any("还差" in p.zh for p in review(draft).problems)


@pytest.mark.parametrize("count", [1, 5, 11, 12, 14, 15])
def test_as_many_tiles_as_lie_there(reader: Reader, count: int) -> None:
    """A 贵阳 reader prints 13 tiles from an 11-tile picture: nothing is padded, nothing cut off."""
    row = [*HAND, "2p", "5m"][:count]
    reading = reader.read(encoded(table(row)))
    assert len(reading.tiles) == count
    assert sum(len(group.tiles) for group in reading.groups) == count


@pytest.mark.parametrize("degrees", [15, 45, 90, 180])
@pytest.mark.parametrize("row", LOOK_ALIKES, ids=["first", "second"])
def test_a_turned_photo_gives_the_same_hand(reader: Reader, row: list[str], degrees: int) -> None:
    """mahjong-object-rec gives rows at an angle up."""
    image = table(row).rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=FELT)
    reading = reader.read(encoded(image))
    assert [group.role for group in reading.groups] == ["hand"]
    # The rows are the matter here: at 45° drawn tiles are doubted more, and one may be misread.
    assert len(silently_wrong(reading, row)) <= 1
    assert right(reading, row) >= (7 if degrees == 45 else 11)


def test_what_is_lost_upside_down_is_said(reader: Reader) -> None:
    """A drawn 幺鸡 on its head may be missed; the hand is then called short, not scored."""
    reading = reader.read(encoded(table(HAND).rotate(180)))
    seen = [t.tile for t in reading.tiles if not t.unsure]
    assert all(seen.count(tile) <= HAND.count(tile) for tile in seen)
    assert (len(reading.tiles) == 13) == ("SHORT_HAND" not in {p.code for p in reading.problems})


def test_tiles_of_a_sixtieth_of_a_twelve_megapixel_photo(reader: Reader) -> None:
    """ultralytics#24732: at 640 such a tile is ten pixels wide."""
    reading = reader.read(encoded(table(HAND, tile_width=67, size=(4032, 3024))))
    assert (reading.width, reading.height) == (4032, 3024)
    assert silently_wrong(reading, HAND) == []
    assert right(reading, HAND) >= 12


@pytest.mark.parametrize("row", [*LOOK_ALIKES, HAND], ids=["first", "second", "hand"])
def test_an_unknown_design_is_doubted_not_guessed(reader: Reader, row: list[str]) -> None:
    """majsoul-analyser#7: confident nonsense."""
    reading = reader.read(encoded(table(row, draw=invented_tile)))
    sure = [t.tile for t in reading.tiles if not t.unsure]
    assert len(sure) <= 1, sure


def session(out: list[Any], probe: tuple[int, ...], **told: str) -> Any:
    """A stand-in for onnxruntime's: what its model says of its output, what it answers, its metadata."""
    meta = {"task": "detect", "end2end": "False", "classes": " ".join(load_model()[0].classes)} | told
    return SimpleNamespace(
        get_inputs=lambda: [SimpleNamespace(name="images", shape=[1, 3, "h", "w"], type="tensor(float)")],
        get_outputs=lambda: [SimpleNamespace(name="output0", shape=out)],
        get_modelmeta=lambda: SimpleNamespace(custom_metadata_map=meta),
        run=lambda *_: [np.zeros(probe, np.float32)],
    )


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({}, None),
        ({"task": "segment"}, "task"),
        ({"end2end": "True"}, "end2end"),
        ({"end2end": ""}, "end2end"),
        ({"classes": "1m 2m"}, "classes"),
    ],
)
def test_metadata_of_another_layout_is_refused(told: dict[str, str], said: str | None) -> None:
    """ultralytics#24697: the same shape, but the model itself says that it means something else."""
    info, _ = load_model()
    fake = session([1, "a", "b"], (1, 40, 84), **told)
    if said is None:
        assert _check(fake, info) == ("images", "output0")
        return
    with pytest.raises(PhotoError) as caught:
        _check(fake, info)
    assert said in caught.value.en


@pytest.mark.parametrize(
    ("out", "probe", "said"),
    [
        ([1, 300, 6], (1, 300, 6), "output shape"),  # boxes already sorted out: ultralytics' end2end
        ([1, "a", "b"], (1, 300, 6), "output shape"),  # the same, with a shape that isn't told
        ([1, "a", "b"], (1, 84, 84), "output shape"),  # 80 kinds of things
        ([300, 6], (300, 6), "output shape"),
    ],
)
def test_an_output_of_another_layout_is_refused(out: list[Any], probe: tuple[int, ...], said: str) -> None:
    """ultralytics#24697: (1, 300, 6) must not be taken for (1, 40, anchors)."""
    info, _ = load_model()
    with pytest.raises(PhotoError) as caught:
        _check(session(out, probe), info)
    assert caught.value.code == "MODEL_MISSING"
    assert said in caught.value.en
    assert len(info.classes) == len(KINDS)
