"""Whether the exported model says what the weights say: ``zhuoji export --compare PHOTOS`` (extra ``train``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from datasets.importing import images_of
from datasets.quantize import inputs
from vision.detections import Floats
from vision.detector import CONFIDENCE, Detector


@dataclass(frozen=True)
class Parity:
    """Over all places that either scores at least ``CONFIDENCE``: largest difference of a box, as a share of the input's
    long side, and of a score; how many name another kind.
    """

    photos: int
    places: int
    box: float
    score: float
    kinds: int

    def __str__(self) -> str:
        return (
            f"{self.photos} photos, {self.places} places: boxes within {100 * self.box:.3f} % of the side, "
            f"scores within {self.score:.4f}, {self.kinds} of another kind"
        )


def differences(pairs: Iterable[tuple[Floats, Floats]], side: int) -> Parity:
    """Compare raw outputs (4 + C, anchors), photo by photo; rows are centre x, y, width, height, then scores."""
    photos = places = kinds = 0
    box = score = 0.0
    for one, other in pairs:
        photos += 1
        seen = np.maximum(one[4:].max(axis=0), other[4:].max(axis=0)) >= CONFIDENCE
        a, b = one[:, seen], other[:, seen]
        places += a.shape[1]
        box = max(box, float(np.abs(a[:4] - b[:4]).max(initial=0)) / side)
        score = max(score, float(np.abs(a[4:] - b[4:]).max(initial=0)))
        kinds += int((a[4:].argmax(axis=0) != b[4:].argmax(axis=0)).sum())
    return Parity(photos, places, box, score, kinds)


def compare(weights: Path, models: Path, photos: Path) -> Parity:
    """``weights`` on torch beside ``models/tiles.onnx`` on onnxruntime, both on the picture the app would make.

    Raises ``ModuleNotFoundError`` without the extra, ``PhotoError`` for a photo that can't be read.
    """
    import torch
    import ultralytics

    network = ultralytics.YOLO(str(weights)).model.float().eval()
    detector = Detector(folder=models)
    side = detector.info.input

    def both(given: Floats) -> tuple[Floats, Floats]:
        with torch.inference_mode():
            said = network(torch.from_numpy(given))
        return np.asarray((said[0] if isinstance(said, (tuple, list)) else said)[0]), detector.raw(given)

    return differences(map(both, inputs(images_of(photos), side, detector.info.stride)), side)
