"""The second pass: windows, seams, and one count a tile."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.vision.conftest import encoded
from vision.detections import Detections
from vision.image import Rgb, open_photo
from vision.letterbox import Letterbox
from vision.tiling import OVERLAP, combine, enlargement, own_tiles, second_pass, windows


def tiles_at(boxes: list[list[float]], score: float = 0.9) -> Detections:
    scores = np.full((len(boxes), 2), 0.01, np.float32)
    scores[:, 0] = score
    return Detections(np.array(boxes, np.float32).reshape(-1, 4), scores)


@given(st.integers(1, 3000), st.integers(1, 3000))
def test_windows_cover_everything_and_own_each_point_once(width: int, height: int) -> None:
    parts = windows(width, height, 640)
    for x, y in ((0.5, 0.5), (width - 0.5, height - 0.5), (width / 2 + 0.25, height / 3 + 0.25)):
        owners = [w for w in parts if w.own[0] <= x < w.own[2] and w.own[1] <= y < w.own[3]]
        assert len(owners) == 1
        assert owners[0].x1 <= x < owners[0].x2
        assert owners[0].y1 <= y < owners[0].y2
    for w in parts:
        assert 0 <= w.x1 < w.x2 <= width
        assert w.x2 - w.x1 <= 640
        assert w.y2 - w.y1 <= 640
    right = sorted({(w.x1, w.x2) for w in parts})
    assert all(a[1] - b[0] >= OVERLAP - 1 for a, b in pairwise(right))


def perfect(truth: np.ndarray, view: np.ndarray) -> Detections:
    """What a faultless detector reports in a window: whole tiles whole, others cut at its edge."""
    boxes = np.concatenate([np.maximum(truth[:, :2], view[:2]), np.minimum(truth[:, 2:], view[2:])], axis=1)
    seen = ((boxes[:, 2:] - boxes[:, :2]) > 4).all(axis=1)
    return tiles_at(boxes[seen].tolist())


@pytest.mark.parametrize("shift", range(-60, 61, 6))
@pytest.mark.parametrize("across", [False, True])
def test_a_tile_on_a_seam_is_counted_once(shift: int, across: bool) -> None:
    width, height = 1500, 1100
    parts = windows(width, height, 640)
    seam = parts[0].own[3 if across else 2]
    centre = (400.0, seam + shift) if across else (seam + shift, 400.0)
    row = [
        [centre[0] + k * 40 - 20, centre[1] - 27, centre[0] + k * 40 + 20, centre[1] + 27]
        for k in range(-3, 4)
    ]
    truth = np.array(row, np.float32)
    found = [own_tiles(perfect(truth, np.array([w.x1, w.y1, w.x2, w.y2])), w, width, height) for w in parts]
    boxes = np.concatenate([f.boxes for f in found])
    merged = combine(Detections.empty(2), tiles_at(boxes.tolist()), OVERLAP)
    assert sorted(merged.boxes.tolist()) == sorted(truth.tolist())


def test_large_tiles_come_from_the_first_pass() -> None:
    large = [[0.0, 0.0, 200.0, 260.0]]
    first = tiles_at([*large, [400, 0, 410, 14]])
    second = tiles_at([[0, 0, 90, 110], [100, 120, 200, 260], [400, 0, 411, 14], [430, 0, 441, 14]])
    merged = combine(first, second, 112)
    assert sorted(merged.boxes.tolist()) == sorted([*large, [400, 0, 411, 14], [430, 0, 441, 14]])


@pytest.mark.parametrize(
    ("side", "width", "height", "more"),
    [(60, 640, 480, False), (60, 4032, 3024, True), (200, 4032, 3024, False), (8, 640, 640, False)],
)
def test_only_small_tiles_in_large_photos_are_looked_at_twice(
    side: int, width: int, height: int, more: bool
) -> None:
    first = tiles_at([[k * side, 0, (k + 1) * side, 1.35 * side] for k in range(3)])
    assert (enlargement(first, Letterbox.fit(width, height)) > 1.25) is more


def test_a_second_pass_brings_pixels_and_photo_coordinates_back() -> None:
    """Boxes found in a window land on the same spot of the photo."""
    pixels = np.zeros((1600, 2000, 3), np.uint8)
    spots = [(310, 290), (1010, 790), (1710, 1290)]
    for x, y in spots:
        pixels[y - 20 : y + 20, x - 15 : x + 15] = 255

    def detect(view: Rgb, box: Letterbox) -> Detections:
        image = box.image(view).max(axis=2)
        columns, rows = (np.flatnonzero((image == 255).any(axis=k)) for k in (0, 1))
        boxes: list[list[float]] = []
        for x in np.split(columns, np.flatnonzero(np.diff(columns) > 1) + 1) if len(columns) else []:
            boxes += [
                [x[0], y[0], x[-1] + 1, y[-1] + 1]
                for y in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
                if (image[y[0] : y[-1] + 1, x[0] : x[-1] + 1] == 255).all()
            ]
        return Detections(box.to_photo(np.array(boxes, np.float32).reshape(-1, 4)), tiles_at(boxes).scores)

    photo = open_photo(encoded(Image.fromarray(pixels), "PNG"))
    box = Letterbox.fit(photo.width, photo.height)
    first = tiles_at([[295, 270, 325, 310]])
    found = second_pass(detect, photo, first, box)
    centres = sorted(((b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for b in found.boxes.tolist())
    assert len(centres) == 3
    assert np.abs(np.array(centres) - np.array(sorted(spots))).max() < 3
