"""豆 of hands that nobody saw: the quick entry asks for them, or they would silently count as none (RULES 3.4)."""

from __future__ import annotations

from typing import Any

from scoring.tiles import FACES, name_en, name_zh
from webapp.entry.facts import Case
from webapp.entry.interview import Choice
from webapp.entry.table import MeldDraft

MOST = 4


def kong_kind(case: Case, question: str, seat: str, tile: str, **more: Any) -> str | None:
    """How a kong came about, as ``kind`` or ``exposed-kong<feeder``; ``more`` goes to the question."""
    zh, en = case.name(seat)
    choices = [
        Choice("concealed-kong", "闷豆（自己摸齐）", "concealed (all self-drawn)"),
        Choice("added-kong", "转弯豆（碰了补）", "added to a pung"),
        *(
            Choice(
                f"exposed-kong<{other}",
                f"点豆，{case.name(other)[0]}打的",
                f"exposed, {case.name(other)[1]} fed it",
            )
            for other in case.others(seat)
        ),
    ]
    return case.ask.choice(
        question,
        f"{zh}的{name_zh(tile)}豆怎么来的？",
        f"How did {en} get the kong of {name_en(tile)}?",
        choices,
        why=("闷豆、转弯豆每家出，点豆一家出", "who pays depends on the kind"),
        **more,
    )


def beans(case: Case) -> None:
    """Who has kongs, which and how; only of those whom a kong can move money for."""
    facts = case.facts
    if (
        facts.draw
        or facts.type is None
        or any(question.id == "ready" and question.open for question in case.ask.questions)
    ):
        return
    rules = case.draft.profile
    able = {*facts.winners, *facts.ready, *([facts.source] if facts.source else [])}
    everybody = rules.get("reverse.on") or rules.get("reverse.beans") != "none"
    seats = [
        seat for seat in case.hidden() if not case.table.players[seat].melds and (everybody or seat in able)
    ]
    if not seats:
        return
    picked = case.ask.many(
        "beans",
        "没拍牌的，谁有豆？",
        "Of the hands not in a photo, who has a kong (豆)?",
        case.seat_choices(seats),
        required=True,
        why=("没看到他们的牌，豆要另外付", "nobody saw the tiles, and kongs pay extra"),
    )
    for seat in picked or []:
        for number in range(1, MOST + 1):
            if not _bean(case, seat, number):
                break


def _bean(case: Case, seat: str, number: int) -> bool:
    """One kong; whether there is another."""
    zh, en = case.name(seat)
    tile = case.ask.tile(
        f"bean:{seat}:{number}",
        f"{zh}的豆是哪张？" if number == 1 else f"{zh}的第 {number} 个豆是哪张？",
        f"Which tile is {en}'s kong?" if number == 1 else f"Which tile is {en}'s kong no. {number}?",
        [],
        keypad=[face for face in FACES if case.table.spare(face) == 4],
        why=("是不是鸡要看是哪张", "it may be the chicken"),
    )
    if tile is None:
        return False
    answer = kong_kind(case, f"beankind:{seat}:{number}", seat, tile)
    if answer is None:
        return False
    kind, _, feeder = answer.partition("<")
    case.table.players[seat].melds.append(MeldDraft(kind, tile, feeder=feeder or None))
    if number == MOST:
        return False
    more = case.ask.choice(
        f"beanmore:{seat}:{number}",
        f"{zh}还有豆吗？",
        f"Has {en} another kong?",
        [Choice("no", "没有了", "no"), Choice("yes", "还有", "yes")],
        default="no",
        required=False,
        why=("一人可以有几个豆", "a player may have several"),
    )
    return more == "yes"
