"""What a winning hand is worth to one payer (RULES 3.2 step 4, A11, 4.1.12)."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.errors import ZhuojiError
from scoring.hands import implied
from scoring.profile import Profile
from scoring.rules.readiness import lacks_suit, valued_patterns
from scoring.situation import SELF_DRAWN, Player, Situation
from scoring.tiles import INDEX, name_en, name_zh


class NotAHandError(ZhuojiError):
    """NOT_A_HAND: a named winner's tiles are no hand."""

    def __init__(self, seat: str, tile: str | None) -> None:
        zh = f"加上{name_zh(tile)}" if tile else "这手牌"
        en = f"with {name_en(tile)} " if tile else ""
        super().__init__(
            "NOT_A_HAND",
            f"{seat} {zh}不成胡。看看有没有认错的牌。",
            f"{seat}'s tiles {en}are not a winning hand. Check for misread tiles.",
            f"players.{seat}.hand",
        )


@dataclass(frozen=True, slots=True)
class WinningHand:
    """A winner's hand.

    ``value``: HAND from one payer, without specials; ``ping``: the 平胡 value still inside it (for 杀报);
    ``specials``: (name, bonus) of 报听 …; ``params``: leaves that made the value; ``beaten``: other patterns
    the hand shows, with their values.
    """

    winner: str
    tile: str | None
    pattern: str
    value: int
    ping: int
    specials: tuple[tuple[str, int], ...]
    params: tuple[str, ...]
    beaten: tuple[tuple[str, int], ...]

    @property
    def with_specials(self) -> int:
        """Hand and specials in one (包牌, 三响)."""
        return self.value + sum(bonus for _, bonus in self.specials)


def readings(situation: Situation, profile: Profile, winner: str) -> list[tuple[str, int]]:
    """All patterns of a winner's complete hand with values; raises ``NotAHandError``."""
    player = situation.players[winner]
    result = situation.result
    extra = result.tile if result.type in ("discard", "rob") else None
    if player.xianggong:
        raise NotAHandError(winner, extra)
    if player.concealed is None:
        return declared_readings(player, profile)
    counts = list(player.counts)
    if extra is not None:
        counts[INDEX[extra]] += 1
    found = valued_patterns(counts, player.melds, profile)
    if not found or not lacks_suit(player, profile, extra):
        raise NotAHandError(winner, extra)
    return found


def declared_readings(player: Player, profile: Profile) -> list[tuple[str, int]]:
    """The patterns an unseen hand is said to show; one the profile doesn't know counts as its next best."""
    assert player.declared is not None
    # Without a pattern (passed-win and own-value rules ask even then) the least is taken.
    told = player.declared.pattern or "ping"
    return [
        (name, value)
        for name in (*implied(told), "ping")
        if (value := profile[f"patterns.{name}"]) is not None
    ]


@dataclass(frozen=True, slots=True)
class Specials:
    """报听, 硬报, 天胡, 地胡 of one player, as far as they pay.

    ``exact``: nothing else is added (``special.baoting.exact``); ``replace``: the pattern pays nothing beside them.
    """

    bonuses: tuple[tuple[str, int], ...] = ()
    exact: bool = False
    replace: bool = False


def paid_specials(player: Player, profile: Profile, pattern: str) -> Specials:
    """The specials of a player that this profile pays, beside a hand of ``pattern``."""
    bonuses = tuple(
        (name, bonus)
        for name in sorted(player.special)
        if (bonus := profile[f"special.{name}.bonus"]) is not None
    )
    exact = profile["special.baoting.exact"] and any(name == "baoting" for name, _ in bonuses)
    instead = pattern == "ping" and any(profile[f"special.{name}.replaces_ping"] for name, _ in bonuses)
    return Specials(bonuses, exact, exact or instead)


def best(found: list[tuple[str, int]]) -> tuple[str, int]:
    """The highest-valued reading; the more special one of equals (A11)."""
    return max(found, key=lambda item: item[1])


def winning_hand(situation: Situation, profile: Profile, winner: str) -> WinningHand:
    """Value a winner's hand; raises ``NotAHandError``."""
    player = situation.players[winner]
    result = situation.result
    found = readings(situation, profile, winner)
    pattern, value = best(found)
    params = [f"patterns.{pattern}"]
    robbed = result.type == "rob"
    if result.type in SELF_DRAWN or (robbed and profile["rob.as_self_draw"]):
        if pattern == "ping" and profile["selfdraw.ping_value"] is not None:
            value = profile["selfdraw.ping_value"]
            params = ["selfdraw.ping_value"]
        ping = value if pattern == "ping" else 0
        if profile["selfdraw.bonus"]:
            value += profile["selfdraw.bonus"]
            params.append("selfdraw.bonus")
    else:
        ping = value if pattern == "ping" else 0
    specials = paid_specials(player, profile, pattern)
    if specials.replace:
        value = ping = 0
    if (
        robbed
        and not specials.exact
        and profile["rob.floor_qing"]
        and (floor := profile["patterns.qingyise"]) is not None
        and value < floor
    ):
        value, ping = floor, 0
        params = ["rob.floor_qing", "patterns.qingyise"]
    if profile["base_add"] and not specials.exact:
        value += profile["base_add"]
        params.append("base_add")
    return WinningHand(
        winner=winner,
        tile=result.tile,
        pattern=pattern,
        value=value,
        ping=ping,
        specials=specials.bonuses,
        params=tuple(params),
        beaten=tuple(item for item in found if item[0] != pattern),
    )
