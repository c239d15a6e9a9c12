"""Photos as the training sees them: exact quarter turns, and the square stretch of ``hk-*`` undone at random."""

from __future__ import annotations

import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from ultralytics.data.dataset import YOLODataset

STRETCHED = "hk-"
"""Photos published stretched to a square (photos/README.md): their true width : height is unknown."""

Image = npt.NDArray[np.uint8]
Boxes = npt.NDArray[np.float32]


def turn(image: Image, boxes: Boxes, quarters: int) -> tuple[Image, Boxes]:
    """Turn by ``quarters`` × 90° anticlockwise; ``boxes`` (N, 4) are centre x, y, width, height in 0..1."""
    out = boxes.copy()
    for _ in range(quarters % 4):
        x, y, w, h = out.T.copy()
        out = np.stack([y, 1 - x, h, w], axis=1).astype(np.float32)
    return np.ascontiguousarray(np.rot90(image, quarters % 4)), out


def squeeze(image: Image, share: float) -> Image:
    """Make the picture narrower (``share`` < 1) or, as 1 / share of its width, flatter (``share`` > 1)."""
    height, width = image.shape[:2]
    size = (round(width * share), height) if share < 1 else (width, round(height / share))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


class TilePhotos(YOLODataset):  # type: ignore[misc]  # ultralytics publishes no types
    """Ultralytics' data set with our two augmentations before its own."""

    def get_image_and_label(self, index: int) -> dict[str, Any]:
        """One photo, turned and unstretched; boxes stay tight because nothing is resampled at an angle."""
        label = deepcopy(self.labels[index])
        label.pop("shape", None)
        image, label["ori_shape"], _ = self.load_image(index)
        image, label["bboxes"] = turn(image, label["bboxes"], random.randrange(4))
        name = Path(label["im_file"]).name.split("-", 1)[-1]
        if name.startswith(STRETCHED) and random.random() < 0.7:
            image = squeeze(image, _share())
        label["img"] = image
        label["resized_shape"] = image.shape[:2]
        label["ratio_pad"] = (1.0, 1.0)
        return dict(self.update_labels_info(label))


def _share() -> float:
    """4:3 either way is likeliest; anything from 9:16 to 16:9 may have been squared."""
    share = random.choice((3 / 4, 3 / 4, 9 / 16)) * random.uniform(0.95, 1.1)
    return share if random.random() < 0.5 else 1 / share
