"""What would have changed it: the engine run again with one fact changed (SPEC 3.6, issue 9).

A change that can't lie on a table is not offered: a fifth tile, a winner who doesn't wait, an unready declarer.
A win that the rules forbid (no 通行证) is: the refusal is the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from scoring import wording
from scoring.errors import ZhuojiError
from scoring.profile import load_profile, profile_ids
from scoring.rules.best_wait import best_wait
from scoring.rules.chicken_kinds import flip_counts
from scoring.settle import Settlement, settle
from scoring.situation import SEATS, WIN, parse_situation
from scoring.table import Table
from scoring.teach.say import signed, tile2
from scoring.tiles import FACES, format_tiles, parse_tiles
from scoring.wording import Both

Raw = dict[str, Any]
TOLD = frozenset({"NO_PASS", "GUOHU"})
"""Refusals that answer a what-if."""


@dataclass(frozen=True, slots=True)
class Change:
    """One fact changed. Either ``settlement`` or ``error``; ``seat``: whose fact; ``tile``: a flip."""

    kind: str
    words: Both
    settlement: Settlement | None
    error: ZhuojiError | None = None
    seat: str | None = None
    tile: str | None = None
    profile: str | None = None


def _run(
    raw: Raw,
    kind: str,
    words: Both,
    *,
    seat: str | None = None,
    tile: str | None = None,
    profile: str | None = None,
) -> Change | None:
    """The change, or None where it is impossible."""
    settlement, refused = None, None
    try:
        settlement = settle(parse_situation(raw))
    except ZhuojiError as error:
        if error.code not in TOLD:
            return None
        refused = error
    return Change(kind, words, settlement, refused, seat, tile, profile)


def changes(raw: Mapping[str, Any], base: Settlement) -> list[Change]:
    """Ready or not, other winners, other ways of winning, in that order."""
    made = [*_readiness(dict(raw), base.table), *_winners(dict(raw), base.table)]
    return [change for change in made if change is not None]


def _readiness(raw: Raw, table: Table) -> Iterator[Change | None]:
    for seat in table.seats:
        player = table.player(seat)
        if seat in table.hands or player.xianggong:
            continue
        ready = seat not in table.ready
        if not ready and (player.special or seat in table.situation.result.passed):
            continue  # who declared, or could have won, was ready
        changed = deepcopy(raw)
        chickens = {tile: n for tile in table.chickens.value if (n := (player.concealed or ()).count(tile))}
        if player.concealed is None and player.declared is not None:
            chickens = dict(player.declared.chickens)
        if ready and player.que is not None and table.profile["que.required"]:
            if any(meld.tile[1] == player.que for meld in player.melds):
                continue  # such a hand never can be
            chickens = {tile: n for tile, n in chickens.items() if tile[1] != player.que}
        declared: Raw = {"ready": ready, "chickens": chickens}
        if ready and table.drawn:
            declared["pattern"] = "ping"
        changed["players"][seat] |= {"hand": None, "declared": declared}
        plain = ready and table.drawn
        words = (
            (
                f"要是 {seat} 叫了牌{'（叫平胡）' if plain else ''}",
                f"If {seat} had been ready{' (for a plain hand)' if plain else ''}",
            )
            if ready
            else (f"要是 {seat} 没叫牌", f"If {seat} hadn't been ready")
        )
        yield _run(changed, "ready" if ready else "unready", words, seat=seat)


def _winners(raw: Raw, table: Table) -> Iterator[Change | None]:
    result = table.situation.result
    plain = result.hot is None and not result.passed
    for seat in table.seats:
        player = table.player(seat)
        if seat in table.hands or seat not in table.ready or player.concealed is None:
            continue
        if result.type in ("discard", "rob") and seat != result.source and result.tile in table.waits[seat]:
            changed = deepcopy(raw)
            changed["result"]["winners"] = [seat]
            yield _run(changed, "winner", (f"要是这张给 {seat} 胡", f"If {seat} had won on it"), seat=seat)
        elif result.type in ("discard", "self", "draw") and plain:
            yield _drawn_by(raw, table, seat)
    if result.type == "discard" and plain and len(result.winners) == 1:
        yield _self_drawn(raw, table)
        for seat in table.seats:
            if seat != result.source and seat not in table.hands:
                yield _dealt_by(raw, seat, (f"要是 {seat} 点的炮", f"If {seat} had dealt in"))
    elif len(result.winners) > 1:
        for seat in result.winners:
            changed = deepcopy(raw)
            changed["result"]["winners"] = [seat]
            yield _run(changed, "winner", (f"要是只有 {seat} 胡", f"If only {seat} had won"), seat=seat)
    elif result.type == "self" and not table.player(result.winners[0]).special:
        yield from _not_drawn(raw, table)


def _not_drawn(raw: Raw, table: Table) -> Iterator[Change | None]:
    """The winner takes the tile from a discard instead; one line if nobody's would do."""
    winner = table.situation.result.winners[0]
    before = _taken_out(raw, table)
    made = [
        _dealt_by(before, seat, (f"要是不等自摸，{seat} 打的就胡", f"If it had been {seat}'s discard"))
        for seat in table.others(winner)
    ]
    if all(change is not None and change.error is not None for change in made):
        words = f"要是不等自摸，{winner} 胡别人打的", f"If {winner} had won on a discard"
        made = [replace(change, words=words, seat=winner) for change in made[:1] if change is not None]
    yield from made


