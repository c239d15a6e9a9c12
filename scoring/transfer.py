"""An itemised payment: who pays whom how much and for what. The net of a hand is the sum of these, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Transfer:
    """Every seat in ``payers`` pays ``each`` (> 0, in the profile's unit) to ``to``.

    ``code`` is one of the list in the header of ``examples.yaml``; ``params`` names the profile leaves that
    produced it, first the one whose clause it stands on; ``facts`` is what the sentence needs; ``declared``
    marks an item that rests on tiles nobody saw.
    """

    payers: tuple[str, ...]
    to: str
    each: int
    code: str
    params: tuple[str, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    declared: bool = False


def net(seats: Iterable[str], transfers: Iterable[Transfer]) -> dict[str, int]:
    """What each seat wins (+) or loses (-) in all; sums to zero by construction."""
    total = dict.fromkeys(seats, 0)
    for t in transfers:
        total[t.to] += t.each * len(t.payers)
        for payer in t.payers:
            total[payer] -= t.each
    return total
