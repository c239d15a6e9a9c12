"""The one place where plain data becomes a situation and a settlement becomes plain data (SPEC 2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.chain import chain_of_reasons
from scoring.errors import Lang, ZhuojiError
from scoring.explain import why
from scoring.settle import Settlement, settle
from scoring.situation import SituationError, parse_situation


def refusal(error: ZhuojiError, lang: Lang = "zh") -> dict[str, Any]:
    """``{"ok": false, "error": {"code", "message", "field"?}}``."""
    return {"ok": False, "error": error.to_json(lang)}


def settle_json(situation: Mapping[str, Any], lang: Lang = "zh", explain: bool = False) -> dict[str, Any]:
    """The answer of SPEC 2.2 to one situation; a refusal for anything that can't be settled, never an exception."""
    try:
        settlement = settle(parse_situation(situation))
    except ZhuojiError as error:
        return refusal(error, lang)
    except RecursionError:
        too_deep = SituationError(
            "situation", "写得太深了，看不懂。", "This is nested too deeply to be a situation."
        )
        return refusal(too_deep, lang)
    return settlement_json(settlement, lang, explain)


def settlement_json(settlement: Settlement, lang: Lang = "zh", explain: bool = False) -> dict[str, Any]:
    """A settlement as plain data; with ``explain`` also the chain of reasons."""
    table = settlement.table
    profile = table.profile
    leaves = profile.leaves
    transfers = []
    for t in settlement.transfers:
        leaf = leaves[t.params[0]]
        item: dict[str, Any] = {
            "from": list(t.payers),
            "to": t.to,
            "each": t.each,
            "code": t.code,
            "why": why(t, settlement, lang),
            "clause": leaf.clause,
            "assumed": leaf.assumed,
            "params": list(t.params),
        }
        if t.declared:
            item["declared"] = True
        transfers.append(item)
    kinds = table.chickens
    answer: dict[str, Any] = {
        "ok": True,
        "profile": profile.id,
        "variants": list(profile.chosen),
        "unit": profile.spoken_unit,
        "ready": "".join(seat for seat in table.seats if seat in table.ready),
        "waits": {seat: list(table.waits[seat]) for seat in table.seats},
        "wins": [
            {"winner": hand.winner, "tile": hand.tile, "pattern": hand.pattern, "value": hand.value}
            for hand in table.hands.values()
        ],
        "chickens": {
            "standing": list(kinds.standing),
            "flipped": list(kinds.flipped),
            "gold": list(kinds.gold),
        },
        "transfers": transfers,
        "net": settlement.net,
        "next_dealer": settlement.next_dealer,
        "next_streak": settlement.next_streak,
        "assumptions": list(settlement.assumptions),
        "warnings": [
            {"code": note.code, "message": note.zh if lang == "zh" else note.en}
            for note in settlement.warnings
        ],
    }
    if explain:
        answer["explain"] = chain_of_reasons(settlement, lang)
    return answer
