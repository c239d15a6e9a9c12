"""Files as phones have them, through a real page over the LAN's plain http: turned, HEIC, too large, badly named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.vision.test_image import exif, stored_for
from tests.webapp.conftest import ROOT
from tests.webapp.page_phones import SAMPLES, Phone, base, phone, sample, to_questions, to_tiles

__all__ = ["base", "phone"]
pytestmark = pytest.mark.browser

PAYLOAD = '<img src=x onerror="document.title=1">'


def sheet_of(phone: Phone) -> dict[str, Any]:
    found: dict[str, Any] = phone.saved()["sheets"][-1]["reading"]
    return found


def test_boxes_lie_on_the_tiles_in_all_eight_orientations(phone: Phone, tmp_path: Path) -> None:
    """ultralytics#23630, WCF#3424: the picture that the browser turns and the boxes of the host agree."""
    with Image.open(SAMPLES / "hand-1" / "flip.jpg") as image:
        upright = image.convert("RGB")
    truth = json.loads((SAMPLES / "hand-1" / "flip.json").read_text("utf-8"))["tiles"][0]
    for orientation in range(1, 9):
        file = tmp_path / f"{orientation}.jpg"
        stored_for(upright, orientation).save(file, quality=92, exif=exif(orientation))
        phone.page.set_input_files("#album", str(file))
        phone.read()
        phone.page.wait_for_selector(".frame img:not([hidden])")
        read = sheet_of(phone)
        size = phone.page.evaluate(
            "() => { const i = document.querySelector('.frame img'); return [i.naturalWidth, i.naturalHeight]; }"
        )
        assert size == [read["image"]["width"], read["image"]["height"]] == list(upright.size), orientation
        (tile,) = read["tiles"]
        assert tile["tile"] == truth["tile"], orientation
        assert tile["box"] == pytest.approx(truth["box"], abs=0.06 * max(upright.size)), orientation
        phone.page.evaluate("localStorage.clear()")
        phone.page.goto(phone.base + "/")
        phone.page.wait_for_selector("#start-profile:not(:empty)")


def test_a_heic_that_the_browser_cannot_show_is_read(phone: Phone) -> None:
    """misskey#6717, memos#2527: the iPhone's own format goes to the host as it is."""
    phone.page.set_input_files("#album", str(ROOT / "tests" / "vision" / "data" / "hand.heic"))
    phone.read()
    assert len(sheet_of(phone)["tiles"]) == 13
    assert phone.page.locator("#sheet .chip[data-tile]").count() == 13


def test_sixty_megabytes_are_a_sentence_on_the_phone(phone: Phone, tmp_path: Path) -> None:
    """flask#3874: not a reset connection, which a phone would call "can't reach the computer"."""
    file = tmp_path / "film.jpg"
    with file.open("wb") as out:
        out.truncate(60 * 1024 * 1024)
    phone.page.set_input_files("#album", str(file))
    phone.page.wait_for_selector("#toast div", timeout=60_000)
    assert "MB" in phone.page.inner_text("#toast")
    phone.complaints[:] = [text for text in phone.complaints if "413" not in text]


def test_markup_in_names_and_file_names_stays_text(phone: Phone, tmp_path: Path) -> None:
    """A name is shown as it was typed; nothing of it runs (the page's policy would complain, too)."""
    phone.tap("#open-setup")
    for i in range(4):
        phone.page.fill(f"#setup-names input >> nth={i}", PAYLOAD[:12] + str(i))
    phone.tap("#setup .dialog-head button")
    file = tmp_path / "<svg onload=alert(1)>.jpg"
    file.write_bytes((SAMPLES / "hand-1" / "flip.jpg").read_bytes())
    phone.page.set_input_files("#album", str(file))
    phone.read()
    assert PAYLOAD[:12] in phone.page.inner_text("#seats")
    assert phone.page.locator("img[src='x'], svg[onload]").count() == 0
    assert phone.page.title() != "1"


def test_the_main_button_is_in_reach_of_one_thumb(phone: Phone) -> None:
    """What leads on lies in the lower part of the screen, at every step."""
    heights = []

    def look(selector: str) -> None:
        box = phone.page.locator(selector).first.bounding_box()
        heights.append((box["y"] + box["height"] / 2) / 640)

    look(".capture .primary")
    sample(phone)
    to_tiles(phone)
    look("#go")
    to_questions(phone)
    phone.answer("outcome", "B")
    phone.answer("how", "D")
    look("#go")
    phone.tap("#go:not([disabled])")
    phone.net()
    look("#go")
    assert all(0.6 < height < 1 for height in heights), heights
