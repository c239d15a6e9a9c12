"""``zhuoji data faces``: single faces by class folder (``photos/faces``) against what a detector reads on them.

A face that the reading contradicts is listed, not moved: a picture may be in the wrong folder, or the art new to the
detector. What was looked at stands in ``datasets/render/misfiled_faces.txt``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.importing import SUFFIXES, LabelError
from datasets.sheets import Picture, read_picture
from scoring.tiles import FACES, KINDS
from vision.detector import Detector
from vision.letterbox import Letterbox

AROUND = 1.2
"""Cloth around the face, in its longer sides: the detector has learnt tiles on tables, not tiles that fill a photo."""
CLOTH = (70, 95, 60)
LEAST = 0.1


@dataclass(frozen=True)
class Suspect:
    """A face whose reading isn't its folder's name; ``read`` is None when nothing was seen."""

    path: Path
    folder: str
    read: str | None
    score: float


def suspects(folder: Path, detector: Detector) -> Iterator[Suspect]:
    """Every face of ``folder/<tile>/`` that is read as another tile or not at all. Raises ``LabelError``."""
    places = [place for place in sorted(folder.iterdir()) if place.is_dir() and place.name in FACES]
    if not places:
        raise LabelError(f"{folder} has no folders named 1m … 9s")
    for place in places:
        for path in sorted(place.iterdir()):
            if path.suffix.lower() in SUFFIXES:
                kind, score = _read(read_picture(path), detector)
                if kind != place.name:
                    yield Suspect(path, place.name, kind, score)


def _read(face: Picture, detector: Detector) -> tuple[str | None, float]:
    pad = round(AROUND * max(face.shape[:2]))
    wide = cv2.copyMakeBorder(face, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=CLOTH)
    pixels = np.ascontiguousarray(wide[..., ::-1])
    found = detector.detect(pixels, Letterbox.fit(pixels.shape[1], pixels.shape[0], 320), LEAST)
    if not len(found):
        return None, 0.0
    surest = int(found.confidence.argmax())
    return KINDS[found.kinds[surest]], float(found.confidence[surest])
