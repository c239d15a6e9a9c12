"""Prints laid over each other: tiles of one kind in one set of tiles wear the very same print.

Where the looks of ``vision.yardstick`` leave a tile in doubt and its table's own set is known, the tile's ink is laid over
that of known ones: turned, scaled and shifted roughly, then aligned by an affine warp (enhanced correlation: Evangelidis
and Psarakis 2008), and compared pixel by pixel. 二万 and 三万 lie near each other as looks, but not as prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from vision.detections import Floats
from vision.image import Rgb
from vision.letterbox import PAD_GREY
from vision.looks import CELL, MARGIN, TILE
from vision.opencv import cv2

Indices = npt.NDArray[np.intp]

SIDE = CELL // 2
"""Prints are compared at half the size of a look."""
ROUGH = CELL // 4
"""And first, to see how they lie, at a quarter."""
SHIFT = 2
"""How far two tiles may be off each other, pixels of ``ROUGH``."""
ANGLES = tuple(range(0, 360, 20))
SCALES = (0.64, 0.8, 1.0, 1.25, 1.56)
STARTS = 3
"""Rough ways that are tried in fine."""
STEPS = 15
STRETCH = (0.45, 1.8)
"""A warp that squeezes or stretches a print by more has slipped."""
INSIDE = 0.88
"""Of a tile's box, what is compared: neither its rim nor its neighbours."""
GREY = 8
"""What differs by less from the grey around a picture belongs to it."""

DOUBT = 0.97
"""Tiles surer than this are left alone."""
KINDS_TRIED, EXAMPLES_TRIED = 4, 3
LEAST = 0.003
"""Kinds less likely than this aren't tried."""
MOST = 16
"""Tiles of a photo that are laid over others, the most doubtful first."""
WEIGHT = 6.0
"""Half of how many independent pixels a print counts for: log likelihood of a residue r is -``WEIGHT`` log r."""
FLOOR = 0.02
"""Residue, as a share of the ink's variance, that even the same tile leaves in another light."""
GOOD = 0.85
"""Likeness of the best fitting print below which none counts: the tile lies too aslant, or is of another set."""
STRONGEST = 4.0
"""More than e to this no print weighs against a kind: its example may be the bad one."""


@dataclass(frozen=True)
class Print:
    """``ink`` (2, SIDE, SIDE) float32: darkness and redness against the tile's own ivory; ``width`` and ``height`` of its box."""

    ink: Floats
    width: float
    height: float

    @cached_property
    def mask(self) -> Floats:
        """(SIDE, SIDE) 1 where the print is compared."""
        out = np.zeros((SIDE, SIDE), np.float32)
        x, y = INSIDE * self.width / 2, INSIDE * self.height / 2
        middle = SIDE / 2
        out[round(middle - y) : round(middle + y), round(middle - x) : round(middle + x)] = 1
        return out

    @cached_property
    def rough(self) -> tuple[Floats, Floats]:
        """Ink (2, ROUGH, ROUGH) and mask at a quarter of a look's size."""
        small = np.stack([_shrunk(channel) for channel in self.ink])
        return small, _shrunk(self.mask)


def print_of(picture: Rgb) -> Print:
    """The ink on one picture (CELL, CELL, 3) of ``vision.looks``, a tile in its middle with grey around it."""
    height, width = _extent(picture)
    small = cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    low, high = SIDE // 2 - 10, SIDE // 2 + 10
    ivory = np.maximum(np.percentile(small[low:high, low:high].reshape(-1, 3), 85, axis=0), GREY)
    light = np.minimum(small / ivory.astype(np.float32), 1.1)
    ink = np.stack([1 - light.mean(axis=2), light[..., 0] - (light[..., 1] + light[..., 2]) / 2])
    return Print(ink.astype(np.float32), width / 2, height / 2)


