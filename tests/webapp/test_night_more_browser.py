"""Small evenings in a browser: long names, settling up, other terms, two people editing one hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.webapp.night_phones import TablePhone
from tests.webapp.night_table import NAMES, base, data_dir, fetch, won

__all__ = ["base", "data_dir"]
pytestmark = pytest.mark.browser


def test_long_names_leave_everything_reachable(browser: Any, base: str) -> None:
    """Mahjong#14: at 360×640 four long names hide no button."""
    phone = TablePhone(browser, base)
    phone.open_table([f"{name}的名字真的非常非常长" for name in NAMES], "0.25")
    width = phone.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
    for button in ("#next-hand", "#add-line", "#to-settle", "#join", "#people", "#close"):
        box = phone.page.locator(button).bounding_box()
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    phone.context.close()


def test_two_taps_open_one_table(browser: Any, base: str) -> None:
    phone = TablePhone(browser, base)
    opened: list[str] = []
    phone.page.on(
        "request",
        lambda asked: opened.append(asked.method) if asked.url.endswith("/api/tables?lang=zh") else None,
    )
    phone.page.goto(f"{base}/tables")
    phone.page.wait_for_selector("#names input")
    phone.page.locator("footer .go").evaluate("button => { button.click(); button.click(); }")
    phone.night()
    assert opened == ["POST"]
    first = phone.table
    phone.page.go_back()
    phone.page.wait_for_selector("#names input")
    assert phone.page.locator("footer .go").is_enabled()
    phone.tap("footer .go")  # the same names once more, meant this time
    phone.night()
    assert phone.table != first
    phone.context.close()


@pytest.mark.parametrize(
    ("lang", "title", "do", "leave", "done"),
    [
        ("zh", "收桌吗？", "收桌", "先不收", "收桌了"),
        ("en", "End the night?", "End the night", "Not yet", "The night has ended"),
    ],
)
def test_ending_the_night_says_what_each_button_does(
    browser: Any, base: str, lang: str, title: str, do: str, leave: str, done: str
) -> None:
    phone = TablePhone(browser, base)
    phone.open_table(NAMES, "")
    table = phone.table
    phone.page.goto(f"{base}/t/{table}?lang={lang}")
    phone.night()
    for choice in (".dialog-head button", "#close-now"):
        assert fetch(f"{base}/api/tables/{table}")["settings"]["closed"] is False
        phone.tap("#close")
        assert phone.page.inner_text("#sheet-dialog h2") == title
        assert phone.page.inner_text("#sheet-dialog .dialog-head button") == leave
        assert phone.page.inner_text("#close-now") == do
        phone.tap(f"#sheet-dialog {choice}")
    phone.page.wait_for_selector(f".middle:has-text('{done}')")
    assert fetch(f"{base}/api/tables/{table}")["settings"]["closed"] is True
    phone.context.close()


def test_answers_that_another_phone_made_void_do_not_vanish_silently(browser: Any, base: str) -> None:
    """Half a quick entry on one phone, the hand saved by another: the page says why it begins anew."""
    host, guest = TablePhone(browser, base), TablePhone(browser, base)
    host.open_table(NAMES, "")
    guest.page.goto(host.invited())
    guest.night()
    guest.to_hand()
    guest.quick()
    guest.tap('[data-question="outcome"][data-value="A"]')
    guest.page.wait_for_selector('[data-card="outcome"]', state="detached")
    host.report(**won("B"), dealer="A")
    guest.page.wait_for_selector("#toast:has-text('已经有人存了')", timeout=30_000)
    for phone in (host, guest):
        phone.context.close()


