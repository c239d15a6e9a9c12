"""`GET /api/rules`, `/api/rules/<id>`: the eight rule systems, their options by effect, every parameter."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify

from scoring.errors import Lang, ZhuojiError
from scoring.profile import load_profile, profile_ids
from webapp.errors import not_found
from webapp.language import current_lang


def summary(profile_id: str) -> dict[str, Any]:
    """A profile as the chooser shows it: name, unit, players and options in both languages."""
    profile = load_profile(profile_id)
    variants = []
    for variant in profile.variants.values():
        players = load_profile(profile_id, (variant.id,)).get("meta.players")[0]
        variants.append({"id": variant.id, "zh": variant.zh, "en": variant.en, "players": players})
    return {
        "id": profile.id,
        "title_zh": profile.title_zh,
        "title_en": profile.title_en,
        "unit": profile.unit,
        "players": profile.get("meta.players")[0],
        "dealer": profile.get("dealer.mode") != "none",
        "variants": variants,
    }


def described(profile_id: str, lang: Lang) -> dict[str, Any]:
    """Every parameter with value, clause, assumed and sentence. Raises NOT_FOUND."""
    if profile_id not in profile_ids():
        raise not_found()
    try:
        from scoring.describe import describe_profile
    except ImportError:  # the sentences are a part of their own; without them the page still plays
        raise ZhuojiError(
            "NOT_FOUND", "规则的逐条说明没有装上。", "The clause-by-clause description is not installed."
        ) from None
    return dict(describe_profile(profile_id, lang))


def blueprint() -> Blueprint:
    """Both routes."""
    bp = Blueprint("rules", __name__)

    @bp.get("/api/rules")
    def index() -> Response:
        return jsonify(ok=True, rules=[summary(profile_id) for profile_id in profile_ids()])

    @bp.get("/api/rules/<profile_id>")
    def one(profile_id: str) -> Response:
        return jsonify(ok=True, **described(profile_id, current_lang()))

    return bp
