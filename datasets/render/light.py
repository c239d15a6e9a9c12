"""Light: one lamp with its shadow, the room's grey, a coloured wash over the photo, glare on glossy faces."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.geometry import Array, Camera

Colour = tuple[float, float, float]  # red, green, blue


@dataclass(frozen=True)
class Light:
    """How a photo is lit. Gains multiply; 1 is neutral white."""

    lamp: tuple[float, float, float] = (-300.0, 500.0, 900.0)  # mm, in the world
    ambient: float = 0.62
    diffuse: float = 0.42
    gloss: float = 0.25
    shadow: float = 0.5  # how dark, 0..1
    softness: float = 8.0  # mm the shadow's edge takes
    wash: Colour = (1.0, 1.0, 1.0)  # colour on one end of the photo …
    wash_far: Colour = (1.0, 1.0, 1.0)  # … and on the other
    wash_angle: float = 0.0  # degrees, where the other end is
    falloff: float = 0.15  # how much darker far from the lamp
    glare: float = 0.0  # strength of the lamp's reflection on faces
    glare_size: float = 40.0  # mm
    pebbles: float = 0.0  # how much a rough finish breaks that reflection up, 0..1

    def shade(self, normals: Array, eye: Array) -> Array:
        """Brightness (…, 1) of surfaces with unit ``normals`` (…, 3), seen along unit ``eye`` (…, 3)."""
        towards = np.array(self.lamp) / np.linalg.norm(self.lamp)
        lit = np.clip(normals @ towards, 0, 1)
        half = towards + eye
        half = half / np.linalg.norm(half, axis=-1, keepdims=True)
        shine = np.clip((normals * half).sum(axis=-1), 0, 1) ** 40
        sky = 0.86 + 0.14 * normals[..., 2]
        return np.asarray((self.ambient * sky + self.diffuse * lit + self.gloss * shine)[..., None])


def field(light: Light, camera: Camera, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    """Gain (height, width, BGR) over a photo of ``size`` (width, height): wash and falloff on the table."""
    width, height = size
    steps = 24
    xs, ys = np.meshgrid(np.linspace(0, camera.width, steps), np.linspace(0, camera.height, steps))
    spots = camera.ground(np.stack([xs.ravel(), ys.ravel()], axis=1))
    lamp = np.array(light.lamp)
    reach = np.minimum(np.linalg.norm(spots - lamp[:2], axis=1), 4000) / np.linalg.norm(lamp)
    dim = (1 - light.falloff * np.clip(reach, 0, 2.5) / 2.5).reshape(steps, steps)
    a = math.radians(light.wash_angle)
    u = (xs / camera.width - 0.5) * math.cos(a) + (ys / camera.height - 0.5) * math.sin(a)
    t = np.clip(u + 0.5, 0, 1)[..., None]
    near, far = np.array(light.wash[::-1]), np.array(light.wash_far[::-1])
    gain = (near * (1 - t) + far * t) * dim[..., None]
    return np.asarray(cv2.resize(gain.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR))


def reflection(light: Light, camera: Camera, z: float) -> tuple[float, float, float]:
    """Where the lamp mirrors in the plane ``z``: pixel x, y and its radius in pixels."""
    lamp = np.array(light.lamp)
    mirrored = np.array([lamp[0], lamp[1], 2 * z - lamp[2]])
    ray = mirrored - camera.position
    spot = camera.position + ray * (camera.position[2] - z) / max(1e-6, -ray[2])
    pixel, depth = camera.project(spot)
    return float(pixel[0]), float(pixel[1]), float(light.glare_size * camera.focal / max(1.0, float(depth)))
