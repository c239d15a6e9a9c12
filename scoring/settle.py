"""The pipeline: situation + profile → itemised settlement (RULES 3.2). Read it top down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from scoring.profile import Profile, load_profile
from scoring.rules.collecting import collecting
from scoring.rules.exhausted_draw import exhausted_draw
from scoring.rules.extras import followed_discard, missing_suit
from scoring.rules.many_winners import reverse_all
from scoring.rules.next_dealer import next_dealer
from scoring.rules.passed_win import passers_pay
from scoring.rules.reversal import reversal
from scoring.rules.unpaid import unpaid
from scoring.rules.unused_facts import Notice, unused_facts
from scoring.rules.win_payments import win_payments
from scoring.situation import Situation
from scoring.table import Table, read_table
from scoring.transfer import Transfer, net
from scoring.validation import validate


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who pays whom and why. ``net`` sums the transfers; ``assumptions`` are the assumed leaves they rest on."""

    table: Table
    transfers: tuple[Transfer, ...]
    net: dict[str, int]
    next_dealer: str | None
    next_streak: int | None
    assumptions: tuple[str, ...]
    warnings: tuple[Notice, ...]


def settle(situation: Situation, profile: Profile | None = None) -> Settlement:
    """Settle one hand. Raises ``ZhuojiError``: BAD_SITUATION, NOT_A_HAND, NO_PASS or GUOHU, in that order."""
    if profile is None:
        profile = load_profile(situation.profile, situation.variants, situation.overlay)
    validate(situation, profile)
    table = read_table(situation, profile)
    transfers = tuple(_items(table))
    dealer, streak = next_dealer(table)
    assumed = {p: None for t in transfers for p in t.params if profile.leaves[p].assumed}
    return Settlement(
        table=table,
        transfers=transfers,
        net=net(table.seats, transfers),
        next_dealer=dealer,
        next_streak=streak,
        assumptions=tuple(assumed),
        warnings=(*unused_facts(table), *unpaid(table)),
    )


def _items(table: Table) -> Iterator[Transfer]:
    if table.drawn:
        yield from exhausted_draw(table)
        yield from collecting(table)
    else:
        yield from win_payments(table)
        yield from passers_pay(table)
        yield from reverse_all(table, chain(collecting(table), reversal(table)))
    yield from followed_discard(table)
    yield from missing_suit(table)
