"""`POST /api/settle`: a situation in, SPEC 2.2 out."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from scoring.codec import settle_json
from webapp.api.body import json_object
from webapp.config import Config
from webapp.errors import status_of
from webapp.language import current_lang


def blueprint(config: Config) -> Blueprint:
    """The one route."""
    bp = Blueprint("settle", __name__)

    @bp.post("/api/settle")
    def settle() -> Response:
        explain = request.args.get("explain") in ("1", "true")
        answer = settle_json(json_object(config.max_json), current_lang(), explain)
        response = jsonify(answer)
        if not answer.get("ok"):
            response.status_code = status_of(str(answer["error"]["code"]))
        return response

    return bp
