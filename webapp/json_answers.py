"""Answers as JSON that every browser can read, also of what an older version took in and stored."""

from __future__ import annotations

import math
from typing import Any

from flask.json.provider import DefaultJSONProvider


def _without(value: Any) -> Any:
    """The value with null for every number that isn't one."""
    if isinstance(value, dict):
        return {key: _without(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


class StrictProvider(DefaultJSONProvider):
    """Flask's writer without NaN and Infinity; keys in our own order."""

    sort_keys = False

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        try:
            return super().dumps(obj, allow_nan=False, **kwargs)
        except ValueError:
            return super().dumps(_without(obj), allow_nan=False, **kwargs)
