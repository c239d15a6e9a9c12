"""The learning pages in a real browser: phone and desktop, light and dark, by touch and by keyboard."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from scoring.profile import load_profile
from scoring.settle import settle
from scoring.situation import parse_situation
from scoring.teach.ask_table import make_question
from scoring.teach.lessons import LESSONS
from scoring.teach.question import KINDS, Key
from scoring.teach.tables import Deal, Seat, draws
from tests.webapp.chromium import DESKTOP, PHONE
from tests.webapp.conftest import FakeReader, serving
from webapp.config import Config

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(Config(reader_factory=FakeReader, load_model=False), "127.0.0.1") as (host, port):
        yield f"http://{host}:{port}"


def context(browser: Any, size: dict[str, int] = PHONE, scheme: str = "light", **more: Any) -> Any:
    return browser.new_context(viewport=size, color_scheme=scheme, locale="zh-CN", **more)


class Watched:
    """A page, with everything it complained of and asked for."""

    def __init__(self, context: Any, base: str) -> None:
        self.page = context.new_page()
        self.base = base
        self.complaints: list[str] = []
        self.page.on("console", lambda m: m.type in ("error", "warning") and self.complaints.append(m.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda r: r.url.startswith(base) or self.complaints.append(r.url))


@pytest.fixture
def phone(browser: Any, base: str) -> Iterator[Watched]:
    ctx = context(browser)
    here = Watched(ctx, base)
    yield here
    ctx.close()
    assert here.complaints == []


NARROW = "document.documentElement.scrollWidth <= innerWidth"
PAGES = ["/learn", "/learn/drill?seed=7", "/learn/coach", "/learn/glossary"]
PAGES += [f"/learn/lesson/{lesson.id}?profile=guizhou-jishu" for lesson in LESSONS]


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_page_fits_and_complains_of_nothing(browser: Any, base: str, size: Any, lang: str) -> None:
    ctx = context(browser, size, "dark" if lang == "en" else "light")
    here = Watched(ctx, base)
    for path in PAGES:
        here.page.goto(f"{base}{path}{'&' if '?' in path else '?'}lang={lang}")
        if "drill" in path:
            here.page.wait_for_selector(".ask")
        assert here.page.evaluate(NARROW), path
        assert here.page.locator("h1").count() == 1, path
        unnamed = "[...document.querySelectorAll('button, a, input:not([type=file]), select, textarea')].filter(n => !(n.getAttribute('aria-label') || n.textContent.trim() || n.labels?.length)).map(n => n.outerHTML)"
        assert here.page.evaluate(unnamed) == [], path
        assert "⟨" not in here.page.inner_text("body"), path
    ctx.close()
    assert here.complaints == []


def answer_on_page(page: Any, key: Key) -> None:
    question = make_question(key)
    if question.form == "choice":
        page.click(f'[data-choice="{question.answer}"]')
        return
    if question.form in ("tiles", "seats"):
        for item in question.answer:
            page.click(f'[data-item="{item}"]')
    elif question.form == "number":
        page.fill("#question input", str(question.answer))
    else:
        for seat, n in question.answer.items():
            page.fill(f'#question input[data-seat="{seat}"]', str(n))
    page.click("#question .go")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", [1, 3])
def test_a_shared_question_is_answered_and_explained(phone: Watched, kind: str, level: int) -> None:
    key = Key(kind, level, 4321, "guiyang-fan", ("neiwaiji",))
    page = phone.page
    page.goto(
        f"{phone.base}/learn/drill?kind={kind}&level={level}&seed=4321&profile=guiyang-fan&variant=neiwaiji"
    )
    page.wait_for_selector(".ask")
    assert load_profile("guiyang-fan").title_zh in page.inner_text("#question")
    answer_on_page(page, key)
    page.wait_for_selector(".result.plus")
    assert page.locator(".verdict li").count() == len(make_question(key).explain)
    assert f"seed={key.seed}" in page.url
    assert page.evaluate(NARROW)


def test_what_one_gets_wrong_comes_back(phone: Watched) -> None:
    page = phone.page
    page.goto(f"{phone.base}/learn/drill?kind=chicken&level=1&seed=11&profile=fangka")
    page.wait_for_selector(".toggles")
    page.click("#question .go")  # no tile chosen: never right, the 幺鸡 stands
    page.wait_for_selector(".result.minus")
    seeds = []
    for _ in range(3):
        page.click(".verdict .go")
        page.wait_for_selector(".result", state="detached")
        page.wait_for_selector(".toggles button:enabled")
        seeds.append(page.get_attribute("#question", "data-seed"))
        answer_on_page(page, Key("chicken", 1, int(seeds[-1]), "fangka"))
        page.wait_for_selector(".result.plus")
    assert seeds[-1] == "11"
    assert "11" not in seeds[:-1]
    assert "以前错过" in page.inner_text("#question")
    kept = json.loads(page.evaluate("localStorage.getItem('zhuoji.drill.1')"))
    assert kept["asked"] == 4
    assert kept["wrong"][0]["box"] == 1


def test_a_level_just_chosen_comes_before_old_mistakes(phone: Watched) -> None:
    page = phone.page
    page.goto(f"{phone.base}/learn/drill?kind=chicken&level=1&seed=11&profile=fangka")
    page.wait_for_selector(".toggles")
    page.click("#question .go")
    page.wait_for_selector(".result.minus")
    page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage.getItem('zhuoji.drill.1'));
          kept.asked = 9;
          localStorage.setItem('zhuoji.drill.1', JSON.stringify(kept));
        }"""
    )
    page.reload()
    page.wait_for_selector(".toggles")
    page.click('[data-level="3"]')
    page.wait_for_selector("#question input")
    assert "level=3" in page.url
    assert "以前错过" not in page.inner_text("#question")
    seed = int(page.get_attribute("#question", "data-seed"))
    answer_on_page(page, Key("chicken", 3, seed, "fangka"))
    page.wait_for_selector(".result.plus")
    page.click(".verdict .go")
    page.wait_for_selector(".toggles")
    assert page.get_attribute("#question", "data-seed") == "11"


