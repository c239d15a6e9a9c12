"""Rows at any angle, from geometry alone."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.tiles import FACES
from tests.vision.table import HEIGHT, WIDTH, Table
from vision.rows import find_rows, fold

ANGLES = [0, 7, 15, 30, 40, 45, 50, 75, 90, 120, 135, 160, 180, 225, 270, 315, 350]
HAND = list(FACES[:13])


def found(table: Table, angle: float) -> set[frozenset[int]]:
    return {frozenset(row.tiles) for row in find_rows(table.boxes(angle))}


@pytest.mark.parametrize("angle", ANGLES)
@pytest.mark.parametrize("stagger", [0.0, 0.2, 0.4])
def test_a_staggered_row_is_one_row(angle: float, stagger: float) -> None:
    table = Table()
    hand = table.row(HAND, 0, 0, stagger=stagger)
    other = table.row(FACES[13:22], 60, -180)
    assert found(table, angle) == {frozenset(hand), frozenset(other)}


@pytest.mark.parametrize("angle", ANGLES)
@pytest.mark.parametrize("shift", [0.0, 0.5])
def test_rows_that_touch_are_two(angle: float, shift: float) -> None:
    table = Table()
    rows = [table.row(FACES[9 * k : 9 * k + 9], k * shift * WIDTH, k * HEIGHT) for k in range(3)]
    assert found(table, angle) == {frozenset(row) for row in rows}


@pytest.mark.parametrize("angle", ANGLES)
def test_a_row_is_read_along_its_axis(angle: float) -> None:
    table = Table()
    hand = table.row(HAND, 0, 0)
    (row,) = find_rows(table.boxes(angle))
    assert list(row.tiles) in (hand, hand[::-1])
    assert -np.pi / 4 < row.angle <= 3 * np.pi / 4
    if angle in (0, 7, 15, 30, 40, 350):
        assert list(row.tiles) == hand  # left to right while the row lies more or less level
    if angle in (50, 75, 90, 120):
        assert list(row.tiles) == hand  # then from top to bottom
    assert row.pitch == pytest.approx(WIDTH, rel=0.12)


@pytest.mark.parametrize("angle", ANGLES)
def test_a_gap_parts_a_row_into_blocks(angle: float) -> None:
    table = Table()
    hand = table.row([*HAND, "1m", "1m", "1m"], 0, 0, gaps={13: 1.0})
    (row,) = find_rows(table.boxes(angle))
    assert set(row.tiles) == set(hand)
    assert sorted(map(len, row.blocks)) == [3, 13]


@pytest.mark.parametrize("angle", [0, 15, 90])
def test_a_tile_lying_across_stays_in_its_row(angle: float) -> None:
    table = Table()
    kong = table.row(["3p"] * 4, 0, 0, lying=(1,))
    assert found(table, angle) == {frozenset(kong)}


@pytest.mark.parametrize("jitter", [0.02, 0.05])
@pytest.mark.parametrize("angle", [0, 15, 45, 90])
def test_a_detectors_jitter_changes_nothing(angle: float, jitter: float) -> None:
    rng = np.random.default_rng(5)
    table = Table()
    rows = [table.row(HAND, 0, 0), table.row(FACES[13:20], 30, -70)]
    boxes = table.boxes(angle) + rng.normal(0, jitter * WIDTH, (20, 4)).astype(np.float32)
    assert {frozenset(row.tiles) for row in find_rows(boxes)} == {frozenset(row) for row in rows}


def test_four_sides_of_a_table_are_four_rows() -> None:
    table = Table()
    rows = [
        table.row(HAND, -260, 400, 0),
        table.row(HAND, 400, 260, -90),
        table.row(HAND, 260, -400, 180),
        table.row(HAND, -400, -260, 90),
    ]
    assert found(table, 0) == {frozenset(row) for row in rows}
    assert found(table, 20) == {frozenset(row) for row in rows}


def test_every_tile_is_in_exactly_one_row() -> None:
    rng = np.random.default_rng(11)
    table = Table()
    for _ in range(60):
        table.tile("5p", *rng.uniform(0, 600, 2), angle=float(rng.uniform(0, 360)))
    seen = [i for row in find_rows(table.boxes()) for i in row.tiles]
    assert sorted(seen) == list(range(60))


def test_none_and_one() -> None:
    assert find_rows(np.zeros((0, 4), np.float32)) == []
    (row,) = find_rows(np.array([[5, 5, 45, 59]], np.float32))
    assert row.blocks == ((0,),)


@pytest.mark.parametrize(
    ("angle", "folded"), [(0, 0), (180, 0), (-90, 90), (135, 135), (-45, 135), (100, 100)]
)
def test_fold(angle: float, folded: float) -> None:
    assert np.rad2deg(fold(np.deg2rad(angle))) == pytest.approx(folded, abs=1e-6)
