"""A photo → a reading: tiles, groups, problems, and the JSON of SPEC 2.3."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from scoring.errors import Lang
from scoring.tiles import BACK, KINDS
from vision.alike import Kinds, borne_out, supposed
from vision.closeup import from_afar
from vision.consistent import Change, changes
from vision.detections import Detections, Floats, concatenate
from vision.detector import CONFIDENCE, DIM, Detector
from vision.evidence import corrected, find_problems, is_unsure, surplus
from vision.groups import find_groups
from vision.image import Photo, Rgb, open_photo
from vision.laid import Laid, laid_straight
from vision.layout import Group
from vision.learner import Learner
from vision.letterbox import Letterbox
from vision.model import ModelInfo, load_presence, load_yardstick
from vision.own_set import OwnSet
from vision.presence import Presence
from vision.problems import Problem
from vision.quality import photo_problems
from vision.rows import Row, find_rows
from vision.second_look import FAINT, SecondLook
from vision.second_view import joined, second_view
from vision.tiling import second_pass
from vision.turned import with_turned
from vision.yardstick import Yardstick

SAME_FACE = (0.45, 0.7)
"""Faces that overlap by so much, or lie in each other so far, are one tile; backs that stand in a slanted row may."""
ALTERNATIVES = 3
LEAST_ALTERNATIVE = 0.005


@dataclass(frozen=True)
class ReadTile:
    """One tile: kind, score 0..1, box x1 y1 x2 y2 in pixels of the upright photo, other kinds by score."""

    tile: str
    confidence: float
    box: tuple[float, float, float, float]
    alternatives: tuple[tuple[str, float], ...]
    unsure: bool


@dataclass(frozen=True)
class Times:
    """Milliseconds spent."""

    decode: float
    detect: float
    layout: float
    total: float


@dataclass(frozen=True)
class Reading:
    """What a photo shows; ``groups`` and ``problems`` number into ``tiles``."""

    width: int
    height: int
    tiles: tuple[ReadTile, ...]
    groups: tuple[Group, ...]
    problems: tuple[Problem, ...]
    model: ModelInfo
    ms: Times
    own_set: bool | None = None
    """Whether the photo shows the set that was given along, and was read with it; None without a set."""

    def to_json(self, file: str, lang: Lang = "zh") -> dict[str, Any]:
        """The object of SPEC 2.3."""
        return {
            "ok": True,
            "file": file,
            "image": {"width": self.width, "height": self.height},
            "tiles": [
                {
                    "tile": t.tile,
                    "confidence": round(t.confidence, 3),
                    "box": [round(v, 1) for v in t.box],
                    "alternatives": [[name, round(score, 3)] for name, score in t.alternatives],
                    "unsure": t.unsure,
                }
                for t in self.tiles
            ],
            "groups": [
                {
                    "role": g.role,
                    "side": g.side,
                    "meld": g.meld,
                    "tiles": list(g.tiles),
                    # Only where they are seen, so that what SPEC 2.3 shows stays as it is.
                    **({} if g.charge is None else {"charge": g.charge}),
                    **({} if g.feeder is None else {"from": g.feeder}),
                }
                for g in self.groups
            ],
            "problems": [
                {"code": p.code, "message": p.message(lang), "tiles": list(p.tiles)} for p in self.problems
            ],
            "model": {"name": self.model.name, "sha256": self.model.sha256},
            "ms": {
                "decode": round(self.ms.decode, 1),
                "detect": round(self.ms.detect, 1),
                "layout": round(self.ms.layout, 1),
                "total": round(self.ms.total, 1),
            },
            **({} if self.own_set is None else {"own_set": self.own_set}),
        }


class Reader:
    """Reads photos. One for a whole program; ``read`` may run in several threads at once."""

    def __init__(
        self, detector: Detector, yardstick: Yardstick | None = None, presence: Presence | None = None
    ) -> None:
        self._detector = detector
        self._yardstick = yardstick if detector.gives_features else None
        self._look_again = (
            None if self._yardstick is None else SecondLook(detector.look, self._yardstick, presence)
        )

    @classmethod
    def open(cls, threads: int | None = None, folder: Path | None = None) -> Reader:
        """Load the shipped model, or another folder's. Raises ``PhotoError`` MODEL_MISSING."""
        detector = Detector(threads, folder)
        info = detector.info
        return cls(detector, load_yardstick(info, folder), load_presence(info, folder))

    @property
    def learner(self) -> Learner | None:
        """What learns a table's own set of tiles; None when the model beside it can't."""
        if self._yardstick is None:
            return None
        return Learner(
            self._detector, self._yardstick, lambda photo: self.find(photo, photo.rgb(self.model.input))
        )

    @property
    def model(self) -> ModelInfo:
        """Which model reads."""
        return self._detector.info

    @property
    def threads(self) -> int:
        """Threads the detector uses."""
        return self._detector.threads

    def read(
        self, data: bytes, *, conf: float | None = None, full_table: bool = False, own: OwnSet | None = None
    ) -> Reading:
        """The tiles of one photo's bytes. ``full_table``: hands of several players, each with its side.

        ``own`` is the set the table plays with; it has a say where the photo shows it. Raises ``PhotoError``:
        NOT_AN_IMAGE, UNSUPPORTED, TOO_LARGE, TOO_MANY_PIXELS.
        """
        start = time.perf_counter()
        photo = open_photo(data)
        pixels = photo.rgb(self.model.input)
        decoded = time.perf_counter()
        found, mine = self._tiles(photo, pixels, own, conf)
        found, laid = self._seen_again(photo, pixels, found, own, conf)
        detected = time.perf_counter()
        tiles, groups, mended = lay_out(found, laid, full_table, two_looks=self._look_again is not None)
        boxes = np.array([t.box for t in tiles], np.float32).reshape(-1, 4)
        doubts = [t.unsure for t in tiles]
        problems = [
            *corrected(mended),
            *find_problems(tiles, groups),
            *photo_problems(pixels, boxes, doubts, groups, photo.width, photo.height),
        ]
        done = time.perf_counter()
        times = Times(
            *(1000 * t for t in (decoded - start, detected - decoded, done - detected, done - start))
        )
        return Reading(
            photo.width,
            photo.height,
            tuple(tiles),
            tuple(groups),
            tuple(problems),
            self.model,
            times,
            None if own is None else mine,
        )

    def _seen_again(
        self, photo: Photo, pixels: Rgb, found: Detections, own: OwnSet | None, least: float | None
    ) -> tuple[Detections, Laid]:
        """The tiles with what a second view of slanted or oddly lit ones shows, and how they lie."""
        view = second_view(photo, pixels, found, self.model.input)
        if view is not None and view.tells:
            seen, _ = self._tiles(view.photo, view.photo.rgb(), own, least)
            found = joined(found, view.found(seen))
        elif view is not None:
            seen = self.find(view.photo, view.photo.rgb(), DIM)
        found = one_a_face(found)
        if view is not None and view.turn:
            return found, laid_straight(found.boxes, photo.width, photo.height, view, seen)
        return found, Laid(found.boxes, photo.width, photo.height)

    def _tiles(
        self, photo: Photo, pixels: Rgb, own: OwnSet | None, least: float | None
    ) -> tuple[Detections, bool]:
        """All tiles by both looks, and whether they are of the table's ``own`` set; ``least`` score, where one is wanted."""
        if self._look_again is None:
            return self.find(photo, pixels, CONFIDENCE if least is None else least), False
        found = self.find(photo, pixels, FAINT if least is None else least)
        return self._look_again(found, photo, own, all_tiles=least is not None)

    def find(self, photo: Photo, pixels: Rgb, confidence: float = CONFIDENCE) -> Detections:
        """The boxes of a photo of which ``pixels`` is a reduced size, by as many passes as their size asks for."""
        letterbox = Letterbox.fit(photo.width, photo.height, self.model.input, self.model.stride)
        detect = partial(self._detector.detect, confidence=confidence)
        first = detect(pixels, letterbox)
        small = partial(self._detector.detect, confidence=max(confidence, DIM))
        near = first[first.confidence >= DIM]
        close, missed = from_afar(small, pixels, near, letterbox, self.model.stride)
        if close is not None:
            return close
        return second_pass(detect, photo, concatenate([first, missed]), letterbox)


