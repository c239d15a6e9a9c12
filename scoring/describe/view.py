"""What the sentences about a rule system share: its values, its amounts in words, worked examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Both = tuple[str, str]
"""One sentence in Chinese and in English."""

COUNT: dict[int, Both] = {1: ("一", "one"), 2: ("两", "two"), 3: ("三", "three"), 4: ("四", "four")}

PATTERN: dict[str, tuple[str, str, str, str]] = {
    "ping": ("平胡", "a plain hand", "四副牌加一对", "four sets and a pair"),
    "dadui": ("大对子", "all triplets", "四副三张一样的加一对", "four triplets or kongs and a pair"),
    "qidui": ("七对", "seven pairs", "七个对子", "seven pairs, no melds"),
    "longqidui": (
        "龙七对",
        "dragon seven pairs",
        "七对里有四张一样的",
        "seven pairs, four tiles alike among them",
    ),
    "shuanglong": (
        "双龙七对",
        "double dragon seven pairs",
        "七对里有两组四张一样的",
        "twice four alike among them",
    ),
    "dandiao": (
        "单吊",
        "a single-tile wait",
        "四副都碰杠出去，手里只剩一张",
        "four melds and one tile in hand",
    ),
    "qingyise": ("清一色", "one suit", "全是同一门", "every tile of one suit"),
    "qingdadui": ("清大对", "one-suit triplets", "同一门的大对子", "all triplets of one suit"),
    "qingqidui": ("清七对", "one-suit seven pairs", "同一门的七对", "seven pairs of one suit"),
    "qinglongbei": ("清龙背", "a one-suit dragon", "同一门的龙七对", "dragon seven pairs of one suit"),
    "qingshuanglong": (
        "清双龙",
        "a one-suit double dragon",
        "同一门的双龙七对",
        "double dragon seven pairs of one suit",
    ),
    "qingdandiao": (
        "清单吊",
        "a one-suit single-tile wait",
        "同一门的单吊",
        "a single-tile wait of one suit",
    ),
}
"""Pattern → name and what it is, in both languages."""

ALSO: dict[str, tuple[str, ...]] = {
    "ping": (),
    "dadui": ("ping",),
    "qidui": (),
    "longqidui": ("qidui",),
    "shuanglong": ("longqidui", "qidui"),
    "dandiao": ("dadui", "ping"),
    "qingyise": ("ping",),
    "qingdadui": ("qingyise", "dadui", "ping"),
    "qingqidui": ("qingyise", "qidui"),
    "qinglongbei": ("qingqidui", "longqidui", "qingyise", "qidui"),
    "qingshuanglong": ("qinglongbei", "qingqidui", "shuanglong", "longqidui", "qingyise", "qidui"),
    "qingdandiao": ("qingdadui", "dandiao", "qingyise", "dadui", "ping"),
}
"""Pattern → the others that such a hand is too: what it counts as where its own value is off."""


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
        return max(self["meta.players"]) - 1

    def zh(self, amount: int) -> str:
        """ "5 番"; of a unit with two names ("分/番") the first."""
        return f"{amount} {self.unit.split('/')[0]}"

    def en(self, amount: int) -> str:
        """ "5 points": one point = one unit of the system."""
        return "1 point" if amount == 1 else f"{amount} points"

    def each(self, amount: int) -> Both:
        """Everybody else pays: 三家各出 5 番，共 15 番."""
        if self.payers == 1:
            return f"对家出 {self.zh(amount)}", f"the other player pays {self.en(amount)}"
        zh, en = COUNT[self.payers]
        total = amount * self.payers
        return (
            f"{zh}家各出 {self.zh(amount)}，共 {self.zh(total)}",
            f"each of the {en} others pays {self.en(amount)}, {total} in all",
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
        if self["rob.floor_qing"] and qing is not None and qing > self[f"patterns.{pattern}"]:
            value += qing - self[f"patterns.{pattern}"]
        return int(value)


Sentence = Callable[[View], Both]


def fixed(name: str, wordings: Mapping[Any, Both]) -> Sentence:
    """A parameter with a few values, each with its own wording."""
    return lambda view: wordings[view[name]]


def gated(off: Callable[[View], bool], unused: Both, sentence: Sentence) -> Sentence:
    """A parameter that means nothing while another is off: then ``unused`` says so."""
    return lambda view: unused if off(view) else sentence(view)
