"""Does a score of 0.9 mean right nine times in ten: reliability, expected calibration error, thresholds of doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets.evaluate.matching import PhotoScore

BINS = 10
WANTED = (0.005, 0.01, 0.02, 0.05, 0.10)
"""Shares of right tiles one may flag; the table says what share of the wrong ones that catches."""


@dataclass(frozen=True)
class Bin:
    """Read tiles with a score in [low, high): how many, their mean score, the share that is right."""

    low: float
    high: float
    count: int
    confidence: float
    right: float


@dataclass(frozen=True)
class Calibration:
    """``ece``: expected calibration error; ``doubts``: (flagged of right, threshold, flagged of wrong)."""

    tiles: int
    bins: tuple[Bin, ...]
    ece: float
    doubts: tuple[tuple[float, float, float], ...]


def outcomes(scores: Sequence[PhotoScore]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Score and rightness of every read tile; in partial photos those without a label are unknown, left out."""
    confidence, right = [], []
    for photo in scores:
        for one in photo.found:
            if one.read is not None:
                confidence.append(one.read.confidence)
                right.append(one.right)
        if not photo.partial:
            confidence += [read.confidence for read in photo.unmatched]
            right += [False] * len(photo.unmatched)
    return np.array(confidence, np.float64), np.array(right, np.bool_)


def calibrate(scores: Sequence[PhotoScore]) -> Calibration:
    """Reliability over ``BINS`` equal bins, and what a plain threshold on the score would flag."""
    confidence, right = outcomes(scores)
    n = len(confidence)
    place = np.clip((confidence * BINS).astype(int), 0, BINS - 1)
    bins = []
    for k in range(BINS):
        inside = place == k
        count = int(inside.sum())
        if count:
            mean, share = float(confidence[inside].mean()), float(right[inside].mean())
            bins.append(Bin(k / BINS, (k + 1) / BINS, count, mean, share))
    ece = sum(b.count * abs(b.confidence - b.right) for b in bins) / n if n else 0.0
    return Calibration(n, tuple(bins), ece, _doubts(confidence, right))


def _doubts(
    confidence: npt.NDArray[np.float64], right: npt.NDArray[np.bool_]
) -> tuple[tuple[float, float, float], ...]:
    good, bad = confidence[right], confidence[~right]
    if not len(good) or not len(bad):
        return ()
    out = []
    for share in WANTED:
        threshold = float(np.quantile(good, share))
        out.append((float((good < threshold).mean()), threshold, float((bad < threshold).mean())))
    return tuple(out)
