"""Tiles lying across their neighbours: the 冲锋鸡 in a pond (SPEC 4) and the tile of a meld that points at its feeder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.detections import Floats
from vision.layout import Group, Side

ACROSS = 0.38  # logarithm of how much wider or narrower than the others' a turned tile's box is
EVEN = 0.22  # boxes of the others differ by no more than this, or the photo is too slanted to tell
LEAST_PEERS = 3
LEVEL = np.deg2rad(35.0)  # one player's own melds say where left is only when they lie about level
NEXT: dict[Side, tuple[Side, Side, Side]] = {
    # The owner's left, opposite and right, as the photo shows them.
    "bottom": ("left", "top", "right"),
    "right": ("bottom", "left", "top"),
    "top": ("right", "bottom", "left"),
    "left": ("top", "right", "bottom"),
}


def turned(boxes: Floats, tiles: Sequence[int], least: int = LEAST_PEERS) -> list[int]:
    """Those of the tiles that lie across the others, judged by the shapes of their boxes."""
    if len(tiles) <= least:
        return []
    box = boxes[list(tiles)].astype(np.float64)
    shape = np.log(np.maximum(box[:, 2] - box[:, 0], 1e-6) / np.maximum(box[:, 3] - box[:, 1], 1e-6))
    usual = float(np.median(shape))
    off = np.abs(shape - usual)
    if float(np.median(off)) > EVEN / 2:
        return []
    return [tiles[int(k)] for k in np.flatnonzero(off > ACROSS)]


def with_turned(tiles: Sequence[str], boxes: Floats, groups: Sequence[Group]) -> list[Group]:
    """The groups, ponds with their 冲锋鸡 and melds with their feeder where a turned tile shows them."""
    out = []
    for group in groups:
        if group.role == "discards":
            across = [i for i in turned(boxes, group.tiles) if tiles[i] == "1s"]
            # Of two 1s lying across nobody knows which was the first.
            out.append(replace(group, charge=across[0]) if len(across) == 1 else group)
        elif group.role == "meld" and group.meld != "concealed-kong":
            out.append(replace(group, feeder=_feeder(boxes, group)))
        else:
            out.append(group)
    return out


def _feeder(boxes: Floats, group: Group) -> Side | None:
    """The side at which the meld's only turned tile points, by its place: left, middle or right."""
    across = turned(boxes, group.tiles, 2)
    if len(across) != 1:
        return None
    owner = group.side
    centres = (boxes[list(group.tiles), :2] + boxes[list(group.tiles), 2:]) / 2
    run = centres.max(axis=0) - centres.min(axis=0)
    level = bool(np.arctan2(run[1], run[0]) < LEVEL)
    if owner is None and level:
        owner = "bottom"
    if owner is None or level != (owner in ("bottom", "top")):
        return None
    axis = 0 if level else 1
    order = sorted(group.tiles, key=lambda i: float(boxes[i, axis] + boxes[i, axis + 2]))
    if owner in ("top", "right"):
        order.reverse()  # the owner's left is right in the photo, or its lower end
    place = order.index(across[0])
    left, opposite, right = NEXT[owner]
    return left if place == 0 else right if place == len(order) - 1 else opposite
