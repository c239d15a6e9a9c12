"""Sentences about 冲锋鸡, 责任鸡 and 反赔: the first chicken discarded, and what the unready pay back."""

from __future__ import annotations

from functools import partial

from scoring.describe.chickens import NAME, TURNED
from scoring.describe.view import Gated, Sentence, View, fixed
from scoring.schema import CHICKEN_TILES
from scoring.wording import Both


def _charge(tile: str, view: View) -> Both:
    value = view[f"charge.{tile}.plain"]
    zh, en = NAME[tile]
    if value is None:
        return f"没有{zh}的冲锋鸡。", f"The first {en} discarded is nothing special."
    each_zh, each_en = view.each(value)
    return (
        f"冲锋鸡：第一张打出来、没人碰杠的{zh}，一共算 {view.of(value)}：{each_zh}。",
        f"Charging chicken: the first {en} discarded, if nobody claims it, is {view.of(value)}: {each_en}.",
    )


def _charge_gold(tile: str, view: View) -> Both:
    value = view[f"charge.{tile}.gold"]
    (zh, en), (turned_zh, turned_en) = NAME[tile], TURNED[tile]
    if value is None:
        return f"{zh}的冲锋鸡没有金鸡的算法。", f"A charging {en} has no value of its own in gold."
    each_zh, each_en = view.each(value)
    return (
        f"翻到{turned_zh}变金鸡时，{zh}的冲锋鸡一共算 {view.of(value)}：{each_zh}。",
        f"When {turned_en} is turned, the charging {en} is {view.of(value)}: {each_en}.",
    )


def _resp(tile: str, view: View) -> Both:
    value = view[f"resp.{tile}.plain"]
    zh, en = NAME[tile]
    if value is None:
        return f"没有{zh}的责任鸡。", f"Who feeds a claimed {en} pays no more than the others."
    return (
        f"责任鸡：打出来的{zh}被人碰、杠，打的人另付拿走的人 {view.of(value)}，别家不用。",
        f"Responsible chicken: who discards a {en} that is claimed pays the claimer {view.of(value)} more than "
        "the others.",
    )


def _resp_gold(tile: str, view: View) -> Both:
    value = view[f"resp.{tile}.gold"]
    (zh, en), (turned_zh, turned_en) = NAME[tile], TURNED[tile]
    if value is None:
        return f"{zh}的责任鸡没有金鸡的算法。", f"A responsible {en} has no value of its own in gold."
    return (
        f"翻到{turned_zh}变金鸡时，{zh}的责任鸡另付 {view.of(value)}。",
        f"When {turned_en} is turned, the responsible {en} costs {view.of(value)} more.",
    )


def _reverse(view: View) -> Both:
    if not view["reverse.on"]:
        return (
            "没有反赔：没叫牌只是自己的鸡收不到钱，不用倒赔。",
            "Nothing is paid back: an unready player just doesn't collect for his chickens.",
        )
    value = view["chicken.standing.1s.plain"]
    if value is None:
        return (
            "反赔：有人胡了自己还没叫牌，亮在外面的常鸡要倒赔给叫牌的（这套规则幺鸡不是常鸡）。",
            "An unready player pays the ready ones for the standing chickens he has shown (1 bamboo is none here).",
        )
    charge = view["charge.1s.plain"]
    more_zh = "" if charge is None else f"，冲锋鸡赔 {view.of(charge)}"
    more_en = "" if charge is None else f", for the charging one {view.of(charge)}"
    return (
        f"反赔：有人胡了自己还没叫牌，亮在外面的常鸡要倒赔：打出去一张幺鸡，赔每个叫牌的 {view.of(value)}{more_zh}。",
        "When somebody wins, an unready player pays the ready ones for the standing chickens he has shown: for "
        f"one discarded 1 bamboo {view.of(value)} to each{more_en}.",
    )


def _no_charge(view: View) -> bool:
    return all(
        view[f"{group}.{tile}.plain"] is None for group in ("charge", "resp") for tile in CHICKEN_TILES
    )


def _no_resp(view: View) -> bool:
    return all(view[f"resp.{tile}.plain"] is None for tile in CHICKEN_TILES)


def _no_reverse(view: View) -> bool:
    return not view["reverse.on"]


_UNUSED_REVERSE: Both = ("没有反赔，这一条用不上。", "Not used: nothing is paid back.")

