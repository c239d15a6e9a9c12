"""Boxes → rows of tiles along each row's own axis, at any angle (SPEC 4 "Layout"). Pure geometry.

A staggered row is one row, rows that touch are two, and far parts of a photo may run in other directions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from vision.detections import Floats
from vision.spacing import main_axis, median, spacing
from vision.upright import Angle, line_turn, true_sides

Doubles = npt.NDArray[np.float64]

NEAR = 1.5  # neighbours lie within this many box sizes (square root of the area)
SPREAD = np.deg2rad(9.0)  # how far a neighbour may be off the row's direction and still speak for it
ACROSS = 0.55  # a neighbour may be staggered by this much of a tile's height
GRID = np.deg2rad(np.arange(-44.0, 135.0, 2.0))
SMALL_PRODUCT = 200_000  # multiplications
SLENDER = 12.0  # variance along over across from which tiles around a tile are one or two rows
NARROWEST = 0.62  # a standing tile is at least this wide for its height
SMALLEST = 1.65  # a tile is at most so many times as wide as the box of its print
UNEVEN = 1.12  # of even steps none is longer than another by more than this factor
WIDER = 0.27  # so does this free space by the steps around it
CROOKED = np.deg2rad(12.0)  # blocks of one line differ by less
GAP = 0.38  # a free space of this much of a tile's width ends a block
TURNED = np.deg2rad(40.0)  # a line turned by more than this from a hand's is a neighbour's
REACH = 4.0  # blocks on one line belong to one row up to this free space, in tile widths


@dataclass(frozen=True)
class Row:
    """Tiles on one line, in reading order; ``blocks`` are its runs without a gap, in the same order.

    ``angle`` is the reading direction in radians, 0 to the right, π/2 downwards; in (-π/4, 3π/4].
    ``pitch`` is the distance from tile to tile in pixels.
    """

    blocks: tuple[tuple[int, ...], ...]
    angle: float
    pitch: float

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """All tiles of the row."""
        return tuple(i for block in self.blocks for i in block)


def runs_across(angle: float, rows: Iterable[Row]) -> bool:
    """Whether a line is turned from all these rows, as what lies before the players beside their owner is."""
    return all(abs(line_turn(angle - row.angle)) > TURNED for row in rows)


def find_rows(boxes: Floats) -> list[Row]:
    """Every tile in exactly one row; rows from the bottom of the photo to its top."""
    if len(boxes) == 0:
        return []
    frame = _Frame(boxes)
    chains = _chains(frame)
    blocks = [part for chain in chains for part in _parted(frame, _ordered(frame, chain))]
    rows = _join(frame, blocks)
    return sorted(rows, key=lambda row: -float(frame.centres[list(row.tiles), 1].sum()) / len(row.tiles))


class _Frame:
    """Centres, sizes and the local direction of the row at each tile."""

    def __init__(self, boxes: Floats) -> None:
        box = boxes.astype(np.float64)
        self.centres = (box[:, :2] + box[:, 2:]) / 2
        self.extent = np.maximum(box[:, 2:] - box[:, :2], 1e-6)
        self.size = np.sqrt(self.extent.prod(axis=1))
        # How far j lies to the right of i and below it: two matrices, as one of pairs takes several times as long.
        self.right, self.below = (at[None] - at[:, None] for at in self.centres.T)
        self.distance = np.sqrt(self.right**2 + self.below**2)
        self.likeness = np.minimum.outer(self.size, self.size) / np.maximum.outer(self.size, self.size)
        self.angle = _directions(self)
        cos, sin = np.cos(self.angle)[:, None], np.sin(self.angle)[:, None]
        # How far j lies along and across i's own direction.
        self.along = self.right * cos + self.below * sin
        self.across = self.below * cos - self.right * sin
        self.width, self.height = true_sides(self.extent, self.angle)


def _directions(frame: _Frame) -> Doubles:
    """(N,) the direction of the row at each tile, in (-π/4, 3π/4], voted by close pairs around it."""
    n = len(frame.size)
    alone = np.where(frame.extent[:, 0] > frame.extent[:, 1], np.pi / 2, 0.0)  # as if standing in its row
    near = frame.distance / np.sqrt(np.outer(frame.size, frame.size))
    touching = (near < NEAR) & (frame.likeness > 0.6)
    first, second = np.nonzero(touching)
    first, second = first[first < second], second[first < second]
    if len(first) == 0:
        return alone
    run = np.arctan2(frame.below[first, second], frame.right[first, second])
    off = line_turn(GRID[:, None] - run)
    # Tiles in a row touch with their narrow sides, so the closest pairs know its direction best.
    votes = np.exp(-((off / SPREAD) ** 2)) * np.exp(-((near[first, second] / 0.8) ** 2))
    middle = (frame.centres[first] + frame.centres[second]) / 2
    # Minus the squared distances, in place: as a product of places it takes a fifth of the time.
    weight = middle @ (2 * frame.centres.T)
    weight -= (middle**2).sum(axis=1)[:, None]
    weight -= (frame.centres**2).sum(axis=1)
    weight /= 16.0 * frame.size**2
    np.exp(weight, out=weight)
    # In pieces so small that BLAS wakes no second thread for them: waiting for it takes longer than the sum.
    part = max(1, SMALL_PRODUCT // votes.size)
    score = np.concatenate([votes @ weight[:, k : k + part] for k in range(0, n, part)], axis=1)  # (grid, N)
    voted = np.where(score.max(axis=0) > 1e-6, GRID[score.argmax(axis=0)], alone)
    axis, length = _long_axis(frame, touching)
    return np.where(length > SLENDER, axis, voted)


def _long_axis(frame: _Frame, touching: npt.NDArray[np.bool_]) -> tuple[Doubles, Doubles]:
    """(N,) direction and variance ratio of the tiles around each: one row alone, staggered or not, is slender."""
    part_of = np.empty(len(touching), int)
    for k, part in enumerate(components(neighbours_in(touching))):
        part_of[part] = k
    together = part_of[:, None] == part_of
    weight = np.where(together, np.exp(-((frame.distance / frame.size[:, None] / 4.0) ** 2)), 0.0)
    weight /= weight.sum(axis=1, keepdims=True)
    x, y = (frame.centres - frame.centres.mean(axis=0)).T
    mx, my, xx, yy, xy = (weight @ np.stack([x, y, x * x, y * y, x * y], axis=1)).T
    xx, yy, xy = xx - mx * mx, yy - my * my, xy - mx * my
    angle = np.arctan2(2 * xy, xx - yy) / 2
    mid, half = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    return fold(angle), (mid + half) / np.maximum(mid - half, 1e-3 * frame.size**2)


def _chains(frame: _Frame) -> list[list[int]]:
    """Runs of tiles in which each is its neighbour's nearest on that side, and the other way round."""
    n = len(frame.size)
    tilt = np.abs(line_turn(frame.angle[:, None] - frame.angle[None]))
    off = np.maximum(np.abs(frame.across), np.abs(frame.across.T))
    alike = (frame.likeness > 0.55) & (tilt < np.deg2rad(25))
    np.fill_diagonal(alike, False)
    lined_up = alike & (off < ACROSS * np.minimum.outer(frame.height, frame.height))
    steps = _steps(frame, lined_up)
    step = (steps[:, None] + steps[None]) / 2
    reach = (np.abs(frame.along) < step * (1 + GAP)) & (np.abs(frame.along) > 0.35 * step)
    linked = lined_up & reach
    np.fill_diagonal(linked, False)
    # Directions may flip between neighbours across the ±45° seam: judge "right of" in i's own frame.
    cost = np.abs(frame.along) + 1.5 * off
    sides = [np.where(linked & ahead, cost, np.inf) for ahead in (frame.along < 0, frame.along > 0)]
    nearest = np.stack([side.argmin(axis=1) for side in sides])
    mutual = np.zeros((n, n), bool)
    for side, cheapest in zip(sides, nearest, strict=True):
        i = np.flatnonzero(np.isfinite(side.min(axis=1)))
        j = cheapest[i]
        kept = nearest[(frame.along[j, i] >= 0).astype(int), j] == i
        mutual[i[kept], j[kept]] = mutual[j[kept], i[kept]] = True
    return components(neighbours_in(mutual))


