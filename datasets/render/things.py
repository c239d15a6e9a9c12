"""What else lies on the table: cuboids (dice, phones, rulers), cylinders (cups, chips), and the players' hands."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.geometry import Array, Camera, turn_z
from datasets.render.light import Light
from datasets.render.pieces import Thing
from datasets.render.raster import SHIFT, Image, erase, fill, fixed

# Where the pips of a die sit on a face of side 2, by number.
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-0.5, -0.5), (0.5, 0.5)),
    3: ((-0.5, -0.5), (0, 0), (0.5, 0.5)),
    4: ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5)),
    5: ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (0, 0)),
    6: ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, 0), (0.5, 0)),
}


def box_of(thing: Thing) -> tuple[Array, Array, Array]:
    """Centre, rotation and half size of the cuboid around a thing, for the painter's order."""
    w, d, h = thing.size
    centre = np.array([*thing.centre, thing.base + h / 2])
    return centre, turn_z(thing.angle), np.array([w, d, h]) / 2


def outline(thing: Thing, camera: Camera) -> tuple[Array, bool]:
    """Pixels of its lower and upper rims, and whether all of it lies before the camera."""
    ring = _ring(thing)
    rims = [
        np.concatenate([ring, np.full((len(ring), 1), thing.base + z)], axis=1) for z in (0.0, thing.size[2])
    ]
    pixels, depth = camera.project(np.concatenate(rims))
    return pixels, bool(depth.min() > 20)


def draw(canvas: Image, ids: npt.NDArray[np.int16], camera: Camera, thing: Thing, light: Light) -> None:
    """Paint one thing over what lies behind it."""
    pixels, before = outline(thing, camera)
    if not before:
        return
    ring = _ring(thing)
    count = len(ring)
    low, high = pixels[:count], pixels[count:]
    erase(ids, pixels)
    colour = np.array(thing.colour)
    eye = camera.position
    for i in range(count):
        j = (i + 1) % count
        out = ring[i] + ring[j] - 2 * np.array(thing.centre)
        normal = np.array([out[0], out[1], 0.0]) / max(1e-6, math.hypot(*out))
        if normal[:2] @ (eye[:2] - ring[i]) <= 0:
            continue
        fill(
            canvas,
            np.array([low[i], low[j], high[j], high[i]]),
            colour * float(light.shade(normal, normal)[0]) * 0.9,
        )
        if thing.kind == "die":
            middle = np.array([*(ring[i] + ring[j]) / 2, thing.base + thing.size[2] / 2])
            across = np.array([*(ring[j] - ring[i]) / 2, 0.0])
            _pips(
                canvas,
                camera,
                middle,
                across,
                np.array([0, 0, thing.size[2] / 2]),
                1 + (i + int(thing.angle)) % 6,
            )
    up = np.array([0.0, 0.0, 1.0])
    if eye[2] > thing.base + thing.size[2]:
        top = colour * float(light.shade(up, up)[0])
        fill(canvas, high, top)
        if thing.kind == "die":
            middle = np.array([*thing.centre, thing.base + thing.size[2]])
            across, along = (turn_z(thing.angle) @ np.eye(3)[k] * thing.size[k] / 2 for k in (0, 1))
            _pips(canvas, camera, middle, across, along, 1 + int(thing.angle * 7) % 6)
        elif thing.kind == "phone":
            fill(canvas, _inset(high, 0.88), np.array(thing.colour)[::-1] * 0.6 + 20)
        elif thing.kind in PRINTED:  # else a matchbox would be a back without its ivory
            fill(canvas, _inset(high, 0.8), top * 0.75)
            fill(canvas, _inset(high, 0.45), np.clip(255.0 - top, 0, 255))
        elif thing.kind == "cup":
            fill(canvas, _inset(high, 0.85), top * 0.45)


def _inset(rim: Array, share: float) -> Array:
    """The rim drawn in towards its middle, to this share of its size."""
    middle = rim.mean(axis=0)
    return np.asarray(middle + (rim - middle) * share)


def _pips(canvas: Image, camera: Camera, middle: Array, across: Array, along: Array, number: int) -> None:
    angles = np.linspace(0, 2 * math.pi, 10, endpoint=False)
    r = 0.34 if number == 1 else 0.2
    colour = np.array([30.0, 30.0, 190.0]) if number in (1, 4) else np.array([25.0, 25.0, 25.0])
    for u, v in _PIPS[number]:
        rim = np.stack(
            [middle + across * (u + r * math.cos(a)) + along * (v + r * math.sin(a)) for a in angles]
        )
        fill(canvas, camera.project(rim)[0], colour)


def _ring(thing: Thing) -> Array:
    w, d, _ = thing.size
    if thing.kind in ROUND:
        a = np.linspace(0, 2 * math.pi, 24, endpoint=False)
        shape = np.stack([np.cos(a) * w / 2, np.sin(a) * d / 2], axis=1)
    else:
        shape = np.array([[-w, -d], [w, -d], [w, d], [-w, d]]) / 2
    return np.asarray(shape @ turn_z(thing.angle)[:2, :2].T + np.array(thing.centre))


ROUND = frozenset({"cup", "ashtray", "chip", "coin"})
PRINTED = frozenset({"matchbox", "pack", "card", "note"})


@dataclass(frozen=True)
class Hand:
    """A hand reaching into the photo: from a point on its rim to a tip, in shares of the photo."""

    start: tuple[float, float]
    tip: tuple[float, float]
    width: float  # of the wrist, share of the photo's width
    colour: tuple[float, float, float]  # BGR of the skin
    fingers: int = 4


def reach_in(canvas: Image, ids: npt.NDArray[np.int16], hand: Hand) -> None:
    """A forearm, a palm and fingers as thick round strokes, lighter along their middle."""
    height, width = canvas.shape[:2]
    scale = np.array([width, height])
    start, tip = np.array(hand.start) * scale, np.array(hand.tip) * scale
    way = tip - start
    length = float(np.linalg.norm(way))
    if length < 8:
        return
    along = way / length
    across = np.array([-along[1], along[0]])
    w = hand.width * width
    strokes: list[tuple[Array, Array, float]] = [(start - along * w, tip - along * 1.1 * w, w)]
    for i in range(hand.fingers):
        side = (i - (hand.fingers - 1) / 2) * w * 0.26
        root = tip - along * 1.0 * w + across * side
        end = tip + along * w * (0.1 - 0.12 * abs(i - (hand.fingers - 1) / 2)) + across * side * 1.25
        strokes.append((root, end, w * 0.27))
    skin = np.array(hand.colour)
    for shade, shrink in ((0.62, 1.0), (0.85, 0.86), (1.0, 0.6)):
        b, g, r = np.clip(skin * shade, 0, 255).tolist()
        for p, q, thick in strokes:
            ends = fixed(np.stack([p, q]))
            line = max(1, round(thick * shrink))
            cv2.line(canvas, ends[0], ends[1], (b, g, r), line, cv2.LINE_AA, SHIFT)
            if shade < 0.7:
                cv2.line(ids, ends[0], ends[1], 0, line, cv2.LINE_8, SHIFT)
