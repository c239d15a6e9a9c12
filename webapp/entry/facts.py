"""What the interview found out, before it becomes a Situation."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.tiles import next_tile, previous_tile
from webapp.entry.draft import Draft
from webapp.entry.interview import Choice, Interview
from webapp.entry.table import Table


@dataclass
class Facts:
    """Filled in question by question; None = not known yet."""

    type: str | None = None  # draw, self, after_kong, discard, rob
    winners: list[str] = field(default_factory=list)
    source: str | None = None  # who dealt in or was robbed
    tile: str | None = None
    hot: tuple[str, str] | None = None  # kind, meld tiles
    flip: str | None = None
    last_tile: bool = False
    first: dict[str, tuple[str, str | None]] = field(default_factory=dict)  # 1s → (by, claimed_by)
    pond: dict[str, dict[str, int]] = field(default_factory=dict)  # extra discarded chickens by seat
    ready: list[str] = field(default_factory=list)  # among the unseen
    pattern: dict[str, str] = field(default_factory=dict)
    chickens: dict[str, dict[str, int]] = field(default_factory=dict)
    special: dict[str, list[str]] = field(default_factory=dict)
    passed: list[str] = field(default_factory=list)
    drawn_followers: int | None = None
    que: dict[str, str] = field(default_factory=dict)
    yuanque: list[str] = field(default_factory=list)
    xianggong: list[str] = field(default_factory=list)
    dealer: str | None = None
    streak: int = 1

    @property
    def draw(self) -> bool:
        return self.type == "draw"


@dataclass
class Case:
    """One hand on its way through the interview."""

    draft: Draft
    table: Table
    ask: Interview
    facts: Facts = field(default_factory=Facts)

    def name(self, seat: str) -> tuple[str, str]:
        return self.draft.name(seat, "zh"), self.draft.name(seat, "en")

    def seat_choices(self, seats: str | list[str], zh: str = "{}", en: str = "{}") -> list[Choice]:
        """One choice a seat, its name set into the words."""
        return [Choice(s, zh.format(self.name(s)[0]), en.format(self.name(s)[1])) for s in seats]

    def others(self, *but: str) -> list[str]:
        """The seats in order of play without some."""
        return [seat for seat in self.draft.seats if seat not in but]

    def hidden(self) -> list[str]:
        """The seats whose tiles nobody saw."""
        return [seat for seat in self.draft.seats if not self.table.players[seat].seen]

    def standing(self) -> list[str]:
        """Standing chickens 常鸡 of the profile."""
        return list(self.draft.profile.get("chicken.standing"))

    def flipped(self) -> list[str]:
        """Flipped chickens 翻牌鸡: the next tile, with 摇摆鸡 the one before as well."""
        flip = self.facts.flip
        if flip is None:
            return []
        swing = self.draft.profile.get("chicken.flip") == "swing"
        return [next_tile(flip), *([previous_tile(flip)] if swing else [])]

    def chickens(self) -> list[str]:
        """All chicken kinds of this hand, standing ones first."""
        return list(dict.fromkeys([*self.standing(), *self.flipped()]))
