"""A slanted photo is grouped as it lies once its rows are straight; its boxes stay where the photo shows them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.conftest import encoded
from tests.vision.drawing import FELT, table
from tests.vision.table import HEIGHT, WIDTH, Table
from tests.vision.test_second_view import IVORY, painted, seen
from vision.detections import Detections, corners_of
from vision.laid import laid_straight
from vision.reading import Reader, Reading
from vision.rows import find_rows
from vision.scene import Scene
from vision.second_view import View, second_view

ROW = ["1m", "2m", "3m", "4p", "5p", "6p", "7s"]
Boxes = npt.NDArray[np.float32]


def slanted(angle: float) -> tuple[Table, Boxes, View]:
    row = Table()
    row.row(ROW, 0, 0, angle)
    boxes = row.boxes()
    photo = painted(boxes, IVORY, int(boxes.max()) + 50)
    view = second_view(photo, photo.rgb(), seen(boxes), 640)
    assert view is not None
    return row, boxes, view


def turned_into(view: View, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    there = np.linalg.inv(np.concatenate([view.back, [[0, 0, 1]]]))[:2]
    return np.asarray(points @ there[:, :2].T + there[:, 2])


@pytest.mark.parametrize("angle", [-30.0, 8.0, 25.0])
def test_tiles_that_the_view_did_not_see_lie_as_their_slanted_boxes_tell(angle: float) -> None:
    _, boxes, view = slanted(angle)
    laid = laid_straight(boxes, 1000, 800, view, Detections.empty(1))
    sides = laid.boxes[:, 2:] - laid.boxes[:, :2]
    scale = 1 / np.sqrt(np.linalg.det(view.back[:, :2]))
    assert sides[:, 0] == pytest.approx(WIDTH * scale, rel=0.03)
    assert sides[:, 1] == pytest.approx(HEIGHT * scale, rel=0.03)
    assert np.ptp(laid.boxes[:, 1]) < 2  # one straight row
    assert (laid.width, laid.height) == (view.photo.width, view.photo.height)


def test_tiles_that_the_view_saw_lie_as_seen() -> None:
    _, boxes, view = slanted(40)
    straight = laid_straight(boxes, 1000, 800, view, Detections.empty(1)).boxes
    shown = straight[::2] + np.array([1, 2, 3, 4], np.float32)
    laid = laid_straight(boxes, 1000, 800, view, seen(shown)).boxes
    assert laid[::2] == pytest.approx(shown)
    assert laid[1::2] == pytest.approx(straight[1::2])


@pytest.mark.parametrize("angle", [-20.0, 44.0])
def test_the_photos_edges_lie_where_its_corners_are_turned_to(angle: float) -> None:
    _, boxes, view = slanted(angle)
    laid = laid_straight(boxes, 900, 700, view, Detections.empty(1))
    assert laid.outline == pytest.approx(turned_into(view, corners_of(900, 700)), abs=0.01)


@given(st.floats(-180, 180), st.integers(0, 2**32 - 1))
def test_a_tile_is_as_far_from_the_edge_however_the_photo_is_turned(angle: float, seed: int) -> None:
    places = np.random.default_rng(seed).uniform(30, 470, (6, 2))
    a = np.deg2rad(angle)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    dots = np.concatenate([places, places], axis=1).astype(np.float32)
    moved = np.concatenate([places @ turn.T] * 2, axis=1).astype(np.float32)
    names = ("1m",) * 6
    straight = Scene(names, dots, (), 500, 500)
    as_turned = Scene(names, moved, (), 1, 1, corners_of(500, 500) @ turn.T)
    assert as_turned.room == pytest.approx(straight.room, abs=0.01)


def test_without_an_outline_the_pictures_edges_are_the_photos() -> None:
    boxes = np.array([[2, 30, 40, 80], [60, 30, 100, 80], [150, 150, 190, 199]], np.float32)
    rows = tuple(find_rows(boxes))
    scene = Scene(("1m", "2m", "3m"), boxes, rows, 200, 200)
    assert scene.room == pytest.approx([2, 30, 1])
    assert replace(scene, outline=corners_of(200, 200)).room == pytest.approx(scene.room)
    assert [scene.cut_off(i) for i in range(3)] == [True, False, True]


HAND = ["2m", "3m", "4m", "5p", "5p", "6p", "7p", "8p", "2s", "2s"]


def grouped(reading: Reading) -> list[tuple[str, str | None, list[str]]]:
    return [
        (g.role, g.meld, sorted(reading.tiles[i].tile for i in g.tiles))
        for g in sorted(reading.groups, key=lambda g: g.role)
    ]


@pytest.mark.parametrize("degrees", [15, 45, 90, 180, -30])
def test_a_turned_photo_is_grouped_as_it_was(reader: Reader, degrees: int) -> None:
    image = table(["7s", "7s", "7s", "7s"], HAND, size=(1200, 1200), tile_width=58)
    straight = reader.read(encoded(image, "png"))
    assert [role for role, _, _ in grouped(straight)] == ["hand", "meld"]
    turned = reader.read(encoded(image.rotate(degrees, resample=3, fillcolor=FELT), "png"))
    assert grouped(turned) == grouped(straight)


def test_the_boxes_of_a_slanted_photo_are_the_photos_own(reader: Reader) -> None:
    image = table(HAND, size=(1000, 1000), tile_width=58)
    straight = reader.read(encoded(image, "png"))
    turned = reader.read(encoded(image.rotate(-30, resample=3, fillcolor=FELT), "png"))
    a = np.deg2rad(30)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    want = np.array([[(t.box[0] + t.box[2]) / 2, (t.box[1] + t.box[3]) / 2] for t in straight.tiles])
    got = np.array([[(t.box[0] + t.box[2]) / 2, (t.box[1] + t.box[3]) / 2] for t in turned.tiles])
    assert (turned.width, turned.height) == (1000, 1000)
    assert got == pytest.approx((want - 500) @ turn.T + 500, abs=6)