CHARGE: dict[str, Sentence] = {}
for _tile, (_zh, _en) in NAME.items():
    for _group, _plain, _in_gold, _unused in (
        (
            "charge",
            _charge,
            _charge_gold,
            (f"没有{_zh}的冲锋鸡，这一条用不上。", f"Not used: no charging {_en}."),
        ),
        (
            "resp",
            _resp,
            _resp_gold,
            (f"没有{_zh}的责任鸡，这一条用不上。", f"Not used: no responsible {_en}."),
        ),
    ):
        CHARGE[f"{_group}.{_tile}.plain"] = partial(_plain, _tile)
        CHARGE[f"{_group}.{_tile}.gold"] = Gated(
            lambda view, name=f"{_group}.{_tile}.plain": view[name] is None,  # type: ignore[misc]
            _unused,
            partial(_in_gold, _tile),
        )
CHARGE |= {
    "charge.on_claim": Gated(
        _no_charge,
        ("没有冲锋鸡和责任鸡，这一条用不上。", "Not used: there is no charging or responsible chicken."),
        fixed(
            "charge.on_claim",
            {
                "resp": (
                    "第一张鸡打出来被人碰、杠，就不是冲锋鸡，变成责任鸡。",
                    "When the first chicken discarded is claimed it is no charging chicken but a responsible one.",
                ),
                "moves": (
                    "第一张鸡（英雄鸡）被人碰、杠，就归拿走的人，照冲锋鸡的数收。",
                    "When the first chicken discarded is claimed, its value goes to the claimer.",
                ),
            },
        ),
    ),
    "resp.applies": Gated(
        _no_resp,
        ("没有责任鸡，这一条用不上。", "Not used: there is no responsible chicken."),
        fixed(
            "resp.applies",
            {
                "first": (
                    "只有第一张打出来的鸡才有责任，后面的被碰不另付。",
                    "Only the first chicken discarded makes its discarder responsible.",
                ),
                "any": (
                    "每一张被碰、杠的鸡，打的人都要另付。",
                    "Every chicken that is claimed makes its discarder responsible.",
                ),
            },
        ),
    ),
}

REVERSE: dict[str, Sentence] = {
    "reverse.on": _reverse,
    "reverse.an": Gated(
        _no_reverse,
        _UNUSED_REVERSE,
        fixed(
            "reverse.an",
            {
                True: (
                    "自己闷的四张幺鸡也算亮出来的，要倒赔。",
                    "A concealed kong of 1 bamboo counts as shown and is paid back.",
                ),
                False: (
                    "自己闷的幺鸡不倒赔，只赔打出去的和碰杠别人的。",
                    "A concealed kong of 1 bamboo isn't paid back, only discards and claimed ones.",
                ),
            },
        ),
    ),
    "reverse.pung": Gated(
        _no_reverse,
        _UNUSED_REVERSE,
        fixed(
            "reverse.pung",
            {
                True: ("碰来的幺鸡也要倒赔。", "1 bamboo in a pung is paid back too."),
                False: (
                    "碰来的幺鸡不倒赔，只赔打出去的和开杠的。",
                    "1 bamboo in a pung isn't paid back, only discards and kongs.",
                ),
            },
        ),
    ),
    "reverse.resp": Gated(
        _no_reverse,
        _UNUSED_REVERSE,
        fixed(
            "reverse.resp",
            {
                True: (
                    "责任鸡也倒过来：拿走的人没叫牌，打的人叫了牌，拿走的人赔他。",
                    "The responsible chicken turns too: an unready claimer pays its discarder if he is ready.",
                ),
                False: (
                    "责任鸡不倒赔：拿走的人没叫牌，只是收不到。",
                    "The responsible chicken doesn't turn: an unready claimer just doesn't collect.",
                ),
            },
        ),
    ),
    "reverse.beans": Gated(
        _no_reverse,
        _UNUSED_REVERSE,
        fixed(
            "reverse.beans",
            {
                "none": ("豆不倒赔，没叫牌只是收不到。", "Kongs aren't paid back."),
                "chicken": (
                    "用幺鸡开的杠，没叫牌要连杠钱一起倒赔；别的豆不赔。",
                    "Only kongs of standing chickens are paid back, the kong's own value included.",
                ),
                "all": (
                    "包杠：没叫牌，自己所有的豆都要倒赔给叫牌的。",
                    "An unready player pays the ready ones for every kong of his.",
                ),
            },
        ),
    ),
}
