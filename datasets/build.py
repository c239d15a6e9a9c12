"""``zhuoji data build``: a folder that training and evaluation read, from photos, recorded labels, rendered sets.

    OUT/train  images/ and labels/ (numbers of scoring.tiles.KINDS); no tile is left unlabelled and unmasked
    OUT/val    photos/val as it is
    OUT/test   the test split of the mined photos, unmasked, and photos/backs; partial.txt names both
    OUT/held   with --hold-out: every photo of those tile sets
    OUT/train.txt    the training photos, some of them more than once an epoch
    OUT/classes.txt  sets.txt  data.yaml  manifest.json (every source, picture by picture, and one hash of it all)

Pictures that stay as they are become links; painted ones are written. OUT has to lie outside the repository.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets import records
from datasets.importing import Label, LabelError, LabelledPhoto, label_lines, read_photos, sha256
from datasets.masking import Picture, cut_to_hull, paint_masks
from datasets.splits import read_sets, session_of, set_of
from scoring.tiles import KINDS

REPOSITORY = Path(__file__).parents[1]


@dataclass(frozen=True)
class Plan:
    """What goes into the training set."""

    photos: Path
    out: Path
    rendered: tuple[Path, ...] = ()
    packed: tuple[Path, ...] = ()
    """Nights of ``zhuoji data pack``; photos with unconfirmed tiles are cut to the labelled hull."""
    real: bool = True
    mined: bool = True
    hold_out: tuple[str, ...] = ()
    labels: Path = records.RECORDS
    repeat: Mapping[str, int] = field(default_factory=dict)
    """How often an epoch shows the photos of a source: ``train``, ``partly_labelled``, ``rendered``, ``packed``."""


@dataclass(frozen=True)
class Item:
    """One picture of the set: where it comes from, what it shows, how it is painted over."""

    source: str
    photo: LabelledPhoto
    labels: tuple[Label, ...]
    paint: Callable[[Picture], Picture] | None = None
    painted: str = ""


@dataclass
class Written:
    """Counts for the manifest and the command's last line."""

    pictures: Counter[str] = field(default_factory=Counter)
    tiles: Counter[str] = field(default_factory=Counter)
    entries: list[dict[str, str]] = field(default_factory=list)


def build(plan: Plan) -> dict[str, Any]:
    """Write the set and return its manifest. Raises ``LabelError`` when a photo isn't the one labelled."""
    if plan.out.resolve().is_relative_to(REPOSITORY.resolve()):
        raise LabelError(f"{plan.out} lies in the repository: photos have no place there")
    written = Written()
    splits = {
        "train": list(_training(plan)),
        "val": [Item("val", photo, photo.labels) for photo in read_photos(plan.photos / "val")],
        "test": list(_testing(plan)),
    }
    if plan.hold_out:
        splits["held"] = [item for name in plan.hold_out for item in _held(plan, name)]
    for split, items in splits.items():
        _write(plan.out / split, split, items, written)
    for split, stems in _unlabelled_in(plan, splits).items():
        (plan.out / split / "partial.txt").write_text("".join(f"{s}\n" for s in sorted(stems)), "utf-8")
    (plan.out / "classes.txt").write_text("\n".join(KINDS) + "\n", "utf-8")
    (plan.out / "train.txt").write_text(_listed(plan, splits["train"]), "utf-8")
    (plan.out / "data.yaml").write_text(_yaml(plan.out), "utf-8")
    (plan.out / "sets.txt").write_text(_sets(plan, splits["test"]), "utf-8")
    return _manifest(plan, written)


