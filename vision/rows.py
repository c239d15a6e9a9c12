"""Boxes → rows of tiles along each row's own axis, at any angle (SPEC 4 "Layout"). Pure geometry.

A staggered row is one row, rows that touch are two, and far parts of a photo may run in other directions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from vision.detections import Floats
from vision.spacing import main_axis, spacing

Doubles = npt.NDArray[np.float64]

ASPECT = 1.35  # a tile's height over its width
NEAR = 1.5  # neighbours lie within this many box sizes (square root of the area)
SPREAD = np.deg2rad(9.0)  # how far a neighbour may be off the row's direction and still speak for it
ACROSS = 0.55  # a neighbour may be staggered by this much of a tile's height
SLENDER = 12.0  # variance along over across from which tiles around a tile are one or two rows
WIDER = 0.27  # so does this free space by the steps around it
GAP = 0.38  # a free space of this much of a tile's width ends a block
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

    @property
    def tiles(self) -> tuple[int, ...]:
        """All tiles of the row."""
        return tuple(i for block in self.blocks for i in block)


def find_rows(boxes: Floats) -> list[Row]:
    """Every tile in exactly one row; rows from the bottom of the photo to its top."""
    if len(boxes) == 0:
        return []
    frame = _Frame(boxes)
    chains = _chains(frame)
    blocks = [part for chain in chains for part in _parted(frame, _ordered(frame, chain))]
    rows = _join(frame, blocks)
    return sorted(rows, key=lambda row: -float(frame.centres[list(row.tiles), 1].mean()))


class _Frame:
    """Centres, sizes and the local direction of the row at each tile."""

    def __init__(self, boxes: Floats) -> None:
        box = boxes.astype(np.float64)
        self.centres = (box[:, :2] + box[:, 2:]) / 2
        self.extent = np.maximum(box[:, 2:] - box[:, :2], 1e-6)
        self.size = np.sqrt(self.extent.prod(axis=1))
        delta = self.centres[None] - self.centres[:, None]
        self.distance = np.hypot(delta[..., 0], delta[..., 1])
        self.delta = delta
        self.angle = _directions(self)
        cos, sin = np.cos(self.angle), np.sin(self.angle)
        # How far j lies along and across i's own direction.
        self.along = delta[..., 0] * cos[:, None] + delta[..., 1] * sin[:, None]
        self.across = -delta[..., 0] * sin[:, None] + delta[..., 1] * cos[:, None]
        self.width, self.height = _true_sizes(self)


def _directions(frame: _Frame) -> Doubles:
    """(N,) the direction of the row at each tile, in (-π/4, 3π/4], voted by close pairs around it."""
    n = len(frame.size)
    pair = np.sqrt(np.outer(frame.size, frame.size))
    near = frame.distance / pair
    alike = np.minimum.outer(frame.size, frame.size) / np.maximum.outer(frame.size, frame.size) > 0.6
    first, second = np.nonzero(np.triu((near < NEAR) & alike, 1))
    grid = np.deg2rad(np.arange(-44.0, 135.0, 2.0))
    if len(first) == 0:
        return np.zeros(n)
    run = np.arctan2(frame.delta[first, second, 1], frame.delta[first, second, 0])
    off = np.angle(np.exp(2j * (grid[:, None] - run))) / 2  # directions are equal modulo half a turn
    # Tiles in a row touch with their narrow sides, so the closest pairs know its direction best.
    closeness = np.exp(-((near[first, second] / 0.8) ** 2))
    votes = np.exp(-((off / SPREAD) ** 2)) * closeness
    middle = (frame.centres[first] + frame.centres[second]) / 2
    apart = np.hypot(*(frame.centres[:, None] - middle[None]).transpose(2, 0, 1)) / frame.size[:, None]
    local = np.exp(-((apart / 4.0) ** 2))
    score = votes @ local.T  # (grid, N)
    voted = np.where(score.max(axis=0) > 1e-6, grid[score.argmax(axis=0)], 0.0)
    axis, length = _long_axis(frame, (near < NEAR) & alike)
    return np.where(length > SLENDER, axis, voted)


def _long_axis(frame: _Frame, touching: npt.NDArray[np.bool_]) -> tuple[Doubles, Doubles]:
    """(N,) direction and variance ratio of the tiles around each: one row alone, staggered or not, is slender."""
    together = np.zeros_like(touching)
    for part in components([set(np.flatnonzero(row).tolist()) for row in touching]):
        together[np.ix_(part, part)] = True
    weight = np.where(together, np.exp(-((frame.distance / frame.size[:, None] / 4.0) ** 2)), 0.0)
    weight /= weight.sum(axis=1, keepdims=True)
    mean = weight @ frame.centres
    x = frame.centres[None, :, 0] - mean[:, :1]
    y = frame.centres[None, :, 1] - mean[:, 1:]
    xx, yy, xy = ((weight * product).sum(axis=1) for product in (x * x, y * y, x * y))
    angle = np.arctan2(2 * xy, xx - yy) / 2
    mid, half = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    folded = np.array([fold(a) for a in angle])
    return folded, (mid + half) / np.maximum(mid - half, 1e-3 * frame.size**2)


def _true_sizes(frame: _Frame) -> tuple[Doubles, Doubles]:
    """(N,) a tile's size along and across its row, from the upright box around the turned tile."""
    cos, sin = np.abs(np.cos(frame.angle)), np.abs(np.sin(frame.angle))
    width, height = frame.extent.T
    det = cos**2 - sin**2
    safe = np.where(np.abs(det) < 0.55, np.inf, det)
    along = (width * cos - height * sin) / safe
    across = (height * cos - width * sin) / safe
    # Near 45° the box tells only the sum of both sides: take the usual shape, standing in its row.
    total = (width + height) / (cos + sin)
    guess = total / (1 + ASPECT)
    plain = (along > 0.5 * guess) & (across > 0.4 * guess)
    return np.where(plain, along, guess), np.where(plain, across, ASPECT * guess)


