"""Ultralytics' trainer with our photos' augmentation, and its speed on a few cores.

On the CPU: both cores, bf16 autocast, channels last, batch norm in fp32 (gradient cosine .995 against fp32, see
../shared/models/README.md). Ultralytics itself would take one thread, fp32 and no loader processes.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import torch
from ultralytics.data.dataset import YOLODataset
from ultralytics.models.yolo.detect import DetectionTrainer
from ultralytics.utils import colorstr
from ultralytics.utils.torch_utils import unwrap_model

from datasets.training.augment import augment
from datasets.training.schedule import Schedule, share_done
from datasets.training.settings import from_environment


class TileDataset(YOLODataset):  # type: ignore[misc]
    """Training photos, each turned, stretched and lit by chance before mosaic and the rest."""

    def get_image_and_label(self, index: int) -> dict[str, Any]:
        """The photo with its boxes, as Ultralytics wants it."""
        label: dict[str, Any] = super().get_image_and_label(index)
        instances = label["instances"]
        instances.convert_bbox("xywh")
        how = from_environment().augmentation
        picture, boxes = augment(
            label["img"], instances.bboxes, Path(label["im_file"]).stem, how, random.Random(random.random())
        )
        instances.update(boxes)
        label["img"], label["resized_shape"] = picture, picture.shape[:2]
        return label


class TileTrainer(DetectionTrainer):  # type: ignore[misc]
    """One for the CPU, one GPU and several: the same photos and schedule, the speed-ups on the CPU only."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own = from_environment()
        self.schedule = Schedule()
        self.mosaic_open = self.args.mosaic > 0
        self.loader_behind = False  # its processes still hold the data set with mosaic
        self.steps: list[float] = []
        if self.device.type == "cpu":
            self.args.workers = self.own.workers  # Ultralytics forces 0
            torch.set_num_threads(self.own.threads)  # it sets cores - 1

    def build_dataset(self, img_path: str, mode: str = "train", batch: int | None = None) -> Any:
        """Ours for training, the plain one for validation."""
        if mode != "train":
            return super().build_dataset(img_path, mode, batch)
        return TileDataset(
            img_path=img_path,
            imgsz=self.args.imgsz,
            batch_size=batch,
            augment=True,
            hyp=self.args,
            rect=False,
            cache=self.args.cache or None,
            single_cls=False,
            stride=max(int(unwrap_model(self.model).stride.max()), 32),
            pad=0.0,
            prefix=colorstr("train: "),
            task=self.args.task,
            classes=None,
            data=self.data,
            fraction=self.args.fraction,
        )

    def _setup_train(self) -> None:
        super()._setup_train()
        if self.device.type == "cpu":
            self.model.to(memory_format=torch.channels_last)
            if self.own.bf16:
                _cast_to_bf16(self.model)

    def _model_train(self) -> None:
        super()._model_train()
        if self.device.type == "cpu":
            torch.set_num_threads(self.own.threads)  # validation may have changed it
        if self.loader_behind:
            self.loader_behind = False
            self.train_loader.reset()

    def optimizer_step(self) -> None:
        done = share_done(
            len(self.steps),
            self.epochs * len(self.train_loader),
            time.time() - self.train_time_start,
            self.args.time and self.args.time * 3600,
        )
        for group in self.optimizer.param_groups:
            group["lr"] = group["initial_lr"] * self.schedule.rate(done)
        super().optimizer_step()
        self.steps.append(time.perf_counter())
        if self.mosaic_open and self.schedule.plain(done):
            self.mosaic_open = False
            self._close_dataloader_mosaic()
            self.loader_behind = self.train_loader.num_workers > 0

    def photos_a_second(self) -> float | None:
        """The median step after the first few; None for a training of fewer."""
        apart = sorted(b - a for a, b in zip(self.steps[2:], self.steps[3:], strict=False))
        return self.batch_size / apart[len(apart) // 2] if apart else None


def _cast_to_bf16(model: Any) -> None:
    """Forward in bf16 but for batch norms; the loss and all weights stay fp32.

    Called after the EMA was copied, so that no checkpoint holds these closures.
    """
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.register_forward_pre_hook(_to_fp32)
    plain = model.loss

    def loss(batch: dict[str, Any], preds: Any = None) -> Any:
        if preds is None and model.training:
            image = batch["img"].contiguous(memory_format=torch.channels_last)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                preds = _fp32(model.predict(image))
        return plain(batch, preds)

    model.loss = loss


def _to_fp32(_module: Any, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(x.float() for x in inputs)


def _fp32(value: Any) -> Any:
    """Every floating tensor of a nested prediction as fp32."""
    if torch.is_tensor(value):
        return value.float() if value.is_floating_point() else value
    if isinstance(value, dict):
        return {key: _fp32(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_fp32(part) for part in value)
    return value
