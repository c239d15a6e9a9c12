"""`/api/tables/<id>/set`: the set of tiles a table plays with, taught from its photos (SPEC 2.4)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, TypeVar

from flask import Blueprint, Response, jsonify, request

from scoring.tiles import FACES
from webapp import strict_json
from webapp.api.body import json_object, sent_photo
from webapp.api.table_access import need_token
from webapp.config import Config
from webapp.errors import RefusedError, busy, not_found, too_large
from webapp.inference import ReadPool
from webapp.ledger import checks
from webapp.nights import Nights
from webapp.own_sets import LAYOUT, OwnSets

T = TypeVar("T")


def blueprint(nights: Nights, config: Config, pool: ReadPool, sets: OwnSets) -> Blueprint:
    """Look at the set, teach it, switch it, forget it."""
    bp = Blueprint("own_set", __name__)

    def queued(task: Callable[[], T]) -> T:
        try:
            return pool.work(task).result(config.read_timeout)
        except FutureTimeout:
            raise busy() from None

    def described(table_id: str, status: int = 200) -> Response:
        summary = queued(lambda: sets.summary(table_id))
        response = jsonify(
            ok=True,
            can_learn=sets.can_learn(),
            closed=nights.book.settings(table_id).closed,
            layout=[list(row) for row in LAYOUT],
            set=summary,
        )
        response.status_code = status
        return response

    @bp.get("/api/tables/<table_id>/set")
    def look(table_id: str) -> Response:
        nights.book.version(table_id)
        return described(table_id)

    @bp.post("/api/tables/<table_id>/set/photos")
    def teach(table_id: str) -> Response:
        need_token(nights, table_id)
        data = sent_photo(config.max_upload)
        tiles = _tiles(request.form.get("tiles", ""), config.max_json)
        queued(lambda: sets.teach(table_id, data, tiles))
        return described(table_id, 201)

    @bp.post("/api/tables/<table_id>/set/hands")
    def teach_hands(table_id: str) -> Response:
        need_token(nights, table_id)
        queued(lambda: sets.teach_hands(table_id))
        return described(table_id, 201)

    @bp.patch("/api/tables/<table_id>/set")
    def switch(table_id: str) -> Response:
        need_token(nights, table_id)
        from webapp.storage import own_sets

        body = checks.table(json_object(config.max_json), "", ("enabled",))
        enabled = body.get("enabled")
        if not isinstance(enabled, bool):
            raise RefusedError(
                "BAD_SITUATION", "enabled 要是 true 或 false。", "enabled must be true or false.", "enabled"
            )
        if not own_sets.enable(nights.book, table_id, enabled, _seen()):
            raise not_found()
        return described(table_id)

    @bp.delete("/api/tables/<table_id>/set/photos/<int:number>")
    def forget_photo(table_id: str, number: int) -> Response:
        need_token(nights, table_id)
        from webapp.storage import own_sets

        if number > 2**31 - 1 or not own_sets.drop_photo(nights.book, table_id, number, _seen()):
            raise not_found()
        return described(table_id)

    @bp.delete("/api/tables/<table_id>/set")
    def forget(table_id: str) -> Response:
        need_token(nights, table_id)
        from webapp.storage import own_sets

        own_sets.drop(nights.book, table_id, _seen())
        return described(table_id)

    @bp.get("/api/tables/<table_id>/set/tiles/<tile>.jpg")
    def picture(table_id: str, tile: str) -> Response:
        nights.book.version(table_id)
        # Not queued: a page asks for 27 at once, and the set is ready once it was described.
        jpeg = sets.picture(table_id, tile) if tile in FACES else None
        if jpeg is None:
            raise not_found()
        return Response(jpeg, mimetype="image/jpeg")

    return bp


def _seen() -> str | None:
    """``If-Match``: the mark of the set that the phone shows; None changes whatever is there."""
    given = request.headers.get("If-Match")
    return None if given is None else given.strip().removeprefix("W/").strip('"')


def _tiles(text: str, limit: int) -> list[dict[str, Any]]:
    """The field ``tiles``: a JSON list of objects."""
    if len(text) > limit:
        raise too_large(limit)
    try:
        value = strict_json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise RefusedError(
            "BAD_SITUATION",
            "字段 tiles 要是一列 {box, tile}，写成 JSON。",
            "The field tiles must be a JSON list of {box, tile}.",
            "tiles",
        )
    return value
