"""The page that learns a table's own tiles, used as a player uses it, with colours instead of a model."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.tiles import FACES
from tests import colour_tiles
from tests.webapp.chromium import DESKTOP, PHONE
from tests.webapp.conftest import serving
from tests.webapp.test_page_axe import findings
from webapp.config import Config

pytestmark = pytest.mark.browser
OWN = colour_tiles.own_colours()
LAYOUT = {"name": "layout.png", "mimeType": "image/png", "buffer": colour_tiles.layout_photo(OWN)}
AGAIN = {**LAYOUT, "buffer": colour_tiles.layout_photo(OWN, size=(640, 401))}
HAND = [*FACES[:4], *FACES[9:13], *FACES[18:23]]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    config = Config(data_dir=tmp_path_factory.mktemp("data"), reader_factory=colour_tiles.reader)
    with serving(config, "127.0.0.1") as (host, port):
        yield f"http://{host}:{port}"


def ask(base: str, method: str, path: str, body: Any = None, token: str = "") -> Any:
    request = urllib.request.Request(
        base + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "X-Table-Token": token},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


@pytest.fixture
def table(base: str) -> dict[str, str]:
    opened: dict[str, str] = ask(base, "POST", "/api/tables", {"profile": "fangka"})
    return opened


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def page(request: pytest.FixtureRequest, browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport=request.param, locale="zh-CN")
    opened = context.new_page()
    opened.problems = []
    opened.on("pageerror", lambda error: opened.problems.append(str(error)))
    opened.on("console", lambda line: opened.problems.append(line.text) if line.type == "error" else None)
    yield opened
    assert opened.problems == []
    context.close()


def names(page: Any) -> list[str]:
    found: list[str] = page.eval_on_selector_all("[data-found]", "nodes => nodes.map((n) => n.dataset.tile)")
    return found


def shoot(page: Any, photo: dict[str, Any]) -> None:
    page.set_input_files("#album", photo)
    page.wait_for_selector("#check [data-found]")


def clean(page: Any) -> None:
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_teach_look_switch_forget(page: Any, base: str, table: dict[str, str]) -> None:
    page.goto(f"{base}/t/{table['id']}#k={table['token']}")
    page.click("#own-set")
    page.wait_for_selector("#order .layout .face")
    clean(page)
    shoot(page, LAYOUT)
    assert names(page) == list(FACES)  # by their order, whatever the detector thought
    assert page.locator("[data-found].unsure").count() > 0
    clean(page)
    page.click("#keep")
    page.wait_for_selector('[data-photo="1"]')
    assert "再拍一张" in page.inner_text('[data-photo="1"]')
    shoot(page, AGAIN)
    page.click("#keep")
    page.wait_for_selector('[data-photo="2"]')
    assert "教过认对 27 张" in page.inner_text('[data-photo="2"]')
    assert page.locator("#pictures img").count() == 27
    for i in range(3):
        picture = page.locator("#pictures img").nth(i)
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("async (img) => { await img.decode(); return img.naturalWidth; }") > 0
    clean(page)
    page.uncheck("#enabled")
    page.wait_for_selector("#toast:has-text('记好了')")
    assert ask(base, "GET", f"/api/tables/{table['id']}/set")["set"]["enabled"] is False
    page.click("#forget")
    assert ask(base, "GET", f"/api/tables/{table['id']}/set")["set"] is not None  # one tap isn't enough
    page.click("#forget")
    page.wait_for_selector("#learned", state="hidden")
    assert ask(base, "GET", f"/api/tables/{table['id']}/set")["set"] is None


def test_a_wrong_name_is_mended_and_what_is_no_tile_left_out(
    page: Any, base: str, table: dict[str, str]
) -> None:
    page.goto(f"{base}/t/{table['id']}/tiles#k={table['token']}")
    shoot(page, {**LAYOUT, "buffer": colour_tiles.photo_of([["2m", "5p", "7s"]], colour_tiles.COLOURS)})
    assert names(page) == ["2m", "5p", "7s"]
    page.click('[data-found="1"]')
    page.click('#sheet-dialog [data-tile="9s"]')
    assert names(page) == ["2m", "9s", "7s"]
    page.click('[data-found="2"]')
    page.click("#sheet-dialog .sheet > button.secondary")
    assert names(page) == ["2m", "9s"]
    page.click("#keep")
    page.wait_for_selector('[data-photo="1"]')
    assert ask(base, "GET", f"/api/tables/{table['id']}/set")["set"]["shown"] == ["2m", "9s"]


def test_the_hand_page_reads_with_the_set(
    page: Any, base: str, table: dict[str, str], tmp_path: Path
) -> None:
    page.goto(f"{base}/t/{table['id']}/tiles#k={table['token']}")
    for _ in range(2):
        shoot(page, LAYOUT)
        page.click("#keep")
        page.wait_for_selector("#check", state="hidden")
    page.goto(f"{base}/?t={table['id']}")
    photo = colour_tiles.photo_of([HAND[:9], HAND[9:]], OWN)
    page.set_input_files("#album", {"name": "hand.png", "mimeType": "image/png", "buffer": photo})
    page.wait_for_selector("#sheet .chip[data-tile]")
    read = page.eval_on_selector_all("#sheet .chip[data-tile]", "nodes => nodes.map((n) => n.dataset.tile)")
    assert sorted(read) == sorted(HAND)


SHUFFLED = {**LAYOUT, "buffer": colour_tiles.photo_of([list(FACES[18:]), list(FACES[:9]), list(FACES[9:18])], colour_tiles.COLOURS)}  # fmt: skip


def test_rows_in_another_order_are_asked_about(page: Any, base: str, table: dict[str, str]) -> None:
    """条、万、筒 instead of 万、筒、条: nothing is named behind the player's back, one tap says which it is."""
    page.goto(f"{base}/t/{table['id']}/tiles#k={table['token']}")
    shoot(page, SHUFFLED)
    assert "看着是条、万、筒，不是万、筒、条" in page.inner_text("#rows")
    assert page.locator("#keep").is_disabled()
    clean(page)
    page.click("#rows-asked")
    assert names(page) == list(FACES)
    assert page.locator("#rows").count() == 0
    page.click("#leave")
    shoot(page, SHUFFLED)
    page.click("#rows-seen")
    assert names(page) == [*FACES[18:], *FACES[:18]]
    assert page.locator("[data-found].unsure").count() == 0
    page.click("#keep")
    page.wait_for_selector('[data-photo="1"]')
    assert ask(base, "GET", f"/api/tables/{table['id']}/set")["set"]["missing"] == []


