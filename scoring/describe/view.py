"""What the sentences about a rule system share: its values, its amounts in words, worked examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.wording import PATTERN_EN, PATTERN_ZH, Both

COUNT: dict[int, Both] = {1: ("一", "one"), 2: ("两", "two"), 3: ("三", "three"), 4: ("四", "four")}

GLOSS: dict[str, Both] = {
    "ping": ("四副牌加一对", "four sets and a pair"),
    "dadui": ("四副三张一样的加一对", "four triplets or kongs and a pair"),
    "qidui": ("七个对子，没有碰杠", "no melds"),
    "longqidui": ("七对里有四张一样的", "four tiles alike among the pairs"),
    "shuanglong": ("七对里有两组四张一样的", "twice four tiles alike among the pairs"),
    "dandiao": ("四副都碰杠出去，手里只剩一张", "one tile left in hand"),
    "qingyise": ("全是同一门", "every tile of one suit"),
    "qingdadui": ("同一门的大对子", "of one suit"),
    "qingqidui": ("同一门的七对", "of one suit"),
    "qinglongbei": ("同一门的龙七对", "of one suit"),
    "qingshuanglong": ("同一门的双龙七对", "of one suit"),
    "qingdandiao": ("同一门的单吊", "of one suit"),
}
"""Pattern → what it is, for newcomers."""


@dataclass(frozen=True)
class View:
    """The values of a rule system as sentences use them."""

    values: Mapping[str, Any]
    unit: str

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def payers(self) -> int:
        """How many others there are to pay: three at a table of four."""
        return max(int(n) for n in self["meta.players"]) - 1

    def of(self, amount: int) -> str:
        """ "5 番"."""
        return f"{amount} {self.unit}"

    def each(self, amount: int) -> Both:
        """Everybody else pays: 三家各出 5 番，共 15 番."""
        if self.payers == 1:
            return f"对家出 {self.of(amount)}", f"the other player pays {self.of(amount)}"
        zh, en = COUNT[self.payers]
        total = amount * self.payers
        return (
            f"{zh}家各出 {self.of(amount)}，共 {self.of(total)}",
            f"each of the {en} others pays {self.of(amount)}, {total} in all",
        )

    @property
    def example(self) -> str:
        """The pattern that examples use: 大对子, or 平胡 where that is off."""
        return "ping" if self["patterns.dadui"] is None else "dadui"

    def discard(self, pattern: str) -> int:
        """What a discarder pays for the hand alone."""
        return int(self[f"patterns.{pattern}"] + self["base_add"])

    def self_draw(self, pattern: str) -> int:
        """What each other player pays for a self-drawn hand."""
        value = self[f"patterns.{pattern}"]
        if pattern == "ping" and self["selfdraw.ping_value"] is not None:
            value = self["selfdraw.ping_value"]
        return int(value + self["selfdraw.bonus"] + self["base_add"])

    def robbed(self, pattern: str) -> int:
        """What one payer's share of a robbed kong comes to, without 打底."""
        value = self.self_draw(pattern) if self["rob.as_self_draw"] else self.discard(pattern)
        qing = self["patterns.qingyise"]
        if self["rob.floor_qing"] and qing is not None:
            value = max(value, qing + self["base_add"])
        return value


def named(pattern: str) -> Both:
    """A pattern's name in both languages."""
    return PATTERN_ZH[pattern], PATTERN_EN[pattern]


Sentence = Callable[[View], Both]


def fixed(name: str, wordings: Mapping[Any, Both]) -> Sentence:
    """A parameter with a few values, each with its own wording."""
    return lambda view: wordings[view[name]]


@dataclass(frozen=True)
class Gated:
    """A parameter that means nothing while another is off: then ``unused`` says so."""

    off: Callable[[View], bool]
    unused: Both
    said: Sentence

    def __call__(self, view: View) -> Both:
        return self.unused if self.off(view) else self.said(view)


def used(sentence: Sentence, view: View) -> bool:
    """Whether the parameter means anything with these values."""
    return not (isinstance(sentence, Gated) and sentence.off(view))


def switch(name: str, on: Both, off: Both) -> Sentence:
    """A parameter that is on or off."""
    return fixed(name, {True: on, False: off})


def told(name: str, known: dict[str | None, Both], label: Both) -> Sentence:
    """A parameter that is text for people; what we have no wording for is shown as it stands."""

    def sentence(view: View) -> Both:
        text = view[name]
        return known.get(text) or (f"{label[0]}：{text}", f"{label[1]}: {text}")

    return sentence
