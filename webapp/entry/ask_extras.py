"""Declarations, dealer, passed wins, late kongs and the extras of single profiles: only where they pay."""

from __future__ import annotations

from dataclasses import replace

from scoring.melds import MELD_EN, MELD_ZH
from scoring.tiles import name_en, name_zh
from webapp.entry.facts import Case
from webapp.entry.interview import Choice

_SUITS = {"m": ("万", "characters"), "p": ("筒", "dots"), "s": ("条", "bamboo")}


def dealer(case: Case) -> None:
    """Dealer and streak; kept from hand to hand, asked the first time; some profiles have none."""
    profile, facts = case.draft.profile, case.facts
    if profile.get("dealer.mode") == "none":
        return
    known, streak = case.draft.dealer, case.draft.dealer_streak or 1
    counts = bool(profile.get("lianzhuang"))
    # Known from the hand before, it still stands among the usual things: rules or table may have changed since.
    facts.dealer = case.ask.choice(
        "dealer",
        "谁坐庄？",
        "Who is dealer?",
        case.seat_choices(case.draft.seats),
        default=known,
        required=known is None,
        why=("连庄加的钱、下一把谁坐庄都看这个", "the dealer's extra and the next dealer depend on it")
        if counts
        else ("下一把谁坐庄要看这个", "it decides the next dealer"),
    )
    facts.streak = streak if facts.dealer == known else 1
    if counts and facts.dealer:
        answer = case.ask.choice(
            "streak",
            "这是他连续第几把庄？",
            "Which hand in a row is it for this dealer?",
            [Choice(str(n), f"第 {n} 把", f"no. {n}") for n in range(1, max(7, facts.streak + 2))],
            default=str(facts.streak),
            required=False,
            why=("连庄另外加钱", "a dealer streak pays extra"),
        )
        facts.streak = int(answer or facts.streak)


def declared(case: Case) -> None:
    """报听 of those whom it can move money for, and the special wins the profile knows."""
    profile, facts = case.draft.profile, case.facts
    if facts.draw or facts.type is None:
        return
    special, shabao = profile.get("special"), profile.get("shabao")
    exempt = profile.get("win.pass_exempt")  # 报听 may also stand for the 豆 that a 平胡 needs
    who = [seat for seat in facts.winners if special["baoting"] or "own_baoting" in exempt]
    if facts.source and (shabao or "vs_baoting" in exempt):
        who.append(facts.source)
    elif shabao and shabao["on_self_draw"]:
        who += case.others(*facts.winners)
    if who:
        picked = case.ask.many(
            "baoting",
            "谁报听了？",
            "Who had declared ready (报听)?",
            case.seat_choices([seat for seat in case.draft.seats if seat in who]),
            why=("报听、杀报另外加钱", "it pays extra"),
        )
        for seat in picked or []:
            facts.special[seat] = ["baoting"]
    for seat in facts.winners:
        _special_win(case, seat)


def _special_win(case: Case, seat: str) -> None:
    profile, facts = case.draft.profile, case.facts
    special = profile.get("special")
    own = facts.type in ("self", "after_kong")
    is_dealer = seat == facts.dealer
    choices = []
    if special["yingbao"] and own:
        choices.append(Choice("yingbao", "硬报（第一张摸到就胡）", "硬报: won on the very first draw"))
    if special["tianhu"] and facts.type == "self" and is_dealer and not case.table.players[seat].melds:
        choices.append(Choice("tianhu", "天胡", "天胡: complete as dealt"))
    by_dealer = facts.type == "self" or (facts.type == "discard" and facts.source == facts.dealer)
    if (
        (special["dihu"] or "dihu" in profile.get("win.pass_exempt"))
        and not is_dealer
        and facts.dealer
        and by_dealer
        and not case.table.players[seat].melds
    ):
        choices.append(Choice("dihu", "地胡", "地胡: on the first draw or the dealer's first discard"))
    if not choices:
        return
    zh, en = case.name(seat)
    answer = case.ask.choice(
        f"special:{seat}",
        f"{zh}胡得特别吗？",
        f"Was {en}'s win a special one?",
        [Choice("plain", "平常", "no"), *choices],
        default="plain",
        required=False,
        why=("另外加钱", "it pays extra"),
    )
    if answer and answer != "plain":
        facts.special[seat] = [answer]


