"""What the repository records of real photos, drawn over them: for those who check or mend the labels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2

from datasets import groups, records
from datasets.importing import LabelledPhoto, read_photos
from datasets.masking import paint_masks
from datasets.sheets import Cell, Picture, read_picture, sheets, with_boxes, write_sheets

SIZE = 640
INKS = (
    (0, 220, 0),
    (60, 60, 255),
    (255, 160, 0),
    (0, 200, 255),
    (255, 0, 255),
    (255, 255, 0),
    (120, 120, 255),
    (0, 128, 255),
)


def write(photos: Path, out: Path, show_groups: bool) -> list[Path]:
    """Sheets of four photos each. Raises ``LabelError``."""
    name = "groups" if show_groups else "mined"
    cells = _grouped(photos) if show_groups else _mined(photos)
    return write_sheets(out, name, sheets(cells, columns=2, rows=2, size=SIZE))


def _mined(photos: Path) -> Iterator[Cell]:
    mined = records.read_mined()
    for photo in read_photos(photos / "partly_labelled"):
        if photo.stem in mined:
            record = mined[photo.stem]
            labels = record.labels(photo.labels)
            picture = paint_masks(read_picture(photo.image), record.masks, labels)
            yield Cell(f"{photo.stem} {record.split} {record.back or ''}", with_boxes(picture, labels))


def _grouped(photos: Path) -> Iterator[Cell]:
    for stem, truth in groups.read_all().items():
        photo = groups.labelled_photo(photos, truth)
        yield Cell(stem, _draw(photo, truth))


def _draw(photo: LabelledPhoto, truth: groups.GroupTruth) -> Picture:
    out = read_picture(photo.image)
    height, width = out.shape[:2]
    for number, group in enumerate(truth.groups):
        ink = INKS[number % len(INKS)]
        for i in group.tiles:
            x1, y1, x2, y2 = (round(v) for v in photo.labels[i].pixels(width, height))
            cv2.rectangle(out, (x1, y1), (x2, y2), ink, 2)
        left, top, _, _ = photo.labels[group.tiles[0]].pixels(width, height)
        text = " ".join(part for part in (group.meld or group.role, group.side) if part)
        for thick, colour in ((3, (0, 0, 0)), (1, ink)):
            cv2.putText(
                out, text, (round(left), max(10, round(top) - 3)), 0, 0.42, colour, thick, cv2.LINE_AA
            )
    return out
