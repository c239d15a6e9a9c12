"""One set of tiles prints the same face bolder, higher or paler than another: a scene's way with its prints.

A table's faces come from few pictures; without this a network learns those pictures, and reads the 二萬 of a set with
bold strokes as 三萬.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]

CORNER_WIDE, CORNER_HIGH = 0.23, 0.19
"""Shares of a face in which some sets print an index (阿拉伯数字); the strokes of a 万 keep clear of them."""


@dataclass(frozen=True)
class Ink:
    """How the prints of a set differ from the pictures they come from. The default changes nothing.

    ``weight``: strokes bolder (+) or thinner (-) by so large a share of the face's width; ``scale``, ``shift``, ``bend``:
    (x, y) size about the middle, places as shares of the face, and how far its middle is pushed against its rims;
    ``slant`` degrees; ``dark``: exponent on the print, above 1 darker; ``colour``: saturation; ``index``: False leaves
    the index of 万 off.
    """

    weight: float = 0.0
    scale: tuple[float, float] = (1.0, 1.0)
    shift: tuple[float, float] = (0.0, 0.0)
    bend: tuple[float, float] = (0.0, 0.0)
    slant: float = 0.0
    dark: float = 1.0
    colour: float = 1.0
    index: bool = True


PLAIN = Ink()


def chosen(rng: np.random.Generator) -> Ink:
    """A set's way by chance; one in four is as its pictures show it."""
    if rng.random() < 0.25:
        return PLAIN
    size = rng.uniform(0.84, 1.08)
    return Ink(
        weight=float(np.clip(rng.normal(0.006, 0.014), -0.008, 0.035)),
        scale=(float(size * rng.uniform(0.92, 1.08)), float(size * rng.uniform(0.94, 1.06))),
        shift=(float(rng.normal(0, 0.012)), float(rng.normal(0, 0.012))),
        bend=(float(rng.normal(0, 0.02)), float(rng.normal(0, 0.025))),
        slant=float(rng.normal(0, 1.5)),
        dark=float(np.exp(rng.normal(0.1, 0.3))),
        colour=float(rng.uniform(0.4, 1.3)) if rng.random() < 0.5 else 1.0,
        index=bool(rng.random() < 0.5),
    )


def printed(image: Image, tile: str, ink: Ink) -> Image:
    """``image`` (H, W, 3; white = bare ivory) as this set prints it."""
    if ink == PLAIN:
        return image
    out = np.asarray(image, np.float32)
    if not ink.index and tile[-1] == "m":
        out = _without_index(out)
    out = _weighed(out, ink.weight * image.shape[1])
    out = _placed(out, ink)
    if ink.colour != 1.0:
        grey = out.mean(axis=2, keepdims=True)
        out = np.asarray(grey + (out - grey) * ink.colour, np.float32)
    return np.asarray((255 * (np.clip(out, 0, 255) / 255) ** ink.dark).round(), np.uint8)


def _without_index(image: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The four corners faded to ivory: the picture may lie upside down."""
    h, w = image.shape[:2]
    x = np.minimum(np.arange(w) + 0.5, np.arange(w)[::-1] + 0.5) / (CORNER_WIDE * w)
    y = np.minimum(np.arange(h) + 0.5, np.arange(h)[::-1] + 0.5) / (CORNER_HIGH * h)
    keep = np.clip((np.maximum(x[None], y[:, None]) - 0.85) / 0.15, 0, 1)[..., None]
    return np.asarray(255 - (255 - image) * keep, np.float32)


def _weighed(image: npt.NDArray[np.float32], pixels: float) -> npt.NDArray[np.float32]:
    """Strokes grown (shrunk, if negative) by so many pixels at either side; parts of a pixel by blending."""
    change = cv2.erode if pixels > 0 else cv2.dilate
    left = abs(pixels)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
    while left > 0:
        more = change(image, kernel)
        part = min(left, 1.0)
        image = np.asarray(image + (more - image) * part, np.float32)
        left -= part
    return image


def _placed(image: npt.NDArray[np.float32], ink: Ink) -> npt.NDArray[np.float32]:
    h, w = image.shape[:2]
    slant = np.tan(np.radians(ink.slant))
    y, x = np.meshgrid((np.arange(h) + 0.5) / h - 0.5, (np.arange(w) + 0.5) / w - 0.5, indexing="ij")
    u = (x - ink.shift[0] + slant * y) / ink.scale[0] + ink.bend[0] * np.cos(np.pi * x)
    v = (y - ink.shift[1]) / ink.scale[1] + ink.bend[1] * np.cos(np.pi * y)
    maps = ((u + 0.5) * w - 0.5).astype(np.float32), ((v + 0.5) * h - 0.5).astype(np.float32)
    placed = cv2.remap(
        image, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(255, 255, 255)
    )
    return np.asarray(placed, np.float32)
