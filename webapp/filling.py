"""A text with its words set in. ``{n}`` is the number, ``{n:tile|tiles}`` the English word that goes with it.

The one place where an English count finds its plural; ``static/js/words.js`` does the same for the scripts.
"""

from __future__ import annotations

from string import Formatter
from typing import Any


class _Filler(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        one, several, many = format_spec.partition("|")
        if several:
            return one if value == 1 else many
        return str(super().format_field(value, format_spec))


_FILLER = _Filler()


def fill(text: str, **words: object) -> str:
    """``fill("{n} {n:hand|hands}", n=1)`` is "1 hand"."""
    return _FILLER.vformat(text, (), words)
