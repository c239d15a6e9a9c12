"""A whole table in perspective: every hand, meld, wall and pond to the side it faces."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from scoring.tiles import FACES
from tests.vision.table import HEIGHT, WIDTH, Table
from vision.groups import find_groups
from vision.layout import Group
from vision.plane import lay_flat
from vision.rows import find_rows
from vision.scene import Scene

SIDES = ("bottom", "left", "top", "right")  # clockwise, as the table below is laid
VIEWS = [(0.0, 0.0), (0.0, 0.45), (0.1, 0.35), (-0.15, 0.3)]
TURNS = [0, 12, -14, 90, 180, 270]


def laid() -> tuple[Table, dict[tuple[str, str], set[int]]]:
    """Four seats: 13 tiles, or 10 and a pung; a wall before two; ponds of eight; the flip on a wall."""
    rng = np.random.default_rng(4)
    deck = [str(tile) for tile in rng.permutation([t for t in FACES for _ in range(4) if t != "9p"])]
    table, truth = Table(), {}
    for k, side in enumerate(SIDES):
        angle = 90.0 * k
        a = np.deg2rad(angle)
        way, out = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])

        def lay(
            names: list[str],
            start: float,
            depth: float,
            angle: float = angle,
            way: npt.NDArray[np.float64] = way,
            out: npt.NDArray[np.float64] = out,
        ) -> set[int]:
            x, y = way * start * WIDTH + out * depth * WIDTH
            return set(table.row(names, x, y, angle))

        if side == "left":
            truth["hand", side] = lay([deck.pop() for _ in range(10)], -7.5, 13)
            truth["meld", side] = lay(["9p"] * 3, 4, 13)
        else:
            truth["hand", side] = lay([deck.pop() for _ in range(13)], -6.5, 13)
        if side in ("bottom", "right"):
            truth["wall", side] = lay(["back"] * 8, -4, 10.4)
        first = lay([deck.pop() for _ in range(6)], -3, 4)
        truth["discards", side] = first | lay([deck.pop() for _ in range(2)], -3, 4 + HEIGHT / WIDTH)
    truth["flip", "none"] = {table.tile("2p", 0.5 * WIDTH, 10.4 * WIDTH - 8)}
    return table, truth


def seen(table: Table, turn: float, view: tuple[float, float]) -> tuple[npt.NDArray[np.float32], int, int]:
    """Boxes of the table turned by ``turn`` degrees and seen in perspective."""
    a = np.deg2rad(turn)
    points = np.array(table.corners) @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    points /= np.abs(points).max()
    flat = points / (1 - points @ np.array(view))[..., None]
    flat = (flat - flat.min(axis=(0, 1))) * 500 + 40
    boxes = np.concatenate([flat.min(axis=1), flat.max(axis=1)], axis=1).astype(np.float32)
    width, height = boxes[:, 2:].max(axis=0) + 40
    return boxes, int(width), int(height)


def as_sides(groups: list[Group]) -> dict[tuple[str, str], set[int]]:
    out: dict[tuple[str, str], set[int]] = {}
    for group in groups:
        out.setdefault((group.role, group.side or "none"), set()).update(group.tiles)
    return out


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("turn", TURNS)
def test_everything_belongs_to_the_side_it_faces(turn: float, view: tuple[float, float]) -> None:
    table, truth = laid()
    boxes, width, height = seen(table, turn, view)
    got = as_sides(find_groups(table.tiles, boxes, width, height, full_table=True))
    steps = round(turn / 90) % 4
    for (role, side), tiles in truth.items():
        if role == "wall":
            continue
        where = SIDES[(SIDES.index(side) + steps) % 4] if side in SIDES else side
        assert got[role, where] == tiles, (role, where)
    walls = {i for (role, _), tiles in truth.items() if role == "wall" for i in tiles}
    assert got["wall", "none"] == walls


@pytest.mark.parametrize("view", VIEWS)
def test_the_plan_has_equal_steps(view: tuple[float, float]) -> None:
    table, truth = laid()
    boxes, width, height = seen(table, 8, view)
    plan = lay_flat(Scene(tuple(table.tiles), boxes, tuple(find_rows(boxes)), width, height))
    assert plan is not None
    for side in SIDES:
        places = plan.places[sorted(truth["hand", side])]
        steps = np.hypot(*np.diff(places, axis=0).T)
        assert steps == pytest.approx(np.ones(len(steps)), abs=0.12)


def test_without_a_second_direction_there_is_no_plan() -> None:
    table = Table()
    table.row(list(FACES[:14]), 0, 0)
    boxes = table.boxes()
    assert lay_flat(Scene(tuple(table.tiles), boxes, tuple(find_rows(boxes)), *table.size())) is None
