"""Painting over tiles that nobody labelled, so that training doesn't learn them as background."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from datasets.importing import Label
from vision.opencv import cv2

Picture = npt.NDArray[np.uint8]

GREY = 114
MARGIN = 0.35
"""How much of a tile's size is kept around the hull of the labels: body and shadow of the outer ones."""


def paint_masks(
    picture: Picture, masks: Sequence[tuple[int, int, int, int]], labels: Sequence[Label]
) -> Picture:
    """Grey over ``masks`` (pixels x1 y1 x2 y2), the labelled boxes kept as they are."""
    out = picture.copy()
    height, width = picture.shape[:2]
    for x1, y1, x2, y2 in masks:
        out[max(0, y1) : y2, max(0, x1) : x2] = GREY
    for label in labels:
        x1, y1, x2, y2 = _pixels(label, width, height)
        out[y1:y2, x1:x2] = picture[y1:y2, x1:x2]
    return out


def cut_to_hull(picture: Picture, labels: Sequence[Label]) -> Picture:
    """Grey outside the convex hull of the labels and a margin around it; all grey without labels."""
    height, width = picture.shape[:2]
    keep = np.zeros((height, width), np.uint8)
    if labels:
        boxes = np.array([label.pixels(width, height) for label in labels])
        sizes = np.sqrt((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]))
        margin = MARGIN * float(np.median(sizes))
        x1, y1, x2, y2 = (boxes + np.array([-margin, -margin, margin, margin])).T
        corners = np.concatenate([np.stack(p, axis=1) for p in ((x1, y1), (x2, y1), (x2, y2), (x1, y2))])
        hull = cv2.convexHull(np.round(corners).astype(np.int32))
        cv2.fillConvexPoly(keep, hull, 1)
    out = picture.copy()
    out[keep == 0] = GREY
    return out


def _pixels(label: Label, width: int, height: int) -> tuple[int, int, int, int]:
    x1, y1, x2, y2 = label.pixels(width, height)
    return max(0, round(x1)), max(0, round(y1)), min(width, round(x2)), min(height, round(y2))
