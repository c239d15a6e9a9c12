"""How tiles look to the network, and which kind a look is: the second opinion on each tile (SPEC 4).

A tile cut out and shown at one size (``vision.looks``) gives features. Whitened, so that tiles of one kind and one set
scatter by about 1 in every direction, the nearest of the kinds' middles is the likeliest kind (linear discriminant
analysis, Fisher 1936). The detector, which has to find tiles of all sizes, and this look err on different tiles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.detections import Floats


@dataclass(frozen=True)
class Yardstick:
    """The space of looks, measured on many sets.

    ``mean`` (F,) and ``whiten`` (F, D) map features to it; ``kinds`` (K, D) are the kinds' middles over all sets, far away
    for a kind that no photo showed. ``near`` and ``trust`` weigh the look's and the detector's opinion; at the distance
    ``unlike`` from every kind a tile is as likely none of them, so that unknown designs are doubted. ``prior`` and
    ``alike`` are ``vision.own_set``'s: how many tiles of one set the general look counts for, and from which
    resemblance on a photo is taken to show a set.
    """

    mean: Floats
    whiten: Floats
    kinds: Floats
    near: float
    trust: float
    unlike: float
    prior: float
    alike: float

    def place(self, looks: Floats) -> Floats:
        """Features (…, F) → points (…, D)."""
        return np.asarray((looks - self.mean) @ self.whiten, np.float32)

    def blend(self, scores: Floats, points: Floats, kinds: Floats | None = None) -> Floats:
        """The detector's (N, K) scores and what (N, D) points are nearest to; rows add up to 1 less the share of "none".

        Logarithms are added, each weighted by how reliable it was measured to be. ``kinds`` instead of the general middles
        are a set's own.
        """
        near = distances(points, self.kinds if kinds is None else kinds)
        together = self.trust * np.log(np.clip(scores, 1e-4, 1)) - self.near * near
        most = together.max(axis=1, keepdims=True)
        weights = np.exp(together - most)
        none = np.exp(np.minimum(-self.near * self.unlike - most, 60.0))
        return np.asarray(weights / (weights.sum(axis=1, keepdims=True) + none), np.float32)


def distances(points: Floats, kinds: Floats) -> Floats:
    """(N, K) squared distance of each point to each kind's middle, a dimension: about 1 for a tile's own kind."""
    squares = (points**2).sum(axis=1)[:, None] + (kinds**2).sum(axis=1) - 2 * points @ kinds.T
    return np.asarray(np.clip(squares, 0, None) / points.shape[1], np.float32)
