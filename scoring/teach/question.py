"""What a drill asks and how an answer is judged; the answer itself is always the engine's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.errors import Lang, ZhuojiError
from scoring.profile import Profile, load_profile
from scoring.settle import Settlement, settle
from scoring.situation import SEATS, parse_situation
from scoring.teach.say import signed
from scoring.teach.split import Group
from scoring.tiles import INDEX
from scoring.wording import Both, pick, tiles

KINDS: Mapping[str, Both] = {
    "pattern": ("认牌型", "Name the pattern"),
    "waits": ("找叫", "Find the waits"),
    "chicken": ("找鸡、数鸡", "Find and count chickens"),
    "score": ("算一手", "Score the hand"),
    "pay": ("谁付谁", "Who pays whom"),
}
LEVELS = (1, 2, 3)
NONE = "—"


@dataclass(frozen=True, slots=True)
class Key:
    """Everything a question depends on; its link is this."""

    kind: str
    level: int
    seed: int
    profile: str
    variants: tuple[str, ...] = ()

    @property
    def rules(self) -> Profile:
        """The rule system it is asked under."""
        return load_profile(self.profile, self.variants)

    def __str__(self) -> str:
        return f"{self.kind}/{self.level}/{self.seed}/{self.profile}/{'+'.join(self.variants)}"


def parse_key(data: Mapping[str, Any]) -> Key:
    """A question's key from a link. Raises BAD_SITUATION."""
    kind, profile = data.get("kind"), data.get("profile")
    if not isinstance(kind, str) or kind not in KINDS:
        raise _bad(
            "kind", f"没有这种题。可选：{'、'.join(KINDS)}。", f"No such drill. Known: {', '.join(KINDS)}."
        )
    level, seed = _number(data, "level"), _number(data, "seed")
    if level not in LEVELS:
        raise _bad("level", "难度是 1、2、3。", "The level is 1, 2 or 3.")
    variants = names_of(data)
    load_profile(profile, variants)  # type: ignore[arg-type] # the loader refuses what is no text
    return Key(kind, level, seed, str(profile), variants)


def names_of(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The options of a rule system, checked to be a list of names."""
    variants = data.get("variants") or []
    if not isinstance(variants, list) or not all(isinstance(name, str) for name in variants):
        raise _bad("variants", "选项要写成名字的列表。", "Options must be a list of names.")
    return tuple(variants)


def _number(data: Mapping[str, Any], name: str) -> int:
    value = str(data.get(name, ""))
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        raise _bad(name, f"{name} 应当是最多九位的数。", f"{name} must be a number of nine digits at most.")
    return int(value)


def _bad(field_name: str, zh: str, en: str) -> ZhuojiError:
    return ZhuojiError("BAD_SITUATION", zh, en, field_name)


@dataclass(frozen=True)
class Question:
    """``form``: "choice" (``choices``), "tiles" (a set), "number", "numbers" (one a seat), "seats" (a set).

    ``situation``: the whole table where the question shows one; ``hand`` and ``melds`` where it shows one hand,
    ``win`` its winning tile. ``answer``: a string, a sorted tuple, a number or a mapping by seat. ``pictures``: tiles
    in groups to draw under a line of ``explain``; ``sums``: the whole settlement belongs to the explanation.
    """

    key: Key
    ask: Both
    form: str
    answer: Any
    explain: tuple[Both, ...]
    choices: tuple[tuple[str, Both], ...] = ()
    situation: Mapping[str, Any] | None = None
    hand: tuple[str, ...] = ()
    melds: tuple[str, ...] = ()
    win: str | None = None
    pictures: Mapping[int, tuple[Group, ...]] = field(default_factory=dict)
    sums: bool = False

    @property
    def settlement(self) -> Settlement | None:
        """The whole table settled again."""
        return None if self.situation is None else settle(parse_situation(self.situation))


def right(question: Question, given: Any) -> bool:
    """Whether an answer, as it comes from a page, is the engine's. Raises BAD_SITUATION for another form."""
    answer = question.answer
    if question.form == "choice":
        return bool(given == answer)
    if question.form == "number":
        return bool(_whole(given) == answer)
    if question.form == "numbers":
        if not isinstance(given, dict) or given.keys() != answer.keys():
            raise _answer()
        return bool({seat: _whole(value) for seat, value in given.items()} == answer)
    if not isinstance(given, list) or not all(isinstance(item, str) for item in given):
        raise _answer()
    return set(given) == set(answer)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise _answer()
    return value


def _answer() -> ZhuojiError:
    return _bad("answer", "这道题的答案不是这个样子。", "This question takes another kind of answer.")


def in_words(question: Question, lang: Lang, given: Any = None) -> str:
    """The answer, or one that was ``given`` and judged, as a sentence's end: 大对子; 5 番; A +9, B −3 …"""
    answer, unit = question.answer if given is None else given, question.key.rules.spoken_unit
    if question.form == "choice":
        known = dict(question.choices)
        return pick(known[answer], lang) if isinstance(answer, str) and answer in known else NONE
    if question.form == "number":
        return f"{answer} {unit}"
    if question.form == "numbers":
        return ("，" if lang == "zh" else ", ").join(f"{seat} {signed(n)}" for seat, n in answer.items())
    if question.form == "seats":
        return ("、" if lang == "zh" else ", ").join(sorted(set(answer) & set(SEATS))) or NONE
    named = tiles(sorted(set(answer) & INDEX.keys(), key=INDEX.__getitem__), lang)
    return named or (pick(("没叫牌", "not ready"), lang) if question.key.kind == "waits" else NONE)
