"""幺鸡: the bird of 一条, in several hands, on the 240 × 320 face."""

from __future__ import annotations

from collections.abc import Callable

from datasets.art.strokes import brush
from datasets.art.styles import Style


def draw(style: Style) -> str:
    """The bird of the style."""
    return BIRDS[style.bird](style)


def _fill(ink: str, *data: str) -> str:
    return f'<path fill="{ink}" d="{"".join(data)}"/>'


def _cut(s: Style, ink: str, *data: str) -> str:
    """A shape set off from what lies under it by a rim of ivory."""
    return f'<path fill="{ink}" stroke="{s.ivory}" stroke-width="5" d="{"".join(data)}"/>'


def _line(ink: str, width: int, *data: str) -> str:
    return (
        f'<path fill="none" stroke="{ink}" stroke-width="{width}" stroke-linecap="round" '
        f'stroke-linejoin="round" d="{"".join(data)}"/>'
    )


def _eye(s: Style, x: int, y: int, r: int) -> str:
    white = f'<circle cx="{x}" cy="{y}" r="{r}" fill="{s.ivory}"/>'
    return white + f'<circle cx="{x - 1}" cy="{y}" r="{r * 0.55:.0f}" fill="{s.ink}"/>'


def _rooster(s: Style) -> str:
    """The mascot: a young cock looking back, red comb and wattle, a blue wing, five curling tail feathers."""
    tail = (
        _fill(s.blue, "M146 150c10-40 32-62 62-60 16 2 24 16 20 30-6-12-16-16-28-10-18 10-28 30-32 56z")
        + _fill(s.red, "M150 168c14-38 38-52 62-46 14 4 20 18 14 32-8-12-20-14-32-6-14 8-24 22-30 40z")
        + _fill(s.green, "M146 186c18-30 42-40 64-32 14 6 18 20 10 32-8-10-20-12-32-4-12 8-22 16-30 26z")
        + _fill(s.blue, "M138 200c20-22 46-28 64-16 10 8 12 20 4 30-8-8-18-10-30-4-12 6-20 10-30 14z")
    )
    legs = _line(s.gold, 8, "M96 232l-6 46m-24 14 24-14 16 12m24-60 6 48m-20 12 20-12 22 14")
    body = _cut(
        s,
        s.green,
        "M118 72c-12-10-34-10-46 4-10 12-8 26-14 42-10 26-24 46-16 76 8 32 42 48 78 42 32-6 50-26 46-54"
        "-24-10-38-34-44-62-4-18-2-34-4-48z",
    )
    chest = _fill(s.red, "M56 124c-14 30-24 52-6 80 12 18 30 26 48 28-30-28-42-62-34-106z")
    hackle = _line(s.ivory, 5, "M96 112l-4 22m20-24 2 22m-34-14-8 20")
    wing = _cut(s, s.blue, "M86 148c26-14 52-6 62 12 8 14 20 20 34 20-14 28-40 40-66 32-26-8-36-34-30-64z")
    quills = _line(s.ivory, 5, "M102 164c2 26 16 38 38 38m-22-40c4 18 16 26 34 25m-16-27c4 9 10 13 20 13")
    comb = _fill(
        s.red,
        "M72 64c-16-14-14-34 0-38 4 6 8 10 12 16 0-18 8-30 20-30 4 10 4 18 4 28",
        " 8-12 18-14 26-6-2 14-8 28-18 42z",
    )
    beak = _fill(s.gold, "M68 76l-40 20q-4 4 2 5l38 5z") + _line(s.ivory, 3, "M42 97l22-1")
    wattle = _cut(s, s.red, "M62 104c-14 6-18 24-8 34 12-4 18-18 16-32z")
    return tail + body + legs + chest + hackle + wing + quills + comb + beak + wattle + _eye(s, 90, 86, 12)


