"""Where a slanted photo's tiles lie once its rows are straight: upright boxes tell most about straight rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.detections import Detections, Floats, corners_of, distances_between, middles, paired, sizes
from vision.opencv import cv2
from vision.second_view import View
from vision.upright import Doubles, true_sides

SAME = 0.5
"""Middles this near, in sizes of the tile seen straight, are of one tile."""


@dataclass(frozen=True)
class Laid:
    """What the grouping looks at: ``boxes`` (N, 4), the size of the picture they lie in, and the (4, 2) corners of the photo there.

    ``outline``: clockwise; None where the photo's edges are the picture's.
    """

    boxes: Floats
    width: int
    height: int
    outline: Doubles | None = None


def laid_straight(boxes: Floats, width: int, height: int, view: View, seen: Detections) -> Laid:
    """The ``boxes`` of a photo of that size in its straight ``view``: as they were ``seen`` there, else as far as a slanted box tells."""
    there = cv2.invertAffineTransform(view.back)
    places = middles(boxes) @ there[:, :2].T + there[:, 2]
    extent = (boxes[:, 2:] - boxes[:, :2]).astype(np.float64) * np.sqrt(np.linalg.det(there[:, :2]))
    sides = np.stack(true_sides(extent, np.full(len(boxes), view.turn)), axis=1)
    out = np.concatenate([places - sides / 2, places + sides / 2], axis=1)
    if len(seen):
        away = distances_between(places, middles(seen.boxes)) / sizes(seen.boxes)
        for i, k in paired(away, SAME).items():
            out[i] = seen.boxes[k]
    frame = corners_of(width, height) @ there[:, :2].T + there[:, 2]
    return Laid(out.astype(np.float32), view.photo.width, view.photo.height, frame)
