"""`GET /api/rules`, `/api/rules/<id>`: the eight rule systems, their options by effect, every parameter."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, jsonify

from scoring.describe import describe_all, describe_profile
from scoring.errors import Lang
from scoring.profile import Profile, load_profile, profile_ids
from webapp.errors import not_found
from webapp.language import current_lang


@lru_cache(maxsize=2)
def summaries(lang: Lang) -> tuple[dict[str, Any], ...]:
    """The systems as the chooser shows them: figures in a line, options, players, whether there is a dealer."""
    out = []
    for item in describe_all(lang):
        profile = load_profile(item["id"])
        variants = [
            variant
            | {
                "players": load_profile(item["id"], (variant["id"],)).get("meta.players")[0],
                "excludes": excluded(profile, variant["id"]),
            }
            for variant in item["variants"]
        ]
        out.append(
            item
            | {
                "players": profile.get("meta.players")[0],
                "dealer": profile.get("dealer.mode") != "none",
                "variants": variants,
            }
        )
    return tuple(out)


def excluded(profile: Profile, variant_id: str) -> list[str]:
    """The options that can't stand beside this one: they set the same parameter to something else."""
    mine = profile.variants[variant_id].set
    return [
        other.id
        for other in profile.variants.values()
        if any(name in mine and mine[name] != value for name, value in other.set.items())
    ]


def described(profile_id: str, lang: Lang) -> dict[str, Any]:
    """Every parameter with value, clause, assumed and sentence. Raises NOT_FOUND."""
    if profile_id not in profile_ids():
        raise not_found()
    return describe_profile(profile_id, lang)


def blueprint() -> Blueprint:
    """Both routes."""
    bp = Blueprint("rules", __name__)

    @bp.get("/api/rules")
    def index() -> Response:
        return jsonify(ok=True, rules=summaries(current_lang()))

    @bp.get("/api/rules/<profile_id>")
    def one(profile_id: str) -> Response:
        return jsonify(ok=True, **described(profile_id, current_lang()))

    return bp
