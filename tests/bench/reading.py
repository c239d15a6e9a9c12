"""`make bench ONLY=reading`: how fast and how well the shipped model reads, side by side.

Needs ../shared/photos. Its photos have 640 pixels: 12 megapixels are an enlargement, and small tiles are
sheets of several photos, so both figures are synthetic in size though not in content.
"""

from __future__ import annotations

import io
import random
import time
from pathlib import Path

import numpy as np
from PIL import Image

import vision.reading
from scoring.tiles import FACES
from tests.vision.conftest import PHOTOS
from vision.detections import Detections, Floats, overlaps_between
from vision.image import Photo
from vision.letterbox import Letterbox
from vision.reading import Reader
from vision.tiling import second_pass

VAL = PHOTOS / "val"


def jpeg(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=90)
    return out.getvalue()


def photos() -> list[Path]:
    """Photos whose every suit tile has a label, in an order of no meaning."""
    partial_labels = set((VAL / "partial.txt").read_text().split())
    out = [p for p in sorted((VAL / "images").iterdir()) if p.stem not in partial_labels]
    random.Random(1).shuffle(out)
    return out


def labels(path: Path) -> tuple[list[str], Floats]:
    """Names and boxes, in shares of the photo."""
    classes = (PHOTOS / "classes.txt").read_text().split()
    rows = [line.split() for line in (VAL / "labels" / f"{path.stem}.txt").read_text().splitlines() if line]
    boxes = np.array([[float(v) for v in row[1:5]] for row in rows], np.float32).reshape(-1, 4)
    corners = np.concatenate([boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2], axis=1)
    return [classes[int(row[0])] for row in rows], corners


def sheet(paths: list[Path], side: int) -> tuple[Image.Image, list[str], Floats]:
    """``side`` × ``side`` photos as one, with all labels in its pixels."""
    out = Image.new("RGB", (640 * side, 640 * side))
    names: list[str] = []
    boxes = [np.zeros((0, 4), np.float32)]
    for k, path in enumerate(paths[: side * side]):
        at = np.array([k % side, k // side], np.float32)
        with Image.open(path) as image:
            out.paste(image.convert("RGB").resize((640, 640)), (int(at[0]) * 640, int(at[1]) * 640))
        more, part = labels(path)
        names += more
        boxes.append((part + np.tile(at, 2)) * 640)
    return out, names, np.concatenate(boxes)


def suits_right(reader: Reader, image: Image.Image, names: list[str], boxes: Floats) -> tuple[int, int]:
    """How many labelled faces are read right, of how many."""
    tiles = reader.read(jpeg(image)).tiles
    seen = np.array([t.box for t in tiles], np.float32).reshape(-1, 4)
    iou = overlaps_between(boxes, seen)
    faces = [i for i, name in enumerate(names) if name in FACES]
    right = sum(any(iou[i, j] > 0.5 and t.tile == names[i] for j, t in enumerate(tiles)) for i in faces)
    return right, len(faces)


def first_only(detect: object, photo: Photo, first: Detections, box: Letterbox) -> Detections:
    return first


def small_tiles() -> None:
    reader = Reader.open()
    print("suits right          one pass   with second pass")
    for side in (1, 2, 3, 4):
        share = []
        for way in (first_only, second_pass):
            vision.reading.second_pass = way  # type: ignore[assignment]
            counts = np.zeros(2, int)
            paths = photos()
            for start in range(0, len(paths) - side * side + 1, side * side):
                counts += suits_right(reader, *sheet(paths[start:], side))
            share.append(counts[0] / counts[1])
        print(f"{side} × {side} photos in one       {share[0]:.3f}   {share[1]:.3f}")


def speed() -> None:
    tray = Image.open(VAL / "images" / "hk-tray1219-002.jpg").convert("RGB")
    tiny, _, _ = sheet([p for p in photos() if p.stem.startswith("hk-tray")], 3)
    cases = {
        "640 px": jpeg(tray),
        "12 MP (enlarged)": jpeg(tray.resize((4032, 3024))),
        "12 MP (enlarged), small tiles": jpeg(tiny.resize((4032, 3024))),
    }
    print("milliseconds, median / p95")
    for threads in (1, 2):
        reader = Reader.open(threads)
        for name, data in cases.items():
            times = []
            for _ in range(12):
                start = time.perf_counter()
                count = len(reader.read(data).tiles)
                times.append(1000 * (time.perf_counter() - start))
            ordered = sorted(times[2:])
            print(f"{threads} threads  {name}: {np.median(ordered):.0f} / {ordered[-1]:.0f}  ({count} tiles)")


def main() -> None:
    """Speed, then small tiles; nothing without the shared photos."""
    if not VAL.is_dir():
        print("needs ../shared/photos")
        return
    speed()
    small_tiles()
