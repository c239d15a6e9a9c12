"""Layout over the boxes of real photos (boxes and names only, recorded from ../shared/photos, checked by eye)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from vision.groups import find_groups
from vision.rows import find_rows

DATA = Path(__file__).parent / "data"
RECORDED: dict[str, Any] = json.loads((DATA / "layouts.json").read_text())
BUSY: dict[str, Any] = json.loads((DATA / "layouts_busy.json").read_text())
"""Photos with ponds, walls, flowers, chows or narrow boxes, whose loose tiles may line up otherwise when turned."""


def boxes_of(photo: dict[str, Any]) -> tuple[list[str], npt.NDArray[np.float32]]:
    return [row[0] for row in photo["tiles"]], np.array([row[1:] for row in photo["tiles"]], np.float32)


def turned(boxes: npt.NDArray[np.float32], degrees: float) -> npt.NDArray[np.float32]:
    """Upright boxes around the recorded boxes after the photo was turned."""
    a = np.deg2rad(degrees)
    x1, y1, x2, y2 = boxes.T
    corners = np.stack([np.stack([x1, x2, x2, x1]), np.stack([y1, y1, y2, y2])], axis=-1)
    points = corners @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    points -= points.min(axis=(0, 1))
    return np.concatenate([points.min(axis=0), points.max(axis=0)], axis=1).astype(np.float32)


@pytest.mark.parametrize("name", [*RECORDED, *BUSY])
def test_groups_of_a_real_photo(name: str) -> None:
    photo = {**RECORDED, **BUSY}[name]
    names, boxes = boxes_of(photo)
    groups = find_groups(names, boxes, photo["width"], photo["height"])
    assert [[g.role, g.side, g.meld, list(g.tiles)] for g in groups] == photo["groups"]


@pytest.mark.parametrize("degrees", [15, 45, 90, 180])
@pytest.mark.parametrize("name", RECORDED)
def test_a_turned_photo_has_the_same_rows(name: str, degrees: float) -> None:
    names, boxes = boxes_of(RECORDED[name])
    # The detector learned flowers from labels of half a tile: their boxes say nothing about a row.
    boxes = boxes[[tile != "flower" for tile in names]]
    before = {frozenset(row.tiles) for row in find_rows(boxes)}
    after = {frozenset(row.tiles) for row in find_rows(turned(boxes, degrees))}
    assert after == before


def test_the_order_of_detections_changes_no_group() -> None:
    photo = RECORDED["tw-misc-063"]
    names, boxes = boxes_of(photo)
    order = np.random.default_rng(2).permutation(len(names))
    groups = find_groups([names[i] for i in order], boxes[order], photo["width"], photo["height"])
    got = {(g.role, g.meld, tuple(int(order[i]) for i in g.tiles)) for g in groups}
    assert got == {(role, meld, tuple(tiles)) for role, _, meld, tiles in photo["groups"]}


def test_a_lost_tile_is_seen_in_the_groups() -> None:
    """The negative control: without one tile of the hand the recorded groups no longer come out."""
    photo = RECORDED["tw-misc-063"]
    names, boxes = boxes_of(photo)
    hand = next(tiles for role, _, _, tiles in photo["groups"] if role == "hand")
    keep = [i for i in range(len(names)) if i != hand[3]]
    groups = find_groups([names[i] for i in keep], boxes[keep], photo["width"], photo["height"])
    assert sum(len(g.tiles) for g in groups) == len(names) - 1
    assert [[g.role, g.side, g.meld, list(g.tiles)] for g in groups] != photo["groups"]
