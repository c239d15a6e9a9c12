"""The hand in the making, photos, and the exports of a table (SPEC 2.4, 3.8)."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from scoring.situation import SEATS
from webapp.api.body import json_object, sent_photo
from webapp.api.table_access import need_token
from webapp.config import Config
from webapp.entry.draft import parse_draft
from webapp.entry.keep import kept_sheet
from webapp.errors import not_found
from webapp.language import current_lang
from webapp.ledger import checks
from webapp.ledger.refusals import closed
from webapp.ledger.sheet import night_text, table_csv
from webapp.nights import Nights
from webapp.photo_store import normalised

SLOTS = (*SEATS, "flip", "table")


def blueprint(nights: Nights, config: Config) -> Blueprint:
    """Drafts, photos, exports."""
    bp = Blueprint("table_extras", __name__)

    def slot_of(slot: str) -> str:
        if slot not in SLOTS:
            raise not_found()
        return slot

    @bp.put("/api/tables/<table_id>/draft/<slot>")
    def put_draft(table_id: str, slot: str) -> Response:
        need_token(nights, table_id)
        body = json_object(config.max_json)
        checks.table(body, "", ("sheet", "photo", "by", "round"))
        sheet = checks.table(body.get("sheet"), "sheet")
        rules = nights.book.settings(table_id)
        parse_draft(
            {"profile": rules.profile, "variants": list(rules.variants), "overlay": dict(rules.overlay),
             "sheets": [{**sheet, "slot": slot_of(slot)}]}
        )  # fmt: skip
        number = body.get("round")
        kept = kept_sheet({key: value for key, value in sheet.items() if key not in ("photo", "kept")})
        payload = {
            "sheet": {**kept, "slot": slot},
            "photo": None if body.get("photo") is None else checks.photo(body["photo"], "photo"),
            "by": checks.text(body.get("by", ""), "by", 40),
        }
        version = nights.book.put_draft(
            table_id, slot, payload, None if number is None else checks.whole(number, "round", 0, 10_000_000)
        )
        return jsonify(ok=True, version=version)

    @bp.delete("/api/tables/<table_id>/draft/<slot>")
    def clear_draft(table_id: str, slot: str) -> Response:
        need_token(nights, table_id)
        return jsonify(ok=True, version=nights.book.clear_draft(table_id, slot_of(slot)))

    @bp.post("/api/tables/<table_id>/photos")
    def add_photo(table_id: str) -> Response:
        need_token(nights, table_id)
        if nights.book.settings(table_id).closed:  # its photos were deleted; this one would stay
            raise closed()
        jpeg = normalised(sent_photo(config.max_upload))
        sha256 = nights.photos.put(table_id, jpeg)
        nights.book.keep_photo(table_id, sha256, len(jpeg))
        response = jsonify(ok=True, photo=sha256, bytes=len(jpeg))
        response.status_code = 201
        return response

    @bp.get("/api/tables/<table_id>/photos/<sha256>")
    def photo(table_id: str, sha256: str) -> Response:
        if sha256 not in nights.book.photos(table_id):
            raise not_found()
        jpeg = nights.photos.get(table_id, sha256)
        if jpeg is None:
            raise not_found()
        return Response(jpeg, mimetype="image/jpeg")

    @bp.get("/api/tables/<table_id>/export.<any(csv, json, txt):form>")
    def export(table_id: str, form: str) -> Response:
        from webapp.storage import transfer

        lang = current_lang()
        name = f"zhuoji-{table_id}.{form}"
        if form == "json":
            response = jsonify(transfer.export(nights.book, table_id))
        else:
            settings, rows, totals = transfer.ledger(nights.book, table_id)
            if form == "txt":
                text = night_text(settings, rows, totals, settings.rules.spoken_unit, lang)
                return Response(text, mimetype="text/plain")
            response = Response(table_csv(settings, rows, totals, lang), mimetype="text/csv")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    return bp
