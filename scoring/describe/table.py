"""Sentences about the table: players, 报听 at the table, 黄庄查叫, 一炮三响, 跟张, 缺门."""

from __future__ import annotations

from scoring.describe.dealer import NO_DEALER
from scoring.describe.view import COUNT, Gated, Sentence, View, named, switch, told
from scoring.wording import Both

KONG_DRAW: dict[str | None, Both] = {
    None: ("开杠从哪儿补牌没有规定。", "Where the tile after a kong comes from isn't laid down."),
    "wall_tail": ("开杠后从牌墙尾部补一张。", "The tile after a kong comes from the wall's end."),
}

BAOTING_WINDOW: dict[str | None, Both] = {
    None: ("没有规定什么时候可以报听。", "When to declare ready isn't laid down."),
    "dealer: after first discard; others: after first draw and discard; voluntary": (
        "庄家打出第一张后、闲家第一轮摸打后叫了牌可以报听，报不报自己定。",
        "The dealer may declare ready after his first discard, the others after their first draw and discard.",
    ),
    "dealer: on the 14 dealt tiles; others: right after the first draw": (
        "庄家起手、闲家摸到第一张就叫牌，可以报听。",
        "Ready on the dealt tiles (dealer) or right after the first draw (others) may be declared.",
    ),
    "软报: after the first drawn tile": (
        "摸到第一张后叫牌，可以软报。",
        "Ready after the first drawn tile may be declared.",
    ),
    "dealer: on the dealt hand; others: after the first draw": (
        "庄家起手、闲家摸到第一张后叫牌，可以报听。",
        "Ready on the dealt hand (dealer) or after the first draw (others) may be declared.",
    ),
}

BAOTING_LOCK: dict[str | None, Both] = {
    None: ("报听以后能做什么没有规定。", "What a declared player may still do isn't laid down."),
    "no tile change; may 自摸 or win on discard; 碰/杠 not stated → not allowed": (
        "报听后不能换牌，也不碰不杠；自摸、胡别人打的都行。",
        "A declared hand may not change, pung or kong; it wins by self-draw or on a discard.",
    ),
    "hand may not be changed": ("报听后不能改牌。", "A declared hand may not be changed."),
    "must discard what is drawn, may not 杠, until 胡": (
        "报听后摸什么打什么，也不能杠，直到胡牌。",
        "A declared player discards what he draws and may not kong.",
    ),
    "no 碰, no 杠, discard what is drawn": (
        "报听后摸什么打什么，不能碰也不能杠。",
        "A declared player discards what he draws and may neither pung nor kong.",
    ),
}

MUST_WIN: dict[str, Both] = {
    "hot": ("热炮", "a discard right after a kong"),
    "rob": ("抢杠", "a robbed kong"),
}


def _players(view: View) -> Both:
    counts = [COUNT[n] if n != 2 else ("两", "two") for n in view["meta.players"]]
    return (
        f"{'、'.join(zh for zh, _ in counts)}个人打。",
        f"For {' or '.join(en for _, en in counts)} players.",
    )


def _must_win(view: View) -> Both:
    listed = [MUST_WIN[key] for key in view["meta.must_win"]]
    if not listed:
        return "没有必胡：能胡也可以不胡。", "No win has to be taken."
    return (
        f"{'、'.join(zh for zh, _ in listed)}必须胡，不能放过。",
        f"A win on {' or '.join(en for _, en in listed)} may not be let go.",
    )


def _chajiao(view: View) -> Both:
    pattern = view.example
    zh, en = named(pattern)
    value = view.of(view.discard(pattern))
    return (
        f"黄庄查叫：没叫牌的付给每个叫牌的；叫{zh}的，从每个没叫的收 {value}。都叫了或都没叫，不付。",
        f"At an exhausted wall everyone who isn't ready pays everyone who is: ready for {en}, {value} from each. "
        "All ready or none: nothing.",
    )


def _three_winners(view: View) -> Both:
    pattern = view.example
    zh, en = named(pattern)
    value = view.of(view.discard(pattern))
    wordings: dict[str, Both] = {
        "normal": (
            f"一炮三响跟平时一样，点炮的分别付三家：三家都是{zh}，各付 {value}。",
            f"Three winners of one discard: its discarder pays each as usual; three times {en}, {value} to each.",
        ),
        "reverse_hand": (
            f"一炮三响倒过来：三个胡家各按自己的牌型付给点炮的（{zh}付 {value}）；豆和鸡照常算。",
            f"Three winners of one discard each pay its discarder their own hand ({en}: {value}); kongs and "
            "chickens stay as usual.",
        ),
        "reverse_all": (
            f"一炮三响全倒过来：三个胡家的牌型（{zh}付 {value}）和该收点炮人的豆、鸡，都反付给他；"
            "他自己的豆、鸡不算。",
            f"Three winners of one discard pay its discarder their hands ({en}: {value}) and what he would have "
            "owed them for kongs and chickens; his own don't count.",
        ),
    }
    return wordings[view["three_winners"]]


