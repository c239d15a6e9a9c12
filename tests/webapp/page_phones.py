"""Phones in a browser on the hand page: the server with the shipped model, taps counted, complaints kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.webapp.chromium import PHONE
from tests.webapp.conftest import ROOT, serving
from webapp import network
from webapp.config import Config

__all__ = ["PHONE", "SAMPLES", "Phone", "base", "phone", "quick_draw", "sample"]
SAMPLES = ROOT / "webapp" / "samples"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the shipped model."""
    with serving(Config(data_dir=tmp_path_factory.mktemp("page")), "0.0.0.0") as (_, port):
        yield f"http://{(network.lan_addresses() or ['127.0.0.1'])[0]}:{port}"


class Phone:
    """A page of its own, with everything it complained of and asked for."""

    def __init__(self, context: Any, base: str, path: str = "/") -> None:
        self.page = context.new_page()
        self.page.set_default_timeout(10_000)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.taps = 0
        self.page.on("console", lambda m: m.type in ("error", "warning") and self.complaints.append(m.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.base = base
        self.page.goto(base + path)
        self.page.wait_for_selector("#start-profile:not(:empty)")

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.tap(selector)

    def read(self) -> None:
        """Wait until all photos are read and the server has looked at the hand."""
        self.page.wait_for_selector("#seats button", timeout=60_000)
        self.page.wait_for_selector("#progress", state="hidden", timeout=60_000)

    def answer(self, question: str, value: str) -> None:
        self.tap(f'[data-question="{question}"][data-value="{value}"]')
        self.page.wait_for_selector(f'[data-card="{question}"]', state="detached")

    def net(self) -> list[int]:
        self.page.wait_for_selector("[data-net]")
        texts = self.page.locator(".net .sum").all_inner_texts()
        return [int(re.sub(r"[^\d-]", "", text.replace("−", "-").split("\n")[0])) for text in texts]

    def saved(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(self.page.evaluate("localStorage.getItem('zhuoji.hand.1')"))
        return state


@pytest.fixture
def phone(browser: Any, base: str) -> Iterator[Phone]:
    context = browser.new_context(viewport=PHONE, locale="zh-CN", has_touch=True, is_mobile=True)
    here = Phone(context, base)
    yield here
    context.close()
    assert here.complaints == []
    assert [url for url in here.requests if not url.startswith((base, "blob:"))] == []


def quick_draw(phone: Phone, dealer: str = "A", **ready: str) -> None:
    """A hand that nobody won, by the quick entry: who was ready, with what pattern; up to the settlement."""
    phone.tap("#quick")
    phone.answer("outcome", "draw")
    phone.answer("dealer", dealer)
    for seat in ready:
        phone.tap(f'[data-question="ready"][data-value="{seat}"]')
    phone.answer("ready", "!")
    for seat, pattern in ready.items():
        phone.answer(f"pattern:{seat}", pattern)
    phone.tap("#go:not([disabled])")


def sample(phone: Phone, profile: str = "guiyang-fan") -> None:
    phone.tap("#open-setup")
    phone.tap(f'#setup-profiles input[value="{profile}"]')
    phone.tap("#setup .dialog-head button")
    phone.tap("#try-sample")
    phone.read()


def to_tiles(phone: Phone) -> None:
    """The tiles' step; a hand read without a doubt opens at the questions."""
    phone.page.tap('#steps [data-step="tiles"]')
    phone.page.wait_for_selector("#tiles", state="visible")


def to_questions(phone: Phone) -> None:
    """On to the questions, by the big button where the tiles are shown first."""
    phone.page.wait_for_selector("#tiles:not([hidden]), #questions:not([hidden])")
    if phone.page.locator("#tiles").is_visible():
        phone.tap("#go")
    phone.page.wait_for_selector("#questions", state="visible")


def doubt(phone: Phone, slot: str, count: int) -> None:
    """The first tiles of a slot doubted, whatever the detector of today thinks of the sample."""
    phone.page.evaluate(
        """([slot, count]) => {
            const state = JSON.parse(localStorage.getItem("zhuoji.hand.1"));
            const { reading } = state.sheets.find((sheet) => sheet.slot === slot);
            reading.tiles.forEach((tile, i) => {
                tile.unsure = i < count;
                if (i < count) tile.alternatives = [["9s", 0.3]];
            });
            Object.assign(state, { step: "tiles", slot });
            localStorage.setItem("zhuoji.hand.1", JSON.stringify(state));
        }""",
        [slot, count],
    )
    phone.page.reload()
    phone.page.wait_for_selector("#tiles", state="visible")
