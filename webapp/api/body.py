"""JSON bodies: strict, bounded, and refused in a sentence."""

from __future__ import annotations

import json
import re
from typing import Any

from flask import request

from webapp import strict_json
from webapp.errors import RefusedError, bad_json, no_photo, too_large

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


def _too_long(limit: int) -> RefusedError:
    kib = limit // 1024
    return RefusedError(
        "TOO_LARGE",
        f"发来的数据太大，最多 {kib} KB。",
        f"Too much data: at most {kib} KB.",
    )


def json_object(limit: int) -> dict[str, Any]:
    """The request's JSON object. Raises BAD_JSON, TOO_LARGE, or BAD_SITUATION for another JSON value."""
    if (request.content_length or 0) > limit:
        raise _too_long(limit)
    raw = request.get_data(cache=False)
    if len(raw) > limit:
        raise _too_long(limit)
    try:
        value = strict_json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        raise bad_json() from None
    if _SURROGATE.search(raw):  # half a character perhaps: no database and no page takes it
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            raise RefusedError(
                "BAD_SITUATION",
                "里面有半个字符，改一下文字再发。",
                "It holds half a character; change the text.",
            ) from None
    if not isinstance(value, dict):
        raise RefusedError("BAD_SITUATION", "要一个 JSON 对象 { … }。", "A JSON object { … } is needed.")
    return value


def sent_photo(limit: int) -> bytes:
    """The bytes of the form's field ``photo``. Raises TOO_LARGE, or BAD_SITUATION without one."""
    if (request.content_length or 0) > limit:
        raise too_large(limit)
    photo = request.files.get("photo")
    if photo is None:
        raise no_photo()
    data: bytes = photo.read()
    return data
