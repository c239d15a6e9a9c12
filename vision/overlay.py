"""A photo with its reading drawn over it, for people who check a reading."""

from __future__ import annotations

import numpy as np

from vision.image import open_photo
from vision.opencv import cv2
from vision.reading import Reading

LONG_SIDE = 1600
# RGB, one a role.
COLOURS = {
    "hand": (0, 150, 70),
    "meld": (30, 90, 220),
    "win": (200, 30, 40),
    "flip": (200, 30, 150),
    "discards": (120, 90, 40),
    "wall": (90, 90, 90),
    "loose": (0, 140, 160),
}
UNSURE = (255, 160, 0)


def draw(data: bytes, reading: Reading) -> bytes:
    """PNG bytes of the upright photo: each tile's box and name, each group's role and reading order."""
    photo = open_photo(data)
    pixels = photo.rgb(LONG_SIDE)
    # Small photos are drawn larger, so that names stay legible.
    scale = LONG_SIDE / max(pixels.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    canvas = np.ascontiguousarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=way))
    factor = max(canvas.shape[:2]) / max(reading.width, reading.height)
    for group in reading.groups:
        colour = COLOURS[group.role]
        points = []
        for i in group.tiles:
            tile = reading.tiles[i]
            x1, y1, x2, y2 = (round(v * factor) for v in tile.box)
            points.append(((x1 + x2) // 2, (y1 + y2) // 2))
            cv2.rectangle(
                canvas, (x1, y1), (x2, y2), UNSURE if tile.unsure else colour, 3 if tile.unsure else 2
            )
            _text(canvas, tile.tile, (x1 + 2, y2 - 4), colour, 0.6)
        if len(points) > 1:
            cv2.polylines(canvas, [np.array(points, np.int32)], False, colour, 1, cv2.LINE_AA)
        first = reading.tiles[group.tiles[0]].box
        title = " ".join(part for part in (group.side, group.meld or group.role) if part)
        _text(canvas, title, (round(first[0] * factor), max(14, round(first[1] * factor) - 5)), colour, 0.65)
    ok, png = cv2.imencode(".png", canvas[:, :, ::-1])
    if not ok:
        raise ValueError("OpenCV wrote no PNG")
    return bytes(png)


def _text(canvas: object, text: str, at: tuple[int, int], colour: tuple[int, int, int], size: float) -> None:
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(canvas, text, at, font, size, (255, 255, 255), 4, cv2.LINE_AA)
    cv2.putText(canvas, text, at, font, size, colour, 2, cv2.LINE_AA)
