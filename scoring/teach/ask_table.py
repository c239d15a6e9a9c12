"""Drills about a whole table: what chickens bring, what a hand is worth, who pays whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from scoring.chain import ready_line
from scoring.explain import why
from scoring.profile import Profile
from scoring.settle import Settlement
from scoring.teach.ask_hand import ask_flip, ask_pattern, ask_waits, grouped
from scoring.teach.deal_table import deal_table
from scoring.teach.dice import Dice
from scoring.teach.question import Key, Question
from scoring.teach.split import Group
from scoring.tiles import INDEX
from scoring.transfer import Transfer
from scoring.wording import PATTERN_EN, PATTERN_ZH, Both

CHICKEN_CODES = frozenset({"CHICKEN", "CHARGE", "RESP"})
WIN_CODES = frozenset({"HAND", "SPECIAL", "GANGKAI", "HOT", "ROB", "SHABAO", "LIAN"})


def _why(settlement: Settlement, items: Iterable[Transfer]) -> list[Both]:
    return [(why(t, settlement, "zh"), why(t, settlement, "en")) for t in items]


def _ready(settlement: Settlement, seat: str) -> Both:
    return ready_line(settlement.table, seat, "zh"), ready_line(settlement.table, seat, "en")


def _between(settlement: Settlement, payer: str, owner: str, codes: frozenset[str]) -> list[Transfer]:
    return [t for t in settlement.transfers if t.to == owner and payer in t.payers and t.code in codes]


def ask_chicken(key: Key) -> Question:
    """Level 1: the flip alone; then what one player pays another for chickens."""
    if key.level == 1:
        return ask_flip(key)
    raw, settlement = deal_table(str(key), key.rules, key.level, _chickens_to_count)
    table, dice = settlement.table, Dice(f"{key}/asked")
    rich = [t.to for t in settlement.transfers if t.code in CHICKEN_CODES]
    # An unready owner, who gets nothing, is worth asking for too.
    owner = dice.pick(rich) if key.level == 2 or dice.chance(0.75) else dice.pick(table.seats)
    payer = dice.pick(table.others(owner))
    items = _between(settlement, payer, owner, CHICKEN_CODES)
    less_zh, less_en = ("（反赔不算在内）", " (Not counting 反赔.)") if key.rules["reverse.on"] else ("", "")
    zh = f"{payer} 因为鸡要付给 {owner} 多少{key.rules.spoken_unit}？{less_zh}"
    en = f"How many {key.rules.spoken_unit} does {payer} pay {owner} for chickens?{less_en}"
    explain = [_ready(settlement, owner), *_why(settlement, items)]
    return Question(key, (zh, en), "number", sum(t.each for t in items), tuple(explain), situation=raw)


def _chickens_to_count(settlement: Settlement) -> bool:
    codes = {t.code for t in settlement.transfers}
    return bool(codes & CHICKEN_CODES) and not any("CHICKEN_KONG" in code for code in codes)


def ask_score(key: Key) -> Question:
    """Level 1: the hand's value; 2: all a payer pays for the win; 3: what the winner has in the end."""
    raw, settlement = deal_table(str(key), key.rules, key.level, lambda s: bool(s.table.hands))
    table, dice, unit = settlement.table, Dice(f"{key}/asked"), key.rules.spoken_unit
    winner = dice.pick(list(table.hands))
    won, pictures = _won(settlement, winner)
    if key.level == 3:
        ask = (
            f"{winner} 这一把一共进出多少{unit}？（付出写负数）",
            f"What does {winner} have in the end, in {unit}? (Negative if he pays.)",
        )
        answer = settlement.net[winner]
        explain = [won, *(_ready(settlement, seat) for seat in table.seats)]
        return Question(
            key, ask, "number", answer, tuple(explain), situation=raw, pictures=pictures, sums=True
        )
    source = table.situation.result.source
    payer = source if source is not None else dice.pick(table.others(winner))
    codes = frozenset({"HAND"}) if key.level == 1 else WIN_CODES
    items = _between(settlement, payer, winner, codes)
    ask = (_ask_hand if key.level == 1 else _ask_win)(key.rules, winner, payer)
    explain = [won, *_why(settlement, items)]
    return Question(
        key,
        ask,
        "number",
        sum(t.each for t in items),
        tuple(explain),
        situation=raw,
        pictures=pictures,
    )


def _won(settlement: Settlement, winner: str) -> tuple[Both, dict[int, tuple[Group, ...]]]:
    """What a winner's hand is, and its tiles set by set with those marked that make the pattern."""
    table = settlement.table
    hand, player, result = table.hands[winner], table.player(winner), table.situation.result
    tiles = list(player.counts)
    if result.source is not None and result.tile is not None:
        tiles[INDEX[result.tile]] += 1
    words = (
        f"{winner} 胡的是{PATTERN_ZH[hand.pattern]}：",
        f"{winner}'s hand is {PATTERN_EN[hand.pattern]}:",
    )
    return words, {0: grouped(tiles, player.melds, hand.pattern)}


def _surcharges(rules: Profile) -> list[str]:
    """What this rule system adds to a win besides the pattern, of 杠开 and 连庄."""
    gangkai = ["杠开"] if rules["gangkai"] else []
    return gangkai + ([] if rules["lianzhuang.first"] is None else ["连庄"])


def _ask_hand(rules: Profile, winner: str, payer: str) -> Both:
    unit = rules.spoken_unit
    less = _surcharges(rules)
    return (
        f"单算 {winner} 胡的牌型，{payer} 付多少{unit}？（{'、'.join(['豆', '鸡', *less])}都不算）",
        f"For the hand alone, how many {unit} does {payer} pay {winner}? "
        f"(Without {', '.join(['kongs', 'chickens', *less])}.)",
    )


def _ask_win(rules: Profile, winner: str, payer: str) -> Both:
    unit, more = rules.spoken_unit, _surcharges(rules)
    zh = f"，{'、'.join(more)}算" if more else ""
    en = f"; with {' and '.join(more)}" if more else ""
    return (
        f"{winner} 胡了，{payer} 为这个胡一共付多少{unit}？（豆和鸡不算{zh}）",
        f"How many {unit} does {payer} pay {winner} for the win? (Without kongs and chickens{en}.)",
    )


def ask_pay(key: Key) -> Question:
    """Level 1: who pays for the hand; then the net of every seat."""
    raw, settlement = deal_table(str(key), key.rules, key.level, lambda s: bool(s.transfers))
    if key.level == 1:
        items = [t for t in settlement.transfers if t.code == "HAND"]
        (winner,) = settlement.table.hands
        answer: Any = tuple(sorted({p for t in items for p in t.payers}))
        ask = (f"{winner} 胡的牌型钱，谁付？", f"Who pays {winner} for the hand?")
        return Question(key, ask, "seats", answer, tuple(_why(settlement, items)), situation=raw)
    ask = (
        "这一把每家一共进出多少？收进写正数，付出写负数。",
        "What does each player have in the end? Negative for who pays.",
    )
    seats = settlement.table.seats
    explain = tuple(_ready(settlement, seat) for seat in seats)
    return Question(key, ask, "numbers", dict(settlement.net), explain, situation=raw, sums=True)


_ASK: dict[str, Callable[[Key], Question]] = {
    "pattern": ask_pattern,
    "waits": ask_waits,
    "chicken": ask_chicken,
    "score": ask_score,
    "pay": ask_pay,
}


def make_question(key: Key) -> Question:
    """The question of this key, always the same one."""
    return _ASK[key.kind](key)
