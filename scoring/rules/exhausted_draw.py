"""黄庄查叫: unready players pay ready ones their best wait (RULES 3.3, A5)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules.best_wait import best_wait
from scoring.rules.charge import unclaimed_first
from scoring.rules.dealer_streak import streak_params, surcharge
from scoring.table import Table
from scoring.transfer import Transfer


def exhausted_draw(table: Table) -> Iterator[Transfer]:
    """CHAJIAO, its 连庄 and (where listed) the ready players' discarded standing chickens."""
    profile = table.profile
    ready = [s for s in table.seats if s in table.ready]
    unready = tuple(s for s in table.seats if s not in table.ready)
    if not ready or not unready:
        return
    dealer = table.situation.dealer
    for seat in ready:
        wait = best_wait(table, seat, special=profile["chajiao.special"])
        assert wait is not None
        for payers in _by_sight(table, unready):
            unseen = table.unseen(seat, *payers)
            if wait.value:
                facts = {"pattern": wait.pattern, "tile": wait.tile}
                yield Transfer(payers, seat, wait.value, "CHAJIAO", wait.params, facts, unseen)
            yield from _discarded_chickens(table, seat, payers, unseen)
        amount = surcharge(profile, table.situation.dealer_streak, wait.pattern)
        if not (profile["chajiao.lianzhuang"] and amount and dealer is not None):
            continue
        streak = {"dealer": dealer, "streak": table.situation.dealer_streak}
        params = ("chajiao.lianzhuang", *streak_params(wait.pattern))
        if dealer == seat:
            yield Transfer(unready, seat, amount, "LIAN", params, streak, table.unseen(seat, *unready))
        elif dealer in unready and profile["lianzhuang.dealer_pays"]:
            params = (*params, "lianzhuang.dealer_pays")
            yield Transfer((dealer,), seat, amount, "LIAN", params, streak, table.unseen(seat, dealer))


def _by_sight(table: Table, payers: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Payers whose tiles were seen, then those only declared: lines that rest on the latter say so."""
    for unseen in (False, True):
        group = tuple(p for p in payers if table.unseen(p) == unseen)
        if group:
            yield group


def _discarded_chickens(table: Table, seat: str, payers: tuple[str, ...], unseen: bool) -> Iterator[Transfer]:
    profile = table.profile
    if not profile["chajiao.discarded_standing"]:
        return
    for tile in table.chickens.standing:
        count = table.player(seat).discards.count(tile)
        if not count:
            continue
        plain = f"chicken.standing.{tile}.plain"
        amount = count * profile[plain]
        params = ["chajiao.discarded_standing", plain]
        charge = f"charge.{tile}.plain"
        charged = unclaimed_first(table, seat, tile) and profile[charge] is not None
        if charged:
            amount += profile[charge] - profile[plain]
            params.append(charge)
        if amount > 0:
            facts = {"tile": tile, "count": count, "charge": charged}
            yield Transfer(payers, seat, amount, "CHAJIAO_CHICKEN", tuple(params), facts, unseen)
