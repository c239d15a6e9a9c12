"""Rotations and a pinhole camera."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def turn_x(angle: float) -> Array:
    """Rotation about x by ``angle`` degrees (y towards z)."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def turn_y(angle: float) -> Array:
    """Rotation about y by ``angle`` degrees (z towards x)."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def turn_z(angle: float) -> Array:
    """Rotation about z by ``angle`` degrees (x towards y): anticlockwise seen from above."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


@dataclass(frozen=True)
class Camera:
    """A pinhole camera. ``rotation`` rows are its right, down and forward axes in the world."""

    position: Array  # (3,) mm
    rotation: Array  # (3, 3)
    focal: float  # pixels
    width: int
    height: int

    @staticmethod
    def look(
        target: Array,
        distance: float,
        elevation: float,
        azimuth: float,
        roll: float,
        focal: float,
        size: tuple[int, int],
    ) -> Camera:
        """A camera ``distance`` mm from ``target``, ``elevation``° above the table (90 = from above).

        ``azimuth`` 0 looks along +y; positive goes round anticlockwise. ``roll`` turns the photo.
        """
        forward = turn_z(azimuth) @ turn_x(-elevation) @ np.array([0.0, 1.0, 0.0])
        right = turn_z(azimuth) @ np.array([1.0, 0.0, 0.0])
        down = np.cross(forward, right)
        base = np.stack([right, down, forward])
        rotation = turn_z(roll) @ base
        return Camera(target - forward * distance, rotation, focal, *size)

    def project(self, points: Array) -> tuple[Array, Array]:
        """World points (..., 3) → pixels (..., 2) and depths (...)."""
        local = (points - self.position) @ self.rotation.T
        depth = np.maximum(local[..., 2], 1.0)
        centre = np.array([self.width / 2, self.height / 2])
        return local[..., :2] / depth[..., None] * self.focal + centre, local[..., 2]

    def plane(self) -> Array:
        """Homography (3, 3) from (x, y, 1) on the table to pixels."""
        k = np.array([[self.focal, 0, self.width / 2], [0, self.focal, self.height / 2], [0, 0, 1]])
        columns = np.stack(
            [self.rotation[:, 0], self.rotation[:, 1], -self.rotation @ self.position],
            axis=1,
        )
        return np.asarray(k @ columns)

    def ground(self, pixels: Array) -> Array:
        """Pixels (N, 2) → points (N, 2) of the table they look at."""
        h = np.linalg.inv(self.plane())
        p = np.concatenate([pixels, np.ones((len(pixels), 1))], axis=1) @ h.T
        return np.asarray(p[:, :2] / p[:, 2:])
