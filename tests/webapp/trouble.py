"""What the tests of faults share: a server that can be opened on any folder, and what must go on working."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.webapp.conftest import EXAMPLES, FakeReader, situation_of
from tests.webapp.table_client import Phone
from webapp import photo_store
from webapp.app import create_app
from webapp.config import Config, ReaderLike

PROFILE = "guiyang-fan"  # no dealer: hands stand for themselves


@pytest.fixture(autouse=True)
def no_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZHUOJI_DATABASE_URL", raising=False)
    monkeypatch.setattr(photo_store, "ROOM", 0)  # the disks here are small on purpose


@pytest.fixture
def opened() -> Iterator[Callable[..., Phone]]:
    """A server over a folder and a table on it."""
    apps = []

    def open_(folder: Path, reader: Callable[[], ReaderLike] = FakeReader) -> Phone:
        app = create_app(Config(data_dir=folder, reader_factory=reader, load_model=False))
        apps.append(app)
        client = app.test_client()
        made = client.post("/api/tables", json={"profile": PROFILE}).get_json()
        return Phone(client, made["id"], made["token"])

    yield open_
    for app in apps:
        app.extensions["zhuoji"]["nights"].close()


def error_of(answer: Any) -> tuple[int, str]:
    body = answer.get_json()
    assert body["ok"] is False
    assert re.search(r"[一-鿿]", body["error"]["message"])
    return answer.status_code, body["error"]["code"]


def still_works(phone: Phone) -> None:
    """What needs no ledger: pages, settlement, reading."""
    client = phone.client
    assert client.get("/").status_code == 200
    assert client.get("/healthz").status_code == 200
    assert client.post("/api/settle", json=situation_of(EXAMPLES[0])).get_json()["ok"]
    assert client.post("/api/read", data={"photo": (io.BytesIO(b"photo"), "a.jpg")}).get_json()["ok"]
