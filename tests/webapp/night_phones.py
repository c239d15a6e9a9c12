"""Phones in a browser at one table: what the night's test needs to play hands as people do."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from tests.webapp.conftest import FakeModel, reading
from vision.errors import PhotoError

VIEW = {"width": 360, "height": 640}
UNREADY = {
    "B": ["2m", "4m", "6m", "8m", "1s", "3s", "5s", "7s", "9s", "2p", "3p", "5p", "9p"],
    "C": ["2p", "4p", "6p", "8p", "1s", "3s", "5s", "7s", "9s", "2m", "3m", "5m", "9m"],
    "D": ["2s", "4s", "6s", "8s", "1p", "3p", "5p", "7p", "9p", "2m", "3m", "5m", "9m"],
}
WINNER = [*["1m"] * 3, *["7m"] * 3, *["7p"] * 3, *["4p"] * 3, "6p"]  # all triplets, waits for 6p
SECOND = [*["4m"] * 3, *["8m"] * 3, *["6m"] * 3, *["2s"] * 3, "6p"]


def photo(role: str, tiles: Sequence[str], shade: int = 90, unsure: int | None = None) -> bytes:
    """A real JPEG that carries in its comment what the fake reader shall see in it."""
    seen = reading((role, list(tiles)))
    for i, tile in enumerate(seen["tiles"]):
        tile |= {
            "confidence": 0.9,
            "box": [10 * i, 20, 10 * i + 9, 34],
            "alternatives": [],
            "unsure": i == unsure,
        }
    out = io.BytesIO()
    Image.new("RGB", (320, 200), (shade, 120, 80)).save(out, "JPEG", comment=json.dumps(seen).encode())
    return out.getvalue()


@dataclass(frozen=True)
class CommentReading:
    seen: dict[str, Any]

    def to_json(self, file: str, lang: Any = "zh") -> dict[str, Any]:
        return {
            "ok": True,
            "file": file,
            "image": {"width": 320, "height": 200},
            "problems": [],
            "model": {"name": "fake", "sha256": "0" * 64},
            "ms": {"decode": 0, "detect": 0, "layout": 0, "total": 0},
            **self.seen,
        }


class CommentReader:
    """Reads the comment of a photo made above."""

    model = FakeModel()

    def read(self, data: bytes, *, conf: float | None = None, full_table: bool = False) -> CommentReading:
        with Image.open(io.BytesIO(data)) as image:
            comment = image.info.get("comment")
        if not comment:
            raise PhotoError("NOT_AN_IMAGE", "不是照片。", "No photo.")
        return CommentReading(json.loads(comment))


class TablePhone:
    """One phone: its page, what it complained of, and how a player uses it."""

    def __init__(self, browser: Any, base: str) -> None:
        self.base = base
        self.context = browser.new_context(viewport=VIEW, locale="zh-CN", has_touch=True, is_mobile=True)
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda m: m.type == "error" and self.complaints.append(m.text))
        self.page.on("response", self._look)

    def _look(self, answer: Any) -> None:
        if answer.status >= 400:
            asked = answer.request
            self.complaints.append(
                f"{asked.method} {asked.url} {answer.status} {asked.post_data or ''}"[-300:]
            )

    @property
    def table(self) -> str:
        found: str = self.page.evaluate("document.documentElement.dataset.table")
        return found

    def tap(self, selector: str) -> None:
        self.page.tap(selector)

    def open_table(self, names: Sequence[str], stake: str) -> None:
        self.page.goto(f"{self.base}/tables")
        self.page.wait_for_selector("#names input")
        for i, name in enumerate(names):
            self.page.locator("#names input").nth(i).fill(name)
        self.page.fill("#stake", stake)
        self.tap("footer .go")
        self.night()

    def night(self) -> None:
        """Wait for the night's page to show the table."""
        self.page.wait_for_selector("#felt .seat")

    def invited(self) -> str:
        """The link that the QR code holds."""
        self.tap("#join")
        self.page.wait_for_selector(".qr")
        link: str = self.page.inner_text(".link >> nth=0")
        self.tap("#sheet-dialog .dialog-head button")
        return link

    def to_hand(self) -> None:
        self.tap("#next-hand")
        self.page.wait_for_selector("#to-table")

    def take(self, slot: str, data: bytes) -> None:
        """A photo for one slot: tap the slot, choose the photo."""
        if self.page.locator(f'#seats [data-slot="{slot}"]').count():
            self.tap(f'#seats [data-slot="{slot}"]')
        files = [{"name": "IMG.jpg", "mimeType": "image/jpeg", "buffer": data}]
        self.page.set_input_files("#camera", files)
        self.page.wait_for_selector("#progress", state="hidden")

    def retake(self, slot: str, data: bytes) -> None:
        """The same player again, by the button beside his tiles."""
        self.tap(f'#seats [data-slot="{slot}"]')
        with self.page.expect_file_chooser() as chooser:
            self.tap('#sheet .tools button:has-text("重拍")')
        chooser.value.set_files([{"name": "IMG.jpg", "mimeType": "image/jpeg", "buffer": data}])
        self.page.wait_for_selector("#toast:has-text('换了'), #toast:has-text('认出')")
        self.page.wait_for_selector("#progress", state="hidden")

    def quick(self) -> None:
        self.tap("#quick")
        self.page.wait_for_selector("[data-card]")

    def answer(self, answers: Mapping[str, str]) -> None:
        """Answer every open card: as told, by its id or the part before the colon, else "none"."""
        for _ in range(30):
            self.page.wait_for_timeout(60)
            cards = self.page.locator("#questions [data-card]")
            if not cards.count():
                break
            question = cards.first.get_attribute("data-card")
            value = answers.get(question, answers.get(question.split(":")[0], "none"))
            if value.startswith("@"):  # a tile from the keypad
                self.tap(f'[data-question="{question}"][data-value="+"]')
                self.tap(f'#keypad [data-tile="{value[1:]}"]')
                self.page.wait_for_selector(f'[data-card="{question}"]', state="detached")
                continue
            card = f'[data-card="{question}"]'
            several = self.page.locator(f"{card} .action.go").count() > 0
            for part in [] if several and value == "none" else value.split("+"):
                self.tap(f'{card} [data-value="{part}"]')
            if several:
                self.tap(f"{card} .action.go")
            self.page.wait_for_selector(f'[data-card="{question}"]', state="detached")

    def settle(self) -> None:
        if self.page.locator('#steps [data-step="settlement"]').get_attribute("aria-current") != "step":
            self.tap("#go:not([disabled])")
        self.page.wait_for_selector("[data-net]")

    def save(self) -> None:
        """存, and wait for the night's page."""
        self.tap('#go[data-go="hand"]')
        self.page.wait_for_url("**/t/*")
        self.night()

    def report(self, **answers: str) -> None:
        """One hand by the quick entry."""
        self.to_hand()
        self.quick()
        self.answer(answers)
        self.settle()
        self.save()

    def totals(self) -> dict[str, str]:
        """What the page says each person has won or lost, by person."""
        rows = self.page.locator("[data-total]").all()
        return {
            row.get_attribute("data-total"): row.locator(".sum")
            .inner_text()
            .split("番")[0]
            .replace("−", "-")
            .strip()
            for row in rows
        }

    def rows(self) -> int:
        count: int = self.page.locator("#hands [data-n]").count()
        return count
