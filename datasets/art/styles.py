"""How one tile set draws its faces: inks and the design of dots, sticks, bird and characters."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """One drawn set. Colours are CSS hex; ``ivory`` is what shows between the inks."""

    name: str
    ivory: str = "#fbf6e6"
    blue: str = "#1d4a9c"
    green: str = "#187245"
    red: str = "#bf2a1c"
    ink: str = "#1f2430"
    gold: str = "#e0a526"
    number: str = "blue"  # ink of 一…九
    wind: str = "ink"  # ink of 東南西北
    seven: str = "blue"  # ink of the middle column of 7s
    eight_dots: str = "blue"  # ink of 8p
    dot: str = "ring"  # ring | rings | cross | spokes
    stick: str = "bone"  # bone | beads | joint
    stick_width: float = 1.0
    bird: str = "rooster"  # rooster | sparrow | peacock | phoenix | owl | crane
    five: str = "伍"
    wan: str = "萬"
    weight: float = 11.0  # pen weight of the characters, in 1/100 em
    index: str = ""  # ink of a small corner number, "" = none
    white: str = "frame"  # frame | blank | glyph

    def colour(self, ink: str) -> str:
        """The hex colour of ``"blue"``, ``"green"`` …"""
        value = getattr(self, ink)
        assert isinstance(value, str)
        return value


PAGE = Style("page", weight=12.5, stick_width=1.12)
