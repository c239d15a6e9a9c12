"""Which tiles are chickens 鸡 in this hand: standing 常鸡, flipped 翻牌鸡, gold 金鸡 (RULES 3.2 step 8, A8, A14)."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.profile import Profile
from scoring.schema import CHICKEN_TILES
from scoring.situation import Situation
from scoring.tiles import next_tile, previous_tile


@dataclass(frozen=True, slots=True)
class ChickenKinds:
    """The chickens of one hand. ``value`` and ``param``: what one tile of a kind pays, and the leaf that says so."""

    standing: tuple[str, ...]
    flipped: tuple[str, ...]
    value: dict[str, int]
    param: dict[str, str]

    @property
    def gold(self) -> tuple[str, ...]:
        """Standing chickens that were flipped too."""
        return tuple(tile for tile in self.standing if tile in self.flipped)


def flip_counts(situation: Situation, profile: Profile) -> bool:
    """Whether the flipped tile makes chickens: not at 黄庄, and not after the last tile."""
    result = situation.result
    return (
        situation.flip is not None
        and result.type != "draw"
        and not (result.last_tile and profile["chicken.no_flip_on_last_tile"])
    )


def chicken_kinds(situation: Situation, profile: Profile) -> ChickenKinds:
    """The kinds, their values and parameters."""
    standing = tuple(t for t in CHICKEN_TILES if profile[f"chicken.standing.{t}.plain"] is not None)
    flipped: tuple[str, ...] = ()
    if situation.flip is not None and flip_counts(situation, profile):
        flipped = (next_tile(situation.flip),)
        if profile["chicken.flip"] == "swing":
            flipped = (previous_tile(situation.flip), next_tile(situation.flip))
    value: dict[str, int] = {}
    param: dict[str, str] = {}
    for tile in standing:
        param[tile] = graded(profile, f"chicken.standing.{tile}", tile in flipped)
        value[tile] = profile[param[tile]]
    for tile in flipped:
        if tile not in value:
            param[tile] = "chicken.flip_value"
            value[tile] = profile["chicken.flip_value"]
    return ChickenKinds(standing, flipped, value, param)


def graded(profile: Profile, group: str, gold: bool) -> str:
    """The leaf ``group.gold`` or ``group.plain``; plain where no gold value is set."""
    return f"{group}.gold" if gold and profile[f"{group}.gold"] is not None else f"{group}.plain"
