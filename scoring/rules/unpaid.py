"""Whose 豆 and 鸡 earn nothing in this hand, and why: a player who sees no line for his kong asks (RULES 3.2 steps 7-9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scoring import wording
from scoring.rules.beans import bean_claims
from scoring.rules.chickens import chicken_claims
from scoring.rules.unused_facts import Notice
from scoring.table import Table

WHAT = {
    ("bean",): ("豆", "kongs"),
    ("chicken",): ("鸡", "chickens"),
    ("bean", "chicken"): ("豆和鸡", "kongs and chickens"),
}


def unpaid(table: Table) -> Iterator[Notice]:
    """DRAW_UNPAID, UNREADY_UNPAID and BURNED_UNPAID."""
    profile = table.profile
    unready: dict[str, tuple[str, ...]] = {}
    void: list[str] = []
    for seat in table.seats:
        claimed = _claimed(table, seat)
        if "bean" in claimed and table.drawn and profile["bean.void_on_draw"]:
            void.append(seat)
            claimed = ()
        burned = _kinds(claimed, {"bean": table.burned_beans, "chicken": table.burned_chickens}, seat)
        if burned:
            yield _burned(table, seat, burned)
        if seat not in table.ready:
            left = (kind for kind in claimed if kind not in burned)
            unready[seat] = tuple(kind for kind in left if profile[f"{kind}.needs_ready"])
    if void:
        names = wording.seats(tuple(void), "zh"), wording.seats(tuple(void), "en")
        yield Notice(
            "DRAW_UNPAID",
            f"黄庄，豆不算：{names[0]} 的豆收不到钱。",
            f"Nobody won, so kongs earn nothing: those of {names[1]} aren't paid.",
        )
    if parts := [(seat, kinds) for seat, kinds in unready.items() if kinds]:
        zh = "；".join(f"{seat} 的{WHAT[kinds][0]}" for seat, kinds in parts)
        en = "; ".join(f"{seat}'s {WHAT[kinds][1]}" for seat, kinds in parts)
        yield Notice("UNREADY_UNPAID", f"没叫牌，收不到钱：{zh}。", f"Not ready, so not paid: {en}.")


def _claimed(table: Table, seat: str) -> tuple[str, ...]:
    """The kinds of what the player would have earned."""
    beans = any(True for _ in bean_claims(table, seat, all_in=False))
    chickens = not table.drawn and any(True for _ in chicken_claims(table, seat, all_in=False))
    return ("bean",) * beans + ("chicken",) * chickens


def _kinds(claimed: Sequence[str], burned: Mapping[str, frozenset[str]], seat: str) -> tuple[str, ...]:
    return tuple(kind for kind in claimed if seat in burned[kind])


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
