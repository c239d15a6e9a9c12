"""What is wrong with a reading, as a code and a sentence that says what to do (SPEC 2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.errors import Lang

Code = Literal[
    "FIVE_OF_A_TILE",
    "SHORT_HAND",
    "LONG_HAND",
    "UNEQUAL_MELD",
    "CORRECTED",
    "NOT_ZHUOJI_TILE",
    "CUT_OFF",
    "BLURRED",
    "TOO_SMALL",
    "GLARE",
]


@dataclass(frozen=True)
class Problem:
    """A measured fault of a reading; ``tiles`` are the numbers of the tiles it is about."""

    code: Code
    zh: str
    en: str
    tiles: tuple[int, ...] = ()

    def message(self, lang: Lang = "zh") -> str:
        """The sentence in one language."""
        return self.zh if lang == "zh" else self.en
