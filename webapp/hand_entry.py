"""Readings + answers → Situation, and the questions still open (design §1, RULES 3.4). Pure: no Flask.

The page, the CLI's ``demo`` and later the ledger all come through ``review``: there is no second place where
a photo becomes a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.entry import ask_beans, ask_chickens, ask_extras, ask_result
from webapp.entry.build import build
from webapp.entry.draft import Draft, parse_draft
from webapp.entry.facts import Case
from webapp.entry.interview import Interview, Question
from webapp.entry.table import Problem, Table, lay_out

__all__ = ["Draft", "Problem", "Question", "Review", "parse_draft", "review"]


_FIRST = ("outcome", "winners", "how", "tile", "flip", "dealer")


def _rank(question: Question) -> int:
    """What everybody at the table knows at once comes first, then the rest as it was found."""
    return _FIRST.index(question.id) if question.id in _FIRST else len(_FIRST)


@dataclass(frozen=True)
class Review:
    """What is known, what is asked, what is wrong; ``situation`` once nothing stands in the way."""

    draft: Draft
    table: Table
    questions: tuple[Question, ...]
    problems: tuple[Problem, ...]
    situation: dict[str, Any] | None

    @property
    def open(self) -> tuple[Question, ...]:
        """Questions that wait for an answer."""
        return tuple(question for question in self.questions if question.open)

    def seats(self) -> list[dict[str, Any]]:
        """Per seat what the page says beside the name: how many tiles of how many."""
        return [
            {
                "seat": seat,
                "seen": player.seen,
                "have": len(player.concealed) + (player.win is not None),
                "expected": player.expected,
                "melds": len(player.melds),
                "kongs": [
                    {"tile": meld.face, "kind": meld.kind, "feeder": meld.feeder}
                    for meld in player.melds
                    if meld.is_kong
                ],
            }
            for seat, player in self.table.players.items()
        ]


def review(raw: Mapping[str, Any]) -> Review:
    """Look at a draft. Raises ``ZhuojiError`` BAD_SITUATION for one that no page would send."""
    draft = parse_draft(raw)
    table = lay_out(draft)
    case = Case(draft, table, Interview(draft.answers))
    ask_result.result(case)
    ask_result.kongs(case)
    ask_chickens.ready(case)
    ask_beans.beans(case)
    ask_result.winning_tile(case)
    ask_extras.dealer(case)
    ask_chickens.flip(case)
    ask_chickens.first_chickens(case)
    ask_chickens.unseen(case)
    ask_extras.extras(case)
    ask_chickens.pond(case)
    ask_extras.declared(case)
    ask_extras.passed(case)
    ask_extras.late(case)
    ready = not case.ask.open and not table.problems and case.facts.type is not None
    return Review(
        draft,
        table,
        tuple(sorted(case.ask.questions, key=_rank)),
        tuple(table.problems),
        build(case) if ready else None,
    )
