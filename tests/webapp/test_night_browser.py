"""A night of twelve hands over two phones, as people play it (issue 8): what goes wrong at a table goes wrong here.

A retake, a mended tile, a double win, 黄庄, a corrected third hand, an undo, a substitute and a lost connection;
then page, API and exports agree to the unit and sum to zero, and the same night on PostgreSQL comes out the same.
"""

from __future__ import annotations

import csv
import io
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests import postgres
from tests.webapp.night_phones import SECOND, UNREADY, WINNER, TablePhone, photo
from tests.webapp.night_table import NAMES, base, data_dir, fetch, won
from webapp.storage.book import Book

__all__ = ["base", "data_dir"]
pytestmark = pytest.mark.browser


def by_photos(host: TablePhone, guest: TablePhone) -> None:
    """Hand 1: each phone takes its own players' tiles; one is retaken, one tile mended; the host confirms."""
    host.to_hand()
    guest.to_hand()
    guest.tap('[data-my="C"]')
    host.take("A", photo("hand", [*WINNER[:3], "8m", *WINNER[4:], "6p"], shade=50, unsure=3))
    host.take("B", photo("hand", UNREADY["B"], shade=70))
    guest.take("C", photo("hand", UNREADY["C"][:11]))  # two tiles outside the picture
    guest.retake("C", photo("hand", UNREADY["C"], shade=10))
    guest.take("D", photo("hand", UNREADY["D"], shade=90))
    guest.take("flip", photo("flip", ["9s"], shade=110))
    for seat in "CD":
        host.page.wait_for_selector(f'#seats [data-slot="{seat}"]:has-text("13")')
    host.tap('#seats [data-slot="A"]')
    host.tap("#sheet .chip.unsure")
    host.tap('#keypad .pad [data-tile="7m"]')
    host.page.wait_for_selector("#sheet .chip.unsure", state="detached")
    host.tap("#go")
    host.answer({"outcome": "A", "how": "self", "dealer": "A"})
    host.settle()
    host.save()
    guest.page.wait_for_selector("#start", state="visible")  # the hand is saved: nothing left to add here
    guest.page.goto(f"{guest.base}/t/{host.table}")
    guest.night()


def double_win(phone: TablePhone) -> None:
    """Hand 3: one discard, two winners, all photos on one phone."""
    phone.to_hand()
    phone.take("A", photo("hand", WINNER, shade=20))
    phone.take("B", photo("hand", SECOND, shade=21))
    phone.take("C", photo("hand", UNREADY["C"], shade=22))
    phone.take("D", photo("hand", UNREADY["D"], shade=23))
    phone.take("flip", photo("flip", ["8s"], shade=24))
    phone.tap('#steps [data-step="questions"]')  # the page may have gone there by itself
    phone.answer({"outcome": "many", "winners": "A+B", "how": "D", "tile": "6p"})
    phone.settle()
    phone.save()


def lost_connection(phone: TablePhone) -> None:
    """Hand 6: the wifi goes while the hand is being saved; it saves itself when it is back."""
    phone.to_hand()
    phone.quick()
    phone.answer(won("D", "A"))
    phone.settle()
    phone.context.set_offline(True)
    phone.tap('#go[data-go="hand"]')
    phone.page.wait_for_selector("#progress:not([hidden]):has-text('没连上')")
    assert phone.page.locator("#to-table").count() == 1
    phone.context.set_offline(False)
    phone.page.wait_for_url("**/t/*")
    phone.night()


def substitute(phone: TablePhone) -> None:
    """A fifth player takes 大刘's seat."""
    phone.tap("#people")
    phone.page.fill("#newcomer", "小赵")
    phone.page.select_option('#people-form [data-seat="D"]', "new")
    phone.tap("#people-form .go")
    phone.page.wait_for_selector('.seat[data-seat="D"]:has-text("小赵")')


def correct_third(phone: TablePhone, number: int) -> None:
    """The double win was on 小李's own discard of … no: only 老王 won. Opened again, answered again, saved."""
    phone.tap(f'[data-n="{number}"] button')
    phone.tap("#correct")
    phone.page.wait_for_selector('#steps [data-step="questions"]', state="visible")
    phone.page.wait_for_selector('#seats [data-slot="B"]:has-text("13")')
    phone.tap('#steps [data-step="questions"]')
    phone.tap('[data-row="outcome"]')
    phone.tap('[data-question="outcome"][data-value="A"]')
    phone.page.wait_for_selector('[data-card="outcome"]', state="detached")
    phone.answer({"how": "D", "tile": "6p"})
    phone.settle()
    phone.save()


