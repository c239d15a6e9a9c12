"""The page in a real browser, 360×640, plain http over an address that is not localhost where there is one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.webapp.conftest import SHARED
from tests.webapp.page_phones import (
    PHONE,
    SAMPLES,
    Phone,
    base,
    doubt,
    phone,
    quick_draw,
    sample,
    to_questions,
    to_tiles,
)

__all__ = ["base", "phone"]

pytestmark = pytest.mark.browser


def test_sample_is_read_mended_in_two_taps_and_settled(phone: Phone) -> None:
    sample(phone)
    page = phone.page
    doubt(phone, "C", 2)
    page.tap('[data-slot="C"]')
    page.wait_for_selector('[data-slot="C"][aria-pressed="true"]')
    doubted = page.locator("#sheet .chip.unsure").count()
    assert doubted == 2
    before = phone.taps
    phone.tap("#sheet .chip.unsure >> nth=0")
    phone.tap("#keypad .likely button >> nth=0")
    assert phone.taps - before == 2
    page.wait_for_selector("#keypad", state="hidden")
    assert page.locator("#sheet .chip.unsure").count() == doubted - 1
    to_questions(phone)
    phone.answer("outcome", "B")
    phone.answer("how", "D")
    phone.tap("#go:not([disabled])")
    net = phone.net()
    assert net == [-7, 2, 13, -8]
    assert page.locator(".lines > li").count() == 4
    assert "翻六万" in page.inner_text("#settlement")


def test_flawless_hand_takes_few_taps(phone: Phone) -> None:
    sample(phone)
    phone.taps = 2  # the shutter or the album, and one for the photos
    to_questions(phone)
    phone.answer("outcome", "B")
    phone.answer("how", "D")
    phone.tap("#go:not([disabled])")
    assert sum(phone.net()) == 0
    assert phone.taps <= 8


def test_real_photo_is_read_and_mended(phone: Phone) -> None:
    photos = sorted((SHARED / "photos" / "val" / "images").glob("tw-home*"))
    if not photos:
        pytest.skip("no ../shared/photos beside the repository")
    phone.page.set_input_files("#album", str(photos[0]))
    phone.read()
    page = phone.page
    tiles = page.locator("#sheet .chip[data-tile]")
    assert tiles.count() >= 5
    assert page.locator(".frame g[data-index]").count() >= 5
    phone.tap("#sheet .chip[data-tile] >> nth=0")
    phone.tap('#keypad .pad [data-tile="9m"]')
    page.wait_for_selector("#keypad", state="hidden")
    assert tiles.first.get_attribute("data-tile") == "9m"
    page.tap("#toast button")
    page.wait_for_selector('#sheet .chip[data-tile]:not([data-tile="9m"]) >> nth=0')


def test_portrait_photo_is_shrunk_upright(phone: Phone, tmp_path: Path) -> None:
    upright = Image.open(SAMPLES / "sample-1.jpg").resize((3600, 2700))
    exif = Image.Exif()
    exif[0x0112] = 6  # the phone was held on its side: stored turned, shown upright
    turned = tmp_path / "turned.jpg"
    upright.transpose(Image.Transpose.ROTATE_90).save(turned, quality=92, exif=exif)
    straight = tmp_path / "straight.jpg"
    upright.save(straight, quality=92)
    seen = []
    for photo in (straight, turned):
        phone.page.set_input_files("#album", str(photo))
        phone.read()
        phone.page.wait_for_selector(".frame img:not([hidden])")
        sheet = phone.saved()["sheets"][-1]["reading"]
        seen.append((sheet["image"], [tile["tile"] for tile in sheet["tiles"]]))
    assert seen[0][0] == {"width": 2560, "height": 1920}
    assert seen[1] == seen[0]


def test_tiles_lie_on_the_photo(phone: Phone) -> None:
    """The overlay is drawn where the photo shows the tile: same box in both, cut to the tiles or not."""
    phone.page.set_input_files("#album", str(SAMPLES / "sample-1.jpg"))
    phone.read()
    phone.page.wait_for_selector(".frame img:not([hidden])")
    truth = {t["tile"]: t["box"] for t in json.loads((SAMPLES / "sample-1.json").read_text())["tiles"]}
    image = phone.page.locator(".frame img").bounding_box()
    mark = phone.page.locator(".frame g[data-index] rect").first.bounding_box()
    tile = phone.page.locator("#sheet .chip[data-tile]").first.get_attribute("data-tile")
    assert image
    assert mark
    scale = image["width"] / 1600
    want = [image["x"] + truth[tile][0] * scale, image["y"] + truth[tile][1] * scale]
    assert [mark["x"], mark["y"]] == pytest.approx(want, abs=6)


@pytest.mark.parametrize("name", ["empty", "text"])
def test_broken_file_is_a_sentence(phone: Phone, tmp_path: Path, name: str) -> None:
    file = tmp_path / f"{name}.jpg"
    file.write_bytes(b"" if name == "empty" else b"no photo at all")
    phone.page.set_input_files("#album", str(file))
    phone.page.wait_for_selector("#toast div")
    assert re.search("照片", phone.page.inner_text("#toast"))
    # The browser itself notes the refused request; that is no fault of the page.
    phone.complaints[:] = [text for text in phone.complaints if "415" not in text]


def test_quick_entry_without_any_tile(phone: Phone) -> None:
    quick_draw(phone, B="qingyise")
    assert phone.net() == [-10, 30, -10, -10]


def test_keypad_hand_is_typed_and_counted(phone: Phone) -> None:
    phone.tap("#by-hand")
    for tile in ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1s"):
        phone.tap(f'#keypad .pad [data-tile="{tile}"]')
    phone.tap(".modes button >> nth=1")
    phone.tap('#keypad .pad [data-tile="2p"]')
    assert phone.page.locator('#keypad .pad [data-tile="2p"]').is_enabled()  # a fourth one may be in hand
    phone.tap("#keypad .dialog-head button")
    assert "10+3" in phone.page.inner_text('#seats [data-slot="A"]')


def test_a_reload_keeps_tiles_and_photo(phone: Phone) -> None:
    phone.page.set_input_files("#album", str(SAMPLES / "sample-2.jpg"))
    phone.read()
    tiles = phone.page.locator("#sheet .chip[data-tile]").count()
    phone.page.reload()
    phone.page.wait_for_selector(".frame img:not([hidden])")
    assert phone.page.locator("#sheet .chip[data-tile]").count() == tiles


def test_one_photo_of_the_whole_table_is_read_again_with_sides(phone: Phone) -> None:
    phone.page.set_input_files("#album", str(SAMPLES / "hand-1" / "A.jpg"))
    phone.read()
    phone.page.select_option('#sheet [data-focus="owner"]', "table")
    phone.page.wait_for_selector('#seats [data-slot="table"][aria-pressed="true"]')
    sheet = phone.saved()["sheets"][0]
    assert sheet["slot"] == "table"
    sides = {group["side"] for group in sheet["reading"]["groups"] if group["role"] == "hand"}
    assert sides <= {"bottom", "right", "top", "left"}
    assert sides
    # One hand lies at one side: exactly one seat has tiles now, and changing who sits there moves them.
    phone.page.wait_for_selector('#seats small:text("10+3")')
    seat = phone.page.locator('#seats button:has-text("10+3")').get_attribute("data-slot")
    phone.page.select_option('#sheet [data-focus="bottom"]', "B")
    moved = "ABCD"["ABCD".index(str(seat)) + 1 - 4]
    phone.page.wait_for_selector(f'#seats [data-slot="{moved}"]:has-text("10+3")')


def test_kind_of_a_kong_is_said_at_the_tiles(phone: Phone) -> None:
    sample(phone)
    to_tiles(phone)
    phone.page.tap('[data-slot="A"]')
    phone.tap("#sheet .kind")
    phone.answer("kong:A:9p", "exposed-kong<C")
    phone.tap('#steps [data-step="tiles"]')
    assert phone.page.inner_text("#sheet .kind") == "点豆 丙"


def test_next_hand_keeps_the_dealer_and_can_be_undone(phone: Phone) -> None:
    quick_draw(phone, dealer="C")
    phone.page.wait_for_selector("[data-net]")
    phone.tap("#go")
    phone.page.wait_for_selector("#start", state="visible")
    assert (phone.saved()["dealer"], phone.saved()["streak"]) == ("C", 2)
    phone.tap("#toast button")
    phone.page.wait_for_selector("[data-net]")
    assert phone.saved()["answers"]["outcome"] == "draw"


def test_everything_is_reachable_by_keyboard(phone: Phone) -> None:
    phone.page.set_input_files("#album", str(SAMPLES / "sample-2.jpg"))
    phone.read()
    chip = phone.page.locator("#sheet .chip[data-tile]").first
    chip.focus()
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_selector("#keypad", state="visible")
    phone.page.locator('#keypad .pad [data-tile="6s"]').focus()
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_selector("#keypad", state="hidden")
    assert chip.get_attribute("data-tile") == "6s"
    assert phone.page.evaluate("document.activeElement.dataset.tile") == "6s"


TARGETS = """() => [...document.querySelectorAll('button, label.action, select, a, summary')]
  .filter((node) => node.offsetParent && !node.closest('dialog:not([open])'))
  .map((node) => [node.id || node.className || node.tagName, node.getBoundingClientRect()])
  .filter(([, box]) => box.width < 36 || box.height < 44)
  .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""


