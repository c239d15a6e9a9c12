"""The hand as the rules look at it: who is ready, what the winners hold, which tiles are chickens, who is burned."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.melds import Meld
from scoring.profile import Profile
from scoring.rules.chicken_kinds import ChickenKinds, chicken_kinds
from scoring.rules.hand_value import WinningHand, winning_hand
from scoring.rules.legality import check_legality
from scoring.rules.readiness import waits_of
from scoring.situation import Player, Situation
from scoring.validation import hot_tile


@dataclass(frozen=True, slots=True)
class Table:
    """A validated situation with everything derived from it once. Seats in order of play."""

    situation: Situation
    profile: Profile
    seats: tuple[str, ...]
    waits: dict[str, tuple[str, ...]]
    ready: frozenset[str]
    hands: dict[str, WinningHand]
    chickens: ChickenKinds
    burned_beans: frozenset[str]
    burned_chickens: frozenset[str]
    void_meld: tuple[str, Meld] | None

    def player(self, seat: str) -> Player:
        """The player at ``seat``."""
        return self.situation.players[seat]

    def others(self, seat: str) -> tuple[str, ...]:
        """All other seats, in order of play from A."""
        return tuple(s for s in self.seats if s != seat)

    def unseen(self, *seats: str) -> bool:
        """Whether any of these hands was only declared."""
        return any(self.situation.players[s].concealed is None for s in seats)

    @property
    def drawn(self) -> bool:
        """黄庄: nobody won."""
        return self.situation.result.type == "draw"


def read_table(situation: Situation, profile: Profile) -> Table:
    """Derive a table; raises ``NOT_A_HAND``, ``NO_PASS`` or ``GUOHU`` (RULES 3.2 steps 2-5)."""
    result = situation.result
    seats = tuple(situation.players)
    waits = {
        seat: waits_of(player, profile, result.tile if seat in result.winners else None, result.type)
        for seat, player in situation.players.items()
    }
    ready = frozenset(
        seat
        for seat, player in situation.players.items()
        if seat in result.winners or waits[seat] or (player.declared is not None and player.declared.ready)
    )
    hands = {winner: winning_hand(situation, profile, winner) for winner in result.winners}
    check_legality(situation, profile, hands)
    burned_beans: frozenset[str] = frozenset()
    burned_chickens: frozenset[str] = frozenset()
    void_meld = None
    cause = "hot" if result.hot is not None else "rob" if result.type == "rob" else None
    if cause is not None:
        assert result.source is not None
        if profile[f"{cause}.burn_beans"] == "all":
            burned_beans = frozenset({result.source})
        elif result.hot is not None:
            # The robbed meld is a pung again and earns nothing anyway.
            void_meld = _hot_meld(situation)
        if profile[f"{cause}.burn_chickens"]:
            burned_chickens = frozenset({result.source})
    return Table(
        situation=situation,
        profile=profile,
        seats=seats,
        waits=waits,
        ready=ready,
        hands=hands,
        chickens=chicken_kinds(situation, profile),
        burned_beans=burned_beans,
        burned_chickens=burned_chickens,
        void_meld=void_meld,
    )


def _hot_meld(situation: Situation) -> tuple[str, Meld]:
    result = situation.result
    assert result.source is not None
    tile = hot_tile(result.hot_meld)
    meld = next(m for m in situation.players[result.source].melds if m.kind == result.hot and m.tile == tile)
    return result.source, meld
