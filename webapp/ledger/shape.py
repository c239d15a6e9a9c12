"""The types of a stored hand, line or change, for a file from outside: every revision may become the current one.

A shape is a type, a set of values, ``[shape]`` for a list of it, a tuple of alternatives, a dict by key (a key that
ends in ``?`` may be missing), or a function that says yes or no. Sums and people are ``codec``'s concern.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.tiles import KINDS
from webapp.ledger.chain import LONGEST

Shape = Any
MOST = 1_000_000_000
SEAT = frozenset("ABCD")
NONE = frozenset((None,))
TILE = frozenset(KINDS)
LINES = [str]


def fits(value: Any, shape: Shape) -> bool:
    """Whether a JSON value has a shape."""
    if isinstance(shape, type):
        return type(value) is shape and (type(value) is not int or abs(value) <= MOST)
    if isinstance(shape, tuple):
        return any(fits(value, one) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(item, shape[0]) for item in value)
    if isinstance(shape, frozenset):
        return (value is None or isinstance(value, str)) and value in shape
    if isinstance(shape, dict):
        return isinstance(value, dict) and _keys_fit(value, shape)
    return bool(shape(value))


def _keys_fit(value: Mapping[str, Any], shape: Mapping[str, Shape]) -> bool:
    for name, one in shape.items():
        key = name.removesuffix("?")
        if key not in value:
            if key == name:
                return False
        elif not fits(value[key], one):
            return False
    return {name.removesuffix("?") for name in shape} >= value.keys()


def _by_seat(shape: Shape) -> Shape:
    return lambda value: (
        isinstance(value, dict) and value.keys() <= SEAT and all(fits(item, shape) for item in value.values())
    )


def _names(shape: Shape) -> Shape:
    return lambda value: isinstance(value, dict) and all(fits(item, shape) for item in value.values())


def _streak(value: Any) -> bool:
    return type(value) is int and 1 <= value <= LONGEST


_NOTES = [{"code": str, "message": str}]
_NEXT_STREAK = (NONE, lambda value: type(value) is int and 1 <= value <= LONGEST + 1)
ANSWER: Shape = {
    "ok": lambda value: value is True,
    "profile": str,
    "variants": [str],
    "unit": str,
    "ready": str,
    "waits": _by_seat([TILE]),
    "wins": [{"winner": SEAT, "tile": TILE | NONE, "pattern": str, "value": int}],
    "chickens": {"standing": [TILE], "flipped": [TILE], "gold": [TILE]},
    "transfers": [
        {"from": [SEAT], "to": SEAT, "each": int, "code": str, "why": str, "clause": str, "assumed": bool,
         "params": [str], "declared?": bool}
    ],
    "net": _by_seat(int),
    "next_dealer": SEAT | NONE,
    "next_streak": _NEXT_STREAK,
    "assumptions": [str],
    "warnings": _NOTES,
    "explain": LINES,
    "en": {"why": LINES, "explain": LINES, "warnings": _NOTES},
}  # fmt: skip
_PLAYER: Shape = lambda value: (  # noqa: E731 - the engine checks the rest when it settles again
    isinstance(value, dict)
    and (value.get("hand") is None or isinstance(value["hand"], str))
    and fits(value.get("melds", []), [str])
)
HAND: Shape = {
    "situation": lambda value: (
        isinstance(value, dict)
        and isinstance(value.get("profile"), str)
        and fits(value.get("variants", []), [str])
        and isinstance(value.get("overlay", {}), dict)
        and fits(value.get("players"), _by_seat(_PLAYER))
        and fits(value.get("flip"), TILE | NONE)
        and fits(value.get("dealer"), SEAT | NONE)
        and fits(value.get("dealer_streak", 1), _streak)
        and isinstance(value.get("result"), dict)
        and fits(value["result"].get("type"), frozenset(("self", "after_kong", "discard", "rob", "draw")))
        and fits(value["result"].get("from"), SEAT | NONE)
    ),
    "seats": _by_seat(str),
    "dealer_said": bool,
    "sheets": list,
    "answers": dict,
    "corrections": [
        {"slot": SEAT | {"flip", "table", None}, "index": int, "was": TILE | NONE, "now": TILE | NONE}
    ],
    "photos": _names(lambda value: isinstance(value, str) and len(value) == 64),
    "note": lambda value: isinstance(value, str) and len(value) <= 200,
    "rules": {"profile": str, "variants": [str], "overlay": dict, "values": dict},
    "stake": (NONE, str),
    "cap": (NONE, int),
    "engine": str,
    "answer": ANSWER,
}
LINE: Shape = {
    "type": str,
    "in": str,
    "amounts": _names((int, str)),
    "note": lambda value: isinstance(value, str) and len(value) <= 200,
    "hand": (NONE, int),
    "stake": (NONE, str),
}
SETTINGS: Shape = {"settings": dict, "changed": [str]}
_DEAL: Shape = {
    "dealer": SEAT | NONE,
    "streak": _streak,
    "next": lambda value: (
        isinstance(value, list)
        and len(value) == 2
        and fits(value[0], SEAT | NONE)
        and fits(value[1], _NEXT_STREAK)
    ),
    "net": _names(int),
}
EFFECT: Shape = {"n": int, "before": _DEAL, "after": _DEAL}
PAYLOADS = {"hand": HAND, "line": LINE, "settings": SETTINGS}
