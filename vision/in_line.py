"""Faint tiles that continue a row: tiles lie side by side, so what lies one step on, or in a gap of one, is likely a tile."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.detections import Detections, middles, overlaps, sizes

Mask = npt.NDArray[np.bool_]

NEAR = 1.6
"""The row's next tile lies within so many tile sizes."""
OFF = 0.25
"""And so much of the step off the place where the row wants it, at most."""
SMALLER, LARGER = 0.65, 1.5
"""How much smaller or larger the row's tiles may be."""
FREE = 0.3
"""A tile that overlaps a kept one by more is the same one seen twice, or its side."""
ROUNDS = 3
"""A tile that was let in lets in the next."""


def continued(found: Detections, kept: Mask) -> Mask:
    """(N,) the ``kept`` tiles, and those that continue a row of two of them, faces a row of faces, backs one of backs."""
    kept = kept.copy()
    places = middles(found.boxes)
    large = sizes(found.boxes)
    backs = found.backs
    overlap, _ = overlaps(found.boxes)
    for _ in range(ROUNDS):
        free = ~kept & (np.max(overlap, axis=1, where=kept[None], initial=0) <= FREE)
        more = [
            i for i in np.flatnonzero(free) if _in_line(int(i), places, large, kept & (backs == backs[i]))
        ]
        if not more:
            break
        kept[more] = True
    return kept


def _in_line(i: int, places: npt.NDArray[np.float64], large: npt.NDArray[np.float64], row: Mask) -> bool:
    alike = places[row & (large > SMALLER * large[i]) & (large < LARGER * large[i])]
    steps = places[i] - alike
    long = np.hypot(*steps.T)
    for place, step, length in zip(alike, steps, long, strict=True):
        if length < NEAR * large[i]:
            # The row's other tile lies before this neighbour, or on the far side of the gap.
            for wanted in (place - step, places[i] + step):
                if np.hypot(*(alike - wanted).T).min() < OFF * length:
                    return True
    return False
