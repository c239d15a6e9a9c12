"""Where the middle of a whole table is on its plan, and how far out its hands lie. Pure geometry."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from scoring.tiles import BACK
from vision.plane import Plan
from vision.rows import Row
from vision.spacing import median

Doubles = npt.NDArray[np.float64]
LEAST_SPAN = 15.0  # hands that face each other are at least this many tile widths apart
LEAST_REACH = 11.0  # nearer to the middle than this is a pond, where ponds lie around a free place
FAR = 3.5  # a row of tiles lies about the middle of its side, give or take this much
WHOLE = 0.82  # of the longer span: a shorter one lacks a side
GRID = 1.0
EQUAL = 1e-3  # places whose worth differs by less are as good
FREE = 1.7  # the middle between the ponds is free for at least this many tile widths each way
RING = 7.0  # and the first row of each is no further than this
LEAST_AROUND = 3
AGREE = 2.5  # such a place this far from the middle of two hands lies between a pond and a hand


def middle_of(tiles: Sequence[str], plan: Plan) -> tuple[Doubles, float] | None:
    """The middle of the table and how far from it hands lie, in tile widths; None where the plan shows no table."""
    spans = [_span(plan, axis, rows) for axis, rows in ((0, plan.down), (1, plan.across))]
    reach = max(high - low for low, high in spans) / 2
    whole = [high - low > WHOLE * 2 * reach for low, high in spans]
    if all(whole) and reach >= LEAST_REACH:
        return np.array([(low + high) / 2 for low, high in spans]), reach
    around = _between_ponds(plan.places[[i for i, name in enumerate(tiles) if name != BACK]])
    if around is not None and reach < LEAST_REACH and _mostly_ponds(tiles, plan, around):
        # The outermost rows of two sides at least are out of the photo: what lies there are ponds.
        out = [max(at - low, high - at) for (low, high), at in zip(spans, around.tolist(), strict=True)]
        return around, max(out)
    if 2 * reach < LEAST_SPAN:
        return None
    middle = np.array([(low + high) / 2 for low, high in spans])
    if around is not None and np.abs(around - middle)[whole].max(initial=0.0) > AGREE:
        around = None
    for axis in (0, 1):
        if not whole[axis]:
            # One side is outside the photo: the ponds, or the hands of the other two, show where the middle is.
            low, high = spans[axis]
            guess = float(around[axis]) if around is not None else _guess(plan, axis, spans[1 - axis])
            near = min((low + reach, high - reach), key=lambda at: abs(at - guess))
            middle[axis] = near if abs(near - guess) < FAR else guess  # or both sides are outside
    return middle, reach


def _mostly_ponds(tiles: Sequence[str], plan: Plan, middle: Doubles) -> bool:
    """Whether most faces lie around this place, as discards do and four hands don't."""
    away = np.abs(plan.places - middle).max(axis=1)
    return median(away[[name != BACK for name in tiles]]) < RING


def _span(plan: Plan, axis: int, rows: Sequence[Row]) -> tuple[float, float]:
    at = [median(plan.places[list(row.tiles), axis]) for row in rows]
    return min(at), max(at)


def _guess(plan: Plan, axis: int, ends: tuple[float, float]) -> float:
    rows = (plan.across, plan.down)[axis]
    outer = [
        i for row in rows for i in row.tiles if min(abs(plan.places[i, 1 - axis] - end) for end in ends) < 1.5
    ]
    return float(plan.places[outer, axis].mean()) if outer else float(plan.places[:, axis].mean())


def _between_ponds(faces: Doubles) -> Doubles | None:
    """(2,) the middle of the free place with discards on three sides of it or on all; None where there is none."""
    if len(faces) < LEAST_AROUND:
        return None
    low, high = faces.min(axis=0) + FREE, faces.max(axis=0) - FREE
    if (low > high).any():
        return None
    # About the middle, so that a turned photo has the same places.
    x, y = (
        (a + b) / 2 + GRID * np.arange(-n, n + 1)
        for a, b, n in zip(low, high, np.ceil((high - low) / 2 / GRID), strict=True)
    )
    centres = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    near, inside = _first_rows(faces, centres)
    sides = (near < RING).sum(axis=1)
    free = np.minimum(near.min(axis=1), FREE + 1)
    worth = np.where((sides >= LEAST_AROUND) & (free >= FREE), 3.0 * sides + 0.15 * inside + free, -np.inf)
    if not np.isfinite(worth.max()):
        return None
    # Of places that are as good the one in their midst, not the first: a turned photo has them in another order.
    good = np.flatnonzero(worth > worth.max() - EQUAL)
    best = int(good[np.hypot(*(centres[good] - centres[good].mean(axis=0)).T).argmin()])
    centre, seen = centres[best], near[best] < RING
    usual = float(near[best][seen].mean())
    depth = np.where(seen, near[best], usual)
    # Bottom, right, top, left: the first rows lie equally far out.
    return np.asarray(centre + np.array([depth[1] - depth[3], depth[0] - depth[2]]) / 2)


def _first_rows(faces: Doubles, centres: Doubles) -> tuple[Doubles, Doubles]:
    """How far out the first face of each side lies for (C, 2) centres, (C, 4); and how many lie within a pond's reach."""
    x, y = (faces[None] - centres[:, None]).transpose(2, 0, 1)
    away = np.maximum(np.abs(x), np.abs(y))
    level = np.abs(x) > np.abs(y)
    sectors = (~level & (y > 0), level & (x > 0), ~level & (y <= 0), level & (x <= 0))
    near = np.stack([np.where(sector, away, np.inf).min(axis=1) for sector in sectors], axis=1)
    return near, np.asarray((away < RING).sum(axis=1), np.float64)