def one_a_face(found: Detections) -> Detections:
    """The tiles, faces seen twice merged, in the order of their scores."""
    return concatenate([found[~found.backs].merged(*SAME_FACE), found[found.backs]])


def lay_out(
    found: Detections, laid: Laid, full_table: bool = False, *, two_looks: bool = False
) -> tuple[list[ReadTile], list[Group], list[Change]]:
    """Tiles in reading order, group after group, the groups that number into them, and what was read otherwise.

    ``laid``: where each of the tiles ``found`` lies for the grouping.
    """
    kinds = found.kinds.copy()
    rows = find_rows(laid.boxes)
    taken, groups = _grouped(found, laid, rows, full_table)
    mended = changes([scores_of(row) for row in found.scores], groups)
    if mended:
        for change in mended:
            kinds[change.index] = taken[change.index] = KINDS.index(change.after)
        groups = _groups(taken, laid, rows, full_table)
    order = [i for group in groups for i in group.tiles]
    place = {i: k for k, i in enumerate(order)}
    groups = with_turned([KINDS[k] for k in kinds], laid.boxes, groups)
    moved = [
        replace(
            group,
            tiles=tuple(place[i] for i in group.tiles),
            charge=None if group.charge is None else place[group.charge],
        )
        for group in groups
    ]
    mended = [replace(change, index=place[change.index]) for change in mended]
    tiles = [_tile(found, i, int(kinds[i]), two_looks) for i in order]
    doubtful = surplus(tiles) | {change.index for change in mended}
    return [replace(t, unsure=t.unsure or k in doubtful) for k, t in enumerate(tiles)], moved, mended


