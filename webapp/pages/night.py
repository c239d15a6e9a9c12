"""Pages of a table: open one, the night itself, trusting the certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, render_template

from scoring.tiles import KINDS, name_en, name_zh
from webapp.api.rules import summaries
from webapp.config import Config
from webapp.language import current_lang
from webapp.nights import Nights
from webapp.own_sets import LAYOUT
from webapp.texts import script_texts

if TYPE_CHECKING:
    from webapp.certificates import Authority


def _authority(config: Config) -> Authority | None:
    from webapp import certificates  # loads a crypto library that no other page needs

    return certificates.find(config.data_dir)


def blueprint(config: Config, nights: Nights) -> Blueprint:
    """The pages; what they show of a table they fetch through the API. Without such a table: NOT_FOUND."""
    bp = Blueprint("night", __name__)

    def boot(**more: Any) -> dict[str, Any]:
        lang = current_lang()
        name = name_zh if lang == "zh" else name_en
        return {
            "lang": lang,
            "texts": script_texts(lang, night=True),
            "tiles": {tile: name(tile) for tile in KINDS},
            "rules": summaries(lang),
            "samples": [],
        } | more

    @bp.get("/tables")
    def new() -> str:
        return render_template("table_new.html", boot=boot())

    @bp.get("/t/<table_id>")
    def night(table_id: str) -> str:
        nights.book.version(table_id)
        return render_template("night.html", boot=boot(table=table_id), table_id=table_id)

    @bp.get("/t/<table_id>/tiles")
    def own_set(table_id: str) -> str:
        nights.book.version(table_id)
        return render_template("own_set.html", boot=boot(table=table_id), table_id=table_id, layout=LAYOUT)

    @bp.get("/trust")
    def trust() -> str:
        return render_template("trust.html", authority=_authority(config))

    @bp.get("/trust/zhuoji-ca.<any(crt, pem):form>")
    def authority(form: str) -> Response:
        found = _authority(config)
        if found is None:
            abort(404)
        body, mime = (found.der, "application/x-x509-ca-cert") if form == "crt" else (found.pem, "text/plain")
        return Response(body, mimetype=mime)

    return bp
