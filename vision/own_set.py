"""The set of tiles that a table plays with, learned from a few photos.

A set is a middle for each kind in the space of ``vision.yardstick``, drawn towards what the kind looks like in other
sets as long as few examples are known (nearest shrunken centroids: Tibshirani et al. 2002).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.detections import Floats
from vision.image import Rgb
from vision.prints import Indices, Print, Prints
from vision.yardstick import Yardstick, distances


@dataclass(frozen=True)
class OwnSet:
    """``kinds`` (K, D), the middles, of how many tiles each was made, (K,) int, and those tiles' prints."""

    kinds: Floats
    examples: Indices
    prints: Prints

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """(K,) kinds seen at least once."""
        return np.asarray(self.examples > 0, np.bool_)


def learn(yardstick: Yardstick, looks: Floats, kinds: Indices, prints: Sequence[Print]) -> OwnSet:
    """A set from ``looks`` (N, TURNS, F), each tile in every quarter turn, what they are, (N,), and their prints.

    Kinds that weren't shown move with those that were: a set's ink and engraving shift them alike. Raises
    ``ValueError`` for no tile at all.
    """
    if len(kinds) == 0:
        raise ValueError("a set can't be learned from no tile")
    turned = yardstick.place(looks)
    points = turned.mean(axis=1)
    general = yardstick.kinds
    examples = np.bincount(kinds, minlength=len(general)).astype(np.intp)
    sums = np.zeros_like(general)
    np.add.at(sums, kinds, points)
    seen = examples > 0
    away = sums[seen] / examples[seen, None] - general[seen]
    shift = away.mean(axis=0) * (seen.sum() / (seen.sum() + yardstick.prior))
    middles = (sums + yardstick.prior * (general + shift)) / (examples[:, None] + yardstick.prior)
    return OwnSet(middles.astype(np.float32), examples, Prints(tuple(prints), kinds, turned[:, 0]))


def read_with(
    yardstick: Yardstick, own: OwnSet | None, scores: Floats, points: Floats, pictures: Sequence[Rgb]
) -> tuple[Floats, bool]:
    """The detector's (N, K) scores of one photo's tiles with the second look's opinion, and whether they are the set's.

    ``points`` (N, D) are the tiles' looks, ``pictures`` what was looked at. Without a set, or where the photo doesn't show
    it, the general middles decide. Its prints count there, too, where they fit: makers draw 二万 and 三万 much alike.
    """
    if own is None:
        return yardstick.blend(scores, points), False
    mine = shows(yardstick, own, points)
    mixed = yardstick.blend(scores, points, own.kinds if mine else None)
    return own.prints.weigh(mixed, points, pictures), mine


def resemblance(yardstick: Yardstick, own: OwnSet, points: Floats) -> float:
    """How much nearer a photo's tiles (N, D) lie to this set than to sets in general; 0 for no tile."""
    if len(points) == 0:
        return 0.0
    general = distances(points, yardstick.kinds).min(axis=1)
    return float(np.mean(general - distances(points, own.kinds).min(axis=1)))


def shows(yardstick: Yardstick, own: OwnSet, points: Floats) -> bool:
    """Whether a photo's tiles are taken for this set's; otherwise the general look decides."""
    return resemblance(yardstick, own, points) >= yardstick.alike
