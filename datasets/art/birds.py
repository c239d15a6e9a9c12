"""幺鸡: the bird of 一条, in several hands."""

from __future__ import annotations

from datasets.art.styles import Style


def draw(style: Style) -> str:
    """The bird of the style on the 240 × 320 face."""
    return BIRDS[style.bird](style)


def _sparrow(s: Style) -> str:
    """Standing, looking left, a red crest, one blue wing, three long tail feathers to the right."""
    tail = (
        f'<path fill="{s.green}" d="M132 176c32 14 62 44 74 92q3 16-8 17t-16-13c-10-34-30-62-64-74z"/>'
        f'<path fill="{s.red}" d="M124 186c28 20 44 52 46 96q0 16-11 16t-14-14c-4-38-16-66-38-84z"/>'
        f'<path fill="{s.blue}" d="M140 166c36 4 68 22 84 58q6 14-3 19t-18-8c-16-24-40-40-70-46z"/>'
        f'<g fill="{s.gold}"><circle cx="196" cy="268" r="7"/><circle cx="159" cy="280" r="7"/>'
        '<circle cx="213" cy="229" r="6"/></g>'
    )
    legs = (
        f'<path fill="none" stroke="{s.red}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round" '
        'd="M92 202l-4 62m-26 10 26-10 18 12m6-76-2 56m-22 16 22-16 20 12"/>'
    )
    body = (
        f'<path fill="{s.green}" stroke="{s.ivory}" stroke-width="5" d="M116 66c-2-22-22-34-42-28-22 6-30 28-22 46 '
        '4 10 2 20-4 32-16 34-8 76 28 92 34 14 72-2 86-34-22-22-38-44-42-70-2-14-4-26-4-38z"/>'
        f'<path fill="{s.red}" d="M54 108c-20 34-16 72 14 90 8 4 16 6 24 6-24-24-34-58-28-98q-6-4-10 2z"/>'
    )
    wing = (
        f'<path fill="{s.blue}" stroke="{s.ivory}" stroke-width="5" d="M92 116c22-10 44-6 60 8 22 18 42 24 66 16'
        '-6 30-32 48-64 50-38 4-68-30-62-74z"/>'
        f'<path fill="none" stroke="{s.ivory}" stroke-width="5" stroke-linecap="round" '
        'd="M110 132c2 22 16 36 36 38m-14-40c4 18 16 28 36 30m-14-20c8 8 18 12 30 10"/>'
    )
    head = (
        f'<path fill="{s.gold}" d="M52 58l-34 16q-3 3 1 5l36 7z"/>'
        f'<circle cx="76" cy="66" r="11" fill="{s.ivory}"/><circle cx="74" cy="66" r="6" fill="{s.ink}"/>'
        f'<path fill="{s.red}" d="M78 40c-8-16-4-30 10-34 0 12 0 22 6 32zm14 0c0-18 10-30 26-30-4 14-8 24-10 38z'
        'm14 10c6-16 18-24 34-20-8 10-16 20-22 34z"/>'
    )
    return tail + legs + body + wing + head


BIRDS = {"sparrow": _sparrow}
