"""What a run folder tells of its training: ``run.json`` and ``curves-00.png`` beside Ultralytics' args.yaml, results.csv."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.importing import SUFFIXES, sha256
from datasets.sheets import Picture
from datasets.training.settings import Settings, ultralytics_args

PACKAGES = ("torch", "ultralytics", "numpy", "opencv-python")
CURVES = (("train/box_loss", "train/cls_loss", "train/dfl_loss"), ("metrics/mAP50(B)", "metrics/mAP50-95(B)"))
INKS = ((200, 90, 0), (0, 130, 0), (0, 0, 200))
WIDTH, HEIGHT, EDGE = 520, 260, 40


def start(settings: Settings, command: Sequence[str]) -> dict[str, Any]:
    """Everything known before the first step; written at once, so that a killed run tells what it was."""
    run = {
        "command": list(command),
        "settings": json.loads(json.dumps(asdict(settings), default=str)),
        "ultralytics": {
            key: str(v) if isinstance(v, Path) else v for key, v in ultralytics_args(settings).items()
        },
        "weights": {"file": settings.weights.name, "sha256": sha256(settings.weights)},
        "data": data_hashes(settings.data),
        "versions": {name: _version(name) for name in PACKAGES} | {"python": platform.python_version()},
        "machine": {"cores": os.cpu_count(), "processor": platform.processor() or platform.machine()},
        "commit": _commit(),
        "finished": False,
    }
    write(settings.out, run)
    return run


def write(out: Path, run: Mapping[str, Any]) -> None:
    """``run.json``."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "run.json").write_text(json.dumps(run, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def data_hashes(data: Path) -> dict[str, Any]:
    """Photos, boxes and one hash a split: over names and bytes of the label files and names and sizes of the photos.

    The manifest of ``zhuoji data build`` holds the bytes of every photo; its hash is taken along.
    """
    root = data.parent
    out: dict[str, Any] = {}
    for split in ("train", "val"):
        digest, boxes = hashlib.sha256(), 0
        images = sorted(p for p in (root / split / "images").glob("*") if p.suffix.lower() in SUFFIXES)
        for image in images:
            digest.update(f"{image.name} {image.stat().st_size}\n".encode())
            labels = root / split / "labels" / f"{image.stem}.txt"
            if labels.is_file():
                content = labels.read_bytes()
                digest.update(content)
                boxes += sum(bool(line.strip()) for line in content.splitlines())
        out[split] = {"photos": len(images), "boxes": boxes, "sha256": digest.hexdigest()}
    manifest = root / "manifest.json"
    if manifest.is_file():
        out["manifest"] = json.loads(manifest.read_text(encoding="utf-8"))["sha256"]
    return out


def read_curves(out: Path) -> list[dict[str, float]]:
    """The rows of results.csv; [] when there is none."""
    path = out / "results.csv"
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [
            {key.strip(): float(value) for key, value in row.items() if value} for row in csv.DictReader(file)
        ]


def curves_picture(rows: Sequence[Mapping[str, float]]) -> Picture:
    """Losses above, mAP below, over the epochs."""
    panels = []
    for names in CURVES:
        panel = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
        known = [name for name in names if any(name in row for row in rows)]
        top = max((row[name] for name in known for row in rows if name in row), default=1.0) or 1.0
        cv2.rectangle(panel, (EDGE, 20), (WIDTH - 10, HEIGHT - 25), (200, 200, 200), 1)
        for k, name in enumerate(known):
            ink = INKS[k]
            points = [(_x(i, len(rows)), _y(row[name] / top)) for i, row in enumerate(rows) if name in row]
            cv2.polylines(panel, [np.array(points, np.int32)], False, ink, 1, cv2.LINE_AA)
            for point in points:
                cv2.circle(panel, point, 2, ink, -1, cv2.LINE_AA)
            cv2.putText(panel, name, (EDGE + 5 + 165 * k, 14), 0, 0.38, ink, 1, cv2.LINE_AA)
        cv2.putText(panel, f"{top:.3g}", (2, 26), 0, 0.38, (0, 0, 0), 1, cv2.LINE_AA)
        cv2.putText(panel, f"{len(rows)} epochs", (EDGE, HEIGHT - 8), 0, 0.38, (0, 0, 0), 1, cv2.LINE_AA)
        panels.append(panel)
    return np.asarray(np.vstack(panels), np.uint8)


def _x(i: int, count: int) -> int:
    return EDGE + 8 + round((WIDTH - EDGE - 26) * i / max(1, count - 1))


def _y(share: float) -> int:
    return HEIGHT - 25 - round((HEIGHT - 50) * share)


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _commit() -> str | None:
    """The commit the code stands at, with ``+`` for changes; None outside a clone."""
    here = Path(__file__).parent
    try:
        head = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=here, capture_output=True, text=True, check=True
        )
        dirty = subprocess.run(
            ["git", "status", "--porcelain", "--", str(here.parent)],
            cwd=here,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return head.stdout.strip() + ("+" if dirty.stdout.strip() else "")
