"""Backs in the midst of a whole table's ponds."""

from __future__ import annotations

import pytest

from tests.vision.table import Table
from vision.face_down import in_ponds
from vision.groups import find_groups
from vision.layout import Group
from vision.rows import find_rows
from vision.scene import Scene


def joined(table: Table, groups: list[Group]) -> list[Group]:
    rows = tuple(find_rows(table.boxes()))
    return in_ponds(Scene(tuple(table.tiles), table.boxes(), rows, *table.size()), groups)


def pond(blank: int = 5, name: str = "back") -> Table:
    """Three lines of four discards, the ``blank``-th face down."""
    table = Table()
    tiles = ["1m", "2m", "3m", "4m", "5p", "6p", "7p", "8p", "9s", "1s", "2s", "3s"]
    tiles[blank] = name
    for line in range(3):
        table.row(tiles[4 * line : 4 * line + 4], 0, 56.0 * line)
    return table


@pytest.mark.parametrize("blank", [1, 5, 6])
def test_a_blank_discard_stays_with_the_pond(blank: int) -> None:
    others = tuple(i for i in range(12) if i != blank)
    got = joined(pond(blank), [Group("discards", others, "left"), Group("loose", (blank,))])
    assert got == [Group("discards", (*others, blank), "left")]


def test_a_wall_beside_a_pond_stays_a_wall() -> None:
    table = pond()
    wall = table.row(["back"] * 6, -40, -56.0)
    others = tuple(i for i in range(12) if i != 5)
    groups = [Group("discards", others), Group("loose", (5,)), Group("wall", tuple(wall))]
    assert joined(table, groups) == [Group("discards", (*others, 5)), Group("wall", tuple(wall))]


def test_between_two_ponds_or_off_them_nothing_is_told() -> None:
    table = pond()
    apart = table.tile("back", 400, 0)
    upper, lower = (0, 1, 2, 3, 4), (6, 7, 8, 9, 10, 11)
    groups = [Group("discards", upper), Group("discards", lower), Group("loose", (5, apart))]
    assert joined(table, groups) == groups


def test_a_face_is_never_moved() -> None:
    table = pond(name="5z")
    groups = [Group("discards", tuple(i for i in range(12) if i != 5)), Group("loose", (5,))]
    assert joined(table, groups) == groups


def test_only_a_whole_table_is_read_so() -> None:
    """A photo of one player: a lone back near discards may be anybody's."""
    table = pond()
    table.row([f"{k}m" for k in range(1, 10)] + ["1p", "2p", "3p", "4p"], -120, 400)
    roles = {i: g.role for g in find_groups(table.tiles, table.boxes(), *table.size()) for i in g.tiles}
    assert roles[5] != "discards"
