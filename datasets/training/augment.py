"""What a photo may become before the network sees it, beside Ultralytics' own: exact quarter turns, the aspect of
photos that were stretched to a square undone, coloured lamps, other lenses. Never mirrored: a mirrored 万 is no 万
(darknet#3606, ultralytics#3109).
"""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from datasets.masking import GREY
from datasets.splits import session_of

Picture = npt.NDArray[np.uint8]
Boxes = npt.NDArray[np.float32]
"""(N, 4) float32: centre x, centre y, width, height as shares of the picture."""

STRETCHED = ("hk-",)
"""Sessions whose photos were published stretched to a square; they were 4:3 or 3:4 (photos/README.md)."""
RENDERED = re.compile(r"r\d+-\d+$")
LIGHTEST, DARKEST = 1.15, 0.55
DARKEST_STRONG = 0.2
"""Of a room lit in one colour (purple, blue, red) the other channels get no more than a fifth."""
SOFTEST, SHARPEST = -0.8, 1.5


@dataclass(frozen=True)
class Augmentation:
    """Chances and strengths. ``aspect`` and ``aspect_rest`` are the largest natural logarithm of the stretch."""

    turns: float = 0.5
    aspect: float = math.log(4 / 3)
    aspect_rest: float = 0.08
    cast: float = 0.3
    strong: float = 0.12
    tilt: float = 0.2
    focus: float = 0.3


def augment(
    picture: Picture, boxes: Boxes, stem: str, how: Augmentation, rng: random.Random
) -> tuple[Picture, Boxes]:
    """One photo and its boxes, changed by chance."""
    most = how.aspect if stem.startswith(STRETCHED) and session_of(stem) != stem else how.aspect_rest
    if most:
        picture = stretched(picture, math.exp(rng.uniform(-most, most)))
    lamp = rng.random()
    if lamp < how.strong:
        picture = cast(picture, strong_lamp(rng))
    elif lamp < how.strong + how.cast:
        picture = cast(picture, [rng.uniform(DARKEST, LIGHTEST) for _ in range(3)])
    if rng.random() < how.focus:
        picture = focused(picture, rng.uniform(SOFTEST, SHARPEST))
    if not RENDERED.match(stem) and rng.random() < how.tilt:
        picture, boxes = tilted(picture, boxes, rng.uniform(-45, 45))
    if rng.random() < how.turns:
        picture, boxes = quarter_turned(picture, boxes, rng.randint(1, 3))
    return picture, boxes


def quarter_turned(picture: Picture, boxes: Boxes, times: int) -> tuple[Picture, Boxes]:
    """Turned counterclockwise by ``times`` × 90°; not a pixel is resampled."""
    x, y, w, h = boxes.T
    turned = {0: (x, y, w, h), 1: (y, 1 - x, h, w), 2: (1 - x, 1 - y, w, h), 3: (1 - y, x, h, w)}[times % 4]
    return np.ascontiguousarray(np.rot90(picture, times)), np.stack(turned, axis=1).astype(np.float32)


def stretched(picture: Picture, wider: float) -> Picture:
    """Width over height times ``wider``, by shrinking one side; boxes as shares stay what they are."""
    height, width = picture.shape[:2]
    size = (max(1, round(width * min(1.0, wider))), max(1, round(height / max(1.0, wider))))
    if size == (width, height):
        return picture
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def cast(picture: Picture, gains: list[float]) -> Picture:
    """The same scene under a lamp of another colour: one gain a channel."""
    table = np.clip(np.arange(256)[None, :] * np.array(gains)[:, None], 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table.T.reshape(1, 256, 3)), np.uint8)


def strong_lamp(rng: random.Random) -> list[float]:
    """Gains of a lamp that colours the whole room: one channel at full light, the others anything down to a fifth."""
    gains = [1.0, *(rng.uniform(DARKEST_STRONG, 1.0) for _ in range(2))]
    rng.shuffle(gains)
    bright = rng.uniform(0.8, 1.25)
    return [bright * gain for gain in gains]


def tilted(picture: Picture, boxes: Boxes, degrees: float) -> tuple[Picture, Boxes]:
    """Turned by any angle (counterclockwise) on a canvas that holds all of it.

    Boxes become those of their own turned corners: exact where a tile stood upright in its box, wide where it was slanted
    already (rendered photos are, so they are rendered at all angles instead).
    """
    height, width = picture.shape[:2]
    a = math.radians(degrees)
    cos, sin = abs(math.cos(a)), abs(math.sin(a))
    new_width, new_height = round(width * cos + height * sin), round(width * sin + height * cos)
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    matrix[:, 2] += (new_width - width) / 2, (new_height - height) / 2
    turned = cv2.warpAffine(picture, matrix, (new_width, new_height), borderValue=(GREY,) * 3)
    x, y = boxes[:, 0] * width, boxes[:, 1] * height
    w, h = boxes[:, 2] * width, boxes[:, 3] * height
    moved = np.stack(
        [
            (matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]) / new_width,
            (matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]) / new_height,
            (w * cos + h * sin) / new_width,
            (w * sin + h * cos) / new_height,
        ],
        axis=1,
    )
    return np.asarray(turned, np.uint8), moved.astype(np.float32)


def focused(picture: Picture, sharper: float) -> Picture:
    """Fine detail multiplied by 1 + ``sharper``: rendered photos are softer than real ones at the median."""
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    return np.asarray(cv2.addWeighted(picture, 1 + sharper, soft, -sharper, 0), np.uint8)
