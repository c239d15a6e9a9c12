"""A file from outside is refused in a sentence or works everywhere: no import may break a page later."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from scoring.errors import ZhuojiError
from tests.ledger.hands import hand
from webapp.app import create_app
from webapp.config import Config
from webapp.storage.book import Book
from webapp.storage.transfer import take_in

REFUSED = ("BAD_SITUATION", "NO_PASS", "GUOHU", "NOT_A_HAND")
BAD: tuple[Any, ...] = (None, [], {}, "x", "=1+1", -1, 10**9, 1.5, True)
Path = tuple[Any, ...]


@pytest.fixture(scope="module")
def client() -> Iterator[FlaskClient]:
    app = create_app(Config(load_model=False))
    app.extensions["zhuoji"]["nights"].open()
    yield app.test_client()
    app.extensions["zhuoji"]["nights"].close()


@pytest.fixture(scope="module")
def document(client: FlaskClient) -> dict[str, Any]:
    made = client.post("/api/tables", json={"profile": "fangka", "stake": "1"}).json or {}
    path, headers = f"/api/tables/{made['id']}", {"X-Table-Token": made["token"]}
    client.post(f"{path}/hands", json=hand("A", dealer="A"), headers=headers)
    client.post(f"{path}/hands", json=hand("B", "C"), headers=headers)
    client.post(f"{path}/lines", json={"type": "table", "each": "5", "in": "cash"}, headers=headers)
    client.put(f"{path}/hands/1", json=hand("D", dealer="A"), headers=headers | {"If-Match": "2"})
    client.put(path, json={"persons": [{"name": "五"}]}, headers=headers | {"If-Match": "1"})
    found: dict[str, Any] = client.get(f"{path}/export.json").json or {}
    return found


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


def changed(document: dict[str, Any], path: Path, value: Any, drop: bool) -> dict[str, Any]:
    data = copy.deepcopy(document)
    goal: Any = data
    for key in path[:-1]:
        goal = goal[key]
    if drop:
        del goal[path[-1]]
    else:
        goal[path[-1]] = value
    return data


def play(client: FlaskClient, document: dict[str, Any], count: int) -> int:
    """Import ``count`` damaged copies; returns how many were taken. The parameter table is thinned out."""
    dice = random.Random(8)
    paths = [path for path in places(document) if path[0] not in ("rows", "totals")]
    paths = [path for path in paths if "values" not in path or dice.random() < 0.03]
    taken, book = 0, client.application.extensions["zhuoji"]["nights"].book
    for path in dice.sample(paths, min(count, len(paths))):
        data = changed(document, path, dice.choice(BAD), dice.random() < 0.3)
        answer = imported(book, data)
        if answer is None:
            continue
        taken += 1
        for end in (
            "",
            "/hands/1",
            "/hands/2",
            "/hands/1?lang=en",
            "/export.csv",
            "/export.txt",
            "/export.json",
        ):
            shown = client.get(f"/api/tables/{answer}{end}")
            assert shown.status_code == 200, (path, end, shown.text)
            if end == "/export.csv":
                assert not [
                    cell for line in shown.text.splitlines() for cell in line.split(",") if cell[:1] == "="
                ]
        totals = (client.get(f"/api/tables/{answer}").json or {})["totals"]
        assert sum(totals["units"].values()) == 0, path
    return taken


def imported(book: Book, data: dict[str, Any]) -> str | None:
    """The new table, or None where the file was refused in a sentence."""
    try:
        return take_in(book, data)[0]
    except ZhuojiError as refusal:
        return None if refusal.code in REFUSED else refusal.code


def test_damaged_imports(client: FlaskClient, document: dict[str, Any]) -> None:
    assert play(client, document, 250) < 250


@pytest.mark.long
def test_damaged_imports_everywhere(client: FlaskClient, document: dict[str, Any]) -> None:
    assert play(client, document, 100_000) > 0
