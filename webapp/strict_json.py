"""JSON as the standard has it: Python's own reader also takes NaN, Infinity and 1e309."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):  # 1e309: more than a number can hold
        raise ValueError("a number without end")
    return value


def loads(text: str | bytes) -> Any:
    """The value; every number in it is finite. Raises ``ValueError``, ``RecursionError``."""
    return json.loads(text, parse_constant=_no_constant, parse_float=_finite)
