"""The rule finder: five questions, each answer a link, so that the browser's own "back" takes one back."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request, url_for

from webapp.finder import ASKS, find
from webapp.language import current_lang

LONGEST = 8  # characters of an answer


def blueprint() -> Blueprint:
    """The one page."""
    bp = Blueprint("finder", __name__)

    @bp.get("/rules/find")
    def page() -> str:
        given = {ask.id: request.args.get(ask.id, "")[:LONGEST] for ask in ASKS}
        found = find(given, current_lang())
        kept = {item["id"]: item["value"] for item in found["answered"]}

        def answer(id: str, value: str) -> str:
            return url_for("finder.page", **{**kept, id: value})

        def without(id: str) -> str:
            return url_for("finder.page", **{key: value for key, value in kept.items() if key != id})

        words: dict[str, Any] = {"answer": answer, "without": without, "total": len(ASKS), "kept": kept}
        return render_template("finder.html", found=found, **words)

    return bp
