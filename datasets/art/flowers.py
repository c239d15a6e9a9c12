"""花牌: the four plants 梅兰菊竹 in simple lines, with their number."""

from __future__ import annotations

import math

from datasets.art.strokes import brush
from datasets.art.styles import Style


def draw(style: Style, which: int) -> str:
    """Flower 1 (plum), 2 (orchid), 3 (chrysanthemum) or 4 (bamboo)."""
    return (_plum, _orchid, _chrysanthemum, _bamboo)[(which - 1) % 4](style)


def _stroke(style: Style, ink: str, strokes: tuple[str, ...], weight: float = 6) -> str:
    return f'<path fill="{style.colour(ink)}" d="{brush(strokes, weight, 320, 0, 0)}"/>'


def _blossom(style: Style, x: float, y: float, r: float, n: int = 5) -> str:
    at = "".join(
        f"M{x + r * math.sin(2 * math.pi * i / n):.0f} {y - r * math.cos(2 * math.pi * i / n):.0f}h0"
        for i in range(n)
    )
    return (
        f'<g stroke-linecap="round"><path d="{at}" stroke="{style.red}" stroke-width="{r * 1.3:.0f}"/>'
        f'<path d="M{x:.0f} {y:.0f}h0" stroke="{style.gold}" stroke-width="{r * 0.9:.0f}"/></g>'
    )


def _plum(style: Style) -> str:
    branch = _stroke(
        style,
        "ink",
        ("p 16,92 30,70 36,52 58,14", "p 32,62 46,54 62,50", "p 26,74 16,62 14,44", "p 44,40 38,28 38,16"),
        7,
    )
    buds = "".join(_blossom(style, x, y, r) for x, y, r in ((186, 164, 26), (54, 128, 22), (134, 60, 28)))
    return branch + buds


def _orchid(style: Style) -> str:
    leaves = _stroke(
        style,
        "green",
        (
            "n 34,92 20,60 8,24",
            "p 36,92 40,50 68,30",
            "p 38,92 50,70 70,64",
            "p 35,92 34,50 46,12",
            "n 33,92 22,78 6,66",
        ),
        8,
    )
    return leaves + _blossom(style, 76, 84, 20, 4) + _blossom(style, 168, 66, 22, 4)


def _chrysanthemum(style: Style) -> str:
    stem = _stroke(style, "green", ("v 38,48 36,70 40,96", "n 38,74 20,62 10,62", "n 39,82 54,70 68,70"), 9)
    turns = [2 * math.pi * i / 14 for i in range(14)]
    petals = "".join(f"M120 104L{120 + 78 * math.cos(a):.0f} {104 + 78 * math.sin(a):.0f}" for a in turns)
    return (
        stem
        + f'<path d="{petals}" stroke="{style.red}" stroke-width="19" stroke-linecap="round"/>'
        + f'<circle cx="120" cy="104" r="26" fill="{style.gold}"/>'
    )


def _bamboo(style: Style) -> str:
    return _stroke(
        style,
        "green",
        (
            "v 28,96 30,80 31,66",
            "v 31,64 33,48 33,36",
            "v 33,34 35,22 36,6",
            "n 33,36 46,38 68,52",
            "n 33,36 50,30 70,32",
            "p 33,36 18,40 8,56",
            "n 35,8 50,6 66,14",
            "p 35,8 22,12 12,28",
            "n 30,66 46,70 60,86",
            "p 30,66 18,72 8,88",
        ),
        8,
    )
