"""Boxes of one list with boxes of another, one to one."""

from __future__ import annotations

import numpy as np

from vision.detections import Floats, overlaps_between


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
