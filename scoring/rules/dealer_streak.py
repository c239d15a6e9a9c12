"""连庄: the dealer's surcharge on hand payments (RULES A13, 3.2 step 6, 4.1.15)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.profile import Profile
from scoring.rules.hand_value import WinningHand
from scoring.table import Table
from scoring.transfer import Transfer


def surcharge(profile: Profile, streak: int, pattern: str) -> int:
    """The surcharge of a dealer's ``streak``-th hand; 0 where the profile has none."""
    first = profile["lianzhuang.first"]
    if first is None or profile["dealer.mode"] == "none":
        return 0
    amount: int = first + (streak - 1) * profile["lianzhuang.step"]
    if pattern == "ping":
        amount -= profile["lianzhuang.ping_absorb"]
    return max(amount, 0)


def streak_params(pattern: str) -> tuple[str, ...]:
    """The leaves behind a surcharge."""
    base = ("lianzhuang.first", "lianzhuang.step")
    return (*base, "lianzhuang.ping_absorb") if pattern == "ping" else base


def dealer_streak(
    table: Table, hand: WinningHand, payers: tuple[str, ...], shares: int
) -> Iterator[Transfer]:
    """LIAN of one winner; a robbed player who pays for all pays the dealer's share too."""
    dealer = table.situation.dealer
    streak = table.situation.dealer_streak
    amount = surcharge(table.profile, streak, hand.pattern)
    if dealer is None or not amount:
        return
    params = streak_params(hand.pattern)
    facts = {"dealer": dealer, "streak": streak}
    if hand.winner == dealer:
        yield Transfer(payers, dealer, amount * shares, "LIAN", params, facts)
        return
    if not table.profile["lianzhuang.dealer_pays"]:
        return
    params = (*params, "lianzhuang.dealer_pays")
    if dealer in payers:
        yield Transfer((dealer,), hand.winner, amount, "LIAN", params, facts)
    elif shares > 1:
        yield Transfer(payers, hand.winner, amount, "LIAN", params, facts | {"for_dealer": True})
