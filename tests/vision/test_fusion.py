"""Frames of one hand become one reading: on rendered sequences with misread and missed tiles, and with the detector."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.table import Table
from vision.fusion import VOTES, Fused, Fusion
from vision.reading import Reader

HAND = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2s", "2s", "5s", "6s"]


def sequence(seed: int, frames: int, side: int = 320) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Pictures and truths of a rendered hand of 13 as a hand-held phone moves a little from frame to frame."""
    from datasets.render import photo
    from datasets.render.deck import Deck
    from datasets.render.layout import Hands, row
    from datasets.render.photo import Scene, View
    from datasets.render.run import face_sets
    from datasets.render.solid import Size

    face_sets("drawn")
    rng = np.random.default_rng(seed)
    size = Size()
    tiles = sorted(Deck(rng).deal(13), key=lambda tile: (tile[-1], tile))
    scene = Scene(groups=(row(tiles, size, Hands(), rng),), size=size)
    for _ in range(frames):
        view = View(
            elevation=60 + float(rng.normal(0, 0.7)),
            azimuth=float(rng.normal(0, 0.7)),
            roll=float(rng.normal(0, 0.7)),
            fill=0.85,
            offset=(float(rng.normal(0, 0.015)), float(rng.normal(0, 0.015))),
        )
        yield photo.shoot(replace(scene, view=view), side, side * 3 // 4, rng)


def seen(truth: dict[str, Any], rng: np.random.Generator, wrong: float, lost: float) -> tuple[list[str], Any]:
    """The true tiles with some misread and some missed."""
    kept = [tile for tile in truth["tiles"] if rng.random() > lost]
    names = ["9s" if rng.random() < wrong else tile["tile"] for tile in kept]
    return names, np.array([tile["box"] for tile in kept], np.float32).reshape(-1, 4)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_misread_and_missed_tiles_are_outvoted(seed: int) -> None:
    rng = np.random.default_rng(seed)
    state, out = Fusion(), None
    for _, truth in sequence(seed, 14):
        names, boxes = seen(truth, rng, 0.12, 0.05)
        size = truth["image"]
        state, out = state.add(names, boxes, [0.95] * len(names), size["width"], size["height"])
        if out.complete:
            break
    assert isinstance(out, Fused)
    assert out.complete
    assert out.frames > VOTES
    want = [tile["tile"] for tile in sorted(truth["tiles"], key=lambda tile: tile["box"][0])]
    got = [tile.tile for tile in sorted(out.tiles, key=lambda tile: tile.box[0])]
    assert got == want


def frame(names: list[str], dx: float = 0.0) -> tuple[list[str], Any, list[float], int, int]:
    table = Table()
    table.row(names, 0, 0)
    boxes = table.boxes() + np.array([dx, 0, dx, 0], np.float32)
    return names, boxes, [0.95] * len(names), 800, 300


def test_one_frame_settles_nothing() -> None:
    _, out = Fusion().add(*frame(HAND))
    assert not out.complete
    assert not any(tile.settled for tile in out.tiles)


def test_twelve_tiles_never_freeze() -> None:
    state = Fusion()
    for _ in range(10):
        state, out = state.add(*frame(HAND[:12]))
    assert all(tile.settled for tile in out.tiles)
    assert not out.complete


def test_a_row_that_moves_by_more_than_a_tile_is_followed() -> None:
    state = Fusion()
    for k in range(6):
        state, out = state.add(*frame(HAND, 55.0 * k))
    assert len(out.tiles) == 13
    assert out.complete


def test_a_doubtful_tile_takes_longer() -> None:
    state, out = Fusion(), None
    names, boxes, _, width, height = frame(HAND)
    for _ in range(VOTES + 1):
        state, out = state.add(names, boxes, [0.95] * 12 + [0.5], width, height)
    assert [tile.settled for tile in out.tiles] == [True] * 12 + [False]


def test_another_hand_starts_anew() -> None:
    state = Fusion()
    for _ in range(4):
        state, _ = state.add(*frame(HAND))
    names, boxes, scores, width, height = frame(["9p"] * 4)
    boxes = boxes + np.array([0, 170, 0, 170], np.float32)
    state, out = state.add(names, boxes, scores, width, height)
    assert out.frames == 1
    assert {tile.tile for tile in out.tiles} == {"9p"}


def test_rendered_frames_through_the_detector(reader: Reader) -> None:
    from datasets.render.photo import jpeg

    state, out = Fusion(), None
    frames = list(sequence(5, 7, 960))
    truth = frames[-1][1]
    for image, _ in frames:
        reading = reader.read(jpeg(image, 92))
        boxes = np.array([tile.box for tile in reading.tiles], np.float32).reshape(-1, 4)
        names = [tile.tile for tile in reading.tiles]
        scores = [tile.confidence for tile in reading.tiles]
        state, out = state.add(names, boxes, scores, reading.width, reading.height)
    assert out is not None
    want = [tile["tile"] for tile in sorted(truth["tiles"], key=lambda tile: tile["box"][0])]
    settled = {tile.tile for tile in out.tiles if tile.settled}
    assert len(out.tiles) == 13
    assert settled <= set(want)
    assert sum(tile.settled for tile in out.tiles) >= 10
