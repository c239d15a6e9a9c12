"""A second look at tiles that were found: each cut out, all at one size on one sheet, as feature vectors.

In the photo a tile's features depend on its size and on where it lies in the network's grid. On the sheet every tile
is as large as the others and centred alike, so that two tiles of one kind look alike to the network too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.detections import Floats
from vision.image import Rgb
from vision.letterbox import PAD_GREY
from vision.opencv import cv2

CELL = 96
"""Side of a tile's place on the sheet; a multiple of the largest stride, so that all places are alike."""
TILE = 56
"""Its long side there: what the network reads best."""
MARGIN = 0.12
"""Of the long side, seen around the box: the tile's own edge, little of its neighbours."""
MOST_CELLS = 36
"""Tiles on one sheet; more of them go on further sheets of at most 576 × 576."""
STRIDES = (8, 16, 32)


@dataclass(frozen=True)
class Sheet:
    """``image`` (H, W, 3) uint8 with ``count`` tiles, row by row."""

    image: Rgb
    count: int

    @property
    def columns(self) -> int:
        """Places in a row."""
        return int(self.image.shape[1]) // CELL


def sheets(pixels: Rgb, boxes: Floats) -> list[Sheet]:
    """The tiles at ``boxes`` (N, 4) of ``pixels``, as they lie in the photo."""
    out = []
    for first in range(0, len(boxes), MOST_CELLS):
        part = boxes[first : first + MOST_CELLS]
        columns = int(np.ceil(np.sqrt(len(part))))
        rows = -(-len(part) // columns)
        image = np.full((rows * CELL, columns * CELL, 3), PAD_GREY, np.uint8)
        for k, box in enumerate(part):
            tile = _cut(pixels, box)
            height, width = tile.shape[:2]
            top = k // columns * CELL + (CELL - height) // 2
            left = k % columns * CELL + (CELL - width) // 2
            image[top : top + height, left : left + width] = tile
        out.append(Sheet(image, len(part)))
    return out


def pictures(some: Sequence[Sheet]) -> list[Rgb]:
    """One (CELL, CELL, 3) picture a tile, in the sheets' order."""
    out = []
    for sheet in some:
        for k in range(sheet.count):
            y, x = (CELL * v for v in divmod(k, sheet.columns))
            out.append(sheet.image[y : y + CELL, x : x + CELL])
    return out


def turned(sheet: Sheet, times: int) -> Sheet:
    """The same tiles, each turned in its place by ``times`` × 90° counterclockwise."""
    rows, columns = sheet.image.shape[0] // CELL, sheet.columns
    cells = sheet.image.reshape(rows, CELL, columns, CELL, 3)
    return Sheet(
        np.ascontiguousarray(np.rot90(cells, times, axes=(1, 3)).reshape(sheet.image.shape)), sheet.count
    )


def _cut(pixels: Rgb, box: Floats) -> Rgb:
    """The tile with a little around it, its box's long side ``TILE`` pixels; what lies beyond the photo is grey."""
    x1, y1, x2, y2 = (float(v) for v in box)
    long_side = max(x2 - x1, y2 - y1, 1.0)
    around = MARGIN * long_side
    left, top = int(np.floor(x1 - around)), int(np.floor(y1 - around))
    right, bottom = int(np.ceil(x2 + around)), int(np.ceil(y2 + around))
    height, width = pixels.shape[:2]
    inside = pixels[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    edges = max(0, -top), max(0, bottom - height), max(0, -left), max(0, right - width)
    if inside.size == 0:
        inside, edges = np.full((1, 1, 3), PAD_GREY, np.uint8), (0, 0, 0, 0)
    if any(edges):
        inside = cv2.copyMakeBorder(inside, *edges, cv2.BORDER_CONSTANT, value=(PAD_GREY,) * 3)
    scale = TILE / long_side
    size = tuple(min(CELL, max(1, round(side * scale))) for side in (right - left, bottom - top))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(inside, size, interpolation=way), np.uint8)


def vectors(sheet: Sheet, features: Floats) -> Floats:
    """(count, 3 F) features at the middle of each tile, scale by scale, from the network's (F, anchors) of the sheet."""
    height, width = sheet.image.shape[:2]
    parts, first = [], 0
    for stride in STRIDES:
        rows, columns = height // stride, width // stride
        plane = features[:, first : first + rows * columns].reshape(len(features), rows, columns)
        first += rows * columns
        per = CELL // stride
        # An odd number of columns in a place has one in the middle, an even number four around it.
        low, high = (per - 1) // 2, per // 2 + 1
        cells = plane.reshape(len(features), rows // per, per, columns // per, per)
        middle = cells[:, :, low:high, :, low:high].mean(axis=(2, 4))
        parts.append(middle.reshape(len(features), -1)[:, : sheet.count])
    return np.ascontiguousarray(np.concatenate(parts).T, np.float32)
