"""What happened in a hand, told in sentences (RULES 3.1)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring import wording as w
from scoring.errors import Lang
from scoring.profile import Profile
from scoring.schema import CHICKEN_TILES
from scoring.situation import WIN, Player, Situation
from scoring.teach.say import seats2, tile2
from scoring.wording import Both, pick


def story(situation: Situation, profile: Profile, lang: Lang) -> list[str]:
    """How the hand ended and every other fact that this rule system pays by."""
    return [pick(both, lang) for both in _facts(situation, profile)]


def _facts(situation: Situation, profile: Profile) -> Iterator[Both]:
    yield ending(situation)
    result = situation.result
    if result.hot is not None:
        who, kong = result.source, result.hot
        yield (
            f"{who} 刚杠完（{w.KONG_ZH[kong]}），打出来的就是这张：热炮。",
            f"{who} had just made a kong ({w.KONG_EN[kong]}); this was the discard right after it.",
        )
    if result.last_tile:
        yield "胡的是最后一张牌。", "It was won on the last tile."
    if result.passed and profile["guohu"] != "none":
        zh, en = seats2(result.passed)
        yield f"{zh} 刚才放过了一次胡。", f"{en} had just let a win go."
    for tile in CHICKEN_TILES:
        if tile in situation.firsts and _pays_first(profile, tile):
            yield _first(situation, tile)
    for seat, player in situation.players.items():
        yield from _player_facts(seat, player, profile)
    if situation.dealer is not None and profile["dealer.mode"] != "none":
        dealer, n = situation.dealer, situation.dealer_streak
        yield f"{dealer} 坐庄，第 {n} 把。", f"{dealer} deals, hand {n} in a row."
    if situation.genzhang is not None and profile["genzhang"]:
        n = situation.genzhang
        yield (
            f"庄家第一张，每家都跟着打了同一张；{n} 家是现摸现打的。",
            f"All others followed the dealer's first discard, {n} of them with a tile just drawn.",
        )
    if situation.flip is not None:
        zh, en = tile2(situation.flip)
        yield f"翻开的是{zh}。", f"The tile turned over is {en}."
    elif result.type != "draw":
        yield "没有翻牌。", "No tile was turned over."


def ending(situation: Situation) -> Both:
    """点炮 自摸 杠开 抢杠 黄庄, with the tile."""
    result = situation.result
    if result.type == "draw":
        return "牌摸完了，没人胡：黄庄。", "The wall ran out and nobody won: an exhausted draw (黄庄)."
    zh, en = seats2(result.winners)
    on_zh, on_en = tile2(result.tile) if result.tile else ("", "a tile")
    wins = "win" if len(result.winners) > 1 else "wins"
    match result.type:
        case "self":
            return f"{zh} 自摸{on_zh}。", f"{en} draws {on_en} and wins."
        case "after_kong":
            return (
                f"{zh} 开杠，补上来的{on_zh}正好胡：杠开。",
                f"{en} makes a kong and wins on the tile drawn for it, {on_en} (杠开).",
            )
        case "rob":
            return (
                f"{result.source} 碰过{on_zh}，摸到第四张想补杠，被 {zh} 抢杠胡了。",
                f"{result.source} adds the fourth {on_en} to a pung; {en} {wins} on it (抢杠).",
            )
    return f"{result.source} 打出{on_zh}，{zh} 胡。", f"{result.source} discards {on_en}; {en} {wins}."


def _pays_first(profile: Profile, tile: str) -> bool:
    return profile[f"charge.{tile}.plain"] is not None or profile[f"resp.{tile}.plain"] is not None


def _first(situation: Situation, tile: str) -> Both:
    first = situation.firsts[tile]
    zh, en = tile2(tile)
    if first.claimed_by is None:
        return (
            f"第一张{zh}是 {first.by} 打的，没人碰。",
            f"{first.by} discarded the first {en}; nobody took it.",
        )
    if first.claimed_by == WIN:
        return (
            f"第一张{zh}是 {first.by} 打的，就是点炮那张。",
            f"{first.by}'s first {en} was the winning tile.",
        )
    return (
        f"第一张{zh}是 {first.by} 打的，被 {first.claimed_by} 拿走。",
        f"{first.by} discarded the first {en} and {first.claimed_by} claimed it.",
    )


def _player_facts(seat: str, player: Player, profile: Profile) -> Iterator[Both]:
    for special in sorted(player.special):
        if profile[f"special.{special}.bonus"] is not None:
            yield (
                f"{seat} {w.SPECIAL_ZH[special]}。",
                f"{seat}: {w.SPECIAL_EN[special]} ({w.SPECIAL_ZH[special]}).",
            )
    if player.xianggong:
        yield f"{seat} 的张数不对：相公。", f"{seat} has the wrong number of tiles (相公)."
    if profile["que.required"] and player.que is not None:
        zh, en = w.SUIT_ZH[player.que], w.SUIT_EN[player.que]
        dealt = ("，起手就缺", ", and was dealt none of them") if player.yuanque else ("", "")
        yield f"{seat} 定缺{zh}{dealt[0]}。", f"{seat} gives up {en}{dealt[1]}."
