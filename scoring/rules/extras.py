"""Table extras: 跟张, and 查缺 and 原缺 of the three-player game (RULES 3.2 step 12)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.table import Table
from scoring.transfer import Transfer


def followed_discard(table: Table) -> Iterator[Transfer]:
    """GENZHANG 跟张: the dealer pays each opponent, doubled per follower who had just drawn the tile."""
    followers = table.situation.genzhang
    value = table.profile["genzhang"]
    dealer = table.situation.dealer
    if followers is None or not value or dealer is None:
        return
    facts = {"drawn": followers}
    for seat in table.others(dealer):
        yield Transfer((dealer,), seat, value * 2**followers, "GENZHANG", ("genzhang",), facts)


def missing_suit(table: Table) -> Iterator[Transfer]:
    """CHAQUE 查缺 per leftover tile of the lacking suit, and YUANQUE 原缺."""
    profile = table.profile
    if not profile["que.required"]:
        return
    ready = [s for s in table.seats if s in table.ready]
    for seat in table.seats:
        player = table.player(seat)
        left = sum(tile[1] == player.que for tile in player.concealed or ())
        left += sum(meld.size for meld in player.melds if meld.tile[1] == player.que)
        if left and profile["que.leftover"] and seat not in table.ready:
            facts = {"suit": player.que, "count": left}
            for receiver in ready:
                yield Transfer(
                    (seat,),
                    receiver,
                    left * profile["que.leftover"],
                    "CHAQUE",
                    ("que.leftover",),
                    facts,
                    table.unseen(receiver),
                )
        if player.yuanque and profile["que.original"] and seat in table.ready:
            yield Transfer(
                table.others(seat),
                seat,
                profile["que.original"],
                "YUANQUE",
                ("que.original",),
                {"suit": player.que},
                table.unseen(seat),
            )
