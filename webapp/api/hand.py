"""`POST /api/hand`: a hand in the making → questions, problems and, once nothing is open, the settlement.

Beside the contracts of SPEC 2.4: the page's own road, so that reading, questions and money live in one place.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify

from scoring.clearing import fewest_payments
from scoring.codec import settle_json
from scoring.describe import describe_profile
from scoring.errors import Lang
from scoring.profile import load_profile
from webapp.api.body import json_object
from webapp.config import Config
from webapp.hand_entry import review
from webapp.language import current_lang
from webapp.money import amounts
from webapp.naming import name_settlement
from webapp.summary import chat_text


def answer(raw: dict[str, Any], lang: Lang) -> dict[str, Any]:
    """The page's view of a draft. Raises BAD_SITUATION for a draft no page would send."""
    seen = review(raw)
    out: dict[str, Any] = {
        "ok": True,
        "seats": seen.seats(),
        "unit": seen.draft.profile.spoken_unit,
        "questions": [question.to_json() for question in seen.questions],
        "open": len(seen.open),
        "problems": [problem.to_json(lang) for problem in seen.problems],
        "situation": seen.situation,
        "settlement": None,
    }
    if seen.situation is None:
        return out
    settlement = name_settlement(settle_json(seen.situation, lang, explain=True), seen.draft, lang)
    out["settlement"] = settlement
    if settlement["ok"]:
        net = settlement["net"]
        out["payments"] = [
            {"from": payment.payer, "to": payment.payee, "amount": payment.amount}
            for payment in fewest_payments(net)
        ]
        out["money"] = amounts(net, seen.draft.stake)
        out["payments_money"] = [amounts({"": p["amount"]}, seen.draft.stake) for p in out["payments"]]
        out["assumptions"] = assumptions(seen.situation, settlement["assumptions"], lang)
        out["text"] = chat_text(seen.draft, settlement, out["payments"], lang)
    return out


def assumptions(situation: dict[str, Any], names: list[str], lang: Lang) -> list[dict[str, Any]]:
    """The parameters that stand on a reading, not on the text, as sentences with their reason."""
    profile = load_profile(situation["profile"], situation["variants"], situation["overlay"])
    known = {item["name"]: item for item in describe_profile(profile, lang)["parameters"]}
    return [
        {"name": name, "sentence": known[name]["sentence"], "why": known[name]["why"]}
        for name in names
        if name in known
    ]


def blueprint(config: Config) -> Blueprint:
    """The one route."""
    bp = Blueprint("hand", __name__)

    @bp.post("/api/hand")
    def hand() -> Response:
        return jsonify(answer(json_object(config.max_json), current_lang()))

    return bp
