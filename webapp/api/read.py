"""`POST /api/read`: photos in, one reading each out (SPEC 2.3). Nothing is kept on disk by us."""

from __future__ import annotations

from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, request

from scoring.errors import Lang
from webapp.config import Config
from webapp.errors import RefusedError, busy, no_photo, status_of, too_large
from webapp.inference import ReadPool, refusal
from webapp.language import current_lang
from webapp.own_sets import OwnSets


def shown_name(name: str | None) -> str:
    """A name only to show back: no folders, no control characters, short. Never used as a path."""
    base = (name or "").replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(char for char in base if char.isprintable())[:80] or "photo"


def in_time(name: str, item: Future[dict[str, Any]], lang: Lang, seconds: float) -> dict[str, Any]:
    """The reading of one photo, or BUSY when it takes too long; one that hasn't begun is taken back."""
    try:
        return item.result(seconds)
    except FutureTimeout:
        item.cancel()
        return refusal(name, busy(), lang)


def blueprint(pool: ReadPool, config: Config, sets: OwnSets) -> Blueprint:
    """The one route, bound to its pool and to the sets of tiles that tables have taught."""
    bp = Blueprint("read", __name__)

    @bp.post("/api/read")
    def read() -> Response:
        if (request.content_length or 0) > config.max_upload:
            raise too_large(config.max_upload)
        if request.mimetype != "multipart/form-data":
            raise RefusedError(
                "UNSUPPORTED",
                "照片要用表单上传（multipart，字段 photo）。",
                "Send photos as multipart/form-data, field `photo`.",
                "photo",
            )
        photos = request.files.getlist("photo")
        if not photos:
            raise no_photo()
        if len(photos) > config.max_photos:
            raise RefusedError(
                "TOO_LARGE",
                f"一次最多 {config.max_photos} 张。",
                f"At most {config.max_photos} photos at once.",
                "photo",
            )
        lang = current_lang()
        full_table = request.args.get("full_table") in ("1", "true")
        table = request.args.get("table")
        own_set = partial(sets.for_reading, table) if table else None
        waiting: list[tuple[str, Future[dict[str, Any]] | RefusedError]] = []
        for photo in photos:
            name = shown_name(photo.filename)
            try:
                waiting.append(
                    (name, pool.submit(photo.read(), name, lang, full_table=full_table, own_set=own_set))
                )
            except RefusedError as full:
                if not waiting:
                    raise
                waiting.append((name, full))
        readings = [
            refusal(name, item, lang)
            if isinstance(item, RefusedError)
            else in_time(name, item, lang, config.read_timeout)
            for name, item in waiting
        ]
        if any(reading["ok"] for reading in readings):
            return jsonify(ok=True, readings=readings)
        # Not one photo could be read: that is a refusal, and says why for each.
        error = readings[0]["error"]
        response = jsonify(ok=False, error=error, readings=readings)
        response.status_code = status_of(error["code"])
        if error["code"] == busy().code:
            response.headers["Retry-After"] = "2"
        return response

    return bp
