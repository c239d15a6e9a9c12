"""Tables: cloth, wood, stone, mats, made from noise; tileable pictures in BGR, one texel = ``TEXEL`` mm.

Ruled mats, checked cloth and slabs have cells of a tile's size: a detector that never saw them takes the cells for backs.
"""

from __future__ import annotations

import functools

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Plane = npt.NDArray[np.float32]
SIDE = 512
TEXEL = 1.6
KINDS = ("felt", "weave", "wood", "stone", "mat", "plain", "ruled", "checks", "slabs")

_FELT = (
    (28, 96, 60),
    (20, 70, 48),
    (38, 130, 70),
    (30, 60, 120),
    (120, 30, 40),
    (70, 70, 74),
    (36, 110, 120),
)
_WEAVE = ((60, 150, 60), (150, 130, 100), (90, 90, 95), (40, 60, 110), (170, 160, 150), (110, 30, 50))
_WOOD = ((176, 128, 78), (120, 78, 46), (205, 165, 115), (84, 52, 34), (150, 110, 84))
_STONE = ((205, 203, 198), (90, 92, 95), (160, 150, 138), (40, 42, 46))
_PLAIN = ((225, 222, 215), (30, 30, 32), (150, 150, 152), (190, 170, 140), (60, 80, 120))
_PALETTES = {
    "felt": _FELT,
    "weave": _WEAVE,
    "wood": _WOOD,
    "stone": _STONE,
    "mat": _FELT,
    "plain": _PLAIN,
    "ruled": _FELT + _STONE,
    "checks": _WEAVE + _PLAIN,
    "slabs": _STONE + _WOOD,
}


def _noise(rng: np.random.Generator, cell_x: int, cell_y: int) -> npt.NDArray[np.float32]:
    """Smooth tileable noise about 0 with standard deviation about 1."""
    grid = rng.standard_normal((max(2, SIDE // cell_y), max(2, SIDE // cell_x))).astype(np.float32)
    padded = np.pad(grid, 2, mode="wrap")
    scale_y, scale_x = SIDE // grid.shape[0], SIDE // grid.shape[1]
    big = cv2.resize(
        padded, (padded.shape[1] * scale_x, padded.shape[0] * scale_y), interpolation=cv2.INTER_CUBIC
    )
    return np.asarray(big[2 * scale_y : 2 * scale_y + SIDE, 2 * scale_x : 2 * scale_x + SIDE], np.float32)


@functools.lru_cache(maxsize=96)
def surface(kind: str, number: int) -> Image:
    """Table ``number`` of a kind; the same each time."""
    rng = np.random.default_rng([KINDS.index(kind), number, 77])
    palette = _PALETTES[kind]
    base = np.array(palette[number % len(palette)], np.float32) * rng.uniform(0.8, 1.15)
    base += rng.normal(0, 6, 3).astype(np.float32)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    if kind == "felt":
        tone = 0.05 * _noise(rng, 2, 2) + 0.05 * _noise(rng, 8, 4) + 0.04 * _noise(rng, 64, 64)
    elif kind == "weave":
        period = 2 * np.pi * rng.integers(60, 120) / SIDE
        tone = 0.10 * np.sin(x * period) * np.sin(y * period) + 0.04 * _noise(rng, 2, 2)
        tone += 0.05 * _noise(rng, 128, 128)
    elif kind == "wood":
        bend = 18 * _noise(rng, 128, 64)
        rings = np.sin((y + bend) * 2 * np.pi * rng.integers(8, 20) / SIDE)
        tone = 0.10 * rings + 0.07 * _noise(rng, 128, 2) + 0.05 * _noise(rng, 64, 4)
    elif kind == "stone":
        veins = np.abs(_noise(rng, 64, 64) + 0.5 * _noise(rng, 16, 16))
        tone = -0.22 * np.exp(-veins * 9) + 0.05 * _noise(rng, 64, 64) + 0.02 * _noise(rng, 2, 2)
    elif kind == "mat":
        lines = ((x % 128 < 3) | (y % 128 < 3)).astype(np.float32)
        tone = 0.35 * lines * rng.choice([-0.6, 1.0]) + 0.05 * _noise(rng, 2, 2)
    elif kind == "ruled":
        tone = _ruled(rng, x, y) + 0.03 * _noise(rng, 2, 2)
    elif kind == "checks":
        tone = _checks(rng, x, y) + 0.04 * _noise(rng, 2, 2)
    elif kind == "slabs":
        tone = _slabs(rng, x, y) + 0.03 * _noise(rng, 2, 2) + 0.03 * _noise(rng, 64, 64)
    else:
        tone = 0.02 * _noise(rng, 2, 2) + 0.03 * _noise(rng, 128, 128)
    picture = base * (1 + tone[..., None])
    return np.asarray(np.clip(picture, 0, 255)[..., ::-1], np.uint8)


def _ruled(rng: np.random.Generator, x: Plane, y: Plane) -> Plane:
    """A cutting mat: fine lines, bolder ones every fourth cell."""
    cell = int(rng.choice([16, 32, 64]))
    fine = (x % cell < 1) | (y % cell < 1)
    bold = (x % (4 * cell) < 3) | (y % (4 * cell) < 3)
    return np.asarray((0.5 * fine + 0.5 * bold) * rng.uniform(0.3, 0.9) * rng.choice([-0.5, 1.0]), np.float32)


def _checks(rng: np.random.Generator, x: Plane, y: Plane) -> Plane:
    """Checked cloth: stripes both ways that add up, or two colours in turn."""
    cell = int(rng.choice([16, 32, 64]))
    across, down = (x // cell) % 2, (y // cell) % 2
    pattern = (across + down) / 2 if rng.random() < 0.6 else (across + down) % 2
    return np.asarray(pattern * rng.uniform(0.25, 0.8) * rng.choice([-0.8, 1.0]), np.float32)


def _slabs(rng: np.random.Generator, x: Plane, y: Plane) -> Plane:
    """Ceramic slabs or wooden blocks of various tones, joints between them, rims lit from one side."""
    wide, high = (int(v) for v in rng.choice([32, 64, 128], 2))
    tones = rng.normal(0, 0.08, (SIDE // high, SIDE // wide))
    row, column = (y // high).astype(int), (x // wide).astype(int)
    left, top = x % wide, y % high
    joint = (left < 2) | (top < 2)
    lit = ((left < 4) | (top < 4)).astype(float) - ((left >= wide - 2) | (top >= high - 2))
    return np.asarray(tones[row, column] + 0.12 * lit - 0.45 * joint, np.float32)


def lay(
    texture: Image, plane: npt.NDArray[np.float64], size: tuple[int, int], turn: float, zoom: float
) -> Image:
    """The endless table seen by a camera whose z = 0 homography is ``plane``; ``size`` = (width, height)."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    to_world = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.diag([TEXEL * zoom, TEXEL * zoom, 1.0])
    return np.asarray(
        cv2.warpPerspective(
            texture, plane @ to_world, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP
        ),
        np.uint8,
    )
