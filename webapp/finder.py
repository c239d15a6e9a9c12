"""Which rule system is played here, found by five questions in players' words (SPEC 3.2). Pure: no Flask.

Nothing is told apart by name: every system with every set of its options that touches the five is a candidate,
and an answer keeps those whose parameters say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from scoring.describe import describe_profile, sentence
from scoring.describe.view import View
from scoring.errors import Lang
from scoring.profile import Profile, load_profile, profile_ids
from scoring.wording import Both

SHOWN_EFFECTS = 2


def _ping(profile: Profile) -> str:
    return "off" if profile["patterns.ping"] is None else str(_view(profile).discard("ping"))


def _charge(profile: Profile) -> str:
    return "off" if profile["charge.1s.plain"] is None else str(profile["charge.1s.plain"])


def _dealer(profile: Profile) -> str:
    if profile["base_add"]:
        return f"kou{profile['base_add'] + 1}"
    return "none" if profile["lianzhuang.first"] is None else "lian"


def _flag(name: str) -> Callable[[Profile], str]:
    return lambda profile: "yes" if profile[name] not in (None, False) else "no"


def _view(profile: Profile) -> View:
    return View(profile.values, profile.spoken_unit)


def _ping_words(value: str) -> Both:
    return ("平胡不能胡", "it can't win") if value == "off" else (f"{value} 分", value)


def _charge_words(value: str) -> Both:
    return ("不算", "no") if value == "off" else (f"算，{value} 分", f"yes, {value}")


def _dealer_words(value: str) -> Both:
    if value.startswith("kou"):
        n = int(value[3:])
        return f"一扣{'〇一二三四五六七八九'[n] if n < 10 else n}", f"every hand {n - 1} dearer (一扣{n})"
    return {"none": ("都不算", "neither"), "lian": ("连庄", "dealer's streak (连庄)")}[value]


def _yes_words(yes: Both, no: Both) -> Callable[[str], Both]:
    return lambda value: yes if value == "yes" else no


@dataclass(frozen=True)
class Ask:
    """One question: which parameters it hangs on, what a profile answers, how the answer is said."""

    id: str
    words: Both
    about: tuple[str, ...]
    answer: Callable[[Profile], str]
    said: Callable[[str], Both]

    def example(self, profile: Profile, lang: Lang) -> str:
        """The answer's effect as a sentence with an example amount, in this profile's units."""
        name = self.about[0]
        if self.id == "dealer":
            name = "base_add" if profile["base_add"] else "lianzhuang.step"
            if profile["lianzhuang.first"] is None:
                name = "base_add" if profile["base_add"] else "lianzhuang.first"
        return sentence(profile.values, profile.spoken_unit, name, lang)


_COUNTS: Both = ("算", "yes")
_NOT: Both = ("不算", "no")
ASKS: tuple[Ask, ...] = (
    Ask("ping", ("平胡，别人点炮，几分？", "What does a plain hand win from a discarder?"),
        ("patterns.ping", "base_add"), _ping, _ping_words),
    Ask("charge", ("冲锋鸡算吗？", "Does the first discarded 1 bamboo (冲锋鸡) pay?"),
        ("charge.1s.plain",), _charge, _charge_words),
    Ask("reverse", ("没叫牌，打出去的鸡要反赔吗？", "Does an unready player pay back for his shown chickens (反赔)?"),
        ("reverse.on",), _flag("reverse.on"), _yes_words(("要", "yes"), ("不要", "no"))),
    Ask("dealer", ("连庄，还是一扣几？", "Dealer's streak (连庄) or a fixed addition (一扣几)?"),
        ("lianzhuang.first", "base_add"), _dealer, _dealer_words),
    Ask("black", ("八筒算鸡吗（乌骨鸡）？", "Is 8 dots a chicken (乌骨鸡)?"),
        ("chicken.standing.8p.plain",), _flag("chicken.standing.8p.plain"), _yes_words(_COUNTS, _NOT)),
)  # fmt: skip


@dataclass(frozen=True)
class Candidate:
    """A system with the options it takes to answer so; the fewest come first."""

    profile_id: str
    variants: tuple[str, ...]
    answers: Mapping[str, str]

    def profile(self) -> Profile:
        return load_profile(self.profile_id, self.variants)


@lru_cache(maxsize=1)
def candidates() -> tuple[Candidate, ...]:
    """Every system with every set of options that moves one of the five, fewest options first."""
    about = {name for ask in ASKS for name in ask.about}
    out: dict[tuple[str, tuple[str, ...]], Candidate] = {}
    for profile_id in profile_ids():
        moving = [v.id for v in load_profile(profile_id).variants.values() if about & v.set.keys()]
        base = load_profile(profile_id)
        sets = [
            chosen
            for n in range(len(moving) + 1)
            for chosen in combinations(moving, n)
            if not any(_clash(base, a, b) for a, b in combinations(chosen, 2))
        ]
        for chosen in sets:
            profile = load_profile(profile_id, chosen)
            answers = {ask.id: ask.answer(profile) for ask in ASKS}
            out.setdefault((profile_id, tuple(answers.values())), Candidate(profile_id, chosen, answers))
    return tuple(sorted(out.values(), key=lambda one: len(one.variants)))


def _clash(profile: Profile, a: str, b: str) -> bool:
    """Whether two options set the same parameter to different values."""
    one, other = profile.variants[a].set, profile.variants[b].set
    return any(name in one and one[name] != value for name, value in other.items())


def _order(value: str) -> tuple[int, int, str]:
    """不算 and 没有 first, then by amount."""
    digits = "".join(char for char in value if char.isdigit())
    return (0 if value in ("off", "none", "no") else 1, int(digits or 0), value)


def matching(answers: Mapping[str, str]) -> list[Candidate]:
    """The candidates that agree with every answer given; an unknown question is no answer."""
    known = {ask.id: answers[ask.id] for ask in ASKS if answers.get(ask.id)}
    return [one for one in candidates() if all(one.answers[key] == value for key, value in known.items())]


def systems(found: list[Candidate]) -> list[Candidate]:
    """Each remaining system once, in the form that takes the fewest options."""
    out: dict[str, Candidate] = {}
    for one in found:
        out.setdefault(one.profile_id, one)
    return list(out.values())


def find(answers: Mapping[str, str], lang: Lang) -> dict[str, Any]:
    """The questions with what is answered, the next one with its choices, the systems that remain.

    ``next`` is None once all are answered or only one system and set of options is left. An answer that no
    remaining system gives is dropped, so an old link never ends in nothing.
    """
    place = 0 if lang == "zh" else 1
    given: dict[str, str] = {}
    done: list[dict[str, Any]] = []
    coming: dict[str, Any] | None = None
    for ask in ASKS:
        here = matching(given)
        values = sorted({one.answers[ask.id] for one in here}, key=_order)
        value = answers.get(ask.id)
        if value in values or value == "skip":
            if value != "skip":
                given[ask.id] = str(value)
            said = ask.said(str(value))[place] if value != "skip" else None
            done.append({"id": ask.id, "words": ask.words[place], "value": value, "said": said})
        elif len(values) > 1 and coming is None:
            coming = {
                "id": ask.id,
                "words": ask.words[place],
                "choices": [_choice(ask, value, here, lang) for value in values],
            }
    left = systems(matching(given))
    return {
        "answered": done,
        "next": coming,
        "systems": [system(one, lang, whole=coming is None) for one in left],
    }


def _choice(ask: Ask, value: str, here: list[Candidate], lang: Lang) -> dict[str, Any]:
    those = [one for one in here if one.answers[ask.id] == value]
    return {
        "value": value,
        "words": ask.said(value)[0 if lang == "zh" else 1],
        "example": ask.example(those[0].profile(), lang),
        "systems": len(systems(those)),
    }


def system(one: Candidate, lang: Lang, *, whole: bool) -> dict[str, Any]:
    """A system for the list; ``whole``: with its options and what each changes."""
    told = describe_profile(load_profile(one.profile_id), lang)
    return {
        "id": one.profile_id,
        "title": told["title"],
        "source": told["source"],
        "variants": [
            variant | {"chosen": variant["id"] in one.variants, "effects": effects(one, variant["id"], lang)}
            for variant in told["variants"]
            if whole or variant["id"] in one.variants
        ],
    }


def effects(one: Candidate, variant_id: str, lang: Lang) -> list[dict[str, str]]:
    """What an option changes: the sentence without it and with it, where they differ."""
    without = load_profile(one.profile_id, [name for name in one.variants if name != variant_id])
    with_it = load_profile(one.profile_id, [*without.chosen, variant_id])
    out: list[dict[str, str]] = []
    for item in describe_profile(with_it, lang)["parameters"]:
        before = sentence(without.values, without.spoken_unit, item["name"], lang)
        if item["name"] in with_it.variants[variant_id].set and before != item["sentence"]:
            out.append({"without": before, "with": item["sentence"]})
    return out[:SHOWN_EFFECTS]
