"""How a set prints its faces: what each parameter does, and that the face stays the face."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.render import ink, prints
from datasets.render.ink import PLAIN, Ink, printed


@pytest.fixture(scope="module")
def face() -> ink.Image:
    return prints.drawn("classic", "2m").level(100)


def covered(image: ink.Image) -> float:
    return float((255 - image.astype(float)).mean())


def middle(image: ink.Image) -> tuple[float, float]:
    """Centre of the ink as shares of the face: x, y."""
    weight = 255.0 - image.min(axis=2)
    y, x = np.mgrid[0 : weight.shape[0], 0 : weight.shape[1]]
    return float((x * weight).sum() / weight.sum() / weight.shape[1]), float(
        (y * weight).sum() / weight.sum() / weight.shape[0]
    )


def test_plain_ink_is_the_picture_itself(face: ink.Image) -> None:
    assert printed(face, "2m", PLAIN) is face


def test_bolder_covers_more_and_thinner_less(face: ink.Image) -> None:
    plain = covered(face)
    assert covered(printed(face, "2m", Ink(weight=0.03))) > 1.1 * plain
    assert 0.4 * plain < covered(printed(face, "2m", Ink(weight=-0.01))) < 0.97 * plain


def test_darker_and_paler(face: ink.Image) -> None:
    assert (
        covered(printed(face, "2m", Ink(dark=2.0)))
        > covered(face)
        > covered(printed(face, "2m", Ink(dark=0.6)))
    )


def test_grey_when_no_colour_is_left(face: ink.Image) -> None:
    grey = printed(face, "2m", Ink(colour=0.0)).astype(int)
    assert int((grey.max(axis=2) - grey.min(axis=2)).max()) <= 1


@pytest.mark.parametrize(("shift", "axis"), [((0.1, 0.0), 0), ((0.0, 0.1), 1)])
def test_a_shift_moves_the_print(face: ink.Image, shift: tuple[float, float], axis: int) -> None:
    moved = middle(printed(face, "2m", Ink(shift=shift)))
    assert moved[axis] - middle(face)[axis] == pytest.approx(0.1, abs=0.015)


def test_a_smaller_print_stays_in_the_middle_of_its_tile(face: ink.Image) -> None:
    small = printed(face, "2m", Ink(scale=(0.8, 0.8)))
    assert covered(small) == pytest.approx(0.64 * covered(face), rel=0.06)
    assert small[:5].min() > 250


def test_the_index_of_wan_goes_and_the_strokes_stay() -> None:
    with_index = prints.drawn("index", "2m").level(100)
    without = printed(with_index, "2m", Ink(index=False))
    h, w = with_index.shape[:2]
    corner = np.s_[: int(0.13 * h), int(0.8 * w) :], np.s_[: int(0.13 * h), : int(0.2 * w)]
    assert min(with_index[c].min() for c in corner) < 120
    assert all(without[c].min() > 200 for c in corner)
    assert np.array_equal(with_index[h // 4 : -h // 4], without[h // 4 : -h // 4])
    circles = prints.drawn("index", "9p").level(100)
    assert np.array_equal(printed(circles, "9p", Ink(index=False)), circles)


def test_chosen_ones_differ_and_leave_every_face_readable() -> None:
    """No chosen ink wipes a face out or fills it: between a quarter and three times of what the picture covers."""
    rng = np.random.default_rng(5)
    inks = [ink.chosen(rng) for _ in range(200)]
    assert 30 <= inks.count(PLAIN) <= 70
    assert len({replace(i, index=True) for i in inks}) > 100
    for style in ("classic", "pale", "index"):
        for tile in ("1s", "2m", "9p"):
            plain = prints.drawn(style, tile).level(60)
            for one in inks[:60]:
                assert 1 / 4 < covered(printed(plain, tile, one)) / covered(plain) < 3
