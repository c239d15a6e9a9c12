"""The second pass over a photo whose tiles are small: overlapping windows, each tile counted once (SPEC 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vision.detections import Detections, concatenate, overlaps
from vision.detector import DIM
from vision.image import Photo, Rgb
from vision.letterbox import Letterbox
from vision.opencv import cv2

SMALL = 26.0
"""Tiles whose short side is less, in pixels of the network's input, call for a second pass: 1/25 of it."""
WANTED = 40.0
"""The short side that the second pass aims at, where the photo has the pixels for it."""
QUANTILE = 0.3
"""Which tile's short side is looked at, counted from the smallest."""
OVERLAP = 112
"""Pixels that two windows share: more than a tile's long side, so that one of them sees it whole."""
SLACK = 10.0
"""A tile may lie this far beyond a window's own part and still be kept; the neighbour's twin is merged."""
MOST_WINDOWS = 20
BLANK_SCALE = 3.0
"""Enlargement to try when the first pass found nothing at all."""

Detect = Callable[[Rgb, Letterbox], Detections]


@dataclass(frozen=True)
class Window:
    """A part of the enlarged photo: x1 y1 x2 y2, and ``own``, the part that no other window owns."""

    x1: int
    y1: int
    x2: int
    y2: int
    own: tuple[float, float, float, float]


def windows(width: int, height: int, size: int, overlap: int = OVERLAP) -> list[Window]:
    """Windows of at most ``size`` that cover the photo; their own parts cover it without overlap."""
    across, down = _spans(width, size, overlap), _spans(height, size, overlap)
    return [
        Window(x1, y1, x2, y2, (ox1, oy1, ox2, oy2))
        for y1, y2, oy1, oy2 in down
        for x1, x2, ox1, ox2 in across
    ]


def _spans(length: int, size: int, overlap: int) -> list[tuple[int, int, float, float]]:
    if length <= size:
        return [(0, length, -np.inf, np.inf)]
    n = -(-(length - overlap) // (size - overlap))
    starts = [round(k * (length - size) / (n - 1)) for k in range(n)]
    # The seam lies in the middle of what two neighbours share.
    seams = [(a + size + b) / 2 for a, b in pairwise(starts)]
    edges = [-np.inf, *seams, np.inf]
    return [(start, start + size, edges[k], edges[k + 1]) for k, start in enumerate(starts)]


def enlargement(first: Detections, box: Letterbox) -> float:
    """How much larger than the network's input the second pass must see the photo; 1 or less: no need."""
    own = 1 / max(box.scale)  # beyond this there are no more pixels
    if len(first):
        # The smaller tiles decide: of those the first pass has missed the most.
        small = float(np.quantile(first.short_sides, QUANTILE)) * max(box.scale)
        if small >= SMALL:
            return 1.0
        wanted = WANTED / max(small, 1.0)
    else:
        wanted = BLANK_SCALE
    long_side = max(box.inner_width, box.inner_height)
    short_side = min(box.inner_width, box.inner_height)
    step = long_side - OVERLAP
    # As many windows as allowed, whatever the shape.
    most = np.sqrt(MOST_WINDOWS * step * step / (long_side * short_side))
    return float(min(wanted, own, most))


def second_pass(detect: Detect, photo: Photo, first: Detections, box: Letterbox) -> Detections:
    """The first pass's tiles, or better ones where they are small. Boxes in pixels of the photo."""
    times = enlargement(first[first.confidence >= DIM], box)
    if times < 1.25:
        return first
    size = max(box.input_width, box.input_height)
    width, height = round(box.inner_width * times), round(box.inner_height * times)
    pixels = photo.rgb(max(width, height))
    if (pixels.shape[1], pixels.shape[0]) != (width, height):
        way = cv2.INTER_AREA if pixels.shape[1] > width else cv2.INTER_LINEAR
        pixels = cv2.resize(pixels, (width, height), interpolation=way)
    to_photo = photo.width / width, photo.height / height
    parts = [Detections.empty(first.scores.shape[1])]
    for window in windows(width, height, size):
        part = pixels[window.y1 : window.y2, window.x1 : window.x2]
        seen = detect(part, Letterbox.fit(part.shape[1], part.shape[0], size))
        parts.append(own_tiles(seen.moved(window.x1, window.y1), window, width, height))
    return combine(first, concatenate(parts).scaled(*to_photo), OVERLAP * max(to_photo))


def own_tiles(seen: Detections, window: Window, width: int, height: int) -> Detections:
    """The tiles that a window sees whole and that lie in its own part, give or take ``SLACK``."""
    x1, y1, x2, y2 = seen.boxes.T
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    left, top, right, bottom = window.own
    mine = (x > left - SLACK) & (x < right + SLACK) & (y > top - SLACK) & (y < bottom + SLACK)
    # A tile at a window's edge inside the photo is cut: the neighbour sees it whole.
    cut = ((x1 < window.x1 + 2) & (window.x1 > 0)) | ((x2 > window.x2 - 2) & (window.x2 < width))
    cut |= ((y1 < window.y1 + 2) & (window.y1 > 0)) | ((y2 > window.y2 - 2) & (window.y2 < height))
    return seen[mine & ~cut]


def combine(first: Detections, second: Detections, overlap: float) -> Detections:
    """Large tiles from the first pass, since windows may have cut them; all others from the second."""
    sides = first.boxes[:, 2:] - first.boxes[:, :2]
    large = first[sides.max(axis=1, initial=0) > 0.9 * overlap]
    if len(large) and len(second):
        both = concatenate([large, second])
        _, inside = overlaps(both.boxes)
        second = second[inside[len(large) :, : len(large)].max(axis=1) < 0.5]
    return concatenate([large, second]).merged()
