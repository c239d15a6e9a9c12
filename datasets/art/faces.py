"""One face of a style as an SVG fragment on a 240 × 320 canvas."""

from __future__ import annotations

from datasets.art import birds, flowers, shapes
from datasets.art.glyphs import GLYPHS, HONOURS, NUMBERS
from datasets.art.strokes import brush
from datasets.art.styles import Style

WIDTH, HEIGHT = 240, 320

Dots = tuple[str, list[tuple[int, int]]]


def glyph(
    style: Style, char: str, ink: str, size: float, x: float, y: float, squeeze: float, weight: float
) -> str:
    """A character centred on (x, y), ``size`` high; ``weight`` is a share of the style's pen."""
    pen = style.weight * weight
    data = brush(GLYPHS[char], pen, size, x - size * squeeze / 2, y - size / 2, squeeze, style.tilt)
    return f'<path fill="{style.colour(ink)}" d="{data}"/>'


def _characters(style: Style, rank: int) -> str:
    char = NUMBERS[rank - 1]
    if char == "伍":
        char = style.five
    number = glyph(style, char, style.number, 118, 120, style.number_y, 1.16, style.number_weight)
    lean = 0.8 if style.wan == "萬行" else 0.88 if style.wan == "萬" else 1.1
    return number + glyph(style, style.wan, "red", 146, 120, style.wan_y, 1.08, lean)


def _dots(style: Style, rank: int) -> str:
    if rank == 1:
        return shapes.big_dot(style)
    eight = style.eight_dots
    layouts: dict[int, tuple[float, list[Dots]]] = {
        2: (52, [("green", [(120, 88)]), (eight, [(120, 232)])]),
        3: (42, [("green", [(62, 66)]), ("red", [(120, 160)]), (eight, [(178, 254)])]),
        4: (44, [("green", [(66, 82), (174, 238)]), (eight, [(174, 82), (66, 238)])]),
        5: (40, [("green", [(62, 68), (178, 252)]), (eight, [(178, 68), (62, 252)]), ("red", [(120, 160)])]),
        6: (40, [("green", [(72, 62), (168, 62)]), ("red", [(72, 172), (168, 172), (72, 260), (168, 260)])]),
        7: (
            37,
            [
                ("green", [(48, 46), (118, 76), (188, 106)]),
                ("red", [(76, 186), (160, 186), (76, 268), (160, 268)]),
            ],
        ),
        8: (37, [(eight, [(x, y) for y in (46, 122, 198, 274) for x in (76, 164)])]),
        9: (
            35,
            [
                (ink, [(x, y) for x in (44, 120, 196)])
                for ink, y in (("green", 58), ("red", 160), (eight, 262))
            ],
        ),
    }
    r, groups = layouts[rank]
    return "".join(shapes.dots(style, ink, centres, r) for ink, centres in groups)


def _columns(xs: tuple[int, ...], tops: tuple[int, ...], length: int) -> list[shapes.Stick]:
    return [(x, top, x, top + length) for top in tops for x in xs]


def _sticks(style: Style, rank: int) -> str:
    if rank == 1:
        return birds.draw(style)
    green, red = "green", "red"
    layouts: dict[int, tuple[float, list[tuple[str, list[shapes.Stick]]]]] = {
        2: (38, [(green, _columns((120,), (48, 182), 90))]),
        3: (36, [(green, [(120, 46, 120, 132), *_columns((62, 178), (188,), 86)])]),
        4: (36, [(green, _columns((68, 172), (48, 184), 88))]),
        5: (36, [(green, _columns((54, 186), (44, 188), 88)), (red, [(120, 116, 120, 204)])]),
        6: (34, [(green, _columns((54, 120, 186), (46, 184), 90))]),
        7: (
            32,
            [
                (red, [(120, 32, 120, 90)]),
                (green, _columns((54, 186), (128, 226), 62)),
                (style.seven, _columns((120,), (128, 226), 62)),
            ],
        ),
        8: (
            29,
            [
                (
                    green,
                    [
                        *((x, 44, x, 132) for x in (38, 202)),
                        (60, 126, 114, 54),
                        (126, 54, 180, 126),
                        *((x, 188, x, 276) for x in (38, 202)),
                        (60, 194, 114, 266),
                        (126, 266, 180, 194),
                    ],
                )
            ],
        ),
        9: (
            31,
            [
                (green, _columns((52, 188), (34, 132, 230), 60)),
                (red, _columns((120,), (34, 132, 230), 60)),
            ],
        ),
    }
    w, groups = layouts[rank]
    return "".join(shapes.sticks(style, ink, ends, w * style.stick_width) for ink, ends in groups)


def _honour(style: Style, rank: int) -> str:
    char = HONOURS[rank - 1]
    if char == "白" and style.white != "glyph":
        if style.white == "blank":
            return ""
        box = 'x="34" y="38" width="172" height="244" rx="14"'
        inner = 'x="56" y="60" width="128" height="200" rx="6"'
        blue = style.blue
        return (
            f'<g fill="none" stroke="{blue}"><rect {box} stroke-width="14"/>'
            f'<rect {inner} stroke-width="6"/></g>'
        )
    ink = {"中": "red", "發": "green", "白": "blue"}.get(char, style.wind)
    return glyph(style, char, ink, 216, 120, 160, 0.9, 0.82 if char == "發" else 1.0)


def _corner(style: Style, tile: str) -> str:
    if not style.index or tile[-1] not in "mps":
        return ""
    return shapes.digit(int(tile[0]), style.colour(style.index), 14, 12, 40)


def face(tile: str, style: Style) -> str:
    """The drawing on ``tile`` without the tile's body: any kind but ``back``, or f1-f4 and s1-s4."""
    if tile == "flower":
        return flowers.draw(style, 1)
    if tile[0] in "fs":
        which = int(tile[1])
        ink, x = (style.red, 18) if tile[0] == "f" else (style.blue, 190)
        plant = flowers.draw(style, which if tile[0] == "f" else 5 - which)
        return _shrunk(plant, 0.86, 14.0) + shapes.digit(which, ink, x, 16, 44)
    rank, suit = int(tile[0]), tile[1]
    draw = {"m": _characters, "p": _dots, "s": _sticks, "z": _honour}[suit]
    scale = style.fill * (style.characters_fill if suit == "m" else 1.0)
    return _shrunk(draw(style, rank), scale, style.drop) + _corner(style, tile)


def _shrunk(drawing: str, scale: float, drop: float) -> str:
    """The drawing about the face's middle, ``drop`` lower: sets leave a margin, more above with an index."""
    if scale == 1.0 and drop == 0.0:
        return drawing
    x, y = WIDTH / 2 * (1 - scale), HEIGHT / 2 * (1 - scale) + drop
    return f'<g transform="translate({x:.1f} {y:.1f})scale({scale:.3f})">{drawing}</g>'
