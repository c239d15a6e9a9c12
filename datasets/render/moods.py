"""What varies from photo to photo beside the tiles' places: set, table, light, phone. All drawn from one generator."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from datasets.render.light import Colour, Light
from datasets.render.photo import Edge, Table
from datasets.render.pieces import Thing
from datasets.render.sensor import Sensor
from datasets.render.solid import Size
from datasets.render.surfaces import KINDS
from datasets.render.things import Hand

BGR = tuple[float, float, float]

# Backs as they are sold (RGB): greens, blues, jade, lilac, orange, bamboo, red, black, white, grey, brown.
BACKS: tuple[Colour, ...] = (
    (22, 120, 62),
    (40, 160, 80),
    (12, 84, 60),
    (30, 140, 130),
    (110, 200, 190),
    (30, 90, 190),
    (90, 160, 225),
    (24, 40, 110),
    (150, 120, 200),
    (110, 60, 150),
    (225, 150, 190),
    (235, 130, 40),
    (225, 175, 60),
    (205, 165, 95),
    (190, 40, 40),
    (120, 24, 34),
    (40, 40, 44),
    (232, 228, 220),
    (150, 150, 150),
    (110, 70, 40),
    (150, 175, 120),
)
IVORIES: tuple[Colour, ...] = (
    (240, 240, 240),
    (238, 238, 236),
    (242, 243, 246),
    (240, 238, 232),
    (244, 242, 236),
    (238, 234, 224),
    (236, 228, 208),
    (230, 216, 182),
    (224, 232, 242),
    (220, 231, 220),
)
# Lamps that colour a whole room: karaoke purple, pink, blue, red, green, sodium orange.
STRONG: tuple[Colour, ...] = (
    (0.78, 0.30, 1.05),
    (0.95, 0.35, 0.95),
    (1.05, 0.45, 0.75),
    (0.35, 0.45, 1.10),
    (0.30, 0.75, 1.05),
    (1.10, 0.35, 0.35),
    (0.40, 1.00, 0.50),
    (1.10, 0.70, 0.30),
)


def bgr(colour: Colour) -> BGR:
    """RGB → OpenCV's order."""
    r, g, b = colour
    return (b, g, r)


def _pick(rng: np.random.Generator, items: Sequence[Colour], spread: float) -> Colour:
    r, g, b = np.array(items[int(rng.integers(len(items)))]) + rng.normal(0, spread, 3)
    return (float(r), float(g), float(b))


def tile_size(rng: np.random.Generator) -> Size:
    """Hand-held sets of 30 mm to table sets of 46 mm."""
    width = float(rng.uniform(22, 33))
    return Size(
        width,
        width * float(rng.uniform(1.27, 1.42)),
        width * float(rng.uniform(0.58, 0.84)),
        width * float(rng.uniform(0.05, 0.13)),
        float(rng.choice([0.28, 0.35, 0.42, 0.5])),
    )


def set_colours(rng: np.random.Generator) -> tuple[BGR, BGR]:
    """Ivory and back; now and then a set of one colour all through."""
    ivory = _pick(rng, IVORIES, 3)
    back = ivory if rng.random() < 0.05 else _pick(rng, BACKS, 8)
    return bgr(ivory), bgr(back)


CLOTH_MOST_OF_ALL = (0.31, 0.15, 0.17, 0.07, 0.06, 0.08, 0.06, 0.06, 0.04)


def table(rng: np.random.Generator, shares: Sequence[float] = CLOTH_MOST_OF_ALL) -> Table:
    """A surface; ``shares`` of ``surfaces.KINDS``."""
    kind = str(rng.choice(KINDS, p=shares))
    return Table(kind, int(rng.integers(14)), float(rng.uniform(0, 360)), float(rng.uniform(0.2, 0.7)))


