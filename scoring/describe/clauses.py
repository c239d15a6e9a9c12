"""A clause in words: what the source text says there, for players who have no "L21" to look up.

The texts, their sections and what each passage says are data (``sources.toml``).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import groupby

from scoring.errors import Lang

_LINES = re.compile(r"L(\d+)(?:-(\d+))?")

UNWRITTEN: dict[str, tuple[str, str]] = {
    "silent": ("原文没写", "the text doesn't say"),
    "truncated": ("原文缺了这一段", "this part of the text is cut off"),
    "not used": ("这套规则用不到", "not used in these rules"),
    "本桌约定": ("本桌约定", "agreed at this table"),
}
"""How a clause begins that cites no passage → the words for it."""


@dataclass(frozen=True)
class Passage:
    """Lines of a text and what they say; ``words`` tell passages on the same lines apart."""

    first: int
    last: int
    zh: str
    en: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Book:
    """One source text: its name, sections by first line, passages in order."""

    zh: str
    en: str
    sections: tuple[tuple[int, str, str], ...]
    passages: tuple[Passage, ...]
    labels: tuple[tuple[str, int], ...]

    def section(self, line: int, lang: Lang) -> str:
        """The heading that ``line`` stands under."""
        _, zh, en = max((s for s in self.sections if s[0] <= line), default=self.sections[0])
        return zh if lang == "zh" else en

    def cited(self, clause: str) -> list[tuple[int, int]]:
        """The line ranges a clause names, by "L21-31" or by an item's label."""
        lines = [(int(m[1]), int(m[2] or m[1])) for m in _LINES.finditer(clause)]
        return lines or [(line, line) for label, line in self.labels if label in clause]

    def said(self, clause: str, ranges: list[tuple[int, int]]) -> list[Passage]:
        """The passages on those lines; of several on one line those whose words the clause repeats, or the first."""
        hits = [
            p for p in self.passages if any(p.first <= last and first <= p.last for first, last in ranges)
        ]
        out: list[Passage] = []
        for _, group in groupby(hits, key=lambda p: (p.first, p.last)):
            together = list(group)
            named = [p for p in together if any(word in clause for word in p.words)]
            out += named or together[:1]
        return out


@lru_cache(maxsize=1)
def books() -> dict[str, Book]:
    """The source texts by the name that a clause begins with ("篇一", "002")."""
    data = tomllib.loads((files("scoring.describe") / "sources.toml").read_text(encoding="utf-8"))
    return {
        name: Book(
            book["zh"],
            book["en"],
            tuple((first, zh, en) for first, zh, en in book["sections"]),
            tuple(
                Passage(first, last, zh, en, tuple(words)) for first, last, zh, en, *words in book["items"]
            ),
            tuple(book.get("labels", {}).items()),
        )
        for name, book in data.items()
    }


def book_of(clause: str) -> Book | None:
    """The text a clause cites; None for "silent" and the like."""
    return next((book for name, book in books().items() if clause.startswith(name)), None)


@lru_cache(maxsize=2048)
def clause_words(clause: str, lang: Lang = "zh") -> str:
    """ "篇一 §二 L21" → 《贵阳麻将规则》二、胡牌与算分：大对子 5 个; "silent" → 原文没写."""
    book = book_of(clause)
    if book is None:
        words = next(
            (words for start, words in UNWRITTEN.items() if clause.startswith(start)), (clause, clause)
        )
        return words[0] if lang == "zh" else words[1]
    ranges = book.cited(clause)
    if not ranges:
        return book.zh if lang == "zh" else book.en
    section = book.section(ranges[0][0], lang)
    passages = book.said(clause, ranges)
    if lang == "zh":
        gist = "；".join(p.zh for p in passages)
        return f"{book.zh}{section}：{gist}" if gist else f"{book.zh}{section}"
    gist = "; ".join(p.en for p in passages)
    return f"{book.en}, {section}: {gist}" if gist else f"{book.en}, {section}"