def test_names_that_were_mended_are_there_after_back(page: Any, base: str, table: dict[str, str]) -> None:
    page.goto(f"{base}/t/{table['id']}/tiles#k={table['token']}")
    shoot(page, {**LAYOUT, "buffer": colour_tiles.photo_of([["2m", "5p", "1z"]], colour_tiles.COLOURS)})
    assert "字牌" in page.inner_text("#honours")
    page.click('[data-found="1"]')
    page.click('#sheet-dialog [data-tile="9s"]')
    page.click("footer a.action")  # 回去
    page.wait_for_selector("#felt .seat")
    page.go_back()
    page.wait_for_selector("#check [data-found]")
    assert names(page) == ["2m", "9s", "1z"]
    page.reload()
    page.wait_for_selector("#check [data-found]")
    page.click("#keep")
    page.wait_for_selector('[data-photo="1"]')
    page.reload()
    page.wait_for_selector('[data-photo="1"]')
    assert page.locator("#check").is_hidden()  # it was kept, there is nothing to come back to


def test_what_another_phone_did_is_noticed(page: Any, base: str, table: dict[str, str]) -> None:
    """Taught, forgotten, closed elsewhere: the page shows it within seconds and says so; one delete is armed at a time."""
    address, token = f"/api/tables/{table['id']}", table["token"]
    page.goto(f"{base}/t/{table['id']}/tiles#k={token}")
    for photo, number in ((LAYOUT, 1), (AGAIN, 2)):
        shoot(page, photo)
        page.click("#keep")
        page.wait_for_selector(f'[data-photo="{number}"]')
    buttons = page.locator("#photos button")
    buttons.nth(0).click()
    buttons.nth(1).click()
    assert buttons.all_inner_texts() == ["删掉", "再点一次就删"]
    page.click("#forget")
    assert buttons.all_inner_texts() == ["删掉", "删掉"]
    ask(base, "DELETE", f"{address}/set/photos/1", token=token)
    page.wait_for_selector("#toast:has-text('别的手机刚改过')")
    assert page.locator("[data-photo]").count() == 1
    assert page.inner_text("#forget") == "删掉这副牌"  # not armed any more: it is another set now
    ask(base, "DELETE", f"{address}/set", token=token)
    page.wait_for_selector("#toast:has-text('忘掉了')")
    assert page.locator("#learned").is_hidden()
    page.click("#toast span")
    settings = ask(base, "GET", address)["settings_version"]
    request = urllib.request.Request(
        base + address,
        method="PUT",
        data=b'{"closed": true}',
        headers={"X-Table-Token": token, "If-Match": f'"{settings}"', "Content-Type": "application/json"},
    )
    urllib.request.urlopen(request).close()
    page.wait_for_selector("#cant:has-text('收了')")
    assert page.locator(".teacher:visible").count() == 0
    assert page.locator("#order").is_hidden()
    clean(page)
    # Pictures that were still on their way when the set was forgotten.
    page.problems[:] = [problem for problem in page.problems if "404" not in problem]


