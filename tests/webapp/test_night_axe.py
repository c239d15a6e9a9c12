"""axe-core over the night's pages, two sizes, dark and light; and setting a table up in a few taps."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.ledger.hands import hand
from tests.webapp.conftest import FakeReader, serving
from tests.webapp.night_phones import VIEW, TablePhone
from tests.webapp.night_table import NAMES
from tests.webapp.test_page_axe import findings
from webapp.config import Config

pytestmark = pytest.mark.browser
SIZES = {"phone": VIEW, "wide": {"width": 1280, "height": 800}}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    config = Config(data_dir=tmp_path_factory.mktemp("axe"), reader_factory=FakeReader)
    with serving(config, "127.0.0.1") as (host, port):
        yield f"http://{host}:{port}"


def post(base: str, path: str, body: Any, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", "X-Table-Token": token}
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_night_pages_are_clean(browser: Any, base: str, size: str, scheme: str) -> None:
    table = post(
        base, "/api/tables", {"profile": "fangka", "stake": "1", "persons": [{"name": n} for n in NAMES]}
    )
    path, token = f"/api/tables/{table['id']}", table["token"]
    post(base, f"{path}/hands", hand("A", dealer="A"), token)
    post(base, f"{path}/hands", hand("B", "C"), token)
    context = browser.new_context(viewport=SIZES[size], color_scheme=scheme, has_touch=True, locale="zh-CN")
    page = context.new_page()
    page.goto(f"{base}/t/{table['id']}#k={token}")
    page.wait_for_selector('[data-n="2"]')
    assert "#" not in page.url  # the token is off the screen
    seen = {"night": findings(page)}
    for name, opener in (("hand", '[data-n="1"] button'), ("line", "#add-line"), ("people", "#people"),
                         ("terms", "#terms"), ("join", "#join"), ("close", "#close")):  # fmt: skip
        page.tap(opener)
        page.wait_for_selector("#sheet-dialog[open] h2")
        seen[name] = findings(page)
        page.tap("#sheet-dialog .dialog-head button")
    page.goto(f"{base}/tables")
    page.wait_for_selector("#again:not([hidden])")
    seen["new"] = findings(page)
    page.goto(f"{base}/trust")
    seen["trust"] = findings(page)
    context.close()
    assert {name: found for name, found in seen.items() if found} == {}


def test_last_nights_table_again_is_two_taps(browser: Any, base: str) -> None:
    """開 the page, 和上次一样: the same people, rules and stake, an empty ledger."""
    phone = TablePhone(browser, base)
    phone.open_table(NAMES, "0.5")
    first = phone.table
    phone.page.goto(f"{base}/tables")
    phone.page.wait_for_selector("#again:not([hidden])")
    phone.tap("#again")
    phone.page.wait_for_url("**/t/*")
    phone.night()
    assert phone.table != first
    shown = phone.page.inner_text("#felt")
    assert all(name in shown for name in NAMES)
    assert "0.5 元" in shown
    phone.context.close()


def test_rules_from_the_finder(browser: Any, base: str) -> None:
    phone = TablePhone(browser, base)
    phone.page.goto(f"{base}/tables?profile=guiyang-ge&variant=shangxia")
    phone.page.wait_for_selector("#names input")
    assert phone.page.input_value("#profile") == "guiyang-ge"
    phone.tap("footer .go")
    phone.night()
    with urllib.request.urlopen(f"{base}/api/tables/{phone.table}", timeout=10) as answer:
        assert json.load(answer)["settings"]["variants"] == ["shangxia"]
    phone.context.close()
