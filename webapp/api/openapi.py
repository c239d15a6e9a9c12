"""`GET /api/openapi.json`."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify


def blueprint() -> Blueprint:
    """The one route."""
    bp = Blueprint("openapi", __name__)

    @bp.get("/api/openapi.json")
    def openapi() -> Response:
        from webapp.openapi import document  # unfolded at the first request

        return jsonify(document())

    return bp