def _steps(frame: _Frame, lined_up: npt.NDArray[np.bool_]) -> Doubles:
    """(N,) distance to the nearest tile in line, where that may well be a neighbour; else the tile's width.

    A slanted box hides a tile's width, above all where the view is oblique; its neighbours show it.
    """
    seen = np.where(lined_up & (np.abs(frame.along) > 0.35 * frame.width[:, None]), frame.along, np.nan)
    right = np.where(seen > 0, seen, np.inf)
    ahead = right.min(axis=1, initial=np.inf)
    behind = np.where(seen < 0, -seen, np.inf).min(axis=1, initial=np.inf)
    nearest = np.minimum(ahead, behind)
    slant = np.minimum(np.abs(np.cos(frame.angle)), np.abs(np.sin(frame.angle)))
    told = nearest < np.maximum(frame.width, NARROWEST * frame.height) * (1.2 + 0.9 * slant)
    # Boxes that hold no more than the print are small: even steps show that the tiles touch all the same.
    far = np.where(np.isfinite(nearest), np.maximum(ahead, behind), np.inf)
    even = (far < SMALLEST * frame.width) & (far < UNEVEN * nearest)
    beside = np.where(np.isnan(seen), np.inf, np.abs(seen)).argmin(axis=1)
    last = even[beside] & (nearest < UNEVEN * nearest[beside]) & (nearest < SMALLEST * frame.width)
    return np.where(told | even | last, np.maximum(nearest, 0.6 * frame.width), frame.width)


