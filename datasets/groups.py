"""Group labels of real photos: which tiles lie together and as what (``datasets/labels/groups/<photo>.json``).

    {"photos": "partly_labelled", "groups": [{"role": "meld", "meld": "pung", "side": null, "tiles": [0, 1, 2]}, …]}

``tiles`` number the photo's labels: those of ``photos/<folder>/labels`` less the wrong ones, then, for a mined photo,
those of ``datasets/labels/partly`` (``Mined.labels``). ``side`` is where in the photo another player's tiles lie; the
photographer's own have none. A flower that stands in a row belongs to the row: geometry can't tell it away.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets import records
from datasets.importing import SUFFIXES, LabelError, LabelledPhoto, read_labels

FOLDER = records.RECORDS / "groups"
ROLES = ("hand", "meld", "win", "flip", "discards", "wall", "loose")
MELDS = {"pung": 3, "exposed-kong": 4, "added-kong": 4, "concealed-kong": 4, "chow": 3}
"""Kinds and their tiles. A chow (吃) is of other games: 捉鸡 has none, and a reader may call it loose."""
SIDES = ("bottom", "right", "top", "left")


@dataclass(frozen=True)
class TrueGroup:
    """Tiles that lie together, in reading order; roles, melds and sides as SPEC 2.3 names them."""

    role: str
    tiles: tuple[int, ...]
    meld: str | None = None
    side: str | None = None


@dataclass(frozen=True)
class GroupTruth:
    """One photo's groups; labels in none of them stay without a role."""

    stem: str
    folder: str
    groups: tuple[TrueGroup, ...]


def read_all(folder: Path = FOLDER) -> dict[str, GroupTruth]:
    """All recorded photos by name. Raises ``LabelError`` for a file that says something impossible."""
    return {path.stem: read(path) for path in sorted(folder.glob("*.json"))}


def read(path: Path) -> GroupTruth:
    """One file. Raises ``LabelError``."""
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
        groups = tuple(_group(entry) for entry in table["groups"])
        folder = str(table["photos"])
    except (json.JSONDecodeError, KeyError, TypeError, ValueError) as error:
        raise LabelError(f"{path}: {error}") from error
    used = [i for group in groups for i in group.tiles]
    if len(set(used)) != len(used):
        raise LabelError(f"{path}: a tile in two groups")
    return GroupTruth(path.stem, folder, groups)


def _group(entry: Mapping[str, Any]) -> TrueGroup:
    group = TrueGroup(
        entry["role"], tuple(int(i) for i in entry["tiles"]), entry.get("meld"), entry.get("side")
    )
    if group.role not in ROLES or group.side not in (None, *SIDES) or not group.tiles:
        raise ValueError(f"not a group: {entry}")
    if (group.role == "meld") != (group.meld is not None) or (
        group.meld is not None and group.meld not in MELDS
    ):
        raise ValueError(f"meld {group.meld!r} of a {group.role}")
    return group


def labelled_photo(photos: Path, truth: GroupTruth) -> LabelledPhoto:
    """The photo and the labels that the groups number. Raises ``LabelError`` when it isn't there."""
    folder = photos / truth.folder
    images = [folder / "images" / f"{truth.stem}{suffix}" for suffix in SUFFIXES]
    image = next((path for path in images if path.is_file()), None)
    if image is None:
        raise LabelError(f"{folder}/images has no {truth.stem}")
    published = read_labels(folder / "labels" / f"{truth.stem}.txt")
    mined = records.read_mined().get(truth.stem) if truth.folder == "partly_labelled" else None
    if mined is not None:
        return LabelledPhoto(image, mined.labels(published))
    if truth.folder == "train":
        return LabelledPhoto(image, records.read_unlabelled().right(truth.stem, published))
    return LabelledPhoto(image, published)
