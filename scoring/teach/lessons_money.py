"""Lessons about who pays whom beyond the hand itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.profile import Profile
from scoring.schema import CHICKEN_TILES, KONGS
from scoring.teach.lesson import Block, Example, Lesson
from scoring.teach.tables import (
    JUNK_B,
    PASS,
    PLAIN,
    READY_B,
    TRIPLETS,
    Deal,
    Seat,
    deals_in,
    draws,
    players,
    with_tile,
)
from scoring.wording import Both

DRAWN = with_tile(PLAIN, "8s")
SELF = draws("A", "8s")


def _plays_first(profile: Profile) -> bool:
    """Whether a first chicken discarded is worth anything extra."""
    return any(
        profile[f"{group}.{t}.plain"] is not None for group in ("charge", "resp") for t in CHICKEN_TILES
    )


def _first(profile: Profile) -> Sequence[Block]:
    claimed: dict[str, Any] = {"first_1s": {"by": "B", "claimed_by": "C"}}
    if players(profile) == 2:
        row = Seat(DRAWN.hand, discards="1s")
        taken = Seat("567p99p345s678s", ("pung 111s<B",))
        return (
            Example(
                ("A 打出第一张幺鸡，没人要", "A discarded the first 1 of bamboo; nobody took it"),
                Deal(row, result=SELF, events={"first_1s": {"by": "A", "claimed_by": None}}),
            ),
            Example(
                ("B 打出第一张幺鸡，被 A 碰了", "B discarded the first 1 of bamboo and A claimed it"),
                Deal(taken, result=SELF, events={"first_1s": {"by": "B", "claimed_by": "A"}}),
            ),
        )
    row = Seat("123456789m33s89s", discards="1s")
    taken = Seat("123456m33s89s", ("pung 111s<B",))
    own = {"first_1s": {"by": "C", "claimed_by": None}}
    return (
        Example(
            (
                "C 叫牌，打出第一张幺鸡，没人要",
                "C is ready and discarded the first 1 of bamboo; nobody took it",
            ),
            Deal(DRAWN, c=row, result=SELF, events=own),
        ),
        Example(
            ("一样，翻的是九条", "The same, with 9 of bamboo turned"),
            Deal(DRAWN, c=row, result=SELF, events=own, flip="9s"),
        ),
        Example(
            (
                "B 打出第一张幺鸡，被 C 碰了，C 叫牌",
                "B discarded the first 1 of bamboo; C, who is ready, claimed it",
            ),
            Deal(DRAWN, c=taken, result=SELF, events=claimed),
        ),
    )


FIRST = Lesson(
    "first",
    ("冲锋鸡和责任鸡", "The first chicken discarded"),
    (
        (
            "这一把第一张打出来的幺鸡，横着摆。没人碰杠，叫冲锋鸡；被人碰杠走了，打的人有责任，叫责任鸡。不是每桌都算，看下面。",
            "The first 1 of bamboo discarded in a hand is laid sideways. Unclaimed it is the 冲锋鸡; claimed for a pung or "
            "kong it makes its discarder responsible (责任鸡). Not every table plays them; see below.",
        ),
    ),
    (
        "charge.1s.plain",
        "charge.1s.gold",
        "charge.on_claim",
        "resp.1s.plain",
        "resp.1s.gold",
        "resp.applies",
        "charge.8p.plain",
        "charge.8p.gold",
        "resp.8p.plain",
        "resp.8p.gold",
    ),
    _first,
    _plays_first,
)


def _reverse(profile: Profile) -> Sequence[Block]:
    b = Seat(JUNK_B.hand, discards="11s")
    ready = Seat(READY_B.hand, discards="11s")
    kong = Seat("1225889m479s", ("concealed-kong 2222s",))
    first = {"first_1s": {"by": "B", "claimed_by": None}}
    return (
        Example(
            ("B 没叫牌，打出过两张幺鸡", "B isn't ready and discarded two 1 of bamboo"),
            Deal(DRAWN, b=b, result=SELF, events=first),
        ),
        Example(
            ("B 打的一样，可是叫了牌", "The same discards, but B is ready"),
            Deal(DRAWN, b=ready, result=SELF, events=first),
        ),
        Example(
            ("B 没叫牌，有一副闷豆", "B isn't ready and has a concealed kong"),
            Deal(DRAWN, b=kong, result=SELF),
        ),
    )


REVERSE = Lesson(
    "reverse",
    ("反赔", "Paying back"),
    (
        (
            "没叫牌的人，自己的鸡收不到钱。有的桌还要倒过来：亮在外面的幺鸡，本来能收多少，就赔多少给叫了牌的。手里扣着的不赔。",
            "Who isn't ready collects nothing for his chickens. At some tables it even turns around: what his exposed "
            "1 of bamboo would have earned he pays to those who are ready. Tiles still in hand are never paid back.",
        ),
    ),
    ("reverse.on", "reverse.pung", "reverse.an", "reverse.resp", "reverse.beans"),
    _reverse,
    lambda profile: bool(profile["reverse.on"]),
)


def _hot(profile: Profile) -> Sequence[Block]:
    b = Seat("44488822m34s", ("concealed-kong 2222s",))
    robbed = Seat("1225889m479s", ("pung 888s<A",))
    c = Seat("123456789m33s56s")
    hot = deals_in("8s", "A", hot="concealed-kong", hot_meld="2222s")
    return (
        Example(
            (
                "B 闷了一豆，补牌后打八条，A 没有豆的平胡",
                "B makes a concealed kong and discards 8 of bamboo; A has a plain hand without a kong",
            ),
            Deal(PLAIN, b=b, result=hot),
        ),
        Example(
            ("B 碰过八条，补杠，被 A 抢", "B adds a fourth 8 of bamboo to his pung; A wins on it"),
            Deal(PLAIN, b=robbed, c=c, result={"type": "rob", "winners": ["A"], "from": "B", "tile": "8s"}),
        ),
        Example(
            ("A 开杠，补上来的正好胡", "A makes a kong and wins on the tile drawn for it"),
            Deal(with_tile(PASS, "8s"), result={"type": "after_kong", "winners": ["A"], "tile": "8s"}),
        ),
    )


HOT = Lesson(
    "hot",
    ("热炮、抢杠、杠开", "Around a kong"),
    (
        (
            "刚杠完打出来的那张点了炮，叫热炮。碰了再补第四张，那张正好是别人要的，可以抢来胡，叫抢杠；只有补杠能抢。杠完补上来的那张自己胡了，叫杠开。",
            "A discard right after a kong that deals in is hot (热炮). The fourth tile added to a pung can be won on (抢杠); "
            "only that kind of kong can be robbed. Winning on the tile drawn for one's own kong is 杠开.",
        ),
    ),
    (
        *(f"hot.extra.{kong}" for kong in KONGS),
        "hot.burn_beans",
        "hot.burn_chickens",
        "rob.floor_qing",
        "rob.as_self_draw",
        "rob.triple",
        "rob.extra",
        "rob.burn_beans",
        "rob.burn_chickens",
        "gangkai",
        "meta.must_win",
    ),
    _hot,
)


def plain_at_draw(profile: Profile) -> Both:
    """平胡 at 黄庄: its price, and why 通行证 has nothing to do with it."""
    value = f"{profile['patterns.ping'] + profile['base_add']} {profile.spoken_unit}"
    if not profile["win.ping_discard_needs_pass"]:
        return f"叫平胡的，从每个没叫的收 {value}。", f"Ready for a plain hand: {value} from each who isn't."
    return (
        f"叫平胡的，没有豆也收，从每个没叫的收 {value}。通行证只管能不能胡别人打的牌；查叫没有人胡，只问叫的是什么牌型。",
        f"Ready for a plain hand: {value} from each who isn't, with or without a kong. The pass decides who may win on a "
        "discard; here nobody wins, and only the pattern is asked for.",
    )


def _drawn(profile: Profile) -> Sequence[Block]:
    draw = {"type": "draw"}
    return (
        Example(
            (
                "A 叫平胡，没有豆，照样收；B 没叫",
                "A is ready for a plain hand without a kong and collects all the same; B isn't ready",
            ),
            Deal(PLAIN, result=draw, flip=None),
        ),
        Example(
            ("A 叫大对子，面前还有一张打出的幺鸡", "A is ready for all triplets and discarded a 1 of bamboo"),
            Deal(Seat(TRIPLETS.hand, TRIPLETS.melds, "1s"), result=draw, flip=None),
        ),
    )


DRAW = Lesson(
    "draw",
    ("黄庄查叫", "When nobody wins"),
    (
        (
            "牌摸完没人胡，叫黄庄。大家摊牌，没叫的付给叫了的：他叫的那副牌按点炮的价是多少，就付多少。没有人胡，就不翻鸡。",
            "If the wall runs out nobody has won (黄庄). All show their tiles, and who isn't ready pays who is what that hand "
            "is worth at the price of a discard. Nothing is turned over.",
        ),
        plain_at_draw,
    ),
    (
        "chajiao.rule",
        "chajiao.which_wait",
        "chajiao.special",
        "chajiao.lianzhuang",
        "chajiao.discarded_standing",
        "bean.void_on_draw",
    ),
    _drawn,
)


def _dealer(profile: Profile) -> Sequence[Block]:
    return (
        Example(
            ("A 连坐第三把，自摸大对子", "A, dealer for the third hand in a row, draws all triplets"),
            Deal(with_tile(TRIPLETS, "5s"), result=draws("A", "5s"), streak=3),
        ),
        Example(
            ("B 坐庄第二把，A 自摸平胡", "B is dealer for the second hand; A draws a plain hand"),
            Deal(DRAWN, result=SELF, dealer="B", streak=2),
        ),
        Example(
            ("B 坐庄，黄庄", "B is dealer and nobody wins"),
            Deal(PLAIN, result={"type": "draw"}, flip=None, dealer="B"),
        ),
    )


DEALER = Lesson(
    "dealer",
    ("庄家和连庄", "The dealer"),
    (
        (
            "庄家先摸先打。谁下一把坐庄、连着坐要不要加钱，各桌不同。",
            "The dealer plays first. Who deals next, and whether staying costs or earns extra, differs from table to table.",
        ),
    ),
    (
        "dealer.mode",
        "meta.first_dealer",
        "dealer.one_winner",
        "dealer.two_winners",
        "dealer.three_winners",
        "dealer.draw_all_or_none",
        "dealer.draw_mixed",
        "dealer.draw_one_unready",
        "lianzhuang.first",
        "lianzhuang.step",
        "lianzhuang.ping_absorb",
        "lianzhuang.dealer_pays",
    ),
    _dealer,
    lambda profile: bool(profile["dealer.mode"] != "none"),
)
