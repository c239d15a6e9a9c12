"""A brush: the skeleton of a stroke (横 竖 撇 捺 点 提 钩) → the outline of its ink as an SVG path.

A stroke is written ``"p 38,20 36,60 8,86"``: a kind, then the control points of a Bézier curve in a
100 × 100 em. Its kind gives the width along the way, as a brush would press.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]

# Kind → (place along the stroke 0..1, width as a share of the pen's weight).
PRESSURE: dict[str, tuple[tuple[float, float], ...]] = {
    "h": ((0.0, 0.70), (0.08, 0.92), (0.45, 0.66), (0.84, 0.80), (0.93, 1.12), (1.0, 0.62)),
    "v": ((0.0, 0.75), (0.10, 1.08), (0.50, 0.86), (0.90, 0.98), (1.0, 0.70)),
    "p": ((0.0, 0.80), (0.12, 1.12), (0.55, 0.80), (1.0, 0.14)),
    "n": ((0.0, 0.30), (0.35, 0.72), (0.76, 1.36), (0.88, 1.05), (1.0, 0.14)),
    "d": ((0.0, 0.20), (0.45, 0.95), (0.80, 1.20), (1.0, 0.55)),
    "t": ((0.0, 0.70), (0.18, 1.10), (0.60, 0.66), (1.0, 0.12)),
    "c": ((0.0, 0.80), (0.10, 1.05), (0.45, 0.80), (0.80, 1.02), (1.0, 0.80)),
    "g": ((0.0, 1.00), (0.40, 0.70), (1.0, 0.12)),
    "l": ((0.0, 1.0), (1.0, 1.0)),
}
_STEPS = {"h": 6, "v": 5, "p": 6, "n": 7, "d": 5, "t": 4, "c": 8, "g": 3, "l": 3}


def bezier(points: Sequence[Point], t: float) -> tuple[Point, Point]:
    """Place and unit direction at ``t`` on the Bézier curve of any degree over ``points``."""
    level = [*points]
    while len(level) > 2:
        level = [_mix(a, b, t) for a, b in pairwise(level)]
    (ax, ay), (bx, by) = level
    length = math.hypot(bx - ax, by - ay) or 1.0
    return _mix(level[0], level[1], t), ((bx - ax) / length, (by - ay) / length)


def _mix(a: Point, b: Point, t: float) -> Point:
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)


def _width(kind: str, t: float) -> float:
    table = PRESSURE[kind]
    for (t0, w0), (t1, w1) in pairwise(table):
        if t <= t1:
            return w0 + (w1 - w0) * (t - t0) / (t1 - t0)
    return table[-1][1]


def parse(stroke: str) -> tuple[str, list[Point]]:
    """``"h 8,54 92,48"`` → ``("h", [(8, 54), (92, 48)])``."""
    kind, *rest = stroke.split()
    points = [(float(x), float(y)) for x, y in (pair.split(",") for pair in rest)]
    return kind, points


def outline(stroke: str, weight: float) -> list[Point]:
    """The closed outline of one stroke, in em units; always turning the same way."""
    kind, skeleton = parse(stroke)
    # A horizontal is a little arched and thins as the pen lifts; its places of pressure are its samples.
    at = (
        [t for t, _ in PRESSURE[kind]]
        if kind in "hv"
        else [i / _STEPS[kind] for i in range(_STEPS[kind] + 1)]
    )
    left: list[Point] = []
    right: list[Point] = []
    for t in at:
        (x, y), (dx, dy) = bezier(skeleton, t)
        half = weight * _width(kind, t) / 2
        left.append((x + dy * half, y - dx * half))
        right.append((x - dy * half, y + dx * half))
    return left + right[::-1]


def smooth_path(points: Sequence[Point], scale: float, dx: float, dy: float) -> str:
    """``points`` as control points of a closed quadratic B-spline; whole numbers only, relative moves."""
    placed = [(round(x * scale + dx), round(y * scale + dy)) for x, y in points]
    middles = [
        (round((ax + bx) / 2), round((ay + by) / 2))
        for (ax, ay), (bx, by) in zip(placed, placed[1:] + placed[:1], strict=True)
    ]
    x, y = middles[-1]
    numbers: list[int] = []
    for (cx, cy), (mx, my) in zip(placed, middles, strict=True):
        numbers += [cx - x, cy - y, mx - x, my - y]
        x, y = mx, my
    return f"M{join(middles[-1])}q{join(numbers)}z"


def join(numbers: Iterable[int]) -> str:
    """Path numbers with the fewest separators: ``[3, -4, 5]`` → ``"3-4 5"``."""
    return " ".join(str(n) for n in numbers).replace(" -", "-")


def brush(
    strokes: Iterable[str],
    weight: float,
    size: float,
    x: float,
    y: float,
    squeeze: float = 1.0,
    tilt: float = 0.0,
) -> str:
    """Path data of a glyph at (x, y), ``size`` high, ``size * squeeze`` wide; ``tilt`` lifts its right side."""
    scale = size / 100
    parts = []
    for stroke in strokes:
        ink = [(px * squeeze, py - tilt * (px - 50)) for px, py in outline(stroke, weight)]
        parts.append(smooth_path(ink, scale, x, y))
    return "".join(parts)
