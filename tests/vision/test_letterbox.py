"""The geometry between photo and network, both ways."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.letterbox import PAD_GREY, Letterbox

sides = st.integers(1, 9000)


def to_input(box: Letterbox, boxes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Boxes of the photo in pixels of the input."""
    (left, top), (sx, sy) = box.pad, box.scale
    return (boxes * (sx, sy, sx, sy) + (left, top, left, top)).astype(np.float32)


@given(sides, sides)
def test_there_and_back(width: int, height: int) -> None:
    box = Letterbox.fit(width, height)
    corners = np.array([[0, 0, width, height], [width / 3, height / 4, width / 2, height / 2]], np.float32)
    back = box.to_photo(to_input(box, corners))
    assert np.abs(back - corners).max() <= 0.001 * max(width, height) + 0.01


@given(sides, sides)
def test_the_input_is_whole_strides_and_holds_the_photo(width: int, height: int) -> None:
    box = Letterbox.fit(width, height)
    assert box.input_width % 32 == 0
    assert box.input_height % 32 == 0
    assert max(box.input_width, box.input_height) == 640
    assert 1 <= box.inner_width <= box.input_width
    assert 1 <= box.inner_height <= box.input_height


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [(4032, 3024, (640, 480)), (3024, 4032, (480, 640)), (640, 640, (640, 640)), (1, 1, (640, 640))],
)
def test_a_phone_photo_costs_no_square(width: int, height: int, size: tuple[int, int]) -> None:
    box = Letterbox.fit(width, height)
    assert (box.input_width, box.input_height) == size


def test_the_picture_lies_where_the_geometry_says() -> None:
    pixels = np.zeros((100, 300, 3), np.uint8)
    pixels[40:60, 120:180] = 255
    box = Letterbox.fit(300, 100)
    image = box.image(pixels)
    x1, y1, x2, y2 = to_input(box, np.array([[120, 40, 180, 60]], np.float32))[0].round().astype(int)
    assert image[y1 + 3 : y2 - 3, x1 + 3 : x2 - 3].min() == 255
    assert image[0, 0, 0] == PAD_GREY
    assert image[y1 - 6, (x1 + x2) // 2].max() < 10


def test_reduced_pixels_give_the_same_input() -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (60, 80, 3), dtype=np.uint8)
    large = pixels.repeat(20, axis=0).repeat(20, axis=1)
    small = pixels.repeat(10, axis=0).repeat(10, axis=1)
    box = Letterbox.fit(1600, 1200)
    assert np.abs(box.image(large).astype(int) - box.image(small)).mean() < 8


def test_boxes_end_at_the_photo() -> None:
    box = Letterbox.fit(400, 300)
    assert (box.to_photo(np.array([[-50, -50, 900, 900]], np.float32)) == [[0, 0, 400, 300]]).all()
