"""The second view of slanted rows and coloured light: when it is taken, what it shows, how both become one reading."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scoring.tiles import BACK, KINDS
from tests.vision.conftest import encoded
from tests.vision.drawing import FELT, table
from tests.vision.table import Table
from tests.vision.test_hard_photos import HAND, right, silently_wrong
from vision.detections import Detections
from vision.image import Photo
from vision.letterbox import PAD_GREY
from vision.reading import Reader
from vision.second_view import COLOURED, FEW, MOST, MOST_GAIN, SURE, View, joined, relight, second_view, slant

IVORY = (235, 230, 220)
Boxes = npt.NDArray[np.float32]


def laid(angle: float, count: int = 13) -> Table:
    row = Table()
    row.row([KINDS[k % 27] for k in range(count)], 0, 0, angle)
    return row


def seen(boxes: Boxes, kinds: list[str] | None = None, confidence: float = 0.9) -> Detections:
    scores = np.zeros((len(boxes), len(KINDS)), np.float32)
    for i, kind in enumerate(kinds or ["1m"] * len(boxes)):
        scores[i, KINDS.index(kind)] = confidence
    return Detections(boxes.astype(np.float32), scores)


def painted(boxes: Boxes, colour: tuple[int, int, int], size: int = 1000) -> Photo:
    """A green table with a patch of one colour in the middle of each box."""
    pixels = np.full((size, size, 3), (20, 110, 50), np.uint8)
    for x1, y1, x2, y2 in boxes.astype(int):
        pixels[y1:y2, x1:x2] = colour
    return Photo.of(pixels)


@given(st.floats(-44, 44), st.integers(5, 20))
def test_the_slant_is_the_rows_angle(angle: float, count: int) -> None:
    assert np.rad2deg(slant(laid(angle, count).boxes())) == pytest.approx(angle, abs=1.0)


@given(st.floats(46, 134))
def test_rows_and_columns_are_one_direction(angle: float) -> None:
    assert np.rad2deg(slant(laid(angle).boxes())) == pytest.approx(angle - 90, abs=1.0)


@pytest.mark.parametrize("angle", [-30.0, 12.0])
def test_a_staggered_hand_slants_as_its_row_does(angle: float) -> None:
    hand = Table()
    # Seen from the side: each tile's nearest neighbour is beside and above it.
    hand.row(["1m"] * 13, 0, 0, angle, stagger=0.3)
    squeezed = hand.boxes(-angle) * np.array([0.6, 1, 0.6, 1], np.float32)
    row = Table()
    for x, y in (squeezed[:, :2] + squeezed[:, 2:]) / 2:
        row.tile("1m", float(x), float(y))
    assert np.rad2deg(slant(row.boxes(angle))) == pytest.approx(angle, abs=2.0)


def test_a_heap_has_no_slant() -> None:
    spots = np.random.default_rng(3).uniform(100, 900, (40, 2))
    assert slant(np.concatenate([spots - 20, spots + 20], axis=1).astype(np.float32)) == 0.0


@pytest.mark.parametrize(
    ("angle", "colour", "count", "taken"),
    [
        (0, IVORY, 13, False),
        (4, IVORY, 13, False),
        (7, IVORY, 13, True),
        (90, IVORY, 13, False),
        (15, IVORY, 13, True),
        (-40, IVORY, 13, True),
        (0, (90, 60, 235), 13, True),
        (0, (235, 215, 170), 13, False),  # yellowed ivory
        (30, IVORY, 4, False),
    ],
)
def test_most_photos_are_read_once(
    angle: float, colour: tuple[int, int, int], count: int, taken: bool
) -> None:
    boxes = laid(angle, count).boxes()
    photo = painted(boxes, colour)
    view = second_view(photo, photo.rgb(), seen(boxes), 768)
    assert (view is not None) == taken


@pytest.mark.parametrize(
    ("angle", "colour", "rows", "tells"),
    [
        (7, IVORY, 1, False),
        (15, IVORY, 1, True),
        (15, IVORY, 6, False),
        (7, (90, 60, 235), 1, True),
        (7, (90, 60, 235), 6, False),
    ],
)
def test_slight_slants_and_many_tiles_are_laid_straight_and_keep_their_kinds(
    angle: float, colour: tuple[int, int, int], rows: int, tells: bool
) -> None:
    laid_out = Table()
    for k in range(rows):
        laid_out.row(
            ["1m"] * 13, -80 * k * np.sin(np.deg2rad(angle)), 80 * k * np.cos(np.deg2rad(angle)), angle
        )
    boxes = laid_out.boxes()
    assert (len(boxes) > FEW) == (rows > 1)
    photo = painted(boxes, colour, int(boxes.max()) + 60)
    view = second_view(photo, photo.rgb(), seen(boxes), 640)
    assert view is not None
    assert view.tells == tells
    assert np.rad2deg(view.turn) == pytest.approx(angle, abs=1)


def test_a_table_of_very_many_tiles_is_read_once() -> None:
    rows = Table()
    for k in range(16):
        rows.row(["1m"] * 13, 0, 80 * k, 30)
    boxes = rows.boxes()
    assert len(boxes) > MOST
    photo = painted(boxes, IVORY, 2400)
    assert second_view(photo, photo.rgb(), seen(boxes), 768) is None


@pytest.mark.parametrize("reduced", [1, 2])
@pytest.mark.parametrize("angle", [-35.0, 20.0, 44.0])
def test_what_the_view_shows_is_found_again_in_the_photo(angle: float, reduced: int) -> None:
    row = laid(angle)
    boxes = row.boxes()
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    pixels = np.full((1200, 1200, 3), 230, np.uint8)
    for k, (x, y) in enumerate(middles.astype(int)):
        pixels[y - 8 : y + 8, x - 8 : x + 8] = 15 * k
    photo = Photo.of(pixels)
    view = second_view(photo, pixels[::reduced, ::reduced], seen(boxes), 768)
    assert view is not None
    there = np.linalg.inv(np.concatenate([view.back, [[0, 0, 1]]]))[:2]
    shown = middles @ there[:, :2].T + there[:, 2]
    for k, (x, y) in enumerate(shown.round().astype(int)):
        assert view.photo.rgb()[y, x].astype(float) == pytest.approx(15 * k, abs=6)
    assert np.ptp(shown[:, 1]) < 3  # the row lies straight
    assert np.diff(shown[:, 0]).min() > 0
    back = view.found(seen(np.concatenate([shown - 10, shown + 10], axis=1)))
    assert (back.boxes[:, :2] + back.boxes[:, 2:]) / 2 == pytest.approx(middles, abs=0.6)


def test_a_large_photo_is_shown_no_larger_than_the_network_can_use() -> None:
    boxes = 3 * laid(30).boxes()
    photo = painted(boxes, IVORY, 3000)
    view = second_view(photo, photo.rgb()[::4, ::4], seen(boxes), 640)
    assert view is not None
    assert 1270 <= max(view.photo.width, view.photo.height) <= 1290


def test_what_lies_beyond_the_photo_is_grey() -> None:
    boxes = laid(45, 8).boxes()
    photo = painted(boxes, IVORY, int(boxes.max()) + 2)
    view = second_view(photo, photo.rgb(), seen(boxes), 768)
    assert view is not None
    assert (view.photo.rgb() == PAD_GREY).all(axis=2).any()


@pytest.mark.parametrize("ivory", [(230, 228, 220), (235, 215, 170), (90, 88, 80), (235, 200, 160)])
def test_white_and_yellowed_ivory_keep_their_colour(ivory: tuple[int, int, int]) -> None:
    boxes = laid(0).boxes()
    assert relight(painted(boxes, ivory).rgb(), boxes) is None


@given(st.tuples(st.integers(20, 240), st.integers(20, 240), st.integers(20, 240)))
def test_half_of_a_lamps_colour_is_taken_out(ivory: tuple[int, int, int]) -> None:
    boxes = laid(0).boxes()
    gains = relight(painted(boxes, ivory).rgb(), boxes)
    before = np.array(ivory, float)
    assert (gains is not None) == (before.max() >= COLOURED * before.min())
    if gains is not None:
        after = before * gains
        assert after.max() <= 226
        if before.max() * MOST_GAIN >= 225:
            assert after.max() == pytest.approx(225, abs=1)
        if before.min() * MOST_GAIN >= 225:
            assert after.max() / after.min() == pytest.approx(np.sqrt(before.max() / before.min()), rel=0.01)
        assert after.max() / after.min() <= before.max() / before.min()


BOXES = np.array([[0, 0, 30, 40], [31, 0, 61, 40], [62, 0, 92, 40]], np.float32)


def test_both_views_of_a_tile_are_one_tile_where_it_was_first_seen() -> None:
    shifted = BOXES + np.float32(2)
    both = joined(seen(BOXES, ["2m", "3m", "4m"], 0.5), seen(shifted[::-1], ["7m", "3m", "2m"], 0.8))
    order = np.argsort(both.boxes[:, 0])
    assert both.boxes[order] == pytest.approx(BOXES)
    assert [KINDS[both.kinds[i]] for i in order] == ["2m", "3m", "7m"]
    assert both.confidence[order] == pytest.approx([0.71, 0.71, 0.56])


@pytest.mark.parametrize(
    ("kind", "confidence", "kept"), [("5s", SURE + 0.1, True), ("5s", SURE - 0.1, False), (BACK, 0.99, False)]
)
def test_what_only_the_second_view_shows(kind: str, confidence: float, kept: bool) -> None:
    other = np.array([[200, 0, 230, 40]], np.float32)
    both = joined(seen(BOXES), seen(other, [kind], confidence))
    assert len(both) == 3 + kept


def test_what_only_the_first_view_shows_stays() -> None:
    first = seen(BOXES)
    assert len(joined(first, seen(BOXES[:1]))) == 3
    nothing = Detections.empty(len(KINDS))
    assert joined(first, nothing) is first
    assert joined(nothing, first) is nothing


def test_a_views_box_holds_the_turned_tile() -> None:
    turned = View(Photo.of(np.zeros((10, 10, 3), np.uint8)), np.array([[0.0, -1.0, 100.0], [1.0, 0.0, 0.0]]))
    assert turned.found(seen(np.array([[0, 0, 30, 40]]))).boxes.tolist() == [[60, 0, 100, 30]]


@pytest.mark.parametrize("degrees", [20, 45])
@pytest.mark.parametrize(
    "lamp", [(1.0, 1.0, 1.0), (0.75, 0.3, 1.0), (1.0, 0.35, 0.35)], ids=["white", "purple", "red"]
)
def test_a_slanted_row_under_a_coloured_lamp_is_right_or_doubted(
    reader: Reader, degrees: int, lamp: tuple[float, float, float]
) -> None:
    image = table(HAND).rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=FELT)
    lit = Image.fromarray((np.asarray(image) * np.array(lamp)).round().astype(np.uint8))
    reading = reader.read(encoded(lit))
    assert silently_wrong(reading, HAND) == []
    assert right(reading, HAND) >= 11


box = st.tuples(st.integers(0, 299), st.integers(0, 199), st.integers(0, 300), st.integers(0, 200))


@given(st.lists(box, min_size=5, max_size=30), st.integers(0, 3))
def test_any_boxes_give_a_view_of_bearable_size_or_none(places: list[tuple[int, ...]], seed: int) -> None:
    boxes = np.array([[x, y, min(x + w, 300), min(y + h, 200)] for x, y, w, h in places], np.float32)
    pixels = np.random.default_rng(seed).integers(0, 255, (200, 300, 3), np.uint8)
    view = second_view(Photo.of(pixels), pixels, seen(boxes), 96)
    if view is not None:
        assert 1 <= max(view.photo.width, view.photo.height) <= 2 * 96 + 1
        assert np.isfinite(view.found(seen(boxes)).boxes).all()
