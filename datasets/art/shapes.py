"""Dots 筒 and sticks 条: single designs, drawn as SVG fragments on the 240 × 320 face."""

from __future__ import annotations

import math
from collections.abc import Sequence

from datasets.art.styles import Style

Stick = tuple[int, int, int, int]  # x1 y1 x2 y2, end to end


def number(value: float) -> str:
    """At most one decimal, no trailing zero."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def dots(style: Style, ink: str, centres: Sequence[tuple[int, int]], r: float) -> str:
    """Coins of one ink. Rings are strokes of zero length with round caps, so each layer is one path."""
    at = "".join(f"M{x} {y}h0" for x, y in centres)
    colour, ivory = style.colour(ink), style.ivory

    def layer(stroke: str, radius: float) -> str:
        return f'<path d="{at}" stroke="{stroke}" stroke-width="{number(2 * radius)}"/>'

    if style.dot == "ring":
        body = layer(colour, r) + layer(ivory, r * 0.66) + layer(colour, r * 0.38)
    elif style.dot == "rings":
        body = "".join(
            layer(stroke, r * k)
            for stroke, k in ((colour, 1.0), (ivory, 0.80), (colour, 0.66), (ivory, 0.42), (colour, 0.27))
        )
    elif style.dot == "cross":
        body = layer(colour, r) + _rays(style, centres, r * 0.24, r * 0.78, 4, r * 0.34, math.pi / 4)
        body += layer(colour, r * 0.2)
    else:
        body = layer(colour, r) + layer(ivory, r * 0.84) + layer(colour, r * 0.70)
        body += _rays(style, centres, r * 0.36, r * 0.60, 8, r * 0.15, 0.0) + layer(ivory, r * 0.24)
    return f'<g stroke-linecap="round">{body}</g>'


def _rays(
    style: Style,
    centres: Sequence[tuple[int, int]],
    inner: float,
    outer: float,
    n: int,
    w: float,
    turn: float,
) -> str:
    d = ""
    for x, y in centres:
        for i in range(n):
            c, s = math.cos(turn + 2 * math.pi * i / n), math.sin(turn + 2 * math.pi * i / n)
            d += f"M{x + c * inner:.0f} {y + s * inner:.0f}L{x + c * outer:.0f} {y + s * outer:.0f}"
    return f'<path d="{d}" stroke="{style.ivory}" stroke-width="{number(w)}"/>'


def big_dot(style: Style, r: float = 92, x: int = 120, y: int = 160) -> str:
    """一筒: an outer ring, a wreath of petals, a red heart."""

    def disc(ink: str, radius: float) -> str:
        return f'<circle cx="{x}" cy="{y}" r="{number(radius)}" fill="{ink}"/>'

    outer, wreath, heart = style.colour(style.eight_dots), style.green, style.red

    def petals(n: int, at: float, w: float, ink: str) -> str:
        d = "".join(
            f"M{x + at * math.cos(2 * math.pi * i / n):.0f} {y + at * math.sin(2 * math.pi * i / n):.0f}h0"
            for i in range(n)
        )
        return f'<path d="{d}" stroke="{ink}" stroke-width="{number(w)}" stroke-linecap="round"/>'

    if style.dot in ("ring", "rings"):
        body = disc(outer, r) + disc(style.ivory, r * 0.86) + disc(wreath, r * 0.78)
        body += petals(12, r * 0.63, r * 0.19, style.ivory) + disc(style.ivory, r * 0.46)
        body += (
            disc(heart, r * 0.39) + petals(6, r * 0.22, r * 0.13, style.ivory) + disc(style.ivory, r * 0.09)
        )
    elif style.dot == "cross":
        body = petals(14, r * 0.82, r * 0.34, wreath) + petals(14, r * 0.82, r * 0.18, style.ivory)
        body += disc(wreath, r * 0.66) + disc(style.ivory, r * 0.55) + disc(heart, r * 0.46)
        body += petals(4, r * 0.22, r * 0.2, style.ivory)
    else:
        body = disc(style.ink, r) + disc(style.ivory, r * 0.9) + disc(style.ink, r * 0.8)
        body += petals(16, r * 0.66, r * 0.15, style.ivory) + disc(style.ivory, r * 0.5)
        body += petals(8, r * 0.36, r * 0.2, heart) + disc(heart, r * 0.2)
    return body


def sticks(style: Style, ink: str, ends: Sequence[Stick], w: float) -> str:
    """Bamboo of one ink: a rod with a knot at both ends and in the middle, and a light line inside."""
    rods = "".join(f"M{x1} {y1}{_to(x2 - x1, y2 - y1)}" for x1, y1, x2, y2 in ends)
    knots = "".join(
        f"M{x1} {y1}h0M{(x1 + x2) / 2:.0f} {(y1 + y2) / 2:.0f}h0M{x2} {y2}h0" for x1, y1, x2, y2 in ends
    )
    colour = style.colour(ink)

    def path(d: str, stroke: str, width: float) -> str:
        return f'<path d="{d}" stroke="{stroke}" stroke-width="{number(width)}"/>'

    if style.stick == "bone":
        body = path(rods, colour, w * 0.74) + path(knots, colour, w) + path(rods, style.ivory, w * 0.2)
    elif style.stick == "beads":
        quarter = "".join(
            f"M{x1 + (x2 - x1) * k / 4:.0f} {y1 + (y2 - y1) * k / 4:.0f}h0"
            for x1, y1, x2, y2 in ends
            for k in (0, 1.33, 2.67, 4)
        )
        body = path(rods, colour, w * 0.5) + path(quarter, colour, w) + path(quarter, style.ivory, w * 0.36)
    else:
        body = path(rods, colour, w * 0.66) + path(_bars(ends, w), colour, w * 0.34)
        body += path(rods, style.ivory, w * 0.16)
    return f'<g stroke-linecap="round">{body}</g>'


def _bars(ends: Sequence[Stick], w: float) -> str:
    d = ""
    for x1, y1, x2, y2 in ends:
        length = math.hypot(x2 - x1, y2 - y1)
        nx, ny = (y2 - y1) / length * w * 0.42, -(x2 - x1) / length * w * 0.42
        for k in (0.0, 0.5, 1.0):
            cx, cy = x1 + (x2 - x1) * k, y1 + (y2 - y1) * k
            d += f"M{cx - nx:.0f} {cy - ny:.0f}l{2 * nx:.0f} {2 * ny:.0f}"
    return d


def _to(dx: int, dy: int) -> str:
    if dx == 0:
        return f"v{dy}"
    return f"h{dx}" if dy == 0 else f"l{dx} {dy}"


_DIGITS = (
    "M3 2l3-2v12",
    "M1 3q0-3 4-3t3 4q0 2-7 8h8",
    "M1 2q1-2 4-2 3 0 3 3t-4 3q5 0 5 3t-4 3q-3 0-4-2",
    "M6 12v-12l-6 8h9",
    "M8 0h-6l-1 5q7-1 7 3t-4 4q-3 0-4-2",
    "M7 0q-6 3-6 8 0 4 3.500 4t3.500-4-3.500-4-3.500 4",
    "M0 0h8l-5 12",
    "M4 6q-3-1-3-3t3.500-3 3.500 3-3.500 3-4 3 4 3 4-3-4-3",
    "M8 4q0 4-3.500 4t-3.500-4 3.500-4 3.500 4q0 5-6 8",
)


def digit(rank: int, colour: str, x: float, y: float, size: float) -> str:
    """The small Arabic number some sets carry in a corner; (x, y) is its top left, ``size`` its height."""
    k = size / 12
    return (
        f'<path d="{_DIGITS[rank - 1]}" transform="translate({number(x)} {number(y)})scale({k:.2f})" '
        f'fill="none" stroke="{colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>'
    )
