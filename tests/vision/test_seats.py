"""A whole table in perspective: every hand, meld, wall and pond to the side it faces."""

from __future__ import annotations

from dataclasses import replace

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


def clockwise(groups: list[Group], truth: dict[tuple[str, str], set[int]], role: str) -> bool:
    """Whether the sides follow each other as laid, whichever of them is called the bottom."""
    side = {frozenset(g.tiles): g.side for g in groups if g.role == role}
    got = [side.get(frozenset(truth[role, s])) for s in SIDES]
    return any(got == [*SIDES[k:], *SIDES[:k]] for k in range(4))


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("turn", [35, 41, 44, 46, 52, 130, 225])
def test_a_table_laid_askew_is_not_mirrored(turn: float, view: tuple[float, float]) -> None:
    table, truth = laid()
    boxes, width, height = seen(table, turn, view)
    groups = find_groups(table.tiles, boxes, width, height, full_table=True)
    assert clockwise(groups, truth, "discards")


@pytest.mark.parametrize("view", VIEWS)
def test_ponds_have_owners_where_no_hand_is_seen(view: tuple[float, float]) -> None:
    """Of the hands a few backs are seen, as of walls."""
    table, truth = laid()
    boxes, width, height = seen(table, 3, view)
    outer = [i for (role, _), tiles in truth.items() if role in ("hand", "meld") for i in sorted(tiles)[:6]]
    inner = [i for (role, _), tiles in truth.items() if role in ("discards", "wall") for i in tiles]
    kept = sorted([*outer, *inner])
    names = ["back" if i in outer else table.tiles[i] for i in kept]
    groups = find_groups(names, boxes[kept], width, height, full_table=True)
    got = {g.side: {kept[i] for i in g.tiles} for g in groups if g.role == "discards"}
    assert got == {side: truth["discards", side] for side in SIDES}


@pytest.mark.parametrize("view", VIEWS)
def test_a_kong_with_a_tile_on_top_stays_apart_from_the_kong_beside_it(view: tuple[float, float]) -> None:
    """Two backs, the face that lies on the hidden tile between them, and in touch with them three backs and a face."""
    table, truth = laid()
    start = len(table.tiles)
    # The right hand's melds: it gives up six of its thirteen tiles, and stands at the end of its line.
    gone = set(sorted(truth["hand", "right"])[7:])
    first = sorted(truth["hand", "right"])[6]
    centre = table.corners[first].mean(axis=0)
    before = table.corners[first - 1].mean(axis=0)
    way = (centre - before) / np.hypot(*(centre - before))
    out = np.array([-way[1], way[0]])
    angle = float(np.rad2deg(np.arctan2(way[1], way[0])))
    for k, (name, off) in enumerate([("back", 0), ("8s", -0.5), ("back", 0), *[("back", 0)] * 3, ("9s", 0)]):
        # What lies higher looks moved towards the photo's edge, along the row as well.
        x, y = centre + way * (1.5 + k + 0.6 * off) * WIDTH + out * off * WIDTH
        table.tile(name, float(x), float(y), angle)
    boxes, width, height = seen(table, 0, view)
    kept = [i for i in range(len(table.tiles)) if i not in gone]
    names = [table.tiles[i] if table.tiles[i] not in ("8s", "9s") or i >= start else "1m" for i in kept]
    groups = find_groups(names, boxes[kept], width, height, full_table=True)
    melds = {frozenset(kept[i] for i in g.tiles): g.meld for g in groups if g.role == "meld"}
    assert melds[frozenset(range(start, start + 3))] == "concealed-kong"
    assert melds[frozenset(range(start + 3, start + 7))] == "concealed-kong"


@pytest.mark.parametrize("view", VIEWS)
def test_a_meld_that_lies_further_in_than_the_hand_is_its_owners(view: tuple[float, float]) -> None:
    table, truth = laid()
    pung = sorted(truth["meld", "left"])
    hand = [table.corners[i].mean(axis=0) for i in sorted(truth["hand", "left"])]
    out = np.array([0.0, 0.0]) - np.mean(hand, axis=0)
    out = np.array(
        [np.sign(out[0]) * (abs(out[0]) > abs(out[1])), np.sign(out[1]) * (abs(out[1]) > abs(out[0]))]
    )
    for i in pung:
        table.corners[i] = table.corners[i] + out * 0.9 * WIDTH
    boxes, width, height = seen(table, 0, view)
    groups = find_groups(table.tiles, boxes, width, height, full_table=True)
    assert ("meld", "left", set(pung)) in {
        (g.role, g.side): (g.role, g.side, set(g.tiles)) for g in groups
    }.values()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("turn", TURNS)
def test_ponds_are_apart_where_one_hand_is_in_the_photo(turn: float, view: tuple[float, float]) -> None:
    """The outermost tiles of the other sides are discards."""
    table, truth = laid()
    boxes, width, height = seen(table, turn, view)
    kept = sorted(
        i for (role, side), tiles in truth.items() for i in tiles if role == "discards" or side == "left"
    )
    groups = find_groups([table.tiles[i] for i in kept], boxes[kept], width, height, full_table=True)
    got = as_sides([replace(g, tiles=tuple(kept[i] for i in g.tiles)) for g in groups])
    steps = round(turn / 90) % 4
    for side in SIDES:
        where = SIDES[(SIDES.index(side) + steps) % 4]
        assert got["discards", where] == truth["discards", side]
