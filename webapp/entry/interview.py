"""Questions and their answers: only what no photo can show and this profile pays by.

``required`` questions wait for an answer; the others stand on their default until somebody changes it, so the
flawless hand costs one look at them and no tap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from scoring.tiles import name_en, name_zh

Kind = Literal["choice", "many", "tile", "counts"]


@dataclass(frozen=True)
class Choice:
    """One answer; ``tile`` is drawn beside the words."""

    value: str
    zh: str
    en: str
    tile: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "zh": self.zh, "en": self.en, "tile": self.tile}


@dataclass(frozen=True)
class Question:
    """One card.

    ``choice``: one value; ``many``: a list; ``tile``: a tile (``choices`` first, then the keypad) or one of
    the words in ``choices``; ``counts``: {row: {tile: n}}, ``choices`` being the rows, ``tiles`` the columns.
    """

    id: str
    kind: Kind
    zh: str
    en: str
    why_zh: str
    why_en: str
    choices: tuple[Choice, ...]
    required: bool
    default: Any = None
    answer: Any = None
    tiles: tuple[tuple[str, int], ...] = ()
    least: int = 0
    most: int = 4
    keypad: bool = False
    besides: tuple[str, ...] = ()
    """Kinds whose first discard another question has already named (``pond`` only)."""

    @property
    def open(self) -> bool:
        """Still waiting."""
        return self.required and self.answer is None

    @property
    def collects(self) -> bool:
        """Whether the answer is a list or counts: what isn't in it was left out, if it was on the card."""
        return self.kind in ("many", "counts")

    def on_the_card(self) -> list[str]:
        """What ``answers["asked"]`` keeps beside the answer: the values and the tiles to choose from."""
        return [*(choice.value for choice in self.choices), *(tile for tile, _ in self.tiles)]

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": self.kind,
            "zh": self.zh,
            "en": self.en,
            "why": {"zh": self.why_zh, "en": self.why_en},
            "choices": [choice.to_json() for choice in self.choices],
            "required": self.required,
            "open": self.open,
            "default": self.default,
            "answer": self.answer,
            "tiles": [{"tile": tile, "most": most} for tile, most in self.tiles],
            "least": self.least,
            "most": self.most,
            "keypad": self.keypad,
        }


def tile_choice(tile: str, value: str | None = None) -> Choice:
    """A tile as an answer."""
    return Choice(value or tile, name_zh(tile), name_en(tile), tile)


@dataclass
class Interview:
    """Collects the questions of one hand and hands back valid answers only: a stale one counts as none.

    ``answers["asked"]`` says which choices and tiles stood on the card when a list or counts were given: a winner or a
    turned tile mended later brings new ones that nobody was asked about, and the card comes back with what was said.
    """

    answers: Mapping[str, Any]
    questions: list[Question] = field(default_factory=list)

    def _asked(self, question: Question) -> bool:
        """Whether it was answered with all that is on its card in view; an answer that doesn't tell is believed."""
        told = self.answers.get("asked")
        seen = told.get(question.id) if isinstance(told, dict) else None
        return not isinstance(seen, list) or {*question.on_the_card()} <= {
            item for item in seen if isinstance(item, str)
        }

    @property
    def open(self) -> int:
        return sum(question.open for question in self.questions)

    def choice(
        self,
        id: str,
        zh: str,
        en: str,
        choices: Sequence[Choice],
        *,
        why: tuple[str, str],
        default: str | None = None,
        required: bool = True,
        undecided: str | None = None,
    ) -> str | None:
        """One of the choices; None while a required question is open, which ``undecided`` leaves it."""
        values = {choice.value for choice in choices} - {undecided}
        answer = self.answers.get(id)
        answer = answer if isinstance(answer, str) and answer in values else None
        self._add(id, "choice", zh, en, choices, why, default, required, answer)
        return answer if answer is not None or required else default

    def many(
        self,
        id: str,
        zh: str,
        en: str,
        choices: Sequence[Choice],
        *,
        why: tuple[str, str],
        required: bool = False,
        least: int = 0,
        most: int = 4,
    ) -> list[str] | None:
        """Some of the choices, in their order; [] is the default of one that is not required."""
        answer = self.answers.get(id)
        picked: list[str] | None = None
        if isinstance(answer, list) and all(isinstance(item, str) for item in answer):
            picked = [choice.value for choice in choices if choice.value in answer]
            if not least <= len(picked) <= most or (answer and not picked):
                picked = None
        default: list[str] | None = None if required else []
        limits = {"least": least, "most": most}
        told = self._add(id, "many", zh, en, choices, why, default, required, picked, **limits)
        return told if told is not None or required else []

    def tile(
        self,
        id: str,
        zh: str,
        en: str,
        choices: Sequence[Choice],
        *,
        why: tuple[str, str],
        keypad: Sequence[str] = (),
        default: str | None = None,
        required: bool = True,
    ) -> str | None:
        """A tile among ``choices`` or, with ``keypad``, any of those; or a word among ``choices``."""
        values = {choice.value for choice in choices} | set(keypad)
        answer = self.answers.get(id)
        answer = answer if isinstance(answer, str) and answer in values else None
        self._add(id, "tile", zh, en, choices, why, default, required, answer, keypad=bool(keypad))
        return answer if answer is not None or required else default

    def counts(
        self,
        id: str,
        zh: str,
        en: str,
        rows: Sequence[Choice],
        tiles: Sequence[tuple[str, int]],
        *,
        why: tuple[str, str],
        besides: Sequence[str] = (),
        required: bool = False,
    ) -> dict[str, dict[str, int]]:
        """How many of each tile a player has; {} unless said; too many copies are no answer."""
        names, limits = {row.value for row in rows}, dict(tiles)
        answer = self.answers.get(id)
        picked: dict[str, dict[str, int]] | None = None
        if isinstance(answer, dict):
            picked = {}
            for row, counts in answer.items():
                if row not in names or not isinstance(counts, dict):
                    continue
                good = {t: n for t, n in counts.items() if t in limits and type(n) is int and 0 < n <= 4}
                if good:
                    picked[row] = good
            for tile, most in tiles:
                if sum(counts.get(tile, 0) for counts in picked.values()) > most:
                    picked = None
                    break
        default: dict[str, Any] | None = None if required else {}
        shape = {"tiles": tuple(tiles), "besides": tuple(besides)}
        return self._add(id, "counts", zh, en, rows, why, default, required, picked, **shape) or {}

    def _add(
        self,
        id: str,
        kind: Kind,
        zh: str,
        en: str,
        choices: Sequence[Choice],
        why: tuple[str, str],
        default: Any,
        required: bool,
        answer: Any,
        **more: Any,
    ) -> Any:
        """Put the question; returns its answer, None where it waits for one (again)."""
        question = Question(id, kind, zh, en, *why, tuple(choices), required, default, answer, **more)
        if required and question.collects and not self._asked(question):
            question = replace(question, default=answer, answer=None)
        self.questions.append(question)
        return question.answer
