"""The page itself, rendered on the server; what moves on it is small ES modules under ``static/js``."""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO
from itertools import groupby
from operator import itemgetter
from pathlib import PurePosixPath
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request, send_file

from scoring.tiles import KINDS, name_en, name_zh
from webapp.api.rules import described, summaries
from webapp.language import current_lang
from webapp.nights import Nights
from webapp.shell import build, shell_files
from webapp.texts import script_texts, text

SAMPLES = files("webapp") / "samples"
HAND = ("A.jpg", "B.jpg", "C.jpg", "D.jpg", "flip.jpg")


def sample_names() -> list[str]:
    """The photos of the sample hand that are really there, by slot: A-D, then the turned tile."""
    return [f"hand-1/{name}" for name in HAND if (SAMPLES / "hand-1" / name).is_file()]


def _must_exist(nights: Nights, table_id: str | None, hand: str) -> None:
    """The table that a hand is for, and the hand that is corrected. Raises NOT_FOUND: no page for what isn't there."""
    if not table_id:
        return
    nights.book.version(table_id)
    if hand.isdecimal() and hand.isascii():
        nights.book.entry(table_id, min(int(hand[:10]), 2**31 - 1), "hand")


def blueprint(version: str, nights: Nights) -> Blueprint:
    """All pages, in the language of each request."""
    bp = Blueprint("pages", __name__)

    @bp.app_context_processor
    def _common() -> dict[str, Any]:
        lang = current_lang()
        other = "en" if lang == "zh" else "zh"
        return {"t": lambda key, **words: text(key, lang, **words), "lang": lang, "other": other,
                "version": version, "large": request.cookies.get("type") == "large"}  # fmt: skip

    @bp.get("/")
    def index() -> Response:
        _must_exist(nights, request.args.get("t"), request.args.get("hand", ""))
        lang = current_lang()
        tiles = {tile: {"zh": name_zh(tile), "en": name_en(tile)} for tile in KINDS}
        boot = {
            "lang": lang,
            "texts": script_texts(lang),
            "tiles": {tile: names[lang] for tile, names in tiles.items()},
            "rules": summaries(lang),
            "samples": sample_names(),
        }
        response = make_response(render_template("index.html", boot=boot))
        response.headers["X-Build"] = build()
        return response

    @bp.get("/sw.js")
    def service_worker() -> Response:
        body = render_template("sw.js", build=build(), files=list(shell_files()))
        response = Response(body, mimetype="text/javascript")
        response.headers["Cache-Control"] = "no-cache"
        return response

    @bp.get("/rules")
    def rules() -> str:
        return render_template("rules.html", rules=summaries(current_lang()))

    @bp.get("/rules/<profile_id>")
    def rule(profile_id: str) -> str:
        rule = described(profile_id, current_lang())
        used = [item for item in rule["parameters"] if item["used"]]
        groups = [(name, list(items)) for name, items in groupby(used, key=itemgetter("group"))]
        return render_template("rule.html", rule=rule, groups=groups)

    @bp.get("/samples/<path:name>")
    def sample(name: str) -> Response:
        # Only files of our own list: the path comes from outside.
        known = {*sample_names(), "sample-1.jpg", "sample-2.jpg"}
        if name not in known:
            abort(404)
        data = SAMPLES.joinpath(*PurePosixPath(name).parts).read_bytes()
        response = send_file(BytesIO(data), mimetype="image/jpeg", etag=False)
        response.headers["Cache-Control"] = "public, max-age=3600"
        return response

    @bp.get("/favicon.ico")
    def favicon() -> Response:
        return Response(status=204)

    @bp.get("/robots.txt")
    def robots() -> Response:
        return Response("User-agent: *\nDisallow: /\n", mimetype="text/plain")

    return bp