def edges(rng: np.random.Generator, places: npt.NDArray[np.float64]) -> tuple[Edge, ...]:
    """Rails and table ends clear of the ``places`` (N, 2) taken; in about half of all photos none."""
    out = []
    for angle in (-90.0, 90.0, 0.0, 180.0):
        if rng.random() > (0.3 if angle == -90.0 else 0.15):
            continue
        turned = angle + float(rng.normal(0, 4))
        a = math.radians(turned)
        taken = float(np.max(places @ np.array([math.cos(a), math.sin(a)])))
        start = taken + 45 + float(rng.exponential(90))
        rail = table(rng, (0.05, 0.05, 0.55, 0.05, 0.0, 0.30, 0.0, 0.0, 0.0))
        out.append(Edge(turned, start, rail, float(rng.uniform(0.6, 1.0))))
        if rng.random() < 0.6:
            floor = table(rng)
            out.append(Edge(turned, start + float(rng.uniform(30, 160)), floor, float(rng.uniform(0.2, 0.8))))
    return tuple(out)


def coloured(rng: np.random.Generator) -> Colour:
    """One strongly coloured lamp."""
    return _pick(rng, STRONG, 0.08)


def light(rng: np.random.Generator) -> Light:
    """A lamp somewhere above, a mood, sometimes glare."""
    angle, height = rng.uniform(0, 2 * math.pi), rng.uniform(500, 1500)
    away = rng.uniform(100, 900)
    ambient = float(rng.uniform(0.35, 0.8))
    mood = rng.random()
    if mood < 0.16:
        wash = coloured(rng)
        far = coloured(rng) if rng.random() < 0.4 else wash
        soften = float(rng.uniform(0.0, 0.7))  # a white lamp somewhere else takes some of the colour
        wash = tuple(soften + (1 - soften) * c for c in wash)  # type: ignore[assignment]
        far = tuple(soften + (1 - soften) * c for c in far)  # type: ignore[assignment]
    else:
        warm = float(rng.normal(0.0, 0.045)) + (0.09 if mood < 0.36 else 0.0)
        wash = (1 + warm, 1.0, 1 - 1.1 * warm)
        tint = float(rng.normal(0, 0.04))
        far = (wash[0] + tint, 1.0, wash[2] - tint)
    return Light(
        lamp=(float(away * math.cos(angle)), float(away * math.sin(angle)), float(height)),
        ambient=ambient,
        diffuse=float(np.clip(rng.uniform(0.95, 1.12) - ambient, 0.1, 0.7)),
        gloss=float(rng.uniform(0.0, 0.5)),
        shadow=float(rng.uniform(0.15, 0.75)),
        softness=float(rng.choice([2, 5, 10, 20, 40])),
        wash=wash,
        wash_far=far,
        wash_angle=float(rng.uniform(0, 360)),
        falloff=float(rng.uniform(0.0, 0.6)),
        glare=float(rng.uniform(0.15, 0.9)) if rng.random() < 0.3 else 0.0,
        glare_size=float(rng.uniform(6, 60)),
        pebbles=float(rng.uniform(0, 0.8)),
    )


OUT_OF_FOCUS = 1.0
"""Blur from which on a photo of 640 px is out of focus: sigma, px."""


def sensor(rng: np.random.Generator, side: int = 640) -> Sensor:
    """A phone on a good or a bad evening; ``side`` = longer side of the photo in pixels.

    Real photos are sharp once they are 640 px: with a third of the rendered ones blurred beyond reading, 万 of unknown
    sets were guessed from their shape (docs/rendering.md). A lens in focus is sharp to the pixel whatever ``side`` is;
    one out of focus, or moved, smears a share of the picture.
    """
    scale = side / 640
    dim = rng.random() < 0.08
    barrel = float(rng.normal(0, 0.03))
    blur = float(rng.choice([0.3, 0.5, 0.7, 1.0, 1.5, 2.2], p=[0.45, 0.3, 0.15, 0.06, 0.03, 0.01]))
    return Sensor(
        barrel=barrel,
        defocus=blur if blur < OUT_OF_FOCUS else scale * blur,
        motion=scale * float(rng.uniform(1.5, 4)) if rng.random() < 0.05 else 0.0,
        motion_angle=float(rng.uniform(0, 180)),
        target=float(rng.uniform(70, 150) if dim else np.clip(rng.normal(222, 20), 150, 275)),
        balance=(1 + float(rng.normal(0, 0.03)), 1.0, 1 + float(rng.normal(0, 0.03))),
        contrast=float(rng.normal(1.0, 0.1)),
        saturation=float(np.clip(rng.normal(1.0, 0.15), 0.4, 1.5)),
        noise=float(
            rng.uniform(3, 10) if dim else rng.uniform(0.3, 2.5) + (rng.random() < 0.08) * rng.uniform(0, 5)
        ),
        chroma_noise=float(rng.uniform(0, 2.5)),
        vignette=float(rng.uniform(0, 0.35)),
        sharpen=float(rng.choice([0.2, 0.8, 1.5, 2.2])),
        quality=int(rng.integers(55, 95)),
    )


