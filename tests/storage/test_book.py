"""Saving, correcting, striking out, undoing: on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from scoring.errors import ZhuojiError
from tests.ledger.hands import hand
from webapp.storage import schema, transfer
from webapp.storage.book import Book


def etag(book: Book, table: str, number: int) -> int:
    value: int = book.entry(table, number)["row"]["etag"]
    return value


def chain(book: Book, table: str) -> list[tuple[int, Any, Any]]:
    rows = book.read(table)["rows"]
    return [
        (row["n"], row["dealer"], row["streak"])
        for row in rows
        if row["kind"] == "hand" and not row["deleted"]
    ]


def zero(book: Book, table: str) -> None:
    """Every level sums to zero."""
    seen = book.read(table)
    for row in seen["rows"]:
        if row["kind"] == "hand":
            assert sum(row["net"].values()) == 0
    assert sum(seen["totals"]["units"].values()) == 0
    assert sum(seen["totals"]["open"]["units"].values()) == 0


def refused(code: str, call: Callable[[], Any]) -> ZhuojiError:
    with pytest.raises(ZhuojiError) as caught:
        call()
    assert caught.value.code == code
    assert caught.value.zh
    assert caught.value.en
    return caught.value


def test_token_opens_only_its_own_table(book: Book) -> None:
    one, secret = book.create({"profile": "fangka"})
    two, _ = book.create({"profile": "fangka"})
    assert book.may_write(one, secret)
    assert not book.may_write(two, secret)
    assert not book.may_write(one, None)
    assert not book.may_write(one, "")
    refused("NOT_FOUND", lambda: book.may_write("nosuchtable", secret))


def test_token_is_not_in_the_database(book: Book) -> None:
    _, secret = book.create({"profile": "fangka"})
    with book.database.reading() as connection:
        rows = connection.execute(select(schema.tables)).all()
    assert secret not in repr(rows)


def test_dealer_goes_on_by_itself(book: Book, table: str) -> None:
    book.add(table, "hand", hand("A", dealer="A"))
    for winner, source in (("A", "B"), ("C", "B"), (None, None), ("D", None)):
        book.add(table, "hand", hand(winner, source))
    assert chain(book, table) == [(1, "A", 1), (2, "A", 2), (3, "A", 3), (4, "C", 1), (5, "C", 2)]
    assert book.read(table)["next"] == {"dealer": "D", "streak": 1}
    zero(book, table)


def test_corrected_hand_moves_all_later_ones_and_stays_visible(book: Book, table: str) -> None:
    book.add(table, "hand", hand("A", dealer="A"))
    for winner in "AAAB":
        book.add(table, "hand", hand(winner))
    before = book.read(table)
    book.change(table, "hand", 2, hand("C"), etag(book, table, 2))
    assert chain(book, table) == [(1, "A", 1), (2, "A", 2), (3, "C", 1), (4, "A", 1), (5, "A", 2)]
    zero(book, table)
    entry = book.entry(table, 2)
    assert [item["payload"]["answer"]["net"]["A"] > 0 for item in entry["history"]] == [True, False]
    effects = entry["history"][-1]["effects"]
    assert [(item["n"], item["before"]["dealer"], item["after"]["dealer"]) for item in effects] == [
        (3, "A", "C"),
        (4, "A", "A"),
        (5, "A", "A"),
    ]
    changed = {row["n"] for row in book.read(table, before["version"])["rows"]}
    assert changed == {2, 3, 4, 5}


def test_a_said_dealer_stops_the_chain(book: Book, table: str) -> None:
    book.add(table, "hand", hand("A", dealer="A"))
    book.add(table, "hand", hand("B"))
    book.add(table, "hand", hand("B", dealer="D", dealer_said=True))
    book.add(table, "hand", hand("B"))
    book.remove(table, "hand", 1, etag(book, table, 1))
    assert chain(book, table)[1:] == [(3, "D", 1), (4, "B", 1)]


def test_a_correction_that_breaks_a_later_hand_is_refused_whole(book: Book, table: str) -> None:
    """天胡 is the dealer's alone: a correction that takes the deal away from the hand names it, and changes nothing."""
    heaven = hand("A")
    heaven["situation"]["players"]["A"]["special"] = ["tianhu"]
    book.add(table, "hand", hand("A", dealer="A", profile="guiyang-ge"))
    heaven["situation"]["profile"] = "guiyang-ge"
    book.add(table, "hand", heaven)
    before = book.read(table)
    error = refused(
        "BAD_SITUATION",
        lambda: book.change(
            table, "hand", 1, hand("B", dealer="A", profile="guiyang-ge"), etag(book, table, 1)
        ),
    )
    assert error.field == "hands.2"
    assert book.read(table) == before


