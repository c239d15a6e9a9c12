"""Whether a box holds a tile at all: by its score, how it looks cut out, and what lies around it.

The detector scores each box by itself. A die looks like a small 筒, the side of a lying tile like a back; between two
tiles lies a third box now and then, and a tile half in shadow scores as little as all of these. Size, shape and overlap
beside those of the boxes around it, and the features of the second look, tell them apart: a network with one hidden
layer, for faces and for backs (``zhuoji learn-presence``; the idea of rescoring boxes by their context: Hosang et al. 2017).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.detections import Detections, Floats, at_edge, distances_between, middles, overlaps, sizes

SURE = 0.5
"""Boxes that score less say nothing of their neighbours."""
NEIGHBOURS = 5
AT_EDGE = 3.0
"""Pixels from the photo's edge."""
FARTHEST = 6.0
"""How far from the usual, in standard deviations, a value counts at most."""


@dataclass(frozen=True)
class Net:
    """``hidden`` (F + G, H), ``bias`` (H,), ``out`` (H,), ``offset`` (): ReLU between, a logarithm of odds at the end."""

    hidden: Floats
    bias: Floats
    out: Floats
    offset: float

    def __call__(self, given: Floats) -> Floats:
        """(N, F + G) → (N,) probabilities."""
        odds = np.maximum(given @ self.hidden + self.bias, 0) @ self.out + self.offset
        return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))), np.float32)


@dataclass(frozen=True)
class Presence:
    """``mean`` and ``scale`` (F + G,) of the looks' and the surroundings' values; a net for faces, one for backs."""

    mean: Floats
    scale: Floats
    faces: Net
    backs: Net

    def __call__(self, found: Detections, looks: Floats, around: Floats) -> Floats:
        """(N,) how likely each of ``found`` is a tile, from its look (N, F) and ``surroundings`` (N, G)."""
        given = (np.concatenate([looks, around], axis=1) - self.mean) / self.scale
        given = np.clip(given, -FARTHEST, FARTHEST).astype(np.float32)
        return np.where(found.backs, self.backs(given), self.faces(given))


def surroundings(found: Detections, width: int, height: int) -> Floats:
    """(N, G) of each box in a photo of that size: score, overlaps, shape and size beside the near and sure boxes' own."""
    score, backs, boxes = found.confidence, found.backs, found.boxes
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 1.0).astype(np.float64)
    own = np.clip(score.astype(np.float64), 1e-3, 1 - 1e-3)
    size, shape = sizes(boxes), np.log(sides[:, 0] / sides[:, 1])
    overlap, inside = overlaps(boxes)
    np.fill_diagonal(overlap, 0)
    np.fill_diagonal(inside, 0)
    surer = score[None] > score[:, None]
    alike = backs[None] == backs[:, None]
    apart, unlike, larger = _beside(middles(boxes), size, shape, score >= SURE)
    columns = [
        np.log(own / (1 - own)),
        (overlap * surer).max(axis=1, initial=0),
        (inside * surer).max(axis=1, initial=0),
        overlap.max(axis=1, initial=0),
        (overlap * (surer & alike)).max(axis=1, initial=0),
        np.abs(shape),
        unlike,
        larger,
        larger**2,
        apart,
        at_edge(boxes, width, height, AT_EDGE),
        np.log(size / max(width, height)),
    ]
    return np.asarray(np.stack(columns, axis=1), np.float32)


def _beside(
    places: np.ndarray, size: np.ndarray, shape: np.ndarray, sure: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each box, beside the sure ones nearest to it: distance to the first in its sizes, difference in shape, in size.

    Logarithms; zeros where there is none.
    """
    apart, unlike, larger = np.zeros((3, len(places)))
    away = distances_between(places, places)
    away[:, ~sure] = np.inf
    np.fill_diagonal(away, np.inf)
    order = np.argsort(away, axis=1, kind="stable")[:, :NEIGHBOURS]
    near = np.isfinite(np.take_along_axis(away, order, axis=1))
    some = near.any(axis=1)
    if some.any():
        usual_shape, usual_size = (
            np.nanmedian(np.where(near, values[order], np.nan)[some], axis=1) for values in (shape, size)
        )
        apart[some] = np.log(np.clip(away.min(axis=1)[some] / size[some], 0.2, 10.0))
        unlike[some] = np.abs(shape[some] - usual_shape)
        larger[some] = np.log(size[some] / usual_size)
    return apart, unlike, larger
