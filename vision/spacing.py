"""Free spaces in a row of tiles, perspective taken out. Pure numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]
STEEPEST = 0.05  # steps may shrink this much faster or slower than the tiles' sizes, in logarithms a tile
LEVEL = 0.35  # most steps are between touching tiles: this quantile of them is the usual one


def main_axis(points: Doubles) -> float:
    """Angle of the principal axis of (n, 2) points, in (-π/2, π/2]; an SVD takes thirty times as long."""
    x, y = points.T
    x, y = x - x.sum() / len(x), y - y.sum() / len(y)
    return float(np.arctan2(2 * (x @ y), x @ x - y @ y)) / 2


def spacing(centres: Doubles, sizes: Doubles) -> tuple[float, ...]:
    """Space after each tile but the last, in tile widths: 0 where they touch. ``centres`` (n, 2) in order."""
    if len(centres) < 2:
        return ()
    steps = np.empty(len(centres) - 1)
    for k in range(len(steps)):
        around = centres[max(0, k - 3) : k + 5]
        if len(around) > 2:
            angle = main_axis(around)
            dx, dy = centres[k + 1] - centres[k]
            steps[k] = abs(dx * np.cos(angle) + dy * np.sin(angle))
        else:
            steps[k] = np.hypot(*(centres[k + 1] - centres[k]))
    steps = np.maximum(steps, 1e-3)
    return tuple(float(v) for v in steps / _usual(steps, sizes) - 1)


def _usual(steps: Doubles, sizes: Doubles) -> Doubles:
    """The step between touching tiles along the row: exponential, as perspective nearly makes it."""
    logs = np.log(steps)
    if len(logs) < 4:
        return np.full(len(logs), float(np.exp(logs.min())))
    place = np.arange(len(logs), dtype=np.float64)
    # The tiles' own sizes say how fast they shrink, however the gaps lie.
    lean = float(np.polyfit(np.arange(len(sizes), dtype=np.float64), np.log(sizes), 1)[0])
    slopes = [lean]
    for span in (3, 5, 8):
        slopes += [float(v) for v in (logs[span:] - logs[:-span]) / span]
    best, found = np.inf, (lean, 0.0)
    for slope in slopes:
        if abs(slope - lean) > STEEPEST:
            continue
        level = logs - slope * place
        base = float(np.quantile(level, LEVEL))
        miss = float(np.minimum(np.abs(level - base), 0.15).sum()) + 2 * abs(slope - lean)
        if miss < best:
            best, found = miss, (slope, base)
    return np.asarray(np.exp(found[0] * place + found[1]))
