"""What an upright box tells about the turned tile in it: its sides along and across its row. Pure geometry."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]
Angle = TypeVar("Angle", float, Doubles)

ASPECT = 1.35  # a tile's height over its width
ASKEW = 0.55  # cos² - sin² below this, near 45°: the box tells only the sum of both sides


def true_sides(extent: Doubles, angle: Doubles) -> tuple[Doubles, Doubles]:
    """(N,) sides along and across the direction ``angle`` of the tiles inside (N, 2) upright boxes."""
    cos, sin = np.abs(np.cos(angle)), np.abs(np.sin(angle))
    width, height = extent.T
    det = cos * cos - sin * sin
    safe = np.where(np.abs(det) < ASKEW, np.inf, det)
    along = (width * cos - height * sin) / safe
    across = (height * cos - width * sin) / safe
    # Near 45° take the usual shape, standing in its row.
    guess = (width + height) / ((cos + sin) * (1 + ASPECT))
    plain = (along > 0.5 * guess) & (across > 0.4 * guess)
    return np.where(plain, along, guess), np.where(plain, across, ASPECT * guess)


def line_turn(angle: Angle) -> Angle:
    """Angles between undirected lines, in [-π/2, π/2): half a turn is none."""
    # A remainder takes ten times as long.
    half_turns: Angle = np.floor(angle / np.pi + 0.5)
    return angle - np.pi * half_turns
