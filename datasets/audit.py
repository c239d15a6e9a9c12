"""``zhuoji data audit``: what is in a folder of labelled photos, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

from datasets.importing import (
    LabelError,
    LabelledPhoto,
    images_of,
    kind_of,
    read_classes,
    read_labels,
)
from datasets.pairing import iou
from datasets.splits import session_of
from scoring.tiles import FACES

ORIENTATION = 274
"""The EXIF tag: 1 is upright; another value means label tools and trainers disagree (X-AnyLabeling#1098)."""
SLACK = 0.003
"""How far a box may reach over the frame, as a share of the photo: rounding of the label tool."""
NEAR = 24
"""Two photos whose 256-bit hashes differ in at most so many bits are near copies."""
TINY = 0.008
"""A box thinner than this share of the photo is a slip of the mouse."""
SAME = 0.8
"""Two boxes of one photo that overlap by more (IoU) label one tile twice."""

Bits = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Finding:
    """Something to look at: a stable code, the photo and a few words. ``refused``: nobody may train on it."""

    code: str
    photo: str
    text: str
    refused: bool = False


@dataclass(frozen=True)
class Audit:
    """All photos of a folder with labels, and the findings."""

    folder: Path
    photos: tuple[LabelledPhoto, ...]
    findings: tuple[Finding, ...]

    @property
    def refused(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.refused)

    def classes(self) -> Counter[str]:
        """Name → boxes."""
        return Counter(label.name for photo in self.photos for label in photo.labels)

    def sessions(self) -> Counter[str]:
        """Session → photos."""
        return Counter(session_of(photo.stem) for photo in self.photos)


def audit(folder: Path, *, duplicates: bool = True) -> Audit:
    """Look through ``folder`` (images/, labels/, classes.txt in it or beside it). Raises ``LabelError``."""
    names = read_classes(folder)
    photos, findings = [], []
    hashes: dict[str, Bits] = {}
    images = images_of(folder)
    for image in images:
        path = folder / "labels" / f"{image.stem}.txt"
        if not path.is_file():
            findings.append(Finding("NO_LABELS", image.name, "no label file"))
            continue
        try:
            labels = read_labels(path, names)
        except LabelError as error:
            findings.append(Finding("BAD_LABELS", image.name, str(error), refused=True))
            continue
        photo = LabelledPhoto(image, labels)
        photos.append(photo)
        findings += _picture(image, hashes)
        findings += _labels(photo)
    known = {image.stem for image in images}
    for path in sorted((folder / "labels").glob("*.txt")):
        if path.stem not in known:
            findings.append(Finding("NO_PICTURE", path.name, "labels without a picture"))
    if duplicates:
        findings += _duplicates(hashes)
    return Audit(folder, tuple(photos), tuple(findings))


def _picture(image: Path, hashes: dict[str, Bits]) -> Iterator[Finding]:
    try:
        with Image.open(image) as picture:
            orientation = picture.getexif().get(ORIENTATION, 1)
            if orientation != 1:
                yield Finding(
                    "EXIF", image.name, f"EXIF orientation {orientation}: turn the pixels first", True
                )
            hashes[image.stem] = dhash(picture)
    except (OSError, UnidentifiedImageError) as error:
        yield Finding("BROKEN", image.name, f"can't be decoded ({error})", refused=True)


def dhash(picture: Image.Image) -> Bits:
    """256 bits: is each of 17 × 16 grey cells darker than its right neighbour. Equal for resized copies."""
    small = np.asarray(picture.convert("L").resize((17, 16), Image.Resampling.BOX), np.int16)
    return np.asarray(small[:, :-1] < small[:, 1:]).ravel()


def _duplicates(hashes: dict[str, Bits]) -> Iterator[Finding]:
    """Near copies across sessions: inside one they are expected, and a split by session keeps them together."""
    stems = sorted(hashes)
    if len(stems) < 2:
        return
    bits = np.stack([hashes[stem] for stem in stems]).astype(np.int32)
    apart = bits.sum(axis=1)[:, None] + bits.sum(axis=1)[None, :] - 2 * bits @ bits.T
    for i, j in zip(*np.nonzero(np.triu(apart <= NEAR, 1)), strict=True):
        first, second = stems[i], stems[j]
        if session_of(first) != session_of(second):
            yield Finding("NEAR_COPY", first, f"like {second} ({apart[i, j]} of 256 bits differ)")


def _labels(photo: LabelledPhoto) -> Iterator[Finding]:
    name = photo.image.name
    if not photo.labels:
        yield Finding("EMPTY", name, "no tile: a true negative, or forgotten")
    for face, count in sorted(Counter(label.name for label in photo.labels).items()):
        if count > (1 if kind_of(face) == "flower" else 4) and face != "back":
            yield Finding("TOO_MANY", name, f"{count} × {face}: a wrong label, or two sets")
    for number, label in enumerate(photo.labels):
        x1, y1, x2, y2 = label.box
        if min(x1, y1) < -SLACK or max(x2, y2) > 1 + SLACK:
            yield Finding("OUT_OF_FRAME", name, f"box {number} ({label.name}) reaches over the frame")
        if min(x2 - x1, y2 - y1) < TINY:
            yield Finding("TINY", name, f"box {number} ({label.name}) is {x2 - x1:.4f} × {y2 - y1:.4f}")
    for (i, a), (j, b) in combinations(enumerate(photo.labels), 2):
        if iou(a.box, b.box) > SAME:
            yield Finding("TWICE", name, f"boxes {i} ({a.name}) and {j} ({b.name}) are one tile")


def table(result: Audit, names: Sequence[str] | None = None) -> str:
    """The audit as text: totals, boxes a class, photos a session, findings by code."""
    classes = result.classes()
    boxes = classes.total()
    lines = [
        f"{result.folder}: {len(result.photos)} photos, {boxes} boxes, {len(result.sessions())} sessions",
        "",
    ]
    lines.append("boxes a class")
    order = names if names is not None else sorted(classes)
    cells = [f"{name:>6} {classes[name]:5d}" for name in order if classes[name] or name in FACES]
    lines += ["  ".join(cells[i : i + 9]) for i in range(0, len(cells), 9)]
    missing = [name for name in order if not classes[name]]
    if missing:
        lines.append(f"without a box: {' '.join(missing)}")
    lines += ["", "photos a session"]
    cells = [f"{name} {count}" for name, count in sorted(result.sessions().items())]
    lines += [" · ".join(cells[i : i + 10]) for i in range(0, len(cells), 10)]
    lines.append("")
    counts = Counter(finding.code for finding in result.findings)
    lines.append("findings: " + (", ".join(f"{code} {n}" for code, n in sorted(counts.items())) or "none"))
    for finding in result.findings:
        refused = " REFUSED" if finding.refused else ""
        lines.append(f"  {finding.code:14s} {finding.photo}: {finding.text}{refused}")
    return "\n".join(lines)
