"""Labels against read tiles of one photo: the pairing of ``score_photos.py``, kept as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from datasets.importing import HONOUR_NAMES, Box, Label
from datasets.pairing import iou
from scoring.tiles import FACES

MIN_IOU = 0.5
COVERED = 0.7
"""A flower's label covers half the tile at times: a detection that covers this much of it will do."""


@dataclass(frozen=True)
class Read:
    """A tile as a reading has it: scored kind, the kind as read, box in pixels, score, doubt."""

    kind: str
    tile: str
    box: Box
    confidence: float
    unsure: bool


@dataclass(frozen=True)
class Found:
    """One label (``kind`` as it is scored, pixels) and the tile it was paired with, or None."""

    kind: str
    name: str
    box: Box
    read: Read | None

    @property
    def right(self) -> bool:
        return self.read is not None and self.read.kind == self.kind


@dataclass(frozen=True)
class PhotoScore:
    """All labels of a photo, and the read tiles no label took; ``partial``: those are no errors."""

    stem: str
    width: float
    height: float
    partial: bool
    found: tuple[Found, ...]
    unmatched: tuple[Read, ...]
    was_read: bool

    @property
    def extra(self) -> int:
        """Unmatched tiles that count as errors."""
        return 0 if self.partial else len(self.unmatched)

    @property
    def bad(self) -> int:
        """Labels missed or misread and tiles too many."""
        return sum(not one.right for one in self.found) + self.extra

    @property
    def is_hand(self) -> bool:
        """10-17 labels: the photo of one hand."""
        return 10 <= len(self.found) <= 17


def scored_kind(name: str) -> str:
    """Honours are one kind ("z"), flowers and seasons one ("flower"): 捉鸡 has neither."""
    if name in HONOUR_NAMES or (len(name) == 2 and name[1] == "z"):
        return "z"
    if name == "flower" or (len(name) == 2 and name[0] in "fs" and name[1] in "1234"):
        return "flower"
    return name


def is_suit(kind: str) -> bool:
    """One of the 27 faces."""
    return kind in FACES


def score(
    stem: str,
    labels: Sequence[Label],
    reading: Mapping[str, Any] | None,
    *,
    partial: bool = False,
    min_iou: float = MIN_IOU,
) -> PhotoScore:
    """Pair the labels of a photo with a reading of SPEC 2.3 (None: it wasn't read), best overlap first."""
    size = {"width": 1, "height": 1} if reading is None else reading["image"]
    width, height = size["width"], size["height"]
    truth = [(scored_kind(label.name), label.name, label.pixels(width, height)) for label in labels]
    read = [] if reading is None else [_read(tile) for tile in reading["tiles"]]
    taken = _pairs([(kind, box) for kind, _, box in truth], read, min_iou)
    used = set(taken.values())
    return PhotoScore(
        stem,
        width,
        height,
        partial,
        tuple(
            Found(kind, name, box, read[taken[i]] if i in taken else None)
            for i, (kind, name, box) in enumerate(truth)
        ),
        tuple(tile for j, tile in enumerate(read) if j not in used),
        reading is not None,
    )


def _read(tile: Mapping[str, Any]) -> Read:
    x1, y1, x2, y2 = tile["box"]
    confidence = float(tile.get("confidence", 1.0))
    return Read(
        scored_kind(tile["tile"]), tile["tile"], (x1, y1, x2, y2), confidence, bool(tile.get("unsure"))
    )


def _pairs(truth: Sequence[tuple[str, Box]], read: Sequence[Read], min_iou: float) -> dict[int, int]:
    """Label number → read number, greedily; ties go to the later numbers, as in the shared tool."""
    scored = sorted(
        ((overlap(t, d.box), i, j) for i, t in enumerate(truth) for j, d in enumerate(read)), reverse=True
    )
    taken: dict[int, int] = {}
    used: set[int] = set()
    for value, i, j in scored:
        if value < min_iou:
            break
        if i not in taken and j not in used:
            taken[i] = j
            used.add(j)
    return taken


def overlap(label: tuple[str, Box], box: Box) -> float:
    """How far a read box is the label's; a flower whose label it covers by ``COVERED`` counts as 0.5."""
    kind, a = label
    value = iou(a, box)
    if kind == "flower":
        width = max(0, min(a[2], box[2]) - max(a[0], box[0]))
        height = max(0, min(a[3], box[3]) - max(a[1], box[1]))
        covered = width * height / ((a[2] - a[0]) * (a[3] - a[1]))
        value = max(value, 0.5 if covered >= COVERED else 0.0)
    return value
