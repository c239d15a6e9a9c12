"""The tables of the lessons: four hands that go together, bent for each example.

A wins, B discards (unready), C is ready, D is not. At a table of three or two the last seats are left out, and
where a suit is given up 定缺 each hand of A, B and C lacks one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.melds import parse_meld
from scoring.profile import Profile
from scoring.situation import SEATS
from scoring.tiles import SUITS, parse_tiles

QUIET = "9p"
"""A flip that makes 1p the chicken, which only D holds."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's tiles in an example."""

    hand: str
    melds: tuple[str, ...] = ()
    discards: str = ""
    special: tuple[str, ...] = ()

    def to_json(self, que: bool, extra: str) -> dict[str, Any]:
        """As a situation takes it; with ``que`` the suit he has least of is given up."""
        out: dict[str, Any] = {
            "hand": self.hand,
            "melds": list(self.melds),
            "discards": self.discards,
            "special": list(self.special),
        }
        if que:
            tiles = [*parse_tiles(self.hand + extra), *(parse_meld(m).tile for m in self.melds)]
            out["que"] = min(SUITS, key=lambda suit: sum(tile[1] == suit for tile in tiles))
        return out


PLAIN = Seat("234567p99p345s67s")
"""Waits on 2s, 5s and 8s, no kong."""
PASS = Seat("567p99p345s67s", ("concealed-kong 2222p",))
"""The same with a 豆."""
TRIPLETS = Seat("666p88p444s55s", ("pung 333p<B",))
"""Waits on 8p and 5s for 大对子."""
CHICKENS = Seat("234567p345s67s11s")
"""Two 幺鸡; waits on 2s, 5s and 8s."""
JUNK_B = Seat("1225889m224799s")
READY_B = Seat("44488822m222s79s")
READY_C = Seat("123456789m33s89s")
JUNK_D = Seat("135599m1134679p")


@dataclass(frozen=True, slots=True)
class Deal:
    """An example's facts; the rules come from a profile."""

    a: Seat = PLAIN
    b: Seat = JUNK_B
    c: Seat = READY_C
    d: Seat = JUNK_D
    result: Mapping[str, Any] = field(default_factory=dict)
    flip: str | None = QUIET
    events: Mapping[str, Any] = field(default_factory=dict)
    dealer: str = "A"
    streak: int = 1

    def situation(self, profile: Profile) -> dict[str, Any]:
        """The example as a situation of this rule system, options and overlay included."""
        n = profile["meta.players"][0]
        que = profile["que.required"]
        seats = dict(zip(SEATS[:n], (self.a, self.b, self.c, self.d), strict=False))
        winners = self.result.get("winners", ())
        tile = self.result.get("tile", "") if "from" in self.result else ""
        out: dict[str, Any] = {
            "profile": profile.id,
            "variants": list(profile.chosen),
            "overlay": dict(profile.overlay),
            "players": {
                name: seat.to_json(que, tile if name in winners else "") for name, seat in seats.items()
            },
            "events": dict(self.events),
            "flip": self.flip,
            "result": dict(self.result),
        }
        if profile["dealer.mode"] != "none":
            out |= {"dealer": self.dealer, "dealer_streak": self.streak}
        return out


def draws(winner: str, tile: str, **more: Any) -> dict[str, Any]:
    """自摸."""
    return {"type": "self", "winners": [winner], "tile": tile, **more}


def deals_in(tile: str, *winners: str, **more: Any) -> dict[str, Any]:
    """点炮: B deals in."""
    return {"type": "discard", "winners": list(winners), "from": "B", "tile": tile, **more}


def with_tile(seat: Seat, tile: str) -> Seat:
    """A hand with the tile its owner drew."""
    return Seat(seat.hand + tile, seat.melds, seat.discards, seat.special)


def players(profile: Profile) -> int:
    """How many play."""
    return int(profile["meta.players"][0])
