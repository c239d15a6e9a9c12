"""The set of tiles that a table plays with, learned from a few photos, blended with what the detector says.

Everything happens in the space of ``Yardstick``: features of ``vision.looks``, whitened so that tiles of one kind and
one set scatter by about 1 in every direction. A set's kinds are prototypes there, one for each quarter turn, drawn
towards what kinds look like in other sets as long as few examples are known (shrinkage; Ledoit & Wolf 2004 for the
idea, nearest shrunken centroids: Tibshirani et al. 2002).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.detections import Floats

TURNS = 4
Indices = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Yardstick:
    """How tiles look in general, measured on many sets.

    ``mean`` (F,) and ``whiten`` (F, D) map features to the space; ``kinds`` (K, TURNS, D) are the kinds' middles over all
    sets. The rest was chosen on sets the detector had not seen: ``prior``, how many examples the general look counts
    for; ``near`` and ``trust``, the weights of the set's and of the detector's opinion; ``alike``, from which
    resemblance on a photo is taken to show the set.
    """

    mean: Floats
    whiten: Floats
    kinds: Floats
    prior: float
    near: float
    trust: float
    alike: float

    def place(self, looks: Floats) -> Floats:
        """Features (…, F) → points (…, D)."""
        return np.asarray((looks - self.mean) @ self.whiten, np.float32)


@dataclass(frozen=True)
class OwnSet:
    """``prototypes`` (K, TURNS, D), and of how many examples each kind was made, (K,) int."""

    prototypes: Floats
    examples: Indices

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """(K,) kinds seen at least once."""
        return np.asarray(self.examples > 0, np.bool_)


def learn(yardstick: Yardstick, looks: Floats, kinds: Indices) -> OwnSet:
    """A set from ``looks`` (N, TURNS, F), each tile turned by 0-3 quarter turns, and what they are, (N,).

    Kinds that weren't shown move with those that were: a set's ink and engraving shift them alike. Raises
    ``ValueError`` for no tile at all.
    """
    if len(kinds) == 0:
        raise ValueError("a set can't be learned from no tile")
    points = yardstick.place(looks)
    general = yardstick.kinds
    examples = np.bincount(kinds, minlength=len(general)).astype(np.intp)
    sums = np.zeros_like(general)
    np.add.at(sums, kinds, points)
    seen = examples > 0
    means = sums[seen] / examples[seen, None, None]
    away = means - general[seen]
    shift = away.mean(axis=0) * (seen.sum() / (seen.sum() + yardstick.prior))
    expected = general + shift
    prototypes = (sums + yardstick.prior * expected) / (examples[:, None, None] + yardstick.prior)
    return OwnSet(prototypes.astype(np.float32), examples)


def distances(points: Floats, prototypes: Floats) -> Floats:
    """(N, K) squared distance of each point to the nearest turn of each kind, a dimension: about 1 for its own."""
    flat = prototypes.reshape(-1, prototypes.shape[-1])
    squares = (points**2).sum(axis=1)[:, None] + (flat**2).sum(axis=1) - 2 * points @ flat.T
    nearest = squares.reshape(len(points), *prototypes.shape[:2]).min(axis=2)
    return np.asarray(np.clip(nearest, 0, None) / points.shape[1], np.float32)


def resemblance(yardstick: Yardstick, own: OwnSet, looks: Floats) -> float:
    """How much nearer the tiles (N, F) of a photo lie to this set than to sets in general; 0 for no tile."""
    if len(looks) == 0:
        return 0.0
    points = yardstick.place(looks)
    general = distances(points, yardstick.kinds).min(axis=1)
    return float(np.mean(general - distances(points, own.prototypes).min(axis=1)))


def blend(yardstick: Yardstick, own: OwnSet, scores: Floats, looks: Floats) -> Floats:
    """The detector's (N, K) scores with the set's opinion of (N, F) looks; rows add up to 1.

    The logarithms are added, each weighted by how reliable it was measured to be.
    """
    detector = np.log(np.clip(scores, 1e-4, 1))
    near = -distances(yardstick.place(looks), own.prototypes)
    together = yardstick.trust * detector + yardstick.near * near
    together -= together.max(axis=1, keepdims=True)
    weights = np.exp(together)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)


def reread(yardstick: Yardstick, own: OwnSet, scores: Floats, looks: Floats) -> Floats | None:
    """``blend``, or None where the photo doesn't show this set: the detector alone decides then."""
    if resemblance(yardstick, own, looks) < yardstick.alike:
        return None
    return blend(yardstick, own, scores, looks)
