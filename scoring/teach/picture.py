"""What lies on the table, as data to draw (RULES 3.1)."""

from __future__ import annotations

from typing import Any

from scoring.errors import Lang
from scoring.melds import MELD_EN, MELD_ZH
from scoring.settle import Settlement
from scoring.situation import SELF_DRAWN, Situation
from scoring.teach.marks import chicken_marks, no_marks
from scoring.tiles import INDEX


def picture(situation: Situation, lang: Lang, settlement: Settlement | None = None) -> dict[str, Any]:
    """The tiles of every seat and the flip. With a ``settlement`` also who is ready and which chickens pay."""
    seats = [_seat(situation, seat, lang, settlement) for seat in situation.players]
    table = None if settlement is None else settlement.table
    seen = table is not None and not table.drawn
    return {
        "seats": seats,
        "flip": situation.flip,
        "flipped": list(table.chickens.flipped) if table is not None and seen else [],
        "chickens": list(table.chickens.value) if table is not None and seen else [],
        "fed": any(meld["from"] for seat in seats for meld in seat["melds"]),
        "marks": sorted({mark for seat in seats for mark in seat["marks"]}),
    }


def _seat(situation: Situation, seat: str, lang: Lang, settlement: Settlement | None) -> dict[str, Any]:
    player, result = situation.players[seat], situation.result
    concealed = None if player.concealed is None else sorted(player.concealed, key=INDEX.__getitem__)
    wins = seat in result.winners
    if wins and concealed is not None and result.type in SELF_DRAWN and result.tile:
        concealed.remove(result.tile)
    win = result.tile if wins and concealed is not None else None
    marks = (
        no_marks(len(player.melds), len(player.discards))
        if settlement is None
        else chicken_marks(settlement, seat)
    )
    hand_marks = [marks.held.get(tile, "") for tile in concealed or ()]
    win_mark = marks.held.get(win, "") if win else ""
    return {
        "seat": seat,
        "hand": concealed,
        "hand_marks": hand_marks,
        "win": win,
        "win_mark": win_mark,
        "melds": [
            {
                "kind": meld.kind,
                "name": (MELD_ZH if lang == "zh" else MELD_EN)[meld.kind],
                "tiles": [meld.tile] * meld.size,
                "marks": marks.melds[i][: meld.size],
                "from": meld.feeder,
            }
            for i, meld in enumerate(player.melds)
        ],
        "discards": list(player.discards),
        "discard_marks": marks.discards,
        "marks": sorted({*hand_marks, win_mark, *marks.used} - {""}),
        "won": wins,
        "ready": settlement is not None and seat in settlement.table.ready,
        "dealer": seat == situation.dealer,
    }
