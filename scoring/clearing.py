"""From net amounts to the fewest payments that clear them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Payment:
    """``payer`` gives ``payee`` ``amount`` (> 0)."""

    payer: str
    payee: str
    amount: int


def fewest_payments(net: Mapping[str, int]) -> list[Payment]:
    """The smallest set of payments after which everybody is square; exact for up to a dozen people.

    Splits the people into as many groups that sum to zero as possible; a group of n needs n - 1 payments.
    Raises ``ValueError`` if the amounts don't sum to zero.
    """
    if sum(net.values()):
        raise ValueError("net amounts must sum to zero")
    people = [p for p, amount in net.items() if amount]
    out: list[Payment] = []
    for group in _groups(people, net):
        out.extend(_chain({p: net[p] for p in group}))
    return out


def _groups(people: list[str], net: Mapping[str, int]) -> list[list[str]]:
    """The partition into the most zero-sum groups, by dynamic programming over subsets."""
    n = len(people)
    if n > 12:
        return [people]

    @cache
    def total(mask: int) -> int:
        return sum(net[people[i]] for i in range(n) if mask >> i & 1)

    @cache
    def best(mask: int) -> tuple[int, ...]:
        if not mask:
            return ()
        low = mask & -mask
        found: tuple[int, ...] = (mask,)
        sub = mask
        while sub:
            if sub & low and total(sub) == 0 and sub != mask:
                split = (sub, *best(mask ^ sub))
                if len(split) > len(found):
                    found = split
            sub = (sub - 1) & mask
        return found

    return [[people[i] for i in range(n) if mask >> i & 1] for mask in best((1 << n) - 1)]


def _chain(net: dict[str, int]) -> list[Payment]:
    """Clear one group: the largest debtor pays the largest creditor, again and again."""
    out = []
    while any(net.values()):
        payer = min(net, key=lambda p: net[p])
        payee = max(net, key=lambda p: net[p])
        amount = min(-net[payer], net[payee])
        out.append(Payment(payer, payee, amount))
        net[payer] += amount
        net[payee] -= amount
    return out
