"""Tiles that lie together, whatever their rows: walls and ponds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.rows import components, neighbours_in
from vision.scene import Block, Scene


def heaps(
    scene: Scene, tiles: Sequence[int], apart: float, touch: npt.NDArray[np.bool_] | None = None
) -> list[Block]:
    """Parts of ``tiles`` no two of which lie within ``apart`` tile sizes of each other; row after row.

    ``touch`` (N, N): tiles that are together, too.
    """
    if not tiles:
        return []
    which = list(tiles)
    size = scene.sizes[which]
    mean = (size[:, None] + size[None]) / 2
    near = scene.distances[np.ix_(which, which)] < apart * mean
    ratio = np.minimum.outer(size, size) / np.maximum.outer(size, size)
    linked = near & (ratio > 0.6)
    if touch is not None:
        linked |= touch[np.ix_(which, which)]
    place = {i: k for k, row in enumerate(reversed(scene.rows)) for i in row.tiles}
    order = {i: k for row in scene.rows for k, i in enumerate(row.tiles)}
    parts = components(neighbours_in(linked))
    return [tuple(sorted((which[k] for k in part), key=lambda i: (place[i], order[i]))) for part in parts]
