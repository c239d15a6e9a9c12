"""The page over https: live view, and the offline shell that keeps one whole build and never mixes two."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import webapp.pages.views as views
from tests.webapp import node
from tests.webapp.chromium import PHONE, chromium
from tests.webapp.conftest import boot
from webapp import shell, tls
from webapp.app import create_app
from webapp.config import Config

SECURE = [
    "--ignore-certificate-errors",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
]


class Door:
    """The app behind TLS; it can go away."""

    def __init__(self, folder: Path, config: Config) -> None:
        self.door: tls.Door | None = tls.open_door(create_app(config), "127.0.0.1", 0, folder)
        self.port = self.door.port

    def close(self) -> None:
        if self.door:
            self.door.close()
        self.door = None

    @property
    def base(self) -> str:
        return f"https://127.0.0.1:{self.port}"


@pytest.fixture
def door(tmp_path: Path, config: Config) -> Iterator[Door]:
    here = Door(tmp_path, config)
    yield here
    here.close()


@pytest.fixture
def page(door: Door) -> Iterator[Any]:
    with chromium(*SECURE) as running:
        context = running.new_context(
            viewport=PHONE, locale="zh-CN", has_touch=True, ignore_https_errors=True
        )
        yield context.new_page()


def opened(page: Any, base: str, path: str = "/") -> None:
    page.goto(base + path)
    page.wait_for_selector("#start-profile:not(:empty)")


def kept(page: Any) -> list[str]:
    names: list[str] = page.evaluate("caches.keys()")
    return names


def controlled(page: Any) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(
        """() => navigator.serviceWorker.controller || new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true })).then(() => true)"""
    )


@pytest.mark.browser
def test_live_view_takes_a_photo(page: Any, door: Door) -> None:
    opened(page, door.base)
    assert page.locator("#live-off").is_hidden()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.tap("#live-view")
    page.wait_for_selector("#live video")
    page.evaluate(
        """() => new Promise((resolve) => { const video = document.querySelector("#live video");
        if (video.videoWidth) resolve(true); else video.addEventListener("loadeddata", () => resolve(true)); })"""
    )
    with page.expect_response("**/api/read*"):
        page.tap("#shutter")
    page.wait_for_selector("#live", state="detached")
    assert any("/api/read" in url for url in sent)


@pytest.mark.browser
def test_the_page_opens_while_the_computer_is_away(page: Any, door: Door) -> None:
    opened(page, door.base)
    controlled(page)
    assert kept(page) == [f"zhuoji-{shell.build()}"]
    door.close()
    page.reload()
    page.wait_for_selector("#start-profile:not(:empty)")
    page.tap("#quick")  # it asks the server, which is away, and says so
    page.wait_for_selector("#toast div")
    assert "连不上" in page.inner_text("#toast")


@pytest.mark.browser
def test_a_new_build_asks_and_is_never_mixed(page: Any, door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(page, door.base)
    controlled(page)
    old = shell.build()
    monkeypatch.setattr(views, "build", lambda: "newer")
    answers: list[Any] = []
    page.on("response", lambda response: answers.append(response))
    page.reload()
    page.wait_for_selector("#toast button")
    first = next(answer for answer in answers if answer.url == door.base + "/")
    assert first.header_value("X-Build") == old  # the kept page, with its own scripts
    page.wait_for_selector("#start-profile:not(:empty)")
    with page.expect_navigation():
        page.tap("#toast button")
    page.wait_for_selector("#start-profile:not(:empty)")
    assert kept(page) == ["zhuoji-newer"]
    assert page.evaluate("fetch('/').then((r) => r.headers.get('X-Build'))") == "newer"


def test_the_shell_holds_every_module_and_its_name_follows_the_content(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = client.get("/sw.js")
    assert worker.mimetype == "text/javascript"
    for address in shell.shell_files():
        with client.get(address) as response:
            assert response.status_code == 200
        assert f'"{address}"' in worker.get_data(as_text=True)
    assert {"main.js", "picture.js", "learn_why.js"} <= set(shell.scripts())
    assert not [name for name in shell.scripts() if name in ("night.js", "learn_drill.js")]
    before = shell.build()
    assert client.get("/").headers["X-Build"] == before
    changed = [*shell._sources(), *shell._sources()[:1]]
    monkeypatch.setattr(shell, "_sources", lambda: changed)
    shell.build.cache_clear()
    assert shell.build() != before
    shell.build.cache_clear()


@pytest.mark.parametrize(
    ("address", "asked"), [("http://192.168.0.9:8000/", []), ("https://192.168.0.9/", ["/sw.js"])]
)
def test_no_worker_over_plain_http(client: FlaskClient, address: str, asked: list[str]) -> None:
    """A browser may offer workers on http too (on localhost it does): the page asks for one over https alone."""
    script = """
      const asked = [];
      const serviceWorker = { register: async (path) => { asked.push(path); return { addEventListener() {} }; } };
      Object.defineProperty(globalThis, "navigator", { value: { serviceWorker } });
      globalThis.location = new URL(given.address);
      const { keepShell } = await import("./shell.js");
      await keepShell();
      out = asked;
    """
    assert node.run(node.SCREEN + script, {"boot": boot(client), "address": address}) == asked
