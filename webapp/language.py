"""Which language a request is answered in (SPEC 8): ``?lang``, the cookie, the browser, else Chinese."""

from __future__ import annotations

from flask import Flask, Response, request

from scoring.errors import Lang

LANGS: tuple[Lang, ...] = ("zh", "en")
COOKIE = "lang"


def _known(value: str | None) -> Lang | None:
    return next((lang for lang in LANGS if value == lang), None)


def current_lang() -> Lang:
    """The language of this request."""
    chosen = _known(request.args.get("lang")) or _known(request.cookies.get(COOKIE))
    if chosen:
        return chosen
    for tag, quality in request.accept_languages:
        if quality > 0 and (lang := _known(tag.lower().split("-")[0])):
            return lang
    return "zh"


def register(app: Flask) -> None:
    """A language chosen on a page stays chosen."""

    @app.after_request
    def _remember(response: Response) -> Response:
        chosen = _known(request.args.get("lang"))
        if chosen and not request.path.startswith("/api/"):
            response.set_cookie(COOKIE, chosen, max_age=365 * 86400, samesite="Lax", httponly=True)
        return response