def test_a_page_with_another_dealer_in_mind_is_told(book: Book, table: str) -> None:
    book.add(table, "hand", hand("A", dealer="A"))
    error = refused("CONFLICT", lambda: book.add(table, "hand", hand("A", dealer="C")))
    assert error.field == "situation.dealer"
    assert book.read(table)["hands"] == 1


def test_struck_out_hand_counts_no_more_and_comes_back(book: Book, table: str) -> None:
    for i in range(3):
        book.add(table, "hand", hand("B", dealer="A" if i == 0 else None))
    totals = book.read(table)["totals"]
    book.remove(table, "hand", 2, etag(book, table, 2))
    assert book.read(table)["hands"] == 2
    assert chain(book, table) == [(1, "A", 1), (3, "B", 1)]
    refused("NOT_FOUND", lambda: book.remove(table, "hand", 2, etag(book, table, 2)))
    step = book.read(table)["undo"]
    book.undo(table, step["version"])
    assert book.read(table)["totals"] == totals
    assert [item["deleted"] for item in book.entry(table, 2)["history"]] == [False, True, False]


def test_undo_goes_back_step_by_step_to_the_empty_table(book: Book, table: str) -> None:
    seen = []
    for step in range(4):
        seen.append(book.read(table)["totals"])
        if step == 2:
            book.change(table, "hand", 1, hand("C", dealer="A"), etag(book, table, 1))
        elif step == 3:
            book.change_settings(table, {"stake": "2"}, book.read(table)["settings_version"])
        else:
            book.add(table, "hand", hand("B", dealer="A" if step == 0 else None))
    for before in reversed(seen):
        book.undo(table, book.read(table)["undo"]["version"])
        assert book.read(table)["totals"] == before
    assert book.read(table)["undo"] is None
    assert book.read(table)["settings"]["stake"] == "0.5"
    refused("CONFLICT", lambda: book.undo(table, 3))


def test_two_undos_at_once_take_back_one_step(book: Book, table: str) -> None:
    book.add(table, "hand", hand("B", dealer="A"))
    book.add(table, "hand", hand("B"))
    step = book.read(table)["undo"]["version"]
    book.undo(table, step)
    refused("CONFLICT", lambda: book.undo(table, step))
    assert book.read(table)["hands"] == 1


@pytest.mark.parametrize("seen", [None, 99])
def test_changes_need_the_version_that_was_seen(book: Book, table: str, seen: int | None) -> None:
    book.add(table, "hand", hand("A", dealer="A"))
    code = "NEED_IF_MATCH" if seen is None else "CONFLICT"
    refused(code, lambda: book.change(table, "hand", 1, hand("B", dealer="A"), seen))
    refused(code, lambda: book.remove(table, "hand", 1, seen))
    refused(code, lambda: book.undo(table, seen))
    refused(code, lambda: book.change_settings(table, {"stake": "1"}, seen))
    assert book.read(table)["version"] == 2


