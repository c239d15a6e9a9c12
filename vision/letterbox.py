"""One geometry between a photo and the network's input, used both ways (ultralytics#14285)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.image import Rgb
from vision.opencv import cv2

Boxes = npt.NDArray[np.float32]
"""``(N, 4)`` float32: x1, y1, x2, y2."""

PAD_GREY = 114
"""The grey the network saw around its training photos."""


@dataclass(frozen=True)
class Letterbox:
    """A photo of ``width`` × ``height`` scaled to ``inner_width`` × ``inner_height`` and centred on grey.

    The scale is kept per axis, since the inner size is whole pixels.
    """

    width: int
    height: int
    inner_width: int
    inner_height: int
    input_width: int
    input_height: int

    @classmethod
    def fit(cls, width: int, height: int, size: int = 640, stride: int = 32) -> Letterbox:
        """Long side to ``size``; sides padded to a multiple of ``stride``: 4:3 costs a quarter less."""
        scale = size / max(width, height)
        inner = (max(1, round(width * scale)), max(1, round(height * scale)))
        padded = tuple(-(-side // stride) * stride for side in inner)
        return cls(width, height, *inner, *padded)

    @property
    def pad(self) -> tuple[int, int]:
        """Grey pixels left of and above the photo."""
        return (self.input_width - self.inner_width) // 2, (self.input_height - self.inner_height) // 2

    @property
    def scale(self) -> tuple[float, float]:
        """Input pixels a photo pixel, x and y."""
        return self.inner_width / self.width, self.inner_height / self.height

    def image(self, pixels: Rgb) -> Rgb:
        """The input image, ``(input_height, input_width, 3)`` uint8, from pixels of the photo at any size."""
        out = np.full((self.input_height, self.input_width, 3), PAD_GREY, np.uint8)
        height, width = pixels.shape[:2]
        if (width, height) != (self.inner_width, self.inner_height):
            smaller = width > self.inner_width
            way = cv2.INTER_AREA if smaller else cv2.INTER_LINEAR
            pixels = cv2.resize(pixels, (self.inner_width, self.inner_height), interpolation=way)
        left, top = self.pad
        out[top : top + self.inner_height, left : left + self.inner_width] = pixels
        return out

    def to_photo(self, boxes: Boxes) -> Boxes:
        """Boxes of the input in pixels of the photo, cut at its edges."""
        left, top = self.pad
        sx, sy = self.scale
        out = (boxes - np.array([left, top, left, top], np.float32)) / np.array([sx, sy, sx, sy], np.float32)
        return np.clip(out, 0, np.array([self.width, self.height] * 2, np.float32)).astype(np.float32)
