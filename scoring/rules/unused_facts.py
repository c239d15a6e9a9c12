"""Facts the profile has no use for are ignored, and said so (RULES 4.1.13, 4.1.14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.table import Table
from scoring.tiles import name_en, name_zh
from scoring.wording import SPECIAL_ZH


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a player should know that doesn't stop the settlement."""

    code: str
    zh: str
    en: str


def unused_facts(table: Table) -> Iterator[Notice]:
    """OPTIONS_CLASH, NO_FLIP, FLIP_IGNORED, NO_QUE and UNUSED_FACT."""
    situation = table.situation
    profile = table.profile
    result = situation.result
    for earlier, later in profile.clashes():
        yield Notice(
            "OPTIONS_CLASH",
            f"选项「{earlier}」和「{later}」不能一起用，按「{later}」算。",
            f"The options “{earlier}” and “{later}” exclude each other; “{later}” is used.",
        )
    if not table.drawn:
        if situation.flip is None and not result.last_tile:
            yield Notice(
                "NO_FLIP",
                "没有翻牌，只算常鸡。要是翻了牌，请补上。",
                "No tile was turned over: only standing chickens count. Add the flip if there was one.",
            )
        elif situation.flip is not None and result.last_tile and profile["chicken.no_flip_on_last_tile"]:
            yield Notice(
                "FLIP_IGNORED",
                "最后一张胡的，没有牌可翻，翻牌不算。",
                "Won on the last tile: there is nothing to turn over, so the flip is ignored.",
            )
    for seat, player in situation.players.items():
        for special in sorted(player.special):
            useless = profile[f"special.{special}.bonus"] is None
            if special == "baoting":
                useless = useless and profile["shabao.extra"] is None
            if useless:
                name = SPECIAL_ZH[special]
                yield _unused(f"{seat} 的{name}", f"{seat}'s {name}")
        if not profile["que.required"] and (player.que is not None or player.yuanque):
            yield _unused(f"{seat} 的定缺", f"{seat}'s lacking suit (定缺)")
        if profile["que.required"] and player.que is None:
            yield Notice(
                "NO_QUE",
                f"{seat} 没有写定缺的花色，查缺没有算他的。",
                f"{seat}'s lacking suit (定缺) is not given; 查缺 leaves him out.",
            )
    for tile in situation.firsts:
        if profile[f"charge.{tile}.plain"] is None and profile[f"resp.{tile}.plain"] is None:
            yield _unused(f"谁先打{name_zh(tile)}", f"who played the first {name_en(tile)}")
    if situation.genzhang is not None and (not profile["genzhang"] or situation.dealer is None):
        yield _unused("跟张", "the followed discard (跟张)")
    if result.passed and profile["guohu"] == "none":
        yield _unused("过胡", "the passed win (过胡)")


def _unused(zh: str, en: str) -> Notice:
    return Notice(
        "UNUSED_FACT", f"这套规则用不到：{zh}，没有算。", f"These rules have no use for {en}; it was ignored."
    )
