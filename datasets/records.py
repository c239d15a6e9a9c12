"""What the repository records of real photos beside their published labels: ``datasets/labels``.

``partly.toml`` and ``partly/<photo>.txt``: tiles found in ``photos/partly_labelled`` (docs/data.md). ``train.toml``:
photos of ``photos/train`` that show tiles nobody labelled. ``backs.toml``: boxes of ``photos/backs`` drawn anew.
Text only; the photos stay in ../shared.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from datasets.importing import Label, LabelError, read_labels, sha256

RECORDS = Path(__file__).with_name("labels")

Split = Literal["train", "test"]
Mask = tuple[int, int, int, int]


@dataclass(frozen=True)
class Mined:
    """One photo of ``partly_labelled``: the tiles found, where unlabelled ones remain, who may see it.

    ``masks`` are pixels x1 y1 x2 y2; ``wrong`` numbers the published labels that are no tile; ``back`` is
    the colour of the backs found, if any.
    """

    stem: str
    split: Split
    sha256: str
    masks: tuple[Mask, ...]
    wrong: tuple[int, ...]
    back: str | None
    found: tuple[Label, ...]

    def labels(self, published: Sequence[Label]) -> tuple[Label, ...]:
        """The published labels that are right, in their order, then the tiles found."""
        return (*(label for i, label in enumerate(published) if i not in self.wrong), *self.found)


@dataclass(frozen=True)
class Unlabelled:
    """Photos of ``photos/train`` to be cut to the hull of their labels, those to be left out, wrong labels, labels that
    name another tile than the photo shows.

    A name without a number stands for its whole session (``tw-frame``).
    """

    cut: frozenset[str]
    kept_out: frozenset[str]
    wrong: Mapping[str, tuple[int, ...]]
    renamed: Mapping[str, Mapping[int, str]]

    def must_cut(self, stem: str, session: str) -> bool:
        return stem in self.cut or session in self.cut

    def must_leave_out(self, stem: str) -> bool:
        return stem in self.kept_out

    def right(self, stem: str, published: Sequence[Label]) -> tuple[Label, ...]:
        """The published labels less the wrong ones, the others as the tile they show."""
        wrong, renamed = self.wrong.get(stem, ()), self.renamed.get(stem, {})
        return tuple(
            Label(renamed[i], label.box) if i in renamed else label
            for i, label in enumerate(published)
            if i not in wrong
        )


def read_mined(records: Path = RECORDS) -> dict[str, Mined]:
    """All mined photos by name. Raises ``LabelError`` for a record that says something impossible."""
    table = tomllib.loads((records / "partly.toml").read_text(encoding="utf-8"))
    return {stem: _mined(records, stem, entry) for stem, entry in table["photos"].items()}


def _mined(records: Path, stem: str, entry: Mapping[str, Any]) -> Mined:
    masks = tuple(_mask(stem, mask) for mask in entry["masks"])
    if entry["split"] not in ("train", "test"):
        raise LabelError(f"partly.toml: {stem}: split {entry['split']!r}")
    return Mined(
        stem,
        entry["split"],
        entry["sha256"],
        masks,
        tuple(int(i) for i in entry.get("wrong", ())),
        entry.get("back"),
        read_labels(records / "partly" / f"{stem}.txt"),
    )


def _mask(stem: str, mask: Sequence[int]) -> Mask:
    x1, y1, x2, y2 = (int(v) for v in mask)
    if x1 >= x2 or y1 >= y2:
        raise LabelError(f"{stem}: box {mask} is empty")
    return (x1, y1, x2, y2)


def read_unlabelled(records: Path = RECORDS) -> Unlabelled:
    """What ``train.toml`` says of ``photos/train``."""
    table = tomllib.loads((records / "train.toml").read_text(encoding="utf-8"))
    wrong = {stem: tuple(numbers) for stem, numbers in table.get("wrong", {}).items()}
    renamed = {
        stem: {int(number): kind for number, kind in names.items()}
        for stem, names in table.get("renamed", {}).items()
    }
    return Unlabelled(frozenset(table["cut"]), frozenset(table["kept_out"]), wrong, renamed)


def read_backs(records: Path = RECORDS) -> dict[str, dict[int, Mask]]:
    """Boxes of ``photos/backs`` that replace the published ones: photo → number of the label → pixels x1 y1 x2 y2.

    Other folders of records may have none.
    """
    path = records / "backs.toml"
    if not path.is_file():
        return {}
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        stem: {int(number): _mask(stem, box) for number, box in boxes.items()}
        for stem, boxes in table["boxes"].items()
    }


def redrawn(
    published: Sequence[Label], boxes: Mapping[int, Mask], width: int, height: int
) -> tuple[Label, ...]:
    """The published labels, those numbered in ``boxes`` (pixels of a photo of that size) with their new box."""
    out = list(published)
    for number, (x1, y1, x2, y2) in boxes.items():
        out[number] = Label(published[number].name, (x1 / width, y1 / height, x2 / width, y2 / height))
    return tuple(out)


def same_picture(record: Mined, image: Path) -> bool:
    """Whether the labels were made on these very bytes."""
    return sha256(image) == record.sha256