def _extent(picture: Rgb) -> tuple[float, float]:
    """Height and width of the tile's box: the picture without the grey beyond it and the margin around it."""
    shown = np.abs(picture.astype(np.int16) - PAD_GREY).max(axis=2) > GREY
    margins = 2 * MARGIN * TILE
    sides = []
    for axis in (1, 0):
        where = np.flatnonzero(shown.mean(axis=axis) > 0.1)
        side = float(where[-1] - where[0] + 1) - margins if len(where) else TILE
        sides.append(min(max(side, TILE / 3), float(TILE)))
    return sides[0], sides[1]


def likeness(known: Print, seen: Print) -> float:
    """How alike two prints are, laid over each other as well as they can be: their correlation, 1 for the same."""
    best = 0.0
    for found, warp in _rough_ways(known, seen):
        best = max(best, found, _fine(known, seen, warp))
    return best


def _rough_ways(known: Print, seen: Print) -> Iterator[tuple[float, Floats]]:
    """The best ways to lay ``known`` over ``seen``: correlation at a quarter size, and the warp (2, 3) at half size."""
    ink, mask = known.rough
    size = ROUGH - 2 * SHIFT
    boxes = _boxes(known, seen)
    turns = (*_turns(), *boxes)
    ways = (*_turned_ways(), *(_rough_way(turn) for turn in boxes))
    masks = np.stack([_laid(mask, way, size) for way in ways]).reshape(len(ways), -1)
    area = masks.sum(axis=1)
    windows = np.stack(
        [
            seen.rough[0][:, dy : dy + size, dx : dx + size]
            for dy in range(2 * SHIFT + 1)
            for dx in range(2 * SHIFT + 1)
        ]
    ).reshape(-1, len(ink), size * size)
    shared, mine, theirs = 0.0, 0.0, 0.0
    for channel, plane in enumerate(ink):
        a = np.stack([_laid(plane, way, size) for way in ways]).reshape(len(ways), -1)
        b = windows[:, channel]
        mean_a, mean_b = (a * masks).sum(axis=1) / area, b @ masks.T / area
        shared = shared + b @ (a * masks).T / area - mean_a * mean_b
        mine = mine + (a * a * masks).sum(axis=1) / area - mean_a**2
        theirs = theirs + (b * b) @ masks.T / area - mean_b**2
    found = shared / np.sqrt(np.maximum(mine * theirs, 1e-8))  # (shifts, ways)
    for k in np.argsort(-found.max(axis=0), kind="stable")[:STARTS]:
        shift = int(found[:, k].argmax())
        dy, dx = divmod(shift, 2 * SHIFT + 1)
        off = 2 * np.array([dx - SHIFT, dy - SHIFT])
        yield float(found[shift, k]), _shifted(_centred(turns[k], SIDE), off)


def _fine(known: Print, seen: Print, warp: Floats) -> float:
    """The correlation after aligning from ``warp`` on; 0 where that slips."""
    rule = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, STEPS, 1e-4)
    region = known.mask.astype(np.uint8)
    try:
        _, warp = cv2.findTransformECC(
            known.ink[0], seen.ink[0], warp.copy(), cv2.MOTION_AFFINE, rule, region, 3
        )
    except cv2.error:  # it doesn't converge
        return 0.0
    long, short = np.linalg.svd(warp[:, :2])[1]
    if short < STRETCH[0] or long > STRETCH[1] or np.linalg.det(warp[:, :2]) < 0:
        return 0.0
    way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    over = np.stack([cv2.warpAffine(plane, warp, (SIDE, SIDE), flags=way) for plane in seen.ink])
    inside = known.mask > 0
    a = known.ink[:, inside] - known.ink[:, inside].mean(axis=1, keepdims=True)
    b = over[:, inside] - over[:, inside].mean(axis=1, keepdims=True)
    return float((a * b).sum() / np.sqrt(max(float((a * a).sum() * (b * b).sum()), 1e-8)))


@lru_cache(maxsize=1)
def _turns() -> tuple[Floats, ...]:
    """(2, 2) each: every angle at every scale."""
    return tuple(_turn(angle) * np.float32(scale) for angle in ANGLES for scale in SCALES)