@pytest.fixture(scope="module")
def night(browser: Any, base: str) -> Iterator[tuple[TablePhone, TablePhone, dict[str, Any]]]:
    host, guest = TablePhone(browser, base), TablePhone(browser, base)
    seen: dict[str, Any] = {}
    host.open_table(NAMES, "0.5")
    guest.page.goto(host.invited())
    guest.night()
    by_photos(host, guest)  # 1
    guest.report(**won("B"))  # 2
    double_win(host)  # 3
    guest.report(outcome="draw")  # 4: 黄庄, nobody ready
    host.report(**won("C", "B"))  # 5
    lost_connection(guest)  # 6
    substitute(host)
    guest.page.wait_for_selector('.seat[data-seat="D"]:has-text("小赵")')  # every phone sees it
    guest.report(**won("D"))  # 7
    host.report(**won("A", "C"))  # 8
    before = fetch(f"{base}/api/tables/{host.table}")
    correct_third(guest, 3)
    seen["corrected"] = (before, fetch(f"{base}/api/tables/{host.table}"))
    host.report(**won("B", "A"))  # 9
    host.report(**won("C"))  # entered by mistake …
    host.tap("#undo")  # … and taken back with one tap
    host.page.wait_for_selector("#hands li.struck")
    host.report(**won("D", "C"))  # 10
    guest.page.goto(f"{base}/t/{host.table}")
    guest.report(**won("A"))  # 11
    host.report(outcome="draw")  # 12
    guest.page.wait_for_selector('.middle:has-text("12 把")')
    yield host, guest, seen
    assert [
        text for text in host.complaints + guest.complaints if "ERR_INTERNET_DISCONNECTED" not in text
    ] == []
    host.context.close()
    guest.context.close()


Night = tuple[TablePhone, TablePhone, dict[str, Any]]


def api(night: Night) -> Any:
    host = night[0]
    return fetch(f"{host.base}/api/tables/{host.table}")


def test_page_api_and_exports_agree_and_sum_to_zero(night: Night) -> None:
    host, guest, _ = night
    view = api(night)
    units = view["totals"]["units"]
    assert view["hands"] == 12
    assert sum(units.values()) == 0
    assert any(units.values())
    for phone in (host, guest):
        assert {key: int(value) for key, value in phone.totals().items()} == units
    address = f"{host.base}/api/tables/{host.table}/export"
    table = list(csv.reader(io.StringIO(fetch(f"{address}.csv"))))
    people = [person["name"] for person in view["settings"]["persons"]]
    assert table[0][-5:] == people == [*NAMES, "小赵"]
    hands = [[int(cell) for cell in line[-5:]] for line in table[1:] if line[0].isdigit()]
    assert len(hands) == 12
    assert all(sum(line) == 0 for line in hands)
    assert [sum(column) for column in zip(*hands, strict=True)] == list(units.values())
    assert [int(cell) for cell in table[-2][-5:]] == list(units.values())
    document = fetch(f"{address}.json")
    assert document["totals"] == view["totals"]
    money = view["totals"]["money"]
    assert {key: float(value) for key, value in money.items()} == {
        key: value / 2 for key, value in units.items()
    }
    owed = dict.fromkeys(units, 0.0)
    for payment in view["totals"]["payments"]:
        owed[payment["from"]] -= float(payment["amount"])
        owed[payment["to"]] += float(payment["amount"])
    assert owed == {key: float(value) for key, value in money.items()}


