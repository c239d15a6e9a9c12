"""Detected tiles as columns. NumPy only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from scoring.tiles import BACK, KINDS

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Detections:
    """``boxes`` (N, 4) float32 x1 y1 x2 y2 in pixels, ``scores`` (N, C) float32 0..1, one column a kind."""

    boxes: Floats
    scores: Floats

    def __post_init__(self) -> None:
        n = len(self.boxes)
        if self.boxes.shape != (n, 4) or self.scores.ndim != 2 or len(self.scores) != n:
            raise ValueError(
                f"boxes {self.boxes.shape} and scores {self.scores.shape} don't fit (N, 4), (N, C)"
            )
        if self.boxes.dtype != np.float32 or self.scores.dtype != np.float32:
            raise ValueError(f"boxes {self.boxes.dtype} and scores {self.scores.dtype} must be float32")

    @classmethod
    def empty(cls, kinds: int) -> Detections:
        """No tile at all."""
        return cls(np.zeros((0, 4), np.float32), np.zeros((0, kinds), np.float32))

    def __len__(self) -> int:
        return len(self.boxes)

    def __getitem__(self, which: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> Detections:
        return Detections(self.boxes[which], self.scores[which])

    @property
    def confidence(self) -> Floats:
        """(N,) score of the likeliest kind."""
        return np.asarray(self.scores.max(axis=1, initial=0), np.float32)

    @property
    def kinds(self) -> npt.NDArray[np.intp]:
        """(N,) column of the likeliest kind."""
        return np.asarray(self.scores.argmax(axis=1), np.intp)

    @property
    def backs(self) -> npt.NDArray[np.bool_]:
        """(N,) which are likeliest face down; the columns are in the order of ``scoring.tiles.KINDS``."""
        return np.asarray(self.kinds == KINDS.index(BACK))

    @property
    def short_sides(self) -> Floats:
        """(N,) the shorter side of each box in pixels."""
        return np.asarray((self.boxes[:, 2:] - self.boxes[:, :2]).min(axis=1), np.float32)

    def moved(self, dx: float, dy: float) -> Detections:
        """The same tiles, boxes shifted."""
        return Detections(self.boxes + np.array([dx, dy, dx, dy], np.float32), self.scores)

    def scaled(self, sx: float, sy: float) -> Detections:
        """The same tiles, boxes stretched from the origin."""
        return Detections(self.boxes * np.array([sx, sy, sx, sy], np.float32), self.scores)

    def merged(self, max_iou: float = 0.6, max_inside: float = 0.8) -> Detections:
        """One box a tile: the surest wins, whatever its kind (yolov5#2172).

        A box that overlaps it by ``max_iou``, or that lies in it (or it in that) by ``max_inside`` of the
        smaller, is the same tile; its scores stay as alternatives where they are higher.
        """
        order = np.argsort(-self.confidence, kind="stable")
        boxes = self.boxes[order]
        scores = self.scores[order].copy()
        overlap, inside = overlaps(boxes)
        same = (overlap > max_iou) | (inside > max_inside)
        alive = np.ones(len(order), bool)
        keep: list[int] = []
        for i in range(len(order)):
            if not alive[i]:
                continue
            keep.append(i)
            twins = same[i] & alive
            twins[: i + 1] = False
            if twins.any():
                scores[i] = np.maximum(scores[i], scores[twins].max(axis=0))
            alive[twins] = False
        chosen = np.array(keep, np.intp)
        return Detections(boxes[chosen], scores[chosen])


def concatenate(parts: Sequence[Detections]) -> Detections:
    """All tiles of all parts; at least one part."""
    return Detections(np.concatenate([p.boxes for p in parts]), np.concatenate([p.scores for p in parts]))


def middles(boxes: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.float64]:
    """(N, 2) centres of the boxes."""
    return np.asarray((boxes[:, :2] + boxes[:, 2:]).astype(np.float64) / 2)


def sizes(boxes: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.float64]:
    """(N,) the side of a square as large as each box."""
    sides = (boxes[:, 2:] - boxes[:, :2]).astype(np.float64)
    return np.asarray(np.sqrt(np.maximum(sides.prod(axis=1), 1e-9)))


def corners(boxes: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.float64]:
    """(N, 4, 2) of each box, clockwise from the upper left."""
    return np.asarray(boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]], np.float64)


def corners_of(width: float, height: float) -> npt.NDArray[np.float64]:
    """(4, 2) of a photo, clockwise from the upper left."""
    return np.asarray(corners(np.array([[0, 0, width, height]], np.float64))[0])


def distances_between(
    some: npt.NDArray[np.floating[Any]], others: npt.NDArray[np.floating[Any]]
) -> npt.NDArray[np.float64]:
    """(N, M) distance of each of some places (N, 2) to each of the others (M, 2)."""
    delta = some[:, None] - others
    return np.asarray(np.hypot(delta[..., 0], delta[..., 1]))


def at_edge(
    boxes: npt.NDArray[np.floating[Any]], width: float, height: float, within: float
) -> npt.NDArray[np.bool_]:
    """(N,) which boxes reach the edge of a photo of that size, give or take so many pixels."""
    return np.asarray(
        (boxes[:, :2].min(axis=1) < within) | (boxes[:, 2:] > [width - within, height - within]).any(axis=1)
    )


def paired(away: npt.NDArray[np.float64], most: float) -> dict[int, int]:
    """Row → column of (N, M) distances, the nearest first, each once, none farther apart than ``most``."""
    out: dict[int, int] = {}
    taken: set[int] = set()
    for flat in np.argsort(away, axis=None, kind="stable"):
        row, column = divmod(int(flat), away.shape[1])
        if away[row, column] > most:
            break
        if row not in out and column not in taken:
            out[row] = column
            taken.add(column)
    return out


def overlaps_between(some: Floats, others: Floats) -> Floats:
    """(N, M) intersection over union of each of ``some`` with each of ``others``."""
    return overlaps(np.concatenate([some, others]))[0][: len(some), len(some) :]


def overlaps(boxes: Floats) -> tuple[Floats, Floats]:
    """(N, N) intersection over union, and intersection over the smaller box."""
    x1, y1, x2, y2 = boxes.T
    width = np.minimum(x2[:, None], x2) - np.maximum(x1[:, None], x1)
    height = np.minimum(y2[:, None], y2) - np.maximum(y1[:, None], y1)
    shared = np.clip(width, 0, None) * np.clip(height, 0, None)
    area = (x2 - x1) * (y2 - y1)
    tiny = np.float32(1e-9)
    return (
        shared / np.maximum(area[:, None] + area - shared, tiny),
        shared / np.maximum(np.minimum(area[:, None], area), tiny),
    )
