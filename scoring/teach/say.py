"""Small pieces of bilingual text."""

from __future__ import annotations

from scoring.wording import Both, seats, tile, tiles


def tile2(name: str) -> Both:
    """A tile's name in both languages."""
    return tile(name, "zh"), tile(name, "en")


def tiles2(names: tuple[str, ...] | list[str]) -> Both:
    """Several tiles."""
    return tiles(names, "zh"), tiles(names, "en")


def seats2(names: tuple[str, ...]) -> Both:
    """Several seats."""
    return seats(names, "zh"), seats(names, "en")


def signed(amount: int) -> str:
    """+5, 0, −3 with a real minus sign."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"
