"""Who deals next 下一局的庄 (RULES 3.2 step 13, 4.1.8, 4.1.9)."""

from __future__ import annotations

from scoring.table import Table


def next_dealer(table: Table) -> tuple[str | None, int | None]:
    """Seat and streak of the next dealer; None, None where the profile has no dealer."""
    profile = table.profile
    if profile["dealer.mode"] == "none":
        return None, None
    dealer = table.situation.dealer
    assert dealer is not None
    seat = _after_draw(table, dealer) if table.drawn else _after_win(table, dealer)
    return seat, table.situation.dealer_streak + 1 if seat == dealer else 1


def _after_win(table: Table, dealer: str) -> str:
    winners = list(table.hands)
    if len(winners) == 1:
        return winners[0]
    source = table.situation.result.source
    assert source is not None
    rule = table.profile["dealer.two_winners" if len(winners) == 2 else "dealer.three_winners"]
    if rule == "discarder":
        return source
    start = dealer if rule == "first_from_dealer" else source
    return min(winners, key=lambda seat: _distance(table, start, seat))


def _after_draw(table: Table, dealer: str) -> str:
    profile = table.profile
    unready = [s for s in table.seats if s not in table.ready]
    if not unready or not table.ready:
        return dealer
    # The texts say "three of four ready"; at a smaller table the same: all but one (002 L29 只有一家没叫牌).
    if len(unready) == 1 and profile["dealer.draw_one_unready"] == "unready":
        return unready[0]
    rule = profile["dealer.draw_mixed"]
    if rule == "stay" or dealer in table.ready:
        return dealer
    if rule == "next_seat":
        return min(table.others(dealer), key=lambda seat: _distance(table, dealer, seat))
    return min(table.ready, key=lambda seat: _distance(table, dealer, seat))


def _distance(table: Table, start: str, seat: str) -> int:
    """Seats from ``start`` on in the order of play; 0 for itself."""
    return (table.seats.index(seat) - table.seats.index(start)) % len(table.seats)
