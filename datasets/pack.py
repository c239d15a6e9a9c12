"""``zhuoji data pack``: a night's photos with what the players confirmed, as a set that training reads.

Reads a table's JSON export and its folder of kept photos; nothing of the app. The newest revision of each hand counts:
its readings carry every correction. A tile typed in without a photo has no box and is left out; a photo with such a
tile among those it should show is listed in ``partial.txt``, as is one whose reading left tiles unassigned.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from datasets.importing import HONOUR_KINDS, NAMES, Label, LabelError, label_lines
from scoring.tiles import KINDS

FORMAT = "zhuoji-table/1"
CONFIRMED = ("hand", "meld", "win", "flip", "discards")
_NAME_OF = {kind: name for name, kind in HONOUR_KINDS.items()} | {"flower": "f1"}


@dataclass(frozen=True)
class Packed:
    """One photo: its hash, its labels, and whether unlabelled tiles are in view."""

    photo: str
    labels: tuple[Label, ...]
    partial: bool


def packed(document: Mapping[str, Any]) -> Iterator[Packed]:
    """The photos of an export. Raises ``LabelError`` when it is none of ours."""
    if document.get("format") != FORMAT:
        raise LabelError("this is not a table that zhuoji exported")
    newest: dict[int, Mapping[str, Any]] = {}
    for revision in document["revisions"]:
        newest[revision["number"]] = revision
    for revision in newest.values():
        if revision["kind"] != "hand" or revision["deleted"]:
            continue
        payload = revision["payload"]
        for sheet in payload["sheets"]:
            photo = payload["photos"].get(sheet.get("slot"))
            if photo is not None and isinstance(sheet.get("reading"), dict):
                yield _one(photo, sheet["reading"])


def _one(photo: str, reading: Mapping[str, Any]) -> Packed:
    image = reading.get("image") or {}
    width, height = image.get("width"), image.get("height")
    tiles = reading.get("tiles", [])
    grouped = [(group["role"], i) for group in reading.get("groups", []) for i in group["tiles"]]
    labels, partial = [], False
    for role, i in grouped:
        box, tile = tiles[i].get("box"), tiles[i].get("tile")
        if role not in CONFIRMED or box is None or tile not in KINDS or not width or not height:
            partial = True
            continue
        x1, x2 = (min(1.0, max(0.0, v / width)) for v in (box[0], box[2]))
        y1, y2 = (min(1.0, max(0.0, v / height)) for v in (box[1], box[3]))
        labels.append(Label(_NAME_OF.get(tile, tile), (x1, y1, x2, y2)))
    return Packed(photo, tuple(labels), partial or len(grouped) < len(tiles))


def pack(export: Path, photos: Path, out: Path) -> tuple[int, int, list[str]]:
    """Write OUT/images, labels, classes.txt, partial.txt: (photos, tiles, photos that are not there any more).

    Raises ``LabelError``, ``OSError``.
    """
    try:
        document = json.loads(export.read_text("utf-8"))
        items = list(packed(document))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise LabelError(f"{export}: {error}") from error
    for name in ("images", "labels"):
        (out / name).mkdir(parents=True, exist_ok=True)
    (out / "classes.txt").write_text("\n".join(NAMES) + "\n", "utf-8")
    written, tiles, gone, partial = 0, 0, [], []
    for item in items:
        source = photos / f"{item.photo}.jpg"
        if not source.is_file():
            gone.append(item.photo)
            continue
        stem = f"table-{item.photo[:12]}"
        with Image.open(source) as image:
            image.verify()
        shutil.copyfile(source, out / "images" / f"{stem}.jpg")
        (out / "labels" / f"{stem}.txt").write_text(label_lines(item.labels, NAMES), "utf-8")
        written, tiles = written + 1, tiles + len(item.labels)
        if item.partial:
            partial.append(stem)
    (out / "partial.txt").write_text("".join(f"{stem}\n" for stem in sorted(partial)), "utf-8")
    return written, tiles, gone