def test_long_names_and_small_screen_hide_nothing(phone: Phone) -> None:
    phone.tap("#open-setup")
    for i in range(4):
        phone.page.fill(f"#setup-names input >> nth={i}", "欧阳建国的二舅姥爷家小儿子" + "甲乙丙丁"[i])
    phone.page.fill("#setup-stake", "0.5")
    phone.tap("#setup .dialog-head button")
    phone.tap("#quick")
    wide: list[Any] = []

    def check() -> None:
        wide.append(phone.page.evaluate("document.documentElement.scrollWidth"))
        assert phone.page.evaluate(TARGETS) == []

    check()
    phone.answer("outcome", "draw")
    phone.answer("dealer", "A")
    phone.tap('[data-question="ready"][data-value="B"]')
    phone.answer("ready", "!")
    check()
    phone.answer("pattern:B", "ping")
    phone.tap("#go:not([disabled])")
    phone.page.wait_for_selector("[data-net]")
    check()
    assert phone.page.locator("#go").is_visible()
    assert "1.5 元" in phone.page.inner_text("#settlement")
    phone.tap('#steps [data-step="tiles"]')
    check()
    assert set(wide) == {360}


def test_text_for_the_chat_without_clipboard(phone: Phone) -> None:
    assert phone.page.evaluate("window.isSecureContext") is (phone.base.startswith("http://127."))
    quick_draw(phone)
    phone.tap("#settlement .secondary.wide")
    phone.page.wait_for_selector("#toast div")
    if not phone.page.evaluate("window.isSecureContext"):
        assert "黄庄" in phone.page.input_value("textarea")


