"""The discards in the middle of a whole table: each pond before the player whose it is (SPEC 4). Pure geometry."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.layout import Group, Side
from vision.scene import Block
from vision.spacing import median

Doubles = npt.NDArray[np.float64]
SIDES: tuple[Side, ...] = ("bottom", "right", "top", "left")
OUTWARD = {"bottom": (0.0, 1.0), "right": (1.0, 0.0), "top": (0.0, -1.0), "left": (-1.0, 0.0)}
ALONG = {"bottom": (1.0, 0.0), "right": (0.0, 1.0), "top": (1.0, 0.0), "left": (0.0, 1.0)}
BORDER = 1.2  # a discard this near to the border of two sectors is told by its row
SAME_ROW = 0.7
LONE_MISFIT = 0.9
HOLE = 1.6  # ponds kept before each seat leave the middle free


def sides_of(places: Doubles) -> list[Side]:
    """The side nearest to each place (N, 2) on the plan, the table's middle at 0, 0."""
    x, y = places.T
    # Places in SIDES.
    which = np.where(np.abs(y) >= np.abs(x), np.where(y >= 0, 0, 2), np.where(x >= 0, 1, 3))
    return [SIDES[k] for k in which.tolist()]


def ponds(places: Doubles, tiles: Sequence[int]) -> list[Group]:
    """The discards ``tiles`` by owner; nobody's where they were thrown into the middle."""
    own = places - _pond_middle(places, tiles)
    if tiles and float(np.hypot(*own[list(tiles)].T).min()) <= HOLE:
        return [Group("discards", _reading_order(places, tiles, "bottom"))]
    owner = _owners(own, tiles)
    parts = [(seat, [i for i in tiles if owner[i] == seat]) for seat in SIDES]
    return [Group("discards", _reading_order(places, pond, seat), seat) for seat, pond in parts if pond]


def _pond_middle(places: Doubles, inner: Sequence[int]) -> Doubles:
    """Where the ponds say the middle is: their first rows lie about equally far from it."""
    middle = np.zeros(2)
    if len(inner) < 6:
        return middle
    for _ in range(3):
        moved = places[list(inner)] - middle
        deep: dict[Side, list[float]] = {seat: [] for seat in SIDES}
        for seat, depth in zip(sides_of(moved), np.abs(moved).max(axis=1).tolist(), strict=True):
            deep[seat].append(depth)
        near = {seat: _first_quarter(found) for seat, found in deep.items() if len(found) >= 2}
        if not near:
            return middle
        usual = median(np.array(list(near.values())))
        ends: tuple[tuple[Side, Side], ...] = (("right", "left"), ("bottom", "top"))
        for axis, (high, low) in enumerate(ends):
            if high in near or low in near:
                off = (near.get(high, usual) - near.get(low, usual)) / 2
                middle[axis] += min(max(off, -1.5), 1.5)
    return middle


def _first_quarter(values: Sequence[float]) -> float:
    """The 0.25 quantile of at least two."""
    ordered = sorted(values)
    whole, part = divmod((len(ordered) - 1) / 4, 1)
    low = int(whole)
    return ordered[low] + part * (ordered[low + 1] - ordered[low])


def _owners(places: Doubles, inner: Sequence[int]) -> dict[int, Side]:
    """Whose discard each tile is: the sector it lies in; near a border, the row that it continues."""
    owner = dict(zip(inner, sides_of(places[list(inner)]), strict=True))
    border = [i for i in inner if abs(abs(places[i, 0]) - abs(places[i, 1])) < BORDER]
    sure = {seat: [i for i in inner if owner[i] == seat and i not in border] for seat in SIDES}
    for i in border:
        x, y = places[i]
        ends: tuple[Side, Side] = ("bottom" if y >= 0 else "top", "right" if x >= 0 else "left")
        owner[i] = min(ends, key=lambda seat: _misfit(places, i, sure[seat], seat))
    return owner


def _misfit(places: Doubles, tile: int, others: Sequence[int], seat: Side) -> float:
    """How far a tile lies from where the next one of this side's row would, in tile widths."""
    outward, along = np.array(OUTWARD[seat]), np.array(ALONG[seat])
    deep, at = float(places[tile] @ outward), float(places[tile] @ along)
    row = sorted(
        (float(places[i] @ along), float(places[i] @ outward))
        for i in others
        if abs(float(places[i] @ outward) - deep) < SAME_ROW
    )
    if not row:
        return LONE_MISFIT
    ups = np.array(row)
    pitch = min(max(median(np.diff(ups[:, 0])), 0.8), 1.9) if len(row) > 1 else 1.1
    if len(row) > 2:
        slope, level = np.polyfit(ups[:, 0], ups[:, 1], 1)
        off = abs(deep - (slope * at + level))
    else:
        off = abs(deep - float(ups[:, 1].mean()))
    beyond = max(at - ups[-1, 0], ups[0, 0] - at)
    steps = max(1, round(beyond / pitch))
    return float(off + abs(beyond - steps * pitch) + 0.3 * (steps - 1))


def _reading_order(places: Doubles, pond: Sequence[int], seat: Side) -> Block:
    """From the middle of the table outwards, line by line, each from the owner's left to his right."""
    outward, along = np.array(OUTWARD[seat]), np.array(ALONG[seat])
    if seat in ("top", "right"):
        along = -along
    line = {i: round(float(places[i] @ outward) / 1.35) for i in pond}
    return tuple(sorted(pond, key=lambda i: (line[i], float(places[i] @ along))))