def _training(plan: Plan) -> Iterator[Item]:
    mined = records.read_mined(plan.labels)
    sets = read_sets(plan.photos / "sets.txt")
    if plan.real:
        unlabelled = records.read_unlabelled(plan.labels)
        for photo in read_photos(plan.photos / "train"):
            stem = photo.stem
            if unlabelled.must_leave_out(stem) or _is_held(plan, stem, sets):
                continue
            if stem in mined and (mined[stem].split == "test" or plan.mined):
                continue  # the whole photo takes its place, or nobody may train on it
            labels = unlabelled.right(stem, photo.labels)
            if unlabelled.must_cut(stem, session_of(stem)):
                yield Item("train", photo, labels, partial(cut_to_hull, labels=labels), "hull")
            else:
                yield Item("train", photo, labels)
    if plan.mined:
        for photo, record in _mined_photos(plan, mined):
            if record.split == "train" and not _is_held(plan, photo.stem, sets):
                labels, masks = record.labels(photo.labels), record.masks
                yield Item(
                    "partly_labelled",
                    photo,
                    labels,
                    partial(paint_masks, masks=masks, labels=labels),
                    "masks",
                )
    for folder in plan.rendered:
        for photo in read_photos(folder):
            if not _shows_held(plan, photo, sets):
                yield Item(f"rendered:{folder.name}", photo, photo.labels)
    for folder in plan.packed:
        listed = folder / "partial.txt"
        partial_ = set(listed.read_text("utf-8").split()) if listed.is_file() else set()
        for photo in read_photos(folder):
            if photo.stem in partial_:
                yield Item("packed", photo, photo.labels, partial(cut_to_hull, labels=photo.labels), "hull")
            else:
                yield Item("packed", photo, photo.labels)


def _mined_photos(
    plan: Plan, mined: dict[str, records.Mined]
) -> Iterator[tuple[LabelledPhoto, records.Mined]]:
    for photo in read_photos(plan.photos / "partly_labelled"):
        record = mined.get(photo.stem)
        if record is None:
            continue
        if not records.same_picture(record, photo.image):
            raise LabelError(f"{photo.image}: other bytes than the ones labelled in datasets/labels")
        yield photo, record


def _testing(plan: Plan) -> Iterator[Item]:
    mined = records.read_mined(plan.labels)
    for photo, record in _mined_photos(plan, mined):
        if record.split == "test":
            yield Item("partly_labelled", photo, record.labels(photo.labels))
    anew = records.read_backs(plan.labels)
    for photo in read_photos(plan.photos / "backs"):
        labels = photo.labels
        if photo.stem in anew:
            height, width = np.asarray(cv2.imread(str(photo.image))).shape[:2]
            labels = records.redrawn(labels, anew[photo.stem], width, height)
        yield Item("backs", photo, labels)


def _sets(plan: Plan, testing: Sequence[Item]) -> str:
    """The photos' own sets.txt, and each photo of the test by the colour of its backs."""
    listed = plan.photos / "sets.txt"
    text = listed.read_text("utf-8") if listed.is_file() else ""
    mined = records.read_mined(plan.labels)
    for item in testing:
        colour = mined[item.photo.stem].back if item.photo.stem in mined else "dark-green"
        text += f"{item.photo.stem} test-{colour or 'ponds'}\n"
    return text


def _held(plan: Plan, name: str) -> list[Item]:
    sets = read_sets(plan.photos / "sets.txt")
    unlabelled = records.read_unlabelled(plan.labels)
    items = [
        Item(folder, photo, unlabelled.right(photo.stem, photo.labels))
        for folder in ("train", "val")
        for photo in read_photos(plan.photos / folder)
        if set_of(photo.stem, sets) == name
    ]
    if not items:
        raise LabelError(
            f"no photo shows the set {name!r}: sets.txt knows {', '.join(sorted(set(sets.values())))}"
        )
    return items


def _is_held(plan: Plan, stem: str, sets: dict[str, str]) -> bool:
    return set_of(stem, sets) in plan.hold_out


def _shows_held(plan: Plan, rendered: LabelledPhoto, sets: dict[str, str]) -> bool:
    """Whether a rendered photo's tiles wear faces cut from photos of a held set."""
    if not plan.hold_out:
        return False
    truth = rendered.image.parents[1] / "truth" / f"{rendered.stem}.json"
    faces = str(json.loads(truth.read_text("utf-8"))["faces"])
    return faces.startswith("crops-") and set_of(faces.removeprefix("crops-"), sets) in plan.hold_out


