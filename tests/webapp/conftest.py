"""One application with a reader that needs no model, and drafts built from situations."""

from __future__ import annotations

import io
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient
from waitress.wasyncore import close_all

from scoring.errors import ZhuojiError
from scoring.melds import parse_meld
from scoring.tiles import parse_tiles
from tests.webapp.chromium import chromium
from webapp.app import create_app
from webapp.commands.serve import bind, make_server
from webapp.config import Config
from webapp.entry.recall import recall
from webapp.hand_entry import Review, review

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
EXAMPLES = yaml.safe_load((ROOT / "tests" / "data" / "examples.yaml").read_text(encoding="utf-8"))["examples"]
NOT_SITUATION = ("id", "title", "clauses", "assumptions", "note", "expect")


def situation_of(example: Mapping[str, Any]) -> dict[str, Any]:
    """The situation inside a worked example."""
    return {key: value for key, value in example.items() if key not in NOT_SITUATION}


def reading(
    *groups: tuple[str, list[str]], meld: str | None = None, side: str | None = None
) -> dict[str, Any]:
    """A reading of SPEC 2.3 with the tiles of some groups, all sure."""
    tiles: list[dict[str, Any]] = []
    out = []
    for role, names in groups:
        first = len(tiles)
        tiles += [{"tile": name, "unsure": False} for name in names]
        out.append({"role": role, "side": side, "meld": meld, "tiles": list(range(first, len(tiles)))})
    return {"tiles": tiles, "groups": out}


def meld_tiles(text: str) -> list[str]:
    """A meld as it lies: a closed kong with two backs, an added one with one."""
    meld = parse_meld(text)
    backs = {"concealed-kong": 2, "added-kong": 1}.get(meld.kind, 0)
    return ["back"] * backs + [meld.tile] * (meld.size - backs)


def draft_of(situation: Mapping[str, Any]) -> dict[str, Any]:
    """A draft in which everything a photo can show is read, and nothing is answered."""
    sheets = []
    for seat, player in situation["players"].items():
        # Of a hand that nobody saw, the melds may still lie there.
        groups = [("hand", parse_tiles(player["hand"]))] if player.get("hand") else []
        groups += [("meld", meld_tiles(text)) for text in player.get("melds", [])]
        if groups:
            sheets.append({"slot": seat, "reading": reading(*groups)})
    if situation.get("flip"):
        sheets.append({"slot": "flip", "reading": reading(("flip", [situation["flip"]]))})
    return {
        "profile": situation["profile"],
        "variants": situation.get("variants", []),
        "overlay": situation.get("overlay", {}),
        "sheets": sheets,
        "answers": {},
        "dealer": situation.get("dealer"),
        "dealer_streak": situation.get("dealer_streak"),
    }


def answered(draft: dict[str, Any], known: dict[str, Any]) -> Review:
    """Answer all questions, required or not, from a known situation until none changes."""
    before: dict[str, Any] | None = None
    while before != draft["answers"]:
        before = dict(draft["answers"])
        draft["answers"] |= {q.id: recall(q, known) for q in review(draft).questions}
    return review(draft)


@dataclass(frozen=True)
class FakeModel:
    name: str = "fake"
    sha256: str = "0" * 64


@dataclass(frozen=True)
class FakeReading:
    data: bytes

    def to_json(self, file: str, lang: Any = "zh") -> dict[str, Any]:
        return {"ok": True, "file": file, "bytes": len(self.data), **reading(("hand", ["1m"]))}


class FakeReader:
    """Reads anything that starts with ``photo``; refuses the rest as the real one does."""

    model = FakeModel()

    def read(self, data: bytes, *, conf: float | None = None, full_table: bool = False) -> FakeReading:
        if not data.startswith(b"photo"):
            raise ZhuojiError("NOT_AN_IMAGE", "不是照片。", "No photo.")
        return FakeReading(data)


@pytest.fixture
def config() -> Config:
    return Config(reader_factory=FakeReader, load_model=False)


@pytest.fixture
def client(config: Config) -> Iterator[FlaskClient]:
    app = create_app(config)
    yield app.test_client()
    app.extensions["zhuoji"]["nights"].close()


@pytest.fixture
def upload(client: FlaskClient) -> Callable[..., Any]:
    """Post photos as the page does."""

    def post(*photos: bytes, path: str = "/api/read", **more: Any) -> Any:
        files = [(io.BytesIO(data), f"IMG_{i}.jpg") for i, data in enumerate(photos)]
        return client.post(path, data={"photo": files}, content_type="multipart/form-data", **more)

    return post


def boot(client: FlaskClient) -> Any:
    """What the server tells the page's scripts."""
    page = client.get("/").get_data(as_text=True)
    told = re.search(r'<script type="application/json" id="boot">(.*?)</script>', page, re.S)
    assert told is not None
    return json.loads(told.group(1))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium for the tests of one file; each opens a context of its own."""
    with chromium() as running:
        yield running


@contextmanager
def in_thread(server: Any) -> Iterator[None]:
    """A waitress server at work in a thread."""
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        # waitress is not safe to close from another thread: workers end first, then its own loop closes all.
        server.task_dispatcher.shutdown()
        server.trigger.pull_trigger(lambda: close_all(server._map))
        thread.join(10)


@contextmanager
def serving(config: Config, host: str) -> Iterator[tuple[str, int]]:
    """A real server in a thread, on a free port."""
    listening = bind(host, 0)
    with in_thread(make_server(config, listening)):
        yield listening.getsockname()[:2]


@pytest.fixture
def served(config: Config) -> Iterator[tuple[str, int]]:
    """A real server on loopback with the fake reader."""
    with serving(config, "127.0.0.1") as address:
        yield address
