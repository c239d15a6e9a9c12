"""A saved hand opened again for correction, also one that came without tiles (SPEC 3.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.errors import ZhuojiError
from scoring.melds import parse_meld
from scoring.tiles import parse_tiles
from webapp.entry.recall import recall
from webapp.hand_entry import review

_BACKS = {"concealed-kong": 2, "added-kong": 1}  # as they lie, so that the page asks the same questions


def _sheet(slot: str, groups: list[tuple[str, list[str]]]) -> dict[str, Any]:
    tiles: list[dict[str, Any]] = []
    out = []
    for role, names in groups:
        first = len(tiles)
        tiles += [{"tile": name, "unsure": False} for name in names]
        out.append({"role": role, "side": None, "meld": None, "tiles": list(range(first, len(tiles)))})
    return {
        "slot": slot,
        "bottom": "A",
        "reading": {"image": None, "tiles": tiles, "groups": out, "problems": []},
    }


def _meld_tiles(text: str) -> list[str]:
    meld = parse_meld(text)
    backs = _BACKS.get(meld.kind, 0)
    return ["back"] * backs + [meld.tile] * (meld.size - backs)


def sheets_of(situation: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What photos would have shown of a situation."""
    out = []
    for seat, player in situation["players"].items():
        if player.get("hand") is not None:
            groups = [("hand", parse_tiles(player["hand"]))]
            groups += [("meld", _meld_tiles(text)) for text in player.get("melds", [])]
            out.append(_sheet(seat, groups))
    if situation.get("flip"):
        out.append(_sheet("flip", [("flip", [situation["flip"]])]))
    return out


def reopened(situation: Mapping[str, Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """(sheets, answers) that lead to this situation; answers that can't be told stay open."""
    draft: dict[str, Any] = {
        "profile": situation["profile"],
        "variants": situation.get("variants", []),
        "overlay": situation.get("overlay", {}),
        "sheets": sheets_of(situation),
        "answers": {},
        "dealer": situation.get("dealer"),
        "dealer_streak": min(situation.get("dealer_streak", 1), 99),
    }
    for _ in range(20):
        try:
            questions = review(draft).questions
            known = {question.id: recall(question, situation) for question in questions}
        except (ZhuojiError, KeyError, StopIteration, TypeError):
            break
        known["asked"] = {question.id: question.on_the_card() for question in questions if question.collects}
        if known == draft["answers"]:
            break
        draft["answers"] = known
    answers = {key: value for key, value in draft["answers"].items() if value is not None}
    return draft["sheets"], answers
