"""Tiles whose kind is a colour, and a detector that sees colours: the real reader and learner without the model.

In general kind *k* has colour *k*. The set here is tinted, so that the detector takes some kinds for others; taught a photo,
the table's own set puts that right.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

from scoring.tiles import FACES, KINDS
from vision.detections import Detections, Floats
from vision.image import Rgb
from vision.letterbox import PAD_GREY, Letterbox
from vision.looks import CELL, Sheet
from vision.model import ModelInfo
from vision.presence import Net, Presence
from vision.reading import Reader
from vision.yardstick import Yardstick, distances

GROUND = 30
IVORY = 250
"""The lower quarter of each tile: without it the reader would take the colours for a coloured lamp's."""
COLOURS = np.array(
    [[60 + 65 * (i % 4), 60 + 65 * (i // 4 % 3), 50 + 65 * (i // 12)] for i in range(len(KINDS))], float
)
TINT = np.array([24.0, -9.0, 17.0])
"""Added to every colour of the table's own set: half a step of the lattice for some kinds."""
ALIEN = 45.0


def own_colours(seed: int = 4) -> npt.NDArray[np.float64]:
    """The colours of a set of its own."""
    rng = np.random.default_rng(seed)
    return np.clip(COLOURS + TINT + rng.uniform(-ALIEN, ALIEN, COLOURS.shape), 45, 250)


def photo_of(
    rows: list[list[str]], colours: npt.NDArray[np.float64], size: tuple[int, int] = (640, 400)
) -> bytes:
    """A PNG with a row of coloured tiles for each row of kinds."""
    width, height = size
    picture = np.full((height, width, 3), GROUND, np.uint8)
    for r, row in enumerate(rows):
        for c, kind in enumerate(row):
            x, y = 20 + 66 * c, 24 + 120 * r
            picture[y : y + 64, x : x + 46] = np.round(colours[KINDS.index(kind)])
            picture[y + 46 : y + 64, x : x + 46] = IVORY
    out = io.BytesIO()
    Image.fromarray(picture).save(out, "PNG")
    return out.getvalue()


def layout_photo(colours: npt.NDArray[np.float64], size: tuple[int, int] = (640, 400)) -> bytes:
    """The 27 faces as the page asks for them."""
    return photo_of([list(FACES[first : first + 9]) for first in (0, 9, 18)], colours, size)


@dataclass
class ColourDetector:
    """Finds what isn't ground, and names it by the nearest colour of all sets in general."""

    info: ModelInfo = field(
        default_factory=lambda: ModelInfo("colours", "c0" * 32, "AGPL-3.0-only", 640, 32, KINDS, 12)
    )
    threads: int = 1
    gives_features: bool = True
    most: float = 0.9
    """Score of the nearest kind."""

    def detect(self, pixels: Rgb, box: Letterbox, confidence: float = 0.25) -> Detections:
        image = box.image(pixels)
        ground = (np.abs(image.astype(int) - GROUND).max(axis=2) < 10) | (
            np.abs(image.astype(int) - PAD_GREY).max(axis=2) < 3
        )
        count, _, stats, _ = cv2.connectedComponentsWithStats((~ground).astype(np.uint8), connectivity=4)
        places = [stats[i] for i in range(1, count) if stats[i][4] > 150]
        boxes = np.array([[x, y, x + w, y + h] for x, y, w, h, _ in places], np.float32).reshape(-1, 4)
        seen = np.array(
            [
                image[y + h // 4 : y + h // 2, x + w // 4 : x + w // 2].mean(axis=(0, 1))
                for x, y, w, h, _ in places
            ]
        ).reshape(-1, 3)
        away = distances(seen.astype(np.float32) / 20, COLOURS.astype(np.float32) / 20)
        scores = np.exp(-away).astype(np.float32) if len(seen) else np.zeros((0, len(KINDS)), np.float32)
        if len(seen):
            scores = np.clip(self.most * scores / scores.max(axis=1, keepdims=True), 0.001, 0.9).astype(
                np.float32
            )
        found = Detections(box.to_photo(boxes), scores)
        return found[found.confidence >= confidence]

    def look(self, sheet: Sheet) -> Floats:
        out = []
        for k in range(sheet.count):
            y, x = (CELL * v + CELL // 2 for v in divmod(k, sheet.columns))
            out.append(sheet.image[y - 8 : y + 8, x - 8 : x + 8].mean(axis=(0, 1)))
        return np.array(out, np.float32).reshape(-1, 3)


def yardstick(unlike: float = 50.0) -> Yardstick:
    """Colours over the scatter of one kind of one set, which is small here."""
    whiten = np.eye(3, dtype=np.float32) / 6
    kinds = (COLOURS @ whiten).astype(np.float32)
    return Yardstick(
        np.zeros(3, np.float32), whiten, kinds, near=2.0, trust=0.05, unlike=unlike, prior=0.05, alike=1.0
    )


def presence(odds: float) -> Presence:
    """Takes every box for a tile with the same odds, a logarithm."""
    zeros = np.zeros((3 + 12, 1), np.float32)
    net = Net(zeros, np.zeros(1, np.float32), np.zeros(1, np.float32), odds)
    return Presence(np.zeros(15, np.float32), np.ones(15, np.float32), net, net)


def reader() -> Reader:
    """The real reader over colours."""
    return Reader(ColourDetector(), yardstick())  # type: ignore[arg-type]
