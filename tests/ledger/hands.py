"""Short hands for the ledger: the winner, how, and nothing but what the rules need."""

from __future__ import annotations

from typing import Any

SEATS = "ABCD"
UNREADY = ["14725836m147p25s", "25836914m147s25p", "36925814p147m25s"]


def hand(
    winner: str | None = "A",
    source: str | None = None,
    *,
    profile: str = "fangka",
    flip: str | None = "4p",
    pattern: str = "dadui",
    dealer: str | None = None,
    streak: int | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A body for ``POST /api/tables/<id>/hands``: all hands told, the winner by self-draw or off ``source``."""
    players: dict[str, Any] = {
        seat: {"hand": None, "declared": {"ready": seat == winner, "pattern": pattern}}
        if seat == winner
        else {"hand": None, "declared": {"ready": False}}
        for seat in SEATS
    }
    if winner is None:
        result: dict[str, Any] = {"type": "draw"}
        flip = None
    elif source is None:
        result = {"type": "self", "winners": [winner], "tile": "3m"}
    else:
        result = {"type": "discard", "winners": [winner], "from": source, "tile": "3m"}
    situation: dict[str, Any] = {"profile": profile, "players": players, "flip": flip, "result": result}
    if dealer is not None:
        situation |= {"dealer": dealer, "dealer_streak": streak or 1}
    return {"situation": situation, **more}
