"""Faults of a photo are named when they were measured, and only then."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageFilter

from tests.vision.conftest import encoded
from vision.layout import Group
from vision.opencv import cv2
from vision.quality import TOO_SMALL, photo_problems
from vision.reading import Reader

BOXES = np.array([[10 + 44 * k, 50, 50 + 44 * k, 104] for k in range(5)], np.float32)
ROW = [Group("hand", (0, 1, 2, 3, 4))]
PLAIN = np.random.default_rng(0).integers(0, 200, (200, 260, 3), dtype=np.uint8)


def codes(
    pixels: np.ndarray = PLAIN, boxes: np.ndarray = BOXES, unsure: bool = False, groups: list[Group] = ROW
) -> list[str]:
    size = pixels.shape[1], pixels.shape[0]
    return [p.code for p in photo_problems(pixels, boxes, [unsure] * len(boxes), groups, *size)]


def test_a_sharp_photo_has_no_fault() -> None:
    assert codes() == []
    assert photo_problems(PLAIN, np.zeros((0, 4), np.float32), [], [], 260, 200) == []


def test_a_drawn_hand_has_no_fault(reader: Reader, drawn: Image.Image) -> None:
    reading = reader.read(encoded(drawn))
    assert not {p.code for p in reading.problems} & {"BLURRED", "GLARE", "TOO_SMALL", "CUT_OFF"}


@pytest.mark.parametrize("angle", [0, 45, 90])
def test_motion_blurs_in_one_direction_only_and_is_found(
    reader: Reader, drawn: Image.Image, angle: int
) -> None:
    kernel = np.zeros((21, 21), np.float32)
    kernel[10] = 1
    if angle == 45:
        kernel = np.eye(21, dtype=np.float32)
    kernel = kernel.T if angle == 90 else kernel
    moved = cv2.filter2D(np.asarray(drawn), -1, kernel / kernel.sum())
    tiles = reader.read(encoded(drawn)).tiles
    boxes = np.array([t.box for t in tiles], np.float32)
    sure = [False] * len(tiles)
    groups = [Group("hand", tuple(range(len(tiles))))]
    assert [p.code for p in photo_problems(moved, boxes, sure, groups, *drawn.size)] == ["BLURRED"]


def test_want_of_focus_is_found(reader: Reader, drawn: Image.Image) -> None:
    reading = reader.read(encoded(drawn.filter(ImageFilter.GaussianBlur(3))))
    assert "BLURRED" in {p.code for p in reading.problems}


def test_glare_needs_white_and_doubt() -> None:
    lit = PLAIN.copy()
    lit[50:104, 54:94] = 255
    assert codes(lit) == []
    assert codes(lit, unsure=True) == ["GLARE"]
    problem = photo_problems(lit, BOXES, [True] * 5, ROW, 260, 200)[0]
    assert problem.tiles == (1,)


def test_small_tiles_are_named_unless_they_are_discards() -> None:
    side = TOO_SMALL - 1
    small = np.array([[10, 10, 10 + side, 30], [60, 10, 100, 64]], np.float32)
    assert codes(boxes=small, groups=[Group("loose", (0, 1))]) == ["TOO_SMALL"]
    assert codes(boxes=small, groups=[Group("discards", (0, 1))]) == []


def test_a_tile_cut_by_the_edge() -> None:
    cut = BOXES.copy()
    cut[:, [0, 2]] += 46
    cut[4, 2] = 260
    assert cut[4, 2] - cut[4, 0] < 0.8 * 40
    (problem,) = photo_problems(PLAIN, cut, [False] * 5, ROW, 260, 200)
    assert (problem.code, problem.tiles) == ("CUT_OFF", (4,))


def test_a_whole_tile_that_touches_the_edge_is_not_cut() -> None:
    whole = BOXES.copy()
    whole[:, [0, 2]] += 260 - whole[4, 2]
    assert codes(boxes=whole) == []


def test_a_reduced_picture_measures_the_same_photo() -> None:
    half = cv2.resize(PLAIN, (130, 100), interpolation=cv2.INTER_AREA)
    assert photo_problems(half, BOXES, [False] * 5, ROW, 260, 200) == []
