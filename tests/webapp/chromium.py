"""Debian's Chromium for the browser tests, which skip where there is none; ``conftest.browser`` starts it once a file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, DESKTOP = {"width": 360, "height": 640}, {"width": 1280, "height": 800}


@contextmanager
def chromium(*more: str) -> Iterator[Any]:
    """The browser, running; skips where the machine has none."""
    if not shutil.which(CHROMIUM):
        pytest.skip("no /usr/bin/chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *more])
        yield running
        running.close()
