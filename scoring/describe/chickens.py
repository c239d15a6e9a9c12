"""Sentences about 鸡: turned and standing chickens, gold, a concealed kong of them."""

from __future__ import annotations

from functools import partial

from scoring.describe.view import Gated, Sentence, View, fixed
from scoring.schema import CHICKEN_TILES
from scoring.wording import Both

NAME: dict[str, Both] = {"1s": ("幺鸡", "1 bamboo"), "8p": ("乌骨鸡（八筒）", "8 dots")}
TURNED: dict[str, Both] = {"1s": ("九条", "9 bamboo"), "8p": ("七筒", "7 dots")}
"""The tile before the chicken: turned over, it makes the chicken gold."""

FLIP: dict[str, Both] = {
    "next": (
        "胡牌后翻一张，它的下一张是鸡：翻到五万，六万是鸡；翻到九条，一条是鸡。",
        "After a win one tile is turned over and the next one is the chicken: 5 characters makes 6 characters, "
        "9 bamboo makes 1 bamboo.",
    ),
    "swing": (
        "胡牌后翻一张，它的上、下两张都是鸡（摇摆鸡）：翻到五万，四万和六万都是鸡；翻到九条，八条和一条是鸡。",
        "After a win one tile is turned over and both its neighbours are chickens: 5 characters makes 4 and 6, "
        "9 bamboo makes 8 and 1.",
    ),
}

ZONES: Both = (
    "手里的鸡、碰杠出去的鸡都算自己的。",
    "Chickens count in the hand and in one's own pungs and kongs.",
)


def _flip_value(view: View) -> Both:
    value = view["chicken.flip_value"]
    if not value:
        return "翻出来的鸡不算钱。", "Turned chickens are worth nothing."
    each_zh, each_en = view.each(2 * value)
    return (
        f"翻出来的鸡每张 {view.of(value)}：有两张，{each_zh}。",
        f"A turned chicken is {view.of(value)}: for two of them {each_en}.",
    )


def _standing(tile: str, view: View) -> Both:
    value = view[f"chicken.standing.{tile}.plain"]
    zh, en = NAME[tile]
    if value is None:
        return f"{zh}不是常鸡，翻到才算。", f"{en} is no standing chicken: it counts only when turned."
    each_zh, each_en = view.each(value)
    return (
        f"{zh}是常鸡，不管翻什么都算，每张 {view.of(value)}：有一张，{each_zh}。",
        f"{en} is a standing chicken, {view.of(value)} whatever is turned: for one, {each_en}.",
    )


def _gold(tile: str, view: View) -> Both:
    value = view[f"chicken.standing.{tile}.gold"]
    (zh, en), (turned_zh, turned_en) = NAME[tile], TURNED[tile]
    if value is None:
        return f"{zh}没有金鸡的算法。", f"{en} has no value of its own in gold."
    each_zh, each_en = view.each(value)
    return (
        f"金鸡：翻到{turned_zh}，{zh}每张改算 {view.of(value)}：有一张，{each_zh}。",
        f"Gold: when {turned_en} is turned, each {en} is {view.of(value)} instead: for one, {each_en}.",
    )


def _kong_plain(view: View) -> Both:
    value, chicken = view["chicken_kong_an.plain"], view["chicken.standing.1s.plain"]
    one = view["chicken.flip_value"] if chicken is None else chicken
    kong = view["bean.an"]
    total = kong + 4 * one
    if value is None:
        return (
            f"四张鸡闷豆没有一口价，豆和鸡照常相加：{kong} + 4 × {one} = {view.of(total)}。",
            f"A concealed kong of chickens has no price of its own: {kong} + 4 × {one} = {view.of(total)}.",
        )
    each_zh, each_en = view.each(value)
    return (
        f"四张鸡闷豆一口价 {view.of(value)}，豆和鸡都在里面：{each_zh}。",
        f"A concealed kong of chickens is {view.of(value)} all in, kong and chickens: {each_en}.",
    )


