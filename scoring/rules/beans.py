"""豆 (kongs): 闷豆 and 转弯豆 from everybody, 点豆 from the feeder (RULES 3.2 step 7, A15, 4.1.2)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.melds import ADDED_KONG, CONCEALED_KONG, EXPOSED_KONG, Meld
from scoring.rules.claims import Claim
from scoring.table import Table

BEANS = {
    CONCEALED_KONG: ("BEAN_AN", "bean.an"),
    ADDED_KONG: ("BEAN_WAN", "bean.wan"),
    EXPOSED_KONG: ("BEAN_DIAN", "bean.dian"),
}


def is_void(table: Table, seat: str, meld: Meld) -> bool:
    """Whether this kong earns nothing in either direction: made too late, or the one of a 热炮."""
    return (meld.late and table.profile["bean.late_no_pay"]) or table.void_meld == (seat, meld)


def all_in_param(table: Table, seat: str, meld: Meld) -> str | None:
    """The leaf of the all-in value (豆 + 4 鸡) of a concealed kong of chickens 鸡的闷豆, if it has one."""
    kinds = table.chickens
    if meld.kind != CONCEALED_KONG or meld.tile not in kinds.value or is_void(table, seat, meld):
        return None
    if meld.tile in kinds.standing:
        param = "chicken_kong_an.gold" if meld.tile in kinds.flipped else "chicken_kong_an.plain"
    elif table.profile["chicken_kong_an.flipped_too"]:
        param = "chicken_kong_an.plain"
    else:
        return None
    return None if table.profile[param] is None else param


def bean_claim(table: Table, seat: str, meld: Meld) -> Claim | None:
    """What one kong would earn as 豆."""
    if not meld.is_kong or is_void(table, seat, meld):
        return None
    code, param = BEANS[meld.kind]
    amount = table.profile[param]
    if not amount:
        return None
    payers = (meld.feeder,) if meld.kind == EXPOSED_KONG and meld.feeder else table.others(seat)
    return Claim(seat, payers, amount, code, (param,), "bean", meld.tile, meld, facts={"tile": meld.tile})


def bean_claims(table: Table, seat: str, all_in: bool) -> Iterator[Claim]:
    """All 豆 of a player; with ``all_in`` those paid together with their chickens are left to ``chickens``."""
    for meld in table.player(seat).melds:
        claim = bean_claim(table, seat, meld)
        if claim is not None and not (all_in and all_in_param(table, seat, meld)):
            yield claim
