"""Which boxes hold a tile: what is measured around each, and what the small networks make of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tiles import BACK, KINDS
from vision.detections import Detections
from vision.presence import Net, Presence, surroundings

SCORE, SURER, INSIDE, ANY, ALIKE, SHAPE, UNLIKE, LARGER, _, APART, EDGE, SHARE = range(12)


def found(*tiles: tuple[float, float, float, float, float, str]) -> Detections:
    """x, y, width, height, score, kind."""
    boxes = np.array([[x, y, x + w, y + h] for x, y, w, h, *_ in tiles], np.float32).reshape(-1, 4)
    scores = np.zeros((len(tiles), len(KINDS)), np.float32)
    for i, (*_, score, kind) in enumerate(tiles):
        scores[i, KINDS.index(kind)] = score
    return Detections(boxes, scores)


ROW = [(100.0 + 30 * k, 100.0, 30.0, 40.0, 0.9, "1m") for k in range(5)]


def test_a_die_is_smaller_than_the_tiles_near_it() -> None:
    around = surroundings(found(*ROW, (180.0, 200.0, 15.0, 15.0, 0.8, "4p")), 800, 600)
    assert around[-1, LARGER] < np.log(0.5)
    assert around[-1, UNLIKE] == pytest.approx(np.log(4 / 3), abs=1e-3)
    assert around[-1, APART] > np.log(4)
    assert around[:5, [LARGER, UNLIKE]] == pytest.approx(0, abs=1e-6)


def test_a_box_between_two_tiles_overlaps_surer_ones() -> None:
    around = surroundings(found(*ROW, (115.0, 100.0, 30.0, 40.0, 0.4, "1m")), 800, 600)
    assert around[-1, [SURER, ALIKE, ANY]] == pytest.approx(1 / 3, abs=1e-3)
    assert around[-1, INSIDE] == pytest.approx(0.5, abs=1e-3)
    assert around[0, [SURER, INSIDE]] == pytest.approx(0)
    assert around[0, ANY] == pytest.approx(1 / 3, abs=1e-3)


def test_a_back_and_a_face_in_one_place_are_not_alike() -> None:
    around = surroundings(found(ROW[0], (100.0, 100.0, 30.0, 40.0, 0.4, BACK)), 800, 600)
    assert around[1, SURER] == pytest.approx(1)
    assert around[1, ALIKE] == 0


def test_the_edge_of_the_photo_is_seen() -> None:
    boxes = found((0.0, 50.0, 30.0, 40.0, 0.9, "1m"), (770.0, 50.0, 29.0, 40.0, 0.9, "1m"), ROW[0])
    assert surroundings(boxes, 800, 600)[:, EDGE].tolist() == [1, 1, 0]


@settings(deadline=None)
@given(st.integers(0, 1000), st.integers(0, 12), st.floats(0.25, 4.0))
def test_pixels_do_not_matter(seed: int, count: int, times: float) -> None:
    rng = np.random.default_rng(seed)
    tiles = [
        (*rng.uniform(20, 500, 2), *rng.uniform(20, 60, 2), float(rng.uniform(0.05, 0.99)), "2p")
        for _ in range(count)
    ]
    one = found(*tiles)
    around = surroundings(one, 800, 600)
    assert around.shape == (count, 12)
    assert np.isfinite(around).all()
    larger = surroundings(one.scaled(times, times), round(800 * times), round(600 * times))
    assert np.delete(larger, EDGE, axis=1) == pytest.approx(np.delete(around, EDGE, axis=1), abs=2e-2)


def test_no_box_and_a_box_without_area() -> None:
    assert surroundings(found(), 800, 600).shape == (0, 12)
    assert np.isfinite(surroundings(found((10.0, 10.0, 0.0, 0.0, 0.2, "1m")), 800, 600)).all()


def test_faces_and_backs_have_a_net_each() -> None:
    zeros, ones = np.zeros((3, 2), np.float32), np.ones(2, np.float32)
    never, always = Net(zeros, ones, -10 * ones, 0.0), Net(zeros, ones, 10 * ones, 0.0)
    presence = Presence(np.zeros(3, np.float32), np.ones(3, np.float32), always, never)
    likely = presence(
        found(ROW[0], (*ROW[1][:5], BACK)), np.zeros((2, 1), np.float32), np.zeros((2, 2), np.float32)
    )
    assert likely[0] > 0.99
    assert likely[1] < 0.01


def test_the_layer_between_bends() -> None:
    """|x| takes two units: no line gives it."""
    net = Net(np.array([[1.0, -1.0]], np.float32), np.zeros(2, np.float32), np.ones(2, np.float32), -1.0)
    odds = net(np.array([[-2.0], [0.0], [2.0]], np.float32))
    assert odds == pytest.approx(1 / (1 + np.exp(-np.array([1.0, -1.0, 1.0]))), abs=1e-5)
