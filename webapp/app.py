"""The Flask application: `create_app` wires pages, API, limits and safety together."""

from __future__ import annotations

from importlib import metadata

from flask import Flask
from werkzeug.routing import IntegerConverter

from webapp import compression, errors, language, security
from webapp.api import register as register_api
from webapp.api.nights import register as register_nights
from webapp.config import Config
from webapp.inference import ReadPool
from webapp.json_answers import StrictProvider
from webapp.nights import Nights
from webapp.own_sets import OwnSets
from webapp.pages import register as register_pages


def version() -> str:
    """The installed version, "0" in a bare source tree."""
    try:
        return metadata.version("zhuoji")
    except metadata.PackageNotFoundError:
        return "0"


class EntryNumber(IntegerConverter):
    """``<int:…>`` in an address, as far as a database counts: the largest is no entry of any table."""

    def to_python(self, value: str) -> int:
        number: int = super().to_python(value)
        return min(number, 2**31 - 1)


def create_app(config: Config | None = None) -> Flask:
    """One server. The detector starts to load in the background and nothing waits for it."""
    config = config or Config()
    app = Flask("webapp", static_folder="static", template_folder="templates")
    app.config["MAX_CONTENT_LENGTH"] = config.max_upload
    app.config["MAX_FORM_PARTS"] = config.max_photos + 8
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = None  # revalidate: never a page of mixed versions
    app.json = StrictProvider(app)
    app.url_map.converters["int"] = EntryNumber
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    pool = ReadPool(config)
    nights = Nights(config, version())
    sets = OwnSets(nights, pool)
    app.extensions["zhuoji"] = {"config": config, "pool": pool, "nights": nights}

    errors.register(app)
    language.register(app)
    # Flask runs after_request in reverse order: pack first, then mark with headers.
    security.register(app, config)
    compression.register(app)
    register_api(app, pool, config, version(), sets)
    register_nights(app, config, nights, pool, sets)
    register_pages(app, config, version(), nights)
    if config.load_model:
        pool.start()
    return app
