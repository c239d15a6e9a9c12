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


def looked_at(client: FlaskClient, table_id: str, token: str, path: Path) -> None:
    """Every page of the table answers, also on the way back to the empty one."""
    own = {"X-Table-Token": token}
    where = f"/api/tables/{table_id}"
    for _ in range(30):
        shown = client.get(where)
        assert shown.status_code == 200, (path, shown.text)
        view = shown.json or {}
        ends = [f"/{'hands' if row['kind'] == 'hand' else 'lines'}/{row['n']}" for row in view["rows"]
                if row["kind"] != "settings"]  # fmt: skip
        for end in (*ends, "/export.json", "/export.csv", "/export.txt"):
            assert client.get(where + end).status_code == 200, (path, end)
        if view["undo"] is None:
            return
        back = client.post(f"{where}/undo", headers=own | {"If-Match": str(view["undo"]["version"])})
        assert back.status_code < 500, (path, back.text)
        if back.status_code != 200:
            return


WRONG: tuple[Any, ...] = ({"p1": 5}, ["p1"], [], 10**18, "p1", None, 1.5, False, [None], {"a": [None]})


def wrong_types(client: FlaskClient, document: dict[str, Any], count: int) -> int:
    """Another type at ``count`` places of all revisions: refused, or everything works to the end and back."""
    dice = random.Random(21)
    paths = [path for path in places(document["revisions"]) if "values" not in path or dice.random() < 0.05]
    taken, book = 0, client.application.extensions["zhuoji"]["nights"].book
    for path in dice.sample(paths, min(count, len(paths))):
        data = changed(document, ("revisions", *path), dice.choice(WRONG), False)
        try:
            table_id, token = take_in(book, data)
        except ZhuojiError as refusal:
            assert refusal.code in REFUSED, path  # noqa: PT017
            continue
        taken += 1
        looked_at(client, table_id, token, path)
    return taken


@pytest.mark.parametrize("value", WRONG, ids=repr)
@pytest.mark.parametrize(
    "path", [("answer", "next_dealer"), ("answer", "next_streak"), ("answer", "wins"), ("answer", "ready"),
             ("answer", "transfers"), ("answer", "en", "why"), ("answer", "en"), ("rules", "values"),
             ("rules", "values", "chicken.flip_value"), ("situation", "dealer"), ("situation", "dealer_streak"),
             ("situation", "flip"), ("situation", "result", "from"), ("situation", "players"), ("sheets",),
             ("corrections",), ("engine",), ("note",)], ids=str
)  # fmt: skip
def test_what_the_replay_uses_has_its_type(
    client: FlaskClient, document: dict[str, Any], path: Path, value: Any
) -> None:
    hands = [i for i, item in enumerate(document["revisions"]) if item["kind"] == "hand"]
    at = max(hands, key=lambda i: document["revisions"][i]["number"])  # the one that says who deals next
    before = document["revisions"][at]["payload"]
    for key in path[:-1]:
        before = before[key]
    data = changed(document, ("revisions", at, "payload", *path), value, False)
    try:
        table_id, token = take_in(client.application.extensions["zhuoji"]["nights"].book, data)
    except ZhuojiError as refusal:
        assert refusal.code in REFUSED  # noqa: PT017
        return
    looked_at(client, table_id, token, path)


def test_an_unchanged_export_walks_back_to_the_empty_table(
    client: FlaskClient, document: dict[str, Any]
) -> None:
    table_id, token = take_in(client.application.extensions["zhuoji"]["nights"].book, document)
    looked_at(client, table_id, token, ())
    view = client.get(f"/api/tables/{table_id}").json or {}
    assert view["undo"] is None
    assert view["hands"] == 0


def test_other_types(client: FlaskClient, document: dict[str, Any]) -> None:
    assert wrong_types(client, document, 200) < 200


@pytest.mark.long
def test_other_types_everywhere(client: FlaskClient, document: dict[str, Any]) -> None:
    assert wrong_types(client, document, 100_000) > 0


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
