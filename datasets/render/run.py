"""``zhuoji render``: photos, YOLO labels and truth into a folder, on several processes."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.art.styles import STYLES
from datasets.importing import HONOUR_KINDS, PHOTOS
from datasets.importing import NAMES as CLASSES
from datasets.render import compose, photo, prints, real_faces
from datasets.render.fixed import AS_IT_COMES, Fixed, held

YOLO = {name: i for i, name in enumerate(CLASSES)} | {
    tile: CLASSES.index(name) for name, tile in HONOUR_KINDS.items()
}


@dataclass(frozen=True)
class Job:
    """What one process needs to know; every photo is (seed, number)."""

    out: Path
    seed: int
    side: int
    kind: str | None
    faces: tuple[str, ...]
    choice: str = "drawn"  # which sets a fresh process must load
    fixed: Fixed = AS_IT_COMES
    window: int | None = None  # keep only so large a part of each photo


def face_sets(choice: str, photos: Path = PHOTOS) -> tuple[str, ...]:
    """Load the sets of ``drawn`` | ``photos`` | ``crops`` | ``all`` and name them, sorted.

    ``all`` without ../shared is the drawn ones. Raises ``FileNotFoundError`` when only photos are asked and absent.
    """
    names = list(STYLES) if choice in ("drawn", "all") else []
    if choice != "drawn" and photos.is_dir():
        if choice in ("photos", "all"):
            prints.use(sets := real_faces.folder_sets(photos))
            names += 2 * list(sets)  # the sharpest pictures of real faces
        if choice in ("crops", "all"):
            prints.use(sets := real_faces.crop_sets(photos))
            names += list(sets)
    if not names:
        raise FileNotFoundError(str(photos))
    return tuple(sorted(names))


def one(job: Job, number: int) -> tuple[photo.Image, dict[str, Any], int]:
    """Photo ``number``: picture, truth, JPEG quality."""
    rng = compose.generator(job.seed, number)
    plan = held(compose.plan(rng, job.faces, job.side, job.kind), job.fixed, rng)
    image, truth = photo.shoot(plan.scene, plan.width, plan.height, rng)
    if plan.stretch:
        image, truth = squared(image, truth)
    if job.window is not None:
        image, truth = windowed(image, truth, job.window, rng)
    truth = {
        "rendered": True,
        "seed": [job.seed, number],
        "kind": plan.kind,
        "faces": plan.scene.faces,
        **truth,
    }
    return image, truth, plan.scene.sensor.quality


def squared(image: photo.Image, truth: dict[str, Any]) -> tuple[photo.Image, dict[str, Any]]:
    """Stretch to a square, as some publishers do, labels with it."""
    height, width = image.shape[:2]
    side = max(height, width)
    fx, fy = side / width, side / height
    image = np.asarray(cv2.resize(image, (side, side), interpolation=cv2.INTER_LINEAR), np.uint8)

    def stretched(box: Sequence[float]) -> list[int]:
        return [round(v * f) for v, f in zip(box, (fx, fy, fx, fy), strict=True)]

    tiles = []
    for tile in truth["tiles"]:
        quad = [[round(x * fx, 1), round(y * fy, 1)] for x, y in tile["quad"]]
        tiles.append({**tile, "box": stretched(tile["box"]), "quad": quad})
    hidden = [stretched(box) for box in truth.get("hidden", [])]
    return image, {**truth, "image": {"width": side, "height": side}, "tiles": tiles, "hidden": hidden}


LEAST_OF_A_BOX = 0.4
"""A tile that a window cuts keeps its label while it shows at least so much of its box."""


def windowed(
    image: photo.Image, truth: dict[str, Any], size: int, rng: np.random.Generator
) -> tuple[photo.Image, dict[str, Any]]:
    """A window of at most ``size`` px around one of the tiles, as the tiled pass sees the photo; groups are dropped."""
    height, width = image.shape[:2]
    boxes = np.array([tile["box"] for tile in truth["tiles"]] or [[0, 0, width, height]], float)
    x1, y1, x2, y2 = boxes[int(rng.integers(len(boxes)))]
    corner = []
    for middle, length in (((x1 + x2) / 2, width), ((y1 + y2) / 2, height)):
        start = middle - rng.uniform(0.1, 0.9) * size
        corner.append(round(float(np.clip(start, 0, max(0, length - size)))))
    left, top = corner
    part = np.ascontiguousarray(image[top : top + size, left : left + size])
    high, wide = part.shape[:2]
    shift, limit = np.array([left, top] * 2), np.array([wide, high] * 2)
    tiles = []
    for tile, box in zip(truth["tiles"], boxes, strict=False):
        seen = np.clip(box - shift, 0, limit)
        share = np.prod(seen[2:] - seen[:2]) / np.prod(box[2:] - box[:2])
        if share >= LEAST_OF_A_BOX:
            quad = [[round(x - left, 1), round(y - top, 1)] for x, y in tile["quad"]]
            visible = round(tile["visible"] * float(share), 2)
            tiles.append({**tile, "box": [round(v) for v in seen], "visible": visible, "quad": quad})
    return part, {
        **truth,
        "image": {"width": wide, "height": high},
        "tiles": tiles,
        "groups": [],
        "hidden": [],
    }


def yolo(truth: dict[str, Any]) -> str:
    """One line a tile: class, centre x, centre y, width, height as shares of the photo."""
    width, height = truth["image"]["width"], truth["image"]["height"]
    lines = []
    for tile in truth["tiles"]:
        x1, y1, x2, y2 = tile["box"]
        numbers = ((x1 + x2) / 2 / width, (y1 + y2) / 2 / height, (x2 - x1) / width, (y2 - y1) / height)
        lines.append(f"{YOLO[tile['tile']]} " + " ".join(f"{v:.6f}" for v in numbers))
    return "".join(line + "\n" for line in lines)


_JOB: Job | None = None


def _start(job: Job) -> None:
    global _JOB
    _JOB = job
    cv2.setNumThreads(1)
    face_sets(job.choice)


def _write(number: int) -> int:
    assert _JOB is not None
    image, truth, quality = one(_JOB, number)
    name = f"r{_JOB.seed}-{number:06d}"
    (_JOB.out / "images" / f"{name}.jpg").write_bytes(photo.jpeg(image, quality))
    (_JOB.out / "labels" / f"{name}.txt").write_text(yolo(truth), "utf-8")
    (_JOB.out / "truth" / f"{name}.json").write_text(json.dumps(truth), "utf-8")
    return len(truth["tiles"])


def render(
    out: Path,
    numbers: Sequence[int],
    seed: int,
    choice: str = "all",
    *,
    side: int = 640,
    kind: str | None = None,
    fixed: Fixed = AS_IT_COMES,
    window: int | None = None,
    processes: int = 2,
    done: Callable[[int], object] = lambda tiles: None,
) -> tuple[str, ...]:
    """Write images/, labels/, truth/, classes.txt under ``out``; ``done`` hears of each photo's tiles.

    Returns the face sets used. Raises ``FileNotFoundError`` as ``face_sets`` does.
    """
    faces = face_sets(choice)
    for folder in ("images", "labels", "truth"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    (out / "classes.txt").write_text("\n".join(CLASSES) + "\n", "utf-8")
    job = Job(out, seed, side, kind, faces, choice, fixed, window)
    for tiles in _spread(job, numbers, processes):
        done(tiles)
    return faces


def _spread(job: Job, numbers: Sequence[int], processes: int) -> Iterator[int]:
    if processes <= 1:
        global _JOB
        _JOB = job
        yield from map(_write, numbers)
        return
    # A fork would inherit OpenCV's threads in the middle of their work and hang.
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, _start, (job,)) as pool:
        yield from pool.imap_unordered(_write, numbers, chunksize=4)
