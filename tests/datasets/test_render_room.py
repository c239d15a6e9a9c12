"""No two rendered tiles in one place."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from datasets.render import compose, scenes
from datasets.render.layout import face_down, flat, seat, standing
from datasets.render.pieces import Group, Piece
from datasets.render.room import meet, place, with_room
from datasets.render.solid import Size

SIZE = Size()


def piece(x: float, y: float, turn: float = 0.0, base: float = 0.0, tile: str = "1m") -> Piece:
    return Piece(tile, flat(turn), seat(flat(turn), SIZE, x, y, base))


@pytest.mark.parametrize("kind", scenes.KINDS)
def test_no_discard_lies_in_another_tile(kind: str) -> None:
    for number in range(8):
        scene = compose.plan(compose.generator(5, number), ["drawn"], 640, kind).scene
        assert all(group.pieces for group in scene.groups)
        laid = [(g.role, place(p, scene.size)) for g in scene.groups for p in g.pieces]
        for (role, one), (other_role, other) in combinations(laid, 2):
            assert "discards" not in (role, other_role) or not meet(one, other)


def test_the_later_discard_gives_way_and_an_empty_pond_is_gone() -> None:
    first = Group("discards", (piece(0, 0, tile="1m"), piece(30, 0, tile="2m")))
    second = Group("discards", (piece(8, 4, 20, tile="3m"), piece(0, 60, tile="4m")))
    third = Group("discards", (piece(31, 2, tile="5m"),))
    got = with_room([first, second, third], SIZE)
    assert [[p.tile for p in g.pieces] for g in got] == [["1m", "2m"], ["4m"]]


def test_discards_give_way_to_whatever_else_lies_there() -> None:
    pond = Group("discards", (piece(0, 0), piece(100, 0)))
    hand = Group("hand", (piece(5, 5), piece(33, 5)))
    got = with_room([pond, hand], SIZE)
    assert [len(g.pieces) for g in got] == [1, 2]


@pytest.mark.parametrize(
    "other",
    [
        piece(26.2, 0),  # side by side
        piece(0, 0, base=SIZE.depth),  # on top
        piece(27, 1, 3),  # a little askew
        Piece("back", face_down(), seat(face_down(), SIZE, 0, 36.5)),
        Piece("1m", standing(), seat(standing(), SIZE, 0, 28.5)),
    ],
)
def test_tiles_in_touch_have_room(other: Piece) -> None:
    assert not meet(place(piece(0, 0), SIZE), place(other, SIZE))


def test_a_place_is_the_tile_s() -> None:
    ground, low, high = place(piece(10, 20), SIZE)
    assert np.allclose([ground.min(axis=0), ground.max(axis=0)], [[-3, 2], [23, 38]])
    assert (low, high) == pytest.approx((0, SIZE.depth))