def _sparrow(s: Style) -> str:
    """Standing, looking left, a red crest, one blue wing, three long tail feathers to the right."""
    tail = (
        _fill(s.green, "M132 176c32 14 62 44 74 92q3 16-8 17t-16-13c-10-34-30-62-64-74z")
        + _fill(s.red, "M124 186c28 20 44 52 46 96q0 16-11 16t-14-14c-4-38-16-66-38-84z")
        + _fill(s.blue, "M140 166c36 4 68 22 84 58q6 14-3 19t-18-8c-16-24-40-40-70-46z")
        + _line(s.gold, 13, "M196 268h0M159 280h0M213 229h0")
    )
    legs = _line(s.red, 7, "M92 202l-4 62m-26 10 26-10 18 12m6-76-2 56m-22 16 22-16 20 12")
    body = _cut(
        s,
        s.green,
        "M116 66c-2-22-22-34-42-28-22 6-30 28-22 46 4 10 2 20-4 32-16 34-8 76 28 92 34 14 72-2 86-34"
        "-22-22-38-44-42-70-2-14-4-26-4-38z",
    ) + _fill(s.red, "M54 108c-20 34-16 72 14 90 8 4 16 6 24 6-24-24-34-58-28-98q-6-4-10 2z")
    wing = _cut(
        s, s.blue, "M92 116c22-10 44-6 60 8 22 18 42 24 66 16-6 30-32 48-64 50-38 4-68-30-62-74z"
    ) + _line(s.ivory, 5, "M110 132c2 22 16 36 36 38m-14-40c4 18 16 28 36 30m-14-20c8 8 18 12 30 10")
    crest = _fill(
        s.red,
        "M78 40c-8-16-4-30 10-34 0 12 0 22 6 32zm14 0c0-18 10-30 26-30-4 14-8 24-10 38z",
        "m14 10c6-16 18-24 34-20-8 10-16 20-22 34z",
    )
    beak = _fill(s.gold, "M52 58l-34 16q-3 3 1 5l36 7z")
    return tail + legs + body + wing + beak + _eye(s, 76, 66, 11) + crest


def _peacock(s: Style) -> str:
    """As on engraved sets: upright, thick lines, wings half open, the tail hanging to the lower right."""
    tail = (
        _line(s.red, 11, "M122 176c6 44 20 84 52 124", "M106 178c0 42 8 80 28 120")
        + _line(s.green, 9, "M138 172c10 40 28 76 58 104")
        + _line(s.red, 8, "M118 214l22-4m-14 32 24-6m-14 34 24-8")
    )
    body = _fill(s.blue, "M100 88c-26 14-36 52-18 88 8 14 24 18 38 10 22-16 30-52 14-80-8-14-20-24-34-18z")
    lines = _line(s.ivory, 5, "M96 112q14 8 26-2m-30 22q18 10 38-2m-38 24q18 8 38-4")
    wings = _line(
        s.green,
        9,
        "M136 106c22-16 44-14 62 4m-58 16c18-8 34-4 46 12m-50 10c12-2 22 2 28 14",
    ) + _line(s.blue, 9, "M80 120c-20-8-38-2-48 14m46 6c-14-4-26 0-32 12m32 6c-10-2-16 2-20 10")
    head = f'<circle cx="112" cy="62" r="28" fill="{s.red}"/>' + _line(
        s.red, 8, "M118 36c0-14 8-24 22-26m-8 32c4-12 14-18 28-16"
    )
    beak = _fill(s.green, "M90 52l-38 14q-2 3 2 5l34 8z")
    legs = _line(s.red, 7, "M92 186l-18 40m-18-2 18 2 10 16")
    return tail + legs + wings + body + lines + head + beak + _eye(s, 106, 60, 10)


