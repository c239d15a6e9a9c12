"""Sheets → seats: retakes, neighbours, the whole table, kinds of melds, impossible tiles."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import ZhuojiError
from tests.webapp.conftest import reading
from webapp.hand_entry import review

HAND = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "1p", "2p", "3p"]


def look(*sheets: dict[str, Any], profile: str = "guiyang-fan", **more: Any) -> Any:
    return review({"profile": profile, "sheets": list(sheets), **more})


def test_retake_replaces_the_photo_of_that_seat() -> None:
    seen = look(
        {"slot": "A", "reading": reading(("hand", HAND))},
        {"slot": "A", "reading": reading(("hand", HAND[:5]))},
    )
    assert len(seen.table.players["A"].concealed) == 5


def test_hand_in_two_rows_is_one_hand() -> None:
    seen = look({"slot": "A", "reading": reading(("hand", HAND[:7]), ("hand", HAND[7:]))})
    assert seen.seats()[0] == {"seat": "A", "seen": True, "have": 13, "expected": 13, "melds": 0, "kongs": []}


def test_neighbours_meld_stays_out() -> None:
    mine = reading(("hand", HAND), side="bottom")
    mine["tiles"] += [{"tile": "5s"}] * 3
    mine["groups"].append({"role": "meld", "side": "right", "meld": "pung", "tiles": [13, 14, 15]})
    player = look({"slot": "A", "reading": mine}).table.players["A"]
    assert (len(player.concealed), player.melds) == (13, [])


@pytest.mark.parametrize(("bottom", "seat"), [("A", "B"), ("B", "C"), ("D", "A")])
def test_table_photo_goes_round_counterclockwise(bottom: str, seat: str) -> None:
    photo = reading(("hand", HAND), side="right")
    seen = look({"slot": "table", "bottom": bottom, "reading": photo})
    assert [s for s, player in seen.table.players.items() if player.seen] == [seat]


def test_own_photo_beats_the_table_photo() -> None:
    table = {"slot": "table", "bottom": "A", "reading": reading(("hand", HAND), side="bottom")}
    seen = look(table, {"slot": "A", "reading": reading(("hand", HAND[:4]))})
    assert len(seen.table.players["A"].concealed) == 4


@pytest.mark.parametrize("slot", ["A", "table"])
def test_a_closed_hand_is_one_that_nobody_saw(slot: str) -> None:
    closed = reading(("hand", ["back"] * 13), side="bottom")
    seen = look({"slot": slot, "bottom": "A", "reading": closed})
    assert not seen.table.players["A"].seen
    assert [p.code for p in seen.problems] == []


@pytest.mark.parametrize(
    ("tiles", "kind", "face"),
    [
        (["5s"] * 3, "pung", "5s"),
        (["5s"] * 4, None, "5s"),
        (["back", "5s", "5s", "5s"], "added-kong", "5s"),
        (["back", "5s", "5s", "back"], "concealed-kong", "5s"),
        (["back"] * 4, "concealed-kong", None),
    ],
)
def test_melds_by_what_lies_face_down(tiles: list[str], kind: str | None, face: str | None) -> None:
    seen = look({"slot": "A", "reading": reading(("hand", HAND[:10]), ("meld", tiles))})
    meld = seen.table.players["A"].melds[0]
    assert (meld.kind, meld.face) == (kind, face)


@pytest.mark.parametrize("tiles", [["5s", "5s", "6s"], ["5s", "5s"], ["back", "back", "back"]])
def test_unequal_meld_is_said(tiles: list[str]) -> None:
    seen = look({"slot": "A", "reading": reading(("hand", HAND[:10]), ("meld", tiles))})
    assert [p.code for p in seen.problems] == ["UNEQUAL_MELD"]


def test_five_of_a_tile_counts_everything_in_view() -> None:
    hand = {"slot": "A", "reading": reading(("hand", [*HAND[:9], "9p", "9p", "9p", "9p"]))}
    seen = look(hand, {"slot": "flip", "reading": reading(("flip", ["9p"]))})
    problem = seen.problems[0]
    assert problem.code == "FIVE_OF_A_TILE"
    assert set(problem.tiles) == {(0, 9), (0, 10), (0, 11), (0, 12), (1, 0)}


@pytest.mark.parametrize(
    ("tile", "code"), [("5z", "NOT_ZHUOJI_TILE"), ("flower", "NOT_ZHUOJI_TILE"), ("back", "FACE_DOWN")]
)
def test_tiles_outside_the_game_are_said(tile: str, code: str) -> None:
    seen = look({"slot": "A", "reading": reading(("hand", [*HAND[:12], tile]))})
    assert [(p.code, p.tiles) for p in seen.problems] == [(code, ((0, 12),))]


def test_winning_tile_apart_is_no_fourteenth_of_the_hand() -> None:
    photo = reading(("hand", HAND), ("win", ["4p"]))
    flip = {"slot": "flip", "reading": reading(("flip", ["6p"]))}
    answers = {"outcome": "A", "how": "self", "ready": []}
    seen = look({"slot": "A", "reading": photo}, flip, answers=answers)
    assert seen.situation is not None
    assert seen.situation["players"]["A"]["hand"] == "123456789m11234p"


BROKEN: list[Any] = [
    {},
    {"profile": 1},
    {"profile": "nobody"},
    {"profile": "fangka", "variants": ["nobody"]},
    {"profile": "fangka", "variants": "kou2"},
    {"profile": "fangka", "overlay": []},
    {"profile": "fangka", "sheets": {}},
    {"profile": "fangka", "sheets": [1]},
    {"profile": "fangka", "sheets": [{"slot": "E", "reading": {}}]},
    {"profile": "fangka", "sheets": [{"slot": "A", "reading": {"tiles": [{}], "groups": []}}]},
    {"profile": "fangka", "sheets": [{"slot": "A", "reading": {"tiles": [{"tile": "0m"}], "groups": []}}]},
    {"profile": "fangka", "sheets": [{"slot": "A", "reading": {"tiles": [{"tile": []}], "groups": []}}]},
    {"profile": "fangka", "sheets": [{"slot": "A", "reading": {"tiles": [], "groups": [{"role": "hand", "tiles": [0]}]}}]},
    {"profile": "fangka", "sheets": [{"slot": "A", "reading": reading(("hand", ["1m"])) | {"groups": [{"role": [], "tiles": [0]}]}}]},
    {"profile": "fangka", "sheets": [{"slot": "A", "reading": reading(("hand", ["1m"])) | {"groups": [{"role": "hand", "tiles": [True]}]}}]},
    {"profile": "fangka", "sheets": [{"slot": "A", "reading": reading(("hand", ["1m"])) | {"groups": [{"role": "hand", "tiles": [0, 0]}]}}]},
    {"profile": "fangka", "answers": []},
    {"profile": "fangka", "dealer": "E"},
    {"profile": "fangka", "dealer": []},
    {"profile": "fangka", "dealer_streak": True},
    {"profile": "fangka", "dealer_streak": 0},
    {"profile": "fangka", "names": []},
    {"profile": "fangka", "stake": 5},
]  # fmt: skip


@pytest.mark.parametrize("raw", BROKEN, ids=range(len(BROKEN)))
def test_no_draft_breaks_it(raw: Any) -> None:
    with pytest.raises(ZhuojiError) as refused:
        review(raw)
    assert refused.value.code == "BAD_SITUATION"