def test_a_wrong_sum_stands_beside_the_right_one(phone: Watched) -> None:
    page = phone.page
    key = Key("pay", 2, 3, "fangka")
    page.goto(f"{phone.base}/learn/drill?kind=pay&level=2&seed=3&profile=fangka")
    page.wait_for_selector("#question input")
    net = make_question(key).answer
    for seat in "ABCD":
        page.fill(f'#question input[data-seat="{seat}"]', str(net[seat] + (seat in "AB")))
    page.click("#question .go")
    page.wait_for_selector(".result.minus")
    rows = page.locator(".verdict .sums tfoot tr")
    assert rows.count() == 2
    assert rows.nth(1).locator("th").inner_text() == "你答的"
    assert rows.nth(1).locator("td.minus").count() == 2
    settlement = make_question(key).settlement
    assert settlement is not None
    assert page.locator(".verdict .sums tbody tr").count() == len(settlement.transfers)
    assert "你答的：A" in page.inner_text(".result")
    assert page.evaluate(NARROW)


@pytest.mark.parametrize(("kind", "level"), [("pattern", 1), ("waits", 2), ("score", 1), ("pay", 3)])
def test_the_tiles_asked_about_can_be_read(phone: Watched, kind: str, level: int) -> None:
    page = phone.page
    page.goto(f"{phone.base}/learn/drill?kind={kind}&level={level}&seed=5&profile=fangka")
    page.wait_for_selector("#question .face")
    widths = "[...document.querySelectorAll('#question > .holding .face, #question > .seating .face')].map(n => n.getBoundingClientRect().width)"
    found = page.evaluate(widths)
    assert len(found) >= 13
    assert min(found) >= 32
    assert page.evaluate(NARROW)


