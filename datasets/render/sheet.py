"""``python -m datasets.render.sheet FOLDER SHEET.jpg``: a contact sheet of a rendered folder, boxes drawn if asked."""

from __future__ import annotations

import json
from pathlib import Path

import click
import cv2
import numpy as np

from datasets.render.raster import Image


def marked(image: Image, truth_file: Path) -> Image:
    """The photo with its boxes: faces red, backs blue."""
    out = image.copy()
    for tile in json.loads(truth_file.read_text("utf-8"))["tiles"]:
        x1, y1, x2, y2 = tile["box"]
        colour = (220, 80, 30) if tile["tile"] == "back" else (40, 40, 230)
        cv2.rectangle(out, (x1, y1), (x2 - 1, y2 - 1), colour, 1)
    return out


def sheet(photos: list[Image], columns: int, cell: int) -> Image:
    """Photos in their proportions, each in a square cell."""
    lines = -(-len(photos) // columns)
    out = np.full((lines * cell, columns * cell, 3), 32, np.uint8)
    for i, photo in enumerate(photos):
        scale = (cell - 4) / max(photo.shape[:2])
        small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        y = i // columns * cell + (cell - small.shape[0]) // 2
        x = i % columns * cell + (cell - small.shape[1]) // 2
        out[y : y + small.shape[0], x : x + small.shape[1]] = small
    return out


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--count", default=24, show_default=True)
@click.option("--columns", default=6, show_default=True)
@click.option("--cell", default=320, show_default=True, help="Pixels a photo.")
@click.option("--boxes/--no-boxes", default=True, show_default=True)
def main(folder: Path, target: Path, count: int, columns: int, cell: int, boxes: bool) -> None:
    """Write one picture of the first photos of a rendered folder."""
    photos = []
    for path in sorted((folder / "images").glob("*.jpg"))[:count]:
        image = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)
        photos.append(marked(image, folder / "truth" / f"{path.stem}.json") if boxes else image)
    cv2.imwrite(str(target), sheet(photos, columns, cell), [cv2.IMWRITE_JPEG_QUALITY, 80])


if __name__ == "__main__":
    main()
