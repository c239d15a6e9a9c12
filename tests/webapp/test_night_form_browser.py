"""What the night's forms say before anything is saved: the line beside the hands, closing, correcting."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest

from tests.webapp.night_phones import TablePhone
from tests.webapp.night_table import NAMES, base, data_dir, fetch

__all__ = ["base", "data_dir"]
pytestmark = pytest.mark.browser


def send(base: str, path: str, body: dict[str, Any], token: str | None = None) -> Any:
    headers = {"Content-Type": "application/json"} | ({"X-Table-Token": token} if token else {})
    asked = urllib.request.Request(f"{base}/api/tables{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return json.loads(answer.read())


def table(phone: TablePhone, lang: str = "zh") -> tuple[str, str]:
    """A table where 老王 owes 小李 40 元, opened on the phone: (id, token)."""
    persons = [{"name": name} for name in NAMES]
    made = send(phone.base, "", {"profile": "fangka", "stake": "0.5", "persons": persons})
    debt = {"type": "free", "in": "cash", "from": "p1", "to": "p2", "amount": "40"}
    send(phone.base, f"/{made['id']}/lines", debt, made["token"])
    phone.page.goto(f"{phone.base}/t/{made['id']}?lang={lang}#k={made['token']}")
    phone.night()
    return made["id"], made["token"]


def totals(phone: TablePhone) -> Any:
    return fetch(f"{phone.base}/api/tables/{phone.table}")["totals"]


def test_a_transfer_is_a_payment_unless_another_debt_is_said(browser: Any, base: str) -> None:
    """转账 is money already sent: the form begins there and says where both stand before it is saved."""
    phone = TablePhone(browser, base)
    table(phone)
    phone.tap("#add-line")
    assert phone.page.input_value("#line-form [name=type]:checked") == "paid"
    assert phone.page.inner_text("#sheet-dialog h2") == "转账：已经付了"
    phone.page.fill("#line-form [name=amount]", "20")
    said = phone.page.inner_text("#line-preview")
    assert "老王已经给了小李 20 元" in said
    assert "老王还要付 20 元，小李还要收 20 元" in said
    phone.page.check("#line-form [value=free]")
    said = phone.page.inner_text("#line-preview")
    assert "老王要多给小李 20 元" in said
    assert "老王还要付 60 元，小李还要收 60 元" in said
    assert phone.page.inner_text("#sheet-dialog h2") == "另外欠"
    phone.page.check("#line-form [value=paid]")
    phone.tap("#line-form .go")
    phone.page.wait_for_selector('.pay li:has-text("20 元")')
    assert totals(phone)["payments"] == [{"from": "p1", "to": "p2", "amount": "20", "in": "cash"}]
    assert "老王 → 小李 20 元" in phone.page.inner_text('#hands [data-n="2"]')
    assert phone.complaints == []
    phone.context.close()


@pytest.mark.parametrize(
    ("lang", "label", "said", "title"),
    [
        ("zh", "每家多少", "每家 40 元，一共 160 元。", "台费"),
        ("en", "How much each", "40 each, 160 in all.", "Table money"),
    ],
)
def test_table_money_is_said_to_be_each_players(
    browser: Any, base: str, lang: str, label: str, said: str, title: str
) -> None:
    phone = TablePhone(browser, base)
    table(phone, lang)
    phone.tap("#add-line")
    phone.page.check("#line-form [value=table]")
    phone.page.fill("#line-form [name=amount]", "40")
    assert phone.page.locator(f'#line-form label:has-text("{label}")').is_visible()
    assert phone.page.inner_text("#line-preview") == said
    assert phone.page.inner_text("#sheet-dialog h2") == title
    assert phone.page.locator("#line-form [name=from]").is_hidden()
    phone.context.close()


def test_a_line_in_units_says_what_it_is_worth(browser: Any, base: str) -> None:
    """20 番 of 0.5 元 lower a debt of 40 元 by 10."""
    phone = TablePhone(browser, base)
    table(phone)
    phone.tap("#add-line")
    assert phone.page.input_value("#line-form [name=in]") == "cash"
    phone.page.select_option("#line-form [name=in]", "units")
    phone.page.fill("#line-form [name=amount]", "20")
    assert "老王还要付 30 元" in phone.page.inner_text("#line-preview")
    phone.tap("#line-form .go")
    phone.page.wait_for_selector('.pay li:has-text("30 元")')
    assert totals(phone)["open"]["money"]["p1"] == "-30"
    phone.context.close()
