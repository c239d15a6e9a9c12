"""The set of tiles that a table plays with, learned from a few photos.

A set is a middle for each kind in the space of ``vision.yardstick``, drawn towards what the kind looks like in other
sets as long as few examples are known (nearest shrunken centroids: Tibshirani et al. 2002).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.detections import Floats
from vision.yardstick import Yardstick, distances

Indices = npt.NDArray[np.intp]


@dataclass(frozen=True)
class OwnSet:
    """``kinds`` (K, D), the middles, and of how many tiles each was made, (K,) int."""

    kinds: Floats
    examples: Indices

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """(K,) kinds seen at least once."""
        return np.asarray(self.examples > 0, np.bool_)


def learn(yardstick: Yardstick, looks: Floats, kinds: Indices) -> OwnSet:
    """A set from ``looks`` (N, TURNS, F), each tile in every quarter turn, and what they are, (N,).

    Kinds that weren't shown move with those that were: a set's ink and engraving shift them alike. Raises
    ``ValueError`` for no tile at all.
    """
    if len(kinds) == 0:
        raise ValueError("a set can't be learned from no tile")
    points = yardstick.place(looks).mean(axis=1)
    general = yardstick.kinds
    examples = np.bincount(kinds, minlength=len(general)).astype(np.intp)
    sums = np.zeros_like(general)
    np.add.at(sums, kinds, points)
    seen = examples > 0
    away = sums[seen] / examples[seen, None] - general[seen]
    shift = away.mean(axis=0) * (seen.sum() / (seen.sum() + yardstick.prior))
    middles = (sums + yardstick.prior * (general + shift)) / (examples[:, None] + yardstick.prior)
    return OwnSet(middles.astype(np.float32), examples)


def resemblance(yardstick: Yardstick, own: OwnSet, points: Floats) -> float:
    """How much nearer a photo's tiles (N, D) lie to this set than to sets in general; 0 for no tile."""
    if len(points) == 0:
        return 0.0
    general = distances(points, yardstick.kinds).min(axis=1)
    return float(np.mean(general - distances(points, own.kinds).min(axis=1)))


def middles_for(yardstick: Yardstick, own: OwnSet | None, points: Floats) -> Floats | None:
    """The set's middles where a photo's tiles show it; None where the general ones decide."""
    return own.kinds if own is not None and shows(yardstick, own, points) else None


def shows(yardstick: Yardstick, own: OwnSet, points: Floats) -> bool:
    """Whether a photo's tiles are taken for this set's; otherwise the general look decides."""
    return resemblance(yardstick, own, points) >= yardstick.alike