def _phoenix(s: Style) -> str:
    """In flight: wings spread upward in strokes of the brush, a long neck bent back, streaming tail."""

    def ink(colour: str, weight: float, *strokes: str) -> str:
        return _fill(colour, brush(strokes, weight, 320, 0, 0))

    wings = ink(
        s.blue,
        6,
        "p 40,44 50,30 56,10",
        "p 42,46 56,34 64,16",
        "p 42,48 58,40 69,26",
        "p 42,50 58,46 70,36",
        "p 34,44 26,34 10,28",
        "p 33,47 22,42 7,38",
        "p 33,50 22,49 9,48",
    )
    tail = ink(
        s.red, 6, "n 40,58 50,70 62,96", "n 38,59 42,74 46,97", "n 36,59 34,76 30,95", "n 42,57 56,66 70,84"
    ) + ink(s.green, 5, "n 39,58 46,72 54,94", "n 37,59 38,76 38,94")
    body = ink(s.green, 16, "c 36,38 34,50 40,60") + ink(s.green, 8, "c 38,42 26,30 30,20 36,16")
    scales = _line(s.ivory, 4, "M108 136q10 8 20 0m-22 18q12 8 24 0m-22 18q12 8 22 0")
    head = (
        f'<circle cx="114" cy="48" r="17" fill="{s.green}"/>'
        + _fill(s.gold, "M128 42l32 8q2 2-1 4l-31 8z")
        + ink(s.red, 4.5, "p 33,11 28,6 22,4", "p 35,10 33,5 30,1", "p 37,10 38,6 40,2")
    )
    return tail + wings + body + scales + head + _eye(s, 116, 46, 7)


def _owl(s: Style) -> str:
    """Short and round, on a branch: the plump red bird of some southern sets."""
    branch = _line(s.green, 10, "M40 250c40-24 90-6 160-30m-60 14c20 14 22 34 10 56") + _fill(
        s.green, "M170 226q30 6 34 36-30-4-34-36zm-96 12q-28 8-32 40 32-6 32-40z"
    )
    body = _fill(s.red, "M70 70c20-26 70-26 92 0 22 40 18 110-22 150-20 18-44 14-60-6-30-40-34-104-10-144z")
    belly = _line(s.ivory, 6, "M94 140q24 14 46 0m-44 24q22 14 44 0m-38 24q16 12 34 0")
    wing = _cut(s, s.green, "M158 100c24 26 26 74-8 112-16-36-16-76 8-112z")
    tail = _fill(s.blue, "M118 214l44 76q4 10-8 10t-18-12l-40-66z")
    head = _fill(s.red, "M70 72l-4-44 34 24zm90 0 8-44-36 24z") + _fill(s.gold, "M106 92h20l-10 22z")
    return tail + branch + body + belly + wing + head + _eye(s, 90, 84, 17) + _eye(s, 140, 84, 17)


def _crane(s: Style) -> str:
    """Walking, drawn with the brush only: ink back, red crown, a fan of three tail plumes."""

    def ink(colour: str, weight: float, *strokes: str) -> str:
        return _fill(colour, brush(strokes, weight, 320, 0, 0))

    return (
        ink(s.green, 7, "n 40,46 56,50 72,78", "n 40,50 54,60 66,90", "n 38,54 48,68 54,96")
        + ink(s.blue, 20, "c 30,36 34,56 46,58")
        + ink(s.blue, 10, "c 36,46 22,34 26,18 34,14")
        + ink(s.red, 5, "n 34,40 44,38 58,42", "n 34,46 44,46 60,56")
        + _line(s.red, 7, "M104 182l-10 62m-22 10 22-10 16 14m10-72 6 52m-16 16 16-16 20 8")
        + f'<circle cx="106" cy="46" r="19" fill="{s.blue}"/>'
        + _fill(s.red, "M92 32c2-18 16-26 34-22-4 12-8 18-12 24z")
        + _fill(s.gold, "M88 42l-46 12q-3 2 1 4l46 4z")
        + _eye(s, 104, 46, 8)
    )


BIRDS: dict[str, Callable[[Style], str]] = {
    "rooster": _rooster,
    "sparrow": _sparrow,
    "peacock": _peacock,
    "phoenix": _phoenix,
    "owl": _owl,
    "crane": _crane,
}
