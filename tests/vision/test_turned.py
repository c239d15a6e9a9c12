"""Turned tiles: the 冲锋鸡 of a pond, the feeder of a meld."""

from __future__ import annotations

import pytest

from scoring.tiles import FACES
from tests.vision.table import HEIGHT, Table
from vision.layout import Group, Side
from vision.turned import with_turned


def pond(table: Table, lying: tuple[int, ...], names: list[str]) -> Group:
    return Group("discards", tuple(table.row(names, 0, 0, lying=lying)), "right")


NAMES = [*FACES[:4], "1s", *FACES[4:6]]


@pytest.mark.parametrize("angle", [0, 10, 90, 180, 270])
def test_the_1s_that_lies_across_is_the_charging_chicken(angle: float) -> None:
    table = Table()
    group = pond(table, (4,), NAMES)
    (seen,) = with_turned(table.tiles, table.boxes(angle), [group])
    assert (seen.charge, seen.side) == (4, "right")


def test_an_upright_1s_is_none() -> None:
    table = Table()
    group = pond(table, (), NAMES)
    assert with_turned(table.tiles, table.boxes(), [group]) == [group]


def test_another_tile_across_is_none() -> None:
    table = Table()
    group = pond(table, (2,), NAMES)
    assert with_turned(table.tiles, table.boxes(), [group])[0].charge is None


def test_of_two_across_neither() -> None:
    table = Table()
    group = pond(table, (1, 4), ["5p", "1s", *FACES[:2], "1s", "3m", "4m"])
    assert with_turned(table.tiles, table.boxes(), [group])[0].charge is None


def test_at_45_degrees_boxes_cannot_tell() -> None:
    table = Table()
    group = pond(table, (4,), NAMES)
    assert with_turned(table.tiles, table.boxes(45), [group])[0].charge is None


@pytest.mark.parametrize(
    ("place", "side", "angle", "feeder"),
    [
        (0, None, 0, "left"),
        (1, None, 0, "top"),
        (2, None, 0, "right"),
        (0, "bottom", 0, "left"),
        (0, "top", 180, "right"),
        (1, "top", 180, "bottom"),
        (2, "right", 270, "top"),
        (0, "left", 90, "top"),
        (1, "left", 90, "right"),
        (0, None, 90, None),
    ],
)
def test_the_turned_tile_of_a_meld_points_at_its_feeder(
    place: int, side: Side | None, angle: float, feeder: Side | None
) -> None:
    """As the owner sees it: the left tile for the player before him, the middle one for the one opposite."""
    table = Table()
    tiles = tuple(table.row(["3p"] * 3, 0, 0, lying=(place,)))
    (seen,) = with_turned(table.tiles, table.boxes(angle), [Group("meld", tiles, side, "pung")])
    assert seen.feeder == feeder


def test_no_turned_tile_no_feeder() -> None:
    table = Table()
    tiles = tuple(table.row(["3p"] * 4, 0, HEIGHT))
    group = Group("meld", tiles, "bottom", "exposed-kong")
    assert with_turned(table.tiles, table.boxes(), [group]) == [group]
