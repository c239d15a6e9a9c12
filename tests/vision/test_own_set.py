"""A table's own set in a space made up for the purpose: what is learned, what moves along, when it is left alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.letterbox import PAD_GREY
from vision.looks import CELL
from vision.own_set import learn, resemblance, shows
from vision.prints import Print, print_of
from vision.yardstick import Yardstick, distances

KINDS, WIDE, TURNS = 6, 12, 4


def grey(n: int) -> list[Print]:
    """Prints of pictures on which there is none."""
    return [print_of(np.full((CELL, CELL, 3), PAD_GREY, np.uint8))] * n


def yardstick(**changes: float) -> Yardstick:
    rng = np.random.default_rng(0)
    kinds = rng.normal(0, 4, (KINDS, WIDE)).astype(np.float32)
    values = {"prior": 1.0, "near": 4.0, "trust": 1.0, "unlike": 50.0, "alike": 0.5} | changes
    return Yardstick(np.zeros(WIDE, np.float32), np.eye(WIDE, dtype=np.float32), kinds, **values)


def set_of(yard: Yardstick, seed: int) -> np.ndarray:
    """The middles of one set: everything shifted alike, and each kind on its own."""
    rng = np.random.default_rng(seed)
    return (yard.kinds + rng.normal(0, 3, WIDE) + rng.normal(0, 1, yard.kinds.shape)).astype(np.float32)


def tiles_of(middles: np.ndarray, kinds: list[int], seed: int = 1) -> np.ndarray:
    """(N, TURNS, WIDE) looks."""
    rng = np.random.default_rng(seed)
    return (middles[kinds][:, None] + rng.normal(0, 0.3, (len(kinds), TURNS, WIDE))).astype(np.float32)


def test_what_was_shown_is_recognised_where_the_detector_errs() -> None:
    yard = yardstick()
    middles = set_of(yard, 5)
    own = learn(yard, tiles_of(middles, [0, 0, 1, 1, 2, 3]), np.array([0, 0, 1, 1, 2, 3]), grey(6))
    wrong = np.full((4, KINDS), 0.02, np.float32)
    wrong[np.arange(4), [1, 0, 3, 2]] = 0.6
    mixed = yard.blend(wrong, tiles_of(middles, [0, 1, 2, 3], seed=8)[:, 0], own.kinds)
    assert mixed.argmax(axis=1).tolist() == [0, 1, 2, 3]


def test_kinds_that_were_not_shown_move_along() -> None:
    yard = yardstick()
    middles = yard.kinds + np.float32(3)
    own = learn(yard, tiles_of(middles, [0, 1, 2, 3]), np.array([0, 1, 2, 3]), grey(4))
    assert own.known.tolist() == [True] * 4 + [False] * 2
    before = np.abs(yard.kinds[4:] - middles[4:]).mean()
    after = np.abs(own.kinds[4:] - middles[4:]).mean()
    assert after < 0.5 * before


def test_more_examples_weigh_more() -> None:
    yard = yardstick()
    middles = set_of(yard, 5)
    off = [
        np.abs(
            learn(yard, tiles_of(middles, [0] * n), np.zeros(n, int), grey(n)).kinds[0] - middles[0]
        ).mean()
        for n in (1, 3, 30)
    ]
    assert off[0] > off[1] > off[2]


def test_another_set_is_told_from_ones_own() -> None:
    yard = yardstick()
    own = learn(yard, tiles_of(set_of(yard, 5), list(range(KINDS))), np.arange(KINDS), grey(KINDS))
    others = tiles_of(set_of(yard, 6), list(range(KINDS)))[:, 0]
    mine = tiles_of(set_of(yard, 5), list(range(KINDS)), seed=9)[:, 0]
    assert resemblance(yard, own, mine) > yard.alike > resemblance(yard, own, others)
    assert shows(yard, own, mine)
    assert not shows(yard, own, others)


def test_no_tile_at_all() -> None:
    yard = yardstick()
    with pytest.raises(ValueError, match="no tile"):
        learn(yard, np.zeros((0, TURNS, WIDE), np.float32), np.zeros(0, int), [])
    own = learn(yard, tiles_of(yard.kinds, [0]), np.array([0]), grey(1))
    assert resemblance(yard, own, np.zeros((0, WIDE), np.float32)) == 0


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 8))
def test_blended_scores_are_probabilities(seed: int, n: int) -> None:
    yard = yardstick()
    rng = np.random.default_rng(seed)
    scores = rng.uniform(0, 1, (n, KINDS)).astype(np.float32)
    mixed = yard.blend(scores, rng.normal(0, 5, (n, WIDE)).astype(np.float32))
    assert mixed.shape == scores.shape
    assert (mixed.sum(axis=1) <= 1 + 1e-5).all()
    assert np.isfinite(mixed).all()
    assert (mixed >= 0).all()


@pytest.mark.parametrize(("near", "trust"), [(0.0, 1.0), (1.0, 0.0)])
def test_an_opinion_without_weight_changes_nothing(near: float, trust: float) -> None:
    yard = yardstick(near=near, trust=trust)
    rng = np.random.default_rng(2)
    scores = rng.uniform(0.01, 1, (5, KINDS)).astype(np.float32)
    points = rng.normal(0, 5, (5, WIDE)).astype(np.float32)
    alone = scores if trust else -distances(points, yard.kinds)
    assert (yard.blend(scores, points).argsort(axis=1) == alone.argsort(axis=1)).all()


def test_distances_are_a_dimension() -> None:
    points = np.array([[0, 0, 0, 0], [2, 2, 2, 2]], np.float32)
    assert distances(points, points).tolist() == [[0, 4], [4, 0]]


def test_a_tile_far_from_every_kind_is_hardly_any() -> None:
    yard = yardstick(near=1.0, unlike=6.0)
    scores = np.full((2, KINDS), 0.01, np.float32)
    scores[:, 2] = 0.9
    points = np.stack([yard.kinds[2], yard.kinds[2] + np.float32(50)])
    mixed = yard.blend(scores, points)
    assert mixed[0, 2] > 0.95
    assert mixed[1].sum() < 0.01