def _kong_gold(view: View) -> Both:
    value = view["chicken_kong_an.gold"]
    if value is None:
        return (
            "四张金鸡闷豆没有一口价，豆和四张金鸡照常相加。",
            "A concealed kong of gold chickens has no price of its own: the kong and four gold chickens add up.",
        )
    each_zh, each_en = view.each(value)
    return (
        f"四张金鸡闷豆一口价 {view.of(value)}：{each_zh}。",
        f"A concealed kong of gold chickens is {view.of(value)} all in: {each_en}.",
    )


def _no_standing(view: View) -> bool:
    return all(view[f"chicken.standing.{tile}.plain"] is None for tile in CHICKEN_TILES)


def _no_kong_price(view: View) -> bool:
    return view["chicken_kong_an.plain"] is None and view["chicken_kong_an.gold"] is None


CHICKEN: dict[str, Sentence] = {
    "chicken.flip": fixed("chicken.flip", FLIP),
    "chicken.flip_value": _flip_value,
    "chicken.no_flip_on_last_tile": fixed(
        "chicken.no_flip_on_last_tile",
        {
            True: (
                "最后一张牌胡的，没有牌可翻，只算常鸡。",
                "A win on the last tile leaves nothing to turn over: only standing chickens count.",
            ),
            False: (
                "最后一张牌胡的，只要有翻出来的牌，鸡照算。",
                "Even after a win on the last tile turned chickens count, if one is turned over.",
            ),
        },
    ),
    "chicken.needs_ready": fixed(
        "chicken.needs_ready",
        {
            True: (
                "自己叫了牌（或胡了）鸡才收钱。",
                "Chickens pay only an owner who is ready or has won.",
            ),
            False: ("没叫牌，鸡也照样收钱。", "Chickens pay their owner even if he isn't ready."),
        },
    ),
    "chicken.zones": lambda view: ZONES,
    "chicken.flip_in_discards": fixed(
        "chicken.flip_in_discards",
        {
            True: (
                "翻出来的鸡，自己打出去没人要的也算（满堂鸡、内外鸡）。",
                "Turned chickens count in one's own unclaimed discards too.",
            ),
            False: (
                "翻出来的鸡，打出去的不算，只算手里和碰杠的（手上鸡）。",
                "Turned chickens don't count in discards, only in the hand and melds.",
            ),
        },
    ),
}
for _tile, (_zh, _en) in NAME.items():
    CHICKEN[f"chicken.standing.{_tile}.plain"] = partial(_standing, _tile)
    CHICKEN[f"chicken.standing.{_tile}.gold"] = Gated(
        lambda view, tile=_tile: view[f"chicken.standing.{tile}.plain"] is None,  # type: ignore[misc]
        (f"{_zh}不是常鸡，也就没有金的。", f"Not used: {_en} is no standing chicken."),
        partial(_gold, _tile),
    )
CHICKEN |= {
    "chicken.standing_in_discards": Gated(
        _no_standing,
        ("没有常鸡，这一条用不上。", "Not used: there is no standing chicken."),
        fixed(
            "chicken.standing_in_discards",
            {
                True: (
                    "常鸡在手里、打出去没人要的都算。",
                    "Standing chickens count in one's own unclaimed discards too.",
                ),
                False: (
                    "打出去的常鸡不算，只算手里和碰杠的。",
                    "Standing chickens don't count in discards, only in the hand and melds.",
                ),
            },
        ),
    ),
    "chicken_kong_an.plain": _kong_plain,
    "chicken_kong_an.gold": _kong_gold,
    "chicken_kong_an.flipped_too": Gated(
        _no_kong_price,
        ("鸡的闷豆没有一口价，这一条用不上。", "Not used: a kong of chickens has no price of its own."),
        fixed(
            "chicken_kong_an.flipped_too",
            {
                True: (
                    "翻出来的鸡闷成豆，也按这个一口价。",
                    "A concealed kong of turned chickens has that price too.",
                ),
                False: (
                    "只有常鸡的闷豆按一口价，翻出来的鸡照常相加。",
                    "Only standing chickens have that price; a kong of turned ones adds up as usual.",
                ),
            },
        ),
    ),
}
