"""Pages for people: the hand, the rules, the shipped samples."""

from __future__ import annotations

from flask import Flask

from webapp.config import Config
from webapp.nights import Nights
from webapp.pages import finder, learn, night, source, views


def register(app: Flask, config: Config, version: str, nights: Nights) -> None:
    """All page routes on one application."""
    app.register_blueprint(views.blueprint(version, nights))
    app.register_blueprint(finder.blueprint())
    app.register_blueprint(source.blueprint(version))
    app.register_blueprint(learn.blueprint())
    app.register_blueprint(night.blueprint(config, nights))
