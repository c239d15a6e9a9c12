"""Faults of the photo itself, measured on its pixels and boxes: BLURRED, GLARE, TOO_SMALL, CUT_OFF (SPEC 2.3).

Each threshold is where the first shipped model was seen to start failing on real photos that were blurred,
brightened or shrunk on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from vision.detections import Floats
from vision.image import Rgb
from vision.layout import Group
from vision.opencv import cv2
from vision.problems import Problem

BLURRED = 0.04
"""Median sharpness below which tiles are misread more than usual; the least of 97 sharp photos had 0.057."""
GLARE = 0.6
"""Share of a tile's box that is blown out."""
WHITE = 250
TOO_SMALL = 14.0
"""Short side in pixels of the photo: below 15 one suit tile in twenty was misread."""
CUT_OFF = 0.85
"""A tile at the edge whose visible side is shorter than this, against its neighbours."""
CROP = 32  # a tile is looked at at this size, or at its own if that is smaller
LEAST_CROP = 12
MOST_CROPS = 48  # enough for a median

SECOND_DERIVATIVES = tuple(
    np.array(kernel, np.float32)
    for kernel in (
        [[0, 0, 0], [1, -2, 1], [0, 0, 0]],
        [[0, 1, 0], [0, -2, 0], [0, 1, 0]],
        [[0.5, 0, 0], [0, -1, 0], [0, 0, 0.5]],
        [[0, 0, 0.5], [0, -1, 0], [0.5, 0, 0]],
    )
)


def photo_problems(
    pixels: Rgb, boxes: Floats, unsure: Sequence[bool], groups: Sequence[Group], width: int, height: int
) -> list[Problem]:
    """Faults of a photo of ``width`` × ``height`` whose ``pixels`` may be a reduced version of it."""
    if not len(boxes):
        return []
    scale = np.array([pixels.shape[1] / width, pixels.shape[0] / height] * 2, np.float32)
    inside = boxes * scale
    return [
        *_blurred(pixels, inside),
        *_glare(pixels, inside, unsure),
        *_too_small(boxes, groups),
        *_cut_off(boxes, groups, width, height),
    ]


def sharpness(crop: Rgb) -> float:
    """How strongly a tile's picture bends in the direction in which it bends least: motion blurs only one."""
    side = min(crop.shape[:2])
    if side > CROP:
        factor = CROP / side
        crop = cv2.resize(crop, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY).astype(np.float32)
    bends = [cv2.filter2D(grey, cv2.CV_32F, kernel)[1:-1, 1:-1].var() for kernel in SECOND_DERIVATIVES]
    return float(min(bends) / max(float(grey.var()), 25.0))


def _crops(pixels: Rgb, boxes: Floats) -> Iterator[tuple[int, npt.NDArray[np.uint8]]]:
    for i, box in enumerate(boxes):
        x1, y1, x2, y2 = (round(float(v)) for v in box)
        crop = pixels[max(0, y1) : y2, max(0, x1) : x2]
        if min(crop.shape[:2]) >= LEAST_CROP:
            yield i, crop


def _blurred(pixels: Rgb, boxes: Floats) -> list[Problem]:
    step = -(-len(boxes) // MOST_CROPS)
    values = [sharpness(crop) for _, crop in _crops(pixels, boxes[::step])]
    if not values or float(np.median(values)) >= BLURRED:
        return []
    return [
        Problem(
            "BLURRED",
            "照片糊了，容易认错。拿稳手机、等对焦后再拍一张。",
            "The photo is blurred, tiles may be misread. Hold the phone still, wait for the focus, try again.",
        )
    ]


def _tiles(count: int) -> str:
    return "1 tile is" if count == 1 else f"{count} tiles are"


def _glare(pixels: Rgb, boxes: Floats, unsure: Sequence[bool]) -> list[Problem]:
    lit = [
        i
        for i, crop in _crops(pixels, boxes)
        if unsure[i] and float((crop.min(axis=2) >= WHITE).mean()) > GLARE
    ]
    if not lit:
        return []
    return [
        Problem(
            "GLARE",
            f"有 {len(lit)} 张牌反光看不清。换个角度，或挡一下灯再拍。",
            f"{_tiles(len(lit))} washed out by light. Change the angle or shade the lamp.",
            tuple(lit),
        )
    ]


def _too_small(boxes: Floats, groups: Sequence[Group]) -> list[Problem]:
    side = (boxes[:, 2:] - boxes[:, :2]).min(axis=1)
    small = tuple(
        i for group in groups if group.role != "discards" for i in group.tiles if side[i] < TOO_SMALL
    )
    if not small:
        return []
    return [
        Problem(
            "TOO_SMALL",
            f"有 {len(small)} 张牌在照片里太小。靠近一点，或把照片按原尺寸传上来。",
            f"{_tiles(len(small))} too small in the photo. Go nearer, or upload it at its full size.",
            tuple(sorted(small)),
        )
    ]


def _cut_off(boxes: Floats, groups: Sequence[Group], width: int, height: int) -> list[Problem]:
    edge = max(1.0, 0.003 * max(width, height))
    cut: list[int] = []
    for group in groups:
        if group.role in ("discards", "wall", "loose") or len(group.tiles) < 3:
            continue
        which = np.array(group.tiles)
        extent = boxes[which, 2:] - boxes[which, :2]
        short = extent < CUT_OFF * np.median(extent, axis=0)
        touches_x = (boxes[which, 0] < edge) | (boxes[which, 2] > width - edge)
        touches_y = (boxes[which, 1] < edge) | (boxes[which, 3] > height - edge)
        cut += which[(touches_x & short[:, 0]) | (touches_y & short[:, 1])].tolist()
    if not cut:
        return []
    return [
        Problem(
            "CUT_OFF",
            f"有 {len(cut)} 张牌被照片边缘切掉了一部分。退后一点，把整排拍全。",
            f"{_tiles(len(cut))} cut by the edge of the photo. Step back until the whole row is in.",
            tuple(sorted(cut)),
        )
    ]
