"""The newcomer's chain (SPEC 3.6): flip → chicken → who holds how many → who is ready and on what → amount."""

from __future__ import annotations

from scoring import wording as w
from scoring.errors import Lang
from scoring.explain import value_extras
from scoring.rules.chicken_kinds import flip_counts
from scoring.rules.chickens import zone_counts
from scoring.rules.readiness import known_forms, lacks_suit
from scoring.settle import Settlement
from scoring.shanten import shanten, useful_tiles
from scoring.situation import Player
from scoring.table import Table
from scoring.waits import dead_waits


def chain_of_reasons(settlement: Settlement, lang: Lang) -> list[str]:
    """The settlement told step by step, a sentence a step."""
    table = settlement.table
    out = [_pattern(table, seat, lang) for seat in table.hands]
    out += _chickens(table, lang)
    out += [ready_line(table, seat, lang) for seat in table.seats]
    out += _net(settlement, lang)
    return out


def _pattern(table: Table, seat: str, lang: Lang) -> str:
    hand = table.hands[seat]
    unit = table.profile.spoken_unit
    name = w.pattern(hand.pattern, lang)
    extra = value_extras(hand.params, table)
    beaten = max(hand.beaten, key=lambda item: item[1], default=None)
    if lang == "zh":
        text = f"{seat} 胡的是{name}{extra[0]}，{hand.value} {unit}"
        if beaten:
            text += f"；也算{w.pattern(beaten[0], 'zh')}（{beaten[1]} {unit}），取大的"
        return text + "。"
    text = f"{seat} wins with {name}{extra[1]}, {hand.value} {unit}"
    if beaten:
        text += f" (it would also be {w.pattern(beaten[0], 'en')}, {beaten[1]} {unit}; the larger counts)"
    return text + "."


def _chickens(table: Table, lang: Lang) -> list[str]:
    zh = lang == "zh"
    kinds = table.chickens
    flip = table.situation.flip
    out = []
    if table.drawn:
        return [_at_draw(table, lang)]
    if flip is not None and flip_counts(table.situation, table.profile):
        made = w.tiles(kinds.flipped, lang)
        out.append(
            f"翻开的是{w.tile(flip, lang)}，鸡是{made}。"
            if zh
            else f"The tile turned over is {w.tile(flip, lang)}; the chicken is {made}."
        )
    if kinds.standing:
        out.append(
            f"{w.tiles(kinds.standing, lang)}不管翻什么都是鸡。"
            if zh
            else f"{w.tiles(kinds.standing, lang)}: a chicken whatever is turned over."
        )
    for tile, value in kinds.value.items():
        holders = []
        for seat in table.seats:
            zones = zone_counts(table, seat, tile, all_in=False)
            if count := sum(zones.values()):
                holders.append(
                    f"{seat} {count} 张（{w.zones(zones, 'zh')}）"
                    if zh
                    else f"{seat} {count} ({w.zones(zones, 'en')})"
                )
        who = ("，".join(holders) or "没有人有") if zh else (", ".join(holders) or "nobody has one")
        name = w.tile(tile, lang)
        unit = table.profile.spoken_unit
        out.append(f"{name}每张 {value} {unit}：{who}。" if zh else f"{name}, {value} {unit} a tile: {who}.")
    return out


def _at_draw(table: Table, lang: Lang) -> str:
    """What of 豆 and 鸡 is still paid when nobody wins (RULES 3.3)."""
    beans = not table.profile["bean.void_on_draw"]
    chickens = table.profile["chajiao.discarded_standing"]
    if not beans and not chickens:
        return (
            "黄庄：豆和鸡都不算，只查叫。"
            if lang == "zh"
            else "Exhausted draw: kongs and chickens are void; only readiness counts."
        )
    if lang == "zh":
        which = "只算叫牌的人打出去的常鸡" if chickens else "不算"
        return f"黄庄：豆{'照算' if beans else '不算'}；鸡{which}。"
    count = "" if beans else " count"
    which = f"of chickens only standing ones that a ready player discarded{count}"
    return f"Exhausted draw: kongs are {'paid' if beans else 'void'}; {which if chickens else 'chickens are void'}."


def ready_line(table: Table, seat: str, lang: Lang) -> str:
    """Whether a player is ready, and on what or why not."""
    zh = lang == "zh"
    player = table.player(seat)
    if seat in table.hands:
        return f"{seat} 胡了，算叫牌。" if zh else f"{seat} won, which counts as ready."
    if seat in table.ready:
        if player.concealed is None:
            return (
                f"{seat} 报的是叫牌（手牌没看到）。"
                if zh
                else f"{seat} is said to be ready (tiles not seen)."
            )
        on = w.tiles(table.waits[seat], lang)
        return f"{seat} 叫牌，叫{on}。" if zh else f"{seat} is ready, waiting on {on}."
    return _why_unready(table, player, lang)


def _why_unready(table: Table, player: Player, lang: Lang) -> str:
    """Why a player isn't ready: dead hand, unseen, lacking suit, a wait on tiles he holds, or how far he is."""
    zh, seat = lang == "zh", player.seat
    if player.xianggong:
        return (
            f"{seat} 是相公，算没叫牌。" if zh else f"{seat} has the wrong number of tiles (相公): not ready."
        )
    if player.concealed is None:
        return (
            f"{seat} 报的是没叫牌（手牌没看到）。"
            if zh
            else f"{seat} is said not to be ready (tiles not seen)."
        )
    if not lacks_suit(player, table.profile):
        assert player.que is not None
        return (
            f"{seat} 定缺{w.SUIT_ZH[player.que]}还没打完，不算叫牌。"
            if zh
            else f"{seat} still holds {w.SUIT_EN[player.que]}, his lacking suit: not ready."
        )
    dead = dead_waits(player.concealed, player.melds)
    if dead:
        on = w.tiles(dead, lang)
        return (
            f"{seat} 只能胡{on}，可四张都在自己手里，不算叫牌。"
            if zh
            else f"{seat} could only win on {on}, of which he holds all four: not ready."
        )
    aims = known_forms(table.profile, player.que)
    steps = max(shanten(player.concealed, player.melds, **aims), 1)
    tiles = useful_tiles(player.concealed, player.melds, **aims)
    shown = w.tiles(tiles[:9], lang) + (("……" if zh else ", …") if len(tiles) > 9 else "")
    if zh:
        return f"{seat} 没叫牌，还差 {steps} 步；摸到{shown}能近一步。"
    return f"{seat} isn't ready, {steps} step{'s' if steps > 1 else ''} away; {shown} would bring him nearer."


def _net(settlement: Settlement, lang: Lang) -> list[str]:
    unit = settlement.table.profile.spoken_unit
    parts = [f"{seat} {amount:+d}" for seat, amount in settlement.net.items()]
    joined = "，".join(parts) if lang == "zh" else ", ".join(parts)
    return [
        f"合起来：{joined}（{unit}），加起来是 0。"
        if lang == "zh"
        else f"In all: {joined} ({unit}); it sums to 0."
    ]
