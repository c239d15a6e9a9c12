"""What lies beyond the hand: ponds in parts, tiles by themselves, a neighbour's line, washed tiles."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.table import HEIGHT, WIDTH, Table
from tests.vision.test_groups import HAND13, grouped, role
from vision.groups import find_groups

POND = ["1p", "4s", "7m", "9p", "2m", "6s"]


def with_hand() -> Table:
    table = Table()
    table.row(HAND13, 0, 0)
    return table


def heap(table: Table, names: list[str], x: float, y: float) -> set[int]:
    """Tiles in two lines that touch, each turned another way."""
    places = [(x + (k % 3) * 1.3 * HEIGHT, y + (k // 3) * 1.3 * HEIGHT) for k in range(len(names))]
    return {
        table.tile(name, *at, angle=25 * k) for k, (name, at) in enumerate(zip(names, places, strict=True))
    }


@pytest.mark.parametrize(("pair", "joined"), [(["3s", "8m"], True), (["3s", "3s"], False)])
def test_two_tiles_a_little_off_a_pond_are_its_unless_they_are_equal(pair: list[str], joined: bool) -> None:
    table = with_hand()
    pond = heap(table, POND, 100, -500)
    two = set(table.row(pair, 100 + 2.6 * HEIGHT + 4 * WIDTH, -400, angle=20))
    groups = grouped(table)
    assert role(groups, "discards") == [pond | two if joined else pond]
    assert role(groups, "loose") == ([] if joined else [two])


def test_two_equal_tiles_in_a_pond_stay_in_it() -> None:
    table = with_hand()
    pond = heap(table, [*POND[:4], "6s", "6s"], 100, -500)
    assert role(grouped(table), "discards") == [pond]


@pytest.mark.parametrize(("off", "is_a"), [(3.2, "loose"), (6.5, "flip")])
def test_a_tile_by_itself_not_far_from_a_pond_may_have_been_thrown_there(off: float, is_a: str) -> None:
    table = with_hand()
    pond = heap(table, POND[:4], 100, -500)
    lone = table.tile("5p", 100 + 1.3 * HEIGHT * 2 + off * WIDTH, -500)
    groups = grouped(table)
    assert role(groups, "discards") == [pond]
    assert role(groups, is_a) == [{lone}]


@pytest.mark.parametrize(("backs", "is_a"), [(1, "loose"), (0, "flip")])
def test_a_tile_beside_a_stray_back_is_no_flip(backs: int, is_a: str) -> None:
    table = with_hand()
    heap(table, POND, 100, -700)
    lone = table.tile("5p", 600, -300)
    for k in range(backs):
        table.tile("back", 600 + 30 * k, -300 + 1.4 * HEIGHT, angle=30)
    assert {lone} in role(grouped(table), is_a)


def test_the_flip_on_a_wall_is_beside_no_stray_back() -> None:
    table = with_hand()
    table.row(["back"] * 7, 200, -300)
    flip = table.tile("5p", 200 + 7.5 * WIDTH, -300)
    assert role(grouped(table), "flip") == [{flip}]


@pytest.mark.parametrize(("more", "is_a"), [(True, "loose"), (False, "flip")])
def test_a_tile_that_goes_on_a_neighbours_line_is_his(more: bool, is_a: str) -> None:
    table = with_hand()
    if more:
        table.row(["3m", "6m", "7s", "9p"], 700, -400, angle=90)
    lone = table.tile("5p", 700, -400 - 2.2 * WIDTH, angle=90)
    assert {lone} in role(grouped(table), is_a)


@pytest.mark.parametrize(("stagger", "is_a"), [(0.0, "loose"), (0.45, "discards")])
def test_three_tiles_across_the_hand_are_a_neighbours_only_in_a_straight_line(
    stagger: float, is_a: str
) -> None:
    table = with_hand()
    three = table.row(["3m", "9p", "1s"], 300, -500, angle=90, stagger=stagger)
    assert role(grouped(table), is_a) == [set(three)]


WASHED = [
    (0, 0, 10),
    (48, 30, 55),
    (88, -25, 80),
    (140, 25, 20),
    (185, -20, 60),
    (235, 30, 35),
    (290, -15, 5),
    (330, 20, 70),
]


def test_washed_backs_are_no_wall() -> None:
    table = with_hand()
    backs = {table.tile("back", 200 + x, -500 + y, angle=turn) for x, y, turn in WASHED}
    groups = grouped(table)
    assert not role(groups, "wall")
    assert set().union(*role(groups, "loose")) == backs


@pytest.mark.parametrize("count", [3, 4, 9])
def test_backs_in_a_slanted_row_are_a_wall_however_flat_they_look(count: int) -> None:
    table = with_hand()
    table.row(["back"] * count, 100, -400, angle=-20)
    boxes = table.boxes()
    middles = (boxes[:, 1] + boxes[:, 3]) / 2
    low = np.array([name == "back" for name in table.tiles])
    boxes[low, 1] = middles[low] - 8
    boxes[low, 3] = middles[low] + 8
    groups = find_groups(table.tiles, boxes, *table.size())
    assert role(groups, "wall") == [set(np.flatnonzero(low).tolist())]
