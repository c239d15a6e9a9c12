"""Follow a change through all later hands: dealer, streak, amounts (SPEC 3.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import ZhuojiError
from webapp.ledger.refusals import LedgerError
from webapp.ledger.rows import Row, counts, hand_row, turn_after

DEALT = ("dealer", "streak", "next", "net")


@dataclass(frozen=True)
class Change:
    """A later hand whose deal or amounts moved with an earlier one."""

    number: int
    row: Row
    answer: dict[str, Any]
    before: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """What moved, as the history shows it."""
        return {
            "n": self.number,
            "before": {key: self.before[key] for key in DEALT},
            "after": {key: self.row[key] for key in DEALT},
        }


def follow(rows: Sequence[Row], start: int, load: Callable[[int], Mapping[str, Any]]) -> list[Change]:
    """Rows (in order of number, the changed one already in place) → later hands that change.

    ``load`` gives a hand's payload by number. Rows after ``start`` are rewritten only where something moves;
    the chain is followed to its end because a hand whose dealer was *said* cuts it, and then nothing moves.
    """
    changes: list[Change] = []
    last: Row | None = None
    for row in rows:
        if not counts(row):
            continue
        if row["n"] <= start:
            last = row
            continue
        first, turn = last is None, turn_after(last)
        last = row
        expected = turn.at(row["seats"]) if turn.known else (row["dealer"], row["streak"])
        if row["said"] or (not first and expected == (row["dealer"], row["streak"])):
            continue
        try:
            new, answer = hand_row(load(row["n"]), turn, first=first)
        except ZhuojiError as error:
            raise LedgerError(
                error.code,
                f"改了以后第 {row['n']} 条就不成立了：{error.zh}先改那一条。",
                f"After this change entry {row['n']} no longer holds: {error.en} Correct that one first.",
                f"hands.{row['n']}",
            ) from None
        if all(new[key] == row[key] for key in DEALT):
            continue
        last = {**row, **new}
        changes.append(Change(row["n"], new, answer, row))
    return changes
