"""Faint tiles that continue a row, by drawn boxes."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.tiles import KINDS
from vision.detections import Detections
from vision.in_line import ROUNDS, continued

WIDTH, HEIGHT = 26.0, 36.0


def tiles(
    places: list[tuple[float, float]], kinds: list[str], scale: list[float] | None = None
) -> Detections:
    """Boxes with these middles."""
    half = np.array([WIDTH, HEIGHT]) / 2
    sizes = np.array(scale or [1.0] * len(places))[:, None] * half
    middle = np.array(places, float).reshape(-1, 2)
    scores = np.full((len(places), len(KINDS)), 0.001, np.float32)
    scores[np.arange(len(places)), [KINDS.index(kind) for kind in kinds]] = 0.5
    return Detections(np.concatenate([middle - sizes, middle + sizes], axis=1).astype(np.float32), scores)


def row(steps: list[float], angle: float = 0.0) -> list[tuple[float, float]]:
    a = np.deg2rad(angle)
    return [(200 + 27 * step * np.cos(a), 200 + 27 * step * np.sin(a)) for step in steps]


@pytest.mark.parametrize("angle", [0, 35, 90, 160])
@pytest.mark.parametrize(("steps", "faint"), [([0, 1, 2, 3], 3), ([0, 1, 2, 3], 0), ([0, 1, 2], 1)], ids=str)
def test_the_end_of_a_row_and_a_gap_in_it_are_filled(steps: list[float], faint: int, angle: float) -> None:
    kept = np.ones(len(steps), bool)
    kept[faint] = False
    assert continued(tiles(row(steps, angle), ["2m"] * len(steps)), kept).all()


def test_one_tile_let_in_lets_in_the_next_but_not_for_ever() -> None:
    found = tiles(row(list(range(7))), ["2m"] * 7)
    kept = np.array([True, True, *[False] * 5])
    assert continued(found, kept).tolist() == [True] * (2 + ROUNDS) + [False] * (5 - ROUNDS)
    assert kept.tolist() == [True, True, *[False] * 5]


@pytest.mark.parametrize(
    ("place", "kind", "scale"),
    [
        ((200 + 27 * 2.5, 200), "2m", 1.0),  # half a step off
        ((200 + 27 * 2, 214), "2m", 1.0),  # out of line
        ((200 + 27 * 4, 200), "2m", 1.0),  # too far
        ((200 + 27 * 2, 200), "back", 1.0),  # another thing
        ((200 + 27 * 2, 200), "2m", 1.8),  # too large
        ((200 + 27 * 1.3, 200), "2m", 1.0),  # the last tile once more
    ],
)
def test_what_does_not_continue_the_row_stays_out(
    place: tuple[float, float], kind: str, scale: float
) -> None:
    found = tiles([*row([0, 1]), place], ["2m", "3m", kind], [1.0, 1.0, scale])
    assert continued(found, np.array([True, True, False])).tolist() == [True, True, False]


def test_backs_continue_backs() -> None:
    found = tiles(row([0, 1, 2]), ["back"] * 3)
    assert continued(found, np.array([True, True, False])).all()


@pytest.mark.parametrize("n", [0, 1, 2])
def test_few_tiles_are_no_row(n: int) -> None:
    found = tiles(row(list(range(n))), ["1s"] * n)
    assert continued(found, np.zeros(n, bool)).tolist() == [False] * n
