"""Proposals for tiles that nobody has labelled yet: what the best weights see at several sizes.

A proposal is no label: somebody looks at each before it is kept (docs/data.md). Backs, which the first weights
can't see, were placed by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from datasets.importing import Box, Label
from datasets.sheets import Picture, fitted
from scoring.tiles import KINDS
from vision.detections import Detections, Floats, concatenate, overlaps
from vision.detector import Detector
from vision.image import Rgb, open_photo
from vision.letterbox import Letterbox
from vision.opencv import cv2

SIZES = (640, 960, 1280)
"""Long sides the network sees: pond tiles are small in photos of 640 px."""
LEAST = 0.15
KNOWN, INSIDE = 0.35, 0.7
"""A proposal overlapping a label by more (IoU), or of the smaller box by more, is that label's tile."""

ENLARGED = 1536
INKS = ((0.5, (0, 220, 0)), (0.3, (0, 140, 255)), (0.0, (255, 0, 255)))


@dataclass(frozen=True)
class Proposal:
    """A tile somebody has to look at: kind of ``KINDS``, score, x1 y1 x2 y2 in pixels."""

    kind: str
    score: float
    box: Box
    second: str
    second_score: float


def propose(
    image: Path, labels: Sequence[Label], detector: Detector, sizes: Sequence[int] = SIZES
) -> list[Proposal]:
    """What the detector sees at any of the sizes and no label covers yet, the surest first."""
    photo = open_photo(image.read_bytes())
    pixels: Rgb = photo.rgb(max(photo.width, photo.height))
    parts = []
    for size in sizes:
        box = Letterbox.fit(photo.width, photo.height, size)
        seen = pixels
        if size > max(photo.width, photo.height):
            seen = cv2.resize(pixels, (box.inner_width, box.inner_height), interpolation=cv2.INTER_CUBIC)
        parts.append(detector.detect(seen, box, LEAST))
    found = concatenate(parts).merged(max_iou=0.45)
    known = [label.pixels(photo.width, photo.height) for label in labels]
    taken = covered(found.boxes, np.array(known, np.float32).reshape(-1, 4))
    return [_proposal(found, i) for i in range(len(found)) if not taken[i]]


def _proposal(found: Detections, i: int) -> Proposal:
    ranked = np.argsort(-found.scores[i], kind="stable")[:2]
    x1, y1, x2, y2 = (round(float(v), 1) for v in found.boxes[i])
    first, second = (float(found.scores[i][k]) for k in ranked)
    return Proposal(KINDS[ranked[0]], round(first, 3), (x1, y1, x2, y2), KINDS[ranked[1]], round(second, 3))


def covered(boxes: Floats, known: Floats) -> npt.NDArray[np.bool_]:
    """(N,) which boxes are a known one's tile."""
    overlap, inside = overlaps(np.concatenate([boxes, known]))
    n = len(boxes)
    same = (overlap[:n, n:] > KNOWN) | (inside[:n, n:] > INSIDE)
    return np.asarray(same.any(axis=1), np.bool_)


def enlarged(picture: Picture, labels: Sequence[Label], proposals: Sequence[Proposal]) -> Picture:
    """The photo at ``ENLARGED`` pixels: labels cyan, proposals numbered, green from 0.5, orange from 0.3."""
    out = fitted(picture, ENLARGED)
    scale = ENLARGED / max(picture.shape[:2])
    height, width = out.shape[:2]
    for label in labels:
        x1, y1, x2, y2 = (round(v) for v in label.pixels(width, height))
        cv2.rectangle(out, (x1, y1), (x2, y2), (255, 255, 0), 1)
    for number, proposal in enumerate(proposals):
        ink = next(ink for least, ink in INKS if proposal.score >= least)
        x1, y1, x2, y2 = (round(v * scale) for v in proposal.box)
        cv2.rectangle(out, (x1, y1), (x2, y2), ink, 1)
        for thick, colour in ((3, (0, 0, 0)), (1, (255, 255, 255))):
            cv2.putText(
                out, f"{number}:{proposal.kind}", (x1 + 1, y1 + 11), 0, 0.4, colour, thick, cv2.LINE_AA
            )
    return out
