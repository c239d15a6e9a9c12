"""The groups of photos as the shipped detector reads them, numbered by the true tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from datasets.pairing import best_pairs
from datasets.true_photo import TruePhoto
from vision.detections import Floats, overlaps_between
from vision.layout import Group
from vision.reading import Reader

SAME = 0.25  # least overlap of a detected and a true box: which tile it is, not how well it is boxed
HIDDEN = 0.3  # the same with the outline of a tile that has no label


class Detected:
    """Reads the photo files beside the truth, each once; ``models`` is another folder than the shipped model's."""

    def __init__(self, folders: Sequence[Path], models: Path | None = None) -> None:
        self._folders = {folder.name: folder for folder in folders}
        self._reader = Reader.open(folder=models)
        self._read: dict[str, list[Group]] = {}
        self.blurred: set[str] = set()
        """Names of photos read so far that the reader asks to take again."""

    def read(self, photo: TruePhoto) -> list[Group]:
        """Groups; a tile that isn't there gets a negative number."""
        if photo.name not in self._read:
            self._read[photo.name] = self._groups(photo)
        return self._read[photo.name]

    def _groups(self, photo: TruePhoto) -> list[Group]:
        folder, stem = photo.name.split("/")
        data = (self._folders[folder] / "images" / f"{stem}.jpg").read_bytes()
        reading = self._reader.read(data, full_table=photo.full)
        if any(problem.code == "BLURRED" for problem in reading.problems):
            self.blurred.add(photo.name)
        boxes = np.array([tile.box for tile in reading.tiles], np.float32).reshape(-1, 4)
        number = _numbers(photo, boxes)
        unknown = _hardly_seen(photo, boxes)
        kept = [n >= 0 or not hidden for n, hidden in zip(number, unknown, strict=True)]
        groups = [
            replace(group, tiles=tuple(number[i] for i in group.tiles if kept[i]), charge=None)
            for group in reading.groups
        ]
        return [group for group in groups if group.tiles]


def _numbers(photo: TruePhoto, boxes: Floats) -> list[int]:
    """The true tile of each box, best overlap first; a tile the truth lacks is -1, -2, …"""
    out = [-1 - k for k in range(len(boxes))]
    for k, i in best_pairs(boxes, photo.boxes.astype(np.float32), SAME):
        out[k] = i
    return out


def _hardly_seen(photo: TruePhoto, boxes: Floats) -> list[bool]:
    """Whether each box is as well that of a tile which is there, too much of it hidden for a label."""
    overlap = overlaps_between(boxes, photo.hidden.astype(np.float32))
    return [bool(v >= HIDDEN) for v in overlap.max(axis=1, initial=0)]
