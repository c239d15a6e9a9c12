"""Boxes of rendered tiles: tight around what is seen of a face, around a closed tile's back and top, of what isn't hidden."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from datasets.render import layout, photo
from datasets.render.layout import Hands
from datasets.render.light import Light
from datasets.render.photo import Scene, Table, View
from datasets.render.pieces import Group, Piece
from datasets.render.solid import Size
from tests.datasets.test_render import CLEAR, rng


def white_on_black(
    row: Group, size: Size, back: tuple[float, float, float], view: View
) -> tuple[np.ndarray, dict[str, Any]]:
    """Where a photo of evenly lit blank tiles on a black table is bright, and its truth."""
    scene = Scene(
        (row,),
        size=size,
        faces="pale",  # its 白 is blank
        ivory=(255.0, 255.0, 255.0),
        back=back,
        light=Light(ambient=1.0, diffuse=0.0, gloss=0.0, shadow=0.0, falloff=0.0),
        sensor=CLEAR,
        table=Table("plain", 1),
        view=view,
    )
    image, truth = photo.shoot(scene, 640, 480, rng())
    return image.max(axis=2) > 128, truth


@pytest.mark.parametrize("elevation", [30, 55, 90])
@pytest.mark.parametrize("azimuth", [0, 37, 200])
def test_boxes_are_tight(elevation: float, azimuth: float) -> None:
    """Each box touches what is drawn of its face: against a photo of ivory faces on a black table."""
    row = layout.row(["5z"] * 4, Size(), Hands(gap=14.0, slip=0, twist=0), rng())
    size = Size(radius=0.4, layer=0.999)  # all of the body but its face is of the back's colour: black
    bright, truth = white_on_black(row, size, (0.0, 0.0, 0.0), View(elevation, azimuth, fill=0.9))
    assert len(truth["tiles"]) == 4
    for tile in truth["tiles"]:
        x1, y1, x2, y2 = tile["box"]
        pad = 12
        window = bright[max(0, y1 - pad) : y2 + pad, max(0, x1 - pad) : x2 + pad]
        count, _, stats, _ = cv2.connectedComponentsWithStats(window.astype(np.uint8))
        assert count > 1
        best = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
        left, top = stats[best, 0] + max(0, x1 - pad), stats[best, 1] + max(0, y1 - pad)
        right, bottom = left + stats[best, 2], top + stats[best, 3]
        slack = 1.5 + 0.02 * max(x2 - x1, y2 - y1)  # the box ends within the rounding of the edge
        assert abs(left - x1) <= slack
        assert abs(top - y1) <= slack
        assert abs(right - x2) <= slack
        assert abs(bottom - y2) <= slack


@pytest.mark.parametrize("elevation", [35, 55, 75, 88])
@pytest.mark.parametrize("azimuth", [180, 150, 215])
def test_a_standing_tile_seen_from_behind_is_boxed_whole(elevation: float, azimuth: float) -> None:
    """From above little of its back is seen, and much of its top: the box holds both, against tiles on a black table."""
    row = layout.row(["5z"] * 3, Size(), Hands(gap=30.0, slip=0, twist=0), rng(), pose="standing")
    view = View(elevation, azimuth, fill=0.9)
    bright, truth = white_on_black(row, Size(radius=0.4), (255.0, 255.0, 255.0), view)
    assert [tile["tile"] for tile in truth["tiles"]] == ["back"] * 3
    for tile in truth["tiles"]:
        x1, y1, x2, y2 = tile["box"]
        assert bright[y1:y2, x1:x2].any(axis=0).mean() > 0.95
        assert bright[y1:y2, x1:x2].any(axis=1).mean() > 0.95
        # What lies outside the box is the tile's end, not its top: less than a quarter of the tile.
        pad = 10
        around = bright[max(0, y1 - pad) : y2 + pad, max(0, x1 - pad) : x2 + pad].sum()
        assert bright[y1:y2, x1:x2].sum() > 0.75 * around


def test_a_face_that_nobody_could_read_is_closed() -> None:
    """From straight above a standing tile shows its top only; from a little before it, its face, foreshortened."""
    names = {}
    for elevation in (45, 70, 88):
        scene = Scene(
            (layout.row(["5m"] * 2, Size(), Hands(gap=8.0, slip=0, twist=0), rng(), pose="standing"),),
            sensor=CLEAR,
            view=View(elevation=elevation, fill=0.6),
        )
        _, truth = photo.shoot(scene, 640, 480, rng())
        names[elevation] = {tile["tile"] for tile in truth["tiles"]}
    assert names == {45: {"5m"}, 70: {"5m"}, 88: {"back"}}


def test_hidden_tiles_have_no_label_and_half_hidden_ones_a_box_of_what_is_seen() -> None:
    size = Size()
    hidden = Piece("1m", layout.flat(), layout.seat(layout.flat(), size, 0, 0))
    above = Piece("2m", layout.flat(), layout.seat(layout.flat(), size, 0, 0, size.depth))
    half = Piece("3m", layout.flat(), layout.seat(layout.flat(), size, 60, 0))
    cover = Piece("4m", layout.flat(), layout.seat(layout.flat(), size, 60 + size.width / 2, 0, size.depth))
    scene = Scene(
        (Group("loose", (hidden, above, half, cover)),),
        size=size,
        sensor=CLEAR,
        view=View(elevation=90, fill=0.8),
    )
    _, truth = photo.shoot(scene, 640, 480, rng())
    by_name = {tile["tile"]: tile for tile in truth["tiles"]}
    assert set(by_name) == {"2m", "3m", "4m"}
    width = by_name["2m"]["box"][2] - by_name["2m"]["box"][0]
    assert by_name["3m"]["box"][2] - by_name["3m"]["box"][0] < 0.65 * width
    assert 0.3 < by_name["3m"]["visible"] < 0.7


def test_hidden_tiles_are_told_apart_from_those_with_a_label() -> None:
    """Two stacks of two from straight above: the upper tiles have labels, the lower ones outlines. Nothing is lost."""
    size = Size()
    wall = layout.wall(["1m"] * 4, size, Hands(gap=1, slip=0, twist=0), rng())
    _, truth = white_on_black(wall, size, (255.0, 255.0, 255.0), View(90, 0, fill=0.6))
    assert [tile["tile"] for tile in truth["tiles"]] == ["back", "back"]
    assert len(truth["hidden"]) == 2
    for (x1, y1, x2, y2), tile in zip(
        sorted(truth["hidden"]), sorted(t["box"] for t in truth["tiles"]), strict=True
    ):
        shared = max(0, min(x2, tile[2]) - max(x1, tile[0])) * max(0, min(y2, tile[3]) - max(y1, tile[1]))
        assert shared > 0.7 * (x2 - x1) * (y2 - y1)


def test_a_tile_outside_the_photo_isnt_hidden_but_gone() -> None:
    row = layout.row(["5z"] * 9, Size(), Hands(gap=14.0, slip=0, twist=0), rng())
    _, truth = white_on_black(row, Size(), (0.0, 0.0, 0.0), View(90, 0, fill=2.5))
    assert 0 < len(truth["tiles"]) < 9
    assert len(truth["tiles"]) + len(truth["hidden"]) <= 5
    for x1, y1, x2, y2 in truth["hidden"]:
        assert 0 <= x1 < x2 <= truth["image"]["width"]
        assert 0 <= y1 < y2 <= truth["image"]["height"]
