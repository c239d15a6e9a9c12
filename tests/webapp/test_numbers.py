"""No number that isn't one gets in, and none gets out: `Infinity` and `NaN` are no JSON and no browser reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

import pytest
from flask.testing import FlaskClient

from tests.ledger.hands import hand
from webapp.app import create_app
from webapp.config import Config
from webapp.storage import tableset

HUGE = ("1e309", "-1e309", "NaN", "Infinity", "-Infinity", "1" + "0" * 5000)


def strictly(text: str) -> Any:
    def refuse(word: str) -> NoReturn:
        raise AssertionError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(Config(data_dir=tmp_path, load_model=False)).test_client()


def opened(client: FlaskClient) -> tuple[str, dict[str, str]]:
    made = client.post("/api/tables", json={"profile": "fangka"}).json or {}
    return f"/api/tables/{made['id']}", {"X-Table-Token": made["token"], "Content-Type": "application/json"}


def with_number(body: dict[str, Any], number: str) -> str:
    """The body as text, with ``number`` where it says 4711: Python's own writer would refuse or repair it."""
    return json.dumps(body).replace("4711", number)


@pytest.mark.parametrize("number", HUGE)
def test_no_request_takes_a_number_without_end(client: FlaskClient, number: str) -> None:
    path, headers = opened(client)
    sheet = {"bottom": "A", "reading": {"tiles": [], "groups": [], "problems": [], "ms": {"total": 4711}}}
    saved = client.post(f"{path}/hands", json=hand("A", dealer="A"), headers=headers).json or {}
    export = client.get(f"{path}/export.json").json or {}
    export["revisions"][0]["payload"]["answers"] = {"x": 4711}
    known = hand("A", dealer="A")
    for method, where, body, more in (
        ("PUT", f"{path}/draft/A", {"sheet": sheet, "photo": None}, {}),
        ("POST", f"{path}/hands", {**known, "answers": {"x": 4711}}, {}),
        ("POST", f"{path}/hands", {**known, "sheets": [{"slot": "A", **sheet}]}, {}),
        ("PUT", f"{path}/hands/1", {**known, "answers": {"x": 4711}}, {"If-Match": "77"}),
        ("POST", "/api/tables/import", export, {}),
        ("POST", "/api/settle", {**known["situation"], "dealer_streak": 4711}, {}),
        ("POST", "/api/rules", {"profile": "fangka", "overlay": {"a": 4711}}, {}),
    ):
        answer = client.open(where, method=method, data=with_number(body, number), headers=headers | more)
        assert answer.status_code == 400, (method, where, answer.text)
        assert strictly(answer.text)["error"]["code"] == "BAD_JSON", (method, where)
    assert strictly(client.get(path).text)["version"] == saved["table_version"]


def test_what_an_older_version_stored_is_still_shown(client: FlaskClient) -> None:
    path, headers = opened(client)
    client.post(f"{path}/hands", json=hand("A", dealer="A"), headers=headers)
    book = client.application.extensions["zhuoji"]["nights"].book
    payload = {"sheet": {"slot": "A", "reading": {"tiles": [], "groups": [], "ms": {"total": float("inf")}}}}
    with book.database.writing() as connection:
        tableset.put_draft(connection, path.split("/")[-1], "A", 3, "now", payload)
    shown = strictly(client.get(path).text)
    assert shown["draft"]["slots"]["A"]["sheet"]["reading"]["ms"] == {"total": None}
