"""热炮: the discard right after a 豆 deals in (RULES 3.2 step 6; what it burns: ``table.read_table``)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules.hand_value import WinningHand
from scoring.table import Table
from scoring.transfer import Transfer


def hot_extra(table: Table, hand: WinningHand) -> Iterator[Transfer]:
    """HOT: the discarder's extra, by the kind of the 豆 just made."""
    result = table.situation.result
    assert result.source is not None
    assert result.hot is not None
    param = f"hot.extra.{result.hot}"
    if table.profile[param]:
        facts = {"kong": result.hot}
        yield Transfer((result.source,), hand.winner, table.profile[param], "HOT", (param,), facts)