def _following(view: View) -> Both:
    value = view["genzhang"]
    if value is None:
        return "没有跟张。", "Following the dealer's first discard costs nothing."
    return (
        f"跟张：每家都跟着庄家打第一张，庄家付每家 {view.of(value)}；有一家是刚摸到就跟的翻倍成 "
        f"{view.of(2 * value)}，两家 {view.of(4 * value)}。",
        f"When everybody follows the dealer's first discard, he pays each {view.of(value)}; one follower who "
        f"had just drawn it makes that {view.of(2 * value)}, two {view.of(4 * value)}.",
    )


def _leftover(view: View) -> Both:
    value = view["que.leftover"]
    if not value:
        return "缺的那门没打完，不用赔。", "Tiles left of the suit named cost nothing."
    return (
        f"查缺：缺的那门手里剩一张，赔胡的和叫牌的每家 {view.of(value)}，剩两张 {view.of(2 * value)}。",
        f"A tile left of the suit named costs {view.of(value)} to every winner and ready player, two cost "
        f"{view.of(2 * value)}.",
    )


def _original(view: View) -> Both:
    value = view["que.original"]
    if not value:
        return "起手就缺一门，不另外收。", "Lacking the suit from the deal earns nothing."
    each_zh, each_en = view.each(value)
    return (
        f"原缺：起手就没有那一门，{each_zh}。",
        f"Lacking the suit named from the deal: {each_en}.",
    )


_NO_SUIT: Both = ("不用缺门，这一条用不上。", "Not used: no suit has to be given up.")


def _suit(sentence: Sentence) -> Sentence:
    return Gated(lambda view: not view["que.required"], _NO_SUIT, sentence)


BAOTING: dict[str, Sentence] = {
    "meta.baoting_window": told(
        "meta.baoting_window", BAOTING_WINDOW, ("什么时候可以报听", "When to declare")
    ),
    "meta.baoting_lock": told("meta.baoting_lock", BAOTING_LOCK, ("报听以后", "After declaring")),
}

KONG_TABLE: dict[str, Sentence] = {
    "meta.kong_draw": told("meta.kong_draw", KONG_DRAW, ("开杠补牌", "The tile after a kong")),
}

HOT_TABLE: dict[str, Sentence] = {"meta.must_win": _must_win}

WINNERS: dict[str, Sentence] = {"three_winners": _three_winners}

EXHAUSTED: dict[str, Sentence] = {
    "chajiao.rule": _chajiao,
    "chajiao.which_wait": lambda view: (
        "查叫时叫几张的，按最大的那张算。",
        "At an exhausted wall the best of several waits counts.",
    ),
    "chajiao.special": switch(
        "chajiao.special",
        ("查叫时报听的另外加。", "At an exhausted wall a declared hand's bonus is paid too."),
        (
            "查叫只算牌型，报听的不另外加。",
            "At an exhausted wall only the hand counts; a declared hand's bonus isn't paid.",
        ),
    ),
    "chajiao.lianzhuang": switch(
        "chajiao.lianzhuang",
        ("查叫也算连庄的钱。", "At an exhausted wall the dealer's surcharge is paid too."),
        ("查叫不算连庄的钱。", "At an exhausted wall the dealer's surcharge isn't paid."),
    ),
    "chajiao.discarded_standing": switch(
        "chajiao.discarded_standing",
        (
            "查叫时，叫牌的人打出去的常鸡也要付给他。",
            "At an exhausted wall standing chickens a ready player has discarded are paid too.",
        ),
        ("查叫时，打出去的常鸡不算。", "At an exhausted wall discarded chickens aren't paid."),
    ),
}

OTHER: dict[str, Sentence] = {
    "meta.players": _players,
    "meta.chi": switch(
        "meta.chi",
        ("可以吃牌（本程序不记吃来的牌）。", "Chows are allowed (this program records none)."),
        ("不能吃牌，只能碰、杠、胡。", "No chow: pung, kong and win only."),
    ),
    "genzhang": Gated(lambda view: view["dealer.mode"] == "none", NO_DEALER, _following),
    "que.required": switch(
        "que.required",
        (
            "开局定缺：每人先说不要哪一门，缺了这门才能胡。",
            "Everyone names a suit to give up, and must be without it to win.",
        ),
        ("不用缺门。", "No suit has to be given up."),
    ),
    "que.leftover": _suit(_leftover),
    "que.original": _suit(_original),
}
