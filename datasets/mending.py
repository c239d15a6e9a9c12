"""Does the game's evidence mend more than it breaks? Tiles read with and without ``vision.consistent``, against labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACES, KINDS
from vision.consistent import changes
from vision.detections import Detections, overlaps_between
from vision.groups import find_groups
from vision.reading import scores_of

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Labelled:
    """One photo's detections with the true names and boxes (pixels)."""

    name: str
    width: int
    height: int
    found: Detections
    names: Sequence[str]
    boxes: Floats
    full: bool = False


def mended(photos: Iterable[Labelled]) -> dict[str, Any]:
    """Counts: tiles mended (wrong → right), broken (right → wrong), changed from wrong to wrong, and taps saved.

    A wrong tile takes two taps to mend; a tile broken costs two more.
    """
    out: Counter[str] = Counter()
    changed: list[Mapping[str, Any]] = []
    for photo in photos:
        names = [KINDS[k] for k in photo.found.kinds]
        groups = find_groups(names, photo.found.boxes, photo.width, photo.height, photo.full)
        truth = _truth(photo)
        out["photos"] += 1
        out["tiles"] += sum(name is not None for name in truth)
        out["wrong before"] += sum(
            name is not None and name != read for name, read in zip(truth, names, strict=True)
        )
        for change in changes([scores_of(row) for row in photo.found.scores], groups):
            true = truth[change.index]
            what = (
                "unlabelled"
                if true is None
                else "mended"
                if change.after == true
                else "broken"
                if change.before == true
                else "still wrong"
            )
            out[what] += 1
            changed.append(
                {
                    "photo": photo.name,
                    "true": true,
                    "what": what,
                    "before": change.before,
                    "after": change.after,
                    "p": round(change.p_after, 3),
                }
            )
    return {**out, "taps saved": 2 * (out["mended"] - out["broken"]), "changes": changed}


def _truth(photo: Labelled) -> list[str | None]:
    """The label of each detected tile, None where no face was labelled."""
    n = len(photo.found)
    if not n or not len(photo.names):
        return [None] * n
    iou = overlaps_between(photo.found.boxes, photo.boxes)
    best = iou.argmax(axis=1)
    return [
        photo.names[int(b)] if iou[i, b] > 0.5 and photo.names[int(b)] in FACES else None
        for i, b in enumerate(best)
    ]
