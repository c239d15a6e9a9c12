"""Whoever comes back to a hand in the making finds it as it was left, mended tiles and answers with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.webapp.night_phones import UNREADY, WINNER, TablePhone, photo
from tests.webapp.night_table import NAMES, base, data_dir, fetch, won

__all__ = ["base", "data_dir"]
pytestmark = pytest.mark.browser


@pytest.fixture
def phone(browser: Any, base: str) -> Iterator[TablePhone]:
    here = TablePhone(browser, base)
    yield here
    here.context.close()


def shows(phone: TablePhone, tiles: list[str]) -> bool:
    """Whether the sheet has these tiles, at once or when the server has answered."""
    found: list[str] = []
    for _ in range(50):
        phone.page.wait_for_selector("#sheet .chip[data-tile]")
        found = phone.page.eval_on_selector_all(
            "#sheet .chip[data-tile]", "nodes => nodes.map((node) => node.dataset.tile)"
        )
        if found == tiles:
            return True
        phone.page.wait_for_timeout(100)
    pytest.fail(f"{found}, not {tiles}")


def mend(phone: TablePhone, index: int, tile: str) -> None:
    phone.page.locator("#sheet .chip[data-tile]").nth(index).tap()
    phone.tap(f'#keypad .pad [data-tile="{tile}"]')
    phone.page.wait_for_selector("#keypad", state="hidden")


MENDED = ["9m", *WINNER[1:]]


def test_a_hand_without_a_table_waits_while_a_table_is_opened(phone: TablePhone) -> None:
    page = phone.page
    page.goto(phone.base)
    page.wait_for_selector("#start-profile:not(:empty)")
    phone.take("A", photo("hand", WINNER))
    mend(phone, 0, "9m")
    phone.open_table(NAMES, "1")
    phone.to_hand()
    assert page.locator("#sheet .chip").count() == 0  # it is not this table's hand
    phone.take("A", photo("hand", UNREADY["B"]))
    there = page.url
    page.goto(phone.base)
    assert shows(phone, MENDED)
    page.goto(there)
    assert shows(phone, UNREADY["B"])
    assert phone.complaints == []


def test_back_before_the_table_has_the_mended_tile(phone: TablePhone) -> None:
    """The draft on the server is older than what was mended a moment before the page was left."""
    page = phone.page
    phone.open_table(NAMES, "1")
    table = f"{phone.base}/api/tables/{phone.table}"
    phone.to_hand()
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        phone.take("A", photo("hand", WINNER))
    page.route("**/draft/*", lambda route: route.abort())
    mend(phone, 0, "9m")
    page.go_back()
    phone.night()
    page.unroute("**/draft/*")
    draft = fetch(table)["draft"]["slots"]["A"]["sheet"]["reading"]
    assert [tile["tile"] for tile in draft["tiles"]] == WINNER
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        phone.to_hand()
    assert shows(phone, MENDED)
    draft = fetch(table)["draft"]["slots"]["A"]["sheet"]["reading"]
    assert [tile["tile"] for tile in draft["tiles"]] == MENDED


def test_correcting_an_old_hand_leaves_the_new_one_alone(phone: TablePhone) -> None:
    page = phone.page
    phone.open_table(NAMES, "1")
    phone.report(**won("B"), dealer="A")
    phone.to_hand()
    phone.take("A", photo("hand", WINNER))
    mend(phone, 0, "9m")
    hand = page.url
    page.goto(f"{hand}&hand=1")
    page.wait_for_selector('[data-row="outcome"]')
    page.go_back()
    assert shows(phone, MENDED)
    page.go_forward()
    page.wait_for_selector('[data-row="outcome"]')
    phone.settle()
    phone.save()
    assert fetch(f"{phone.base}/api/tables/{phone.table}")["rows"][0]["revision"] == 2
    phone.to_hand()
    assert shows(phone, MENDED)
    assert phone.complaints == []
