"""``zhuoji learn-presence``: which boxes of an exported detector hold a tile → ``presence.npz`` beside it (vision.presence).

Rendered photos tell of every box whether a tile is there; one of which next to nothing is seen isn't. Photos with labels
lack some tiles: of their boxes those count that are on a label, and those that lie in one of these once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from datasets import layout_truth
from datasets.importing import LabelledPhoto, read_photos
from datasets.splits import is_rendered
from datasets.true_photo import TruePhoto
from vision.detections import Detections, Floats, overlaps, overlaps_between
from vision.detector import Detector
from vision.examples import look_sheets
from vision.image import Photo, open_photo
from vision.model import PRESENCE
from vision.presence import FARTHEST, surroundings
from vision.reading import Reader
from vision.second_look import FAINT, features

SAME = 0.4
"""Least overlap of a box with a rendered tile."""
SAME_LABEL = 0.3
"""And with a label: of flowers they cover half."""
AGAIN = 0.5
"""A box so much of which (or of the other) lies in one on a label is that tile once more."""
HIDDEN = 32
"""Units of the layer between."""
ROUNDS, BATCH, RATE, DECAY, DROPPED = 30, 256, 2e-3, 0.05, 0.3

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Boxes:
    """``looks`` (N, F), ``around`` (N, G) of ``vision.presence``, which are ``backs``, and which are tiles, ``there``."""

    looks: Floats
    around: Floats
    backs: Mask
    there: Mask


def of_rendered(folder: Path, detector: Detector) -> Iterator[Boxes]:
    """Of ``zhuoji render --out folder``."""
    for true in map(TruePhoto.without_cut, layout_truth.load(folder)):
        photo = open_photo((folder / "images" / f"{true.name.split('/')[1]}.jpg").read_bytes())
        found = _found(photo, detector)
        there = _on(found, true.boxes, SAME)
        yield _told(photo, found, detector, there, ~there)


def of_labelled(photos: Iterable[LabelledPhoto], detector: Detector) -> Iterator[Boxes]:
    """Of photos that may show tiles without a label."""
    for labelled in photos:
        photo = open_photo(labelled.image.read_bytes())
        found = _found(photo, detector)
        labels = [label.pixels(photo.width, photo.height) for label in labelled.labels]
        there = _on(found, np.array(labels, float).reshape(-1, 4), SAME_LABEL)
        _, inside = overlaps(found.boxes)
        np.fill_diagonal(inside, 0)
        yield _told(photo, found, detector, there, inside[:, there].max(axis=1, initial=0) > AGAIN)


def _found(photo: Photo, detector: Detector) -> Detections:
    return Reader(detector).find(photo, photo.rgb(detector.info.input), FAINT)


def _on(found: Detections, tiles: npt.NDArray[np.float64], least: float) -> Mask:
    """Which boxes are on a tile: of several on one the surest."""
    there = np.zeros(len(found), bool)
    overlap = overlaps_between(found.boxes, tiles.astype(np.float32))
    for i in np.argsort(-found.confidence, kind="stable"):
        if overlap[i].max(initial=0) >= least:
            there[i] = True
            overlap[:, overlap[i].argmax()] = 0
    return there


def _told(photo: Photo, found: Detections, detector: Detector, there: Mask, not_there: Mask) -> Boxes:
    """The boxes of which it is known whether they are tiles."""
    told = there | not_there
    around = surroundings(found, photo.width, photo.height)[told]
    if not told.any():
        return Boxes(np.zeros((0, 0), np.float32), around, found.backs[told], there[told])
    looks = features(detector.look, look_sheets(photo, found.boxes[told]))
    return Boxes(looks, around, found.backs[told], there[told])


def fit(parts: Sequence[Boxes]) -> dict[str, Any]:
    """The arrays of ``PRESENCE``, but for the model's name. Needs torch; the same parts give the same arrays."""
    given = np.concatenate([np.concatenate([part.looks, part.around], axis=1) for part in parts])
    backs, there = (np.concatenate([getattr(part, name) for part in parts]) for name in ("backs", "there"))
    mean, scale = given.mean(axis=0), given.std(axis=0) + 1e-6
    out: dict[str, Any] = {"mean": mean.astype(np.float32), "scale": scale.astype(np.float32)}
    points = np.clip((given - mean) / scale, -FARTHEST, FARTHEST).astype(np.float32)
    for name, which in (("faces", ~backs), ("backs", backs)):
        out |= {f"{name}_{part}": array for part, array in _net(points[which], there[which]).items()}
    return out


def _net(points: Floats, there: Mask) -> dict[str, Any]:
    import torch
    from torch import nn

    torch.manual_seed(0)
    net = nn.Sequential(
        nn.Linear(points.shape[1], HIDDEN), nn.ReLU(), nn.Dropout(DROPPED), nn.Linear(HIDDEN, 1)
    )
    given, wanted = torch.from_numpy(points), torch.from_numpy(there.astype(np.float32))
    steps = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(steps, ROUNDS)
    for _ in range(ROUNDS):
        for some in torch.randperm(len(given)).split(BATCH):
            loss = nn.functional.binary_cross_entropy_with_logits(net(given[some])[:, 0], wanted[some])
            steps.zero_grad()
            loss.backward()
            steps.step()
        slower.step()
    hidden, bias, out, offset = (value.detach().numpy() for value in net.parameters())
    return {"hidden": hidden.T.copy(), "bias": bias, "out": out[0], "offset": offset[0]}


def learn_presence(
    rendered: Sequence[Path], labelled: Sequence[Path], models: Path, *, threads: int | None = None
) -> str:
    """Write ``models/presence.npz``; returns a line about it. Raises ``ValueError`` where the model gives no features."""
    detector = Detector(threads, models)
    if not detector.gives_features:
        raise ValueError(f"{models}: this model has no output `features`; export the weights again")
    parts = [part for folder in rendered for part in of_rendered(folder, detector)]
    real = [photo for folder in labelled for photo in read_photos(folder) if not is_rendered(photo.stem)]
    parts += of_labelled(real, detector)
    parts = [part for part in parts if len(part.there)]
    np.savez_compressed(models / PRESENCE, model=detector.info.sha256, **fit(parts))
    there, backs = (np.concatenate([getattr(part, name) for part in parts]) for name in ("there", "backs"))
    counts = [int(n.sum()) for n in (there & ~backs, ~there & ~backs, there & backs, ~there & backs)]
    return "{} photos; faces {} right, {} wrong; backs {} right, {} wrong".format(len(parts), *counts)