def test_the_second_of_two_edits_is_refused(book: Book, table: str) -> None:
    book.add(table, "hand", hand("A", dealer="A"))
    version = etag(book, table, 1)
    book.change(table, "hand", 1, hand("B", dealer="A"), version)
    refused("CONFLICT", lambda: book.change(table, "hand", 1, hand("C", dealer="A"), version))
    assert book.entry(table, 1)["row"]["net"]["p2"] > 0


def test_the_same_save_twice_is_one_hand(book: Book, table: str) -> None:
    first = book.add(table, "hand", hand("A", dealer="A"), "k-1")
    again = book.add(table, "hand", hand("A", dealer="A"), "k-1")
    assert (again.number, again.again) == (first.number, True)
    refused("CONFLICT", lambda: book.add(table, "hand", hand("B", dealer="A"), "k-1"))
    refused("CONFLICT", lambda: book.add(table, "line", {"type": "free"}, "k-1"))
    assert book.read(table)["hands"] == 1


def test_one_key_sent_to_two_processes_at_once_is_one_hand(open_book: Callable[[], Book]) -> None:
    """A proxy repeats a save whose answer is late, and the other process gets it: the database keeps the keys."""
    books = [open_book() for _ in range(3)]
    table, _ = books[0].create({"profile": "guiyang-fan"})
    start = threading.Barrier(len(books))
    got: list[tuple[int, int, bool]] = []
    errors: list[BaseException] = []

    def send(book: Book) -> None:
        try:
            for i in range(6):
                start.wait(60)
                saved = book.add(table, "hand", hand("A", profile="guiyang-fan", note=f"{i}"), f"k-{i}")
                got.append((i, saved.number, saved.again))
        except BaseException as error:
            errors.append(error)
            start.abort()

    threads = [threading.Thread(target=send, args=(book,)) for book in books]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert sorted(got) == [(i, i + 1, again) for i in range(6) for again in (False, True, True)]
    assert books[2].read(table)["hands"] == 6
    refused("CONFLICT", lambda: books[1].add(table, "hand", hand("B", profile="guiyang-fan"), "k-0"))
    zero(books[0], table)


def test_a_refused_save_leaves_nothing(book: Book, table: str) -> None:
    before = book.read(table)
    refused("NO_PASS", lambda: book.add(table, "hand", hand("A", "B", pattern="ping", dealer="A"), "k"))
    refused("BAD_SITUATION", lambda: book.add(table, "line", {"type": "free", "units": {"p1": 1}}, "k"))
    assert book.read(table) == before
    assert book.add(table, "hand", hand("A", dealer="A"), "k").number == 1


def test_totals_belong_to_persons(book: Book, table: str) -> None:
    book.add(table, "hand", hand("D", dealer="A"))
    version = book.read(table)["settings_version"]
    persons = [*book.read(table)["settings"]["persons"], {"name": "替补"}]
    book.change_settings(
        table, {"persons": persons, "seats": {"A": "p2", "B": "p1", "C": "p3", "D": "p5"}}, version
    )
    # The dealer's seat is inherited by the substitute.
    assert book.read(table)["next"] == {"dealer": "D", "streak": 1}
    book.add(table, "hand", hand("D"))
    units = book.read(table)["totals"]["units"]
    assert units["p4"] == units["p5"] > 0
    assert units["p1"] == units["p2"] == units["p3"] < 0
    zero(book, table)


def test_who_changes_seats_takes_the_deal_along(book: Book, table: str) -> None:
    book.add(table, "hand", hand("A", dealer="A"))
    version = book.read(table)["settings_version"]
    book.change_settings(table, {"seats": {"A": "p3", "B": "p2", "C": "p1", "D": "p4"}}, version)
    assert book.read(table)["next"] == {"dealer": "C", "streak": 2}


