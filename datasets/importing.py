"""Folders of labelled photos: ``images/`` and ``labels/`` (YOLO txt) over the 43 names of ``classes.txt``."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.tiles import FACES

PHOTOS = Path(__file__).parents[2] / "shared" / "photos"
"""The photos beside a clone of the repository, which holds none of them."""

HONOUR_NAMES = ("east", "south", "west", "north", "red", "green", "white")
NAMES: tuple[str, ...] = (
    *FACES,
    *HONOUR_NAMES,
    *("f1", "f2", "f3", "f4", "s1", "s2", "s3", "s4"),
    "back",
)
"""The 43 names of ``photos/classes.txt``, in its order."""

HONOUR_KINDS = {
    "east": "1z",
    "south": "2z",
    "west": "3z",
    "north": "4z",
    "white": "5z",
    "green": "6z",
    "red": "7z",
}
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")

Box = tuple[float, float, float, float]


class LabelError(ValueError):
    """A label file that can't be what it says; the message names file and line."""


@dataclass(frozen=True)
class Label:
    """One tile: a name of ``NAMES`` and its box x1 y1 x2 y2 as shares of the photo, 0..1."""

    name: str
    box: Box

    @property
    def kind(self) -> str:
        """The tile as ``scoring.tiles.KINDS`` has it: honours by number, all flowers one kind."""
        return kind_of(self.name)

    def pixels(self, width: float, height: float) -> Box:
        """x1 y1 x2 y2 in pixels of a photo of that size."""
        x1, y1, x2, y2 = self.box
        return (x1 * width, y1 * height, x2 * width, y2 * height)


@dataclass(frozen=True)
class LabelledPhoto:
    """A picture and what it shows."""

    image: Path
    labels: tuple[Label, ...]

    @property
    def stem(self) -> str:
        return self.image.stem


def kind_of(name: str) -> str:
    """``east`` → ``1z``, ``s3`` → ``flower``, a face or ``back`` as it is. Names of KINDS pass unchanged."""
    if name in HONOUR_KINDS:
        return HONOUR_KINDS[name]
    return "flower" if len(name) == 2 and name[0] in "fs" and name[1] in "1234" else name


def read_classes(photos: Path) -> tuple[str, ...]:
    """The names that the label files of ``photos`` number: its own ``classes.txt``, else its parent's.

    Raises ``LabelError`` when there is none, or one with a name twice.
    """
    for folder in (photos, photos.parent):
        path = folder / "classes.txt"
        if path.is_file():
            names = tuple(path.read_text(encoding="utf-8").split())
            if not names or len(set(names)) != len(names):
                raise LabelError(f"{path}: empty, or a name twice")
            return names
    raise LabelError(f"no classes.txt in {photos} or beside it")


def read_labels(path: Path, names: Sequence[str] = NAMES) -> tuple[Label, ...]:
    """The labels of one file. Raises ``LabelError``; a box may reach over the frame (the audit says so)."""
    out = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            which, x, y, w, h = line.split()[:5]
            name, numbers = names[int(which)], [float(v) for v in (x, y, w, h)]
        except (ValueError, IndexError) as error:
            raise LabelError(f"{path}:{number}: {line.strip()!r} is no label ({error})") from error
        cx, cy, width, height = numbers
        if int(which) < 0 or width <= 0 or height <= 0:
            raise LabelError(f"{path}:{number}: {line.strip()!r} is no label")
        out.append(Label(name, (cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2)))
    return tuple(out)


def label_lines(labels: Iterable[Label], names: Sequence[str] = NAMES) -> str:
    """The text of a label file: class, centre x, centre y, width, height."""
    lines = []
    for label in labels:
        x1, y1, x2, y2 = label.box
        numbers = ((x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1)
        lines.append(f"{names.index(label.name)} " + " ".join(f"{v:.6f}" for v in numbers) + "\n")
    return "".join(lines)


def images_of(folder: Path) -> list[Path]:
    """The pictures of ``folder/images``, sorted by name. Raises ``LabelError`` when there is no such folder."""
    place = folder / "images"
    if not place.is_dir():
        raise LabelError(f"{place} is missing")
    return sorted(path for path in place.iterdir() if path.suffix.lower() in SUFFIXES)


def read_photos(folder: Path) -> list[LabelledPhoto]:
    """All photos of a folder that have a label file, sorted by name. Raises ``LabelError``."""
    names = read_classes(folder)
    return [
        LabelledPhoto(image, read_labels(path, names))
        for image in images_of(folder)
        if (path := folder / "labels" / f"{image.stem}.txt").is_file()
    ]


def sha256(path: Path) -> str:
    """Of a file's bytes, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
