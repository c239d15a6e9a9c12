"""A whole hand dealt at random under a rule system, as a situation the engine settles (RULES 3.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from scoring.errors import ZhuojiError
from scoring.melds import CONCEALED_KONG, PUNG
from scoring.profile import Profile
from scoring.schema import CHICKEN_TILES
from scoring.settle import Settlement, settle
from scoring.situation import SEATS, SELF_DRAWN, WIN, parse_situation
from scoring.teach.deal import (
    FLUSH,
    SHAPES,
    Holding,
    OutOfTilesError,
    Wall,
    complete,
    loose,
    one_short,
    suits_of,
)
from scoring.teach.dice import Dice
from scoring.tiles import SUITS, next_tile, previous_tile

ENDINGS = {
    1: ("self", "discard"),
    2: ("self", "discard", "discard", "after_kong"),
    3: ("self", "discard", "discard", "hot", "after_kong", "rob", "draw", "two"),
}
Accept = Callable[[Settlement], bool]


@dataclass(slots=True)
class _Deal:
    dice: Dice
    profile: Profile
    level: int
    wall: Wall = field(init=False)
    seats: str = field(init=False)
    suits: dict[str, str] = field(default_factory=dict)
    held: dict[str, Holding] = field(default_factory=dict)
    result: dict[str, Any] = field(default_factory=dict)
    flip: str | None = None

    def situation(self) -> dict[str, Any]:
        """Everything; raises ``OutOfTilesError`` where it doesn't work out."""
        dice, profile = self.dice, self.profile
        self.seats = SEATS[: profile["meta.players"][0]]
        ending = dice.pick(ENDINGS[self.level])
        self.wall = Wall(dice)
        if ending != "draw":
            self.flip = self._turn()
        for seat in self.seats:
            self.suits[seat] = suits_of(dice, profile, 0.0)
        if ending == "draw":
            self.result = {"type": "draw"}
        else:
            self._win(ending)
        for seat in self.seats:
            if seat not in self.held:
                self.held[seat] = self._other(seat)
        rows = 0.0 if self.level == 1 else 0.6
        for holding in self.held.values():
            if dice.chance(rows):
                holding.discards = self._row()
        return self._json()

    def _turn(self) -> str:
        """The flip; chickens of this hand are then dealt more often."""
        flip = self.dice.pick(["9s", *self.wall.some(1)]) if self.dice.chance(0.3) else self.wall.some(1)[0]
        self.wall = Wall(self.dice)
        self.wall.take(flip)
        liked = [t for t in CHICKEN_TILES if self.profile[f"chicken.standing.{t}.plain"] is not None]
        liked.append(next_tile(flip))
        if self.profile["chicken.flip"] == "swing":
            liked.append(previous_tile(flip))
        self.wall.liked = tuple(liked)
        return flip

    def _win(self, ending: str) -> None:
        dice = self.dice
        winner = dice.pick(self.seats)
        source = dice.pick([seat for seat in self.seats if seat != winner])
        full = self._complete(winner, kong=ending == "after_kong")
        tile = dice.pick(full.concealed)
        if ending in SELF_DRAWN:
            self.held[winner] = full
            self.result = {"type": ending, "winners": [winner], "tile": tile}
            return
        self.held[winner] = full.copy_less(tile)
        winners = [winner]
        if ending == "two":
            others = [seat for seat in self.seats if seat not in (winner, source)]
            if not others:
                raise OutOfTilesError
            second = dice.pick(others)
            self.held[second] = self._waiting_on(second, tile)
            winners = [seat for seat in self.seats if seat in self.held]
        self.result = {"type": "discard", "winners": winners, "from": source, "tile": tile}
        if ending == "rob":
            self._robbed(source, winner, tile)
        elif ending == "hot":
            self._hot(source)

    def _complete(self, seat: str, kong: bool) -> Holding:
        dice = self.dice
        shape = dice.pick(SHAPES[min(self.level, 2)])
        suits = self.suits[seat]
        if dice.chance(FLUSH[self.level] / 3):
            suits = dice.pick(suits)
        kongs = 1 if kong or dice.chance(0.45) else 0
        melds = max(kongs, dice.below(3))
        if kong and shape in ("pairs", "quads"):
            shape = "plain"
        return complete(self.wall, seat, self.seats, shape, suits=suits, melds=melds, kongs=kongs)

    def _waiting_on(self, seat: str, tile: str) -> Holding:
        """A second winner on the same tile; that one copy serves both."""
        self.wall.give([tile])
        full = self._complete(seat, kong=False)
        if tile not in full.concealed:
            raise OutOfTilesError
        return full.copy_less(tile)

    def _robbed(self, source: str, winner: str, tile: str) -> None:
        """The robbed player's pung, its fed tile from anybody but himself."""
        self.wall.take(tile, tile, tile)
        feeder = self.dice.pick([seat for seat in self.seats if seat != source])
        holding = loose(self.wall, source, self.seats, self.suits[source], 1)
        self.wall.give([holding.melds[0].tile] * holding.melds[0].size)
        holding.melds[0] = type(holding.melds[0])(PUNG, tile, feeder)
        self.held[source] = holding
        self.result = {"type": "rob", "winners": [winner], "from": source, "tile": tile}

    def _hot(self, source: str) -> None:
        holding = self._short(source, kongs=1)
        kong = holding.melds[0]
        self.held[source] = holding
        self.result |= {"hot": kong.kind, "hot_meld": f"{kong.tile[0] * 4}{kong.tile[1]}"}

    def _short(self, seat: str, kongs: int) -> Holding:
        melds = max(kongs, self.dice.below(3))
        full = complete(
            self.wall, seat, self.seats, "plain", suits=self.suits[seat], melds=melds, kongs=kongs
        )
        return one_short(self.wall, full)

    def _other(self, seat: str) -> Holding:
        dice = self.dice
        kongs = 1 if self.level > 1 and dice.chance(0.35) else 0
        if dice.chance(0.55):
            return self._short(seat, kongs)
        melds = max(kongs, dice.below(self.level))
        suits = self.suits[seat] if dice.chance(0.5) else SUITS
        return loose(self.wall, seat, self.seats, suits, melds, kongs)

    def _row(self) -> list[str]:
        out = []
        for tile in self.wall.liked:
            while self.dice.chance(0.4):
                try:
                    out += self.wall.take(tile)
                except OutOfTilesError:
                    break
        return out + self.wall.some(self.dice.below(3))

    def _json(self) -> dict[str, Any]:
        dice, profile = self.dice, self.profile
        players: dict[str, dict[str, Any]] = {}
        for seat in self.seats:
            held = self.held[seat]
            players[seat] = {
                "hand": held.text(),
                "melds": [str(meld) for meld in held.melds],
                "discards": "".join(held.discards),
            }
            if profile["que.required"]:
                players[seat]["que"] = dice.pick([s for s in SUITS if s not in self.suits[seat]] or SUITS)
        out: dict[str, Any] = {
            "profile": profile.id,
            "variants": list(profile.chosen),
            "players": players,
            "events": self._firsts(),
            "flip": self.flip,
            "result": self.result,
        }
        if profile["dealer.mode"] != "none":
            out["dealer"] = dice.pick(self.seats)
            out["dealer_streak"] = 1 + dice.below(self.level)
        winners = self.result.get("winners", [])
        declares = profile["special.baoting.bonus"] is not None and self.level == 3
        if declares and len(winners) == 1 and not self.held[winners[0]].melds and dice.chance(0.3):
            players[winners[0]]["special"] = ["baoting"]
        return out

    def _firsts(self) -> dict[str, Any]:
        """Who played the first 幺鸡 (八筒), where that is worth something: a row's owner or a meld's feeder."""
        out: dict[str, Any] = {}
        for tile in CHICKEN_TILES:
            if self.profile[f"charge.{tile}.plain"] is None and self.profile[f"resp.{tile}.plain"] is None:
                continue
            options: list[dict[str, str | None]] = [
                {"by": seat, "claimed_by": None} for seat, held in self.held.items() if tile in held.discards
            ]
            options += [
                {"by": meld.feeder, "claimed_by": seat}
                for seat, held in self.held.items()
                for meld in held.melds
                if meld.tile == tile and meld.kind != CONCEALED_KONG
            ]
            if options:
                out[f"first_{tile}"] = self.dice.pick(options)
            elif self.result["type"] == "discard" and self.result["tile"] == tile:
                out[f"first_{tile}"] = {"by": self.result["from"], "claimed_by": WIN}
        return out


def deal_table(name: str, profile: Profile, level: int, accept: Accept) -> tuple[dict[str, Any], Settlement]:
    """The first hand of the series ``name`` that can be dealt, may be won, and is accepted."""
    for attempt in count():  # pragma: no branch - some hand always is
        dice = Dice(f"{name}/{attempt}")
        try:
            raw = _Deal(dice, profile, level).situation()
            settlement = settle(parse_situation(raw), profile)
        except (OutOfTilesError, ZhuojiError):
            continue  # e.g. a plain hand without 通行证 on a discard
        if accept(settlement):
            return raw, settlement
    raise AssertionError  # pragma: no cover
