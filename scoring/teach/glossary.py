"""The words of the game in both languages, with what other places call them (RULES 1), and where a text uses them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from scoring.errors import Lang
from scoring.wording import PATTERN_EN, PATTERN_ZH, Both


@dataclass(frozen=True, slots=True)
class Term:
    """``also``: regional synonyms, in Chinese; ``lesson``: the one that tells more."""

    id: str
    zh: str
    en: str
    also: tuple[str, ...]
    says: Both
    lesson: str


@cache
def terms() -> tuple[Term, ...]:
    """All terms, in the order of the file."""
    data = tomllib.loads((files("scoring.teach") / "glossary.toml").read_text(encoding="utf-8"))
    return tuple(
        Term(t["id"], *_names(t), tuple(t["also"]), (t["says_zh"], t["says_en"]), t["lesson"])
        for t in data["term"]
    )


def _names(entry: dict[str, str]) -> Both:
    """What the rest of the program calls a pattern; else the entry's own names."""
    if "pattern" in entry:
        return PATTERN_ZH[entry["pattern"]], PATTERN_EN[entry["pattern"]]
    return entry["zh"], entry["en"]


@cache
def _finder(lang: Lang) -> tuple[re.Pattern[str], dict[str, str]]:
    """The longest name at each place: Chinese ones, in English sentences the English ones too."""
    names = {name: term.id for term in terms() for name in (term.zh, *term.also)}
    # 一条 is a tile far more often than the bird; the others are parts of too many words.
    for common in ("一条", "坎", "鸡", "步"):
        names.pop(common)
    longest = [re.escape(name) for name in sorted(names, key=len, reverse=True)]
    if lang == "en":
        english = {term.en: term.id for term in terms()}
        names |= english
        longest += [rf"\b{re.escape(name)}(?=s?\b)" for name in sorted(english, key=len, reverse=True)]
    return re.compile("|".join(longest), re.IGNORECASE), names


def linked(text: str, lang: Lang, used: set[str] | None = None) -> Iterator[tuple[str, str | None]]:
    """A text cut into pieces, each with the id of the term it is or None.

    A term is linked once: those in ``used`` are left alone, and new ones added to it.
    """
    finder, names = _finder(lang)
    used = set() if used is None else used
    end = 0
    for match in finder.finditer(text):
        term = names.get(match[0]) or names[match[0].lower()]
        if term in used:
            continue
        used.add(term)
        if match.start() > end:
            yield text[end : match.start()], None
        yield match[0], term
        end = match.end()
    if end < len(text):
        yield text[end:], None


def entries(lang: Lang) -> list[dict[str, object]]:
    """The glossary page: own language first."""
    return [
        {
            "id": term.id,
            "zh": term.zh,
            "en": term.en,
            "also": list(term.also),
            "says": term.says[0] if lang == "zh" else term.says[1],
            "lesson": term.lesson,
        }
        for term in terms()
    ]
