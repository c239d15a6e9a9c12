"""What a known situation answers to each question: the sample of ``demo``, a saved hand opened again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scoring.melds import Meld, parse_meld
from scoring.tiles import parse_tiles
from webapp.entry.interview import Question

Situation = Mapping[str, Any]


def _melds(situation: Situation, seat: str) -> list[Meld]:
    return [parse_meld(text) for text in situation["players"][seat].get("melds", [])]


def _meld(situation: Situation, question_id: str) -> Meld:
    _, seat, tile = question_id.split(":")
    return next(meld for meld in _melds(situation, seat) if meld.tile == tile)


def _outcome(situation: Situation, _: Question) -> Any:
    winners = situation["result"].get("winners", [])
    return "draw" if not winners else winners[0] if len(winners) == 1 else "many"


def _how(situation: Situation, _: Question) -> Any:
    result = situation["result"]
    return "self" if result["type"] in ("self", "after_kong") else result["from"]


def _hot(situation: Situation, _: Question) -> Any:
    tiles = situation["result"].get("hot_meld")
    return tiles[0] + tiles[-1] if tiles else "no"


def _first(situation: Situation, question: Question) -> Any:
    event = situation.get("events", {}).get(f"first_{question.id.split(':')[1]}")
    if not event:
        return "none"
    answer = event["by"] + (f">{event['claimed_by']}" if event.get("claimed_by") else "")
    told = {choice.value for choice in question.choices}
    return answer if answer in told or not event.get("claimed_by") else f"{event['by']}>?"


def _taker(situation: Situation, question: Question) -> Any:
    event = situation.get("events", {}).get(f"first_{question.id.split(':')[1]}") or {}
    return event.get("claimed_by")


def _kind(meld: Meld | None) -> Any:
    if meld is None:
        return None
    return f"{meld.kind}<{meld.feeder}" if meld.kind == "exposed-kong" else meld.kind


def _kong(situation: Situation, question: Question) -> Any:
    return _kind(_meld(situation, question.id))


def _beans(situation: Situation, _: Question) -> Any:
    return [seat for seat in situation["players"] if any(meld.is_kong for meld in _melds(situation, seat))]


def _bean(situation: Situation, question_id: str, later: int = 0) -> Meld | None:
    """The kong that ``bean:B:1`` speaks of, or one ``later`` in its player's row."""
    _, seat, number = question_id.split(":")
    kongs = [meld for meld in _melds(situation, seat) if meld.is_kong]
    place = int(number) - 1 + later
    return kongs[place] if place < len(kongs) else None


def _pond(situation: Situation, question: Question) -> Any:
    """Discarded chickens besides the first ones, which their own question has named."""
    asked = {tile for tile, _ in question.tiles}
    told = situation.get("events", {})
    out: dict[str, dict[str, int]] = {}
    for seat, player in situation["players"].items():
        lying = parse_tiles(player.get("discards", ""))
        for kind in question.besides:
            event = told.get(f"first_{kind}")
            if event and event["by"] == seat and not event.get("claimed_by") and kind in lying:
                lying.remove(kind)
        for tile in lying:
            if tile in asked:
                out.setdefault(seat, {})[tile] = out.get(seat, {}).get(tile, 0) + 1
    return out


def _special(situation: Situation, question: Question) -> Any:
    special = situation["players"][question.id.split(":")[1]].get("special", [])
    return next((name for name in special if name != "baoting"), "plain")


def _seats(key: str) -> Callable[[Situation, Question], Any]:
    def seats(situation: Situation, _: Question) -> Any:
        return [seat for seat, player in situation["players"].items() if player.get(key)]

    return seats


def _baoting(situation: Situation, _: Question) -> Any:
    return [s for s, player in situation["players"].items() if "baoting" in player.get("special", [])]


def _late(situation: Situation, question: Question) -> Any:
    late = {f"{s}:{meld.tile}" for s in situation["players"] for meld in _melds(situation, s) if meld.late}
    return [choice.value for choice in question.choices if choice.value in late]


def _declared(situation: Situation, seat: str) -> Mapping[str, Any]:
    declared: Mapping[str, Any] = situation["players"][seat].get("declared") or {}
    return declared


def _genzhang(situation: Situation, _: Question) -> Any:
    event = situation.get("events", {}).get("genzhang")
    return str(event["drawn_followers"]) if event else "none"


def _flip(situation: Situation, _: Question) -> Any:
    if situation["result"].get("last_tile"):
        return "none"
    return situation.get("flip") or "forgot"


_BY_NAME: dict[str, Callable[[Situation, Question], Any]] = {
    "outcome": _outcome,
    "winners": lambda s, q: s["result"]["winners"],
    "how": _how,
    "tile": lambda s, q: s["result"]["tile"] or "forgot",
    "after_kong": lambda s, q: "yes" if s["result"]["type"] == "after_kong" else "no",
    "rob": lambda s, q: "yes" if s["result"]["type"] == "rob" else "no",
    "hot": _hot,
    "flip": _flip,
    "first": _first,
    "taker": _taker,
    "kong": _kong,
    "feeder": lambda s, q: _meld(s, q.id).feeder,
    "pond": _pond,
    "beans": _beans,
    "bean": lambda s, q: getattr(_bean(s, q.id), "tile", None),
    "beankind": lambda s, q: _kind(_bean(s, q.id)),
    "beanmore": lambda s, q: "yes" if _bean(s, q.id, 1) else "no",
    "baoting": _baoting,
    "special": _special,
    "passed": lambda s, q: s["result"].get("passed_since_last_turn", []),
    "genzhang": _genzhang,
    "que": lambda s, q: s["players"][q.id.split(":")[1]].get("que"),
    "yuanque": _seats("yuanque"),
    "late": _late,
    "size": lambda s, q: "xianggong" if s["players"][q.id.split(":")[1]].get("xianggong") else "mend",
    "dealer": lambda s, q: s.get("dealer"),
    "streak": lambda s, q: str(s.get("dealer_streak", 1)),
    "ready": lambda s, q: [seat for seat in s["players"] if _declared(s, seat).get("ready")],
    "pattern": lambda s, q: _declared(s, q.id.split(":")[1]).get("pattern"),
    "chickens": lambda s, q: {
        seat: dict(_declared(s, seat)["chickens"])
        for seat in s["players"]
        if _declared(s, seat).get("chickens")
    },
}


def recall(question: Question, situation: Situation) -> Any:
    """The situation's answer; None where it has none (the face of a kong that lies face down)."""
    known = _BY_NAME.get(question.id.split(":")[0])
    answer = known(situation, question) if known else None
    if question.kind == "many":
        return [choice.value for choice in question.choices if choice.value in (answer or [])]
    return answer
