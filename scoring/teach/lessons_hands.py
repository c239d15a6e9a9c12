"""Lessons about tiles and hands: what lies there, and what it is."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.profile import Profile
from scoring.rules.readiness import seven_pairs
from scoring.teach.lesson import Block, Example, Lesson, Pattern, Row
from scoring.teach.tables import (
    CHICKENS,
    PASS,
    PLAIN,
    Deal,
    Seat,
    deals_in,
    draws,
    players,
    with_tile,
)
from scoring.wording import Both


def _tiles(profile: Profile) -> Sequence[Block]:
    return (
        Row(("万：一万到九万", "Characters 万 (m), 1 to 9"), "123456789m"),
        Row(("筒：一筒到九筒", "Dots 筒 (p), 1 to 9"), "123456789p"),
        Row(
            (
                "条：一条到九条；第一张是一只鸡，叫幺鸡",
                "Bamboo 条 (s), 1 to 9; the first is a bird, the 幺鸡",
            ),
            "123456789s",
        ),
        Pattern("ping", "234567p345s678s99p", note=("四副加一对", "Four sets and a pair")),
        Pattern(
            "ping",
            "567p99p345s678s",
            ("concealed-kong 2222p",),
            ("有杠：四张一样的杠也只算一副", "With a kong: four alike count as one set"),
        ),
        *(
            (Pattern("qidui", "1122558899p3366s", note=("七个对子", "Seven pairs")),)
            if seven_pairs(profile)
            else ()
        ),
    )


def _hand_is(profile: Profile) -> Both:
    zh, en = ("，要么是七个对子", ", or seven pairs") if seven_pairs(profile) else ("", "")
    either = "要么是" if zh else "要有"
    return (
        f"手里 13 张，轮到自己摸一张，胡不了就打一张。胡牌{either}四副加一对{zh}。一副是三张一样的（刻子），或同一门连着的"
        "三张（顺子）；四张一样的杠也算一副；一对是两张一样的。",
        f"You hold 13 tiles, draw one, and discard one unless you win. A winning hand is four sets and a pair{en}. A "
        "set is three of a tile, or three in a row of one suit; a kong, four of a tile, counts as one set too; a pair is "
        "two of a tile.",
    )


TILES = Lesson(
    "tiles",
    ("牌", "The tiles"),
    (
        (
            "只用万、筒、条三门，每门一到九，每种四张，一共 108 张。没有东南西北中发白，也没有花。",
            "Three suits of nine, four of each tile: 108 tiles. No winds, dragons or flowers.",
        ),
        _hand_is,
        (
            "座位 A、B、C、D 按出牌顺序（逆时针）。下面的例子都这样叫。",
            "Seats A, B, C, D are in the order of play (anticlockwise); the examples name players so.",
        ),
    ),
    ("meta.players", "meta.chi"),
    _tiles,
)


def _melds(profile: Profile) -> Sequence[Block]:
    a = with_tile(PASS, "8s")
    c = Seat("123456m33s89s", ("exposed-kong 7777m<B",))
    d = Seat("135599m1346p", ("added-kong 8888p<A",))
    c_zh = "；C 杠了 B 打的七万，C 叫牌" if players(profile) > 2 else ""
    c_en = "; C took B's 7 of characters for a kong and is ready" if players(profile) > 2 else ""
    d_zh = "；D 有转弯豆，可没叫牌" if players(profile) > 3 else ""
    d_en = "; D has an added kong but isn't ready" if players(profile) > 3 else ""
    return (
        Row(
            ("碰：别人打的，凑成三张一样的亮出来", "Pung 碰: another's discard makes three alike, laid open"),
            "333p",
        ),
        Row(
            (
                "豆（杠）：四张一样的，再从牌墙补一张",
                "Kong 豆: four alike, and a tile is drawn to make up for it",
            ),
            "7777m",
        ),
        Example(
            (f"A 有闷豆，自摸{c_zh}{d_zh}", f"A has a concealed kong and draws his win{c_en}{d_en}"),
            Deal(a, c=c, d=d, result=draws("A", "8s")),
        ),
        _added(profile),
    )


def _added(profile: Profile) -> Example:
    """An added kong that is paid: of a third player where there is one, so that the winner pays too."""
    if players(profile) == 2:
        return Example(
            (
                "A 有转弯豆：B 喂的碰，自己又摸到第四张",
                "A has an added kong: B fed the pung, A drew the fourth",
            ),
            Deal(Seat("567p99p345s678s", ("added-kong 2222p<B",)), result=draws("A", "8s")),
        )
    d_zh, d_en = ("、没叫牌的 D ", ", and D, who isn't ready,") if players(profile) > 3 else (" ", "")
    return Example(
        (
            f"C 叫牌，有转弯豆（B 喂的碰）：胡的 A、点炮的 B{d_zh}都付",
            f"C is ready with an added kong (B fed the pung): A, who won, and B, who dealt in{d_en} all pay",
        ),
        Deal(PASS, c=Seat("123456m33s89s", ("added-kong 7777m<B",)), result=deals_in("8s", "A")),
    )


MELDS = Lesson(
    "melds",
    ("碰和豆", "Pungs and kongs"),
    (
        (
            "四张一样的叫豆，也叫杠。自己摸齐四张是闷豆；碰了又摸到第四张是转弯豆；手里三张、杠别人打的第四张是点豆。",
            "Four of a tile are a 豆 (kong). Drawn all by oneself it is concealed (闷豆); the fourth drawn to a pung makes it "
            "added (转弯豆); three in hand and another's discard make it exposed (点豆).",
        ),
        (
            "豆的钱和谁胡没关系：一把完了，两两之间单独算。胡的、点炮的、没叫牌的，都照付别人的豆。",
            "Kongs are paid apart from the win: when the hand is over, between every two players. Who won, who dealt in and "
            "who isn't ready all pay for the others' kongs.",
        ),
        (
            "点豆只有打那张的一个人付；闷豆、转弯豆其余每家都付，喂碰的那家也只付一份。",
            "An exposed kong is paid by its feeder alone; concealed and added ones by everybody else, and who fed the pung "
            "pays no more than the rest.",
        ),
    ),
    ("bean.an", "bean.wan", "bean.dian", "bean.needs_ready", "bean.void_on_draw", "bean.late_no_pay"),
    _melds,
)


def _patterns(profile: Profile) -> Sequence[Block]:
    made = (
        Pattern("ping", "234567p345s678s99p"),
        Pattern("dadui", "666p444s55s", ("pung 333p<B", "pung 888p<B")),
        Pattern("qidui", "1122558899p3366s"),
        Pattern("longqidui", "1122555588p3366s"),
        Pattern("shuanglong", "2255558888p3366s"),
        Pattern("dandiao", "99p", ("pung 222p<B", "pung 555p<B", "pung 333s<B", "pung 666s<B")),
        Pattern("qingyise", "12334556788899p"),
        Pattern("qingdadui", "11133355p", ("pung 777p<B", "pung 999p<B")),
        Pattern("qingqidui", "11223355778899p"),
        Pattern("qinglongbei", "11225555778899p"),
        Pattern("qingshuanglong", "11225555888899p"),
        Pattern("qingdandiao", "99p", ("pung 222p<B", "pung 444p<B", "pung 666p<B", "pung 777p<B")),
    )
    return [block for block in made if profile[f"patterns.{block.meant}"] is not None]


PATTERNS = Lesson(
    "patterns",
    ("牌型", "Patterns"),
    (
        (
            "胡的牌长什么样，值多少。一手牌够得上几种，只算最大的那种，不相加。",
            "What a winning hand looks like is what it is worth. One that fits several patterns counts as the dearest only.",
        ),
        (
            "别人点炮：点炮的一个人出。自摸：其余每家都出。",
            "On a discard its discarder alone pays; on a self-draw everybody else does.",
        ),
    ),
    (
        "patterns.ping",
        "patterns.dadui",
        "patterns.qidui",
        "patterns.longqidui",
        "patterns.shuanglong",
        "patterns.dandiao",
        "patterns.qingyise",
        "patterns.qingdadui",
        "patterns.qingqidui",
        "patterns.qinglongbei",
        "patterns.qingshuanglong",
        "patterns.qingdandiao",
        "selfdraw.ping_value",
        "selfdraw.bonus",
        "base_add",
        "gangkai",
    ),
    _patterns,
)


def _pass(profile: Profile) -> Sequence[Block]:
    hit = deals_in("8s", "A")
    return (
        Example(
            ("没有豆的平胡，想胡 B 打的八条", "A plain hand without a kong wants B's 8 of bamboo"),
            Deal(PLAIN, result=hit),
        ),
        Example(("一样的牌，有一副闷豆", "The same with a concealed kong"), Deal(PASS, result=hit)),
        Example(
            ("没有豆，自己摸到八条", "Without a kong, the 8 of bamboo drawn"),
            Deal(with_tile(PLAIN, "8s"), result=draws("A", "8s")),
        ),
    )


PASSES = Lesson(
    "pass",
    ("通行证", "The pass"),
    (
        (
            "豆就是通行证：有了豆，平胡才能胡别人打的。点豆、转弯豆、闷豆都行。",
            "A kong of any kind is the pass (通行证): with it a plain hand may win on a discard.",
        ),
        (
            "通行证只管胡别人打的牌。叫没叫牌、黄庄查叫收不收，都不看它。",
            "The pass is for winning on a discard only. Being ready, and what is paid when nobody wins, don't ask for it.",
        ),
    ),
    ("win.ping_discard_needs_pass", "win.pass_exempt"),
    _pass,
    lambda profile: bool(profile["win.ping_discard_needs_pass"]),
)


def _chickens(profile: Profile) -> Sequence[Block]:
    a = with_tile(CHICKENS, "8s")
    c = Seat("123456789m33s89s", discards="1s")
    d = Seat("135599m1134679p", discards="1s")
    kong = Seat("567p99p345s678s", ("concealed-kong 1111s",))
    c_zh = "，C 叫牌、打过一张" if players(profile) > 2 else ""
    c_en = ", C is ready and discarded one" if players(profile) > 2 else ""
    return (
        Row(("翻到四筒，五筒是鸡", "4 of dots turned: 5 of dots is the chicken"), "45p"),
        Row(
            ("翻到九条，绕回来，幺鸡是鸡", "9 of bamboo turned: round again, 1 of bamboo is the chicken"),
            "91s",
        ),
        Example(
            (
                f"翻四筒：A 手里两张幺鸡、一张五筒{c_zh}",
                f"4 of dots is turned: A holds two 1 of bamboo and a 5 of dots{c_en}",
            ),
            Deal(a, c=c, d=d, result=draws("A", "8s"), flip="4p"),
        ),
        Example(
            ("同一把，翻的是九条", "The same hand, 9 of bamboo turned"),
            Deal(a, c=c, d=d, result=draws("A", "8s"), flip="9s"),
        ),
        Example(
            (
                "翻四筒：B 打出来的五筒给 A 胡了，胡的这张也是鸡",
                "4 of dots is turned: A wins on B's 5 of dots, and that tile is a chicken too",
            ),
            Deal(Seat("34p99p345s678s", ("concealed-kong 2222p",)), result=deals_in("5p", "A"), flip="4p"),
        ),
        Example(
            ("A 闷了四张幺鸡", "A has a concealed kong of 1 of bamboo"), Deal(kong, result=draws("A", "8s"))
        ),
    )


CHICKENS_LESSON = Lesson(
    "chickens",
    ("翻牌和鸡", "The flip and the chickens"),
    (
        (
            "有人胡了，再翻一张牌。翻的那张不是鸡，它的下一张才是：翻三万，四万是鸡；翻九，回到一。",
            "After a win one more tile is turned over. It is not the chicken: the next one in its suit is. After 9 comes 1.",
        ),
        (
            "是鸡的牌，叫了牌的人每有一张，就向其余每家收一份。常鸡不用翻也算；常鸡又被翻到，就是金鸡，改按金鸡的价。",
            "Of every chicken a ready player has, each other player pays him. A standing chicken counts without being "
            "turned; if it is turned as well it is gold and has the gold price instead.",
        ),
        (
            "手里的、碰杠里的都数；胡的那张也数，自己摸的、别人打的一样。打出去的算不算，看下面的规则。",
            "Those in hand and in melds count; so does the winning tile, drawn or dealt. Whether discards do, the rules "
            "below say.",
        ),
        (
            "两家都叫了牌、都有鸡，就互相付。",
            "Two ready players who both have chickens pay each other.",
        ),
    ),
    (
        "chicken.flip",
        "chicken.flip_value",
        "chicken.standing.1s.plain",
        "chicken.standing.1s.gold",
        "chicken.standing.8p.plain",
        "chicken.standing.8p.gold",
        "chicken.zones",
        "chicken.flip_in_discards",
        "chicken.standing_in_discards",
        "chicken.needs_ready",
        "chicken.no_flip_on_last_tile",
        "chicken_kong_an.plain",
        "chicken_kong_an.gold",
        "chicken_kong_an.flipped_too",
    ),
    _chickens,
)
