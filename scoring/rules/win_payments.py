"""Who pays the winner's hand (RULES 3.2 step 6): HAND, SPECIAL, 杠开, and the extras each rule adds to it."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules.dealer_streak import dealer_streak
from scoring.rules.declared_ready import own_value_for, shabao
from scoring.rules.hand_value import WinningHand
from scoring.rules.hot_discard import hot_extra
from scoring.rules.many_winners import reversed_hand, reverses
from scoring.rules.passed_win import baopai, pays_for_all
from scoring.rules.robbed_kong import rob_extra
from scoring.table import Table
from scoring.transfer import Transfer


def win_payments(table: Table) -> Iterator[Transfer]:
    """All items around the winners' hands."""
    for hand in table.hands.values():
        if pays_for_all(table, hand):
            yield from baopai(table, hand)
        elif reverses(table):
            yield from reversed_hand(table, hand)
        else:
            yield from _collected(table, hand)


def _collected(table: Table, hand: WinningHand) -> Iterator[Transfer]:
    result = table.situation.result
    payers = table.others(hand.winner) if result.source is None else (result.source,)
    shares = 1
    if result.type == "rob" and table.profile["rob.triple"]:
        shares = len(table.seats) - 1
    usual = []
    for payer in payers:
        own = own_value_for(table, hand, payer)
        if own is None:
            usual.append(payer)
        elif own.each:
            yield own
    if usual:
        yield from _hand_items(table, hand, tuple(usual), shares)
    if result.type == "after_kong" and table.profile["gangkai"]:
        yield Transfer(payers, hand.winner, table.profile["gangkai"], "GANGKAI", ("gangkai",))
    yield from dealer_streak(table, hand, payers, shares)
    yield from shabao(table, hand, payers)
    if result.hot is not None:
        yield from hot_extra(table, hand)
    if result.type == "rob":
        yield from rob_extra(table, hand)


def _hand_items(table: Table, hand: WinningHand, payers: tuple[str, ...], shares: int) -> Iterator[Transfer]:
    params = hand.params if shares == 1 else (*hand.params, "rob.triple")
    unseen = table.unseen(hand.winner)
    if hand.value:
        facts = {"pattern": hand.pattern, "value": hand.value, "shares": shares}
        yield Transfer(payers, hand.winner, hand.value * shares, "HAND", params, facts, unseen)
    for special, bonus in hand.specials:
        if bonus:
            names = (f"special.{special}.bonus", *special_params(hand, special))
            facts = {"special": special, "value": bonus, "shares": shares}
            yield Transfer(payers, hand.winner, bonus * shares, "SPECIAL", names, facts, False)


def special_params(hand: WinningHand, special: str) -> tuple[str, ...]:
    """The leaves besides the bonus on which a special's amount rests."""
    if hand.pattern == "ping":
        return (f"special.{special}.replaces_ping",)
    return ("special.baoting.exact",) if special == "baoting" else ()
