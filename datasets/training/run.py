"""Set the process up, train, record."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from datasets.sheets import write_sheets
from datasets.training import record
from datasets.training.settings import Settings, to_environment, ultralytics_args

# Large activations: keep freed blocks instead of mapping them anew each step (1.2 × faster on two cores). glibc
# reads these when the process starts, so it has to start again.
MALLOC = {
    "MALLOC_MMAP_THRESHOLD_": "4294967296",
    "MALLOC_TRIM_THRESHOLD_": "17179869184",
    "MALLOC_TOP_PAD_": "268435456",
}
QUIET = {
    "YOLO_OFFLINE": "true",
    "YOLO_AUTOINSTALL": "false",
    "WANDB_MODE": "disabled",
    "YOLO_VERBOSE": "true",
}


def needs_restart(settings: Settings, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the allocator's settings are missing where they matter: on the CPU, with glibc."""
    return settings.on_cpu and sys.platform == "linux" and any(name not in environment for name in MALLOC)


def restart(settings: Settings) -> None:
    """Become the same command with the allocator's settings in place. Doesn't return."""
    environment = os.environ | MALLOC | QUIET | {"OMP_NUM_THREADS": str(settings.threads)}
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)


def train(settings: Settings, command: Sequence[str]) -> dict[str, Any]:
    """Train and return the record. Raises ``ModuleNotFoundError`` without the extra ``train``,
    ``FileNotFoundError`` when weights or data are missing.
    """
    for path in (settings.weights, settings.data):
        if not path.is_file():
            raise FileNotFoundError(str(path))
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    to_environment(settings)

    from ultralytics import YOLO

    from datasets.training.trainer import TileTrainer

    run = record.start(settings, command)
    began = time.time()
    model = YOLO(str(settings.weights))
    model.train(trainer=TileTrainer, **ultralytics_args(settings))
    seconds = time.time() - began
    rows = record.read_curves(settings.out)
    speed = getattr(model.trainer, "photos_a_second", lambda: None)()
    run |= {
        "finished": True,
        "seconds": round(seconds, 1),
        "photos_a_second": None if speed is None else round(speed, 2),
        "epochs": len(rows),
        "last": rows[-1] if rows else {},
        "weights_out": _weights(settings.out),
    }
    record.write(settings.out, run)
    write_sheets(settings.out, "curves", [record.curves_picture(rows)])
    return run


def _weights(out: Path) -> dict[str, str]:
    from datasets.importing import sha256

    return {path.name: sha256(path) for path in sorted((out / "weights").glob("*.pt"))}
