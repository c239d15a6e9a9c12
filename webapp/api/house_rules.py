"""`POST /api/rules`: name and keep an overlay; `GET /api/rules/kept[/<id>]` (SPEC 2.4)."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, url_for

from scoring.describe import describe_profile
from scoring.profile import load_profile
from webapp.api.body import json_object
from webapp.api.table_access import Limiter
from webapp.config import Config
from webapp.language import current_lang
from webapp.nights import Nights


def blueprint(nights: Nights, config: Config) -> Blueprint:
    """Rules that a table agreed on."""
    bp = Blueprint("house_rules", __name__)
    limiter = Limiter(60, 60)

    @bp.post("/api/rules")
    def keep() -> Response:
        from webapp.storage import house_rules

        body = json_object(config.max_json)
        limiter.check()
        kept = house_rules.keep(nights.book, body)
        response = jsonify(ok=True, rules=kept)
        response.status_code = 201
        response.headers["Location"] = url_for("house_rules.one", rules_id=kept["id"])
        return response

    @bp.get("/api/rules/kept")
    def index() -> Response:
        from webapp.storage import house_rules

        return jsonify(ok=True, rules=house_rules.all_kept(nights.book))

    @bp.get("/api/rules/kept/<rules_id>")
    def one(rules_id: str) -> Response:
        from webapp.storage import house_rules

        kept = house_rules.one(nights.book, rules_id)
        profile = load_profile(kept["profile"], kept["variants"], kept["overlay"])
        return jsonify(ok=True, rules=kept, described=describe_profile(profile, current_lang()))

    return bp
