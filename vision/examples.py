"""Tiles whose kinds a player has confirmed, kept as small pictures: a set is learned from them, again after each update
of the detector. Only the tiles themselves are kept, nothing of the table around them.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from scoring.tiles import KINDS
from vision.detections import Floats
from vision.image import Photo, Rgb
from vision.looks import TILE, Sheet, pictures, sheets

QUALITY = 95


@dataclass(frozen=True)
class Examples:
    """The tiles of one photo: sheets of ``vision.looks``, a kind for each tile in their order, and what the
    detector said of each, (N, K), a row of zeros where it had found none.
    """

    sheets: tuple[Sheet, ...]
    kinds: tuple[str, ...]
    scores: Floats

    def pictures(self) -> list[Rgb]:
        """One (CELL, CELL, 3) picture a tile."""
        return pictures(self.sheets)

    def to_json(self) -> dict[str, Any]:
        """As plain data; pictures as JPEG in base64."""
        return {
            "kinds": list(self.kinds),
            "sheets": [{"count": sheet.count, "jpeg": _jpeg(sheet.image)} for sheet in self.sheets],
            "order": list(KINDS),
            "scores": [[round(float(v), 4) for v in row] for row in self.scores],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Examples:
        """What ``to_json`` gave."""
        made = tuple(Sheet(_pixels(item["jpeg"]), int(item["count"])) for item in data["sheets"])
        columns = [data["order"].index(kind) for kind in KINDS]
        scores = np.array(data["scores"], np.float32).reshape(-1, len(KINDS))[:, columns]
        return cls(made, tuple(data["kinds"]), scores)


def look_sheets(photo: Photo, boxes: Floats) -> list[Sheet]:
    """Sheets of the photo's tiles, from as many of its pixels as they need."""
    if not len(boxes):
        return []
    sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1)
    long_side = max(photo.width, photo.height)
    wanted = long_side * TILE / max(float(np.quantile(sides, 0.25)), 1.0)
    pixels = photo.rgb(round(min(long_side, max(wanted, 1.0))))
    scale = np.array([pixels.shape[1] / photo.width, pixels.shape[0] / photo.height] * 2, np.float32)
    return sheets(pixels, boxes * scale)


def _jpeg(image: Rgb) -> str:
    out = io.BytesIO()
    Image.fromarray(image).save(out, "JPEG", quality=QUALITY, subsampling=0)
    return base64.b64encode(out.getvalue()).decode("ascii")


def _pixels(text: str) -> Rgb:
    with Image.open(io.BytesIO(base64.b64decode(text)), formats=("JPEG",)) as image:
        return np.asarray(image.convert("RGB"), np.uint8)
