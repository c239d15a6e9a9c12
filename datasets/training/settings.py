"""What a training is made of, and how Ultralytics is told."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from datasets.training.augment import Augmentation

ENVIRONMENT = "ZHUOJI_TRAIN"
"""Carries the settings Ultralytics has no name for, also into the processes of a training on several GPUs."""


@dataclass(frozen=True)
class Settings:
    """One training. ``minutes`` ends it (mid-epoch if need be); without it ``epochs`` does."""

    data: Path
    weights: Path
    out: Path
    minutes: float | None = None
    epochs: int = 10
    imgsz: int = 640
    batch: int = 8
    lr: float = 1e-3
    freeze: int = 0
    mosaic: float = 1.0
    degrees: float = 8.0
    scale: float = 0.4
    device: str = "cpu"
    threads: int = 2
    bf16: bool = True
    workers: int = 0
    cache: str = "ram"
    fraction: float = 1.0
    validate: bool = False
    seed: int = 0
    augmentation: Augmentation = field(default_factory=Augmentation)

    @property
    def on_cpu(self) -> bool:
        return self.device == "cpu"


def ultralytics_args(s: Settings) -> dict[str, Any]:
    """The keyword arguments of ``YOLO.train``. No flips, mixing or erasing; the optimiser by name."""
    return {
        "data": str(s.data),
        "project": str(s.out.parent.resolve()),
        "name": s.out.name,
        "exist_ok": True,
        "epochs": s.epochs,
        "time": None if s.minutes is None else s.minutes / 60,
        "imgsz": s.imgsz,
        "batch": s.batch,
        "nbs": s.batch,
        "freeze": s.freeze or None,
        "device": s.device,
        "workers": s.workers,
        "cache": {"ram": True, "disk": "disk", "no": False}[s.cache],
        "fraction": s.fraction,
        "seed": s.seed,
        "deterministic": False,
        "optimizer": "AdamW",
        "lr0": s.lr,
        "weight_decay": 5e-4,
        "warmup_epochs": 0.0,
        "warmup_bias_lr": 0.0,
        "cls": 1.0,  # twice the usual weight: 36 faces differ by a stroke, their boxes are easy
        "mosaic": s.mosaic,
        "close_mosaic": 0,  # datasets.training.schedule closes it, and sets the learning rate
        "degrees": s.degrees,
        "translate": 0.12,
        "scale": s.scale,
        "shear": 2.0,
        "perspective": 0.0004,
        "hsv_h": 0.03,
        "hsv_s": 0.6,
        "hsv_v": 0.45,
        "fliplr": 0.0,
        "flipud": 0.0,
        "mixup": 0.0,
        "cutmix": 0.0,
        "copy_paste": 0.0,
        "erasing": 0.0,
        "patience": 1000,
        "val": s.validate,
        "plots": False,
        # On the CPU the trainer casts by itself; on a GPU bf16 by name, since the self-check of AMP downloads weights.
        "amp": False if s.on_cpu else ("bf16" if s.bf16 else False),
    }


def to_environment(s: Settings) -> None:
    """Leave what the trainer's subclasses need where every process of the training finds it."""
    own = {"threads": s.threads, "bf16": s.bf16, "workers": s.workers, "augmentation": asdict(s.augmentation)}
    os.environ[ENVIRONMENT] = json.dumps(own)


@dataclass(frozen=True)
class Own:
    """The settings that Ultralytics has no name for."""

    threads: int
    bf16: bool
    workers: int
    augmentation: Augmentation


def from_environment(environment: Mapping[str, str] = os.environ) -> Own:
    """What ``to_environment`` left. Raises ``KeyError`` when nothing did."""
    own = json.loads(environment[ENVIRONMENT])
    return Own(own["threads"], own["bf16"], own["workers"], Augmentation(**own["augmentation"]))