def _taken_out(raw: Raw, table: Table) -> Raw:
    """The self-drawn winner before he drew."""
    changed = deepcopy(raw)
    winner, tile = table.situation.result.winners[0], table.situation.result.tile
    player = table.player(winner)
    if player.concealed is not None and tile is not None:
        rest = list(player.concealed)
        rest.remove(tile)
        changed["players"][winner]["hand"] = format_tiles(rest)
    return changed


def _dealt_by(raw: Raw, seat: str, words: Both) -> Change | None:
    changed = deepcopy(raw)
    changed["result"] |= {"type": "discard", "from": seat}
    _forget_won_first(changed)
    return _run(changed, "dealt", words, seat=seat)


def _forget_won_first(raw: Raw) -> None:
    """A first 幺鸡 that was won on was never played in the changed hand."""
    events = raw.get("events") or {}
    raw["events"] = {
        name: event
        for name, event in events.items()
        if not (isinstance(event, dict) and event.get("claimed_by") == WIN)
    }


def _self_drawn(raw: Raw, table: Table) -> Change | None:
    result = table.situation.result
    winner = result.winners[0]
    changed = deepcopy(raw)
    player = changed["players"][winner]
    if player.get("hand") is not None:
        assert result.tile is not None
        player["hand"] = format_tiles([*parse_tiles(player["hand"]), result.tile])
    changed["result"] = {**changed["result"], "type": "self", "from": None}
    _forget_won_first(changed)
    return _run(changed, "self", (f"要是 {winner} 自摸", f"If {winner} had drawn it"), seat=winner)


def _drawn_by(raw: Raw, table: Table, seat: str) -> Change | None:
    """Another ready player draws his best tile first; after a drawn game, the last one."""
    best = best_wait(table, seat)
    assert best is not None  # he is ready, and his tiles were seen
    assert best.tile is not None
    result = table.situation.result
    changed = _taken_out(raw, table) if result.type == "self" else deepcopy(raw)
    player = changed["players"][seat]
    player["hand"] = format_tiles([*parse_tiles(player["hand"]), best.tile])
    last = result.last_tile or table.drawn
    changed["result"] = {"type": "self", "winners": [seat], "tile": best.tile, "last_tile": last}
    _forget_won_first(changed)
    zh, en = tile2(best.tile)
    words = f"要是 {seat} 先自摸{zh}", f"If {seat} had drawn {en} first"
    if table.drawn:
        words = f"要是最后一张给 {seat} 摸到{zh}", f"If {seat} had drawn {en} as the last tile"
    return _run(changed, "winner", words, seat=seat)


def flips(raw: Mapping[str, Any], base: Settlement) -> list[Change]:
    """Every other tile that could have been turned over; none where no flip counts."""
    situation = base.table.situation
    if situation.flip is None or not flip_counts(situation, base.table.profile):
        return []
    out = []
    for tile in FACES:
        if tile != situation.flip:
            zh, en = tile2(tile)
            changed = {**raw, "flip": tile}
            out.append(_run(changed, "flip", (f"要是翻{zh}", f"If {en} had been turned"), tile=tile))
    return [change for change in out if change is not None]


