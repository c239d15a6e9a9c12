"""What goes wrong at a table goes wrong here: a lost connection, long names, a doubtful tile, the Back key."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webapp.page_phones import (
    PHONE,
    SAMPLES,
    Phone,
    base,
    doubt,
    phone,
    quick_draw,
    sample,
    to_questions,
    to_tiles,
)

__all__ = ["base", "phone"]
pytestmark = pytest.mark.browser


def test_a_photo_that_did_not_arrive_is_sent_again(phone: Phone) -> None:
    page = phone.page
    page.route("**/api/read*", lambda route: route.abort())
    page.set_input_files("#album", str(SAMPLES / "sample-2.jpg"))
    page.wait_for_selector("#toast button")
    assert "连不上" in page.inner_text("#toast")
    page.unroute("**/api/read*")
    phone.tap("#toast button")
    phone.read()
    assert page.locator("#sheet .chip[data-tile]").count() > 5
    phone.complaints.clear()  # the browser's own word about the lost request


def test_tiles_are_drawn_once_the_computer_is_back(phone: Phone) -> None:
    page = phone.page
    page.route("**/static/tiles.svg", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("#start-profile:not(:empty)")
    phone.tap("#by-hand")
    page.wait_for_selector("#keypad .pad button")
    assert page.locator("#t-5m").count() == 0
    page.unroute("**/static/tiles.svg")
    page.wait_for_selector("#t-5m", state="attached")
    drawn = page.evaluate("document.querySelector('#keypad [data-tile=\"5m\"] use').getBBox().width")
    assert drawn > 0
    phone.complaints.clear()


def test_a_note_closes_on_a_tap_and_covers_nothing(phone: Phone) -> None:
    page = phone.page
    page.route("**/api/hand*", lambda route: route.abort())
    phone.tap("#quick")
    page.wait_for_selector("#toast div")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    note = page.locator("#toast div").bounding_box()
    for node in page.locator("#questions button").all():
        box = node.bounding_box()
        assert box["y"] + box["height"] <= note["y"]
    page.tap("#toast span")
    assert page.locator("#toast div").count() == 0
    phone.complaints.clear()


@pytest.mark.parametrize("name", ["欧阳建国的二舅姥爷家小儿子", "Christopher-Alexander"])
def test_long_names_push_nothing_off_the_screen(phone: Phone, name: str) -> None:
    page = phone.page
    phone.tap("#open-setup")
    for i in range(4):
        page.fill(f"#setup-names input >> nth={i}", f"{name}{i}")
    phone.tap("#setup .dialog-head button")
    sample(phone)
    to_tiles(phone)
    for slot in ("A", "flip"):
        page.tap(f'#seats [data-slot="{slot}"]')
        for selector in ("#go", "#by-hand", ".capture .primary"):
            box = page.locator(selector).bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= PHONE["width"]
            assert box["width"] >= 44
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_doubtful_tiles_are_told_at_the_settlement(phone: Phone) -> None:
    sample(phone)
    doubt(phone, "C", 2)
    doubted = int(phone.page.inner_text('#steps [data-step="tiles"] .badge'))
    assert doubted == 2
    to_questions(phone)
    phone.answer("outcome", "B")
    phone.answer("how", "D")
    phone.tap("#go:not([disabled])")
    phone.net()
    assert f"还有 {doubted} 张" in phone.page.inner_text("#doubted")
    phone.tap("#doubted button")
    phone.page.wait_for_selector("#sheet .chip.unsure")


def test_back_goes_back_a_step_and_not_off_the_page(phone: Phone) -> None:
    page = phone.page
    quick_draw(phone)
    phone.net()
    page.go_back()
    page.wait_for_selector("#questions", state="visible")
    page.go_forward()
    page.wait_for_selector("#settlement", state="visible")


def test_the_keyboard_goes_on_from_the_button_that_goes_on(phone: Phone) -> None:
    page = phone.page
    phone.tap("#quick")
    for question, value in (("outcome", "draw"), ("dealer", "A"), ("ready", "!")):
        page.locator(f'[data-question="{question}"][data-value="{value}"]').focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f'[data-card="{question}"]', state="detached")
    page.wait_for_selector("#go:not([disabled])")
    page.wait_for_selector("#go:focus")


def test_options_that_exclude_each_other_and_a_stake_in_words(phone: Phone) -> None:
    page = phone.page
    phone.tap("#open-setup")
    for option in ("kou2", "kou3", "erdingguai"):
        phone.tap(f'#setup-variants input[value="{option}"]')
    assert phone.saved()["variants"] == ["kou3", "erdingguai"]
    page.fill("#setup-stake", "两块")
    assert page.locator("#setup-stake-bad").is_visible()
    page.fill("#setup-stake", "2元")
    assert page.locator("#setup-stake-bad").is_hidden()
    phone.tap("#setup .dialog-head button")
    quick_draw(phone, B="qingyise")
    phone.page.wait_for_selector("[data-net]")
    assert "+12" in phone.page.inner_text('[data-net="B"]')
    assert "24 元" in phone.page.inner_text('[data-net="B"]')


def test_several_winners_have_to_be_two(phone: Phone) -> None:
    phone.tap("#quick")
    phone.answer("outcome", "many")
    button: Any = phone.page.locator('[data-question="winners"][data-value="!"]')
    assert button.is_disabled()
    assert "至少选 2 家" in button.inner_text()
