"""The evaluation as pictures: confusions, reliability, and the wrong tiles themselves. OpenCV only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from datasets.evaluate.calibration import Calibration
from datasets.evaluate.figures import MISSED
from datasets.evaluate.matching import Found, PhotoScore
from datasets.importing import Label
from datasets.sheets import Cell, Picture, crop, read_picture, with_boxes
from scoring.tiles import FACES

CELL = 22
EDGE = 52
PLOT = 360
BLACK, GRID = (0, 0, 0), (220, 220, 220)


def confusion_picture(scores: Sequence[PhotoScore]) -> Picture:
    """Rows: labels; columns: what they were read as; darker is more often, the share of the row."""
    kinds = [*FACES, "z", "flower", "back"]
    columns = [*kinds, MISSED]
    counts = np.zeros((len(kinds), len(columns)))
    for photo in scores:
        for one in photo.found:
            counts[kinds.index(one.kind), columns.index(one.read.kind if one.read else MISSED)] += 1
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    height, width = EDGE + CELL * len(kinds), EDGE + CELL * len(columns)
    out = np.full((height, width, 3), 255, np.uint8)
    for i, kind in enumerate(kinds):
        _text(out, kind[:4], 4, EDGE + CELL * i + 15)
        for j in range(len(columns)):
            x, y = EDGE + CELL * j, EDGE + CELL * i
            # Square root: a confusion of one in a hundred has to be seen.
            ink = round(255 * (1 - np.sqrt(shares[i, j])))
            colour = (ink, 255 - (255 - ink) // 3, ink) if kind == columns[j] else (ink, ink, 255)
            cv2.rectangle(out, (x, y), (x + CELL - 1, y + CELL - 1), colour, -1)
            if counts[i, j] and kind != columns[j]:
                _text(out, str(int(counts[i, j])), x + 2, y + 15)
    for j, kind in enumerate(columns):
        column = np.full((CELL, EDGE, 3), 255, np.uint8)
        _text(column, kind[:6], 2, 15)
        out[:EDGE, EDGE + CELL * j : EDGE + CELL * (j + 1)] = np.rot90(column)
    return out


def reliability_picture(result: Calibration) -> Picture:
    """Mean score to the right, share of right tiles upwards; on the diagonal the scores are honest."""
    out = np.full((PLOT + 2 * EDGE, PLOT + 2 * EDGE, 3), 255, np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return EDGE + round(x * PLOT), EDGE + PLOT - round(y * PLOT)

    for k in range(11):
        cv2.line(out, at(k / 10, 0), at(k / 10, 1), GRID, 1)
        cv2.line(out, at(0, k / 10), at(1, k / 10), GRID, 1)
        _text(out, f"{k / 10:.1f}", at(k / 10, 0)[0] - 8, EDGE + PLOT + 16)
        _text(out, f"{k / 10:.1f}", EDGE - 28, at(0, k / 10)[1] + 4)
    cv2.line(out, at(0, 0), at(1, 1), (160, 160, 160), 1, cv2.LINE_AA)
    points = [at(b.confidence, b.right) for b in result.bins]
    for (x, y), b in zip(points, result.bins, strict=True):
        cv2.circle(out, (x, y), 4, (180, 80, 0), -1, cv2.LINE_AA)
        _text(out, str(b.count), x + 6, y - 4)
    for first, second in pairwise(points):
        cv2.line(out, first, second, (180, 80, 0), 1, cv2.LINE_AA)
    _text(out, f"score -> share of right tiles; ECE {result.ece:.4f}, {result.tiles} tiles", EDGE, 30)
    return out


def error_cells(scores: Sequence[PhotoScore], images: Mapping[str, Path]) -> Iterator[Cell]:
    """Every wrong tile and every tile too many, cut out: label>read score."""
    for photo in scores:
        wrong = [one for one in photo.found if not one.right]
        if (not wrong and not photo.extra) or photo.stem not in images:
            continue
        picture = read_picture(images[photo.stem])
        for one in wrong:
            yield from _cell(picture, photo, one.box, _caption(photo, one))
        for read in photo.unmatched if not photo.partial else ():
            yield from _cell(
                picture, photo, read.box, f"->{read.tile} {read.confidence:.2f} {photo.stem[-12:]}"
            )


def _caption(photo: PhotoScore, one: Found) -> str:
    got = "missed" if one.read is None else f"{one.read.tile} {one.read.confidence:.2f}"
    return f"{one.name}>{got} {photo.stem[-12:]}"


def _cell(picture: Picture, photo: PhotoScore, box: Sequence[float], caption: str) -> Iterator[Cell]:
    x1, y1, x2, y2 = box
    label = Label("", (x1 / photo.width, y1 / photo.height, x2 / photo.width, y2 / photo.height))
    part = crop(with_boxes(picture, [label], names=False), label, margin=0.6)
    if part is not None:
        yield Cell(caption, part)


def _text(out: Picture, text: str, x: int, y: int) -> None:
    cv2.putText(out, text, (x, y), 0, 0.36, BLACK, 1, cv2.LINE_AA)
