"""Whose 豆 and 鸡 earn nothing in this hand, and why: a player who sees no line for his kong asks (RULES 3.2 steps 7-9)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring import wording
from scoring.rules.beans import bean_claims
from scoring.rules.chickens import chicken_claims
from scoring.rules.collecting import earns, is_burned, paid_kinds
from scoring.rules.unused_facts import Notice
from scoring.table import Table

WHAT = {
    ("bean",): ("豆", "kongs"),
    ("chicken",): ("鸡", "chickens"),
    ("bean", "chicken"): ("豆和鸡", "kongs and chickens"),
}


def unpaid(table: Table) -> Iterator[Notice]:
    """DRAW_UNPAID, UNREADY_UNPAID and BURNED_UNPAID."""
    paid = paid_kinds(table)
    unready: dict[str, tuple[str, ...]] = {}
    for seat in table.seats:
        lost = tuple(kind for kind in paid if not earns(table, seat, kind) and _claims(table, seat, kind))
        burned = tuple(kind for kind in lost if is_burned(table, seat, kind))
        if burned:
            yield _burned(table, seat, burned)
        unready[seat] = tuple(kind for kind in lost if kind not in burned)
    void = () if "bean" in paid else tuple(seat for seat in table.seats if _claims(table, seat, "bean"))
    if void:
        names = wording.seats(void, "zh"), wording.seats(void, "en")
        yield Notice(
            "DRAW_UNPAID",
            f"黄庄，豆不算：{names[0]} 的豆收不到钱。",
            f"Nobody won, so kongs earn nothing: those of {names[1]} aren't paid.",
        )
    if parts := [(seat, kinds) for seat, kinds in unready.items() if kinds]:
        zh = "；".join(f"{seat} 的{WHAT[kinds][0]}" for seat, kinds in parts)
        en = "; ".join(f"{seat}'s {WHAT[kinds][1]}" for seat, kinds in parts)
        yield Notice("UNREADY_UNPAID", f"没叫牌，收不到钱：{zh}。", f"Not ready, so not paid: {en}.")


def _claims(table: Table, seat: str, kind: str) -> bool:
    """Whether the player has any 豆 or 鸡 that would earn something."""
    claims = (bean_claims if kind == "bean" else chicken_claims)(table, seat, all_in=False)
    return next(iter(claims), None) is not None


def _burned(table: Table, seat: str, kinds: tuple[str, ...]) -> Notice:
    zh, en = WHAT[kinds]
    if table.situation.result.type == "rob":
        why = f"{seat} 被抢杠", f"{seat}'s kong was robbed (抢杠)"
    else:
        why = f"{seat} 放热炮", f"{seat} dealt in right after a kong (热炮)"
    return Notice(
        "BURNED_UNPAID",
        f"{why[0]}，{zh}烧掉，收不到钱。",
        f"{why[1]}: {seat}'s {en} are burned and not paid.",
    )
