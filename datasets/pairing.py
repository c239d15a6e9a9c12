"""How far boxes overlap, and boxes of one list with boxes of another, one to one."""

from __future__ import annotations

import numpy as np

from datasets.importing import Box
from vision.detections import Floats, overlaps_between


def iou(a: Box, b: Box) -> float:
    """Intersection over union of two boxes x1 y1 x2 y2; many at once: ``vision.detections.overlaps``."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared)


def best_pairs(some: Floats, others: Floats, least: float) -> list[tuple[int, int]]:
    """(i, k) of boxes (N, 4) and (M, 4) that overlap by ``least`` of their union, the best first, each box once."""
    out: list[tuple[int, int]] = []
    if not len(some) or not len(others):
        return out
    overlap = overlaps_between(some, others)
    for flat in np.argsort(-overlap, axis=None):
        i, k = divmod(int(flat), len(others))
        if overlap[i, k] < least:
            break
        if all(i != a and k != b for a, b in out):
            out.append((i, k))
    return out
