"""Tiles cut out at one size, and the features of their places."""

from __future__ import annotations

import numpy as np
import pytest

from vision.letterbox import PAD_GREY
from vision.looks import CELL, MOST_CELLS, STRIDES, TILE, Sheet, sheets, turned, vectors


def photo(width: int = 400, height: int = 300) -> np.ndarray:
    return np.random.default_rng(3).integers(0, 255, (height, width, 3), np.uint8)


def boxes(n: int) -> np.ndarray:
    return np.array([[10 + 5 * i, 20 + 2 * i, 40 + 5 * i, 60 + 2 * i] for i in range(n)], np.float32)


@pytest.mark.parametrize(
    ("n", "sizes"),
    [
        (0, []),
        (1, [(1, 1)]),
        (5, [(2, 3)]),
        (MOST_CELLS, [(6, 6)]),
        (MOST_CELLS + 2, [(6, 6), (1, 2)]),
    ],
)
def test_sheets_hold_every_tile_once(n: int, sizes: list[tuple[int, int]]) -> None:
    made = sheets(photo(), boxes(n))
    assert [sheet.image.shape[:2] for sheet in made] == [
        (rows * CELL, columns * CELL) for rows, columns in sizes
    ]
    assert sum(sheet.count for sheet in made) == n


@pytest.mark.parametrize("size", [(12, 16), (56, 40), (200, 150), (399, 20)])
def test_a_tile_is_seen_at_one_size_whatever_it_was(size: tuple[int, int]) -> None:
    width, height = size
    picture = np.full((300, 400, 3), 200, np.uint8)
    (sheet,) = sheets(picture, np.array([[0, 0, width, height]], np.float32))
    seen = (sheet.image != PAD_GREY).any(axis=2)
    across, down = seen.any(axis=0).sum(), seen.any(axis=1).sum()
    assert TILE <= max(across, down) <= CELL


@pytest.mark.parametrize("box", [(-30, -30, 10, 10), (395, 290, 430, 340), (500, 500, 520, 540)])
def test_beyond_the_photo_is_grey(box: tuple[float, ...]) -> None:
    (sheet,) = sheets(np.full((300, 400, 3), 255, np.uint8), np.array([box], np.float32))
    corners = sheet.image[[0, 0, -1, -1], [0, -1, 0, -1]]
    assert (corners == PAD_GREY).all()


def test_turning_turns_each_tile_in_its_place() -> None:
    (sheet,) = sheets(photo(), boxes(4))
    once = turned(sheet, 1)
    for row in range(2):
        for column in range(2):
            place = slice(row * CELL, (row + 1) * CELL), slice(column * CELL, (column + 1) * CELL)
            assert (once.image[place] == np.rot90(sheet.image[place])).all()
    assert (turned(once, 3).image == sheet.image).all()
    assert (turned(sheet, 0).image == sheet.image).all()


def test_vectors_come_from_each_tiles_own_place() -> None:
    rows, columns, width = 2, 3, 2
    sheet = Sheet(np.zeros((rows * CELL, columns * CELL, 3), np.uint8), 5)
    planes = []
    for stride in STRIDES:
        per = CELL // stride
        plane = np.zeros((width, rows * per, columns * per), np.float32)
        for cell in range(rows * columns):
            y, x = divmod(cell, columns)
            plane[0, y * per : (y + 1) * per, x * per : (x + 1) * per] = cell
            plane[1, y * per : (y + 1) * per, x * per : (x + 1) * per] = stride
        planes.append(plane.reshape(width, -1))
    found = vectors(sheet, np.concatenate(planes, axis=1))
    assert found.shape == (5, width * len(STRIDES))
    assert found[:, ::2].tolist() == [[cell] * 3 for cell in range(5)]
    assert found[:, 1::2].tolist() == [list(STRIDES)] * 5


def test_vectors_look_at_the_middle_only() -> None:
    sheet = Sheet(np.zeros((CELL, CELL, 3), np.uint8), 1)
    planes = []
    for stride in STRIDES:
        per = CELL // stride
        plane = np.full((1, per, per), 9.0, np.float32)
        plane[:, (per - 1) // 2 : per // 2 + 1, (per - 1) // 2 : per // 2 + 1] = 1.0
        planes.append(plane.reshape(1, -1))
    assert (vectors(sheet, np.concatenate(planes, axis=1)) == 1.0).all()
