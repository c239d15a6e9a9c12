"""Readiness 叫牌 under a profile (RULES A3, A4, A16; 三丁拐 定缺)."""

from __future__ import annotations

from typing import TypedDict

from scoring.hands import patterns
from scoring.melds import Meld
from scoring.profile import Profile
from scoring.situation import SELF_DRAWN, Player
from scoring.tiles import FACES, INDEX
from scoring.waits import held, winning_tiles


def lacks_suit(player: Player, profile: Profile, extra: str | None = None) -> bool:
    """Whether the player keeps to 缺一门: no tile of his lacking suit in hand, melds or ``extra``."""
    if not profile["que.required"] or player.que is None:
        return True
    tiles = [*(player.concealed or ()), *(meld.tile for meld in player.melds), *([extra] if extra else [])]
    return all(tile[1] != player.que for tile in tiles)


def valued_patterns(
    tile_counts: list[int], melds: tuple[Meld, ...], profile: Profile
) -> list[tuple[str, int]]:
    """The patterns of a complete hand that this profile knows, with their values, most special first."""
    return [
        (name, value)
        for name in patterns(tile_counts, melds)
        if (value := profile[f"patterns.{name}"]) is not None
    ]


class Forms(TypedDict):
    """The hands that ``scoring.shanten`` may aim at: seven pairs too, and none with a tile of suit ``que``."""

    seven_pairs: bool
    que: str | None


def seven_pairs(profile: Profile) -> bool:
    """Whether 七对 are a hand."""
    return profile["patterns.qidui"] is not None


def known_forms(profile: Profile, que: str | None) -> Forms:
    """What is a hand under this profile for a player whose lacking suit is ``que``."""
    return Forms(seven_pairs=seven_pairs(profile), que=que if profile["que.required"] else None)


def waits_of(player: Player, profile: Profile, won_on: str | None, result_type: str) -> tuple[str, ...]:
    """The tiles a player waits on; none for an unseen, dead (相公) or suit-bound hand.

    ``won_on``: the winning tile of a winner; a self-drawn one is taken out of his hand again.
    """
    if player.concealed is None or player.xianggong or not lacks_suit(player, profile):
        return ()
    counts = list(player.counts)
    if won_on is not None and result_type in SELF_DRAWN:
        counts[INDEX[won_on]] -= 1
    found = winning_tiles(counts, player.melds)
    if not found:
        return ()
    own = held(counts, player.melds)
    forms = known_forms(profile, player.que)
    out = [i for i in found if own[i] < 4 and FACES[i][1] != forms["que"]]
    if not forms["seven_pairs"]:
        out = [i for i in out if valued_patterns(_plus(counts, i), player.melds, profile)]
    return tuple(FACES[i] for i in out)


def _plus(counts: list[int], index: int) -> list[int]:
    return [n + (i == index) for i, n in enumerate(counts)]
