"""Whole tiles for the page: body, thickness and face; single files and one sprite."""

from __future__ import annotations

from datasets.art.faces import face
from datasets.art.styles import Style

WIDTH, HEIGHT = 264, 368
VIEW = f"0 0 {WIDTH} {HEIGHT}"
BACK_COLOUR = "#1f7a57"
_SIDE, _EDGE, _SHADE = "#d8ccab", "#e9dfc4", "#b9ab86"


def _body(style: Style, back: str) -> str:
    """Seen from above and a little from the front: coloured back below, ivory side, face on top."""
    return (
        f'<rect x="6" y="34" width="252" height="330" rx="30" fill="{back}"/>'
        f'<rect x="6" y="20" width="252" height="324" rx="30" fill="{_SIDE}"/>'
        f'<rect x="6" y="4" width="252" height="326" rx="30" fill="{_EDGE}"/>'
        f'<rect x="12" y="8" width="240" height="316" rx="25" fill="{style.ivory}"/>'
    )


def _back(style: Style, back: str) -> str:
    """Face down: the ivory lies below, the coloured back on top with a soft light along its edge."""
    return (
        f'<rect x="6" y="34" width="252" height="330" rx="30" fill="{_SHADE}"/>'
        f'<rect x="6" y="30" width="252" height="328" rx="30" fill="{style.ivory}"/>'
        f'<rect x="6" y="4" width="252" height="330" rx="30" fill="{back}"/>'
        '<rect x="20" y="16" width="224" height="302" rx="22" fill="none" stroke="#fff" '
        'stroke-opacity=".28" stroke-width="8"/>'
    )


def tile(name: str, style: Style, back: str = BACK_COLOUR) -> str:
    """The inside of a tile's SVG, for the view box ``VIEW``."""
    if name == "back":
        return _back(style, back)
    return f'{_body(style, back)}<g transform="translate(12 6)">{face(name, style)}</g>'


def document(content: str, view: str = VIEW) -> str:
    """A whole SVG file."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{content}</svg>\n'


def sprite(names: tuple[str, ...], style: Style) -> str:
    """One file with ``<symbol id="t-1m">`` …; the page may set ``--tile-back`` to its own back colour."""
    back = f"var(--tile-back,{BACK_COLOUR})"
    symbols = "\n".join(
        f'<symbol id="t-{name}" viewBox="{VIEW}">{tile(name, style, back)}</symbol>' for name in names
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def icon(style: Style) -> str:
    """The app's icon: the 幺鸡 tile on felt; the tile keeps inside the circle a phone may cut out."""
    content = (
        '<rect width="512" height="512" fill="#14573f"/>'
        '<circle cx="256" cy="200" r="330" fill="#1d6b4d"/>'
        f'<g transform="translate(110 50)scale(1.12)">{tile("1s", style, "#c0392b")}</g>'
    )
    return document(content, "0 0 512 512")
