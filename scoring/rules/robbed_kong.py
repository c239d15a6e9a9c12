"""抢杠: winning on the tile another adds to his pung (RULES 3.2 step 6, A10; what it burns: ``table.read_table``)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules.hand_value import WinningHand
from scoring.table import Table
from scoring.transfer import Transfer


def rob_extra(table: Table, hand: WinningHand) -> Iterator[Transfer]:
    """ROB: what the robbed player pays on top (打底)."""
    source = table.situation.result.source
    assert source is not None
    if table.profile["rob.extra"]:
        yield Transfer((source,), hand.winner, table.profile["rob.extra"], "ROB", ("rob.extra",))
