"""Ultralytics' trainer on a machine without a GPU: bf16, channels-last, batch norm in fp32, both cores.

Measured on two cores (shared models/README.md): 2.8 photos/s as Ultralytics comes, about 9 like this.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import torch
from ultralytics.cfg import get_cfg
from ultralytics.models.yolo.detect import DetectionTrainer
from ultralytics.utils import colorstr

from datasets.train.photos import TilePhotos


class TileTrainer(DetectionTrainer):  # type: ignore[misc]  # ultralytics publishes no types
    """The trainer with our photos; on the CPU it saves without the patched loss."""

    def build_dataset(self, img_path: str, mode: str = "train", batch: int | None = None) -> Any:
        """Our photos for training, Ultralytics' own for anything else."""
        if mode != "train":
            return super().build_dataset(img_path, mode, batch)
        return TilePhotos(
            img_path=img_path,
            imgsz=self.args.imgsz,
            batch_size=batch,
            augment=True,
            hyp=get_cfg(self.args),
            rect=False,
            cache=self.args.cache or None,
            single_cls=False,
            stride=32,
            pad=0.0,
            prefix=colorstr("train: "),
            task=self.args.task,
            classes=None,
            data=self.data,
            fraction=self.args.fraction,
        )

    def save_model(self) -> Any:
        """The closures set on the model for the CPU can't be pickled and mustn't be."""
        loss = self.model.__dict__.pop("loss", None)
        try:
            return super().save_model()
        finally:
            if loss is not None:
                self.model.loss = loss


def cpu_speedups(threads: int) -> tuple[dict[str, Callable[[Any], None]], list[float]]:
    """Callbacks that speed a CPU run up, and the list that collects the time of every step."""
    steps: list[float] = []

    def on_pretrain_routine_end(trainer: Any) -> None:
        if trainer.device.type != "cpu":
            return
        torch.set_num_threads(threads)  # ultralytics takes cores - 1
        model = trainer.model
        model.to(memory_format=torch.channels_last)
        for module in model.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.forward = _fp32_forward(module)
        usual = model.loss

        def loss(batch: dict[str, Any], preds: Any = None) -> Any:
            if preds is not None or not model.training:
                return usual(batch, preds)
            image = batch["img"].contiguous(memory_format=torch.channels_last)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                preds = model._predict_once(image)
            return usual(batch, _as_float(preds))

        model.loss = loss

    def on_train_epoch_start(trainer: Any) -> None:
        if trainer.device.type == "cpu":
            torch.set_num_threads(threads)

    def on_train_batch_end(trainer: Any) -> None:
        steps.append(time.perf_counter())

    return {
        "on_pretrain_routine_end": on_pretrain_routine_end,
        "on_train_epoch_start": on_train_epoch_start,
        "on_train_batch_end": on_train_batch_end,
    }, steps


def _fp32_forward(norm: torch.nn.BatchNorm2d) -> Callable[[torch.Tensor], torch.Tensor]:
    """Batch norm outside autocast: its statistics in bf16 cost most of the gradient's accuracy."""
    usual = type(norm).forward

    def forward(x: torch.Tensor) -> torch.Tensor:
        with torch.autocast("cpu", enabled=False):
            return usual(norm, x.float()).to(x.dtype)

    return forward


def _as_float(value: Any) -> Any:
    if torch.is_tensor(value):
        return value.float() if value.is_floating_point() else value
    if isinstance(value, dict):
        return {key: _as_float(item) for key, item in value.items()}
    return type(value)(map(_as_float, value)) if isinstance(value, (list, tuple)) else value
