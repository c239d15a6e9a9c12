"""Hands keep their rules; the chain of dealers follows; imports are read as strictly as phones."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.codec import settle_json
from scoring.errors import ZhuojiError
from scoring.profile import load_profile, profile_ids
from tests.ledger.hands import hand
from webapp.ledger.chain import START, Turn, after
from webapp.ledger.codec import Imported
from webapp.ledger.hand import corrections, hand_payload, read_hand, settle_with
from webapp.ledger.history import Step, undo_target
from webapp.ledger.recompute import follow
from webapp.ledger.rows import Row, hand_row, turn_after
from webapp.ledger.settings import read_settings
from webapp.ledger.sheet import safe
from webapp.storage import transfer
from webapp.storage.book import Book

SETTINGS = read_settings({"profile": "fangka"})


def payload(body: dict[str, Any], turn: Turn = START, first: bool = True) -> dict[str, Any]:
    return hand_payload(read_hand(body, SETTINGS), SETTINGS, turn, "test", first=first)


@pytest.mark.parametrize("profile", profile_ids())
def test_kept_values_settle_as_the_profile_does(profile: str) -> None:
    situation = hand("A", profile=profile, dealer="A")["situation"]
    values = dict(load_profile(profile).values)
    assert settle_with(situation, values) == settle_json(situation, "zh", True)


def test_a_hand_settles_by_its_kept_values_when_the_profile_has_changed() -> None:
    situation = hand("A", dealer="A")["situation"]
    values = dict(load_profile("fangka").values) | {"patterns.dadui": 50, "a.parameter.of.old": 1}
    answer = settle_with(situation, values)
    assert answer["net"]["A"] >= 150
    assert answer["net"]["A"] > settle_json(situation)["net"]["A"]


def test_corrections_tell_what_the_reader_had_said() -> None:
    tiles = [{"tile": "1m"}, {"tile": "3m", "was": "2m", "mended": True}, {"tile": "5p", "added": True}]
    assert corrections([{"slot": "A", "reading": {"tiles": tiles}}]) == [
        {"slot": "A", "index": 1, "was": "2m", "now": "3m"},
        {"slot": "A", "index": 2, "was": None, "now": "5p"},
    ]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"situation": None}, "situation"),
        ({"situation": {"players": 3}}, "situation.players"),
        ({"situation": {"players": {"A": {}}}}, "situation.players"),
        ({"seats": {"A": "p1"}}, "seats"),
        ({"photos": {"A": "../../etc/passwd"}}, "photos.A"),
        ({"note": 3}, "note"),
        ({"round": -1}, "round"),
        ({"sheets": {}}, "sheets"),
        ({"extra": 1}, "extra"),
        ({"dealer_said": "yes"}, "dealer_said"),
    ],
)
def test_body_that_cannot_be(change: dict[str, Any], field: str) -> None:
    with pytest.raises(ZhuojiError) as caught:
        payload({**hand("A", dealer="A"), **change})
    assert (caught.value.code, caught.value.field) == ("BAD_SITUATION", field)


def test_seats_of_a_hand_may_differ_from_the_tables() -> None:
    seats = {"A": "p4", "B": "p3", "C": "p2", "D": "p1"}
    row, _ = hand_row(payload(hand("A", dealer="A", seats=seats)), START, first=True)
    assert row["net"]["p4"] > 0


@given(st.lists(st.sampled_from(["A", "B", "C", "D", None]), min_size=2, max_size=8), st.data())
def test_a_changed_hand_leaves_the_ledger_as_if_entered_so_from_the_start(
    winners: list[str | None], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(winners) - 1))
    other = data.draw(st.sampled_from(["A", "B", "C", "D", None]))

    def enter(order: list[str | None]) -> tuple[list[Row], dict[int, Any]]:
        rows: list[Row] = []
        kept: dict[int, Any] = {}
        for n, winner in enumerate(order, 1):
            turn = turn_after(rows[-1] if rows else None)
            body = hand(winner, dealer="A" if n == 1 else None)
            kept[n] = payload(body, turn, first=n == 1)
            row, _ = hand_row(kept[n], turn, first=n == 1)
            rows.append({"n": n, "deleted": False, **row})
        return rows, kept

    changed = [other if i == place else winner for i, winner in enumerate(winners)]
    want, _ = enter(changed)
    rows, kept = enter(winners)
    turn = turn_after(rows[place - 1] if place else None)
    kept[place + 1] = payload(hand(other, dealer="A" if place == 0 else None), turn, first=place == 0)
    row, _ = hand_row(kept[place + 1], turn, first=place == 0)
    rows[place] = {"n": place + 1, "deleted": False, **row}
    for change in follow(rows, place + 1, lambda n: kept[n]):
        rows[change.number - 1] = {"n": change.number, "deleted": False, **change.row}
    assert rows == want


def test_turns_follow_persons_then_seats() -> None:
    turn = after({"A": "p1", "B": "p2"}, "A", 3)
    assert turn.at({"A": "p1", "B": "p2"}) == ("A", 3)
    assert turn.at({"A": "p2", "B": "p1"}) == ("B", 3)
    assert turn.at({"A": "p9", "B": "p2"}) == ("A", 3)
    assert turn.at({"B": "p2", "C": "p3"}) == (None, 1)
    assert after({"A": "p1"}, None, None) == START


@pytest.mark.parametrize(
    ("steps", "target"),
    [
        ([], None),
        ([Step(2, 1, 1, None)], 2),
        ([Step(3, 1, 2, 2), Step(2, 1, 1, None)], None),
        ([Step(4, 2, 2, 3), Step(3, 2, 1, None), Step(2, 1, 1, None)], 2),
        ([Step(5, 1, 2, None), Step(4, 2, 2, 3), Step(3, 2, 1, None), Step(2, 1, 1, None)], 5),
    ],
)
def test_undo_finds_the_last_step_that_stands(steps: list[Step], target: int | None) -> None:
    found = undo_target(steps)
    assert (found and found.version) == target


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x"])
def test_no_formula_in_a_spreadsheet(name: str) -> None:
    assert safe(name) == f"'{name}"
    assert safe("老王") == "老王"


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    book = Book.open(f"sqlite:///{tmp_path_factory.mktemp('book') / 'x.sqlite3'}", "test")
    table, _ = book.create({"profile": "fangka", "stake": "1"})
    book.add(table, "hand", hand("A", dealer="A"))
    book.add(table, "line", {"type": "free", "from": "p1", "to": "p2", "amount": 3})
    book.change_settings(table, {"name": "x"}, 1)
    data = transfer.export(book, table)
    book.close()
    return data


def test_an_export_is_read_back(exported: dict[str, Any]) -> None:
    assert [row for row, _ in Imported(exported).rows] == exported["rows"]


def answer_of(data: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = data["revisions"][0]["payload"]["answer"]
    return answer


FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another format": lambda d: d.update(format="x"),
    "no revisions": lambda d: d.pop("revisions"),
    "not zero": lambda d: answer_of(d)["net"].update(A=999),
    "not what the lines say": lambda d: answer_of(d)["net"].update(A=1, B=-1, C=0, D=0),
    "a stranger": lambda d: d["revisions"][0]["payload"]["seats"].update(A="p77"),
    "a float": lambda d: d["revisions"][1]["payload"].update(amounts={"p1": 0.5, "p2": -0.5}),
    "line not zero": lambda d: d["revisions"][1]["payload"].update(amounts={"p1": 5, "p2": -3}),
    "order": lambda d: d["revisions"].reverse(),
    "a gap": lambda d: d["revisions"][0].update(revision=7),
    "kind": lambda d: d["revisions"][0].update(kind="gift"),
    "version": lambda d: d.update(version=1),
    "an empty hand": lambda d: d["revisions"][0].update(payload={}),
    "settings": lambda d: d["revisions"][2]["payload"].update(settings={"profile": "none"}),
    "rules": lambda d: d["first_settings"].update(profile="none"),
    "stake": lambda d: d["revisions"][0]["payload"].update(stake="-3"),
    "extra": lambda d: d["revisions"][0].update(more=1),
}


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES.keys())
def test_a_forged_file_is_refused(exported: dict[str, Any], forge: Callable[[dict[str, Any]], Any]) -> None:
    data = copy.deepcopy(exported)
    forge(data)
    with pytest.raises(ZhuojiError) as caught:
        Imported(data)
    assert caught.value.code == "BAD_SITUATION"
