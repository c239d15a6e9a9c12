"""Facts + table → the Situation of SPEC 2.2. Nothing is added that neither a photo nor a player said."""

from __future__ import annotations

from typing import Any

from scoring.tiles import INDEX
from webapp.entry.facts import Case
from webapp.entry.table import SeatTiles, hand_text


def _hand(case: Case, seat: str, player: SeatTiles) -> str:
    """Concealed tiles as the engine wants them: the self-draw winner's with the tile, all others' without."""
    facts, tiles = case.facts, player.faces()
    if seat in facts.winners and facts.tile is not None:
        own = facts.type in ("self", "after_kong")
        if own and len(tiles) == player.expected:
            tiles = [*tiles, facts.tile]
        elif not own and len(tiles) == player.expected + 1:
            tiles.remove(facts.tile)
    elif player.win is not None:
        tiles = [*tiles, player.win.tile]
    return hand_text(tiles)


def _player(case: Case, seat: str) -> dict[str, Any]:
    facts, player = case.facts, case.table.players[seat]
    extra = [tile for tile, n in facts.pond.get(seat, {}).items() for _ in range(n)]
    lying = [tile.tile for tile in player.discards if tile.tile in INDEX]
    out: dict[str, Any] = {
        "hand": _hand(case, seat, player) if player.seen else None,
        "melds": [str(meld.meld(seat, case.draft.seats)) for meld in player.melds],
        "discards": hand_text([*lying, *extra]),
    }
    if not player.seen:
        won = seat in facts.winners
        declared: dict[str, Any] = {"ready": won or seat in facts.ready}
        if seat in facts.pattern:
            declared["pattern"] = facts.pattern[seat]
        if facts.chickens.get(seat):
            declared["chickens"] = facts.chickens[seat]
        out["declared"] = declared
    if seat in facts.special:
        out["special"] = facts.special[seat]
    if seat in facts.que:
        out["que"] = facts.que[seat]
    if seat in facts.yuanque:
        out["yuanque"] = True
    if seat in facts.xianggong:
        out["xianggong"] = True
    return out


def build(case: Case) -> dict[str, Any]:
    """The situation; call it only when no required question is open and no tile is impossible."""
    facts, draft = case.facts, case.draft
    events: dict[str, Any] = {
        f"first_{kind}": {"by": by, "claimed_by": taken} for kind, (by, taken) in facts.first.items()
    }
    if facts.drawn_followers is not None:
        events["genzhang"] = {"drawn_followers": facts.drawn_followers}
    result: dict[str, Any] = {"type": facts.type}
    if not facts.draw:
        result |= {"winners": facts.winners, "tile": facts.tile}
        if facts.source:
            result["from"] = facts.source
        if facts.hot:
            result["hot"], result["hot_meld"] = facts.hot
        if facts.passed:
            result["passed_since_last_turn"] = facts.passed
        if facts.last_tile:
            result["last_tile"] = True
    out: dict[str, Any] = {
        "profile": draft.profile.id,
        "variants": list(draft.variants),
        "overlay": dict(draft.overlay),
        "players": {seat: _player(case, seat) for seat in draft.seats},
        "events": events,
        "flip": facts.flip,
        "result": result,
    }
    if facts.dealer is not None:
        out |= {"dealer": facts.dealer, "dealer_streak": facts.streak}
    return out
