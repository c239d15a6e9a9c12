"""包牌: a win let go and then taken (RULES 3.2 step 6, 4.1.4); the other reading of it (RULES 5.4, Q15)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules.best_wait import best_wait
from scoring.rules.hand_value import WinningHand
from scoring.table import Table
from scoring.transfer import Transfer


def pays_for_all(table: Table, hand: WinningHand) -> bool:
    """Whether this winner passed a win before his own next draw and now pays everybody."""
    result = table.situation.result
    return table.profile["guohu"] == "baopai" and result.type == "discard" and hand.winner in result.passed


def baopai(table: Table, hand: WinningHand) -> Iterator[Transfer]:
    """BAOPAI: he pays every other player his hand, specials included."""
    if hand.with_specials:
        facts = {"pattern": hand.pattern, "passer_wins": True}
        params = ("guohu", *hand.params)
        for other in table.others(hand.winner):
            yield Transfer(
                (hand.winner,), other, hand.with_specials, "BAOPAI", params, facts, table.unseen(hand.winner)
            )


def passers_pay(table: Table) -> Iterator[Transfer]:
    """Where 包牌 strikes the one who let a win go and sees another win: he pays everybody his own best wait."""
    result = table.situation.result
    if table.profile["guohu"] != "passer_pays" or result.type != "discard":
        return
    for seat in table.seats:
        if seat not in result.passed or seat in table.hands:
            continue
        own = best_wait(table, seat)
        if own is None or not own.value:
            continue
        facts = {"pattern": own.pattern, "passer_wins": False}
        for other in table.others(seat):
            yield Transfer(
                (seat,), other, own.value, "BAOPAI", ("guohu", *own.params), facts, table.unseen(seat)
            )
