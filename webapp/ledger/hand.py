"""One hand of the ledger: what was said and seen, the rules it was reckoned by, and the answer (SPEC 3.7).

The answer *and* every effective parameter value are kept: the answer is what was agreed, the values are what
a later recomputation (another dealer, another streak) must use, whatever the profile has become since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.codec import settle_json
from scoring.errors import Lang
from scoring.profile import load_profile
from webapp.ledger import checks
from webapp.ledger.cap import capped
from webapp.ledger.chain import Turn
from webapp.ledger.refusals import LedgerError, bad, conflict
from webapp.ledger.settings import Settings, read_seats

KEYS = ("situation", "seats", "dealer_said", "sheets", "answers", "photos", "note", "round")
MOST_SHEETS = 12


@dataclass(frozen=True)
class HandBody:
    """A hand as a phone sends it, checked in shape; the engine checks the situation."""

    situation: Mapping[str, Any]
    seats: Mapping[str, str] | None
    dealer_said: bool
    sheets: list[Any]
    answers: Mapping[str, Any]
    photos: Mapping[str, str]
    note: str
    round: int | None


def read_hand(raw: Mapping[str, Any], settings: Settings) -> HandBody:
    """The body of a hand. Raises BAD_SITUATION."""
    checks.table(raw, "", KEYS)
    situation = checks.table(raw.get("situation"), "situation")
    players = checks.table(situation.get("players"), "situation.players")
    seats = raw.get("seats")
    if seats is not None:
        seats = read_seats(seats, "".join(sorted(players)), settings.ids())
    elif set(players) != set(settings.seats):
        raise bad(
            "situation.players",
            "这把的座位和这桌的不一样，先看看设置里坐的是谁。",
            "This hand's seats are not the table's; look at the settings first.",
        )
    photos = checks.table(raw.get("photos", {}), "photos")
    for slot, photo in photos.items():
        checks.photo(photo, f"photos.{slot[:8]}")
    number = raw.get("round")
    return HandBody(
        situation=situation,
        seats=seats,
        dealer_said=checks.flag(raw.get("dealer_said", False), "dealer_said"),
        sheets=list(checks.sequence(raw.get("sheets", []), "sheets", MOST_SHEETS)),
        answers=checks.table(raw.get("answers", {}), "answers"),
        photos=dict(photos),
        note=checks.text(raw.get("note", ""), "note", 200),
        round=None if number is None else checks.whole(number, "round", 0, 1_000_000),
    )


def corrections(sheets: list[Any]) -> list[dict[str, Any]]:
    """What people changed in a reading: mended and added tiles, with what the reader had said."""
    out = []
    for sheet in sheets:
        tiles = sheet.get("reading", {}).get("tiles", []) if isinstance(sheet, dict) else []
        for i, tile in enumerate(tiles):
            if isinstance(tile, dict) and (tile.get("was") is not None or tile.get("added")):
                out.append(
                    {"slot": sheet.get("slot"), "index": i, "was": tile.get("was"), "now": tile.get("tile")}
                )
    return out


def settle_with(situation: Mapping[str, Any], values: Mapping[str, Any], lang: Lang = "zh") -> dict[str, Any]:
    """Settle by kept parameter values: where today's profile differs, the kept value counts."""
    overlay = situation.get("overlay", {})
    now = load_profile(situation["profile"], situation.get("variants", []), overlay)
    old = {name: value for name, value in values.items() if name in now.values and now[name] != value}
    return settle_json({**situation, "overlay": {**overlay, **old}} if old else situation, lang, explain=True)


def dealt(
    body: HandBody, turn: Turn, seats: Mapping[str, str], *, first: bool
) -> tuple[str | None, int, bool]:
    """(dealer, streak, said): from the chain, or as somebody said. Raises CONFLICT for a surprise.

    A page that missed a hand has another dealer in mind than the ledger; that is told, never swallowed.
    """
    given, streak = body.situation.get("dealer"), body.situation.get("dealer_streak", 1)
    seat, expected = turn.at(seats)
    if seat is None or first:
        return given, streak, body.dealer_said
    if given is None:
        return seat, expected, False
    if (given, streak) == (seat, expected):
        return seat, expected, False
    if body.dealer_said:
        return given, streak, True
    raise conflict(
        "situation.dealer",
        f"账上这把是 {seat} 坐庄第 {expected} 把，页面上不一样：刷新一下，或者说明就是要改庄。",
        f"By the ledger {seat} deals, hand {expected} in a row, and your page says otherwise: reload, or say "
        "that the dealer is meant (dealer_said).",
    )


def _situation(body: HandBody, dealer: str | None, streak: int) -> dict[str, Any]:
    out = {key: value for key, value in body.situation.items() if key not in ("dealer", "dealer_streak")}
    return out if dealer is None else {**out, "dealer": dealer, "dealer_streak": streak}


def settled(situation: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The answer with its reasons in both languages. Raises the engine's refusal as a ledger error."""
    answer = settle_with(situation, values)
    english = settle_with(situation, values, "en")
    if not answer["ok"]:
        raise LedgerError(
            answer["error"]["code"],
            answer["error"]["message"],
            english["error"]["message"],
            answer["error"].get("field"),
        )
    return answer | {
        "en": {
            "why": [item["why"] for item in english["transfers"]],
            "explain": english["explain"],
            "warnings": english["warnings"],
        }
    }


def hand_payload(
    body: HandBody,
    settings: Settings,
    turn: Turn,
    engine: str,
    *,
    first: bool,
    kept: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Everything a hand keeps. ``kept``: the hand that is being corrected, whose rules stay if unchanged."""
    seats = dict(body.seats or settings.seats)
    dealer, streak, said = dealt(body, turn, seats, first=first)
    situation = _situation(body, dealer, streak)
    if not isinstance(situation.get("profile"), str):
        raise bad("situation.profile", "这把按哪种规则算？", "Which rules is this hand reckoned by?")
    rules = {
        key: situation.get(key, empty) for key, empty in (("profile", ""), ("variants", []), ("overlay", {}))
    }
    profile = load_profile(rules["profile"], rules["variants"], rules["overlay"])
    values = dict(profile.values)
    same = kept is not None and all(kept["rules"][key] == rules[key] for key in rules)
    if kept is not None and same:
        values = dict(kept["rules"]["values"])
    return {
        "situation": situation,
        "seats": seats,
        "dealer_said": said,
        "sheets": body.sheets,
        "answers": dict(body.answers),
        "corrections": corrections(body.sheets),
        "photos": dict(body.photos),
        "note": body.note,
        "rules": rules | {"values": values},
        "stake": kept["stake"] if kept is not None else settings.stake,
        "cap": kept["cap"] if kept is not None else settings.cap,
        "engine": engine,
        "answer": settled(situation, values),
    }


def redealt(
    payload: Mapping[str, Any], dealer: str | None, streak: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same hand under another dealer or streak: (situation, answer), by the hand's own rules."""
    situation = dict(payload["situation"])
    if dealer is None:
        return situation, payload["answer"]
    situation |= {"dealer": dealer, "dealer_streak": streak}
    if situation == payload["situation"]:
        return situation, payload["answer"]
    return situation, settled(situation, payload["rules"]["values"])


def net_of_persons(
    payload: Mapping[str, Any], answer: Mapping[str, Any]
) -> tuple[dict[str, int], dict[str, int]]:
    """(net, what the cap gave back), by person; both sum to zero."""
    seats = payload["seats"]
    net = {seats[seat]: value for seat, value in answer["net"].items()}
    back = capped(net, payload["cap"])
    return {person: value + back.get(person, 0) for person, value in net.items()}, back
