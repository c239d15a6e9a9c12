"""The shipped pictures: truth fits, the code makes them, the situation settles, and they say what they are."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from PIL import Image

from datasets.render import samples
from scoring.codec import settle_json
from scoring.tiles import KINDS, parse_tiles

PICTURES = sorted(samples.FOLDER.rglob("*.jpg"))
SITUATION = json.loads((samples.FOLDER / "hand-1" / "situation.json").read_text("utf-8"))


def test_all_samples_are_there_and_small() -> None:
    names = {str(path.relative_to(samples.FOLDER).with_suffix("")) for path in PICTURES}
    assert names == {sample.name for sample in samples.samples()}
    sizes = [path.stat().st_size for path in PICTURES]
    assert max(sizes) <= 250_000
    assert sum(sizes) <= 1_200_000


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_truth_fits_the_picture_and_it_says_it_is_rendered(path) -> None:  # type: ignore[no-untyped-def]
    truth = json.loads(path.with_suffix(".json").read_text("utf-8"))
    with Image.open(path) as picture:
        assert picture.size == (truth["image"]["width"], truth["image"]["height"])
        assert picture.getexif()[0x010E] == samples.DESCRIPTION
    for tile in truth["tiles"]:
        assert tile["tile"] in KINDS
        x1, y1, x2, y2 = tile["box"]
        assert 0 < x1 < x2 < truth["image"]["width"]
        assert 0 < y1 < y2 < truth["image"]["height"]
        assert x2 - x1 > 0.03 * truth["image"]["width"]
    assert sorted(i for group in truth["groups"] for i in group["tiles"]) == list(range(len(truth["tiles"])))


def _seen(name: str) -> dict[str, list[str]]:
    truth = json.loads((samples.FOLDER / "hand-1" / f"{name}.json").read_text("utf-8"))
    out: dict[str, list[str]] = {}
    for group in truth["groups"]:
        key = group["role"] if group["meld"] is None else group["meld"]
        out[key] = [truth["tiles"][i]["tile"] for i in group["tiles"]]
    return out


@pytest.mark.parametrize("seat", "ABCD")
def test_pictures_show_the_situation(seat: str) -> None:
    seen = _seen(seat)
    player = SITUATION["players"][seat]
    assert Counter(seen.pop("hand")) == Counter(parse_tiles(player["hand"]))
    win = seen.pop("win", None)
    assert win == ([SITUATION["result"]["tile"]] if seat in SITUATION["result"]["winners"] else None)
    for text in player["melds"]:
        kind, tiles = text.split("<")[0].split()
        shown = seen.pop(kind)
        expected = parse_tiles(tiles)
        if kind == "concealed-kong":
            assert Counter(shown) == Counter({"back": 2, expected[0]: 2})
        else:
            assert shown == expected
    assert not seen


def test_flip_picture_shows_the_flip() -> None:
    assert _seen("flip") == {"flip": [SITUATION["flip"]]}


def test_situation_settles_with_a_winner_another_ready_player_and_a_held_flipped_chicken() -> None:
    answer = settle_json(SITUATION)
    assert answer["ok"], answer
    assert [win["winner"] for win in answer["wins"]] == ["B"]
    assert set(answer["ready"]) - {"B"}
    assert answer["chickens"]["flipped"] == ["7m"]
    held = [line for line in answer["transfers"] if line["code"] == "CHICKEN"]
    assert len(held) == 2
    assert sum(answer["net"].values()) == 0


def test_the_same_code_makes_the_same_truth() -> None:
    sample = samples.samples()[-1]
    _, truth = samples.take(sample)
    stored = json.loads((samples.FOLDER / f"{sample.name}.json").read_text("utf-8"))
    assert truth == stored