def test_first_hand_keeps_readings_corrections_and_photos(night: Night) -> None:
    host = night[0]
    hand = fetch(f"{host.base}/api/tables/{host.table}/hands/1")["hand"]
    assert [(item["slot"], item["was"], item["now"]) for item in hand["corrections"]] == [("A", "8m", "7m")]
    assert set(hand["photos"]) == {"A", "B", "C", "D", "flip"}
    assert len(set(hand["photos"].values())) == 5
    sheets = {sheet["slot"]: sheet["reading"] for sheet in hand["sheets"]}
    assert [tile["tile"] for tile in sheets["C"]["tiles"]] == UNREADY["C"]  # the retake, not the first
    with urllib.request.urlopen(
        f"{host.base}/api/tables/{host.table}/photos/{hand['photos']['C']}"
    ) as answer:
        assert answer.headers["Content-Type"] == "image/jpeg"


def test_corrected_third_hand_moves_the_later_ones(night: Night) -> None:
    before, after = night[2]["corrected"]
    old = {row["n"]: row for row in before["rows"]}
    new = {row["n"]: row for row in after["rows"]}
    assert (old[3]["winners"], new[3]["winners"]) == (["A", "B"], ["A"])
    assert new[3]["revision"] == 2
    assert (old[4]["dealer"], new[4]["dealer"]) == (
        "B",
        "A",
    )  # of two winners the first from the dealer on deals
    host = night[0]
    history = fetch(f"{host.base}/api/tables/{host.table}/hands/3")["hand"]["history"]
    assert [past["winners"] for past in history] == [["A", "B"], ["A"]]
    assert history[1]["effects"][0]["n"] == 4


def test_substitute_and_undone_hand(night: Night) -> None:
    view = api(night)
    rows = {row["n"]: row for row in view["rows"]}
    struck = [row for row in view["rows"] if row["deleted"]]
    assert len(struck) == 1
    assert "p5" not in rows[6]["net"]
    later = [row for row in view["rows"] if row["kind"] == "hand" and row["n"] > 7 and not row["deleted"]]
    assert all("p4" not in row["net"] for row in later)
    assert rows[6]["winners"] == ["D"]  # saved once, though it was sent into a dead wifi


def replay(book: Book, document: dict[str, Any]) -> str:
    """The same steps, one by one, as phones would send them."""
    table, _ = book.create(document["first_settings"])
    for step in document["revisions"]:
        payload, number, kind = step["payload"], step["number"], step["kind"]
        seen = book.read(table)
        if step["undoes"] is not None:
            book.undo(table, seen["undo"]["version"])
        elif kind == "settings":
            known = [person["id"] for person in seen["settings"]["persons"]]
            people = payload["settings"]["persons"]
            payload["settings"]["persons"] = [p if p["id"] in known else {"name": p["name"]} for p in people]
            book.change_settings(table, payload["settings"], seen["settings_version"])
        elif step["deleted"]:
            book.remove(table, kind, number, book.entry(table, number)["row"]["etag"])
        elif step["revision"] > 1:
            body = {
                key: payload[key] for key in ("situation", "seats", "sheets", "answers", "photos", "note")
            }
            book.change(table, kind, number, body, book.entry(table, number)["row"]["etag"])
        else:
            body = {
                key: payload[key] for key in ("situation", "seats", "sheets", "answers", "photos", "note")
            }
            assert book.add(table, kind, body, f"{number}").number == number
    return table


def test_the_same_night_on_postgresql(night: Night) -> None:
    reason = postgres.missing()
    if reason:
        pytest.skip(reason)
    view = api(night)
    document = fetch(f"{night[0].base}/api/tables/{night[0].table}/export.json")
    with postgres.server() as url:
        book = Book.open(url, document["revisions"][0]["payload"]["engine"])
        try:
            again = book.read(replay(book, document))
        finally:
            book.close()
    assert again["totals"] == view["totals"]
    assert again["next"] == view["next"]
    keys = ("n", "net", "dealer", "streak", "winners", "deleted", "revision")
    ours = [[row.get(key) for key in keys] for row in again["rows"]]
    assert ours == [[row.get(key) for key in keys] for row in view["rows"]]


def test_looking_without_the_link_changes_nothing(night: Night, browser: Any) -> None:
    host = night[0]
    stranger = TablePhone(browser, host.base)
    stranger.page.goto(f"{host.base}/t/{host.table}")
    stranger.night()
    assert stranger.page.locator("#readonly").is_visible()
    assert not stranger.page.locator(".writer:visible").count()
    assert stranger.totals() == host.totals()
    assert stranger.complaints == []
    stranger.context.close()
