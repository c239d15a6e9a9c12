"""The engine speaks of seats A-D; players have names. Its sentences get them here, at the edge."""

from __future__ import annotations

import re
from typing import Any

from scoring.describe.clauses import clause_words
from scoring.errors import Lang
from webapp.entry.draft import Draft

# A seat stands alone: not inside a word, a code or a notation such as "pung 111s<B" or "players.A.hand".
_SEAT = re.compile(r"(?<![A-Za-z0-9_.<>\-])([A-D])(?![A-Za-z0-9_\-]|\.[a-z])(?!')")
_POSSESSIVE = re.compile(r"(?<![A-Za-z0-9_.<>\-])([A-D])(?='s\b)")


def with_names(text: str, draft: Draft, lang: Lang) -> str:
    """One sentence with names for seats."""
    if lang == "en" and not draft.names:
        return text

    def name(match: re.Match[str]) -> str:
        seat = match.group(1)
        return draft.name(seat, lang) if seat in draft.seats else seat

    text = _SEAT.sub(name, _POSSESSIVE.sub(name, text))
    # The engine sets a space after a Latin letter; a Chinese name needs none.
    return re.sub(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])", "", text) if lang == "zh" else text


def name_settlement(settlement: dict[str, Any], draft: Draft, lang: Lang) -> dict[str, Any]:
    """A settlement of SPEC 2.2 whose sentences name the players and whose clauses are told in words."""
    if not settlement["ok"]:
        error = settlement["error"]
        return settlement | {"error": error | {"message": with_names(error["message"], draft, lang)}}
    return settlement | {
        "transfers": [
            item
            | {"why": with_names(item["why"], draft, lang), "clause_text": clause_words(item["clause"], lang)}
            for item in settlement["transfers"]
        ],
        "explain": [with_names(line, draft, lang) for line in settlement.get("explain", [])],
        "warnings": [
            note | {"message": with_names(note["message"], draft, lang)} for note in settlement["warnings"]
        ],
    }
