"""The child process of `zhuoji train`: ``python -m datasets.train.worker plan.json``."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from datasets.importing import sha256
from datasets.train.assemble import Assembled, assemble
from datasets.train.plan import Plan, ultralytics_arguments

ROOT = Path(__file__).resolve().parents[2]

# Big activations: keep freed blocks instead of giving them back at every step (1.2 times as fast).
ENVIRONMENT = {
    "MALLOC_MMAP_THRESHOLD_": "4294967296",
    "MALLOC_TRIM_THRESHOLD_": "17179869184",
    "MALLOC_TOP_PAD_": "268435456",
    "YOLO_OFFLINE": "1",
    "WANDB_MODE": "disabled",
}


def start(plan: Plan) -> int:
    """Run a plan in a fresh process with that environment; its exit status."""
    out = Path(plan.out)
    out.mkdir(parents=True, exist_ok=True)
    path = out / "plan.json"
    plan.save(path)
    environment = os.environ | ENVIRONMENT | {"OMP_NUM_THREADS": str(plan.threads)}
    command = [sys.executable, "-m", "datasets.train.worker", str(path)]
    return subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode


def run(plan: Plan) -> dict[str, Any]:
    """Train and write ``record.json`` beside the weights."""
    from ultralytics import YOLO

    from datasets.train.trainer import TileTrainer, cpu_speedups

    out = Path(plan.out)
    data = assemble([Path(folder) for folder in plan.data], out / "data", plan.hold_out)
    arguments = ultralytics_arguments(plan, data.data_file, data.photos)
    callbacks, steps = cpu_speedups(plan.threads)
    model = YOLO(plan.weights)
    for name, callback in callbacks.items():
        model.add_callback(name, callback)
    started = time.time()
    model.train(trainer=TileTrainer, **arguments)
    record = describe(plan, data, arguments, steps, time.time() - started)
    (out / "record.json").write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return record


def describe(
    plan: Plan, data: Assembled, arguments: dict[str, Any], steps: list[float], seconds: float
) -> dict[str, Any]:
    """Everything somebody needs to make the run again, and how fast it went."""
    gaps = sorted(b - a for a, b in zip(steps, steps[1:], strict=False))
    last = Path(plan.out) / "weights" / "last.pt"
    return {
        "plan": json.loads((Path(plan.out) / "plan.json").read_text(encoding="utf-8")),
        "arguments": arguments,
        "weights_before_sha256": sha256(Path(plan.weights)),
        "weights_after_sha256": sha256(last) if last.is_file() else None,
        "data": {"photos": data.photos, "boxes": data.boxes, "sources": data.sources, "sha256": data.sha256},
        "steps": len(steps),
        "photos_seen": len(steps) * plan.batch,
        "seconds": round(seconds, 1),
        "photos_per_second": round(plan.batch / gaps[len(gaps) // 2], 2) if gaps else None,
        "versions": {name: version(name) for name in ("ultralytics", "torch", "numpy")},
        "machine": {"python": platform.python_version(), "cores": os.cpu_count()},
        "commit": _commit(),
        "curves": "results.csv",
    }


def _commit() -> str | None:
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or None


if __name__ == "__main__":
    run(Plan.load(Path(sys.argv[1])))
