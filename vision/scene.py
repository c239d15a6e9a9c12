"""What the grouping looks at: names, boxes and rows of one photo, and a few measures over them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from scoring.tiles import BACK
from vision.detections import Floats, corners, corners_of
from vision.layout import Side
from vision.rows import Row, neighbours_in
from vision.spacing import median, trend
from vision.upright import ASPECT, Doubles, line_turn

Block = tuple[int, ...]
"""Numbers of tiles that lie together, in reading order."""

TOUCH = (
    1.3  # tiles whose middles are less than this many mean sides apart, both along and across, are in touch
)
CUT = 0.25  # a tile this near to the photo's edge, in its size, may be cut by it
LEAST_LINE = 3
ALIKE = 0.5  # and they differ in size by no more than this


def _swelling(angle: Doubles) -> Doubles:
    """How much larger the upright box around a tile of the usual shape is than the tile, as lengths."""
    cos, sin = np.abs(np.cos(angle)), np.abs(np.sin(angle))
    return np.asarray(np.sqrt((cos + ASPECT * sin) * (ASPECT * cos + sin) / ASPECT))


@dataclass(frozen=True)
class Scene:
    """Names and boxes of the tiles, their rows, and the photo's size in pixels."""

    tiles: tuple[str, ...]
    boxes: Floats
    rows: tuple[Row, ...]
    width: int
    height: int
    outline: Doubles | None = None
    """(4, 2) corners of the photo, clockwise, where its edges aren't those of ``width`` and ``height``."""

    @cached_property
    def middles(self) -> Doubles:
        """(N, 2) centres of all tiles."""
        box = self.boxes.astype(np.float64)
        return np.asarray((box[:, :2] + box[:, 2:]) / 2)

    @cached_property
    def sides(self) -> Doubles:
        """(N, 2) widths and heights of all boxes, in pixels."""
        box = self.boxes.astype(np.float64)
        return np.asarray(np.maximum(box[:, 2:] - box[:, :2], 1e-6))

    @cached_property
    def sizes(self) -> Doubles:
        """(N,) apparent sizes (root of the tile's area) in pixels: an upright box around a turned tile is larger than it."""
        return np.asarray(np.sqrt(self.sides.prod(axis=1)) / _swelling(self.angles))

    @cached_property
    def angles(self) -> Doubles:
        """(N,) direction of each tile's row; of a tile in none, that of the row next to it."""
        out = np.zeros(len(self.tiles))
        lined = np.zeros(len(self.tiles), bool)
        for row in self.rows:
            if len(row.tiles) >= LEAST_LINE:
                out[list(row.tiles)] = row.angle
                lined[list(row.tiles)] = True
        if lined.any() and not lined.all():
            lone = np.flatnonzero(~lined)
            out[lone] = out[lined][self.distances[np.ix_(~lined, lined)].argmin(axis=1)]
        return out

    @cached_property
    def distances(self) -> Doubles:
        """(N, N) of all centres, in pixels."""
        x, y = (at[:, None] - at for at in self.middles.T)
        return np.asarray(np.sqrt(x * x + y * y))

    @cached_property
    def touch(self) -> npt.NDArray[np.bool_]:
        """(N, N) which tiles' boxes are in touch, or nearly."""
        near = np.minimum.outer(self.sizes, self.sizes) > ALIKE * np.maximum.outer(self.sizes, self.sizes)
        for at, side in zip(self.middles.T, TOUCH / 2 * self.sides.T, strict=True):
            near &= np.abs(at[:, None] - at) < side[:, None] + side
        np.fill_diagonal(near, False)
        # Boxes that hold no more than the print don't reach each other where the tiles do: even steps tell.
        pairs = [pair for row in self.rows for block in row.blocks for pair in pairwise(block)]
        if pairs:
            first, second = np.array(pairs).T
            near[first, second] = near[second, first] = True
        return np.asarray(near)

    @cached_property
    def beside(self) -> list[set[int]]:
        """The tiles in touch with each."""
        return neighbours_in(self.touch)

    def size(self, tiles: Iterable[int]) -> float:
        """Median apparent size in pixels."""
        return median(self.sizes[list(tiles)])

    def centres(self, tiles: Iterable[int]) -> Doubles:
        """(n, 2) centres."""
        return np.asarray(self.middles[list(tiles)])

    def apart(self, one: Sequence[int], other: Sequence[int]) -> float:
        """Least distance of two centres, in sizes of the first."""
        return float(self.distances[list(one)][:, list(other)].min()) / self.size(one)

    def between(self, one: Sequence[int], other: Sequence[int]) -> float:
        """Least distance of two centres, in sizes of both."""
        return (self.apart(one, other) + self.apart(other, one)) / 2

    def faces(self, tiles: Iterable[int]) -> int:
        """How many of them show a face."""
        return sum(self.tiles[i] != BACK for i in tiles)

    def unrest(self, tiles: Sequence[int]) -> float:
        """How unevenly the tiles of a row lie: spread of the boxes' shape and size, perspective taken out.

        Hands on real tables stay below 0.13, rows that happen to form in a heap of discards lie above.
        """
        if len(tiles) < 5:
            return 0.0
        extent = np.log(self.sides[list(tiles)])
        place = np.arange(len(tiles), dtype=np.float64)
        return max(
            float((values - trend(values) * place).std())
            for values in (extent[:, 0] - extent[:, 1], extent.mean(axis=1))
        )

    def spread(self, tiles: Sequence[int]) -> float:
        """How far apart the tiles of a row lie: the usual step in sides of their boxes, about 1.2 where they touch."""
        if len(tiles) < 3:
            return 1.0
        step = np.abs(np.diff(self.centres(tiles), axis=0))
        side = self.sides[list(tiles)]
        return median((2 * step / (side[1:] + side[:-1])).max(axis=1))

    def stretch(self, tiles: Sequence[int]) -> tuple[float, float]:
        """How far tiles lie from their middle along and across their main direction, root mean squares in tile sizes."""
        centres = self.centres(tiles)
        along, across = np.linalg.svd(centres - centres.mean(axis=0), compute_uv=False)
        unit = np.sqrt(len(tiles)) * self.size(tiles)
        return float(along / unit), float(across / unit)

    def seat(self, tiles: Sequence[int]) -> Side:
        """Where in the photo the owner sits: the edge that the row runs along and lies nearest to."""
        x, y = (float(v) for v in self.centres(tiles).mean(axis=0) / (self.width, self.height))
        away: dict[Side, float] = {"bottom": 1 - y, "top": y, "left": x, "right": 1 - x}
        sides: tuple[Side, ...] = ("bottom", "top", "left", "right")
        if len(tiles) > 2:
            spread = np.ptp(self.centres(tiles), axis=0)
            sides = ("bottom", "top") if spread[0] >= spread[1] else ("left", "right")
        return min(sides, key=lambda side: away[side])

    @cached_property
    def room(self) -> Doubles:
        """(N,) free space between each box and the photo's edge, in pixels."""
        outline = corners_of(self.width, self.height) if self.outline is None else self.outline
        way = np.roll(outline, -1, axis=0) - outline
        inwards = np.stack([-way[:, 1], way[:, 0]], axis=1) / np.hypot(*way.T)[:, None]
        beyond = np.einsum("nce,ke->nck", corners(self.boxes), inwards) - (inwards * outline).sum(axis=1)
        return np.asarray(beyond.min(axis=(1, 2)))

    @cached_property
    def near_edge(self) -> list[bool]:
        """(N,) whether the photo ends within a tile's size of each, so that a further one may be out of it."""
        near: list[bool] = (self.room < self.sizes).tolist()
        return near

    def cut_off(self, tile: int) -> bool:
        """Whether the photo's edge runs along the tile or through it, so that more of its kind may lie beyond."""
        return bool(self.room[tile] < CUT * self.sizes[tile])

    def over(self, tile: int, tiles: Sequence[int], row: Row) -> float:
        """Free space across from a tile to those of a row beside which it lies, in tile heights.

        inf beyond the row's ends.
        """
        way, across = (
            np.array([np.cos(row.angle), np.sin(row.angle)]),
            np.array([-np.sin(row.angle), np.cos(row.angle)]),
        )
        if len(tiles) < 3:
            return np.inf
        delta = self.centres(tiles) - self.middles[tile]
        along, off = delta @ way, delta @ across
        if along.min() > 0.5 * row.pitch or along.max() < -0.5 * row.pitch:
            return np.inf
        nearest = np.abs(along).argsort()[:3]
        reach = median(self.sides[[tiles[int(k)] for k in nearest]] @ np.abs(across))
        # The box of a slanted tile is higher than the tile.
        step = median(np.hypot(*np.diff(self.centres(tiles), axis=0).T))
        height = max(reach - 2 * step * abs(way[0] * way[1]), 0.4 * reach)
        return float(np.abs(off[nearest]).mean() / height - 1.0)

    def alike(self, one: Row, other: Row) -> bool:
        """Of about the same apparent size and direction."""
        ratio = self.size(one.tiles) / self.size(other.tiles)
        turn = abs(line_turn(one.angle - other.angle))
        lone = min(len(one.tiles), len(other.tiles)) < 3
        return bool(0.7 < ratio < 1.43 and (lone or turn < np.deg2rad(12)))
