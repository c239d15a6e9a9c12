"""Two phones at once over the LAN address: one enters a hand from photos, the other from the keypad (issue 7).

Taps and seconds of the flawless hand are printed: ``pytest -s tests/webapp/test_page_two_phones.py``.
"""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from scoring.codec import settle_json
from scoring.tiles import parse_tiles
from tests.webapp.page_phones import PHONE, SAMPLES, Phone, base

__all__ = ["base"]
pytestmark = pytest.mark.browser
HAND = SAMPLES / "hand-1"
SEATS = "ABCD"
TAPS, SECONDS = 8, 25  # SPEC 5
PERSON = 0.8
"""Seconds a person takes to find and hit each button; the browser itself is quicker than any finger."""


def settled(phone: Phone, profile: str, situation: dict[str, Any]) -> None:
    """What the page shows is what the engine says about the true hand."""
    known = settle_json(situation | {"profile": profile})
    assert known["ok"]
    assert phone.net() == [known["net"][seat] for seat in SEATS]


def from_photos(phone: Phone, known: dict[str, Any]) -> float:
    """The camera tapped once for the album, the photos chosen, the questions answered; seconds of the machine."""
    phone.page.goto(phone.base + "/?profile=guiyang-fan")
    phone.page.wait_for_selector("#start-profile:not(:empty)")
    phone.taps = 2  # 相册, and "done" in the phone's own picker
    start = time.perf_counter()
    phone.page.set_input_files("#album", [str(HAND / f"{name}.jpg") for name in (*SEATS, "flip")])
    phone.read()
    if phone.page.locator("#tiles").is_visible():
        phone.tap("#go")
    phone.answer("outcome", known["result"]["winners"][0])
    phone.answer("how", known["result"].get("from", "self"))
    while phone.page.locator("[data-card]").count():
        card = str(phone.page.locator("[data-card]").first.get_attribute("data-card"))
        value = known["result"]["tile"] if card == "tile" else "none"
        phone.answer(card, value)
    phone.tap("#go:not([disabled])")
    phone.page.wait_for_selector("[data-net]")
    return time.perf_counter() - start


def typed(phone: Phone, known: dict[str, Any]) -> None:
    """The same hand on the keypad: 13 taps a player, melds one each."""
    page = phone.page
    page.goto(phone.base + "/?profile=guiyang-fan")
    page.wait_for_selector("#start-profile:not(:empty)")
    for seat in SEATS:
        player = known["players"][seat]
        if page.locator("#seats button").count():
            phone.tap(f'#seats [data-slot="{seat}"]')
        phone.tap("#by-hand")
        for meld in player["melds"]:
            kong = "kong" in meld
            phone.tap(f"#keypad .modes button >> nth={2 if kong else 1}")
            tile = meld.split()[1].split("<")[0]
            phone.tap(f'#keypad .pad [data-tile="{tile[0]}{tile[-1]}"]')
        for tile in parse_tiles(player["hand"]):
            phone.tap(f'#keypad .pad [data-tile="{tile}"]')
        phone.tap("#keypad .dialog-head button")
    phone.tap('#seats [data-slot="flip"]')
    phone.tap("#by-hand")
    phone.tap(f'#keypad .pad [data-tile="{known["flip"]}"]')
    page.wait_for_selector("#keypad", state="hidden")
    phone.tap("#go")
    phone.answer("outcome", known["result"]["winners"][0])
    phone.answer("how", known["result"].get("from", "self"))
    while page.locator("[data-card]").count():
        card = str(page.locator("[data-card]").first.get_attribute("data-card"))
        phone.answer(card, answer(card, known))
    phone.tap("#go:not([disabled])")


def answer(card: str, known: dict[str, Any]) -> str:
    if card == "tile":
        return str(known["result"]["tile"])
    if card.startswith("kong:"):
        _, seat, tile = card.split(":")
        meld = next(
            m for m in known["players"][seat]["melds"] if "kong" in m and f"{tile[0] * 4}{tile[1]}" in m
        )
        kind, feeder = meld.split()[0], meld.partition("<")[2]
        return f"{kind}<{feeder}" if kind == "exposed-kong" else kind
    return "none"


def test_a_hand_from_photos_and_one_from_the_keypad_at_once(browser: Any, base: str) -> None:
    known = json.loads((HAND / "situation.json").read_text(encoding="utf-8"))
    contexts = [
        browser.new_context(viewport=PHONE, locale="zh-CN", has_touch=True, is_mobile=True) for _ in "12"
    ]
    camera, keys = (Phone(context, base) for context in contexts)
    machine = from_photos(camera, known)
    seconds = machine + PERSON * camera.taps
    print(
        f"\nfrom photos at {base}, {PHONE['width']}×{PHONE['height']}: {camera.taps} taps, "
        f"{machine:.1f} s of the machine, {seconds:.1f} s with {PERSON} s a tap"
    )
    settled(camera, "guiyang-fan", known)
    typed(keys, known)
    print(f"from the keypad: {keys.taps} taps")
    settled(keys, "guiyang-fan", known)
    assert camera.net() == keys.net()
    for context in contexts:
        context.close()
    assert camera.complaints == keys.complaints == []
    assert camera.taps <= TAPS
    assert seconds <= SECONDS
