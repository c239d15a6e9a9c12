"""Who deals which hand: the chain from one hand to the next (RULES 3.2 step 13; SPEC 3.7).

A dealer is a person: who changes seats takes the deal along; a substitute inherits the seat's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LONGEST = 1000  # the engine's own limit of a streak 连庄


@dataclass(frozen=True)
class Turn:
    """Who deals the next hand, as far as the last one tells."""

    seat: str | None = None
    person: str | None = None
    streak: int = 1

    @property
    def known(self) -> bool:
        return self.seat is not None

    def at(self, seats: Mapping[str, str]) -> tuple[str | None, int]:
        """Seat and streak for people sitting like this; None where nobody can tell."""
        if self.seat is None:
            return None, 1
        sits = next((seat for seat, person in seats.items() if person == self.person), None)
        seat = sits or (self.seat if self.seat in seats else None)
        return seat, self.streak if seat else 1


START = Turn()


def after(seats: Mapping[str, str], next_dealer: str | None, next_streak: int | None) -> Turn:
    """The turn that a settled hand leaves behind."""
    if next_dealer is None:
        return START
    return Turn(next_dealer, seats.get(next_dealer), min(next_streak or 1, LONGEST))
