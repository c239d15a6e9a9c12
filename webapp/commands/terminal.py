"""Text from a file on its way to a terminal: nothing in it moves the cursor, paints or rings."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 60  # characters of one echoed value
_CONTROL = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
_ECHOED = re.compile(r"「([^」]*)」|“([^”]*)”", re.DOTALL)
_C1 = re.compile("[\x7f-\x9f]")  # json.dumps escapes the others


def visible(text: str) -> str:
    """The text with control characters, lone surrogates and marks that turn the line round as ``\\x1b``, ``\\u202e``."""
    return "".join(
        char.encode("unicode_escape").decode() if unicodedata.category(char) in _CONTROL else char
        for char in text
    )


def _cut(match: re.Match[str]) -> str:
    whole = match.group()
    if len(whole) <= LONGEST + 2:
        return whole
    return f"{whole[: LONGEST + 1]}…{whole[-1]}"


def said(message: str, most: int = 600) -> str:
    """A refusal's sentence, whatever the file holds that it quotes."""
    text = _ECHOED.sub(_cut, visible(message))
    return text if len(text) <= most else text[:most] + "…"


def json_line(text: str) -> str:
    """JSON as it is, the control characters escaped that Python's writer leaves alone."""
    return _C1.sub(lambda match: f"\\u{ord(match.group()):04x}", text)