def profiles(raw: Mapping[str, Any], base: Settlement) -> list[Change]:
    """The same hand under every other rule system, without options.

    A system with a dealer needs one: where none is told, the first seat in its first hand.
    """
    out = []
    for profile_id in profile_ids():
        if profile_id == base.table.profile.id:
            continue
        changed = {**raw, "profile": profile_id, "variants": [], "overlay": {}}
        profile = load_profile(profile_id)
        title = profile.title_zh, profile.title_en
        if raw.get("dealer") is None and profile["dealer.mode"] != "none":
            changed["dealer"] = SEATS[0]
            if profile["lianzhuang.first"] is not None:
                title = f"{title[0]}（当作 A 坐庄第一把）", f"{title[1]} (as if A dealt his first hand)"
        out.append(_run(changed, "profile", title, profile=profile_id))
    return [change for change in out if change is not None]


def affected(base: Settlement, change: Change) -> list[int]:
    """The lines of ``base`` whose amounts the change alters, by place."""
    if change.settlement is None:
        return list(range(len(base.transfers)))
    before, after = _sums(base), _sums(change.settlement)
    return [
        i
        for i, t in enumerate(base.transfers)
        if any(before[p, t.to, t.code] != after[p, t.to, t.code] for p in t.payers)
    ]


def _sums(settlement: Settlement) -> Counter[tuple[str, str, str]]:
    out: Counter[tuple[str, str, str]] = Counter()
    for t in settlement.transfers:
        for payer in t.payers:
            out[payer, t.to, t.code] += t.each
    return out


def effect(base: Settlement, change: Change, index: int) -> Both:
    """What a change does to one line, and to the seat whose fact it is (or who pays the line)."""
    if change.settlement is None:
        assert change.error is not None
        return change.error.zh, change.error.en
    line = base.transfers[index]
    after = _sums(change.settlement)
    zh, en = _becomes({payer: after[payer, line.to, line.code] for payer in line.payers})
    seat = change.seat if change.seat is not None else line.payers[0]
    was, now = base.net[seat], change.settlement.net[seat]
    if was == now:
        return f"{zh}。", f"{en}."
    verb = ("多得", "gains") if now > was else ("少得", "loses")
    if was < 0 and now <= 0:
        verb = ("省下", "saves") if now > was else ("多付", "pays more by")
    return (
        f"{zh}；{seat} 从 {signed(was)} 变成 {signed(now)}，{verb[0]} {abs(now - was)}。",
        f"{en}; {seat} goes from {signed(was)} to {signed(now)} and {verb[1]} {abs(now - was)}.",
    )


def _becomes(each: Mapping[str, int]) -> Both:
    """What is left of one payment, by payer."""
    amounts = set(each.values())
    if amounts == {0}:
        return "这笔就没有了", "this payment is gone"
    if len(amounts) == 1:
        (amount,) = amounts
        if len(each) == 1:
            return f"这笔变成 {amount}", f"this payment becomes {amount}"
        return f"这笔变成每家 {amount}", f"this payment becomes {amount} each"
    zh, en = [], []
    for amount in sorted(amounts):
        seats = tuple(payer for payer in each if each[payer] == amount)
        zh.append(f"{wording.seats(seats, 'zh')} {f'付 {amount}' if amount else '不付'}")
        pay = "pays" if len(seats) == 1 else "pay"
        en.append(f"{wording.seats(seats, 'en')} {pay} {amount or 'nothing'}")
    return f"这笔变成 {'，'.join(zh)}", f"of this payment {', '.join(en)}"


def together(found: list[Change]) -> list[tuple[tuple[str, ...], Settlement]]:
    """Flips that come to the same net, as one: (tiles, a settlement), the commonest outcome first."""
    groups: dict[tuple[int, ...], list[Change]] = {}
    for change in found:
        if change.settlement is not None:
            groups.setdefault(tuple(change.settlement.net.values()), []).append(change)
    ordered = sorted(groups.values(), key=len, reverse=True)
    return [
        (tuple(c.tile for c in group if c.tile), first)
        for group in ordered
        if (first := group[0].settlement) is not None
    ]
