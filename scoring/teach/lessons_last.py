"""The last lessons: declaring, several winners and the rest; a whole hand counted through."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.profile import Profile
from scoring.teach.lesson import Block, Example, Lesson
from scoring.teach.lessons_money import DRAWN, SELF
from scoring.teach.tables import CHICKENS, PASS, READY_B, TRIPLETS, Deal, Seat, deals_in, draws, players


def _more(profile: Profile) -> Sequence[Block]:
    declared = Seat(DRAWN.hand, special=("baoting",))
    beaten = Seat(READY_B.hand, special=("baoting",))
    c = Seat("123456m33s67s", ("exposed-kong 7777m<B",))
    d = Seat("11345p999m79s", ("concealed-kong 8888p",))
    out: list[Block] = [
        Example(("A 报听，自摸平胡", "A declared ready and draws a plain hand"), Deal(declared, result=SELF)),
        Example(
            ("B 报听，却给 A 点了炮（大对子）", "B declared ready and deals into A's all triplets"),
            Deal(TRIPLETS, b=beaten, result=deals_in("5s", "A")),
        ),
        Example(
            (
                "A 刚放过一次大对子，自己没摸牌又要胡 B 打的",
                "A let all triplets go and, before drawing again, wants B's discard",
            ),
            Deal(TRIPLETS, result=deals_in("5s", "A", passed_since_last_turn=["A"])),
        ),
    ]
    if players(profile) > 2:
        out.append(
            Example(
                ("B 一炮双响：A、C 都胡", "One discard of B's, two winners: A and C"),
                Deal(PASS, c=c, result=deals_in("8s", "A", "C")),
            )
        )
    if players(profile) > 3:
        out.append(
            Example(
                ("B 一炮三响", "One discard of B's, three winners"),
                Deal(PASS, c=c, d=d, result=deals_in("8s", "A", "C", "D")),
            )
        )
    if profile["genzhang"]:
        out.append(
            Example(
                (
                    "庄家 A 第一张，每家都跟，一家是现摸的",
                    "All follow dealer A's first discard, one with a tile just drawn",
                ),
                Deal(DRAWN, result=SELF, events={"genzhang": {"drawn_followers": 1}}),
            )
        )
    return out


MORE = Lesson(
    "more",
    ("报听、多响和别的", "Declaring, several winners, and more"),
    (
        (
            "起手就叫牌的可以报听：手牌从此不换。一张牌几家胡，叫一炮双响、三响。能胡不胡，过后再胡，有的桌不许，有的桌要包牌。",
            "Who is ready at once may declare it (报听) and then plays on without changing the hand. One discard may win for "
            "two or three. Letting a win go and winning later is barred at some tables and punished at others.",
        ),
    ),
    (
        "meta.baoting_window",
        "meta.baoting_lock",
        "special.baoting.bonus",
        "special.baoting.replaces_ping",
        "special.baoting.exact",
        "special.yingbao.bonus",
        "special.yingbao.replaces_ping",
        "special.tianhu.bonus",
        "special.tianhu.replaces_ping",
        "special.dihu.bonus",
        "special.dihu.replaces_ping",
        "shabao.extra",
        "shabao.replaces_ping",
        "shabao.on_self_draw",
        "shabao.form",
        "three_winners",
        "guohu",
        "genzhang",
        "que.required",
        "que.leftover",
        "que.original",
    ),
    _more,
)


def _whole(profile: Profile) -> Sequence[Block]:
    a = Seat("567p345s67s11s", ("concealed-kong 2222p",))
    c = Seat("123456m33s89s", ("exposed-kong 7777m<B",))
    d = Seat("135599m1346p", ("added-kong 8888p<A",))
    own = Seat("666p88p444s55s5s", ("pung 333p<B",))
    c2 = Seat("123456789m33s11s")
    d2 = Seat("135599m1346p", ("added-kong 7777p<A",))
    return (
        Example(
            (
                "跟着算一遍：B 打八条，A 胡，翻四筒",
                "Together: B discards 8 of bamboo, A wins, 4 of dots is turned",
            ),
            Deal(a, c=c, d=d, result=deals_in("8s", "A"), flip="4p"),
            whole=True,
        ),
        Example(
            ("自己算一遍：A 自摸五条，翻九条", "Now you: A draws 5 of bamboo, 9 of bamboo is turned"),
            Deal(
                own, b=Seat("1225889m224799s", discards="1s"), c=c2, d=d2, result=draws("A", "5s"), flip="9s"
            ),
            whole=True,
            hidden=True,
        ),
        Example(
            ("再来一把：黄庄", "One more: nobody wins"),
            Deal(CHICKENS, c=c, d=d, result={"type": "draw"}, flip=None),
            whole=True,
            hidden=True,
        ),
    )


WHOLE = Lesson(
    "whole",
    ("一把牌从头算到尾", "A whole hand, start to end"),
    (
        (
            "一、看怎么结束的：谁胡、自摸还是谁点炮；没人胡就是黄庄。",
            "1. How did it end? Who won, by self-draw or on whose discard; or did nobody win?",
        ),
        (
            "二、胡的是什么牌型，值多少：点炮一个人出，自摸每家都出。牌型不止这几种，全的在「牌型」那一课。",
            "2. Which pattern is it, what is it worth? On a discard one pays, on a self-draw everybody. All patterns are in "
            "the lesson of that name.",
        ),
        (
            "三、看每家叫牌没有：再来一张就能胡的，算叫牌，没有豆的平胡也算。胡的也算叫。没叫的，下面的豆和鸡都收不到，可是照付。",
            "3. Who is ready, one tile short of a hand (a plain one without a kong too)? The winner counts as ready. Who isn't collects for no kong and no chicken below, but still pays for the others'.",
        ),
        (
            "四、豆：叫了牌的收。闷豆、转弯豆每家都付，胡的、点炮的、没叫牌的也付；点豆只有打那张的人付。",
            "4. Kongs: the ready collect. For concealed and added ones everybody else pays, winner and discarder too; for an exposed one only who "
            "discarded its tile.",
        ),
        (
            "五、翻一张，下一张是鸡，再加常鸡。数叫了牌的人有几张：手里、碰杠里的都数，胡的那张也数；打出去的算不算看规则。张数乘单价，其余每家各付这么多，胡的人也付。",
            "5. Turn a tile; the next one is the chicken, besides the standing ones. Count what each ready player has: in hand, "
            "in his melds, and the winning tile too; whether discards count the rules say. Number times price, from each of the others, the winner included.",
        ),
        (
            "六、有反赔、连庄的桌，再加上这几笔：看下面的规则。",
            "6. Where paying back or a dealer's surcharge is played, add those: see the rules below.",
        ),
        (
            "七、黄庄就简单：不翻鸡；没叫的付给每个叫了的，他叫的那副牌按点炮的价是多少，就付多少（叫几张按最大的）；平胡没有豆也收。",
            "7. If nobody won nothing is turned over; who isn't ready pays everybody who is what his hand is worth at the price "
            "of a discard (the best of several waits); a plain hand needs no kong for that.",
        ),
        (
            "最后，每家收的减付的。各家加起来一定是零，不是零就算错了。",
            "At last, for each player, what he gets less what he pays. The sum of all is zero, or something is wrong.",
        ),
    ),
    (
        "patterns.ping",
        "patterns.dadui",
        "selfdraw.ping_value",
        "selfdraw.bonus",
        "bean.an",
        "bean.wan",
        "bean.dian",
        "bean.needs_ready",
        "bean.void_on_draw",
        "win.ping_discard_needs_pass",
        "chicken.flip_value",
        "chicken.standing.1s.plain",
        "chicken.standing.1s.gold",
        "chicken.flip_in_discards",
        "chicken.standing_in_discards",
        "reverse.on",
        "chajiao.rule",
        "lianzhuang.first",
    ),
    _whole,
)
