"""One entry as the API shows it: its content, its settlement with names, and its whole history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.errors import Lang
from scoring.profile import load_profile
from webapp.entry.draft import Draft
from webapp.ledger.hand import net_of_persons
from webapp.ledger.reopen import reopened
from webapp.ledger.settings import Settings
from webapp.money import amounts
from webapp.naming import name_settlement

_REVISION = ("revision", "version", "at", "deleted", "undoes", "effects")


def in_language(answer: Mapping[str, Any], lang: Lang) -> dict[str, Any]:
    """The kept answer with its sentences in one language."""
    out = {key: value for key, value in answer.items() if key != "en"}
    if lang == "zh":
        return out
    english = answer["en"]
    out["transfers"] = [
        item | {"why": why} for item, why in zip(answer["transfers"], english["why"], strict=True)
    ]
    return out | {"explain": english["explain"], "warnings": english["warnings"]}


def settlement(
    payload: Mapping[str, Any], answer: Mapping[str, Any], called: Mapping[str, str], lang: Lang
) -> Any:
    """The settlement with players' names for seats (SPEC 2.2 otherwise)."""
    rules, seats = payload["rules"], payload["seats"]
    draft = Draft(
        profile=load_profile(rules["profile"], rules["variants"], rules["overlay"]),
        variants=tuple(rules["variants"]),
        overlay=rules["overlay"],
        seats="".join(seats),
        sheets=(),
        answers={},
        names={seat: called.get(person, person) for seat, person in seats.items()},
        stake=payload["stake"],
    )
    return name_settlement(in_language(answer, lang), draft, lang) | {"unit": draft.profile.spoken_unit}


def _past(revision: Mapping[str, Any], kind: str) -> dict[str, Any]:
    out = {key: revision[key] for key in _REVISION}
    payload = revision["payload"]
    if kind == "hand":
        situation = payload["situation"]
        net, _ = net_of_persons(payload, payload["answer"])
        out |= {
            "dealer": situation.get("dealer"),
            "streak": situation.get("dealer_streak", 1),
            "seats": payload["seats"],
            "type": situation["result"]["type"],
            "from": situation["result"].get("from"),
            "winners": [win["winner"] for win in payload["answer"]["wins"]],
            "net": net,
            "note": payload["note"],
        }
    elif kind == "line":
        out |= {
            "type": payload["type"],
            "in": payload["in"],
            "net": payload["amounts"],
            "note": payload["note"],
        }
    return out


def entry_json(entry: Mapping[str, Any], settings: Settings, lang: Lang) -> dict[str, Any]:
    """``book.entry`` → JSON for a phone."""
    row, payload, answer = entry["row"], entry["payload"], entry["answer"]
    history: Sequence[Mapping[str, Any]] = entry["history"]
    out: dict[str, Any] = dict(row)
    if row["kind"] == "hand":
        called = {person.id: person.name for person in settings.persons}
        situation = dict(payload["situation"])
        if row["dealer"] is not None:
            situation |= {"dealer": row["dealer"], "dealer_streak": row["streak"]}
        if (
            not payload["sheets"] and not payload["answers"]
        ):  # it came by the API: say how the page would have
            sheets, answers = reopened(situation)
            payload = {**payload, "sheets": sheets, "answers": answers}
        keys = ("sheets", "answers", "corrections", "photos", "rules", "cap", "engine")
        out |= {key: payload[key] for key in keys}
        out |= {
            "situation": situation,
            "settlement": settlement(payload, answer, called, lang),
            "money": amounts(row["net"], row["stake"]),
        }
    elif row["kind"] == "settings":
        out["settings"] = payload["settings"]
    return out | {"history": [_past(revision, row["kind"]) for revision in history]}
