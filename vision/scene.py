"""What the grouping looks at: names, boxes and rows of one photo, and a few measures over them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.tiles import BACK
from vision.detections import Floats
from vision.layout import Side
from vision.rows import Row

Block = tuple[int, ...]
"""Numbers of tiles that lie together, in reading order."""


@dataclass(frozen=True)
class Scene:
    """Names and boxes of the tiles, their rows, and the photo's size in pixels."""

    tiles: tuple[str, ...]
    boxes: Floats
    rows: tuple[Row, ...]
    width: int
    height: int

    def size(self, tiles: Iterable[int]) -> float:
        """Median apparent size (root of the box area) in pixels."""
        return float(np.median(np.sqrt(self._extent(tiles).prod(axis=1))))

    def centres(self, tiles: Iterable[int]) -> Floats:
        """(n, 2) centres."""
        box = self.boxes[list(tiles)]
        return np.asarray((box[:, :2] + box[:, 2:]) / 2, np.float32)

    def apart(self, one: Sequence[int], other: Sequence[int]) -> float:
        """Least distance of two centres, in sizes of the first."""
        delta = self.centres(one)[:, None] - self.centres(other)[None]
        return float(np.hypot(delta[..., 0], delta[..., 1]).min()) / max(self.size(one), 1e-6)

    def faces(self, tiles: Iterable[int]) -> int:
        """How many of them show a face."""
        return sum(self.tiles[i] != BACK for i in tiles)

    def unrest(self, tiles: Sequence[int]) -> float:
        """How unevenly the tiles of a row lie: spread of the boxes' shape and size, perspective taken out.

        Hands on real tables stay below 0.13, rows that happen to form in a heap of discards lie above.
        """
        if len(tiles) < 5:
            return 0.0
        extent = np.log(np.maximum(self._extent(tiles), 1e-6))
        place = np.arange(len(tiles), dtype=np.float64)
        spread = 0.0
        for values in (extent[:, 0] - extent[:, 1], extent.mean(axis=1)):
            trend = np.polyval(np.polyfit(place, values, 1), place)
            spread = max(spread, float((values - trend).std()))
        return spread

    def spread(self, tiles: Sequence[int]) -> float:
        """How far apart the tiles of a row lie: the usual step in sides of their boxes, about 1.2 where they touch."""
        if len(tiles) < 3:
            return 1.0
        step = np.abs(np.diff(self.centres(tiles), axis=0))
        side = self._extent(tiles)
        return float(np.median((step / np.maximum((side[1:] + side[:-1]) / 2, 1e-6)).max(axis=1)))

    def seat(self, tiles: Sequence[int]) -> Side:
        """Where in the photo the owner sits: the edge that the row runs along and lies nearest to."""
        x, y = (float(v) for v in self.centres(tiles).mean(axis=0) / (self.width, self.height))
        away: dict[Side, float] = {"bottom": 1 - y, "top": y, "left": x, "right": 1 - x}
        sides: tuple[Side, ...] = ("bottom", "top", "left", "right")
        if len(tiles) > 2:
            spread = np.ptp(self.centres(tiles), axis=0)
            sides = ("bottom", "top") if spread[0] >= spread[1] else ("left", "right")
        return min(sides, key=lambda side: away[side])

    def at_edge(self, tiles: Sequence[int]) -> bool:
        """Whether the photo ends within a tile's size of one of them, so that a further one may be out of it."""
        box, reach = self.boxes[list(tiles)], self.size(tiles)
        low, high = box[:, :2].min(axis=0), box[:, 2:].max(axis=0)
        return bool((low < reach).any() or (high > np.array([self.width, self.height]) - reach).any())

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
        delta = self.centres(tiles).astype(np.float64) - self.centres([tile]).astype(np.float64)
        along, off = delta @ way, delta @ across
        if along.min() > 0.5 * row.pitch or along.max() < -0.5 * row.pitch:
            return np.inf
        nearest = np.abs(along).argsort()[:3]
        reach = float(np.median(self._extent([tiles[int(k)] for k in nearest]) @ np.abs(across)))
        # The box of a slanted tile is higher than the tile.
        step = float(np.median(np.hypot(*np.diff(self.centres(tiles), axis=0).T)))
        height = max(reach - 2 * step * abs(way[0] * way[1]), 0.4 * reach)
        away = float(np.abs(off[nearest]).mean())
        return away / float(max(height, 1e-6)) - 1.0

    def alike(self, one: Row, other: Row) -> bool:
        """Of about the same apparent size and direction."""
        ratio = self.size(one.tiles) / self.size(other.tiles)
        turn = abs(np.angle(np.exp(2j * (one.angle - other.angle))) / 2)
        lone = min(len(one.tiles), len(other.tiles)) < 3
        return bool(0.7 < ratio < 1.43 and (lone or turn < np.deg2rad(12)))

    def _extent(self, tiles: Iterable[int]) -> Floats:
        box = self.boxes[list(tiles)]
        return np.asarray(box[:, 2:] - box[:, :2], np.float32)
