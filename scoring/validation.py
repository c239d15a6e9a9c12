"""What can't be on a real table is refused before scoring, naming seat, field and tile (RULES 3.2.1, 4.1)."""

from __future__ import annotations

from scoring.melds import CONCEALED_KONG, EXPOSED_KONG, MELD_EN, MELD_ZH, PUNG
from scoring.profile import Profile
from scoring.situation import MAX_OVERSIZE, SELF_DRAWN, WIN, Player, Result, Situation, SituationError
from scoring.tiles import FACES, INDEX, name_en, name_zh

SEVEN_PAIRS = ("qidui", "longqidui", "shuanglong", "qingqidui", "qinglongbei", "qingshuanglong")


def validate(situation: Situation, profile: Profile) -> None:
    """Raises ``SituationError`` for the first thing that can't be."""
    _check_table(situation, profile)
    _check_result(situation)
    _check_hands(situation, profile)
    _check_conservation(situation)
    _check_specials(situation)
    for tile in situation.firsts:
        _check_first(situation, tile)


def _check_table(situation: Situation, profile: Profile) -> None:
    count = len(situation.players)
    if count not in profile["meta.players"]:
        wanted = [str(n) for n in profile["meta.players"]]
        raise SituationError(
            "players",
            f"「{profile.title_zh}」是 {'、'.join(wanted)} 人的规则，这里有 {count} 人。",
            f"{profile.id} is played by {' or '.join(wanted)}; there are {count} players here.",
        )
    if situation.dealer is None and profile["dealer.mode"] != "none":
        raise SituationError(
            "dealer",
            f"缺少庄家：写 dealer，座位 {'、'.join(situation.players)} 之一。",
            f"“dealer” is missing: this rule system wants one of the seats {', '.join(situation.players)}.",
        )


def _check_result(situation: Situation) -> None:
    result = situation.result
    winners = result.winners

    def refuse(field: str, zh: str, en: str) -> SituationError:
        return SituationError(f"result.{field}", zh, en)

    if len(set(winners)) != len(winners):
        raise refuse("winners", "同一个人不能胡两次。", "A player can't win twice.")
    if result.type == "draw":
        for field, value in (
            ("winners", winners),
            ("from", result.source),
            ("tile", result.tile),
            ("hot", result.hot),
            ("hot_meld", result.hot_meld),
        ):
            if value:
                raise refuse(
                    field,
                    f"黄庄没有人胡，不该有 {field}。",
                    f"Nobody won an exhausted draw; {field} can't be.",
                )
        if situation.flip:
            raise SituationError(
                "flip", "黄庄没有牌可翻。", "After an exhausted draw there is no tile to turn over."
            )
        return
    if not winners:
        raise refuse("winners", "没有写谁胡了。", "Nobody is named as winner.")
    if len(winners) > len(situation.players) - 1:
        raise refuse("winners", "不可能人人都胡。", "Not everybody can win.")
    if result.tile is None and any(situation.players[w].concealed is not None for w in winners):
        raise refuse("tile", "没有写胡的是哪张牌。", "The winning tile is missing.")
    if result.type in SELF_DRAWN:
        if len(winners) > 1:
            raise refuse("winners", "自摸只能一个人。", "Only one player can win by self-draw.")
        if result.source is not None:
            raise refuse("from", "自摸没有点炮的人。", "A self-draw has no discarder.")
    else:
        if result.source is None:
            raise refuse(
                "from", "没有写谁点的炮（或被抢杠）。", "The discarder (or robbed player) is missing."
            )
        if result.source in winners:
            raise refuse(
                "from",
                f"{result.source} 不能胡自己打的牌。",
                f"{result.source} can't win on his own tile.",
            )
    _check_hot_and_rob(situation)


