"""The settlement as a short text to paste into the group chat (SPEC 3.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.errors import Lang
from scoring.tiles import name_en, name_zh, next_tile, previous_tile
from webapp.entry.draft import Draft
from webapp.money import amounts, plus


def signed(value: int) -> str:
    """``+14``, ``0``, ``-8``."""
    return f"{value:+d}" if value else "0"


def flip_chain(draft: Draft, flip: str | None, lang: Lang) -> str:
    """``翻九条→鸡是幺鸡`` or nothing: beginners take the turned tile itself for the chicken."""
    if flip is None:
        return ""
    name = name_zh if lang == "zh" else name_en
    chickens = [next_tile(flip)]
    if draft.profile.get("chicken.flip") == "swing":
        chickens.append(previous_tile(flip))
    if lang == "zh":
        return f"翻{name(flip)}→鸡是{'、'.join(name(tile) for tile in chickens)}"
    return f"turned {name(flip)} → chicken {', '.join(name(tile) for tile in chickens)}"


def chat_text(
    draft: Draft, settlement: Mapping[str, Any], payments: Sequence[Mapping[str, Any]], lang: Lang
) -> str:
    """Net per player, then who pays whom, then the rules it was reckoned by."""
    zh = lang == "zh"
    unit, profile = settlement["unit"], draft.profile
    net: Mapping[str, int] = settlement["net"]
    money = amounts(net, draft.stake)
    lines = ["捉鸡结账" if zh else "Zhuoji settlement"]
    wins = settlement.get("wins") or []
    if wins:
        names = "、".join(draft.name(win["winner"], lang) for win in wins)
        lines[0] += f"：{names}胡" if zh else f": {names} won"
    else:
        lines[0] += "：黄庄" if zh else ": nobody won"
    for seat, value in net.items():
        line = f"{draft.name(seat, lang)} {signed(value)} {unit}"
        if money:
            won = plus(money[seat])
            line += f"（{won} 元）" if zh else f" ({won})"
        lines.append(line)
    for payment in payments:
        paid = amounts({"": payment["amount"]}, draft.stake)
        amount = f"{payment['amount']} {unit}" if paid is None else paid[""] + (" 元" if zh else "")
        arrow = f"{draft.name(payment['from'], lang)} → {draft.name(payment['to'], lang)} {amount}"
        lines.append(arrow)
    rules = profile.title_zh if zh else profile.title_en
    lines.append(f"规则：{rules}" if zh else f"Rules: {rules}")
    return "\n".join(lines)
