"""Sentences about the dealer: who deals, who deals next, and 连庄, what a dealer who stays costs."""

from __future__ import annotations

from scoring.describe.view import Gated, Sentence, View, fixed, named, switch, told
from scoring.wording import Both

STREAK = 3
"""Which consecutive hand of a dealer the examples show."""

FIRST_DEALER: dict[str | None, Both] = {
    None: ("第一局谁坐庄没有规定。", "Who deals first isn't laid down."),
    "not stated": ("第一局谁坐庄原文没说，掷骰子定。", "Who deals first isn't stated: dice decide."),
    "dice": ("第一局掷骰子定庄。", "Dice choose the first dealer."),
    "dice, counted anticlockwise from 东": (
        "第一局掷骰子，从东风位逆时针数到谁谁坐庄。",
        "Dice choose the first dealer, counted anticlockwise from east.",
    ),
    "room creator": ("第一局开房的人坐庄。", "Whoever opened the room deals first."),
    "one die: 1,5 self; 2,6 next; 3 opposite; 4 previous": (
        "第一局掷一颗骰子：1、5 自己坐庄，2、6 下家，3 对家，4 上家。",
        "One die chooses the first dealer: 1, 5 oneself, 2, 6 the next seat, 3 opposite, 4 the previous one.",
    ),
}

NO_DEALER: Both = ("不设庄家，这一条用不上。", "Not used: there is no dealer.")
_NO_STREAK: Both = ("没有连庄的钱，这一条用不上。", "Not used: there is no dealer's surcharge.")


def _streak_first(view: View) -> Both:
    first = view["lianzhuang.first"]
    if first is None:
        return "没有连庄的钱，坐几庄付的都一样。", "There is no surcharge for a dealer who stays."
    if not first:
        return "连庄：庄家坐第一把不多付。", "Dealer's surcharge: nothing more in the first hand of a deal."
    return (
        f"连庄：庄家坐第一把，每家跟他多算 {view.of(first)}。",
        f"Dealer's surcharge: {view.of(first)} more from each payer in the first hand of a deal.",
    )


def _streak_step(view: View) -> Both:
    first, step = view["lianzhuang.first"], view["lianzhuang.step"]
    third = first + (STREAK - 1) * step
    if not step:
        return (
            f"连庄连多少把都一样多：{view.of(first)}。",
            f"The surcharge stays at {view.of(first)} however often the dealer stays.",
        )
    return (
        f"连庄每多连一把再多 {view.of(step)}：连到第 {STREAK} 把，每家多算 {view.of(third)}。",
        f"Every hand the dealer stays adds {view.of(step)}: in hand {STREAK} it is {view.of(third)} from each payer.",
    )


def _streak_plain(view: View) -> Both:
    first, less = view["lianzhuang.first"], view["lianzhuang.ping_absorb"]
    hand = 1 if first else STREAK
    extra = first + (hand - 1) * view["lianzhuang.step"]
    plain = view.discard("ping")
    total = plain + max(extra - less, 0)
    if not less:
        return (
            f"连庄平胡也照加：第 {hand} 把 {plain} + {extra} = {view.of(total)}。",
            f"The dealer's surcharge is on plain hands too: in hand {hand} {plain} + {extra} = {view.of(total)}.",
        )
    pattern = view.example
    zh, en = named(pattern)
    big = view.discard(pattern)
    return (
        f"连庄平胡少加 {view.of(less)}：第 {hand} 把平胡共 {view.of(total)}，"
        f"{zh} {big} + {extra} = {view.of(big + extra)}。",
        f"{view.of(less)} less surcharge on a plain hand: in hand {hand} {view.of(total)} in all, but {en} {big} + {extra} = "
        f"{view.of(big + extra)}.",
    )


def _dealt(name: str, wordings: dict[str, Both]) -> Sentence:
    return Gated(lambda view: view["dealer.mode"] == "none", NO_DEALER, fixed(name, wordings))