def _check_hot_and_rob(situation: Situation) -> None:
    result = situation.result
    if result.type == "after_kong":
        winner = situation.players[result.winners[0]]
        if not any(meld.is_kong for meld in winner.melds):
            raise SituationError(
                f"players.{winner.seat}.melds",
                f"{winner.seat} 杠开，但没有杠。",
                f"{winner.seat} won after a kong but has none.",
            )
    if result.type == "rob" and result.tile is not None:
        assert result.source is not None
        robbed = situation.players[result.source]
        if not any(meld.kind == PUNG and meld.tile == result.tile for meld in robbed.melds):
            raise SituationError(
                f"players.{robbed.seat}.melds",
                f"{robbed.seat} 被抢杠的{name_zh(result.tile)}没有碰着（被抢后仍写 pung）。",
                f"{robbed.seat} has no pung of {name_en(result.tile)} to be robbed (write it as pung).",
            )
    if (result.hot is None) != (result.hot_meld is None):
        raise SituationError(
            "result.hot_meld", "热炮要同时写 hot 和 hot_meld。", "A hot discard needs both hot and hot_meld."
        )
    if result.hot is not None:
        if result.type != "discard":
            raise SituationError("result.hot", "热炮只能是点炮。", "Only a discard can be hot.")
        assert result.source is not None
        tile = hot_tile(result.hot_meld)
        if not any(m.kind == result.hot and m.tile == tile for m in situation.players[result.source].melds):
            raise SituationError(
                "result.hot_meld",
                f"{result.source} 没有{MELD_ZH[result.hot]}「{result.hot_meld}」。",
                f"{result.source} has no {MELD_EN[result.hot]} “{result.hot_meld}”.",
            )


def hot_tile(text: str | None) -> str | None:
    """The tile of ``"7777m"``; None if that is no four of a kind."""
    if text is None or len(text) != 5 or len(set(text[:4])) != 1:
        return None
    tile = text[0] + text[4]
    return tile if tile in INDEX else None


def _check_hands(situation: Situation, profile: Profile) -> None:
    result = situation.result
    for seat, player in situation.players.items():
        where = f"players.{seat}"
        if len(player.melds) > 4:
            raise SituationError(
                f"{where}.melds", f"{seat} 最多四副碰杠。", f"{seat} can have four melds at most."
            )
        for i, meld in enumerate(player.melds):
            if meld.feeder is not None and (meld.feeder == seat or meld.feeder not in situation.players):
                raise SituationError(
                    f"{where}.melds[{i}]",
                    f"{seat} 的{MELD_ZH[meld.kind]}不可能是 {meld.feeder} 打的。",
                    f"{seat}'s {MELD_EN[meld.kind]} can't have been fed by {meld.feeder}.",
                )
            if meld.kind == EXPOSED_KONG and meld.late and profile["kong.late_exposed"] == "forbidden":
                raise SituationError(
                    f"{where}.melds[{i}]",
                    f"{seat} 的点豆过了就不能再杠。",
                    f"{seat} let that exposed kong go and can't make it later.",
                )
        if player.concealed is None:
            _check_declared(situation, player)
            continue
        size = len(player.concealed)
        drew = seat in result.winners and result.type in SELF_DRAWN
        wanted = 13 - 3 * len(player.melds) + drew
        if player.xianggong:
            if size > MAX_OVERSIZE:
                raise SituationError(
                    f"{where}.hand", f"{seat} 的手牌太多了。", f"{seat} has far too many tiles."
                )
        elif size != wanted:
            zh, en = _which_count(seat, result, drew)
            raise SituationError(
                f"{where}.hand",
                f"{seat} 手里应当有 {wanted} 张，这里有 {size} 张{zh}。",
                f"{seat} must hold {wanted} tiles, not {size}{en}.",
            )
        if drew and result.tile not in player.concealed:
            assert result.tile is not None
            raise SituationError(
                f"{where}.hand",
                f"{seat} 自摸{name_zh(result.tile)}，但手里没有这张。",
                f"{seat} drew {name_en(result.tile)} but doesn't hold it.",
            )


def _which_count(seat: str, result: Result, drew: bool) -> tuple[str, str]:
    """Whether the winning tile is among a player's, where he has one; a meld takes three of his places."""
    if drew:
        return "（自摸的那张也算）", " (the tile he drew to win is counted)"
    if seat in result.winners:
        return "（胡别人的那张不算）", " (the tile won from another isn't counted)"
    return "", ""


def _check_declared(situation: Situation, player: Player) -> None:
    """An unseen hand must say what money depends on: a winner's pattern, and at 黄庄 a ready player's."""
    declared = player.declared
    assert declared is not None
    where = f"players.{player.seat}.declared"
    wins = player.seat in situation.result.winners
    if wins and not declared.ready:
        raise SituationError(
            f"{where}.ready",
            f"{player.seat} 胡了，不可能没叫牌。",
            f"{player.seat} won and so must have been ready.",
        )
    drew = wins and situation.result.type in SELF_DRAWN
    _check_declared_pattern(player, 13 - 3 * len(player.melds) + drew)
    if declared.pattern is None and (wins or (declared.ready and situation.result.type == "draw")):
        raise SituationError(
            f"{where}.pattern",
            f"{player.seat} 的手牌没看到，请说是什么牌型。",
            f"{player.seat}'s tiles weren't seen: say which pattern it was.",
        )


