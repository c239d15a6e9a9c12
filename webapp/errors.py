"""Refusals over HTTP: one shape, the statuses of SPEC 2.4, pages for people and JSON for programs."""

from __future__ import annotations

import errno

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from scoring.errors import ZhuojiError
from webapp.language import current_lang
from webapp.storage.sentences import full

STATUS = {
    "BAD_JSON": 400,
    "BAD_SITUATION": 400,
    "FORBIDDEN": 403,
    "NOT_FOUND": 404,
    "METHOD_NOT_ALLOWED": 405,
    "CONFLICT": 409,
    "CANT_LEARN": 409,
    "TOO_LARGE": 413,
    "TOO_MANY_PIXELS": 413,
    "NOT_AN_IMAGE": 415,
    "UNSUPPORTED": 415,
    "NO_PASS": 422,
    "GUOHU": 422,
    "NOT_A_HAND": 422,
    "NEED_IF_MATCH": 428,
    "RATE_LIMITED": 429,
    "INTERNAL": 500,
    "BUSY": 503,
    "MODEL_MISSING": 503,
    "STORAGE_FULL": 507,
    "STORAGE_READONLY": 503,
    "STORAGE_DAMAGED": 503,
    "STORAGE_NEWER": 503,
    "STORAGE_AWAY": 503,
}


def status_of(code: str) -> int:
    """The HTTP status of an error code; what we do not know is our own fault."""
    return STATUS.get(code, 500)


class RefusedError(ZhuojiError):
    """A request that is turned away before the engine or the reader sees it."""


def not_found() -> RefusedError:
    return RefusedError(
        "NOT_FOUND", "没有这个地址，回首页重新来。", "There is nothing here; go back to the first page."
    )


def bad_json() -> RefusedError:
    return RefusedError(
        "BAD_JSON",
        "收到的不是 JSON，请用本页面重发。",
        "The body is not JSON; send one JSON object.",
    )


def busy() -> RefusedError:
    return RefusedError(
        "BUSY", "正忙着看别人的照片，过两秒再发。", "Busy with other photos; send it again in two seconds."
    )


def no_photo() -> RefusedError:
    return RefusedError(
        "BAD_SITUATION", "没有收到照片，再选一次。", "No photo came with it; choose again.", "photo"
    )


def too_large(limit: int) -> RefusedError:
    mib = limit // (1024 * 1024)
    return RefusedError(
        "TOO_LARGE",
        f"照片太大，一次最多 {mib} MB；少选几张，或者在手机上缩小再发。",
        f"Too large: at most {mib} MB at once. Choose fewer photos or shrink them first.",
        "photo",
    )


_HTTP: dict[int, RefusedError] = {
    400: RefusedError(
        "BAD_JSON", "这个请求看不懂，刷新页面再试。", "That request makes no sense; reload the page."
    ),
    403: RefusedError("FORBIDDEN", "不许这样访问。", "That is not allowed."),
    404: not_found(),
    405: RefusedError("METHOD_NOT_ALLOWED", "这个地址不能这样用。", "This address takes no such request."),
    413: RefusedError("TOO_LARGE", "发来的内容太大。", "What was sent is too large."),
    415: RefusedError("UNSUPPORTED", "这种格式不认识。", "That format is not known here."),
}
_OURS = RefusedError(
    "INTERNAL",
    "程序出错了，牌还在页面里；再试一次，还不行就看终端里的记录。",
    "Something broke here; your tiles are still in the page. Try again, or read the terminal's log.",
)


def wants_json() -> bool:
    """Programs ask under ``/api/`` and ``/healthz``; everything else is a page."""
    return request.path.startswith("/api/") or request.path in ("/api", "/healthz")


def refuse(error: ZhuojiError, status: int | None = None) -> Response:
    """The refusal as JSON or as a page."""
    lang = current_lang()
    status = status or status_of(error.code)
    if wants_json():
        response = jsonify(ok=False, error=error.to_json(lang))
    else:
        response = Response(render_template("error.html", message=error.message(lang), status=status))
    response.status_code = status
    if error.code == "BUSY":
        response.headers["Retry-After"] = "2"
    return response


def register(app: Flask) -> None:
    """Every way a request can fail ends in the same shape."""

    @app.errorhandler(ZhuojiError)
    def _ours(error: ZhuojiError) -> Response:
        return refuse(error)

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> Response:
        code = error.code or 500
        if code < 400 and error.response is not None:  # redirects are no refusals
            return app.make_response(error.response)
        if code < 400:
            return Response(error.get_body(), code, dict(error.get_headers()))
        response = refuse(_HTTP.get(code, _OURS if code >= 500 else _HTTP[400]), code)
        if code == 405 and getattr(error, "valid_methods", None):
            response.headers["Allow"] = ", ".join(sorted(error.valid_methods))  # type: ignore[attr-defined]
        return response

    @app.errorhandler(Exception)
    def _broken(error: Exception) -> Response:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return refuse(full())  # no room for a large upload in the temporary folder
        app.logger.error("unexpected error at %s", request.path, exc_info=error)
        return refuse(_OURS, 500)
