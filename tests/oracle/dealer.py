"""The next dealer and his streak (RULES 3.2 step 13, 4.1.8, 4.1.9)."""


def around(sit, start):
    """Seats in order of play from ``start``, himself first."""
    at = sit.seats.index(start)
    return sit.seats[at:] + sit.seats[:at]


def next_dealer(sit, ready):
    if sit.rules["dealer.mode"] == "none":
        return None, None
    seat = after_draw(sit, ready) if sit.kind == "draw" else after_win(sit)
    return seat, sit.streak + 1 if seat == sit.dealer else 1


def after_win(sit):
    if len(sit.winners) == 1:
        return sit.winners[0]
    rule = sit.rules["dealer.two_winners" if len(sit.winners) == 2 else "dealer.three_winners"]
    if rule == "discarder":
        return sit.source
    # 002 L41 and L49: a dealer who wins stays dealer, so the count from the dealer begins with himself.
    order = around(sit, sit.dealer if rule == "first_from_dealer" else sit.source)
    return next(seat for seat in order if seat in sit.winners)


def after_draw(sit, ready):
    rules = sit.rules
    unready = [seat for seat in sit.seats if seat not in ready]
    if not ready or not unready:
        return sit.dealer
    # DOUBT: "exactly three 叫牌" is said of four players; with two or three it is read as "exactly one unready"
    # (002 L29 "只有一家没叫牌"; L97: 三丁拐 settles as the ordinary game).
    if len(unready) == 1 and rules["dealer.draw_one_unready"] == "unready":
        return unready[0]
    if rules["dealer.draw_mixed"] == "stay" or sit.dealer in ready:
        return sit.dealer
    order = around(sit, sit.dealer)[1:]
    if rules["dealer.draw_mixed"] == "next_seat":
        return order[0]
    return next(seat for seat in order if seat in ready)