def test_english_is_complete(browser: Any, base: str) -> None:
    context = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True, is_mobile=True)
    phone = Phone(context, base)
    sample(phone)
    to_tiles(phone)
    said_of_tiles = phone.page.inner_text("body")
    to_questions(phone)
    texts = [said_of_tiles, phone.page.inner_text("body")]
    phone.answer("outcome", "B")
    phone.answer("how", "D")
    phone.tap("#go:not([disabled])")
    phone.net()
    texts.append(phone.page.inner_text("body"))
    context.close()
    said = re.sub(r"中文|《[^》]*》|[番个豆鸡分]|幺鸡|报听|冲锋鸡|责任鸡", "", "\n".join(texts))
    assert "⟨" not in said
    assert re.findall(r"[\u4e00-\u9fff]+", said) == []
    assert phone.complaints == []


def test_first_use_is_light(browser: Any, base: str) -> None:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda r: sizes.update({r.url: r.sizes()["responseBodySize"]}))
    page.goto(base + "/")
    page.wait_for_selector("#start-profile:not(:empty)")
    page.wait_for_load_state("networkidle")
    context.close()
    total = sum(sizes.values())
    print(f"bytes to first use: {total}")
    assert 10_000 < total <= 80_000


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_wide_screen_shows_photo_and_settlement_side_by_side(browser: Any, base: str, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, color_scheme=scheme, has_touch=True
    )
    phone = Phone(context, base)
    sample(phone)
    phone.answer("outcome", "B")
    phone.answer("how", "D")
    phone.net()
    photo = phone.page.locator(".photo").bounding_box()
    net = phone.page.locator(".net").bounding_box()
    context.close()
    assert photo
    assert net
    assert photo["x"] + photo["width"] <= net["x"]
    assert net["y"] < 400
    assert phone.complaints == []
