"""May the winners win? 通行证 and 过胡 (RULES 3.2 step 3, 4.1.1, 4.1.4)."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.errors import ZhuojiError
from scoring.profile import Profile
from scoring.rules.hand_value import WinningHand
from scoring.situation import Situation


class NoPassError(ZhuojiError):
    """NO_PASS: a 平胡 without 豆 may not win on a discard."""

    def __init__(self, seat: str) -> None:
        super().__init__(
            "NO_PASS",
            f"{seat} 是没有豆的平胡，没有通行证，不能胡别人打的牌，只能自摸。",
            f"{seat} has a plain hand without a kong (no 通行证): it can't win on a discard, only by self-draw.",
            "result.winners",
        )


class PassedWinError(ZhuojiError):
    """GUOHU: let a win go and may not win a discard before his own next discard."""

    def __init__(self, seat: str) -> None:
        super().__init__(
            "GUOHU",
            f"{seat} 过了胡，在自己下次出牌之前不能再胡别人打的牌。",
            f"{seat} let a win go and may not win on a discard before his own next discard (过胡).",
            "result.winners",
        )


def has_pass(situation: Situation, profile: Profile, hand: WinningHand) -> bool:
    """Whether a winner on another's tile has, or needs no, 通行证."""
    if hand.pattern != "ping" or not profile["win.ping_discard_needs_pass"]:
        return True
    player = situation.players[hand.winner]
    result = situation.result
    if any(meld.is_kong for meld in player.melds):
        return True
    assert result.source is not None
    excuses = {
        "hot": result.hot is not None,
        "rob": result.type == "rob",
        "own_baoting": "baoting" in player.special,
        "vs_baoting": "baoting" in situation.players[result.source].special,
        "dihu": "dihu" in player.special,
    }
    return any(excuses[name] for name in profile["win.pass_exempt"])


def check_legality(situation: Situation, profile: Profile, hands: Mapping[str, WinningHand]) -> None:
    """Raises ``NoPassError`` before ``PassedWinError``."""
    result = situation.result
    if result.type not in ("discard", "rob"):
        return
    for winner, hand in hands.items():
        if not has_pass(situation, profile, hand):
            raise NoPassError(winner)
    if profile["guohu"] == "forbid" and result.type == "discard":
        for winner in hands:
            if winner in result.passed:
                raise PassedWinError(winner)
