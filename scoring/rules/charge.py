"""冲锋鸡 and 责任鸡: the first 幺鸡 (8筒) discarded (RULES 3.2 step 9, A7, 4.1.7)."""

from __future__ import annotations

from scoring.melds import CONCEALED_KONG, Meld
from scoring.situation import WIN
from scoring.table import Table


def has_charge(table: Table, tile: str) -> bool:
    """Whether the profile pays a first ``tile``."""
    return table.profile[f"charge.{tile}.plain"] is not None


def unclaimed_first(table: Table, seat: str, tile: str) -> bool:
    """Whether ``seat`` played the first ``tile`` and nobody took it."""
    first = table.situation.firsts.get(tile)
    return first is not None and first.by == seat and first.claimed_by is None


def charge_place(table: Table, seat: str, tile: str) -> str | None:
    """Where the 冲锋 tile of ``seat`` lies: ``"row"``, ``"meld"`` (moved to the claimer 篇一), or None."""
    first = table.situation.firsts.get(tile)
    if first is None or not has_charge(table, tile) or first.claimed_by == WIN:
        return None
    if first.claimed_by is None:
        return "row" if first.by == seat else None
    moved = first.claimed_by == seat and table.profile["charge.on_claim"] == "moves"
    return "meld" if moved else None


def responsible_melds(table: Table, seat: str, tile: str) -> tuple[Meld, ...]:
    """The melds of ``seat`` whose feeder pays 责任鸡."""
    profile = table.profile
    if profile[f"resp.{tile}.plain"] is None or profile["charge.on_claim"] != "resp":
        return ()
    claimed = tuple(
        m
        for m in table.player(seat).melds
        if m.tile == tile and m.kind != CONCEALED_KONG and m.feeder is not None
    )
    if profile["resp.applies"] == "any":
        return claimed
    first = table.situation.firsts.get(tile)
    if first is None or first.claimed_by != seat:
        return ()
    return tuple(m for m in claimed if m.feeder == first.by)