def _listed(plan: Plan, training: Sequence[Item]) -> str:
    """The training photos, one a line, as often as an epoch shows them."""
    lines = []
    for item in training:
        name = item.photo.image.name if item.paint is None else f"{item.photo.stem}.jpg"
        times = plan.repeat.get(item.source.partition(":")[0], 1)
        lines += [f"./train/images/{name}\n"] * times
    return "".join(lines)


def _unlabelled_in(plan: Plan, splits: dict[str, list[Item]]) -> dict[str, list[str]]:
    """Photos of the evaluation splits with tiles beyond their labels: an extra detection is no error there."""
    listed = plan.photos / "val" / "partial.txt"
    known = set(listed.read_text("utf-8").split()) if listed.is_file() else set()
    unlabelled = records.read_unlabelled(plan.labels)
    out = {"val": sorted(known), "test": [item.photo.stem for item in splits["test"]]}
    if "held" in splits:
        stems = [item.photo.stem for item in splits["held"]]
        out["held"] = [s for s in stems if s in known or unlabelled.must_cut(s, session_of(s))]
    return out


def _write(folder: Path, split: str, items: Sequence[Item], written: Written) -> None:
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
        for old in (folder / name).iterdir():
            old.unlink()
    for item in items:
        target = folder / "images" / item.photo.image.name
        if item.paint is None:
            _link(item.photo.image.resolve(), target)
        else:
            _write_painted(item, target.with_suffix(".jpg"))
        kinds = [Label(label.kind, _inside(label)) for label in item.labels]
        (folder / "labels" / f"{item.photo.stem}.txt").write_text(label_lines(kinds, KINDS), "utf-8")
        written.pictures[f"{split}:{item.source}"] += 1
        if split == "train":
            written.tiles.update(label.name for label in kinds)
        entry = {
            "split": split,
            "source": item.source,
            "photo": item.photo.image.name,
            "painted": item.painted,
        }
        written.entries.append(entry | {"sha256": sha256(item.photo.image)})


def _link(image: Path, target: Path) -> None:
    """Link, or copy a JPEG without its end mark: Ultralytics writes such files anew, through a link too."""
    whole = image.suffix.lower() not in (".jpg", ".jpeg") or image.read_bytes()[-2:] == b"\xff\xd9"
    if whole:
        os.symlink(image, target)
    else:
        shutil.copyfile(image, target)


def _inside(label: Label) -> tuple[float, float, float, float]:
    x1, y1, x2, y2 = (min(1.0, max(0.0, v)) for v in label.box)
    return (x1, y1, x2, y2)


def _write_painted(item: Item, target: Path) -> None:
    assert item.paint is not None
    picture = cv2.imread(str(item.photo.image))
    if picture is None:
        raise LabelError(f"{item.photo.image} can't be decoded")
    cv2.imwrite(str(target), item.paint(np.asarray(picture, np.uint8)), [cv2.IMWRITE_JPEG_QUALITY, 95])


def _yaml(out: Path) -> str:
    """Ultralytics' description of the set."""
    names = "".join(f"  {i}: {kind}\n" for i, kind in enumerate(KINDS))
    return f"path: {out.resolve()}\ntrain: train.txt\nval: val/images\nnames:\n{names}"


def _manifest(plan: Plan, written: Written) -> dict[str, Any]:
    digest = hashlib.sha256()
    for path in sorted(plan.out.glob("*/labels/*.txt")):
        digest.update(path.relative_to(plan.out).as_posix().encode())
        digest.update(path.read_bytes())
    for entry in written.entries:
        digest.update(json.dumps(entry, sort_keys=True).encode())
    digest.update((plan.out / "train.txt").read_bytes())
    manifest = {
        "sha256": digest.hexdigest(),
        "hold_out": list(plan.hold_out),
        "repeat": dict(sorted(plan.repeat.items())),
        "pictures": dict(sorted(written.pictures.items())),
        "train_tiles": {kind: written.tiles[kind] for kind in KINDS},
        "entries": written.entries,
    }
    (plan.out / "manifest.json").write_text(
        json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", "utf-8"
    )
    return manifest
