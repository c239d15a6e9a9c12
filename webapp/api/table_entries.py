"""`/api/tables/<id>/hands` and `/lines`: add, look, correct, strike out (SPEC 2.4)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, url_for

from webapp.api.body import json_object
from webapp.api.table_access import if_match, need_token, save_key
from webapp.api.tables import both_versions
from webapp.config import Config
from webapp.entry.draft import parse_draft
from webapp.entry.keep import kept_sheet
from webapp.language import current_lang
from webapp.ledger.refusals import LedgerError
from webapp.ledger.view import entry_json
from webapp.nights import Nights

KINDS = {"hands": "hand", "lines": "line"}


def with_kept_sheets(body: dict[str, Any]) -> dict[str, Any]:
    """The body; the readings kept with a hand have the shape that the page can open again. Raises BAD_SITUATION."""
    situation = body.get("situation")
    if not body.get("sheets") or not isinstance(situation, dict):
        return body
    parse_draft({key: situation.get(key, empty) for key, empty in
                 (("profile", None), ("variants", []), ("overlay", {}))} | {"sheets": body["sheets"]})  # fmt: skip
    return body | {"sheets": [kept_sheet(sheet) for sheet in body["sheets"]]}


def blueprint(nights: Nights, config: Config) -> Blueprint:
    """The same four routes for hands and for lines."""
    bp = Blueprint("table_entries", __name__)

    def shown(table_id: str, number: int, kind: str) -> dict[str, Any]:
        entry = nights.book.entry(table_id, number, kind)
        return entry_json(entry, nights.book.settings(table_id), current_lang())

    def answer(table_id: str, number: int, kind: str, version: int | None, status: int = 200) -> Response:
        value = shown(table_id, number, kind)
        more = {} if version is None else {"table_version": version}
        response = jsonify(ok=True, **{kind: value}, **more)
        response.status_code = status
        response.set_etag(str(value["etag"]))
        return response

    @bp.post("/api/tables/<table_id>/<any(hands, lines):group>")
    def add(table_id: str, group: str) -> Response:
        need_token(nights, table_id)
        key, body = save_key(), with_kept_sheets(json_object(config.max_json))
        done = nights.book.add(table_id, KINDS[group], body, key)
        response = answer(table_id, done.number, KINDS[group], done.version, 200 if done.again else 201)
        response.headers["Location"] = url_for(
            "table_entries.one", table_id=table_id, group=group, number=done.number
        )
        return response

    @bp.get("/api/tables/<table_id>/<any(hands, lines):group>/<int:number>")
    def one(table_id: str, group: str, number: int) -> Response:
        return answer(table_id, number, KINDS[group], None)

    @bp.put("/api/tables/<table_id>/<any(hands, lines):group>/<int:number>")
    def change(table_id: str, group: str, number: int) -> Response:
        need_token(nights, table_id)
        seen, body = if_match(), with_kept_sheets(json_object(config.max_json))
        try:
            done = nights.book.change(table_id, KINDS[group], number, body, seen)
        except LedgerError as error:
            if error.code != "CONFLICT":
                raise
            return both_versions(error, shown(table_id, number, KINDS[group]), body)
        return answer(table_id, number, KINDS[group], done.version)

    @bp.delete("/api/tables/<table_id>/<any(hands, lines):group>/<int:number>")
    def remove(table_id: str, group: str, number: int) -> Response:
        need_token(nights, table_id)
        seen = if_match()
        try:
            done = nights.book.remove(table_id, KINDS[group], number, seen)
        except LedgerError as error:
            if error.code != "CONFLICT":
                raise
            return both_versions(error, shown(table_id, number, KINDS[group]), None)
        return answer(table_id, number, KINDS[group], done.version)

    return bp