@lru_cache(maxsize=1)
def _turned_ways() -> tuple[Floats, ...]:
    """(2, 3) each: the ways of ``_turns``, the same for all tiles."""
    return tuple(_rough_way(turn) for turn in _turns())


def _rough_way(turn: Floats) -> Floats:
    """(2, 3) at a quarter size, into windows without the rim of ``SHIFT``."""
    return _shifted(_centred(turn, ROUGH), -SHIFT)


def _boxes(known: Print, seen: Print) -> list[Floats]:
    """(2, 2) each: in every quarter turn, one tile's box onto the other's."""
    out = []
    for angle in (0, 90, 180, 270):
        width, height = (known.width, known.height) if angle % 180 == 0 else (known.height, known.width)
        out.append(np.diag([seen.width / width, seen.height / height]).astype(np.float32) @ _turn(angle))
    return out


def _turn(angle: float) -> Floats:
    a = np.deg2rad(angle)
    return np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]], np.float32)


def _centred(turn: Floats, side: int) -> Floats:
    """(2, 3) ``turn`` about the middle of a square picture."""
    middle = np.full(2, (side - 1) / 2, np.float32)
    return np.concatenate([turn, (middle - turn @ middle)[:, None]], axis=1)


def _shifted(warp: Floats, by: float | npt.NDArray[np.intp]) -> Floats:
    return np.asarray(warp + np.array([[0, 0, 1]], np.float32) * np.reshape(by, (-1, 1)), np.float32)


def _laid(plane: Floats, way: Floats, size: int) -> Floats:
    return np.asarray(cv2.warpAffine(plane, way, (size, size)), np.float32)


def _shrunk(plane: Floats) -> Floats:
    return np.asarray(cv2.resize(plane, (ROUGH, ROUGH), interpolation=cv2.INTER_AREA), np.float32)


@dataclass(frozen=True)
class Prints:
    """Known tiles of one set: ``prints``, their ``kinds`` (N,) and their ``points`` (N, D) in the space of looks."""

    prints: tuple[Print, ...]
    kinds: Indices
    points: Floats

    def weigh(self, scores: Floats, points: Floats, pictures: Sequence[Rgb]) -> Floats:
        """(N, K) ``scores`` with what the prints say of doubtful tiles; ``points`` (N, D) and ``pictures`` are theirs.

        Known kinds lose by how much worse than the best of them they fit, where that one fits well; kinds of which no tile
        is known neither gain nor lose.
        """
        out = scores.copy()
        most = scores.max(axis=1, initial=0)
        doubtful = [int(i) for i in np.argsort(most, kind="stable") if most[i] < DOUBT]
        for i in doubtful[:MOST]:
            fits = self._fits(scores[i], points[i], pictures[i])
            least = min(fits.values(), default=np.inf)
            if len(fits) < 2 or least > 1 + FLOOR - GOOD**2:
                continue
            row = scores[i].copy()
            for kind, residue in fits.items():
                row[kind] *= np.exp(-min(STRONGEST, WEIGHT * np.log(residue / least)))
            out[i] = row * (scores[i].sum() / row.sum())
        return out

    def _fits(self, scores: Floats, point: Floats, picture: Rgb) -> dict[int, float]:
        """Of the likeliest kinds that are known: the share of the ink that their best example doesn't explain."""
        tried = [int(k) for k in np.argsort(-scores)[:KINDS_TRIED] if scores[k] >= LEAST]
        examples = {kind: np.flatnonzero(self.kinds == kind) for kind in tried}
        if sum(len(some) > 0 for some in examples.values()) < 2:
            return {}
        seen = print_of(picture)
        out = {}
        for kind, some in examples.items():
            if not len(some):
                continue
            away = ((self.points[some] - point) ** 2).sum(axis=1)
            nearest = some[np.argsort(away, kind="stable")[:EXAMPLES_TRIED]]
            best = max(likeness(self.prints[i], seen) for i in nearest)
            out[kind] = 1 + FLOOR - best**2
        return out
