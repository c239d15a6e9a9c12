"""Photos and tiles by kind of difficulty: set, light, angle, tile size; real and rendered apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets.evaluate.matching import Found, PhotoScore
from datasets.splits import is_rendered, set_of
from vision.opencv import cv2
from vision.rows import find_rows

Picture = npt.NDArray[np.uint8]

LUMA = np.array([0.114, 0.587, 0.299])  # of B, G, R
DARK, BRIGHT = 110.0, 200.0
"""Luma (0..255) of the labelled tiles' ivory: below is dark, above bright."""
CAST = 14.0
"""Distance of the ivory from grey in Lab's a, b (8-bit units): beyond, the light is coloured."""
HUES = (
    (30.0, "red"),
    (75.0, "orange"),
    (105.0, "yellow"),
    (165.0, "green"),
    (225.0, "cyan"),
    (285.0, "blue"),
)
ANGLES = ((5.0, "0-5°"), (15.0, "5-15°"), (30.0, "15-30°"), (46.0, "30-45°"))
SIZES = (
    (1 / 10, "≥ 1/10"),
    (1 / 16, "1/16-1/10"),
    (1 / 25, "1/25-1/16"),
    (1 / 40, "1/40-1/25"),
    (0.0, "< 1/40"),
)
SHORTEST_ROW = 4
"""Rows of fewer tiles say nothing of the angle of the photo."""


@dataclass(frozen=True)
class Traits:
    """What a photo is like: the slice it falls into, one a dimension."""

    set: str
    source: str
    light: str
    cast: str
    angle: str


def traits(score: PhotoScore, picture: Picture | None, sets: Mapping[str, str]) -> Traits:
    """Of one photo; light and cast are ``unknown`` without its BGR pixels."""
    boxes = np.array([one.box for one in score.found], np.float32).reshape(-1, 4)
    faces = boxes[[one.kind != "back" for one in score.found]]  # a back's colour says nothing of the lamp
    light, cast = ("unknown", "unknown") if picture is None else light_of(picture, faces, score)
    source = "rendered" if is_rendered(score.stem) else "real"
    return Traits(set_of(score.stem, sets), source, light, cast, angle_of(boxes))


def light_of(
    picture: Picture, boxes: npt.NDArray[np.float32], score: PhotoScore | None = None
) -> tuple[str, str]:
    """Brightness and colour cast of the ivory: the brighter half of the pixels inside the labelled boxes.

    ``boxes`` in pixels of ``score``'s photo (of ``picture`` without it).
    """
    height, width = picture.shape[:2]
    if score is not None:
        boxes = boxes * np.array([width / score.width, height / score.height] * 2, np.float32)
    parts = []
    for x1, y1, x2, y2 in np.round(boxes).astype(int):
        part = picture[max(0, y1) : y2, max(0, x1) : x2].reshape(-1, 3)
        if len(part):
            luma = part @ LUMA
            parts.append(part[luma >= np.median(luma)])
    if not parts:
        return "unknown", "unknown"
    ivory = np.median(np.concatenate(parts), axis=0)
    luma_of_all = float(ivory @ LUMA)
    light = "dark" if luma_of_all < DARK else "bright" if luma_of_all > BRIGHT else "normal"
    lab = cv2.cvtColor(np.round(ivory).astype(np.uint8).reshape(1, 1, 3), cv2.COLOR_BGR2LAB)[0, 0]
    a, b = float(lab[1]) - 128, float(lab[2]) - 128
    if np.hypot(a, b) < CAST:
        return light, "neutral"
    hue = float(np.rad2deg(np.arctan2(b, a))) % 360
    return light, next((name for limit, name in HUES if hue < limit), "purple")


def angle_of(boxes: npt.NDArray[np.float32]) -> str:
    """How far the longest row of labels is off the nearest of the photo's axes."""
    rows = [row for row in find_rows(boxes) if len(row.tiles) >= SHORTEST_ROW]
    if not rows:
        return "no row"
    angle = float(np.rad2deg(max(rows, key=lambda row: len(row.tiles)).angle)) % 90
    off = min(angle, 90 - angle)
    return next(name for limit, name in ANGLES if off < limit)


def size_of(one: Found, width: float) -> str:
    """A tile's shorter side as a share of the photo's width."""
    x1, y1, x2, y2 = one.box
    share = min(x2 - x1, y2 - y1) / width
    return next(name for limit, name in SIZES if share >= limit)


def by_photo(
    scores: Sequence[PhotoScore], of: Sequence[Traits], key: Callable[[Traits], str]
) -> dict[str, list[PhotoScore]]:
    """Photos by one trait, slices sorted by name."""
    out: dict[str, list[PhotoScore]] = {}
    for score, trait in zip(scores, of, strict=True):
        out.setdefault(key(trait), []).append(score)
    return dict(sorted(out.items()))


def by_size(scores: Sequence[PhotoScore]) -> dict[str, list[Found]]:
    """Labels by tile size, the largest first; sizes nobody has are left out."""
    out: dict[str, list[Found]] = {name: [] for _, name in SIZES}
    for score in scores:
        for one in score.found:
            out[size_of(one, score.width)].append(one)
    return {name: found for name, found in out.items() if found}