THINGS: tuple[tuple[str, tuple[float, float, float]], ...] = (
    ("die", (14, 14, 14)),
    ("die", (17, 17, 17)),
    ("phone", (72, 150, 9)),
    ("cup", (75, 75, 90)),
    ("ashtray", (110, 110, 30)),
    ("chip", (38, 38, 4)),
    ("coin", (24, 24, 2)),
    ("lighter", (24, 78, 11)),
    ("box", (90, 60, 22)),
    ("matchbox", (36, 53, 12)),
    ("pack", (55, 88, 22)),
    ("card", (58, 89, 1)),
    ("note", (77, 155, 1)),
)


def clutter(
    rng: np.random.Generator, places: npt.NDArray[np.float64], reach: float, most: int
) -> list[Thing]:
    """Up to ``most`` things within ``reach`` mm that stand clear of the ``places`` (N, 2) taken."""
    out: list[Thing] = []
    for _ in range(int(rng.integers(0, most + 1))):
        kind, size = THINGS[int(rng.integers(len(THINGS)))]
        clear = max(size[0], size[1]) / 2 + 34
        for _ in range(12):
            spot = rng.uniform(-reach, reach, 2)
            if np.min(np.linalg.norm(places - spot, axis=1)) > clear:
                colour = (
                    rng.uniform(205, 250) if kind == "die" and rng.random() < 0.8 else rng.uniform(15, 245, 3)
                )
                out.append(_thing(kind, size, spot, float(rng.uniform(0, 360)), colour))
                places = np.concatenate([places, spot[None]])
                break
    return out


def ruler(rng: np.random.Generator, places: npt.NDArray[np.float64], height: float) -> list[Thing]:
    """The bar some players keep before or behind their row; ``places`` are the row's, ``height`` a tile's."""
    low, high = places.min(axis=0), places.max(axis=0)
    deep = float(rng.uniform(8, 26))
    y = low[1] - height / 2 - deep / 2 - 2 if rng.random() < 0.7 else high[1] + height / 2 + deep / 2 + 2
    long = (high[0] - low[0]) + float(rng.uniform(-20, 160))
    spot = np.array([(low[0] + high[0]) / 2 + float(rng.normal(0, 25)), y])
    return [_thing("ruler", (long, deep, float(rng.uniform(6, 16))), spot, 0.0, rng.uniform(30, 250, 3))]


def _thing(
    kind: str, size: tuple[float, float, float], spot: npt.NDArray[np.float64], angle: float, colour: object
) -> Thing:
    b, g, r = np.broadcast_to(np.asarray(colour, float), 3).tolist()
    return Thing(kind, size, (float(spot[0]), float(spot[1])), angle, (b, g, r))


SKIN: tuple[Colour, ...] = ((224, 178, 150), (205, 155, 125), (190, 140, 105), (150, 105, 75))


def fingers(rng: np.random.Generator) -> tuple[Hand, ...]:
    """A hand or two reaching in from the rim, not far."""
    out = []
    for _ in range(int(rng.integers(1, 3))):
        side, along, deep = int(rng.integers(4)), rng.uniform(0.05, 0.95), rng.uniform(0.06, 0.3)
        start = ((along, 1.05), (1.05, along), (along, -0.05), (-0.05, along))[side]
        slant = rng.normal(0, 0.12)
        tip = (
            (along + slant, 1 - deep),
            (1 - deep, along + slant),
            (along + slant, deep),
            (deep, along + slant),
        )[side]
        skin = bgr(_pick(rng, SKIN, 8))
        out.append(
            Hand(
                (float(start[0]), float(start[1])),
                (float(tip[0]), float(tip[1])),
                float(rng.uniform(0.05, 0.13)),
                skin,
                int(rng.integers(2, 6)),
            )
        )
    return tuple(out)
