"""Learning a table's own set: confirmed tiles in, the set out, and what it changes on photos it wasn't made from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scoring.tiles import KINDS
from vision.detections import Detections, Floats, overlaps_between
from vision.detector import Detector
from vision.examples import Examples, look_sheets
from vision.image import Photo, Rgb
from vision.looks import CELL, MARGIN, TILE
from vision.own_set import OwnSet, learn, read_with
from vision.prints import Indices, Print, print_of
from vision.second_look import turned_features
from vision.yardstick import Yardstick, distances

TURNS = 4
"""A tile lies any way round on the table: it is learned in every quarter turn."""
SAME = 0.5
"""A confirmed box and a detected one that overlap so much are one tile."""

EDGE = (CELL - round(TILE * (1 + 2 * MARGIN))) // 2
"""Grey around the long side of a tile's picture."""

Find = Callable[[Photo], Detections]


@dataclass(frozen=True)
class Before:
    """Of ``tiles`` confirmed ones of a photo, how many were read right without the set and with one made from the
    other photos; None when there is no other.
    """

    tiles: int
    without: int
    with_set: int | None


@dataclass(frozen=True)
class Learner:
    """Works with one detector; ``find`` gives all tiles of a photo."""

    detector: Detector
    yardstick: Yardstick
    find: Find

    def confirm(self, photo: Photo, boxes: Sequence[Sequence[float]], kinds: Sequence[str]) -> Examples:
        """Tiles of a photo that somebody has confirmed: boxes x1 y1 x2 y2 in pixels of the upright photo.

        Raises ``PhotoError`` for a photo that can't be decoded.
        """
        places = np.array(boxes, np.float32).reshape(-1, 4)
        return Examples(tuple(look_sheets(photo, places)), tuple(kinds), _scores_at(self.find(photo), places))

    def learn(self, photos: Sequence[Examples]) -> Learned:
        """The set that photos show. Raises ``ValueError`` when there is no tile on any."""
        looks = [turned_features(self.detector.look, examples.sheets, TURNS) for examples in photos]
        kinds = [np.array([KINDS.index(kind) for kind in examples.kinds], np.intp) for examples in photos]
        return Learned(self.yardstick, tuple(photos), tuple(looks), tuple(kinds))


@dataclass(frozen=True)
class Learned:
    """A set with the photos it was learned from; ``looks`` (N, TURNS, F) and ``kinds`` (N,) a photo."""

    yardstick: Yardstick
    photos: tuple[Examples, ...]
    looks: tuple[Floats, ...]
    kinds: tuple[Indices, ...]

    @cached_property
    def own(self) -> OwnSet:
        """What reads with."""
        return self._of(range(len(self.photos)))

    @cached_property
    def prints(self) -> tuple[tuple[Print, ...], ...]:
        """Of each photo, one a tile."""
        return tuple(tuple(print_of(picture) for picture in photo.pictures()) for photo in self.photos)

    def _of(self, which: Sequence[int]) -> OwnSet:
        return learn(
            self.yardstick,
            np.concatenate([self.looks[i] for i in which]),
            np.concatenate([self.kinds[i] for i in which]),
            [one for i in which for one in self.prints[i]],
        )

    def before_and_after(self) -> list[Before]:
        """For each photo: right without the set, right with the set of all other photos."""
        out = []
        for i, photo in enumerate(self.photos):
            others = [k for k in range(len(self.photos)) if k != i]
            after = self._right(i, self._of(others)) if others else None
            out.append(Before(len(photo.kinds), self._right(i, None), after))
        return out

    def _right(self, i: int, own: OwnSet | None) -> int:
        """How many tiles of a photo are read right with a set; those that weren't found never are."""
        scores = self.photos[i].scores
        points = self.yardstick.place(self.looks[i][:, 0])
        mixed, _ = read_with(self.yardstick, own, scores, points, self.photos[i].pictures())
        found = scores.max(axis=1, initial=0) > 0
        return int((mixed.argmax(axis=1) == self.kinds[i])[found].sum())

    @cached_property
    def typical(self) -> dict[str, Rgb]:
        """Of each kind that was shown, the picture nearest to its middle, without the grey around it."""
        points = [self.yardstick.place(looks[:, 0]) for looks in self.looks]
        best: dict[str, tuple[float, Rgb]] = {}
        for photo, places, kinds in zip(self.photos, points, self.kinds, strict=True):
            away = distances(places, self.own.kinds)[np.arange(len(kinds)), kinds]
            for kind, far, picture in zip(photo.kinds, away, photo.pictures(), strict=True):
                if kind not in best or far < best[kind][0]:
                    best[kind] = (float(far), picture)
        return {kind: best[kind][1][EDGE:-EDGE, EDGE:-EDGE] for kind in KINDS if kind in best}


def _scores_at(found: Detections, places: Floats) -> Floats:
    """(N, K) what was found at each place."""
    out = np.zeros((len(places), found.scores.shape[1]), np.float32)
    if len(found) and len(places):
        shared = overlaps_between(places, found.boxes)
        best = shared.argmax(axis=1)
        hit = shared[np.arange(len(places)), best] >= SAME
        out[hit] = found.scores[best[hit]]
    return out