def test_a_hand_is_shown_set_by_set_after_the_answer(phone: Watched) -> None:
    page = phone.page
    seed = next(s for s in range(99) if make_question(Key("pattern", 2, s, "fangka")).answer == "longqidui")
    page.goto(f"{phone.base}/learn/drill?kind=pattern&level=2&seed={seed}&profile=fangka")
    page.wait_for_selector("[data-choice]")
    page.click('[data-choice]:not([data-choice="longqidui"])')
    page.wait_for_selector(".result.minus")
    assert page.locator(".verdict .groups .tiles").count() == 6
    assert page.locator(".verdict .groups .lit").count() == 4
    assert page.evaluate(NARROW)


def test_drills_work_without_storage(browser: Any, base: str) -> None:
    ctx = context(browser)
    ctx.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('private'); } })"
    )
    here = Watched(ctx, base)
    here.page.goto(f"{base}/learn/drill?kind=pattern&level=1&seed=3&profile=fangka")
    here.page.wait_for_selector("[data-choice]")
    answer_on_page(here.page, Key("pattern", 1, 3, "fangka"))
    here.page.wait_for_selector(".result.plus")
    ctx.close()
    assert here.complaints == []


def test_the_coach_by_keyboard_and_keypad(phone: Watched) -> None:
    page = phone.page
    page.goto(f"{phone.base}/learn/coach?profile=guiyang-fan")
    page.focus("#hand")
    page.keyboard.type("23456p99p345s6778s")
    page.keyboard.press("Enter")
    page.wait_for_selector("#advice article")
    assert "打一张就叫牌" in page.inner_text("#advice")
    assert "练习" in page.inner_text("#advice")
    page.click("#clear")
    for tile in ("1s", "1s", "2m"):
        page.click(f'[data-tile="{tile}"]')
    assert page.input_value("#hand") == "2m11s"
    page.select_option("#to", "pung")
    page.click('[data-tile="3p"]')
    assert page.input_value("#melds") == "pung 333p"
    page.click("#undo")
    assert page.input_value("#melds") == ""
    page.click("#coach .go")
    page.wait_for_selector("#advice .bad")
    assert page.evaluate(NARROW)
    assert phone.complaints.pop().endswith("(BAD REQUEST)")  # the browser notes the refusal


def test_a_line_opens_its_chain_with_the_players_tiles(phone: Watched) -> None:
    """One tap a line, where the settlement is shown."""
    deal = Deal(
        Seat("234567p99p345s678s"),
        b=Seat("1225889m224799s", discards="1s"),
        result=draws("A", "8s"),
        events={"first_1s": {"by": "B", "claimed_by": None}},
    )
    situation = deal.situation(load_profile("fangka"))
    page = phone.page
    page.goto(phone.base)
    page.wait_for_selector("#start-profile:not(:empty)")
    page.evaluate(
        """async (situation) => {
          const answer = await (await fetch('/api/settle?explain=1', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(situation)})).json();
          const { state } = await import('/static/js/state.js');
          const { renderSettlement } = await import('/static/js/settlement.js');
          state.names = { B: '王五' };
          document.getElementById('settlement').hidden = false;
          renderSettlement({ settlement: answer, situation, payments: [], assumptions: [], text: '' });
        }""",
        situation,
    )
    codes = [t.code for t in settle(parse_situation(situation)).transfers]
    place = codes.index("REV_CHARGE")
    page.click(f".lines > li:nth-child({place + 1}) summary")
    page.wait_for_selector(".why-steps")
    chain = page.inner_text(".why-steps")
    assert "王五打的" in chain
    assert "反赔" in chain
    assert page.locator(".why-steps .lit use[href$='#t-1s']").count() == 1
    assert "要是王五叫了牌" in page.inner_text(".why-if")
    page.click("text=要是换个人胡")
    page.wait_for_selector(".sums")
    assert page.locator(".sums").count() == 3
    assert page.evaluate(NARROW)
