"""Mending by touch, mouse, keyboard: looking closer at the photo, moving tiles between groups, taking it back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webapp.page_phones import SAMPLES, Phone, base, phone

__all__ = ["base", "phone"]
pytestmark = pytest.mark.browser
GROUPS = """() => { const { reading } = JSON.parse(localStorage.getItem("zhuoji.hand.1")).sheets[0];
  return reading.groups.map((g) => [g.role, g.tiles.map((i) => reading.tiles[i].tile)]); }"""


def opened(phone: Phone) -> Any:
    phone.page.set_input_files("#album", str(SAMPLES / "hand-1" / "C.jpg"))
    phone.read()
    phone.page.wait_for_selector(".frame img:not([hidden])")
    return phone.page


def shown(page: Any) -> list[float]:
    box = page.locator(".frame > svg").get_attribute("viewBox")
    return [float(part) for part in box.split()]


def sizes(page: Any) -> dict[str, int]:
    out: dict[str, int] = {}
    for role, tiles in page.evaluate(GROUPS):
        out[role] = out.get(role, 0) + len(tiles)
    return out


def middle(node: Any) -> tuple[float, float]:
    node.scroll_into_view_if_needed()
    box = node.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch(session: Any, kind: str, *points: tuple[float, float]) -> None:
    touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_two_fingers_look_closer_and_one_moves(phone: Phone) -> None:
    page = opened(phone)
    whole = shown(page)
    x, y = middle(page.locator(".frame"))
    session = page.context.new_cdp_session(page)
    touch(session, "touchStart", (x - 20, y), (x + 20, y))
    for wide in (30, 45, 60):
        touch(session, "touchMove", (x - wide, y), (x + wide, y))
    touch(session, "touchEnd")
    close = shown(page)
    assert close[2] < whole[2] / 2
    assert close[2] / close[3] == pytest.approx(whole[2] / whole[3], rel=1e-3)
    touch(session, "touchStart", (x, y))
    for step in (10, 30, 60):
        touch(session, "touchMove", (x - step, y))
    touch(session, "touchEnd")
    assert shown(page)[0] > close[0]
    assert page.locator("#keypad[open]").count() == 0  # a move is no tap on a tile
    image, layer = page.locator(".frame img").bounding_box(), shown(page)
    frame = page.locator(".frame").bounding_box()
    scale = frame["width"] / layer[2]
    assert frame["x"] - image["x"] == pytest.approx(layer[0] * scale, abs=1.5)  # photo and boxes move as one


def test_buttons_and_keys_look_closer(phone: Phone) -> None:
    page = opened(phone)
    whole = shown(page)
    phone.tap('[data-focus="zoom-in"]')
    assert shown(page)[2] == pytest.approx(whole[2] / 1.6)
    phone.tap('[data-focus="zoom-out"]')
    assert shown(page) == pytest.approx(whole)
    page.locator(".frame").focus()
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    assert shown(page)[0] > whole[0]
    page.keyboard.press("0")
    assert shown(page) == pytest.approx(whole)


def test_a_tile_is_dragged_to_another_group_by_mouse(phone: Phone) -> None:
    page = opened(phone)
    before = sizes(page)
    page.mouse.move(*middle(page.locator('[data-drop="hand"] .chip[data-tile]').first))
    page.mouse.down()
    page.mouse.move(
        *[part + 12 for part in middle(page.locator('[data-drop="hand"] .chip[data-tile]').first)]
    )
    zone = page.locator("#drop-new")
    x, y = middle(zone)
    page.mouse.move(x, y, steps=4)
    page.mouse.up()
    assert page.locator("#drop-new").count() == 0
    assert page.locator("#keypad[open]").count() == 0
    after = sizes(page)
    assert (after["hand"], after["meld"]) == (before["hand"] - 1, before["meld"] + 1)
    page.keyboard.press("Control+z")
    assert sizes(page) == before


def test_a_tile_is_dragged_by_a_finger_after_a_hold(phone: Phone) -> None:
    page = opened(phone)
    before = sizes(page)
    session = page.context.new_cdp_session(page)
    page.locator('[data-drop^="meld:"]').first.scroll_into_view_if_needed()
    start = middle(page.locator('[data-drop="hand"] .chip[data-tile]').last)
    touch(session, "touchStart", start)
    page.wait_for_selector(".ghost")
    goal = page.locator('[data-drop^="meld:"] .chip').first.bounding_box()
    x, y = goal["x"] + 20, goal["y"] + 20
    touch(session, "touchMove", ((start[0] + x) / 2, (start[1] + y) / 2))
    touch(session, "touchMove", (x, y))
    touch(session, "touchEnd")
    page.wait_for_selector(".ghost", state="detached")
    after = sizes(page)
    assert (after["hand"], after["meld"]) == (before["hand"] - 1, before["meld"] + 1)
    phone.tap("#undo")
    assert sizes(page) == before


def test_a_tile_is_moved_by_keyboard_alone(phone: Phone) -> None:
    page = opened(phone)
    before = sizes(page)
    chip = page.locator('[data-drop="hand"] .chip[data-tile]').first
    chip.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#keypad[open]")
    page.locator("#keypad select").focus()
    page.locator("#keypad select").select_option("discards")
    page.wait_for_selector("#keypad", state="hidden")
    assert sizes(page) == before | {"hand": before["hand"] - 1, "discards": before.get("discards", 0) + 1}
    page.keyboard.press("Control+z")
    assert sizes(page) == before


def test_every_tile_and_tool_says_what_it_is(phone: Phone) -> None:
    page = opened(phone)
    for node in page.locator("#sheet button, #sheet select, #seats button").all():
        said = node.evaluate(
            "(n) => n.getAttribute('aria-label') || n.closest('label')?.textContent || n.textContent"
        )
        assert said.strip()
    assert page.locator('#sheet [aria-live="polite"]').count() == 1
