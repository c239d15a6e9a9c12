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
    wan: str = "萬"  # 萬 | 萬行 | 万
    tilt: float = 0.0  # how far the right of a character is lifted, as engravers do
    number_weight: float = 1.16  # pen of 一…九, as a share of ``weight``
    number_y: float = 84.0
    wan_y: float = 232.0
    fill: float = 1.0  # how much of the face the drawing takes
    characters_fill: float = 1.0  # the same for 万, on top
    drop: float = 0.0  # how much lower the drawing sits
    weight: float = 11.0  # pen weight of the characters, in 1/100 em
    index: str = ""  # ink of a small corner number, "" = none
    white: str = "frame"  # frame | blank | glyph

    def colour(self, ink: str) -> str:
        """The hex colour of ``"blue"``, ``"green"`` …"""
        value = getattr(self, ink)
        assert isinstance(value, str)
        return value


PAGE = Style("page", weight=12.5, stick_width=1.12, number_weight=1.3, characters_fill=0.96)

# Sets as they are sold, for rendered photos: each mixes inks and designs in its own way.
STYLES: dict[str, Style] = {
    style.name: style
    for style in (
        PAGE,
        Style(
            "classic",
            blue="#1b3fa0",
            green="#12693a",
            red="#b01f26",
            dot="rings",
            bird="rooster",
            wan="萬行",
            tilt=0.1,
            weight=10.5,
            number_weight=1.5,
            number_y=78,
            wan_y=215,
            fill=0.95,
            characters_fill=0.8,
        ),
        Style(
            "black",
            blue="#20242c",
            green="#1c5a2c",
            red="#c8141e",
            number="ink",
            eight_dots="ink",
            seven="green",
            dot="rings",
            bird="sparrow",
            wan="萬行",
            tilt=0.08,
            weight=13,
            number_weight=1.4,
            number_y=80,
            wan_y=218,
            stick_width=1.15,
            characters_fill=0.88,
        ),
        Style(
            "index",
            green="#164a37",
            red="#c22630",
            blue="#27408f",
            number="ink",
            dot="cross",
            stick="beads",
            bird="owl",
            index="red",
            eight_dots="green",
            seven="green",
            weight=12,
            number_weight=1.4,
            fill=0.84,
            characters_fill=0.9,
            drop=12,
        ),
        Style(
            "wheel",
            ink="#22262c",
            green="#2b3b35",
            red="#b8323c",
            number="ink",
            dot="spokes",
            stick="joint",
            bird="phoenix",
            index="red",
            eight_dots="ink",
            wind="blue",
            five="五",
            number_weight=1.4,
            wan_y=226,
            fill=0.85,
            characters_fill=0.85,
            drop=14,
        ),
        Style(
            "pale",
            blue="#3f86c4",
            green="#2fae72",
            red="#e2563f",
            bird="crane",
            dot="rings",
            wan="萬行",
            tilt=0.12,
            weight=9,
            number_weight=1.4,
            number_y=86,
            wan_y=216,
            stick_width=0.8,
            wind="blue",
            white="blank",
            fill=0.78,
            characters_fill=0.9,
        ),
        Style(
            "navy",
            blue="#1a2a86",
            green="#0f5b36",
            red="#8e1b2c",
            dot="rings",
            bird="peacock",
            index="blue",
            weight=11,
            white="glyph",
            wan="万",
            five="五",
            tilt=0.05,
            number_weight=1.4,
            fill=0.86,
            characters_fill=0.84,
            drop=12,
        ),
    )
}
