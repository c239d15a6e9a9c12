"""What the phone does to the picture: lens, blur, exposure, noise, sharpening."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Sensor:
    """One exposure. Lengths in pixels of the finished photo."""

    barrel: float = 0.0  # radial distortion, + = barrel
    defocus: float = 0.5
    motion: float = 0.0
    motion_angle: float = 0.0
    exposure: float = 1.0
    target: float | None = None  # the brightness the phone makes tiles' ivory, instead of ``exposure``
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)  # R G B
    contrast: float = 1.0
    saturation: float = 1.0
    noise: float = 2.0  # grey levels
    chroma_noise: float = 1.0
    vignette: float = 0.1
    sharpen: float = 0.2
    quality: int = 88  # JPEG


def distortion(barrel: float, size: tuple[int, int]) -> tuple[Field, Field]:
    """Where each pixel of the distorted photo comes from (maps for ``cv2.remap``)."""
    width, height = size
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    half = math.hypot(width, height) / 2
    u, v = (x - width / 2) / half, (y - height / 2) / half
    k = 1 + barrel * (u * u + v * v - 0.5)
    return (
        np.asarray(u * k * half + width / 2, np.float32),
        np.asarray(v * k * half + height / 2, np.float32),
    )


def expose(
    image: Image, gain: Field, sensor: Sensor, rng: np.random.Generator, faces: npt.NDArray[np.bool_]
) -> Image:
    """Light the flat picture with ``gain`` (H, W, BGR), then blur, tone, noise. Same shape back.

    ``faces`` (H, W): where faces or backs are; the phone's exposure goes by them.
    """
    if sensor.motion > 0.7:
        image = np.asarray(cv2.filter2D(image, -1, _streak(sensor.motion, sensor.motion_angle)), np.uint8)
    if sensor.defocus > 0.3:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), sensor.defocus), np.uint8)
    height, width = image.shape[:2]
    balance = np.array(sensor.balance[::-1], np.float32) * sensor.exposure
    out = cv2.multiply(image.astype(np.float32), gain * (balance * _vignette(width, height, sensor.vignette)))
    if sensor.target is not None:
        spots = out[faces] if faces.any() else out.reshape(-1, 3)
        # Ivory is the bright part of a face; of dark backs alone the phone makes no ivory.
        bright = float(np.percentile(spots[:: max(1, len(spots) // 4000)].max(axis=1), 70))
        out *= min(sensor.target / max(bright, 1.0), 2.2)
    if sensor.contrast != 1.0:
        out = (out - 118.0) * sensor.contrast + 118.0
    if sensor.saturation != 1.0:
        grey = cv2.cvtColor(np.clip(out, 0, 255), cv2.COLOR_BGR2GRAY)[..., None]
        out = grey + (out - grey) * sensor.saturation
    if sensor.sharpen > 0.05:  # before the grain, as phones clean it away first
        out = cv2.addWeighted(out, 1 + sensor.sharpen, cv2.GaussianBlur(out, (0, 0), 1.2), -sensor.sharpen, 0)
    out += _grain(rng, width, height, sensor)
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def _streak(length: float, angle: float) -> Field:
    side = 2 * math.ceil(length / 2) + 1
    kernel = np.zeros((side, side), np.float32)
    dx, dy = math.cos(math.radians(angle)) * length / 2, math.sin(math.radians(angle)) * length / 2
    middle = side // 2
    ends = [(round((middle + s * dx) * 16), round((middle + s * dy) * 16)) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / max(float(kernel.sum()), 1e-6), np.float32)


def _vignette(width: int, height: int, strength: float) -> Field:
    x = np.linspace(-1, 1, width, dtype=np.float32)
    y = np.linspace(-1, 1, height, dtype=np.float32)
    return np.asarray(1 - strength * (x[None] ** 2 + y[:, None] ** 2) / 2, np.float32)[..., None]


def _grain(rng: np.random.Generator, width: int, height: int, sensor: Sensor) -> Field:
    grain = np.empty((height, width, 3), np.float32)
    luma = rng.standard_normal((height, width), np.float32) * sensor.noise
    coarse = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), np.float32) * sensor.chroma_noise
    grain[:] = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(grain + luma[..., None], np.float32)
