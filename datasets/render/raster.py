"""Filling polygons with subpixel corners."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
SHIFT = 4  # bits of subpixel in polygon corners


def fixed(points: Points) -> npt.NDArray[np.int32]:
    """Pixels → OpenCV's fixed point."""
    return np.asarray((np.clip(points, -30000, 30000) * (1 << SHIFT)).round(), np.int32)


def fill(canvas: Image, points: Points, colour: Points) -> None:
    """A convex polygon (N, 2) in BGR."""
    b, g, r = np.clip(colour, 0, 255).tolist()
    cv2.fillConvexPoly(canvas, fixed(points), (b, g, r), cv2.LINE_AA, SHIFT)


def erase(ids: npt.NDArray[np.int16], points: Points) -> None:
    """Nobody's face is seen within the convex hull of ``points``."""
    cv2.fillConvexPoly(ids, cv2.convexHull(fixed(points))[:, 0], 0, cv2.LINE_8, SHIFT)
