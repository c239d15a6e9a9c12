"""豆 and 鸡 collected: every ready, un-burned owner from everybody his claims name (RULES 3.2 steps 7-9, A9, A12)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules.beans import bean_claims
from scoring.rules.chickens import chicken_claims
from scoring.table import Table
from scoring.transfer import Transfer


def earns(table: Table, seat: str, kind: str) -> bool:
    """Whether a player collects "bean" or "chicken" income in this hand."""
    if seat in (table.burned_beans if kind == "bean" else table.burned_chickens):
        return False
    return seat in table.ready or not table.profile[f"{kind}.needs_ready"]


def collecting(table: Table) -> Iterator[Transfer]:
    """BEAN_*, CHICKEN, CHICKEN_KONG, CHARGE and RESP."""
    beans_void = table.drawn and table.profile["bean.void_on_draw"]
    for seat in table.seats:
        beans = not beans_void and earns(table, seat, "bean")
        chickens = not table.drawn and earns(table, seat, "chicken")
        unseen = table.unseen(seat)
        if beans:
            for claim in bean_claims(table, seat, all_in=chickens):
                yield Transfer(claim.payers, seat, claim.each, claim.code, claim.params, claim.facts, unseen)
        if chickens:
            for claim in chicken_claims(table, seat, all_in=beans):
                yield Transfer(claim.payers, seat, claim.each, claim.code, claim.params, claim.facts, unseen)