@pytest.mark.parametrize("pause", [0, 400])
def test_a_double_tap_on_settle_does_not_save_the_hand_unseen(browser: Any, base: str, pause: int) -> None:
    """存 comes to where 算账 was: a second tap must not fall on it before anybody saw who pays."""
    phone = TablePhone(browser, base)
    phone.open_table(NAMES, "")
    table = phone.table
    phone.to_hand()
    phone.quick()
    phone.answer({"outcome": "draw", "dealer": "A"})
    spot = phone.page.locator("#go:not([disabled])").bounding_box()
    at = (spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    phone.page.touchscreen.tap(*at)
    phone.page.wait_for_timeout(pause)
    phone.page.touchscreen.tap(*at)
    phone.page.wait_for_selector('#go[data-go="hand"]:not([disabled])')
    assert fetch(f"{base}/api/tables/{table}")["hands"] == 0
    phone.save()
    assert fetch(f"{base}/api/tables/{table}")["hands"] == 1
    phone.context.close()


def test_settling_up_ends_all_square(browser: Any, base: str) -> None:
    """splittypie#17: tap 付了 for every payment, and the page says so; the photos go when the table is closed."""
    phone = TablePhone(browser, base)
    phone.open_table(NAMES, "0.3333")
    phone.report(**won("B"), dealer="A")
    for left in (3, 2, 1):
        assert phone.page.locator(".pay li").count() == left
        phone.tap(".pay button >> nth=0")
        phone.page.wait_for_selector(f".pay li:nth-child({left})", state="detached")
    phone.page.wait_for_selector("#square")
    phone.tap("#close")
    phone.tap("#close-now")
    phone.page.wait_for_selector("#next-hand", state="hidden")
    phone.context.close()


def test_other_stake_from_the_next_hand_and_the_whole_table_imported(
    browser: Any, base: str, tmp_path: Path
) -> None:
    """Earlier hands keep their stake; 导出全部 brought back by the page is the same table."""
    phone = TablePhone(browser, base)
    phone.open_table(NAMES, "1")
    phone.report(**won("B"), dealer="A")
    before = fetch(f"{base}/api/tables/{phone.table}")
    phone.tap("#terms")
    phone.page.fill("#new-stake", "2")
    phone.tap("#terms-form .go")
    phone.page.wait_for_selector('.middle:has-text("2 元")')
    after = fetch(f"{base}/api/tables/{phone.table}")
    assert after["totals"]["money"] == before["totals"]["money"]
    assert after["settings"]["stake"] == "2"
    document = fetch(f"{base}/api/tables/{phone.table}/export.json")
    file = tmp_path / "table.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    first = phone.table
    phone.page.goto(f"{base}/tables")
    phone.tap("details:has(#import) summary")
    phone.page.set_input_files("#import", str(file))
    phone.night()
    assert phone.table != first
    assert fetch(f"{base}/api/tables/{phone.table}/export.json") == document
    assert phone.complaints == []
    phone.context.close()


def test_the_second_of_two_edits_sees_both(browser: Any, base: str) -> None:
    """Two phones correct one hand: the second is shown what stands and its own, and decides."""
    one, two = TablePhone(browser, base), TablePhone(browser, base)
    one.open_table(NAMES, "1")
    link = one.invited()
    one.report(**won("B"), dealer="A")
    two.page.goto(link)
    two.night()
    for phone, winner in ((two, "C"), (one, "D")):
        phone.tap('[data-n="1"] button')
        phone.tap("#correct")
        phone.page.wait_for_selector('[data-row="outcome"]')
        phone.tap('[data-row="outcome"]')
        phone.tap(f'[data-question="outcome"][data-value="{winner}"]')
        phone.page.wait_for_selector('[data-card="outcome"]', state="detached")
        phone.answer(won(winner))
        phone.settle()
    one.save()
    two.tap('#go[data-go="hand"]')
    said = two.page.inner_text("#toast:has-text('别人刚改过')")
    assert "大刘 +" in said
    assert "阿珍 +" in said
    two.save()
    view = fetch(f"{base}/api/tables/{one.table}")
    assert (view["rows"][0]["winners"], view["rows"][0]["revision"]) == (["C"], 3)
    one.context.close()
    two.context.close()
