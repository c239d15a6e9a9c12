"""Photos with known outlines, turned and laid straight again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from datasets.layout_eval import from_true_boxes, turning
from datasets.layout_truth import from_truth
from datasets.true_photo import TruePhoto, seen_part
from tests.vision.table import HEIGHT, WIDTH, Table

HAND = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2s"]


def slanted(angle: float, outlines: bool = True) -> TruePhoto:
    table = Table()
    table.row(HAND, 0, 0)
    table.row(["1p"] * 4, 10.8 * WIDTH, 0, lying=[1])
    corners = np.array(table.corners)
    a = np.deg2rad(angle)
    points = corners @ np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]).T
    points -= points.min(axis=(0, 1)) - 50
    boxes = table.boxes(angle)
    width, height = table.size(angle)
    truth: dict[str, Any] = {
        "kind": "hand",
        "image": {"width": width, "height": height},
        "tiles": [
            {"tile": name, "box": [float(v) for v in box], **({"quad": quad.tolist()} if outlines else {})}
            for name, box, quad in zip(table.tiles, boxes, points, strict=True)
        ],
        "groups": [{"role": "hand", "side": "bottom", "meld": None, "tiles": [*range(10)]}],
    }
    return from_truth("made/one", truth)


@pytest.mark.parametrize("angle", [-40.0, 12.0, 45.0])
def test_a_slanted_photo_is_laid_straight_where_outlines_are_known(angle: float) -> None:
    lies = slanted(angle).straight()
    sides = np.sort(lies.boxes[:10, 2:] - lies.boxes[:10, :2], axis=1)
    assert sides == pytest.approx(np.tile([WIDTH, HEIGHT], (10, 1)), abs=0.6)
    assert [group.meld for group in from_true_boxes(slanted(angle)) if group.role == "meld"] == ["added-kong"]


@pytest.mark.parametrize("angle", [0.0, 3.0])
def test_a_straight_photo_stays_as_it_is(angle: float) -> None:
    photo = slanted(angle)
    assert photo.straight() is photo


def test_without_outlines_nothing_is_laid_straight() -> None:
    photo = slanted(30, outlines=False)
    assert photo.straight() is photo


def test_its_edges_turn_with_the_photo() -> None:
    photo = slanted(0).turned(30)
    assert photo.outline is not None
    steps = np.hypot(*(np.roll(photo.outline, -1, axis=0) - photo.outline).T)
    before = slanted(0)
    assert steps == pytest.approx([before.width, before.height] * 2, abs=0.01)
    assert photo.turned(-30).outline[:, 0].min() >= -1e-6  # type: ignore[index]


def test_turning_changes_no_group() -> None:
    assert turning([slanted(0)], [15, 45, 90, 180]) == {a: (1, 1, []) for a in (15, 45, 90, 180)}


def test_of_a_tile_half_hidden_only_the_seen_half_is_turned() -> None:
    box, quad = np.array([0.0, 0.0, 10.0, 20.0]), np.array([[0.0, 0], [20, 0], [20, 20], [0, 20]])
    part = seen_part(box, quad)
    assert part.min(axis=0) == pytest.approx([0, 0])
    assert part.max(axis=0) == pytest.approx([10, 20])
    nowhere = seen_part(box, quad + 100)
    assert nowhere.max(axis=0) == pytest.approx([10, 20])