def test_news_of_what_this_page_did_itself_draws_nothing_anew(
    page: Any, base: str, table: dict[str, str]
) -> None:
    """The server tells of the photo before it has answered: pictures that were just drawn aren't taken away again."""
    page.goto(f"{base}/t/{table['id']}/tiles#k={table['token']}")
    shoot(page, LAYOUT)

    page.evaluate(
        """() => {
          const send = window.fetch;
          let told;
          const news = new Promise((resolve) => { told = resolve; });
          window.fetch = async (path, options) => {
            const answer = await send(path, options);
            if (options.method === "POST") await news;
            else if (path.includes("?since=") && answer.status === 200) setTimeout(told, 200);
            return answer;
          };
          window.drawn = 0;
          new MutationObserver((changes) => { window.drawn += changes.length; })
            .observe(document.getElementById("pictures"), { childList: true });
        }"""
    )
    page.click("#keep")
    page.wait_for_selector('[data-photo="1"]')
    page.wait_for_selector("#check", state="hidden")
    page.wait_for_timeout(500)  # the time a second drawing would take
    assert page.evaluate("window.drawn") == 1


def test_a_stranger_may_look_but_not_teach(page: Any, base: str, table: dict[str, str]) -> None:
    page.goto(f"{base}/t/{table['id']}/tiles")
    page.wait_for_selector("#cant:not([hidden])")
    assert "只能看" in page.inner_text("#cant")
    assert page.locator(".writer:visible").count() == 0


def test_photos_sent_twice_leave_everybodys_tiles_alone(page: Any, base: str) -> None:
    """Not about sets: five photos sent again would have landed on one player, one after the other."""
    hands = [
        HAND,
        HAND[::-1],
        [*FACES[14:18], *FACES[5:9], *FACES[20:25]],
        [*FACES[2:9], *FACES[11:17]],
        ["5m"],
    ]
    files = [
        {
            "name": f"{i}.png",
            "mimeType": "image/png",
            "buffer": colour_tiles.photo_of([tiles[:9], tiles[9:]], colour_tiles.COLOURS),
        }
        for i, tiles in enumerate(hands)
    ]
    page.goto(base)
    page.set_input_files("#album", files)
    for slot in ("A", "B", "C", "D", "flip"):
        page.wait_for_selector(f'#seats [data-slot="{slot}"] small:not(:has-text("—"))', state="attached")
    before = page.text_content("#seats")
    page.set_input_files("#album", files)
    page.wait_for_selector('#toast:has-text("多出来的")')
    assert page.text_content("#seats") == before
