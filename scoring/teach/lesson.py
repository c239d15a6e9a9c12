"""What a lesson is made of: words, pictures, the rule system's own sentences, examples the engine runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.chain import ready_line
from scoring.describe import describe_profile
from scoring.errors import Lang, ZhuojiError
from scoring.explain import why
from scoring.melds import Meld, parse_meld
from scoring.profile import Profile
from scoring.rules.readiness import known_forms, valued_patterns, waits_of
from scoring.settle import Settlement, settle
from scoring.shanten import shanten
from scoring.situation import SEATS, Player, parse_situation
from scoring.teach.coach import CoachHand
from scoring.teach.picture import picture
from scoring.teach.split import Group, split, worth
from scoring.teach.story import story
from scoring.teach.tables import Deal
from scoring.tiles import counts, parse_tiles
from scoring.transfer import Transfer
from scoring.waits import dead_waits
from scoring.wording import Both, pattern, pick


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles side by side with a caption."""

    words: Both
    tiles: str

    def render(self, profile: Profile, lang: Lang) -> dict[str, Any]:
        return {"kind": "row", "words": pick(self.words, lang), "tiles": parse_tiles(self.tiles)}


@dataclass(frozen=True, slots=True)
class Waiting:
    """A hand of 13 tiles, melds included: what it waits on is the engine's to say."""

    words: Both
    hand: str
    on: str = ""
    """The waits that the words speak of, for the tests."""
    melds: tuple[str, ...] = ()

    def render(self, profile: Profile, lang: Lang) -> dict[str, Any]:
        hand, melds = parse_tiles(self.hand), parsed(self.melds)
        found = waits_of(Player(SEATS[0], tuple(hand), melds), profile, None, "draw")
        dead = dead_waits(hand, melds)
        steps = shanten(hand, melds, **known_forms(profile, None))
        answer = (
            ("叫：", "Waits on:")
            if found
            else (
                "只能胡这张，可四张都在自己这里，不算叫牌：",
                "Could only win on a tile he has all four of, in hand and melds, so he isn't ready:",
            )
            if dead
            else (f"没叫牌，还差 {steps} 步。", f"Not ready; {steps} step{'s' * (steps > 1)} away.")
        )
        return {
            "kind": "waiting",
            "words": pick(self.words, lang),
            "tiles": hand,
            "melds": drawn_melds(melds),
            "answer": pick(answer, lang),
            "waits": list(found) or dead,
        }


@dataclass(frozen=True, slots=True)
class Pattern:
    """A complete hand, the last tile of ``hand`` being the winning one: pattern and value by the engine.

    ``meant``: the pattern it shows where the rule system has a value for that one.
    """

    meant: str
    hand: str
    melds: tuple[str, ...] = ()
    note: Both = ("", "")

    def render(self, profile: Profile, lang: Lang) -> dict[str, Any]:
        tiles, melds = tuple(parse_tiles(self.hand)), parsed(self.melds)
        value = worth(CoachHand(tiles[:-1], melds), profile, tiles[-1])
        found = valued_patterns(counts(tiles), melds, profile)
        return {
            "kind": "pattern",
            "words": pattern(value.pattern, lang),
            "note": pick(self.note, lang),
            "tiles": list(tiles),
            "groups": groups_json(split(counts(tiles), value.pattern)),
            "melds": drawn_melds(melds),
            "discard": value.discard,
            "self_draw": value.self_draw,
            "unit": profile.spoken_unit,
            "also": [f"{pattern(name, lang)} {n}" for name, n in found if name != value.pattern],
        }


def groups_json(groups: Sequence[Group]) -> list[dict[str, Any]]:
    """Groups as a page draws them."""
    return [{"tiles": list(group.tiles), "lit": group.lit} for group in groups]


@dataclass(frozen=True, slots=True)
class Example:
    """A hand settled by the engine, under the rule system of the lesson.

    ``whole``: walked through step by step; ``hidden``: the answer is folded, for the reader to find first.
    """

    words: Both
    deal: Deal
    whole: bool = False
    hidden: bool = False

    def render(self, profile: Profile, lang: Lang) -> dict[str, Any]:
        raw = self.deal.situation(profile)
        situation = parse_situation(raw)
        out: dict[str, Any] = {
            "kind": "example",
            "words": pick(self.words, lang),
            "story": story(situation, profile, lang),
            "hidden": self.hidden,
            "whole": self.whole,
            "unit": profile.spoken_unit,
            "situation": raw,
        }
        try:
            settlement = settle(situation, profile)
        except ZhuojiError as error:
            return out | {"picture": picture(situation, lang), "refused": error.message(lang)}
        out |= answer_json(settlement, lang, self.whole)
        if self.hidden:
            out["picture"] = picture(situation, lang)  # who is ready and what the chickens are is asked
        return out