def passed(case: Case) -> None:
    """A win let go since the winner's own last turn (过胡, 包牌), where the profile punishes it."""
    facts = case.facts
    if case.draft.profile.get("guohu") == "none" or facts.type != "discard":
        return
    facts.passed = (
        case.ask.many(
            "passed",
            "谁刚才放过一次胡，没轮到自己又胡了？",
            "Who had let a win go since his last turn?",
            case.seat_choices(facts.winners),
            why=("过胡不能胡，或要包牌", "a passed win is barred or punished"),
        )
        or []
    )


def late(case: Case) -> None:
    """Kongs not declared at the first chance earn nothing in some profiles (过杠)."""
    if case.facts.draw or not case.draft.profile.get("bean.late_no_pay"):
        return
    done = [(seat, meld) for seat, meld in case.table.melds() if meld.is_kong and meld.kind and meld.face]
    if not done:
        return
    choices = [
        Choice(
            f"{seat}:{meld.face}",
            f"{case.name(seat)[0]}的{name_zh(str(meld.face))}{MELD_ZH[str(meld.kind)]}",
            f"{case.name(seat)[1]}'s {MELD_EN[str(meld.kind)]} {name_en(str(meld.face))}",
            meld.face,
        )
        for seat, meld in done
    ]
    picked = case.ask.many(
        "late",
        "哪个豆是过了再杠的（不算钱）？",
        "Which kong was not declared at once (pays nothing)?",
        choices,
        why=("有杠不杠，后杠不算钱", "a late kong earns nothing"),
    )
    for seat, player in case.table.players.items():
        player.melds[:] = [
            replace(meld, late=True) if f"{seat}:{meld.face}" in (picked or []) else meld
            for meld in player.melds
        ]


def extras(case: Case) -> None:
    """跟张, 定缺 and 原缺, 相公."""
    profile, facts, seats = case.draft.profile, case.facts, case.draft.seats
    if facts.type is None:
        return
    if profile.get("genzhang"):
        choices = [Choice("none", "没跟张", "no")]
        choices += [
            Choice(str(n), f"跟了，{n} 家是现摸的", f"yes, {n} with a tile just drawn")
            for n in range(len(seats))
        ]
        answer = case.ask.choice(
            "genzhang",
            "其他家都跟庄家第一张了吗？",
            "Did everybody else follow the dealer's first discard?",
            choices,
            default="none",
            required=False,
            why=("跟张庄家要赔", "the dealer pays for it"),
        )
        facts.drawn_followers = None if answer in (None, "none") else int(answer or 0)
    if profile.get("que.required"):
        _missing_suits(case)
    for seat in seats:
        _wrong_size(case, seat)


def _missing_suits(case: Case) -> None:
    for seat in case.draft.seats:
        zh, en = case.name(seat)
        held = {tile[1] for tile in case.table.players[seat].faces()}
        held |= {str(meld.face)[1] for meld in case.table.players[seat].melds if meld.face}
        lacking = [suit for suit in "mps" if suit not in held]
        answer = case.ask.choice(
            f"que:{seat}",
            f"{zh}定缺哪门？",
            f"Which suit did {en} give up?",
            [Choice(suit, *_SUITS[suit]) for suit in "mps"],
            default=lacking[0] if len(lacking) == 1 and case.table.players[seat].seen else None,
            why=("缺一门才能胡", "only a hand without it can win"),
        )
        if answer:
            case.facts.que[seat] = answer
    if case.draft.profile.get("que.original"):
        picked = case.ask.many(
            "yuanque",
            "谁是原缺（起手就缺一门）？",
            "Who lacked that suit in the dealt hand?",
            case.seat_choices(case.draft.seats),
            why=("原缺另外收钱", "it pays extra"),
        )
        case.facts.yuanque = picked or []


def _wrong_size(case: Case, seat: str) -> None:
    """A hand of the wrong size is a tile missed in the photo, or a player who is 相公."""
    player, facts = case.table.players[seat], case.facts
    have = len(player.concealed) + (player.win is not None and seat not in facts.winners)
    if not player.seen or seat in facts.winners or have == player.expected:
        return
    zh, en = case.name(seat)
    n = abs(player.expected - have)
    short = have < player.expected
    answer = case.ask.choice(
        f"size:{seat}",
        f"{zh}{'还差' if short else '多了'} {n} 张：读漏了，还是相公？",
        f"{en} is {n} {'short' if short else 'over'}: misread, or a wrong count at the table?",
        [
            Choice("mend", "回去改牌", "mend the tiles"),
            Choice("xianggong", "就是相公", "he really had the wrong count"),
        ],
        why=("牌数不对算不出叫牌", "readiness needs the right count"),
        undecided="mend",
    )
    if answer == "xianggong":
        facts.xianggong.append(seat)