def _grouped(
    found: Detections, laid: Laid, rows: Sequence[Row], full_table: bool
) -> tuple[Kinds, list[Group]]:
    """(N,) what each tile is taken for where it lies, and the groups: of a meld a face may have been misread."""
    taken = found.kinds.copy()
    bunches = supposed(found.scores, taken, rows)
    for block, kind in bunches:
        taken[[i for i in block if KINDS[taken[i]] != BACK]] = kind
    groups = _groups(taken, laid, rows, full_table)
    wrong = [block for block, _ in bunches if not borne_out(groups, block)]
    if wrong:
        for block in wrong:
            taken[list(block)] = found.kinds[list(block)]
        groups = _groups(taken, laid, rows, full_table)
    return taken, groups


def _groups(taken: Kinds, laid: Laid, rows: Sequence[Row], full_table: bool) -> list[Group]:
    names = [KINDS[k] for k in taken]
    return find_groups(names, laid.boxes, laid.width, laid.height, full_table, rows, laid.outline)


def scores_of(row: Floats) -> dict[str, float]:
    """A tile's kinds with their scores, the negligible left out."""
    best = int(row.argmax())
    return {KINDS[k]: float(v) for k, v in enumerate(row) if v >= LEAST_ALTERNATIVE or k == best}


def _tile(found: Detections, i: int, kind: int, two_looks: bool) -> ReadTile:
    scores = found.scores[i]
    ranked = [kind, *(int(k) for k in np.argsort(-scores, kind="stable") if k != kind)]
    others = tuple(
        (KINDS[k], float(scores[k])) for k in ranked[1 : 1 + ALTERNATIVES] if scores[k] >= LEAST_ALTERNATIVE
    )
    name, top, second = KINDS[kind], float(scores[kind]), float(scores[ranked[1]])
    x1, y1, x2, y2 = (float(v) for v in found.boxes[i])
    return ReadTile(name, top, (x1, y1, x2, y2), others, is_unsure(name, top, second, two_looks=two_looks))
