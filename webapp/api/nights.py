"""All routes of tables on one application."""

from __future__ import annotations

from flask import Flask

from webapp.api.house_rules import blueprint as house_rule_routes
from webapp.api.openapi import blueprint as openapi_routes
from webapp.api.own_set import blueprint as own_set_routes
from webapp.api.table_entries import blueprint as entry_routes
from webapp.api.table_extras import blueprint as extra_routes
from webapp.api.tables import blueprint as table_routes
from webapp.config import Config
from webapp.inference import ReadPool
from webapp.nights import Nights
from webapp.own_sets import OwnSets


def register(app: Flask, config: Config, nights: Nights, pool: ReadPool, sets: OwnSets) -> None:
    """The book opens with the first request that needs it."""
    app.register_blueprint(openapi_routes())
    app.register_blueprint(house_rule_routes(nights, config))
    app.register_blueprint(table_routes(nights, config))
    app.register_blueprint(entry_routes(nights, config))
    app.register_blueprint(extra_routes(nights, config))
    app.register_blueprint(own_set_routes(nights, config, pool, sets))
