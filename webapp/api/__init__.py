"""The HTTP interface of SPEC 2.4, as far as it is built: read, settle, hand, rules, healthz."""

from __future__ import annotations

from flask import Flask, Response, jsonify

from webapp.api.hand import blueprint as hand_routes
from webapp.api.read import blueprint as read_routes
from webapp.api.rules import blueprint as rules_routes
from webapp.api.settle import blueprint as settle_routes
from webapp.api.teach import blueprint as teach_routes
from webapp.config import Config
from webapp.inference import ReadPool
from webapp.language import current_lang
from webapp.own_sets import OwnSets


def register(app: Flask, pool: ReadPool, config: Config, version: str, sets: OwnSets) -> None:
    """All API routes on one application."""
    app.register_blueprint(read_routes(pool, config, sets))
    app.register_blueprint(settle_routes(config))
    app.register_blueprint(hand_routes(config))
    app.register_blueprint(rules_routes())
    app.register_blueprint(teach_routes(config))

    @app.get("/healthz")
    def healthz() -> Response:
        return jsonify(ok=True, version=version, model=pool.state().to_json(current_lang()))
