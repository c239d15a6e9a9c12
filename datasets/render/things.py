"""What else lies on the table: cuboids (dice, phones, racks) and cylinders (cups, chips)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.geometry import Array, Camera, turn_z
from datasets.render.light import Light
from datasets.render.painter import SHIFT, fixed
from datasets.render.pieces import Thing

Image = npt.NDArray[np.uint8]


def put(canvas: Image, camera: Camera, things: Sequence[Thing], light: Light) -> None:
    """Draw all things, farthest first, below the tiles (they must stand clear of them)."""
    eye = camera.position[:2]
    for thing in sorted(things, key=lambda t: -math.dist(t.centre, eye)):
        ring = _ring(thing)
        low, depth = camera.project(np.concatenate([ring, np.zeros((len(ring), 1))], axis=1))
        high, _ = camera.project(np.concatenate([ring, np.full((len(ring), 1), thing.size[2])], axis=1))
        if depth.min() < 30:
            continue
        colour = np.array(thing.colour)
        count = len(ring)
        for i in range(count):
            j = (i + 1) % count
            out = ring[i] + ring[j] - 2 * np.array(thing.centre)
            normal = np.array([out[0], out[1], 0.0]) / max(1e-6, math.hypot(*out))
            if normal[:2] @ (eye - ring[i]) <= 0:
                continue
            quad = np.array([low[i], low[j], high[j], high[i]])
            _fill(canvas, quad, colour * float(light.shade(normal, normal)[0]) * 0.9)
        _fill(
            canvas, high, colour * float(light.shade(np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.0, 1.0]))[0])
        )


def _ring(thing: Thing) -> Array:
    w, d, _ = thing.size
    if thing.round:
        a = np.linspace(0, 2 * math.pi, 24, endpoint=False)
        outline = np.stack([np.cos(a) * w / 2, np.sin(a) * d / 2], axis=1)
    else:
        outline = np.array([[-w, -d], [w, -d], [w, d], [-w, d]]) / 2
    return np.asarray(outline @ turn_z(thing.angle)[:2, :2].T + np.array(thing.centre))


def _fill(canvas: Image, points: Array, colour: Array) -> None:
    b, g, r = np.clip(colour, 0, 255).tolist()
    cv2.fillConvexPoly(canvas, fixed(points), (b, g, r), cv2.LINE_AA, SHIFT)