def test_other_rules_and_stake_change_no_old_hand(book: Book, table: str) -> None:
    book.add(table, "hand", hand("A", dealer="A"))
    before = book.entry(table, 1)
    book.change_settings(
        table, {"profile": "guiyang-ge", "stake": "10", "cap": 3}, book.read(table)["settings_version"]
    )
    assert book.entry(table, 1) == before
    money = book.read(table)["totals"]["money"]
    assert money == {"p1": "9", "p2": "-3", "p3": "-3", "p4": "-3"}
    book.add(table, "hand", hand("B", profile="guiyang-ge"))
    assert sum(map(float, book.read(table)["totals"]["money"].values())) == 0


def test_draft_of_each_seat_and_one_confirmation(book: Book, table: str) -> None:
    for seat in "ABC":
        book.put_draft(table, seat, {"sheet": {"slot": seat}}, 0)
    book.put_draft(table, "A", {"sheet": {"slot": "A", "retaken": True}}, 0)
    draft = book.read(table)["draft"]
    assert draft["missing"] == ["D"]
    assert draft["slots"]["A"]["sheet"]["retaken"]
    book.add(table, "hand", hand("A", dealer="A", round=0))
    refused("CONFLICT", lambda: book.add(table, "hand", hand("A", round=0)))
    refused("CONFLICT", lambda: book.put_draft(table, "D", {"sheet": {}}, 0))
    after = book.read(table)
    assert (after["hands"], after["draft"]["round"], after["draft"]["slots"]) == (1, 1, {})


def test_a_closed_night_takes_no_hands_but_payments(book: Book, table: str) -> None:
    book.add(table, "hand", hand("A", dealer="A"))
    book.change_settings(table, {"closed": True}, book.read(table)["settings_version"])
    refused("CONFLICT", lambda: book.add(table, "hand", hand("A")))
    refused("CONFLICT", lambda: book.put_draft(table, "A", {"sheet": {}}, None))
    for payment in book.read(table)["totals"]["payments"]:
        book.add(
            table, "line", {"type": "paid", "in": "cash", **{k: payment[k] for k in ("from", "to", "amount")}}
        )
    totals = book.read(table)["totals"]
    assert totals["square"]
    assert totals["payments"] == []
    assert totals["money"]["p1"] == "9"


def test_export_and_import_lose_nothing(book: Book, table: str) -> None:
    book.add(table, "hand", hand("A", dealer="A", note="第一把"))
    book.add(table, "hand", hand("B", sheets=[], answers={"outcome": "B"}))
    book.add(table, "line", {"type": "table", "each": "5", "in": "cash"})
    book.change(table, "hand", 1, hand("D", dealer="A"), etag(book, table, 1))
    book.remove(table, "hand", 2, etag(book, table, 2))
    book.change_settings(table, {"persons": [{"name": "新人"}]}, book.read(table)["settings_version"])
    book.undo(table, book.read(table)["undo"]["version"])
    data = transfer.export(book, table)
    other, secret = transfer.take_in(book, data)
    assert book.may_write(other, secret)
    assert transfer.export(book, other) == data
    ours, theirs = book.read(table), book.read(other)
    assert {k: v for k, v in ours.items() if k != "id"} == {k: v for k, v in theirs.items() if k != "id"}
    for number in (1, 2):
        assert book.entry(table, number) == book.entry(other, number)


def test_four_phones_save_at_once(open_book: Callable[[], Book]) -> None:
    """aqueduct#369: no "database is locked", no hand lost, no number twice; two processes' worth of engines."""
    books = [open_book(), open_book()]
    table, _ = books[0].create({"profile": "guiyang-fan"})
    errors: list[BaseException] = []

    def save(phone: int) -> None:
        try:
            for i in range(8):
                books[phone % 2].add(
                    table, "hand", hand("ABCD"[phone], profile="guiyang-fan"), f"{phone}-{i}"
                )
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=save, args=(phone,)) for phone in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    seen = books[1].read(table)
    assert [row["n"] for row in seen["rows"]] == list(range(1, 33))
    assert len({row["version"] for row in seen["rows"]}) == 32
    zero(books[1], table)
