"""A served table and a browser for the tests of the night."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.webapp.conftest import serving
from tests.webapp.night_phones import CommentReader
from webapp import network
from webapp.config import Config

__all__ = ["NAMES", "base", "data_dir", "fetch", "won"]
NAMES = ("老王", "小李", "阿珍", "大刘")


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("night")


@pytest.fixture(scope="module")
def base(data_dir: Path) -> Iterator[str]:
    with serving(Config(data_dir=data_dir, reader_factory=CommentReader), "0.0.0.0") as (_, port):
        yield f"http://{(network.lan_addresses() or ['127.0.0.1'])[0]}:{port}"


def fetch(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=10) as answer:
        text = answer.read().decode("utf-8-sig")
    return json.loads(text) if answer.headers["Content-Type"].startswith("application/json") else text


def won(seat: str, how: str = "self") -> dict[str, str]:
    return {"outcome": seat, "how": how, "tile": "@5p", "flip": "@4s", "pattern": "dadui"}
