"""Windows of large photos, as the second pass sees them, and how sharp large photos are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.render import moods, run

DRAWN = run.face_sets("drawn")


def job(kind: str) -> run.Job:
    return run.Job(Path("unused"), 3, 320, kind, DRAWN)


def rng(number: int = 0) -> np.random.Generator:
    return np.random.default_rng(number)


def test_a_window_shows_what_the_photo_showed_there() -> None:
    whole, truth, _ = run.one(job("table"), 5)
    part, cut = run.windowed(whole, truth, 160, rng())
    assert part.shape == (160, 160, 3)
    assert cut["tiles"]
    assert not cut["groups"]
    places = [
        (x, y)
        for y in range(whole.shape[0] - 159)
        for x in range(whole.shape[1] - 159)
        if (whole[y, x] == part[0, 0]).all() and (whole[y : y + 160, x : x + 160] == part).all()
    ]
    assert len(places) == 1
    x, y = places[0]
    for tile in cut["tiles"]:
        x1, y1, x2, y2 = tile["box"]
        assert 0 <= x1 < x2 <= 160
        assert 0 <= y1 < y2 <= 160
        assert any(
            old["tile"] == tile["tile"]
            and old["quad"][0] == pytest.approx([q + o for q, o in zip(tile["quad"][0], (x, y), strict=True)])
            for old in truth["tiles"]
        )


def test_a_window_larger_than_the_photo_is_the_photo() -> None:
    whole, truth, _ = run.one(job("hand"), 5)
    part, cut = run.windowed(whole, truth, 4000, rng())
    assert np.array_equal(part, whole)
    assert [t["box"] for t in cut["tiles"]] == [t["box"] for t in truth["tiles"]]
    empty = {**truth, "tiles": []}
    assert run.windowed(whole, empty, 100, rng())[1]["tiles"] == []


def test_a_lens_in_focus_is_sharp_to_the_pixel_at_any_size() -> None:
    for number in range(60):
        small, large = moods.sensor(rng(number)), moods.sensor(rng(number), 3200)
        sharp = small.defocus < moods.OUT_OF_FOCUS
        assert large.defocus == pytest.approx(small.defocus * (1 if sharp else 5))
        assert large.motion == pytest.approx(5 * small.motion)
    assert 0.05 < np.mean([moods.sensor(rng(i)).defocus >= moods.OUT_OF_FOCUS for i in range(300)]) < 0.16
