"""`/api/tables`: open a table, look at it, change its settings, undo, invite phones (SPEC 2.4)."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, request, url_for

from webapp import network
from webapp.api.body import json_object
from webapp.api.table_access import Limiter, Repeats, if_match, need_token, save_key, since, token
from webapp.config import MIB, Config
from webapp.errors import RefusedError
from webapp.language import current_lang
from webapp.ledger.refusals import LedgerError
from webapp.nights import Nights

TABLES_A_MINUTE = 60
LARGEST_IMPORT = 64 * MIB


def created(table_id: str, secret: str, version: int, status: int = 201) -> Response:
    """A new table; its token is told here, to whoever opened it, and never again."""
    response = jsonify(ok=True, id=table_id, token=secret, version=version)
    response.status_code = status
    response.headers["Location"] = url_for("tables.show", table_id=table_id)
    return response


def links(table_id: str, secret: str) -> list[str]:
    """Addresses of the table for other phones, likeliest first. The token stands behind ``#``: never sent."""
    own = urlsplit(request.host_url)
    name = own.hostname or ""
    port = own.port or (443 if own.scheme == "https" else 80)
    hosts = [name]
    if name in ("localhost", "127.0.0.1", "::1"):
        hosts = network.lan_addresses() or [name]
    usual = 443 if own.scheme == "https" else 80
    end = "" if port == usual else f":{port}"
    return [
        f"{own.scheme}://{f'[{host}]' if ':' in host else host}{end}/t/{table_id}#k={secret}"
        for host in hosts
    ]


def qr_svg(text: str) -> str:
    """The QR code as SVG with a light ground, so that it scans on the dark page too."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, scale=4
    )
    return out.getvalue().decode()


def blueprint(nights: Nights, config: Config) -> Blueprint:
    """The routes of whole tables."""
    bp = Blueprint("tables", __name__)
    limiter, repeats = Limiter(TABLES_A_MINUTE, 60), Repeats()

    @bp.post("/api/tables")
    def create() -> Response:
        body = json_object(config.max_json)

        def make() -> tuple[str, str]:
            limiter.check()
            return nights.book.create(body)

        (table_id, secret), again = repeats.once(save_key(), body, make)
        return created(table_id, secret, 1, 200 if again else 201)

    @bp.post("/api/tables/import")
    def take_in() -> Response:
        from webapp.storage.transfer import take_in

        request.max_content_length = LARGEST_IMPORT
        body = json_object(LARGEST_IMPORT)
        limiter.check()
        nights.need_room()
        table_id, secret = take_in(nights.book, body)
        return created(table_id, secret, nights.book.version(table_id))

    @bp.get("/api/tables/<table_id>")
    def show(table_id: str) -> Response:
        seen = since()
        version = nights.book.version(table_id)
        if seen == version:
            return Response(status=304)
        # A version from the future: a backup was put back. Everything is new then.
        return jsonify(ok=True, **nights.book.read(table_id, 0 if seen > version else seen))

    @bp.put("/api/tables/<table_id>")
    def settings(table_id: str) -> Response:
        need_token(nights, table_id)
        body = json_object(config.max_json)
        nights.book.change_settings(table_id, body, if_match())
        if body.get("closed") is True and not nights.book.settings(table_id).keep_photos:
            nights.drop_photos(table_id)
        return jsonify(ok=True, **nights.book.read(table_id))

    @bp.post("/api/tables/<table_id>/undo")
    def undo(table_id: str) -> Response:
        need_token(nights, table_id)
        done = nights.book.undo(table_id, if_match())
        return jsonify(ok=True, n=done.number, version=done.version)

    @bp.get("/api/tables/<table_id>/invite")
    def invite(table_id: str) -> Response:
        need_token(nights, table_id)
        if config.local_only:
            way = network.way_in()
            raise RefusedError(
                "CONFLICT",
                f"现在只有这台电脑能打开，手机扫了也进不来。先停下（Ctrl+C），再用 {way} 开。",
                f"Only this computer can open it now, so a phone can't. Stop it (Ctrl+C), then start {way}.",
            )
        secret = token() or ""
        found = links(table_id, secret)
        return jsonify(ok=True, links=found, qr=qr_svg(found[0]))

    return bp


def both_versions(error: LedgerError, current: object, yours: object) -> Response:
    """409 with what stands and what was sent, so that a person can choose."""
    response = jsonify(ok=False, error=error.to_json(current_lang()), current=current, yours=yours)
    response.status_code = 409
    return response
