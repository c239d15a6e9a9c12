"""A text with its words set in. ``{n}`` is the number, ``{n:tile|tiles}`` the English word that goes with it.

The one place where an English count finds its plural; ``static/js/words.js`` does the same for the scripts.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from scoring.errors import Lang
from scoring.wording import Both, pick


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


def said(texts: Mapping[str, Both], key: str, lang: Lang, **words: object) -> str:
    """One text of a table in one language, its words set in."""
    return fill(pick(texts[key], lang), **words)


def under(texts: Mapping[str, Both], start: str, lang: Lang) -> dict[str, str]:
    """The texts whose keys begin with ``start``, by what follows it."""
    return {key.removeprefix(start): pick(both, lang) for key, both in texts.items() if key.startswith(start)}
