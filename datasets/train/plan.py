"""What one training run is: every argument, written down before it starts and kept with its results."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Plan:
    """Arguments of a run. Paths are absolute; ``minutes`` bounds it, ``epochs`` shapes the learning-rate curve.

    ``data``: folders of labelled photos (images/, labels/, classes.txt). ``hold_out``: tile sets of ``sets.txt``
    that must not be seen. ``device``: "cpu", "0" or "0,1" (several GPUs: DDP; not checked on this project's machines).
    """

    weights: str
    data: tuple[str, ...]
    out: str
    epochs: float = 3.0
    minutes: float | None = None
    size: int = 640
    batch: int = 8
    threads: int = 2
    device: str = "cpu"
    rate: float = 1e-3
    mosaic: float = 0.5
    freeze: int = 0
    seed: int = 0
    hold_out: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)

    def save(self, path: Path) -> None:
        """Write as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    @staticmethod
    def load(path: Path) -> Plan:
        """Read back what ``save`` wrote."""
        raw = json.loads(path.read_text(encoding="utf-8"))
        return Plan(**raw | {"data": tuple(raw["data"]), "hold_out": tuple(raw["hold_out"])})


def ultralytics_arguments(plan: Plan, data_file: Path, photos: int) -> dict[str, Any]:
    """The arguments Ultralytics gets. No flips: a mirrored character is another character (pitfalls).

    Quarter turns and the undoing of the square stretch happen in ``photos.TilePhotos``, small angles here.
    """
    out = Path(plan.out)
    arguments: dict[str, Any] = {
        "data": str(data_file),
        "epochs": max(1, round(plan.epochs)),
        "time": None if plan.minutes is None else plan.minutes / 60,
        "imgsz": plan.size,
        "batch": plan.batch,
        "nbs": plan.batch,
        "device": plan.device,
        "workers": 0 if plan.device == "cpu" else 8,
        "cache": False,
        "optimizer": "AdamW",
        "lr0": plan.rate,
        "lrf": 0.05,
        "cos_lr": True,
        "warmup_epochs": 0.3,
        "warmup_bias_lr": 0.0,
        "weight_decay": 5e-4,
        "fliplr": 0.0,
        "flipud": 0.0,
        "degrees": 10,
        "translate": 0.12,
        "scale": 0.4,
        "shear": 2,
        "perspective": 0.0004,
        "hsv_h": 0.03,
        "hsv_s": 0.6,
        "hsv_v": 0.45,
        "mosaic": plan.mosaic,
        "close_mosaic": 1 if plan.epochs >= 2 else 0,
        "mixup": 0.0,
        "copy_paste": 0.0,
        "erasing": 0.0,
        "auto_augment": None,
        # Ultralytics' own check of mixed precision downloads weights; on the CPU we cast ourselves.
        "amp": "bf16" if plan.device != "cpu" else False,
        "freeze": plan.freeze or None,
        "val": False,
        "plots": False,
        "seed": plan.seed,
        "project": str(out.parent),
        "name": out.name,
        "exist_ok": True,
        "verbose": True,
    }
    assert photos > 0
    return arguments | plan.extra
