"""What the night's forms say before anything is saved: the line beside the hands, closing, correcting."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest

from tests.ledger.hands import hand
from tests.webapp.night_phones import UNREADY, TablePhone, photo
from tests.webapp.night_table import NAMES, base, data_dir, fetch, won

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


def settings(base: str, made: tuple[str, str], body: dict[str, Any]) -> None:
    seen = fetch(f"{base}/api/tables/{made[0]}")["settings_version"]
    asked = urllib.request.Request(
        f"{base}/api/tables/{made[0]}",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "X-Table-Token": made[1], "If-Match": f'"{seen}"'},
        method="PUT",
    )
    urllib.request.urlopen(asked, timeout=10).close()


def test_ending_says_what_is_left_open_and_other_phones_are_told(browser: Any, base: str) -> None:
    """Whoever is in the middle of a hand hears that the night is over; the table waits for nobody then."""
    host, guest = TablePhone(browser, base), TablePhone(browser, base)
    made = table(host)
    guest.page.goto(f"{base}/?t={made[0]}#k={made[1]}")
    guest.page.wait_for_selector("#whose")
    assert guest.page.locator("#try-sample").is_hidden()  # a sample is no hand of this table
    guest.take("A", photo("hand", UNREADY["B"], shade=31))
    host.page.wait_for_selector("#draft:not([hidden])")
    host.tap("#close")
    said = " ".join(host.page.locator("[data-undone]").all_inner_texts())
    assert "有一把还没存：老王的牌已经拍了" in said
    assert "还有 1 笔没付" in said
    host.tap("#close-now")
    host.page.wait_for_selector(".middle:has-text('收桌了')")
    assert host.page.locator("#draft").is_hidden()
    guest.page.wait_for_selector("#ended:has-text('这桌收了')")
    guest.page.evaluate("document.querySelector('#ended').scrollIntoView()")
    guest.take("B", photo("hand", UNREADY["C"], shade=32))  # refused in silence before
    settings(base, made, {"closed": False})
    guest.page.wait_for_selector("#ended", state="detached")
    host.page.wait_for_selector("#draft:has-text('小李')")  # what was taken meanwhile goes to the table now
    log = host.page.locator("#hands .quiet-row").all_inner_texts()
    assert [text.split("：")[-1].strip() for text in log] == ["重新开桌", "收桌"]
    assert host.complaints == []
    host.context.close()
    guest.context.close()


def test_nothing_left_open_is_not_spoken_of(browser: Any, base: str) -> None:
    phone = TablePhone(browser, base)
    phone.open_table(NAMES, "")
    phone.tap("#close")
    assert phone.page.locator("[data-undone]").count() == 0
    phone.context.close()


def test_a_correction_names_the_hand_and_not_its_place_in_the_log(browser: Any, base: str) -> None:
    phone = TablePhone(browser, base)
    made = table(phone)  # entry 1 is a line
    for seat, dealer in (("A", "A"), ("B", None), ("C", None)):
        body = hand(seat, **({"dealer": dealer} if dealer else {}))
        send(base, f"/{made[0]}/hands", body, made[1])
    phone.page.wait_for_selector('[data-n="4"]')
    phone.tap('[data-n="3"] button')
    phone.tap("#correct")
    phone.page.wait_for_selector("#to-table:has-text('在改第 2 把')")
    phone.context.close()


def test_money_has_its_own_colour_and_sign(browser: Any, base: str) -> None:
    """大刘 is ahead in units and behind in money: each number is coloured for itself."""
    phone = TablePhone(browser, base)
    made = table(phone)
    for line in (
        {"type": "side", "in": "units", "from": "p3", "to": "p4", "amount": 2},
        {"type": "side", "in": "cash", "from": "p4", "to": "p3", "amount": "30"},
    ):
        send(base, f"/{made[0]}/lines", line, made[1])
    phone.page.wait_for_selector('[data-n="3"]')
    shown = {
        name: phone.page.locator(selector).evaluate(
            "node => [node.className.split(' ').at(-1), node.innerText]"
        )
        for name, selector in (
            ("total", '[data-seat="D"] .total'),
            ("money", '[data-seat="D"] small'),
            ("owed", '[data-total="p4"] .cash'),
            ("won", '[data-total="p3"] .cash'),
        )
    }
    assert shown == {
        "total": ["plus", "+2"],
        "money": ["minus", "−29 元"],
        "owed": ["minus", "−29 元"],
        "won": ["plus", "+29 元"],
    }
    text = fetch(f"{base}/api/tables/{made[0]}/export.txt?lang=zh")
    assert "阿珍 -2 番（+29 元）" in text
    phone.context.close()


def test_the_first_page_leads_back_to_the_open_table(browser: Any, base: str) -> None:
    phone = TablePhone(browser, base)
    phone.page.goto(f"{base}/?lang=zh")
    phone.page.wait_for_selector("#try-sample")
    assert phone.page.locator("#last-table").is_hidden()
    older, newer = table(phone), table(phone)
    phone.page.goto(f"{base}/?lang=zh")
    phone.page.wait_for_selector("#last-table:has-text('接着记')")
    assert phone.page.inner_text("#last-table-name") == "、".join(NAMES)
    assert phone.page.get_attribute("#last-table", "href") == f"/t/{newer[0]}"
    settings(base, newer, {"closed": True})
    phone.page.reload()
    phone.page.wait_for_selector(f'#last-table[href="/t/{older[0]}"]')
    phone.tap("#last-table")
    phone.night()
    assert phone.table == older[0]
    assert phone.complaints == []
    phone.context.close()


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_bottom_bar_shows_its_words_and_the_next_hand_first(
    browser: Any, base: str, lang: str, width: int
) -> None:
    phone = TablePhone(browser, base)
    phone.page.set_viewport_size({"width": width, "height": 640})
    made = table(phone, lang)
    bar = phone.page.locator(".actions .action").evaluate_all(
        "all => all.map(node => [node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight,"
        " node.getBoundingClientRect().width])"
    )
    assert [whole for whole, _ in bar] == [True] * 3
    assert bar[0][1] > max(bar[1][1], bar[2][1])  # 记一把
    phone.page.goto(f"{base}/?lang={lang}")  # without a table the hand's own page ends with the same words
    phone.quick()
    phone.answer({**won("A"), "dealer": "A"})
    if width < 900:
        phone.settle()
    go = '#go[data-go="hand"]'
    phone.page.wait_for_selector(go)
    assert phone.page.locator(go).evaluate("node => node.scrollWidth <= node.clientWidth"), made
    phone.context.close()