def _chains(frame: _Frame) -> list[list[int]]:
    """Runs of tiles in which each is its neighbour's nearest on that side, and the other way round."""
    n = len(frame.size)
    height = np.minimum.outer(frame.height, frame.height)
    tilt = np.abs(np.angle(np.exp(2j * (frame.angle[:, None] - frame.angle[None]))) / 2)
    alike = np.minimum.outer(frame.size, frame.size) / np.maximum.outer(frame.size, frame.size) > 0.55
    off = np.maximum(np.abs(frame.across), np.abs(frame.across.T))
    lined_up = alike & (off < ACROSS * height) & (tilt < np.deg2rad(25))
    np.fill_diagonal(lined_up, False)
    steps = _steps(frame, lined_up)
    step = (steps[:, None] + steps[None]) / 2
    reach = (np.abs(frame.along) < step * (1 + GAP)) & (np.abs(frame.along) > 0.35 * step)
    linked = lined_up & reach
    np.fill_diagonal(linked, False)
    # Directions may flip between neighbours across the ±45° seam: judge "right of" in i's own frame.
    cost = np.abs(frame.along) + 1.5 * off
    right = np.where(linked & (frame.along > 0), cost, np.inf)
    left = np.where(linked & (frame.along < 0), cost, np.inf)
    neighbours: list[set[int]] = [set() for _ in range(n)]
    for side in (right, left):
        for i in range(n):
            j = int(side[i].argmin())
            if not np.isfinite(side[i, j]):
                continue
            back = left if frame.along[j, i] < 0 else right
            if int(back[j].argmin()) == i:
                neighbours[i].add(j)
                neighbours[j].add(i)
    return components(neighbours)


