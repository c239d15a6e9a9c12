"""Free spaces in a row of tiles, perspective taken out. Pure numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]
STEEPEST = 0.05  # steps may shrink this much faster or slower than the tiles' sizes, in logarithms a tile
LEVEL = 0.35  # most steps are between touching tiles: this quantile of them is the usual one


def median(values: Doubles) -> float:
    """NumPy's own takes ten times as long for a few values."""
    ordered = sorted(values.tolist())
    half = len(ordered) // 2
    return float(ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2)


def quantile(values: Sequence[float], share: float) -> float:
    """Between the nearest two of them, as NumPy's, which takes twenty times as long for a few values."""
    ordered = sorted(values)
    low, rest = divmod(share * (len(ordered) - 1), 1)
    at = int(low)
    return ordered[at] + rest * (ordered[min(at + 1, len(ordered) - 1)] - ordered[at])


def trend(values: Doubles) -> float:
    """Least-squares slope of values at 0, 1, 2, …; at least two."""
    place = np.arange(len(values)) - (len(values) - 1) / 2
    return float(place @ values / (place @ place))


def straight(x: Doubles, y: Doubles) -> Doubles:
    """The least-squares line through (x, y), at each x; a level one where all x are equal. NumPy's fit takes ten times as long."""
    middle, level = x.sum() / len(x), y.sum() / len(y)
    away = x - middle
    spread = away @ away
    slope = away @ y / spread if spread > 0 else 0.0
    return np.asarray(level + slope * away)


def main_axis(points: Doubles) -> float:
    """Angle of the principal axis of (n, 2) points, in (-π/2, π/2]; an SVD takes thirty times as long."""
    away = points - points.sum(axis=0) / len(points)
    (xx, xy), (_, yy) = (away.T @ away).tolist()
    return atan2(2 * xy, xx - yy) / 2


def spacing(centres: Doubles, sizes: Doubles) -> tuple[float, ...]:
    """Space after each tile but the last, in tile widths: 0 where they touch. ``centres`` (n, 2) in order."""
    if len(centres) < 2:
        return ()
    # Each step is measured along the row there: between the ends of the seven tiles around it.
    place = np.arange(len(centres) - 1)
    chord = centres[np.minimum(place + 4, len(centres) - 1)] - centres[np.maximum(place - 3, 0)]
    chord /= np.maximum(np.hypot(chord[:, 0], chord[:, 1]), 1e-9)[:, None]
    steps = np.abs((np.diff(centres, axis=0) * chord).sum(axis=1))
    steps = np.maximum(steps, 1e-3)
    return tuple(float(v) for v in steps / _usual(steps, sizes) - 1)


def _usual(steps: Doubles, sizes: Doubles) -> Doubles:
    """The step between touching tiles along the row: exponential, as perspective nearly makes it."""
    logs = np.log(steps)
    if len(logs) < 4:
        return np.full(len(logs), float(np.exp(logs.min())))
    place = np.arange(len(logs), dtype=np.float64)
    # The tiles' own sizes say how fast they shrink, however the gaps lie.
    lean = trend(np.log(sizes))
    slopes = np.concatenate([[lean], *((logs[span:] - logs[:-span]) / span for span in (3, 5, 8))])
    slopes = slopes[np.abs(slopes - lean) <= STEEPEST]
    level = logs - slopes[:, None] * place
    base = np.sort(level, axis=1)[:, int(LEVEL * (len(logs) - 1))]
    miss = np.minimum(np.abs(level - base[:, None]), 0.15).sum(axis=1) + 2 * np.abs(slopes - lean)
    best = int(miss.argmin())
    return np.asarray(np.exp(slopes[best] * place + base[best]))
