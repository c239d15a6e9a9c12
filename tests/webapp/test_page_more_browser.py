"""What stands beside the way of a hand: last hand's answers, large type, picture, rules by questions, source."""

from __future__ import annotations

import zipfile
from typing import Any

import pytest
from PIL import Image

from tests.webapp.page_phones import PHONE, Phone, base, phone

__all__ = ["base", "phone"]
pytestmark = pytest.mark.browser


def quick_win(phone: Phone, winner: str, payer: str) -> None:
    """A hand without tiles: a pung hand won from `payer`, C ready as well, nothing turned."""
    phone.tap("#quick")
    phone.answer("outcome", winner)
    phone.answer("how", payer)
    if phone.page.locator('[data-card="dealer"]').count():
        phone.answer("dealer", "A")
    phone.tap('[data-question="ready"][data-value="C"]')
    phone.answer("ready", "!")
    phone.answer(f"pattern:{winner}", "dadui")


def finish(phone: Phone) -> None:
    for _ in range(8):
        cards = phone.page.locator("[data-card]")
        if phone.page.locator("#go:not([disabled])").count():
            break
        card = cards.first.get_attribute("data-card")
        if card == "tile":
            phone.tap('[data-question="tile"][data-value="+"]')
            phone.tap('#keypad .pad [data-tile="5m"]')
            phone.page.wait_for_selector('[data-card="tile"]', state="detached")
            continue
        value = "!" if card in ("chickens", "beans") else "forgot" if card == "flip" else "none"
        phone.answer(str(card), value)
    phone.tap("#go:not([disabled])")


def test_same_as_last_hand_with_another_winner(phone: Phone) -> None:
    phone.page.goto(phone.base + "/?profile=guiyang-fan")  # no dealer, so that only the seats differ
    phone.page.wait_for_selector("#start-profile:not(:empty)")
    quick_win(phone, "A", "B")
    finish(phone)
    first = phone.net()
    phone.tap("#go")
    phone.tap("#quick")
    phone.tap('[data-same="B"]')
    phone.page.wait_for_selector('[data-card="outcome"]', state="detached")
    assert phone.saved()["answers"] == {"outcome": "B", "how": "A", "ready": ["C"], "pattern:B": "dadui"}
    assert phone.page.locator('[data-card="flip"]').count() == 1  # another tile was turned this time
    finish(phone)
    second = phone.net()
    assert second[:2] == first[1::-1]


def turn(phone: Phone, tile: str) -> None:
    phone.tap('[data-question="flip"][data-value="+"]')
    phone.tap(f'#keypad .pad [data-tile="{tile}"]')


def test_another_turned_tile_asks_about_its_chickens_again(phone: Phone) -> None:
    """A fresh pair of eyes lost two chickens here: the answer belonged to the tile turned before."""
    quick_win(phone, "A", "B")
    turn(phone, "4p")
    phone.page.wait_for_selector('[data-card="flip"]', state="detached")
    phone.tap('[aria-label="甲 五筒 +1"]')
    phone.answer("chickens", "!")
    phone.tap('[data-row="flip"]')
    turn(phone, "1m")
    phone.page.wait_for_selector('[data-card="chickens"]')
    assert phone.page.locator("#go:not([disabled])").count() == 0
    phone.tap('[aria-label="甲 二万 +1"]')
    phone.answer("chickens", "!")
    assert phone.saved()["answers"]["chickens"]["A"]["2m"] == 1


def test_a_refused_hand_leads_back_to_what_can_be_mended(phone: Phone) -> None:
    """平胡 without 豆 can't win on a discard where the rules say so: the page must not end there."""
    phone.page.goto(phone.base + "/?profile=guiyang-fan")
    phone.page.wait_for_selector("#start-profile:not(:empty)")
    quick_win(phone, "A", "B")
    phone.tap('[data-row="pattern:A"]')
    phone.tap('[data-question="pattern:A"][data-value="ping"]')
    finish(phone)
    phone.page.wait_for_selector("#settlement .bad")
    phone.tap('[data-mend="questions"]')
    phone.page.wait_for_selector('[data-row="pattern:A"]')


def test_the_very_first_hand_has_no_last_one(phone: Phone) -> None:
    phone.tap("#quick")
    phone.page.wait_for_selector('[data-card="outcome"]')
    assert phone.page.locator("[data-same]").count() == 0


def test_large_type_stays_and_fits(phone: Phone) -> None:
    page = phone.page
    phone.tap("#open-setup")
    phone.tap("#setup-large")
    phone.tap("#setup .dialog-head button")
    page.reload()
    page.wait_for_selector("#start-profile:not(:empty)")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
    quick_win(phone, "A", "B")
    finish(phone)
    phone.net()
    for step in ("tiles", "questions", "settlement"):
        page.tap(f'#steps [data-step="{step}"]')
        assert page.evaluate("document.documentElement.scrollWidth") == 360, step
    page.goto(phone.base + "/rules/find")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_settlement_as_a_picture_over_plain_http(phone: Phone) -> None:
    quick_win(phone, "A", "B")
    finish(phone)
    phone.net()
    phone.tap("#as-picture")
    phone.page.wait_for_selector("#picture img")
    with phone.page.expect_download() as saved:
        phone.page.click('#picture a[download="zhuoji.png"]')
    picture = Image.open(saved.value.path())
    assert picture.format == "PNG"
    assert picture.width == 720
    assert picture.height > 500
    colours = picture.convert("RGB").getcolors(1 << 20) or []
    assert max(colours)[1] == (251, 247, 234)  # ivory ground
    assert len(colours) > 50  # and something written on it
    phone.tap("#picture .dialog-head button")
    phone.page.wait_for_selector("#picture", state="detached")


def test_rules_are_found_by_questions_and_taken(phone: Phone) -> None:
    page = phone.page
    phone.tap("#open-setup")
    phone.tap("#find-rules")
    page.wait_for_selector(".finder")
    page.click('[data-answer="2"]')  # a plain hand for 2: only with a fixed addition
    page.wait_for_selector("[data-answer], [data-system]")
    while page.locator("[data-answer]").count():
        page.locator("[data-answer]").first.click()
        page.wait_for_load_state()
    page.locator("[data-system] button").first.click()
    page.wait_for_selector("#start-profile:not(:empty)")
    assert page.url.rstrip("/") == phone.base
    state = phone.saved()
    from scoring.profile import load_profile

    assert load_profile(state["profile"], state["variants"])["base_add"] == 1


def test_live_view_says_why_it_is_off(phone: Phone) -> None:
    secure = phone.page.evaluate("window.isSecureContext")
    assert phone.page.locator("#live-off").is_visible() is not secure
    assert phone.page.locator("#live-view").is_visible() is secure


def test_source_of_the_running_program_is_one_link_away(phone: Phone) -> None:
    page = phone.page
    page.click('a[href="/source"]')
    with page.expect_download() as got:
        page.click('a[href="/source.zip"]')
    with zipfile.ZipFile(got.value.path()) as archive:
        names = {name.split("/", 1)[1] for name in archive.namelist()}
    assert {
        "webapp/app.py",
        "scoring/settle.py",
        "vision/reading.py",
        "models/tiles.onnx",
        "LICENSE",
    } <= names
    assert "webapp/static/js/main.js" in names
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


@pytest.mark.parametrize("path", ["/", "/rules", "/rules/find", "/source"])
def test_no_page_is_wider_than_the_phone(browser: Any, base: str, path: str) -> None:
    context = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(base + path)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    context.close()
