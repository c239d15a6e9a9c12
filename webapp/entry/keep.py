"""What is kept of a sheet and shown on other phones: the keys the page knows, each with a value it can draw.

``parse_draft`` has checked what counts (slot, tiles, groups); the rest is for the eye. A wrong mark is left out
instead of refused: a hand is worth more than the box around one of its tiles. Order stays as it came, because a
phone compares what it sent with what comes back.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from scoring.tiles import KINDS
from webapp.entry.draft import MELD_KINDS, ROLES, SIDES

Check = Callable[[Any], bool]
_KINDS = frozenset(KINDS)
_SHA = frozenset("0123456789abcdef")
FARTHEST = 1_000_000  # pixels, milliseconds: no photo of ours comes near
MOST_TILES = 400
MOST_PROBLEMS = 60


def _number(value: Any) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and math.isfinite(value)
        and abs(value) <= FARTHEST
    )


def _text(most: int) -> Check:
    return lambda value: isinstance(value, str) and len(value) <= most


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _among(known: tuple[str, ...] | frozenset[str]) -> Check:
    return lambda value: isinstance(value, str) and value in known


def _list_of(check: Check, most: int) -> Check:
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(check, value))


def _index(value: Any) -> bool:
    return type(value) is int and 0 <= value < MOST_TILES


def _box(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(map(_number, value))


def _scored(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and _among(_KINDS)(value[0]) and _number(value[1])


def _size(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == {"width", "height"}
        and all(_number(side) and side > 0 for side in value.values())
    )


def _problem(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and _text(40)(value.get("code"))
        and _text(400)(value.get("message"))
        and _list_of(_index, MOST_TILES)(value.get("tiles", []))
        and set(value) <= {"code", "message", "tiles"}
    )


_TILE: dict[str, Check] = {
    "tile": _among(_KINDS),
    "confidence": _or_none(_number),
    "box": _or_none(_box),
    "alternatives": _list_of(_scored, len(KINDS)),
    "unsure": _flag,
    "was": _among(_KINDS),
    "added": _flag,
    "mended": _flag,
}
_GROUP: dict[str, Check] = {
    "role": _among(ROLES),
    "side": _or_none(_among(SIDES)),
    "meld": _or_none(_among(MELD_KINDS)),
    "tiles": _list_of(_index, MOST_TILES),
    "charge": _index,
    "from": _among(SIDES),
}
_READING: dict[str, Check] = {
    "ok": _flag,
    "file": _or_none(_text(255)),
    "image": _or_none(_size),
    "tiles": _list_of(lambda item: isinstance(item, dict), MOST_TILES),
    "groups": _list_of(lambda item: isinstance(item, dict), MOST_TILES),
    "problems": lambda value: isinstance(value, list),
    "model": lambda value: isinstance(value, dict),
    "ms": lambda value: isinstance(value, dict),
    "own_set": _or_none(_flag),
}
_MODEL: dict[str, Check] = {"name": _text(80), "sha256": _text(64)}
_MS: dict[str, Check] = dict.fromkeys(("decode", "detect", "layout", "total"), _number)


def _only(raw: Mapping[str, Any], known: Mapping[str, Check]) -> dict[str, Any]:
    return {key: value for key, value in raw.items() if key in known and known[key](value)}


def kept_reading(raw: Mapping[str, Any]) -> dict[str, Any]:
    """A reading that ``parse_draft`` took, with nothing in it that a page can't draw."""
    out = _only(raw, _READING)
    for key, known in (("tiles", _TILE), ("groups", _GROUP)):
        out[key] = [_only(item, known) for item in out[key]]
    for key, known in (("model", _MODEL), ("ms", _MS)):
        if key in out:
            out[key] = _only(out[key], known)
    if "problems" in out:
        out["problems"] = [item for item in out["problems"] if _problem(item)][:MOST_PROBLEMS]
    return out


def _photo(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= _SHA


_SHEET: dict[str, Check] = {
    "slot": lambda _: True,  # slot, bottom, reading: parse_draft has looked at them
    "bottom": lambda _: True,
    "reading": lambda _: True,
    "photo": _or_none(_photo),
    "kept": _or_none(_photo),
}


def kept_sheet(raw: Mapping[str, Any]) -> dict[str, Any]:
    """A sheet that ``parse_draft`` took, as drafts and hands keep it."""
    out = _only(raw, _SHEET)
    return out | {"reading": kept_reading(out["reading"])}
