"""Contact sheets: many small pictures with a line of text each on one PNG, to be looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.importing import Label, LabelledPhoto

Picture = npt.NDArray[np.uint8]

CAPTION = 18
INK = (255, 255, 255)
FACE_INK = (0, 220, 0)
BACK_INK = (60, 60, 255)


@dataclass(frozen=True)
class Cell:
    """A BGR picture and its caption (ASCII: OpenCV's font has no Chinese)."""

    caption: str
    picture: Picture


def sheets(cells: Iterable[Cell], columns: int, rows: int, size: int) -> Iterator[Picture]:
    """Pictures of ``columns`` × ``rows`` cells of ``size`` pixels, as many as needed."""
    page: list[Cell] = []
    for cell in cells:
        page.append(cell)
        if len(page) == columns * rows:
            yield _sheet(page, columns, size)
            page = []
    if page:
        yield _sheet(page, columns, size)


def _sheet(page: Sequence[Cell], columns: int, size: int) -> Picture:
    rows = -(-len(page) // columns)
    out = np.zeros((rows * (size + CAPTION), columns * size, 3), np.uint8)
    for number, cell in enumerate(page):
        x, y = number % columns * size, number // columns * (size + CAPTION)
        small = fitted(cell.picture, size)
        out[y + CAPTION : y + CAPTION + small.shape[0], x : x + small.shape[1]] = small
        cv2.putText(out, cell.caption, (x + 2, y + 13), 0, 0.42, INK, 1, cv2.LINE_AA)
    return out


def fitted(picture: Picture, size: int) -> Picture:
    """Scaled so that the longer side is ``size``."""
    scale = size / max(picture.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    width, height = max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale))
    return np.asarray(cv2.resize(picture, (width, height), interpolation=way), np.uint8)


def read_picture(path: Path) -> Picture:
    """BGR pixels. Raises ``OSError``."""
    picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise OSError(f"{path} can't be decoded")
    return np.asarray(picture, np.uint8)


def with_boxes(picture: Picture, labels: Sequence[Label], names: bool = True) -> Picture:
    """The photo with its labels drawn over it; backs red, all else green."""
    out = picture.copy()
    height, width = picture.shape[:2]
    for label in labels:
        x1, y1, x2, y2 = (round(v) for v in label.pixels(width, height))
        ink = BACK_INK if label.name == "back" else FACE_INK
        cv2.rectangle(out, (x1, y1), (x2, y2), ink, 1)
        if names and label.name != "back":
            cv2.putText(out, label.name, (x1 + 1, y1 + 10), 0, 0.36, (0, 0, 0), 3, cv2.LINE_AA)
            cv2.putText(out, label.name, (x1 + 1, y1 + 10), 0, 0.36, INK, 1, cv2.LINE_AA)
    return out


def photo_cells(photos: Iterable[LabelledPhoto]) -> Iterator[Cell]:
    """One cell a photo, its labels drawn in. Photos that can't be decoded are left out."""
    for photo in photos:
        try:
            picture = read_picture(photo.image)
        except OSError:
            continue
        yield Cell(photo.stem, with_boxes(picture, photo.labels))


def crop(picture: Picture, label: Label, margin: float = 0.08) -> Picture | None:
    """The labelled tile and a little around it; None when nothing of it is in the frame."""
    height, width = picture.shape[:2]
    x1, y1, x2, y2 = label.pixels(width, height)
    mx, my = margin * (x2 - x1), margin * (y2 - y1)
    left, top = max(0, round(x1 - mx)), max(0, round(y1 - my))
    part = picture[top : round(y2 + my), left : round(x2 + mx)]
    return part if part.size else None


def write_sheets(out: Path, name: str, pages: Iterable[Picture]) -> list[Path]:
    """``out/name-00.png`` …; returns the paths."""
    out.mkdir(parents=True, exist_ok=True)
    paths = []
    for number, page in enumerate(pages):
        path = out / f"{name}-{number:02d}.png"
        cv2.imencode(".png", page)[1].tofile(path)
        paths.append(path)
    return paths
