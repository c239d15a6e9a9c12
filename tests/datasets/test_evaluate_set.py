"""Figures of own sets on made-up looks: a set far from the others, a detector that errs on it."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.evaluate import own_set
from datasets.looks import Looks
from scoring.tiles import INDEX, KINDS
from vision.letterbox import PAD_GREY
from vision.looks import CELL
from vision.yardstick import Yardstick

WIDE = 30


def grey(n: int) -> np.ndarray:
    """Pictures without a print."""
    return np.full((n, CELL, CELL, 3), PAD_GREY, np.uint8)


FACES = range(27)


def yardstick(**more: float) -> Yardstick:
    kinds = np.random.default_rng(1).normal(0, 3, (len(KINDS), WIDE)).astype(np.float32)
    values = {"near": 3.0, "trust": 1.0, "unlike": 50.0, "prior": 2.0, "alike": 0.3} | more
    return Yardstick(np.zeros(WIDE, np.float32), np.eye(WIDE, dtype=np.float32), kinds, **values)


def tiles(yard: Yardstick, seed: int, wrong: float, photos: int = 12, name: str = "a") -> Looks:
    """Photos of all 27 faces of one set, of which the detector reads a share ``wrong`` as the next kind."""
    rng = np.random.default_rng(seed)
    middles = yard.kinds + rng.normal(0, 2.5, yard.kinds.shape)
    kinds = np.tile(list(FACES), photos)
    scores = np.full((len(kinds), len(KINDS)), 0.01, np.float32)
    bad = rng.random(len(kinds)) < wrong
    scores[np.arange(len(kinds)), np.where(bad, (kinds + 1) % 27, kinds)] = np.where(bad, 0.5, 0.9)
    looks = middles[kinds][:, None] + rng.normal(0, 0.5, (len(kinds), 4, WIDE))
    stems = np.repeat([f"{name}-{i:03d}" for i in range(photos)], 27)
    return Looks(looks.astype(np.float32), scores, kinds, stems, stems, grey(len(kinds)))


def test_learning_mends_what_the_detector_misreads() -> None:
    yard = yardstick()
    rows = own_set.measure(yard, tiles(yard, 5, wrong=0.2), counts=(1, 2), draws=3)
    assert list(rows) == ["one look", "two looks", "1 photos", "2 photos"]
    assert rows["one look"].wrong == pytest.approx(0.2, abs=0.06)
    assert rows["2 photos"].wrong < 0.1 * rows["one look"].wrong
    assert rows["2 photos"].exact > rows["one look"].exact
    assert rows["2 photos"].right_1s == 1.0


def test_a_set_that_was_not_learned_is_left_alone() -> None:
    yard = yardstick()
    before, after, taken = own_set.harm(yard, tiles(yard, 5, 0.2), tiles(yard, 6, 0.1, name="b"), draws=3)
    assert taken == 0
    assert after == before


def test_figures_by_hand() -> None:
    scores = np.full((3, len(KINDS)), 0.01, np.float32)
    scores[0, INDEX["1s"]] = 0.99
    scores[1, INDEX["2m"]] = 0.5
    scores[2, KINDS.index("back")] = 0.97
    kinds = np.array([INDEX["1s"], INDEX["3m"], KINDS.index("back")])
    stems = np.array(["x-1", "x-1", "x-2"])
    seen = Looks(np.zeros((3, 4, WIDE), np.float32), scores, kinds, stems, stems, grey(3))
    made = own_set.figures(seen, scores)
    assert (made.wrong, made.right_1s, made.exact) == (0.5, 1.0, 0.5)
    assert (made.wrong_flagged, made.right_flagged) == (1.0, 0.0)
    text = own_set.table({"x": {"one look": made}})
    assert "0.5000" in text
    assert text.count("\n") == 1


def test_the_photos_learned_from_show_many_kinds() -> None:
    """Half the photos show one kind, the others a suit each: two of those are drawn, and not twice the same suit."""
    stems, kinds = [], []
    for i in range(24):
        shown = range(9 * (i % 3), 9 * (i % 3) + 9) if i % 2 else [0]
        stems += [f"x-{i:02d}"] * len(shown)
        kinds += list(shown)
    scores = np.zeros((len(kinds), len(KINDS)), np.float32)
    seen = Looks(
        np.zeros((len(kinds), 4, WIDE), np.float32),
        scores,
        np.array(kinds),
        np.array(stems),
        np.array(stems),
        grey(len(kinds)),
    )
    drawn = [own_set.draw(seen, 2, np.random.default_rng(seed)) for seed in range(6)]
    assert all(len(set(seen.kinds[mask].tolist())) == 18 for mask in drawn)
    assert len({tuple(np.unique(seen.photos[mask])) for mask in drawn}) > 1
