"""KeepScore#40, board_buddy#49: the third hand of twelve is corrected; dealer, streaks and totals follow."""

from __future__ import annotations

from tests.ledger.hands import hand
from tests.storage.test_book import chain, etag, zero
from webapp.storage.book import Book

WINNERS = "AABBBCDDAACA"
CORRECTED = "AACBBCDDAACA"


def played(book: Book, winners: str) -> str:
    table, _ = book.create({"profile": "fangka", "stake": "0.5"})
    for n, winner in enumerate(winners):
        book.add(table, "hand", hand(winner, dealer="A") if n == 0 else hand(winner))
    return table


def test_the_third_hand_of_twelve_is_corrected(book: Book) -> None:
    table, as_if = played(book, WINNERS), played(book, CORRECTED)
    wrong = book.read(table)
    assert chain(book, table) != chain(book, as_if)
    book.change(table, "hand", 3, hand("C"), etag(book, table, 3))
    # Everything stands as if the hand had been entered so from the start …
    assert chain(book, table) == chain(book, as_if)
    assert book.read(table)["totals"] == book.read(as_if)["totals"] != wrong["totals"]
    zero(book, table)
    # … and the old value, with what its correction changed later, is still there to see.
    first, second = book.entry(table, 3)["history"]
    assert first["payload"]["answer"]["net"] != second["payload"]["answer"]["net"]
    assert second["effects"][0]["n"] == 4
    assert all(item["n"] > 3 for item in second["effects"])
