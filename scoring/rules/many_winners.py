"""一炮三响: three winners on one tile, where it is turned around (RULES 3.2 steps 6 and 11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from scoring.rules.hand_value import WinningHand
from scoring.table import Table
from scoring.transfer import Transfer


def reverses(table: Table) -> bool:
    """Whether three winners pay the discarder instead of collecting."""
    return len(table.hands) == 3 and table.profile["three_winners"] != "normal"


def reversed_hand(table: Table, hand: WinningHand) -> Iterator[Transfer]:
    """REVERSE3: the winner pays his own hand, specials included, to the discarder."""
    source = table.situation.result.source
    assert source is not None
    if hand.with_specials:
        facts = {"pattern": hand.pattern, "value": hand.with_specials}
        params = ("three_winners", *hand.params)
        yield Transfer(
            (hand.winner,), source, hand.with_specials, "REVERSE3", params, facts, table.unseen(hand.winner)
        )


def reverse_all(table: Table, transfers: Iterable[Transfer]) -> Iterator[Transfer]:
    """豆 and 鸡 between discarder and winners turned around: the discarder gets what he would have paid a
    winner, and neither collects nor pays back anything himself. Everything else stays."""
    if not (reverses(table) and table.profile["three_winners"] == "reverse_all"):
        yield from transfers
        return
    source = table.situation.result.source
    assert source is not None
    for t in transfers:
        if t.to == source or (source in t.payers and t.code.startswith("REV_")):
            continue
        if source not in t.payers:
            yield t
            continue
        others = tuple(p for p in t.payers if p != source)
        if others:
            yield replace(t, payers=others)
        params = ("three_winners", *t.params)
        yield replace(t, payers=(t.to,), to=source, code=f"{t.code}_R3", params=params)
