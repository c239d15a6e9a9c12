"""Labelled folders → one set in the layout Ultralytics reads, over the 36 kinds of ``scoring.tiles``."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from datasets.importing import PHOTOS, read_photos
from datasets.splits import read_sets, set_of
from scoring.tiles import KINDS


@dataclass(frozen=True)
class Assembled:
    """A training set on disk: its data file, and what a record needs to say of it."""

    data_file: Path
    photos: int
    boxes: dict[str, int]
    sources: dict[str, int]
    sha256: str


def assemble(folders: Sequence[Path], out: Path, hold_out: Sequence[str] = ()) -> Assembled:
    """Link images and write labels below ``out``; photos of held-out sets are left out.

    ``sha256`` is over every picture's and label's bytes in order, so two runs on the same data say the same.
    Raises ``ValueError`` when nothing is left, or a held-out set is unknown.
    """
    sets = read_sets(PHOTOS / "sets.txt")
    for name in hold_out:
        if name not in sets.values():
            raise ValueError(f"no tile set is called {name!r} in sets.txt")
    if out.exists():
        shutil.rmtree(out)
    images, labels = out / "images", out / "labels"
    images.mkdir(parents=True)
    labels.mkdir()
    digest = hashlib.sha256()
    boxes: Counter[str] = Counter()
    sources: dict[str, int] = {}
    listed: list[str] = []
    for number, folder in enumerate(folders):
        taken = 0
        for photo in read_photos(folder):
            if set_of(photo.stem, sets) in hold_out:
                continue
            text = "".join(_line(label.kind, label.box) for label in photo.labels)
            boxes.update(label.kind for label in photo.labels)
            name = f"{number}-{photo.image.name}"
            (images / name).symlink_to(photo.image.resolve())
            (labels / f"{Path(name).stem}.txt").write_text(text, encoding="utf-8")
            digest.update(photo.image.read_bytes())
            digest.update(text.encode())
            listed.append(str(images / name))
            taken += 1
        sources[str(folder)] = taken
    if not listed:
        raise ValueError("no photos are left to train on")
    (out / "train.txt").write_text("\n".join(listed) + "\n", encoding="utf-8")
    # Ultralytics insists on validating once; `zhuoji evaluate` measures, so a handful will do.
    (out / "val.txt").write_text("\n".join(listed[:8]) + "\n", encoding="utf-8")
    data_file = out / "data.yaml"
    names = "".join(f"  {i}: {kind}\n" for i, kind in enumerate(KINDS))
    data_file.write_text(f"path: {out}\ntrain: train.txt\nval: val.txt\nnames:\n{names}", encoding="utf-8")
    return Assembled(data_file, len(listed), dict(sorted(boxes.items())), sources, digest.hexdigest())


def _line(kind: str, box: tuple[float, float, float, float]) -> str:
    x1, y1, x2, y2 = (min(max(v, 0.0), 1.0) for v in box)
    numbers = ((x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1)
    return f"{KINDS.index(kind)} " + " ".join(f"{v:.6f}" for v in numbers) + "\n"
