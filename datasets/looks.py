"""``zhuoji learn-looks``: measure how tiles look to an exported detector → ``looks.npz`` beside it (vision.yardstick).

Needs no torch. The photos may be those the detector was trained on; which weights serve was chosen on others.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from datasets.importing import LabelledPhoto, read_photos
from datasets.pairing import best_pairs
from datasets.splits import is_rendered, session_of
from scoring.tiles import KINDS
from vision.detections import Floats
from vision.detector import Detector
from vision.examples import look_sheets
from vision.image import open_photo
from vision.learner import SAME, TURNS
from vision.letterbox import Letterbox
from vision.looks import pictures
from vision.model import LOOKS
from vision.prints import Indices
from vision.second_look import turned_features
from vision.tiling import second_pass

DIMENSIONS = 64
RIDGE = 0.3
"""Of the mean variance, added to every direction's: 12,000 looks of some 30 sets leave directions unmeasured."""
NEAR, TRUST = 1.0, 1.0
"""Of 0.5-4 the pair with the least log loss on photos/val, the mined test photos and fresh rendered ones."""
UNLIKE = 6.0
"""Of real tiles 1 in 100 lies 2-3 away from its kind, invented designs 3-6 from any (tests/vision/test_hard_photos.py)."""
PRIOR, ALIKE = 0.5, 0.1
FAR_AWAY = 1e3
"""The middle of a kind that no photo showed: nothing is near it."""
LEAST_SIDE = 20.0
"""Shorter side of a tile, pixels of the network's input: smaller ones say little."""


@dataclass(frozen=True)
class Looks:
    """Tiles that the detector found on their labels: features (N, TURNS, F), its scores (N, K), kinds, groups, photos,
    and what was looked at, (N, CELL, CELL, 3).
    """

    features: Floats
    scores: Floats
    kinds: Indices
    groups: npt.NDArray[np.str_]
    photos: npt.NDArray[np.str_]
    pictures: npt.NDArray[np.uint8]

    def __getitem__(self, which: npt.NDArray[np.bool_]) -> Looks:
        return Looks(
            self.features[which],
            self.scores[which],
            self.kinds[which],
            self.groups[which],
            self.photos[which],
            self.pictures[which],
        )

    def __len__(self) -> int:
        return len(self.kinds)


def chosen(folder: Path, most: int, seed: int = 0) -> list[LabelledPhoto]:
    """At most ``most`` photos a session; of rendered ones, which are a session of their own each, as many in all."""
    by_session: dict[str, list[LabelledPhoto]] = defaultdict(list)
    for photo in read_photos(folder):
        by_session["rendered" if is_rendered(photo.stem) else session_of(photo.stem)].append(photo)
    rng = random.Random(seed)
    out = []
    for name, photos in sorted(by_session.items()):
        count = 10 * most if name == "rendered" else most
        out += rng.sample(photos, min(count, len(photos)))
    return out


def look_at(photos: Iterable[LabelledPhoto], detector: Detector, turns: int = TURNS) -> Looks:
    """Find the labelled tiles and look at each in every quarter turn."""
    parts: dict[str, list[Any]] = {
        name: [] for name in ("features", "scores", "kinds", "groups", "photos", "pictures")
    }
    for labelled in photos:
        photo = open_photo(labelled.image.read_bytes())
        box = Letterbox.fit(photo.width, photo.height, detector.info.input, detector.info.stride)
        pixels = photo.rgb(detector.info.input)
        found = second_pass(detector.detect, photo, detector.detect(pixels, box), box)
        places = np.array(
            [label.pixels(photo.width, photo.height) for label in labelled.labels], np.float32
        ).reshape(-1, 4)
        pairs = best_pairs(places, found.boxes, SAME)
        least = LEAST_SIDE / max(box.scale)
        pairs = [(i, k) for i, k in pairs if found.short_sides[k] >= least]
        if not pairs:
            continue
        which = np.array([k for _, k in pairs], np.intp)
        sheets = look_sheets(photo, found.boxes[which])
        parts["features"].append(turned_features(detector.look, sheets, turns))
        parts["scores"].append(found.scores[which])
        parts["kinds"] += [KINDS.index(labelled.labels[i].kind) for i, _ in pairs]
        group = labelled.stem if is_rendered(labelled.stem) else session_of(labelled.stem)
        parts["groups"] += [group] * len(pairs)
        parts["photos"] += [labelled.stem] * len(pairs)
        parts["pictures"] += pictures(sheets)
    if not parts["kinds"]:
        raise ValueError("no labelled tile was found by the detector")
    return Looks(
        np.concatenate(parts["features"]),
        np.concatenate(parts["scores"]),
        np.array(parts["kinds"], np.intp),
        np.array(parts["groups"]),
        np.array(parts["photos"]),
        np.array(parts["pictures"]),
    )


def fit(looks: Looks, dimensions: int = DIMENSIONS, ridge: float = RIDGE) -> dict[str, Any]:
    """``mean``, ``whiten``, ``kinds`` of a yardstick: within one kind of one group tiles scatter by about 1."""
    points = looks.features.reshape(-1, looks.features.shape[-1]).astype(np.float64)
    turns = looks.features.shape[1]
    kinds = np.repeat(looks.kinds, turns)
    groups = np.repeat(looks.groups, turns)
    mean = points.mean(axis=0)
    scatter, count = np.zeros((points.shape[1],) * 2), 0
    for key in sorted(set(zip(groups.tolist(), kinds.tolist(), strict=True))):
        some = points[(groups == key[0]) & (kinds == key[1])]
        if len(some) > turns:
            away = some - some.mean(axis=0)
            scatter += away.T @ away
            count += len(some)
    within = scatter / max(count, 1)
    within += ridge * np.trace(within) / len(within) * np.eye(len(within))
    shown = sorted(set(kinds.tolist()))
    middles = np.array([points[kinds == kind].mean(axis=0) for kind in shown])
    root = np.linalg.cholesky(np.linalg.inv(within))
    _, directions = np.linalg.eigh(root.T @ np.cov(middles.T) @ root)
    whiten = root @ directions[:, ::-1][:, :dimensions]
    placed = np.full((len(KINDS), whiten.shape[1]), FAR_AWAY)
    placed[shown] = (middles - mean) @ whiten
    return {
        "mean": mean.astype(np.float32),
        "whiten": whiten.astype(np.float32),
        "kinds": placed.astype(np.float32),
    }


def learn_looks(folders: Sequence[Path], models: Path, *, most: int = 40, threads: int | None = None) -> str:
    """Write ``models/looks.npz`` from labelled photos; returns a line about it. Raises ``ValueError`` without features."""
    detector = Detector(threads, models)
    if not detector.gives_features:
        raise ValueError(f"{models}: this model has no output `features`; export the weights again")
    photos = [photo for folder in folders for photo in chosen(folder, most)]
    looks = look_at(photos, detector)
    np.savez_compressed(
        models / LOOKS,
        model=detector.info.sha256,
        kinds_order=np.array(KINDS),
        near=NEAR,
        trust=TRUST,
        unlike=UNLIKE,
        prior=PRIOR,
        alike=ALIKE,
        **fit(looks),
    )
    shown = Counter(KINDS[kind] for kind in looks.kinds)
    rare = [kind for kind in KINDS if shown[kind] < 20]
    return f"{len(looks)} tiles of {len(photos)} photos; fewer than 20 of: {' '.join(rare) or '–'}"
