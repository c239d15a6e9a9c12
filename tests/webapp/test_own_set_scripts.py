"""Naming rows of nine by their order, and the buttons that want a second tap: without a screen."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.tiles import FACES
from tests.webapp import node

ROWS = {suit: [f"{i}{suit}" for i in range(1, 10)] for suit in "mps"}
Tiles = list[dict[str, Any]]


def lying(rows: list[list[str]]) -> Tiles:
    """Tiles read as named, in rows as they lie in the photo."""
    return [
        {"tile": name, "unsure": False, "box": [50 * c, 80 * r, 50 * c + 40, 80 * r + 60]}
        for r, row in enumerate(rows)
        for c, name in enumerate(row)
    ]


def flat(rows: list[list[str]]) -> list[str]:
    return [name for row in rows for name in row]


def suits(*order: str) -> list[list[str]]:
    return [list(ROWS[suit]) for suit in order]


def turned(rows: list[list[str]]) -> list[list[str]]:
    """The photo taken from the other side of the table."""
    return [row[::-1] for row in rows[::-1]]


def named(rows: list[list[str]]) -> Any:
    return node.run('import { named } from "./own_set_order.js";\nout = named(given);', lying(rows))


def names(found: Any) -> list[str]:
    return [tile["tile"] for tile in found["tiles"]]


def misread(rows: list[list[str]], row: int, name: str, places: range) -> list[list[str]]:
    out = [list(names_) for names_ in rows]
    for place in places:
        out[row][place] = name
    return out


AS_ASKED = suits("m", "p", "s")


@pytest.mark.parametrize(
    "rows",
    [
        AS_ASKED,
        misread(AS_ASKED, 0, "1z", range(7)),
        misread(AS_ASKED, 1, "3s", range(9)),  # a whole row taken for a suit that lies below it
        misread(misread(AS_ASKED, 1, "3s", range(9)), 0, "2p", range(6)),
    ],
)
def test_the_order_asked_for_names_whatever_was_misread(rows: list[list[str]]) -> None:
    found = named(rows)
    assert found["orders"] is None
    assert names(found) == list(FACES)
    doubted = [tile["unsure"] for tile in found["tiles"]]
    assert doubted == [name != face for name, face in zip(flat(rows), FACES, strict=True)]


def test_from_the_other_side_of_the_table_it_is_the_same_order() -> None:
    found = named(turned(AS_ASKED))
    assert found["orders"] is None
    assert names(found) == [*FACES[::-1]]


@pytest.mark.parametrize("order", ["spm", "msp", "pms", "psm", "smp"])
@pytest.mark.parametrize("view", ["asked side", "other side"])
def test_another_order_of_suits_is_offered_and_names_nothing_by_itself(order: str, view: str) -> None:
    rows = suits(*order)
    rows = misread(rows, 0, "1z", range(3))
    rows = misread(rows, 2, "2z", range(2, 5))
    rows = turned(rows) if view == "other side" else rows
    found = named(rows)
    assert names(found) == flat(rows)  # as read, nothing behind anybody's back
    seen = found["orders"]["seen"]
    assert (seen["suits"], seen["back"]) == (
        (list(order[::-1]), True) if view == "other side" else (list(order), False)
    )
    assert found["orders"]["asked"]["suits"] in (["m", "p", "s"], ["s", "p", "m"])


def test_suits_in_order_but_counted_from_the_right_are_offered_too() -> None:
    found = named([row[::-1] for row in AS_ASKED])
    assert found["orders"]["seen"] == {"suits": ["m", "p", "s"], "back": True}


def test_a_choice_names_all_but_what_a_player_said() -> None:
    script = """
      import { named, nameBy } from "./own_set_order.js";
      const { tiles, orders } = named(given);
      Object.assign(tiles[4], { tile: "9p", mended: true });
      tiles.splice(0, 1); // no tile, said the player
      out = [nameBy(tiles, orders.seen), nameBy(tiles, orders.asked)];
    """
    rows = misread(suits("s", "p", "m"), 0, "1z", range(2))
    seen, asked = node.run(script, lying(rows))
    wanted = [*ROWS["s"], *ROWS["p"], *ROWS["m"]]
    wanted[4] = "9p"
    assert [tile["tile"] for tile in seen] == wanted[1:]
    assert [i for i, tile in enumerate(seen) if tile["unsure"]] == [0]  # read as a honour, named by its place
    assert [tile["tile"] for tile in asked][:3] == ["2m", "3m", "4m"]


@pytest.mark.parametrize(
    "rows", [suits("m", "p"), [["1z"] * 9] * 3, misread(AS_ASKED, 0, "1m", range(9))[:2]]
)
def test_what_lies_in_no_order_keeps_its_names(rows: list[list[str]]) -> None:
    found = named(rows)
    assert (names(found), found["orders"]) == (flat(rows), None)


def test_one_button_waits_for_its_second_tap_and_not_for_ever() -> None:
    script = """
      globalThis.document = { getElementById: () => ({ textContent: JSON.stringify({ texts: { "night.set.sure": "sure?" } }) }) };
      const timers = [];
      globalThis.setTimeout = (run) => timers.push(run);
      globalThis.clearTimeout = (n) => { timers[n - 1] = null; };
      const { twice } = await import("SCRIPTS/twice.js");
      const done = [];
      const button = (name) => twice({ textContent: name }, () => done.push(name));
      const [one, two] = [button("one"), button("two")];
      const now = () => `${one.textContent} ${two.textContent} ${done}`;
      out = [];
      const tap = (what) => { what.onclick(); out.push(now()); };
      tap(one); tap(two); tap(one); tap(one); tap(two);
      timers.filter(Boolean).forEach((run) => run());
      out.push(now());
      tap(two); tap(two);
    """.replace("SCRIPTS", node.SCRIPTS.as_uri())
    assert node.run(script) == [
        "sure? two ",
        "one sure? ",
        "sure? two ",
        "one two one",
        "one sure? one",
        "one two one",  # it waited long enough
        "one sure? one",
        "one two one,two",
    ]