def _check_declared_pattern(player: Player, most: int) -> None:
    declared = player.declared
    assert declared is not None
    where = f"players.{player.seat}.declared"
    if player.melds and declared.pattern in SEVEN_PAIRS:
        raise SituationError(
            f"{where}.pattern",
            f"{player.seat} 有碰杠，不可能是七对。",
            f"{player.seat} has melds, so it can't be seven pairs.",
        )
    if sum(declared.chickens.values()) > most:
        raise SituationError(
            f"{where}.chickens",
            f"{player.seat} 手里最多 {most} 张，报的鸡太多了。",
            f"{player.seat} holds {most} tiles at most; that is too many chickens.",
        )


def _check_conservation(situation: Situation) -> None:
    total = [0] * 27
    for player in situation.players.values():
        total = [a + b for a, b in zip(total, player.counts, strict=True)]
        for meld in player.melds:
            total[INDEX[meld.tile]] += meld.size
        for tile in player.discards:
            total[INDEX[tile]] += 1
    result = situation.result
    if result.type in ("discard", "rob") and result.tile is not None:
        total[INDEX[result.tile]] += 1
    if situation.flip is not None:
        total[INDEX[situation.flip]] += 1
    if max(total) > 4:
        i = next(i for i, n in enumerate(total) if n > 4)
        tile = FACES[i]
        where = [
            seat
            for seat, player in situation.players.items()
            if tile in (player.concealed or ())
            or tile in player.discards
            or any(m.tile == tile for m in player.melds)
        ]
        raise SituationError(
            f"players.{where[0]}" if where else "flip",
            f"{name_zh(tile)}（{tile}）一共出现了 {total[i]} 张，一副牌只有四张；看看 {'、'.join(where) or '翻牌'}。",
            f"There are {total[i]} of {name_en(tile)} ({tile}); a set has four. Look at {', '.join(where) or 'the flip'}.",
        )


def _check_specials(situation: Situation) -> None:
    result = situation.result
    for seat, player in situation.players.items():
        where = f"players.{seat}.special"
        self_drawn = seat in result.winners and result.type in SELF_DRAWN
        if "tianhu" in player.special and (
            not self_drawn or (situation.dealer is not None and seat != situation.dealer)
        ):
            raise SituationError(where, "天胡只能是庄家自摸。", "Only the dealer's self-draw can be 天胡.")
        if "dihu" in player.special and (seat not in result.winners or seat == situation.dealer):
            raise SituationError(
                where, "地胡只能是胡了牌的闲家。", "Only a winner who isn't the dealer can have 地胡."
            )
        if "yingbao" in player.special and not self_drawn:
            raise SituationError(where, "硬报只能是自摸。", "硬报 can only be a self-draw.")


def _check_first(situation: Situation, tile: str) -> None:
    first = situation.firsts[tile]
    where = f"events.first_{tile}"
    owner = situation.players[first.by]
    zh, en = name_zh(tile), name_en(tile)
    if first.claimed_by is None:
        if tile not in owner.discards:
            raise SituationError(
                where,
                f"说 {first.by} 打了第一张{zh}，没人要，可是 {first.by} 面前没有{zh}。",
                f"{first.by} is said to have discarded the first {en}, unclaimed, but none lies in that row.",
            )
    elif first.claimed_by == WIN:
        result = situation.result
        if result.type != "discard" or result.tile != tile or result.source != first.by:
            raise SituationError(
                where,
                f"第一张{zh}不是被胡的那张。",
                f"The first {en} isn't the tile that was won on.",
            )
    else:
        taker = situation.players[first.claimed_by]
        taken = [
            m for m in taker.melds if m.tile == tile and m.kind != CONCEALED_KONG and m.feeder == first.by
        ]
        if first.claimed_by == first.by or not taken:
            raise SituationError(
                where,
                f"说 {first.claimed_by} 碰或杠了 {first.by} 的第一张{zh}，可是没有这样的碰杠。",
                f"{first.claimed_by} is said to have claimed {first.by}'s first {en}, but has no such meld.",
            )
