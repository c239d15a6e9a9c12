"""Closed hands only where their backs can be counted."""

from __future__ import annotations

import pytest

from tests.vision.table import WIDTH, Table
from vision.closed import COUNTS, UNEVEN, countable, unevenness
from vision.layout import Group
from vision.rows import find_rows
from vision.scene import Scene


def scene(table: Table, angle: float = 0.0) -> Scene:
    boxes = table.boxes(angle)
    return Scene(tuple(table.tiles), boxes, tuple(find_rows(boxes)), *table.size(angle))


@pytest.mark.parametrize("angle", [0, 20, 45, 90])
@pytest.mark.parametrize("melds", [0, 1, 2])
def test_backs_in_even_steps_and_in_number_are_a_closed_hand(melds: int, angle: float) -> None:
    table = Table()
    hand = table.row(["back"] * (13 - 3 * melds), 0, 0)
    pungs = [table.row([f"{k + 1}p"] * 3, 700 + 160 * k, 0) for k in range(melds)]
    groups = [Group("hand", tuple(hand), "top"), *(Group("meld", tuple(p), "top", "pung") for p in pungs)]
    assert countable(scene(table, angle), groups) == groups


def test_perspective_is_no_unevenness() -> None:
    """Towards the far end tiles and steps shrink alike."""
    table = Table()
    at, scale = 0.0, 1.0
    for _ in range(13):
        table.tile("back", at, 0, 0, scale)
        at += WIDTH * scale * 0.985
        scale *= 0.97
    assert unevenness(scene(table), range(13)) < UNEVEN / 4


@pytest.mark.parametrize("number", [7, 8, 11, 12, 14, 15])
def test_a_number_no_hand_has_is_a_row_of_backs(number: int) -> None:
    assert number not in COUNTS
    table = Table()
    hand = tuple(table.row(["back"] * number, 0, 0))
    assert countable(scene(table), [Group("hand", hand, "left")]) == [Group("wall", hand)]


@pytest.mark.parametrize("twice", [0, 4, 11])
def test_a_back_seen_twice_leaves_the_number_open(twice: int) -> None:
    """Twelve backs and a box half a step on, as a network puts it where two standing tiles meet: thirteen boxes."""
    table = Table()
    hand = table.row(["back"] * 12, 0, 0)
    hand.append(table.tile("back", WIDTH * (twice + 1), 0))
    assert countable(scene(table), [Group("hand", tuple(hand), "left")]) == [Group("wall", tuple(hand))]


def test_a_missed_back_leaves_it_open_too() -> None:
    table = Table()
    hand = tuple(table.row(["back"] * 13, 0, 0, gaps={5: 1.0}))
    assert countable(scene(table), [Group("hand", hand, "left")]) == [Group("wall", hand)]


def test_open_hands_short_bits_and_walls_are_left_alone() -> None:
    table = Table()
    faces = tuple(table.row(["1m", "2m", "3m", "5s", "7p"], 0, 0, gaps={2: 2.0}))
    bit = tuple(table.row(["back"] * 3, 0, 300, gaps={1: 0.8}))
    wall = tuple(table.row(["back"] * 9, 0, 600))
    groups = [Group("hand", faces, "bottom"), Group("hand", bit, "top"), Group("wall", wall)]
    assert countable(scene(table), groups) == groups