def neighbours_in(linked: npt.NDArray[np.bool_]) -> list[set[int]]:
    """The neighbours of each number in an (N, N) matrix of links."""
    first, second = np.nonzero(linked)
    ends = np.cumsum(np.bincount(first, minlength=len(linked))).tolist()
    flat = second.tolist()
    return [set(flat[a:b]) for a, b in pairwise([0, *ends])]


def components(neighbours: Sequence[set[int]]) -> list[list[int]]:
    """Numbers that hang together, each part once."""
    seen: set[int] = set()
    out = []
    for start in range(len(neighbours)):
        if start in seen:
            continue
        seen.add(start)
        part, stack = [], [start]
        while stack:
            i = stack.pop()
            part.append(i)
            fresh = neighbours[i] - seen
            seen |= fresh
            stack.extend(fresh)
        out.append(part)
    return out


def _ordered(frame: _Frame, chain: Sequence[int]) -> tuple[int, ...]:
    angle = _axis(frame, chain)
    key = frame.centres[list(chain)] @ np.array([np.cos(angle), np.sin(angle)])
    return tuple(chain[i] for i in np.argsort(key, kind="stable"))


def _parted(frame: _Frame, chain: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A run of tiles cut where the step is wider than the steps around it.

    A box grows when its tile is turned, so widths alone hide a narrow gap in a slanted row.
    """
    if len(chain) < 5:
        return [chain]
    free = spacing(frame.centres[list(chain)], frame.size[list(chain)])
    cuts = [k + 1 for k, space in enumerate(free) if space > WIDER]
    return [chain[a:b] for a, b in pairwise([0, *cuts, len(chain)])]


def _axis(frame: _Frame, chain: Sequence[int]) -> float:
    """Principal direction of the tiles in (-π/4, 3π/4]; of fewer than three, the direction voted there."""
    which = list(chain)
    if len(which) < 3:
        return float(frame.angle[which[0]])
    return fold(main_axis(frame.centres[which]))


def fold(angle: Angle) -> Angle:
    """The same line read left to right, or downwards: in (-π/4, 3π/4]."""
    angle = (angle + np.pi / 4) % np.pi - np.pi / 4
    return angle + np.pi * (angle <= -np.pi / 4)


@dataclass(frozen=True)
class _Part:
    """A run of tiles without a gap, its direction and the usual size of its tiles."""

    tiles: tuple[int, ...]
    angle: float
    size: float


def _join(frame: _Frame, blocks: list[tuple[int, ...]]) -> list[Row]:
    """Blocks that follow each other on one line → rows, longest first."""
    parts = [
        _Part(block, _axis(frame, block), median(frame.size[list(block)]))
        for block in sorted(blocks, key=len, reverse=True)
    ]
    part_of = np.empty(len(frame.size), int)
    for k, part in enumerate(parts):
        part_of[list(part.tiles)] = k
    reach = (REACH + 2.0) * np.maximum(frame.width, frame.height)
    close = np.asarray(frame.distance < np.maximum(reach[:, None], reach[None]))
    left = dict(enumerate(parts))
    rows = []
    while left:
        first = left.pop(next(iter(left)))
        row, chosen = first, [first]
        while len(row.tiles) > 1:
            lying = _Lying(frame, row)
            # Few blocks are near enough to look at closely.
            near = [
                (gap, k)
                for k in sorted({*part_of[close[list(row.tiles)].any(axis=0)].tolist()})
                if k in left and (gap := lying.gap(left[k])) is not None
            ]
            if not near:
                break
            chosen.append(left.pop(min(near)[1]))
            tiles = (*row.tiles, *chosen[-1].tiles)
            row = _Part(tiles, _axis(frame, tiles), median(frame.size[list(tiles)]))
        way = np.array([np.cos(row.angle), np.sin(row.angle)])
        chosen.sort(key=lambda part: float((frame.centres[list(part.tiles)] @ way).sum()) / len(part.tiles))
        pitch = median(frame.width[list(row.tiles)])
        rows.append(Row(tuple(part.tiles for part in chosen), row.angle, pitch))
    return rows


class _Lying:
    """Where all tiles lie along and across a row, in pixels."""

    def __init__(self, frame: _Frame, row: _Part) -> None:
        cos, sin = np.cos(row.angle), np.sin(row.angle)
        x, y = frame.centres.T
        self._frame, self._row = frame, row
        self._along: list[float] = (x * cos + y * sin).tolist()
        self._off: list[float] = (y * cos - x * sin).tolist()
        self._first, self._last = self._ends(row.tiles)
        self._middle = self._mean(row.tiles)

    def gap(self, block: _Part) -> float | None:
        """Free space between them in tile widths when ``block`` lies on the line of the row, else None."""
        if not 0.7 < block.size / self._row.size < 1.43:
            return None
        if len(block.tiles) > 2 and abs(line_turn(block.angle - self._row.angle)) > CROOKED:
            return None
        along, width, height = self._along, self._frame.width, self._frame.height
        first, last = self._ends(block.tiles)
        after = self._mean(block.tiles) > self._middle
        end, start = (self._last, first) if after else (self._first, last)
        space = along[start] - along[end] if after else along[end] - along[start]
        gap = float(abs(space) / ((width[end] + width[start]) / 2) - 1)
        if gap > REACH or (space <= 0 if after else space < 0):
            return None
        # Judge by the end next to it: a long row may bend in perspective.
        near = sorted(self._row.tiles, key=lambda i: abs(along[i] - along[start]))[:3]
        off = sum(self._off[i] for i in near) / len(near) - self._off[start]
        return gap if abs(off) < ACROSS * min(height[end], height[start]) else None

    def _ends(self, tiles: Sequence[int]) -> tuple[int, int]:
        place = self._along.__getitem__
        return min(tiles, key=place), max(tiles, key=place)

    def _mean(self, tiles: Sequence[int]) -> float:
        return sum(self._along[i] for i in tiles) / len(tiles)