def answer_json(settlement: Settlement, lang: Lang, whole: bool = False) -> dict[str, Any]:
    """A settlement as a table: a line a payment, a column a seat, the sums."""
    table = settlement.table
    lines = [line_json(settlement, t, lang) for t in settlement.transfers]
    out: dict[str, Any] = {
        "picture": picture(table.situation, lang, settlement),
        "ready": [ready_line(table, seat, lang) for seat in table.seats],
        "seats": list(table.seats),
        "lines": lines,
        "net": [settlement.net[seat] for seat in table.seats],
        "warnings": [pick(note, lang) for note in _notes(settlement)],
    }
    if settlement.next_dealer is not None:
        dealer, n = settlement.next_dealer, settlement.next_streak
        words = (f"下一把 {dealer} 坐庄（第 {n} 把）。", f"{dealer} deals next (hand {n} in a row).")
        out["next_dealer"] = pick(words, lang)
    if whole:
        out["steps"] = [
            {"words": pick(words, lang), "lines": group}
            for codes, words in STEPS
            if (group := [line for line in lines if line["code"].startswith(codes)])
        ]
    return out


NOT_PLAYED: Both = (
    "这里多出来的那件事，这套规则不另外算钱，所以表里没有它的一行。",
    "These rules pay nothing extra for what this example is about, so no line speaks of it.",
)


def _notes(settlement: Settlement) -> Iterator[Both]:
    """The settlement's own remarks; facts these rules have no use for in the words of a lesson, once."""
    for note in settlement.warnings:
        if note.code != "UNUSED_FACT":
            yield note.zh, note.en
    if any(note.code == "UNUSED_FACT" for note in settlement.warnings):
        yield NOT_PLAYED


STEPS: tuple[tuple[tuple[str, ...], Both], ...] = (
    (
        ("HAND", "SPECIAL", "GANGKAI", "HOT", "ROB", "SHABAO", "LIAN", "REVERSE3", "BAOPAI", "CHAJIAO"),
        ("牌型的钱", "For the hand"),
    ),
    (("BEAN",), ("豆的钱：叫了牌的才收", "For kongs: only who is ready collects")),
    (("CHICKEN", "CHARGE", "RESP"), ("鸡的钱：叫了牌的才收", "For chickens: only who is ready collects")),
    (("REV_",), ("反赔：没叫牌的倒赔", "Paying back: who isn't ready pays out")),
    (("GENZHANG", "CHAQUE", "YUANQUE"), ("别的", "Extras")),
)


def line_json(settlement: Settlement, t: Transfer, lang: Lang) -> dict[str, Any]:
    """One payment with what it does to each seat."""
    effect = dict.fromkeys(settlement.table.seats, 0)
    for payer in t.payers:
        effect[payer] -= t.each
    effect[t.to] += t.each * len(t.payers)
    return {
        "code": t.code,
        "why": why(t, settlement, lang),
        "effect": [effect[seat] for seat in settlement.table.seats],
    }


def parsed(melds: Sequence[str]) -> tuple[Meld, ...]:
    return tuple(map(parse_meld, melds))


def drawn_melds(melds: Sequence[Meld]) -> list[list[str]]:
    return [[meld.tile] * meld.size for meld in melds]


Block = Row | Waiting | Pattern | Example
Said = Both | Callable[[Profile], Both | None]
"""A sentence, or one that depends on the rule system (None: nothing to say)."""

SKIP: Both = ("这套规则没有，可以跳过。", "These rules have none of this: skip it.")


@dataclass(frozen=True, slots=True)
class Lesson:
    """``blocks`` may choose by profile: a table of two has no third winner. So may a text of ``intro``.

    ``played``: whether the rule system has what the lesson is about at all.
    """

    id: str
    title: Both
    intro: tuple[Said, ...]
    params: tuple[str, ...]
    blocks: Callable[[Profile], Sequence[Block]]
    played: Callable[[Profile], bool] = lambda profile: True

    def says(self, profile: Profile, lang: Lang) -> list[str]:
        """The own sentences under a rule system; that it has none of this comes first."""
        told = [] if self.played(profile) else [SKIP]
        for item in self.intro:
            both = item(profile) if callable(item) else item
            told += [both] if both is not None else []
        return [pick(both, lang) for both in told]

    def render(self, profile: Profile, lang: Lang) -> dict[str, Any]:
        """Everything a page shows of it; all amounts come from ``profile``."""
        known = _sentences(profile, lang)
        return {
            "id": self.id,
            "title": pick(self.title, lang),
            "played": self.played(profile),
            "intro": self.says(profile, lang),
            "rules": [known[name] for name in self.params if known[name]["used"]],
            "blocks": [block.render(profile, lang) for block in self.blocks(profile)],
        }


def _sentences(profile: Profile, lang: Lang) -> Mapping[str, Mapping[str, Any]]:
    return {item["name"]: item for item in describe_profile(profile, lang)["parameters"]}
