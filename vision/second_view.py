"""A photo whose rows slant, or whose lamp is coloured, is read once more: its rows laid straight, half the colour taken out.

The network knows slanted rows and coloured light less well than straight rows under white lamps, and upright boxes tell most
about straight rows; of a photo that has neither this costs the estimate alone (docs/training.md, docs/layout.md have the figures).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.detections import (
    Detections,
    Floats,
    concatenate,
    corners,
    distances_between,
    middles,
    paired,
    sizes,
)
from vision.image import Photo, Rgb
from vision.letterbox import PAD_GREY
from vision.opencv import cv2
from vision.rows import find_rows

Doubles = npt.NDArray[np.float64]

SLANT = np.deg2rad(5)
"""Rows that deviate less from the photo's sides are grouped as they lie,"""
READ_AGAIN = np.deg2rad(10)
"""and tiles of rows that deviate less keep the kinds they were first read with,"""
FEW = 72
"""as do tables of more tiles: of 257 real hands two fewer were exact when they didn't (docs/layout.md)."""
LEAST = 5
"""Fewer tiles are no row to go by."""
MOST = 200
"""Twice the windows of a table of more tiles takes too long."""
AGREED = 0.4
"""How far the tiles' directions agree, 0..1, before there is one to turn by,"""
CHANCE = 2.0
"""or this many times as far as directions without any order would (Rayleigh's test)."""
ROWS_AGREED = 0.8
"""The same of rows that hold half of all tiles at least: where these are of another mind by"""
APART = np.deg2rad(12)
"""or more, they are right."""
LEAST_ROW = 3
IVORY = 80
"""Percentile of a tile's pixels, a channel, that is its ivory; strokes and shade are darker."""
WHITE = 225.0
"""What ivory becomes at most."""
COLOURED = 1.5
"""Ivory whose strongest channel is so many times the weakest is under a coloured lamp; yellowed ivory isn't."""
MOST_GAIN = 5.0
"""A channel that is all but dark holds grain alone."""
MARGIN = 1.3
"""Around the tiles' middles, in tile sizes."""
LARGER = 2.0
"""Pixels wanted of the view, in sides of the network's input: small tiles are enlarged."""
SAME = 0.35
"""Middles this near, in tile sizes, are of one tile."""
WEIGHT = 0.7
"""Of the second view, where both saw a tile."""
SURE = 0.5
"""Least score of a tile that only the second view shows."""


@dataclass(frozen=True)
class View:
    """A part of a photo turned and relit. ``back``: (2, 3) from its pixels to the photo's; ``turn`` of the rows laid straight, radians."""

    photo: Photo
    back: Doubles
    turn: float = 0.0
    tells: bool = True
    """Whether what it shows counts for the kinds, or only for how the tiles lie."""

    def found(self, seen: Detections) -> Detections:
        """What was seen in the view, as upright boxes in the photo."""
        moved = corners(seen.boxes) @ self.back[:, :2].T + self.back[:, 2]
        boxes = np.concatenate([moved.min(axis=1), moved.max(axis=1)], axis=1)
        return Detections(np.ascontiguousarray(boxes, np.float32), seen.scores)


def second_view(photo: Photo, pixels: Rgb, first: Detections, size: int) -> View | None:
    """The view of a photo whose ``first`` detections ask for one; None for most photos.

    ``pixels``: the photo at some smaller size; ``size``: the network's input.
    """
    few = LEAST <= len(first) <= FEW
    turn, gains = turn_of(first.boxes), None
    if few:
        gains = relight(pixels, first.boxes * (pixels.shape[1] / photo.width))
    tells = gains is not None or (few and abs(turn) >= READ_AGAIN)
    if not turn and gains is None:
        return None
    rotate = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    lying = middles(first.boxes) @ rotate.T
    reach = MARGIN * float(np.median(sizes(first.boxes)))
    low, high = lying.min(axis=0) - reach, lying.max(axis=0) + reach
    # As many pixels as the network can use, and no more than there are.
    scale = min(1.0, LARGER * size / float((high - low).max()))
    source = photo.rgb(round(scale * max(photo.width, photo.height)))
    given = source.shape[1] / photo.width
    if given > scale:
        source = cv2.resize(source, None, fx=scale / given, fy=scale / given, interpolation=cv2.INTER_AREA)
        given = source.shape[1] / photo.width
    wide, tall = (max(1, round(float(v))) for v in (high - low) * scale)
    there = np.concatenate([rotate * scale / given, -(low * scale)[:, None]], axis=1)
    view = cv2.warpAffine(source, there, (wide, tall), flags=cv2.INTER_CUBIC, borderValue=(PAD_GREY,) * 3)
    if gains is not None:
        view = np.clip(view * gains, 0, 255)
    back = cv2.invertAffineTransform(np.concatenate([rotate * scale, -(low * scale)[:, None]], axis=1))
    return View(Photo.of(np.ascontiguousarray(view, np.uint8)), np.asarray(back), turn, tells)