def _steps(frame: _Frame, lined_up: npt.NDArray[np.bool_]) -> Doubles:
    """(N,) distance to the nearest tile in line, where that may well be a neighbour; else the tile's width.

    A slanted box hides a tile's width, above all where the view is oblique; its neighbours show it.
    """
    far = np.abs(frame.along) <= 0.35 * frame.width[:, None]
    nearest = np.where(lined_up & ~far, np.abs(frame.along), np.inf).min(axis=1, initial=np.inf)
    slant = np.minimum(np.abs(np.cos(frame.angle)), np.abs(np.sin(frame.angle)))
    most = frame.width * (1.2 + 0.9 * slant)
    return np.where(nearest < most, np.maximum(nearest, 0.6 * frame.width), frame.width)


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


def _median(values: Doubles) -> float:
    """NumPy's own takes ten times as long for a few values."""
    ordered = sorted(values.tolist())
    half = len(ordered) // 2
    return float(ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2)


def _axis(frame: _Frame, chain: Sequence[int]) -> float:
    """Principal direction of the tiles in (-π/4, 3π/4]; of fewer than three, the direction voted there."""
    which = list(chain)
    if len(which) < 3:
        return float(frame.angle[which[0]])
    return fold(main_axis(frame.centres[which]))


def fold(angle: float) -> float:
    """The same line read left to right, or downwards: in (-π/4, 3π/4]."""
    angle = (angle + np.pi / 4) % np.pi - np.pi / 4
    return float(angle) if angle > -np.pi / 4 else float(angle + np.pi)


def _join(frame: _Frame, blocks: list[tuple[int, ...]]) -> list[Row]:
    """Blocks that follow each other on one line → rows, longest first."""
    left = sorted(blocks, key=len, reverse=True)
    reach = (REACH + 2.0) * np.maximum(frame.width, frame.height)
    close = np.asarray(frame.distance < np.maximum(reach[:, None], reach[None]))
    rows = []
    while left:
        parts = [left.pop(0)]
        while True:
            joined = [t for part in parts for t in part]
            angle = _axis(frame, joined)
            # Few blocks are near enough to look at closely.
            reached = np.asarray(close[joined].any(axis=0))
            near = [
                (gap, k)
                for k, other in enumerate(left)
                if reached[list(other)].any() and (gap := _gap(frame, joined, angle, other)) is not None
            ]
            if not near:
                break
            parts.append(left.pop(min(near)[1]))
        tiles = [t for part in parts for t in part]
        angle = _axis(frame, tiles)
        way = np.array([np.cos(angle), np.sin(angle)])
        parts.sort(key=lambda part: float((frame.centres[list(part)] @ way).mean()))
        rows.append(Row(tuple(parts), angle, float(np.median(frame.width[tiles]))))
    return rows


def _gap(frame: _Frame, row: Sequence[int], angle: float, block: Sequence[int]) -> float | None:
    """Free space between them in tile widths when ``block`` lies on the line of ``row``, else None."""
    if len(row) < 2:
        return None
    ratio = _median(frame.size[list(block)]) / _median(frame.size[list(row)])
    if not 0.7 < ratio < 1.43:
        return None
    way, over = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    mine, other = frame.centres[list(row)], frame.centres[list(block)]
    if len(block) > 2 and abs(np.angle(np.exp(2j * (_axis(frame, block) - angle))) / 2) > np.deg2rad(12):
        return None
    u, v = mine @ way, mine @ over
    bu, bv = other @ way, other @ over
    end, start = (u.argmax(), bu.argmin()) if bu.mean() > u.mean() else (u.argmin(), bu.argmax())
    width = (frame.width[row[int(end)]] + frame.width[block[int(start)]]) / 2
    gap = float(abs(u[end] - bu[start]) / width - 1)
    if (bu.mean() > u.mean()) != (bu[start] > u[end]) or gap > REACH:
        return None
    height = min(frame.height[row[int(end)]], frame.height[block[int(start)]])
    # Judge by the end next to it: a long row may bend in perspective.
    near = np.argsort(np.abs(u - bu[start]))[:3]
    return gap if abs(float(v[near].mean() - bv[start])) < ACROSS * height else None