def _streak(sentence: Sentence) -> Sentence:
    return Gated(lambda view: view["lianzhuang.first"] is None, _NO_STREAK, sentence)


DEALER: dict[str, Sentence] = {
    "dealer.mode": fixed(
        "dealer.mode",
        {
            "normal": ("有庄家，一把一把往下轮。", "There is a dealer, and the deal passes on."),
            "none": ("不设庄家，不算庄。", "There is no dealer."),
        },
    ),
    "meta.first_dealer": told("meta.first_dealer", FIRST_DEALER, ("第一局的庄", "The first dealer")),
    "dealer.one_winner": _dealt(
        "dealer.one_winner", {"winner": ("谁胡谁下一把坐庄。", "Whoever wins deals next.")}
    ),
    "dealer.two_winners": _dealt(
        "dealer.two_winners",
        {
            "first_from_dealer": (
                "一炮双响：从原来的庄家按出牌顺序数，先数到的胡家坐庄。",
                "Two winners of one discard: the first of them counted from the dealer deals next.",
            ),
            "first_from_discarder": (
                "一炮双响：从点炮的下家数起，先数到的胡家坐庄。",
                "Two winners of one discard: the first of them after its discarder deals next.",
            ),
            "discarder": (
                "一炮双响：点炮的坐庄。",
                "Two winners of one discard: its discarder deals next.",
            ),
        },
    ),
    "dealer.three_winners": _dealt(
        "dealer.three_winners",
        {
            "discarder": (
                "一炮三响：点炮的坐庄。",
                "Three winners of one discard: its discarder deals next.",
            ),
            "first_from_discarder": (
                "一炮三响：点炮的下家坐庄。",
                "Three winners of one discard: the first of them after its discarder deals next.",
            ),
        },
    ),
    "dealer.draw_all_or_none": _dealt(
        "dealer.draw_all_or_none",
        {
            "stay": (
                "黄庄，都叫了牌或都没叫：庄家连庄。",
                "Exhausted wall, all ready or none: the dealer stays.",
            )
        },
    ),
    "dealer.draw_mixed": _dealt(
        "dealer.draw_mixed",
        {
            "stay": ("黄庄，有人叫有人没叫：庄家连庄。", "Exhausted wall, some ready: the dealer stays."),
            "nearest_ready": (
                "黄庄，有人叫有人没叫：庄家叫了就连庄，没叫就由离庄家最近的叫牌下家坐庄。",
                "Exhausted wall, some ready: a ready dealer stays, else the next ready seat after him deals.",
            ),
            "next_seat": (
                "黄庄，有人叫有人没叫：庄家叫了就连庄，没叫就轮到下家坐庄。",
                "Exhausted wall, some ready: a ready dealer stays, else the next seat deals.",
            ),
        },
    ),
    "dealer.draw_one_unready": _dealt(
        "dealer.draw_one_unready",
        {
            "as_mixed": (
                "黄庄，只有一家没叫牌：跟有人叫有人没叫一样定庄。",
                "Exhausted wall, one player not ready: the deal goes as with some ready.",
            ),
            "unready": (
                "黄庄，只有一家没叫牌：没叫的那家坐庄。",
                "Exhausted wall, one player not ready: he deals next.",
            ),
        },
    ),
    "lianzhuang.first": _streak_first,
    "lianzhuang.step": _streak(_streak_step),
    "lianzhuang.ping_absorb": _streak(_streak_plain),
    "lianzhuang.dealer_pays": _streak(
        switch(
            "lianzhuang.dealer_pays",
            (
                "连庄两边都算：庄家胡多收，别人自摸或胡庄家的炮，庄家也多付。",
                "Surcharge both ways: a winning dealer collects it, and he pays it on a self-draw or his own discard.",
            ),
            (
                "连庄只有庄家胡才多收，别人胡庄家不多付。",
                "Only a winning dealer collects the surcharge; he pays no more when another wins.",
            ),
        )
    ),
}
