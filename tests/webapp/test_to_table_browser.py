"""A hand settled without a table is saved to one after all, as people do it on a phone; what an empty night says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webapp.night_phones import TablePhone
from tests.webapp.night_table import NAMES, base, data_dir, fetch, won

__all__ = ["base", "data_dir"]
pytestmark = pytest.mark.browser


@pytest.fixture
def phone(browser: Any, base: str) -> Any:
    here = TablePhone(browser, base)
    yield here
    here.context.close()


def settled_alone(phone: TablePhone, winner: str, dealer: str, names: tuple[str, ...] = ()) -> None:
    """A hand by the quick entry, without any table."""
    page = phone.page
    page.goto(phone.base)
    page.wait_for_selector("#start-profile:not(:empty)")
    for i, name in enumerate(names):
        if not i:
            phone.tap("#open-setup")
        page.locator("#setup-names input").nth(i).fill(name)
    if names:
        phone.tap("#setup .dialog-head button")
    phone.quick()
    phone.answer({**won(winner), "dealer": dealer})
    phone.settle()


def test_a_hand_becomes_the_first_of_a_new_table(phone: TablePhone) -> None:
    settled_alone(phone, "C", "A", NAMES)
    phone.tap('button:has-text("发到群里")')
    phone.page.wait_for_selector("#toast:has-text('复制')")
    phone.tap("#to-a-table")
    assert phone.page.locator("[data-into]").count() == 0  # this phone knows no table yet
    phone.tap("#open-and-save")
    phone.page.wait_for_url("**/t/*")
    phone.night()
    seen = fetch(f"{phone.base}/api/tables/{phone.table}")
    assert [person["name"] for person in seen["settings"]["persons"]] == [*NAMES]
    assert seen["hands"] == 1
    assert seen["rows"][0]["winners"] == ["C"]
    assert seen["rows"][0]["net"]["p3"] > 0
    phone.tap('button:has-text("发到群里")')
    phone.page.wait_for_selector("#toast:has-text('复制')")
    phone.page.goto(phone.base)
    phone.page.wait_for_selector("#start", state="visible")  # the hand is where it belongs, not here too
    assert phone.complaints == []


def test_a_hand_goes_to_the_people_it_was_played_by(phone: TablePhone) -> None:
    """Seats are mapped by name, may be changed, and the ledger's dealer is asked about, not overruled."""
    phone.open_table(NAMES, "1")
    table = phone.table
    phone.report(**won("A"), dealer="A")
    settled_alone(phone, "B", "D", (NAMES[1], NAMES[0]))  # two sit the other way round, two are not named
    phone.tap("#to-a-table")
    phone.tap(f'[data-into="{table}"]')
    boxes = phone.page.locator("#to-table-dialog select")
    assert boxes.evaluate_all("all => all.map(box => box.value)") == ["p2", "p1", "p3", "p4"]
    boxes.nth(2).select_option("p4")  # choosing somebody twice swaps the two
    assert boxes.evaluate_all("all => all.map(box => box.value)") == ["p2", "p1", "p4", "p3"]
    phone.tap("#save-there")
    phone.page.wait_for_selector("#dealer-meant")
    assert fetch(f"{phone.base}/api/tables/{table}")["hands"] == 1
    assert len(phone.complaints) == 2  # the refusal, as the browser and our listener note it
    phone.complaints.clear()
    phone.tap("#dealer-meant")
    phone.page.wait_for_url("**/t/*")
    seen = fetch(f"{phone.base}/api/tables/{table}")
    assert seen["hands"] == 2
    row = seen["rows"][-1]
    assert row["seats"] == {"A": "p2", "B": "p1", "C": "p4", "D": "p3"}
    assert row["dealer"] == "D"
    assert row["net"]["p1"] > 0
    assert phone.complaints == []


def test_an_empty_night_says_that_nothing_is_saved(phone: TablePhone) -> None:
    phone.open_table(NAMES, "")
    phone.page.wait_for_selector("#empty")
    assert phone.page.locator("#square").count() == 0
    assert "还没有存过" in fetch(f"{phone.base}/api/tables/{phone.table}/export.txt")
    assert "两清" not in phone.page.inner_text("main")


UNDER_THE_BAR = """() => {
  const bar = document.querySelector('.actions').getBoundingClientRect().top;
  const shown = [...document.querySelectorAll('main *')].filter((node) => node.checkVisibility());
  return shown.filter((node) => node.getBoundingClientRect().bottom > bar + 0.5).map((node) => node.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
def test_nothing_ends_under_the_bar(phone: TablePhone, large: bool) -> None:
    """Scrolled to its end, no page keeps a line behind the bar at the thumb; nor does what the keyboard goes to."""
    page = phone.page
    if large:
        phone.context.add_cookies([{"name": "type", "value": "large", "url": phone.base}])
    phone.open_table(NAMES, "1")
    phone.report(**won("A"), dealer="A")

    def looked() -> None:
        page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate(UNDER_THE_BAR) == []
        page.evaluate("window.scrollTo(0, 0)")
        hidden = page.evaluate(
            """() => {
              const bar = document.querySelector('.actions').getBoundingClientRect().top;
              const out = [];
              for (const node of document.querySelectorAll('main button, main a, main input, main select, main summary')) {
                if (!node.checkVisibility()) continue;
                node.focus();
                if (document.activeElement === node && node.getBoundingClientRect().bottom > bar + 0.5) out.push(node.outerHTML.slice(0, 80));
              }
              return out;
            }"""
        )
        assert hidden == []

    looked()
    page.goto(f"{phone.base}/t/{phone.table}/tiles")
    page.wait_for_selector("#order .face")
    looked()
    page.goto(f"{phone.base}/tables")
    page.wait_for_selector("#names input")
    looked()
    page.goto(phone.base)
    page.wait_for_selector("#start-profile:not(:empty)")
    looked()
    settled_alone(phone, "B", "D")
    looked()
