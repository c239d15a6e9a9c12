"""反赔, 包鸡, 包杠: an unready player pays the ready ones for his exposed standing chickens and kongs
(RULES 3.2 step 10, A9, 4.1.2, 4.1.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.melds import CONCEALED_KONG, PUNG
from scoring.rules.beans import bean_claims
from scoring.rules.chickens import chicken_claims
from scoring.rules.claims import Claim
from scoring.table import Table
from scoring.transfer import Transfer


def reversal(table: Table) -> Iterator[Transfer]:
    """REV_* items; none at 黄庄."""
    profile = table.profile
    if not profile["reverse.on"] or table.drawn:
        return
    for seat in table.seats:
        if seat in table.ready:
            continue
        for claim in _owed(table, seat):
            burned = table.burned_beans if claim.kind == "bean" else table.burned_chickens
            receivers = [p for p in claim.payers if p in table.ready and p not in burned]
            for receiver in receivers:
                yield Transfer(
                    (seat,),
                    receiver,
                    claim.each,
                    f"REV_{claim.code}",
                    ("reverse.on", *claim.params),
                    claim.facts,
                    table.unseen(seat, receiver),
                )


def _owed(table: Table, seat: str) -> Iterator[Claim]:
    """The claims of an unready player that turn against him."""
    profile = table.profile
    beans = profile["reverse.beans"]
    # An all-in kong is 豆 and 鸡 in one, so it turns as such only where both turn.
    all_in = beans != "none" and profile["reverse.an"]
    for claim in chicken_claims(table, seat, all_in=all_in):
        turned = _exposed(table, claim)
        if turned is not None:
            yield turned
    if beans != "none":
        for claim in bean_claims(table, seat, all_in=all_in):
            if _bean_turns(table, claim):
                yield replace(claim, params=("reverse.beans", *claim.params))


def _bean_turns(table: Table, claim: Claim) -> bool:
    if table.profile["reverse.beans"] == "all":
        return True
    assert claim.meld is not None
    closed = claim.meld.kind == CONCEALED_KONG
    return claim.tile in table.chickens.standing and (table.profile["reverse.an"] or not closed)


def _exposed(table: Table, claim: Claim) -> Claim | None:
    """The part of a chicken claim that lies open and is standing; flipped chickens never turn."""
    profile = table.profile
    if claim.kind == "charge":
        return claim if claim.meld is None or _meld_turns(table, claim) else None
    if claim.kind == "resp":
        turns = profile["reverse.resp"] and _meld_turns(table, claim)
        return replace(claim, params=(*claim.params, "reverse.resp")) if turns else None
    if claim.tile not in table.chickens.standing:
        return None
    if claim.kind == "kong":
        return claim
    zones = dict(claim.zones)
    zones["hand"] = zones["win"] = 0
    if not profile["reverse.an"]:
        zones["closed"] = 0
    if not profile["reverse.pung"]:
        zones["pung"] = 0
    count = sum(zones.values())
    if not count:
        return None
    value = claim.facts["value"]
    facts = {**claim.facts, "count": count, "zones": zones}
    used = [name for zone, name in (("pung", "reverse.pung"), ("closed", "reverse.an")) if zones[zone]]
    return replace(claim, each=count * value, zones=zones, facts=facts, params=(*claim.params, *used))


def _meld_turns(table: Table, claim: Claim) -> bool:
    assert claim.meld is not None
    return claim.meld.kind != PUNG or table.profile["reverse.pung"]
