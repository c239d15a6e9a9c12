"""Lines beside the hands: "A gives B 20", 台费, side bets, 封顶 by hand, and who has paid (SPEC 6).

Each is a set of amounts by person that sums to zero, in units or in money. A ``paid`` line moves no score:
it only lowers what is still owed.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from webapp.ledger import checks
from webapp.ledger.refusals import bad, unknown_person
from webapp.ledger.settings import POT, Settings

KINDS = ("free", "side", "table", "cap", "paid")
KEYS = ("type", "units", "cash", "from", "to", "amount", "each", "in", "note", "hand")


def _amounts(raw: Mapping[str, Any], settings: Settings) -> tuple[str, dict[str, Decimal]]:
    """("units" | "cash", amounts by person) from whichever of the short forms was used."""
    known = (*settings.ids(), POT)
    given = [key for key in ("units", "cash") if raw.get(key) is not None]
    measure = given[0] if given else raw.get("in", "units")
    if measure not in ("units", "cash") or len(given) > 1:
        raise bad("in", "金额按份数（units）还是按钱（cash）？只能一种。", "Either units or cash, not both.")

    def amount(value: Any, field: str, *, signed: bool = False) -> Decimal:
        if measure == "units":
            low = -checks.MOST_UNITS if signed else 1
            return Decimal(checks.whole(value, field, low, checks.MOST_UNITS))
        return checks.cash(value, field, signed=signed)

    if given:
        out = {
            person: amount(value, f"{measure}.{person}", signed=True)
            for person, value in checks.table(raw[measure], measure).items()
        }
    elif raw.get("type") == "table":
        each = amount(raw.get("each"), "each")
        out = dict.fromkeys(settings.seats.values(), -each)
        out[POT] = each * len(settings.seats)
    else:
        payer, payee = raw.get("from"), raw.get("to")
        if payer == payee:
            raise bad("to", "给的人和收的人要是两个人。", "Payer and payee must be two persons.")
        value = amount(raw.get("amount"), "amount")
        out = {str(payer): -value, str(payee): value}
    for person in out:
        if person not in known:
            raise unknown_person(measure, person)
    return measure, out


def read_line(raw: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """What a line keeps. Raises BAD_SITUATION, also for amounts that don't sum to zero."""
    checks.table(raw, "", KEYS)
    if raw.get("type") not in KINDS:
        listed = "、".join(KINDS)
        raise bad("type", f"type 要是 {listed} 之一。", f"type must be one of {', '.join(KINDS)}.")
    measure, amounts = _amounts(raw, settings)
    if sum(amounts.values(), Decimal(0)) != 0:
        raise bad(
            measure,
            "这一笔加起来不是零：有人给就有人收。",
            "These amounts don't sum to zero: who gives, who gets?",
        )
    amounts = {person: value for person, value in amounts.items() if value}
    if not amounts:
        raise bad(measure, "这一笔没有金额。", "There is no amount in this line.")
    hand = raw.get("hand")
    return {
        "type": raw["type"],
        "in": measure,
        "amounts": {
            person: int(value) if measure == "units" else checks.plain(value)
            for person, value in amounts.items()
        },
        "note": checks.text(raw.get("note", ""), "note", 200),
        "hand": None if hand is None else checks.whole(hand, "hand", 1, 10_000_000),
        "stake": settings.stake,
    }
