"""Rows of our own drawn tiles as pictures: what a test wants to see in a photo, laid out exactly so."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw
from resvg_py import svg_to_bytes

from datasets.art.styles import STYLES, Style
from datasets.art.tiles import HEIGHT, WIDTH, document, tile

FELT = (38, 92, 70)
Draw = Callable[[str, int], Image.Image]
"""A tile's name and its width in pixels → its picture with transparency."""


@lru_cache(maxsize=128)
def drawn_tile(name: str, width: int, style: Style = STYLES["classic"]) -> Image.Image:
    """One of the tiles that rendered photos are made with."""
    data = svg_to_bytes(svg_string=document(tile(name, style)), width=width, skip_system_fonts=True)
    with Image.open(io.BytesIO(bytes(data))) as image:
        return image.convert("RGBA")


def invented_tile(name: str, width: int) -> Image.Image:
    """A tile of a set that nobody sells: a figure in one ink, its corners for the suit, a dial for the rank."""
    image = Image.new("RGBA", (width, width * HEIGHT // WIDTH))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, width - 1, image.height - 1), width // 9, "#efe7d0", "#b9ab86")
    rank, suit = int(name[0]), "mps".index(name[1])
    x, y, r = width / 2, image.height / 2, width * 0.28
    pen.regular_polygon((x, y, r * 1.25), 3 + suit, rotation=40 * rank, fill="#5b4a86")
    pen.line((x, y - r, x, y + r), "#efe7d0", max(1, width // 30))
    pen.line((x - r * rank / 9, y + r / 2, x + r * rank / 9, y - r / 2), "#efe7d0", max(1, width // 20))
    return image


def table(
    *rows: Sequence[str],
    tile_width: int = 62,
    draw: Draw = drawn_tile,
    size: tuple[int, int] = (960, 640),
    gap: int = 1,
) -> Image.Image:
    """Rows in the middle of a felt, a tile's height apart; ``""`` is a place left free."""
    image = Image.new("RGB", size, FELT)
    high = tile_width * HEIGHT // WIDTH
    top = (size[1] - high * (2 * len(rows) - 1)) // 2
    for k, names in enumerate(rows):
        left = (size[0] - len(names) * (tile_width + gap)) // 2
        for i, name in enumerate(names):
            if name:
                face = draw(name, tile_width)
                image.paste(face, (left + i * (tile_width + gap), top + 2 * k * high), face)
    return image
