"""The columns of detections, and one box a tile."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.tiles import KINDS
from vision.detections import Detections, concatenate, overlaps
from vision.reading import one_a_face


def made(*rows: tuple[list[float], list[float]]) -> Detections:
    return Detections(
        np.array([box for box, _ in rows], np.float32), np.array([scores for _, scores in rows], np.float32)
    )


def test_two_kinds_on_one_tile_become_one_tile_with_an_alternative() -> None:
    merged = made(([0, 0, 40, 54], [0.6, 0.1, 0.0]), ([1, 1, 41, 55], [0.2, 0.5, 0.0])).merged()
    assert len(merged) == 1
    assert merged.kinds.tolist() == [0]
    assert merged.scores[0].tolist() == pytest.approx([0.6, 0.5, 0.0])
    assert merged.boxes[0].tolist() == [0, 0, 40, 54]


def test_a_part_of_a_tile_is_that_tile() -> None:
    merged = made(([0, 0, 40, 54], [0.9, 0.0]), ([2, 2, 38, 25], [0.0, 0.4])).merged()
    assert len(merged) == 1
    assert merged.scores[0].tolist() == pytest.approx([0.9, 0.4])


def test_neighbours_stay_two_at_any_angle() -> None:
    for angle in range(0, 180, 5):
        a = np.deg2rad(angle)
        wide = 40 * abs(np.cos(a)) + 54 * abs(np.sin(a))
        tall = 40 * abs(np.sin(a)) + 54 * abs(np.cos(a))
        dx, dy = 40 * np.cos(a), 40 * np.sin(a)
        boxes = [[100, 100, 100 + wide, 100 + tall], [100 + dx, 100 + dy, 100 + dx + wide, 100 + dy + tall]]
        assert len(made((boxes[0], [0.9]), (boxes[1], [0.8])).merged()) == 2


def test_nothing_merges_into_nothing() -> None:
    empty = Detections.empty(36)
    assert len(empty.merged()) == 0
    assert empty.confidence.shape == empty.kinds.shape == empty.short_sides.shape == (0,)
    assert len(concatenate([empty, made(([0, 0, 1, 1], [0.0] * 35 + [1.0]))])) == 1


def test_order_of_detections_does_not_matter() -> None:
    rng = np.random.default_rng(3)
    corner = rng.uniform(0, 200, (30, 2))
    boxes = np.concatenate([corner, corner + rng.uniform(20, 60, (30, 2))], axis=1).astype(np.float32)
    found = Detections(boxes, rng.uniform(0, 1, (30, 4)).astype(np.float32))
    merged = found.merged()
    shuffled = found[rng.permutation(30)].merged()
    assert merged.boxes.tolist() == shuffled.boxes.tolist()
    assert merged.scores.tolist() == shuffled.scores.tolist()


def test_overlaps_of_known_boxes() -> None:
    iou, inside = overlaps(np.array([[0, 0, 2, 2], [1, 0, 3, 2], [0, 0, 1, 1]], np.float32))
    assert iou[0, 1] == pytest.approx(1 / 3)
    assert inside[0, 2] == pytest.approx(1)
    assert iou[1, 2] == 0


@pytest.mark.parametrize(
    ("boxes", "scores"),
    [
        (np.zeros((2, 4), np.float32), np.zeros((3, 5), np.float32)),
        (np.zeros((2, 5), np.float32), np.zeros((2, 5), np.float32)),
        (np.zeros((2, 4), np.float64), np.zeros((2, 5), np.float32)),
        (np.zeros((2, 4), np.float32), np.zeros(2, np.float32)),
    ],
)
def test_wrong_columns_are_refused(boxes: np.ndarray, scores: np.ndarray) -> None:
    with pytest.raises(ValueError, match="boxes"):
        Detections(boxes, scores)


def test_a_face_seen_twice_is_one_tile_backs_in_a_slanted_row_are_two() -> None:
    boxes = np.array([[0, 0, 40, 54], [12, 4, 50, 56], [100, 0, 140, 54], [112, 4, 150, 56]], np.float32)
    scores = np.full((4, len(KINDS)), 0.01, np.float32)
    for row, kind, score in zip(scores, ("5p", "4p", "back", "back"), (0.9, 0.6, 0.9, 0.8), strict=True):
        row[KINDS.index(kind)] = score
    found = one_a_face(Detections(boxes, scores))
    assert sorted(KINDS[k] for k in found.kinds) == ["5p", "back", "back"]
    assert found.scores[list(found.kinds).index(KINDS.index("5p"))][KINDS.index("4p")] == pytest.approx(0.6)
