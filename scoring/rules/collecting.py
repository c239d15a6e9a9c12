"""豆 and 鸡 collected: every ready, un-burned owner from everybody his claims name (RULES 3.2 steps 7-9, A9, A12)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules.beans import bean_claims
from scoring.rules.chickens import chicken_claims
from scoring.table import Table
from scoring.transfer import Transfer


def paid_kinds(table: Table) -> tuple[str, ...]:
    """Which of "bean" and "chicken" are paid at all in this hand: at 黄庄 no chickens, and beans by the rules."""
    if not table.drawn:
        return ("bean", "chicken")
    return () if table.profile["bean.void_on_draw"] else ("bean",)


def is_burned(table: Table, seat: str, kind: str) -> bool:
    """Whether a player's "bean" or "chicken" income is burned."""
    return seat in (table.burned_beans if kind == "bean" else table.burned_chickens)


def earns(table: Table, seat: str, kind: str) -> bool:
    """Whether a player collects "bean" or "chicken" income, where it is paid."""
    if is_burned(table, seat, kind):
        return False
    return seat in table.ready or not table.profile[f"{kind}.needs_ready"]


def collecting(table: Table) -> Iterator[Transfer]:
    """BEAN_*, CHICKEN, CHICKEN_KONG, CHARGE and RESP."""
    paid = paid_kinds(table)
    for seat in table.seats:
        beans = "bean" in paid and earns(table, seat, "bean")
        chickens = "chicken" in paid and earns(table, seat, "chicken")
        unseen = table.unseen(seat)
        if beans:
            for claim in bean_claims(table, seat, all_in=chickens):
                yield Transfer(claim.payers, seat, claim.each, claim.code, claim.params, claim.facts, unseen)
        if chickens:
            for claim in chicken_claims(table, seat, all_in=beans):
                yield Transfer(claim.payers, seat, claim.each, claim.code, claim.params, claim.facts, unseen)