def turn_of(boxes: Floats) -> float:
    """The slant of a photo's rows in radians, 0 where the photo is read as it lies."""
    angle = slant(boxes) if LEAST <= len(boxes) <= MOST else 0.0
    return angle if abs(angle) >= SLANT else 0.0


def slant(boxes: Floats) -> float:
    """The angle of the rows against the photo's sides, radians in [-π/4, π/4), downwards to the right positive.

    Each tile votes with the direction of its nearest neighbour, and each row as often as it has tiles: in a staggered row
    the nearest neighbour may be none of its row. 0 where there is no one direction.
    """
    near, rows = _by_neighbours(boxes), _by_rows(boxes)
    if abs(rows) >= ROWS_AGREED and (not near or np.cos(np.angle(near) - np.angle(rows)) < np.cos(4 * APART)):
        near = rows
    return float(np.angle(near)) / 4 if near else 0.0


def _by_neighbours(boxes: Floats) -> complex:
    """Four times the angle, which makes rows and columns one direction, as a number whose size says how far all agree; or 0."""
    places = middles(boxes)
    away = distances_between(places, places)
    np.fill_diagonal(away, np.inf)
    step = places[away.argmin(axis=1)] - places
    votes = complex(np.exp(4j * np.arctan2(step[:, 1], step[:, 0])).mean())
    return votes if abs(votes) >= min(AGREED, CHANCE / np.sqrt(len(boxes))) else 0


def _by_rows(boxes: Floats) -> complex:
    """The same of the rows' directions; tiles in no row count as half of all at most."""
    rows = [row for row in find_rows(boxes) if len(row.tiles) >= LEAST_ROW]
    votes = sum((len(row.tiles) * np.exp(4j * row.angle) for row in rows), start=0j)
    return complex(votes / max(len(boxes) / 2, sum(len(row.tiles) for row in rows)))


def relight(pixels: Rgb, boxes: Floats) -> npt.NDArray[np.float32] | None:
    """(3,) gains that take half of a lamp's colour out, by the tiles' ivory; None under a lamp that is white enough."""
    ivory = _ivory(pixels, boxes)
    if ivory.max() < COLOURED * max(float(ivory.min()), 1.0):
        return None
    whole = np.minimum(WHITE / np.maximum(ivory, 1.0), MOST_GAIN)
    return np.asarray(np.sqrt(whole * (WHITE / ivory.max())), np.float32)


def _ivory(pixels: Rgb, boxes: Floats) -> Doubles:
    height, width = pixels.shape[:2]
    cuts = np.clip(np.round(boxes), 0, [width - 1, height - 1] * 2).astype(int)
    faces = [pixels[y1 : y2 + 1, x1 : x2 + 1].reshape(-1, 3) for x1, y1, x2, y2 in cuts]
    return np.asarray(np.percentile(np.concatenate(faces), IVORY, axis=0), np.float64)


def joined(first: Detections, second: Detections) -> Detections:
    """Both views' tiles: boxes as first seen, kinds mostly as seen in the second; what one alone shows as well."""
    if not len(first) or not len(second):
        return first
    one, other = middles(first.boxes), middles(second.boxes)
    away = distances_between(one, other) / sizes(first.boxes)[:, None]
    same = paired(away, SAME)
    scores = first.scores.copy()
    for i, j in same.items():
        scores[i] = (1 - WEIGHT) * first.scores[i] + WEIGHT * second.scores[j]
    # Backs that the first look didn't see are mostly sides of tiles under a lamp that hides their colours.
    left = (second.confidence >= SURE) & ~second.backs
    left[list(same.values())] = False
    return concatenate([Detections(first.boxes, scores), second[left]]).merged()
