"""A look from further away: a tile that fills the picture is read by its parts otherwise, 二筒 as two 一筒.

The photo is shown to the network so small that such a tile has the size of those it learned from. That costs a
twentieth of the usual pass, so it is always done; it counts only where few, large and sure tiles come of it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.detections import Detections, concatenate, overlaps_between
from vision.image import Rgb
from vision.letterbox import Boxes, Letterbox

FAR_SIZE = 128
"""Long side of the photo in the network's input: a tile as high as the photo is then as high as usual ones."""
LARGE = 0.36
"""Least long side of a close tile, as a share of the photo's shorter side; up to a third is read as it is."""
LARGISH = 0.2
"""The same of a face that the usual pass may miss, as it does now and then where two lie in the middle of the photo."""
FREE = 0.1
"""What overlaps a tile of the usual pass by more is that tile."""
SURE = 0.6
"""Least score of a close tile."""
MOST_CLOSE = 4
"""There is no room for more close tiles."""
MOST_PARTS = 12
"""九筒 falls into nine parts and what lies between them; a photo with more tiles than that is a hand."""

Detect = Callable[[Rgb, Letterbox], Detections]


def from_afar(
    detect: Detect, pixels: Rgb, near: Detections, letterbox: Letterbox, stride: int
) -> tuple[Detections | None, Detections]:
    """What ``near`` becomes where the photo is a close-up, None where it isn't; and faces that ``near`` lacks.

    Tiles of the usual pass stay where no close tile lies over their middle.
    """
    none = near[np.zeros(len(near), bool)]
    if len(near.boxes) > MOST_PARTS:
        return None, none
    far = detect(pixels, Letterbox.fit(letterbox.width, letterbox.height, FAR_SIZE, stride))
    if not 0 < len(far.boxes) <= MOST_CLOSE:
        return None, none
    sides = np.maximum(far.boxes[:, 2] - far.boxes[:, 0], far.boxes[:, 3] - far.boxes[:, 1])
    side, sure = min(letterbox.width, letterbox.height), far.confidence >= SURE
    if 2 * ((sides >= LARGE * side) & sure).sum() < len(far.boxes):
        free = overlaps_between(far.boxes, near.boxes).max(axis=1, initial=0) < FREE
        return None, far[(sides >= LARGISH * side) & sure & free & ~far.backs]
    kept = [i for i, box in enumerate(near.boxes) if not _covered(box, far.boxes)]
    return concatenate([far, Detections(near.boxes[kept], near.scores[kept])]), none


def _covered(box: Boxes, over: Boxes) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return bool(np.any((over[:, 0] <= x) & (x <= over[:, 2]) & (over[:, 1] <= y) & (y <= over[:, 3])))
