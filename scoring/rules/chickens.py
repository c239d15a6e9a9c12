"""鸡: ordinary, flipped and gold chickens, 冲锋, 责任 and the all-in kong (RULES 3.2 steps 8-9, A1, A2, A7, A8)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.melds import CONCEALED_KONG, PUNG
from scoring.rules.beans import all_in_param
from scoring.rules.charge import charge_place, responsible_melds
from scoring.rules.chicken_kinds import graded
from scoring.rules.claims import Claim
from scoring.schema import CHICKEN_TILES
from scoring.table import Table
from scoring.tiles import INDEX


def zone_counts(table: Table, seat: str, tile: str, all_in: bool) -> dict[str, int]:
    """Where a player's chickens of one kind lie: hand, win, pung, kong, closed (闷豆), row (discards).

    Without the 冲锋 tile, without the row where the profile doesn't count it, and with ``all_in`` without the
    tiles of an all-in kong.
    """
    player = table.player(seat)
    result = table.situation.result
    zones = dict.fromkeys(("hand", "win", "pung", "kong", "closed", "row"), 0)
    zones["hand"] = player.counts[INDEX[tile]]
    if seat in table.hands and result.source is not None and result.tile == tile:
        zones["win"] = 1
    for meld in player.melds:
        if meld.tile != tile:
            continue
        if meld.kind == CONCEALED_KONG:
            if not (all_in and all_in_param(table, seat, meld)):
                zones["closed"] += 4
        else:
            zones["pung" if meld.kind == PUNG else "kong"] += meld.size
    if row_params(table, tile):
        zones["row"] = player.discards.count(tile)
    place = charge_place(table, seat, tile)
    if place == "row":
        zones["row"] = max(zones["row"] - 1, 0)
    elif place == "meld":
        zones["pung" if zones["pung"] else "kong"] -= 1
    return zones


def row_params(table: Table, tile: str) -> tuple[str, ...]:
    """The leaves by which a player's own discards of this kind count; () if they don't."""
    kinds = table.chickens
    out = []
    if tile in kinds.standing and table.profile["chicken.standing_in_discards"]:
        out.append("chicken.standing_in_discards")
    if tile in kinds.flipped and table.profile["chicken.flip_in_discards"]:
        out.append("chicken.flip_in_discards")
    return tuple(out)


def chicken_claims(table: Table, seat: str, all_in: bool) -> Iterator[Claim]:
    """CHICKEN, CHICKEN_KONG, CHARGE and RESP of a player."""
    others = table.others(seat)
    kinds = table.chickens
    player = table.player(seat)
    for tile, value in kinds.value.items():
        zones = zone_counts(table, seat, tile, all_in)
        count = sum(zones.values())
        if count and value:
            facts = {"tile": tile, "count": count, "value": value, "zones": zones}
            params = (kinds.param[tile], *(row_params(table, tile) if zones["row"] else ()))
            yield Claim(seat, others, count * value, "CHICKEN", params, "chicken", tile, None, zones, facts)
    if all_in:
        for meld in player.melds:
            param = all_in_param(table, seat, meld)
            if param is not None and table.profile[param]:
                yield Claim(
                    seat,
                    others,
                    table.profile[param],
                    "CHICKEN_KONG",
                    (param,),
                    "kong",
                    meld.tile,
                    meld,
                    facts={"tile": meld.tile},
                )
    for tile in CHICKEN_TILES:
        yield from _first_claims(table, seat, tile)


def _first_claims(table: Table, seat: str, tile: str) -> Iterator[Claim]:
    gold = tile in table.chickens.flipped
    place = charge_place(table, seat, tile)
    if place is not None:
        param = graded(table.profile, f"charge.{tile}", gold)
        params = (param,) if place == "row" else (param, "charge.on_claim")
        amount = table.profile[param]
        if amount:
            meld = None
            if place == "meld":
                first = table.situation.firsts[tile]
                meld = next(m for m in table.player(seat).melds if m.tile == tile and m.feeder == first.by)
            facts = {"tile": tile, "gold": gold, "moved": place == "meld"}
            yield Claim(seat, table.others(seat), amount, "CHARGE", params, "charge", tile, meld, facts=facts)
    for meld in responsible_melds(table, seat, tile):
        param = graded(table.profile, f"resp.{tile}", gold)
        amount = table.profile[param]
        if amount:
            assert meld.feeder is not None
            names = (param, "charge.on_claim", "resp.applies")
            facts = {"tile": tile, "gold": gold}
            yield Claim(seat, (meld.feeder,), amount, "RESP", names, "resp", tile, meld, facts=facts)
