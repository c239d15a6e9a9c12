"""Faces taken from photos of real tiles: ``photos/faces`` and labelled crops of ``photos/train``.

Each becomes a multiplying print (white = bare ivory): the face divided by its own ivory, so that light and colour of
the old photo are gone. They are read from ``../shared`` at run time; the repository holds none of them.
"""

from __future__ import annotations

import bisect
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.importing import HONOUR_KINDS, PHOTOS, read_photos
from datasets.records import read_unlabelled
from datasets.render.prints import Print, pyramid

Image = npt.NDArray[np.uint8]
FaceSet = dict[str, list[Print]]

MISFILED = Path(__file__).with_name("misfiled_faces.txt")
# The last number of each physical set in ``photos/faces``, as its contact sheets show.
SET_ENDS = (150, 182, 224, 260, 296, 339, 374, 416, 461, 503, 541, 585)
LEAST_CROP = 44  # px of the shorter side
CLEAN_RIM = 0.88
WIDE_RIM = 0.70  # a face that fills its tile (幺鸡, 八条): taken when a session has no cleaner one of it


def misfiled() -> dict[str, str]:
    """``{"8m/133.jpg": "8p", …}``: files in the wrong folder and the tile they show."""
    lines = MISFILED.read_text("utf-8").splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def bare(image: Image, width: int = 132, height: int = 176) -> Image:
    """Divide a photo of one face by its ivory: a print of ``width`` × ``height``, its rim faded out."""
    h, w = image.shape[:2]
    cut_x, cut_y = max(1, round(w * 0.045)), max(1, round(h * 0.045))
    inner = image[cut_y : h - cut_y, cut_x : w - cut_x]
    face = cv2.resize(inner, (width, height), interpolation=cv2.INTER_AREA if w > width else cv2.INTER_CUBIC)
    small = cv2.resize(face, (48, 64), interpolation=cv2.INTER_AREA)
    ivory = cv2.morphologyEx(
        small, cv2.MORPH_CLOSE, np.ones((23, 23), np.uint8), borderType=cv2.BORDER_REFLECT
    )
    ivory = cv2.resize(cv2.GaussianBlur(ivory, (0, 0), 6), (width, height), interpolation=cv2.INTER_LINEAR)
    ratio = face.astype(np.float32) / np.maximum(ivory.astype(np.float32), 24) / 0.94
    x = np.minimum(np.arange(width), np.arange(width)[::-1]) / (0.06 * width)
    y = np.minimum(np.arange(height), np.arange(height)[::-1]) / (0.05 * height)
    keep = np.clip(np.minimum(x[None], y[:, None]), 0, 1)[..., None]
    return np.asarray(np.clip(1 + (np.clip(ratio, 0, 1) - 1) * keep, 0, 1) * 255, np.uint8)


def rim_share(image: Image) -> float:
    """What share of a crop's rim is ivory, 0-1: little of it where background, a neighbour or a shade shows."""
    small = cv2.resize(image, (36, 48), interpolation=cv2.INTER_AREA).astype(np.float32)
    ring = np.concatenate([small[2:5, 3:-3], small[-5:-2, 3:-3]]).reshape(-1, 3)
    sides = np.concatenate([small[5:-5, 2:4], small[5:-5, -4:-2]]).reshape(-1, 3)
    rim = np.concatenate([ring, sides])
    bright = rim.max(axis=1)
    level = np.percentile(bright, 75)
    if level <= 70:
        return 0.0
    grey = (rim.max(axis=1) - rim.min(axis=1)) < 0.33 * np.maximum(bright, 1)
    return float(np.mean((bright > 0.72 * level) & grey))


def folder_sets(photos: Path = PHOTOS) -> dict[str, FaceSet]:
    """The physical sets of ``photos/faces``: name → tile → prints."""
    moved = misfiled()
    sets: dict[str, FaceSet] = {}
    for path in sorted((photos / "faces").glob("*/*")):
        key = f"{path.parent.name}/{path.name}"
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None or not path.stem.isdigit():
            continue
        name = f"faces-{bisect.bisect_left(SET_ENDS, int(path.stem)):02d}"
        print_ = pyramid(bare(np.asarray(image, np.uint8)))
        sets.setdefault(name, {}).setdefault(moved.get(key, path.parent.name), []).append(print_)
    return sets


def crop_sets(photos: Path = PHOTOS, most: int = 6) -> dict[str, FaceSet]:
    """Crops of the labelled ``train`` photos, one set a session; at most ``most`` prints of a tile."""
    right = read_unlabelled().right
    sets: dict[str, FaceSet] = {}
    seconds: dict[tuple[str, str], tuple[float, Image]] = {}
    for published in read_photos(photos / "train"):
        session = published.stem.rsplit("-", 1)[0]
        name = f"crops-{session}"
        faces = sets.setdefault(name, {})
        wanted = []
        for label in right(published.stem, published.labels):
            tile = HONOUR_KINDS.get(label.name, label.name)
            x1, y1, x2, y2 = label.box
            box = [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1]
            # The boxes of flowers in tw photos cover half a tile (photos/README.md).
            if tile == "back" or (tile[0] in "fs" and session.startswith("tw")):
                continue
            if len(faces.get(tile, ())) < most and min(box[2:]) * 640 >= LEAST_CROP:
                wanted.append((tile, box))
        if not wanted:
            continue
        image = cv2.imread(str(published.image), cv2.IMREAD_COLOR)
        if image is None:
            continue
        for tile, place in wanted:
            crop = _crop(np.asarray(image, np.uint8), place)
            if crop is None:
                continue
            share = rim_share(crop)
            if share > CLEAN_RIM and len(faces.get(tile, ())) < most:
                faces.setdefault(tile, []).append(pyramid(bare(crop)))
            elif share > max(WIDE_RIM, seconds.get((name, tile), (0.0, crop))[0]):
                seconds[name, tile] = share, crop
    sets = {name: faces for name, faces in sets.items() if len(faces) >= 5}
    for (name, tile), (_, crop) in seconds.items():
        if name in sets and tile not in sets[name]:
            sets[name][tile] = [pyramid(bare(crop))]
    return sets


def _crop(image: Image, box: list[float]) -> Image | None:
    """An upright or lying face of usual proportions, turned upright."""
    height, width = image.shape[:2]
    x, y, w, h = box[0] * width, box[1] * height, box[2] * width, box[3] * height
    if not 0.4 < w / h < 2.2 or 0.9 < w / h < 1.15:
        return None
    crop = image[max(0, round(y - h / 2)) : round(y + h / 2), max(0, round(x - w / 2)) : round(x + w / 2)]
    if min(crop.shape[:2]) < LEAST_CROP * 0.8:
        return None
    return np.ascontiguousarray(np.rot90(crop)) if w > h else crop
