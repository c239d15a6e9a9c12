"""Backs in a row are a closed hand only where they can be counted; otherwise they stay backs, as a wall's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.detections import sizes
from vision.layout import HAND_SIZES, Group
from vision.scene import Scene
from vision.spacing import main_axis, median

LEAST = 4
UNEVEN = 0.12
"""Spread of the steps from back to back, in sizes of their boxes, over the usual step: of drawn tables' closed hands
whose steps spread more, as read by the detector, fewer than one in five had all their tiles and no other."""
COUNTS = (HAND_SIZES[0], HAND_SIZES[0] - 3)
"""Tiles with three a meld: all melds seen, or all but one. Nobody has fourteen with the others' turns over."""


def countable(scene: Scene, groups: Sequence[Group]) -> list[Group]:
    """The groups, closed hands that can't be counted as walls."""
    return [
        replace(group, role="wall", side=None)
        if group.role == "hand" and not _certain(scene, group, groups)
        else group
        for group in groups
    ]


def _certain(scene: Scene, hand: Group, groups: Sequence[Group]) -> bool:
    if scene.faces(hand.tiles) or len(hand.tiles) < LEAST:
        return True
    melds = sum(group.role == "meld" and group.side == hand.side for group in groups)
    return len(hand.tiles) + 3 * melds in COUNTS and unevenness(scene, hand.tiles) <= UNEVEN


def unevenness(scene: Scene, tiles: Sequence[int]) -> float:
    """How far the steps of three tiles or more in one line differ: standard deviation over median, perspective taken out."""
    way = main_axis(scene.middles[list(tiles)])
    along = scene.middles[list(tiles)] @ np.array([np.cos(way), np.sin(way)])
    order = np.argsort(along, kind="stable")
    size = sizes(scene.boxes[list(tiles)])[order]
    steps = 2 * np.diff(along[order]) / (size[1:] + size[:-1])
    return float(steps.std() / max(median(steps), 1e-6))
