"""A ledger row: the short form of an entry that the night page lists and the totals are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.ledger.chain import START, Turn, after
from webapp.ledger.hand import net_of_persons, redealt

Row = dict[str, Any]


def hand_row(payload: Mapping[str, Any], turn: Turn, *, first: bool) -> tuple[Row, dict[str, Any]]:
    """(row, answer) of a hand at its place in the chain. Raises where the engine refuses the new dealer."""
    seats = payload["seats"]
    dealer, streak = turn.at(seats)
    if payload["dealer_said"] or first or dealer is None:
        dealer, streak = payload["situation"].get("dealer"), payload["situation"].get("dealer_streak", 1)
    situation, answer = redealt(payload, dealer, streak)
    net, back = net_of_persons(payload, answer)
    row = {
        "kind": "hand",
        "seats": seats,
        "dealer": situation.get("dealer"),
        "streak": situation.get("dealer_streak", 1),
        "said": payload["dealer_said"],
        "next": [answer["next_dealer"], answer["next_streak"]],
        "type": situation["result"]["type"],
        "from": situation["result"].get("from"),
        "winners": [win["winner"] for win in answer["wins"]],
        "patterns": [win["pattern"] for win in answer["wins"]],
        "flip": situation.get("flip"),
        "unit": answer["unit"],
        "net": net,
        "capped": back,
        "stake": payload["stake"],
        "note": payload["note"],
        "photos": len(payload["photos"]),
        "mended": len(payload["corrections"]),
    }
    return row, answer


def line_row(payload: Mapping[str, Any]) -> Row:
    return {
        "kind": "line",
        "type": payload["type"],
        "in": payload["in"],
        "net": payload["amounts"],
        "stake": payload["stake"],
        "note": payload["note"],
        "hand": payload["hand"],
    }


def settings_row(payload: Mapping[str, Any]) -> Row:
    """``closed`` only where the step ended or reopened the night (收桌, 重新开桌): both change the same key."""
    row = {"kind": "settings", "changed": payload["changed"]}
    return row | ({"closed": payload["settings"]["closed"]} if "closed" in payload["changed"] else {})


def turn_after(row: Mapping[str, Any] | None) -> Turn:
    """Who deals after a hand's row; nobody knows before the first."""
    return START if row is None else after(row["seats"], *row["next"])


def counts(row: Mapping[str, Any]) -> bool:
    """Whether a row moves the deal on."""
    return row["kind"] == "hand" and not row["deleted"]
