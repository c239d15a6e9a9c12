"""``python -m datasets.art``: write the page's tiles, the sprite and the app icon into ``webapp/static``."""

from __future__ import annotations

from pathlib import Path

import resvg_py

from datasets.art.styles import PAGE
from datasets.art.tiles import document, icon, sprite, tile
from scoring.tiles import KINDS

STATIC = Path(__file__).parents[2] / "webapp" / "static"


def main() -> None:
    """Write everything; the result depends on the code only."""
    folder = STATIC / "tiles"
    folder.mkdir(parents=True, exist_ok=True)
    for name in KINDS:
        (folder / f"{name}.svg").write_text(document(tile(name, PAGE)), "utf-8")
    (STATIC / "tiles.svg").write_text(sprite(KINDS, PAGE), "utf-8")
    (STATIC / "icon.svg").write_text(icon(PAGE), "utf-8")
    for size in (192, 512):
        png = resvg_py.svg_to_bytes(svg_string=icon(PAGE), width=size, skip_system_fonts=True)
        (STATIC / f"icon-{size}.png").write_bytes(bytes(png))


if __name__ == "__main__":
    main()
