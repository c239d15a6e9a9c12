"""Prints laid over each other: our own drawn faces as tiles seen from other sides, in other light."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.render.prints import drawn
from scoring.tiles import INDEX, KINDS
from vision.looks import CELL, pictures, sheets
from vision.prints import DOUBT, STRONGEST, Prints, likeness, print_of

LOOK_ALIKES = [("2m", "3m"), ("7m", "9m"), ("6m", "5m"), ("6p", "7p"), ("6s", "4s"), ("8p", "9p")]


def picture(
    tile: str, turn: float = 0.0, tilt: float = 0.0, light: float = 1.0, blur: float = 0.0
) -> np.ndarray:
    """The look of a tile on a dark table, turned by degrees, then seen aslant: ``tilt`` of its height is lost."""
    face = drawn("classic", tile).level(120)
    high, wide = face.shape[:2]
    ivory = np.array([225, 236, 240], np.float32)
    face = (face.astype(np.float32) / 255 * ivory)[..., ::-1]
    half = np.array([[-42, -58], [42, -58], [42, 58], [-42, 58]], float)
    half[:2, 0] *= 1 - tilt / 6
    a = np.deg2rad(turn)
    corners = half @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    corners[:, 1] *= 1 - tilt
    corners += 120
    plain = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    warp = cv2.getPerspectiveTransform(plain, corners.astype(np.float32))
    scene = np.full((240, 240, 3), (40, 60, 45), np.float32)
    over = cv2.warpPerspective(face, warp, (240, 240), flags=cv2.INTER_AREA)
    inside = cv2.warpPerspective(np.ones(face.shape[:2], np.float32), warp, (240, 240))[..., None]
    scene = scene * (1 - inside) + over * inside
    if blur:
        scene = cv2.GaussianBlur(scene, (0, 0), blur)
    pixels = np.clip(scene * light, 0, 255).astype(np.uint8)
    box = np.concatenate([corners.min(axis=0), corners.max(axis=0)]).astype(np.float32)
    (look,) = pictures(sheets(pixels, box[None]))
    return look


@pytest.mark.parametrize(
    "seen",
    [
        {},
        {"turn": 90.0},
        {"turn": 187.0, "light": 0.35},
        {"turn": 33.0, "tilt": 0.2},
        {"turn": 8.0, "blur": 2.0},
        {"tilt": 0.35, "light": 0.6},
    ],
    ids=str,
)
@pytest.mark.parametrize(("tile", "other"), LOOK_ALIKES)
def test_the_same_print_lies_nearer_than_its_look_alike(
    tile: str, other: str, seen: dict[str, float]
) -> None:
    known = {name: print_of(picture(name, turn=-4.0)) for name in (tile, other)}
    for name in (tile, other):
        shown = print_of(picture(name, **seen))
        fits = {kind: likeness(mine, shown) for kind, mine in known.items()}
        assert max(fits, key=lambda kind: fits[kind]) == name, fits
        assert fits[name] > 0.8


def test_the_very_same_picture_is_alike() -> None:
    mine = print_of(picture("5s"))
    assert likeness(mine, mine) == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("value", [0, 114, 255])
def test_nothing_printed_is_like_nothing(value: int) -> None:
    blank = print_of(np.full((CELL, CELL, 3), value, np.uint8))
    assert likeness(blank, blank) < 0.5
    assert likeness(print_of(picture("2m")), blank) < 0.5


def test_a_picture_tells_how_large_its_tile_is() -> None:
    upright = print_of(picture("2m"))
    lying = print_of(picture("2m", turn=90.0))
    assert upright.height == pytest.approx(28, abs=1)
    assert upright.width == pytest.approx(28 * 42 / 58, abs=1)
    assert (lying.width, lying.height) == pytest.approx((upright.height, upright.width), abs=1)


def known(*tiles: str) -> Prints:
    return Prints(
        tuple(print_of(picture(tile)) for tile in tiles),
        np.array([INDEX[tile] for tile in tiles]),
        np.zeros((len(tiles), 4), np.float32),
    )


def scores(**shares: float) -> np.ndarray:
    out = np.zeros((1, len(KINDS)), np.float32)
    for tile, share in shares.items():
        out[0, INDEX[tile.strip("_")]] = share
    return out


POINT = np.zeros((1, 4), np.float32)


def test_a_doubtful_tile_is_what_its_print_says() -> None:
    said = scores(_3m=0.7, _2m=0.25)
    mixed = known("2m", "3m").weigh(said, POINT, [picture("2m", turn=181.0)])
    assert KINDS[int(mixed.argmax())] == "2m"
    assert mixed.sum() == pytest.approx(float(said.sum()))


def test_what_is_sure_stays() -> None:
    said = scores(_3m=DOUBT + 0.01, _2m=0.01)
    assert (known("2m", "3m").weigh(said, POINT, [picture("2m")]) == said).all()


def test_one_print_says_nothing_and_unknown_kinds_lose_nothing() -> None:
    """A look-alike's print fits well, too: without one of the tile's own kind it proves nothing."""
    said = scores(_3m=0.7, _2m=0.25)
    assert (known("3m", "9p").weigh(said, POINT, [picture("2m")]) == said).all()
    three = scores(_2m=0.5, _3m=0.3, _5m=0.15)
    mixed = known("3m", "5m").weigh(three, POINT, [picture("2m")])
    assert KINDS[int(mixed.argmax())] == "2m"
    assert mixed[0, INDEX["2m"]] >= three[0, INDEX["2m"]]


def test_prints_that_fit_badly_say_nothing() -> None:
    """A drawn 1s is like neither dots nor characters, whatever lies nearer."""
    said = scores(_9p=0.6, _2m=0.3)
    assert (known("2m", "9p").weigh(said, POINT, [picture("1s")]) == said).all()


def test_no_print_outweighs_more_than_it_may() -> None:
    said = scores(_9p=0.96, _2m=0.0031)
    mixed = known("2m", "9p").weigh(said, POINT, [picture("2m")])
    ratio = (mixed[0, INDEX["2m"]] / mixed[0, INDEX["9p"]]) / (0.0031 / 0.96)
    assert 1 < ratio <= np.exp(STRONGEST) * 1.01


def test_no_tile() -> None:
    assert known("2m", "3m").weigh(np.zeros((0, len(KINDS)), np.float32), POINT[:0], []).shape == (
        0,
        len(KINDS),
    )
