"""axe-core (WCAG 2.2 AA and best practice) over every state of the hand page, two sizes, dark and light."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.webapp.page_phones import PHONE, Phone, base, doubt, sample

__all__ = ["base"]
pytestmark = pytest.mark.browser
SIZES = {"phone": PHONE, "wide": {"width": 1280, "height": 800}}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def findings(page: Any) -> list[str]:
    """What axe objects to, one line a node."""
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    violations = Axe().run(page, options=options).response["violations"]
    return [f"{v['id']}: {n['html'][:160]}" for v in violations for n in v["nodes"]]


def table_of(base: str) -> dict[str, Any]:
    """A table opened by this phone, as it remembers it."""
    body = json.dumps({"profile": "fangka", "persons": []}).encode()
    asked = urllib.request.Request(f"{base}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=10) as answer:
        made = json.load(answer)
    return {made["id"]: {"token": made["token"], "name": "甲、乙", "at": 1}}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_hand_page_is_clean(browser: Any, base: str, size: str, scheme: str) -> None:
    context = browser.new_context(
        viewport=SIZES[size], color_scheme=scheme, has_touch=True, is_mobile=size == "phone", locale="zh-CN"
    )
    here = Phone(context, base)
    page = here.page
    seen: dict[str, list[str]] = {"start": findings(page)}
    here.tap("#open-setup")
    seen["setup"] = findings(page)
    here.tap("#setup .dialog-head button")
    sample(here)
    doubt(here, "C", 2)
    page.tap('[data-slot="C"]')
    seen["tiles"] = findings(page)
    here.tap("#sheet .chip[data-tile] >> nth=0")
    seen["keypad"] = findings(page)
    here.tap("#keypad .dialog-head button")
    if size == "phone":
        here.tap("#go")
    seen["questions"] = findings(page)
    here.answer("outcome", "B")
    here.answer("how", "D")
    if size == "phone":
        here.tap("#go:not([disabled])")
    here.net()
    for node in page.locator("#settlement summary").all():
        node.tap()
    page.wait_for_load_state("networkidle")
    seen["settlement"] = findings(page)
    here.tap("#as-picture")
    page.wait_for_selector("#picture img")
    seen["picture"] = findings(page)
    here.tap("#picture .dialog-head button")
    page.evaluate("known => localStorage.setItem('zhuoji.tables.1', known)", json.dumps(table_of(base)))
    here.tap("#to-a-table")
    page.wait_for_selector("[data-into]")
    seen["which table"] = findings(page)
    here.tap("[data-into]")
    page.wait_for_selector("#save-there")
    seen["who sat"] = findings(page)
    for path in ("/rules", "/rules/find", "/rules/fangka", "/source", "/nothing"):
        page.goto(base + path)
        seen[path] = findings(page)
    context.close()
    assert {name: found for name, found in seen.items() if found} == {}
