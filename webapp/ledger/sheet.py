"""The ledger as CSV for a spreadsheet, and the night as text for the group chat (SPEC 3.8)."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from scoring.errors import Lang
from scoring.wording import pattern, pick, tile
from webapp.filling import fill
from webapp.ledger.checks import plain
from webapp.ledger.rows import counts
from webapp.ledger.settings import POT, Settings
from webapp.ledger.totals import Totals
from webapp.money import plus

_KIND = {
    "free": ("另外欠", "owes extra"),
    "side": ("外围", "side bet"),
    "table": ("台费", "table money"),
    "cap": ("封顶", "cap"),
    "paid": ("已经付了", "paid"),
}
_POT = ("台费", "pot")
HOW = {
    "self": ("自摸", "self-draw"),
    "after_kong": ("杠开", "kong bloom"),
    "discard": ("点炮", "discard"),
    "rob": ("抢杠", "robbed kong"),
    "draw": ("黄庄", "nobody won"),
}


def safe(text: str) -> str:
    """A name that a spreadsheet won't run as a formula."""
    return "'" + text if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def names(settings: Settings, lang: Lang) -> dict[str, str]:
    """Person id → name, the pot's too."""
    return {person: settings.person(person) for person in settings.ids()} | {POT: pick(_POT, lang)}


def columns(settings: Settings, totals: Totals) -> list[str]:
    """Whose amounts are shown: everybody, and the pot once it holds something."""
    pot = [POT] if totals.units.get(POT) or (totals.money or {}).get(POT) else []
    return [*settings.ids(), *pot]


def table_csv(settings: Settings, rows: Sequence[Mapping[str, Any]], totals: Totals, lang: Lang) -> str:
    """One line an entry, a column a person; the last lines are the totals. With a BOM for Excel.

    Patterns and tiles are named as players say them (平胡, 六万): whoever wants the codes takes the JSON.
    """
    place, comma = (0, "、") if lang == "zh" else (1, ", ")
    people, called = columns(settings, totals), names(settings, lang)
    head = (
        ["把", "时间", "种类", "胡", "牌型", "翻牌", "庄", "连庄", "一份", "备注"]
        if lang == "zh"
        else ["hand", "time", "kind", "won", "pattern", "turned", "dealer", "streak", "stake", "note"]
    )
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    write([*head, *(safe(called[person]) for person in people)])
    hand = 0
    for row in rows:
        if row["deleted"] or row["kind"] == "settings":
            continue
        amounts = [row["net"].get(person, 0) for person in people]
        if row["kind"] == "line":
            cash = [plain(Decimal(value)) if row["in"] == "cash" else value for value in amounts]
            measure = ("元" if lang == "zh" else "money") if row["in"] == "cash" else ""
            kind = _KIND[row["type"]][place] + (f" ({measure})" if measure else "")
            write(["", row["at"], kind, "", "", "", "", "", row["stake"] or "", safe(row["note"]), *cash])
            continue
        hand += 1
        won = "、".join(safe(called[row["seats"][seat]]) for seat in row["winners"])
        dealer = called[row["seats"][row["dealer"]]] if row["dealer"] else ""
        write(
            [hand, row["at"], HOW[row["type"]][place], won, comma.join(pattern(name, lang) for name in row["patterns"]),
             tile(row["flip"], lang) if row["flip"] else "",
             safe(dealer), row["streak"] if dealer else "", row["stake"] or "", safe(row["note"]), *amounts]
        )  # fmt: skip
    blank = [""] * 9
    write(["合计" if lang == "zh" else "total", *blank, *(totals.units.get(person, 0) for person in people)])
    if totals.money is not None:
        money = [plain(totals.money.get(person, Decimal(0))) for person in people]
        write(["合计（元）" if lang == "zh" else "money", *blank, *money])
    return "\ufeff" + out.getvalue()


def night_text(
    settings: Settings, rows: Sequence[Mapping[str, Any]], totals: Totals, unit: str, lang: Lang
) -> str:
    """Totals, then who pays whom, to paste into the chat."""
    zh = lang == "zh"
    called = names(settings, lang)
    hands = sum(1 for row in rows if counts(row))
    title = settings.name or ("捉鸡" if zh else "Zhuoji")
    lines = [f"{title}：{hands} 把" if zh else fill("{title}: {n} {n:hand|hands}", title=title, n=hands)]
    ranked = sorted(columns(settings, totals), key=lambda person: -totals.units.get(person, 0))
    for person in ranked:
        units = totals.units.get(person, 0)
        line = f"{called[person]} {units:+d} {unit}" if units else f"{called[person]} 0 {unit}"
        if totals.money is not None:
            money = plus(plain(totals.money.get(person, Decimal(0))))
            line += f"（{money} 元）" if zh else f" ({money})"
        lines.append(line)
    payments = totals.payments()
    if not any(row["kind"] != "settings" and not row["deleted"] for row in rows):
        lines.append("还没有存过一把。" if zh else "No hand is saved yet.")
    elif not payments:
        lines.append("两清，谁也不欠谁。" if zh else "All square.")
    for item in payments:
        measure = unit if item["in"] == "units" else "元" if zh else ""
        lines.append(f"{called[item['from']]} → {called[item['to']]} {item['amount']} {measure}".rstrip())
    return "\n".join(lines)
