"""Tables over HTTP: token, versions, idempotency, history (SPEC 2.4)."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.ledger.hands import hand
from tests.webapp.table_client import (
    Phone,
    app_client,
    data_dir,
    database,
    phone,
    postgres_url,
    visitor,
)
from webapp.api.table_access import Repeats

__all__ = ["app_client", "data_dir", "database", "phone", "postgres_url", "visitor"]


WRITES: list[tuple[str, str, Any]] = [
    ("PUT", "", {"stake": "1"}),
    ("POST", "/hands", hand("A", dealer="A")),
    ("PUT", "/hands/1", hand("A", dealer="A")),
    ("DELETE", "/hands/1", None),
    ("POST", "/lines", {"type": "free", "from": "p1", "to": "p2", "amount": 1}),
    ("PUT", "/lines/1", {"type": "free", "from": "p1", "to": "p2", "amount": 1}),
    ("DELETE", "/lines/1", None),
    ("POST", "/undo", None),
    ("PUT", "/draft/A", {"sheet": {"reading": {"tiles": [], "groups": []}}}),
    ("DELETE", "/draft/A", None),
    ("POST", "/photos", None),
    ("PATCH", "/set", {"enabled": False}),
    ("DELETE", "/set", None),
    ("POST", "/set/photos", None),
    ("POST", "/set/hands", None),
    ("DELETE", "/set/photos/1", None),
    ("GET", "/invite", None),
]


def test_every_write_of_a_table_is_in_the_list_above(app_client: FlaskClient) -> None:
    routes = {
        (method, rule.rule)
        for rule in app_client.application.url_map.iter_rules()
        if rule.rule.startswith("/api/tables/<table_id>")
        for method in rule.methods or ()
        if method not in ("GET", "HEAD", "OPTIONS")
    }
    group = "<any(hands, lines):group>"
    listed = set()
    for method, path, _ in WRITES:
        path = (
            path
            if path.startswith("/set")
            else path.replace("/hands", f"/{group}").replace("/lines", f"/{group}")
        )
        path = path.replace("/1", "/<int:number>").replace("/draft/A", "/draft/<slot>")
        if method != "GET":
            listed.add((method, f"/api/tables/<table_id>{path}"))
    assert routes == listed


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
@pytest.mark.parametrize("token", [None, "", "wrong", "ümlaut"])
def test_no_write_without_the_token(
    phone: Phone, method: str, path: str, body: Any, token: str | None
) -> None:
    phone("POST", "/hands", hand("A", dealer="A"))
    before = phone("GET").json
    stranger = Phone(phone.client, phone.id, token)
    answer = stranger(method, path, body, If_Match='"2"')
    assert (answer.status_code, answer.json["error"]["code"]) == (403, "FORBIDDEN")
    assert phone("GET").json == before


def test_token_of_another_table_opens_nothing(phone: Phone) -> None:
    other = phone.client.post("/api/tables", json={"profile": "fangka"}).json
    assert other is not None
    assert Phone(phone.client, phone.id, other["token"])("POST", "/undo").status_code == 403


def test_bearer_works_too(visitor: Phone, phone: Phone) -> None:
    answer = visitor("POST", "/hands", hand("A", dealer="A"), Authorization=f"Bearer {phone.token}")
    assert answer.status_code == 201


@pytest.mark.parametrize("path", ["", "/hands/1", "/export.csv", "/export.json", "/export.txt"])
def test_reading_needs_no_token_and_tells_none(phone: Phone, visitor: Phone, path: str) -> None:
    phone("POST", "/hands", hand("A", dealer="A"))
    answer = visitor("GET", path)
    assert answer.status_code == 200
    assert str(phone.token) not in answer.text


@pytest.mark.parametrize("path", ["", "/hands/1", "/export.csv", "/photos/" + "0" * 64])
def test_no_such_table(app_client: FlaskClient, path: str) -> None:
    answer = app_client.get(f"/api/tables/nosuch{path}")
    assert answer.status_code == 404
    assert answer.json is not None
    assert answer.json["error"]["code"] == "NOT_FOUND"


def test_polling_costs_nothing_until_something_is_new(phone: Phone, visitor: Phone) -> None:
    version = visitor("GET").json["version"]
    answer = visitor("GET", f"?since={version}")
    assert (answer.status_code, answer.data) == (304, b"")
    phone("POST", "/hands", hand("A", dealer="A"))
    phone("POST", "/hands", hand("B"))
    news = visitor("GET", f"?since={version + 1}").json
    assert [row["n"] for row in news["rows"]] == [2]
    assert sum(news["totals"]["units"].values()) == 0
    assert len(visitor("GET", "?since=999").json["rows"]) == 2  # a backup was put back
    assert visitor("GET", "?since=x").status_code == 400


def test_hand_is_shown_with_names_and_reasons(phone: Phone) -> None:
    saved = phone("POST", "/hands", hand("A", dealer="A"))
    assert saved.headers["ETag"] == '"2"'
    shown = phone("GET", "/hands/1").json["hand"]
    assert shown == saved.json["hand"]
    assert "老王" in shown["settlement"]["transfers"][0]["why"]
    assert shown["money"]["p1"] == "9"
    assert shown["rules"]["values"]["chicken.flip_value"] is not None
    english = phone("GET", "/hands/1?lang=en").json["hand"]["settlement"]
    assert "老王 wins" in english["transfers"][0]["why"]
    assert english["net"] == shown["settlement"]["net"]


def test_conflict_shows_both_versions(phone: Phone) -> None:
    phone("POST", "/hands", hand("A", dealer="A"))
    assert phone("PUT", "/hands/1", hand("B", dealer="A")).status_code == 428
    assert phone("PUT", "/hands/1", hand("B", dealer="A"), If_Match='"2"').status_code == 200
    mine = hand("C", dealer="A")
    answer = phone("PUT", "/hands/1", mine, If_Match='"2"')
    assert answer.status_code == 409
    assert answer.json["error"]["code"] == "CONFLICT"
    assert answer.json["current"]["winners"] == ["B"]
    assert answer.json["yours"] == mine
    gone = phone("DELETE", "/hands/1", If_Match='"2"')
    assert (gone.status_code, gone.json["current"]["winners"]) == (409, ["B"])
    assert phone("DELETE", "/hands/1", If_Match=f'W/"{answer.json["current"]["etag"]}"').status_code == 200


def test_history_keeps_the_old_value(phone: Phone) -> None:
    phone("POST", "/hands", hand("A", dealer="A"))
    changed = phone("PUT", "/hands/1", hand("B", dealer="A"), If_Match="2").json["hand"]
    assert [(past["revision"], past["winners"]) for past in changed["history"]] == [(1, ["A"]), (2, ["B"])]
    assert changed["history"][0]["net"]["p1"] > 0


def test_idempotency_key(phone: Phone) -> None:
    first = phone("POST", "/hands", hand("A", dealer="A"), Idempotency_Key="abc")
    again = phone("POST", "/hands", hand("A", dealer="A"), Idempotency_Key="abc")
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json["hand"] == first.json["hand"]
    other = phone("POST", "/hands", hand("B", dealer="A"), Idempotency_Key="abc")
    assert other.status_code == 409
    assert phone("POST", "/hands", hand("B"), Idempotency_Key="x" * 129).status_code == 400
    assert phone("GET").json["hands"] == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (hand("A", "B", pattern="ping", dealer="A"), 422, "NO_PASS"),
        ({"situation": {}}, 400, "BAD_SITUATION"),
        ({**hand("A", dealer="A"), "sheets": [{"slot": "X"}]}, 400, "BAD_SITUATION"),
    ],
)
def test_refused_hands(phone: Phone, body: Any, status: int, code: str) -> None:
    answer = phone("POST", "/hands", body)
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)


def test_lines(phone: Phone) -> None:
    made = phone("POST", "/lines", {"type": "free", "from": "p1", "to": "p2", "amount": 20, "note": "烟钱"})
    assert made.json["line"]["net"] == {"p1": -20, "p2": 20}
    changed = phone("PUT", "/lines/1", {"type": "free", "from": "p1", "to": "p2", "amount": 10}, If_Match="2")
    assert changed.json["line"]["history"][0]["net"] == {"p1": -20, "p2": 20}
    assert phone("GET", "/hands/1").status_code == 404
    assert phone("GET").json["totals"]["units"]["p2"] == 10


def test_a_table_opened_twice_with_one_key_is_one_table(app_client: FlaskClient) -> None:
    """Two taps on 开桌, or a tap again after the answer was lost on the way."""
    body = {"profile": "fangka", "persons": [{"name": "老王"}]}

    def open_(key: str | None, **changed: Any) -> Any:
        headers = {"Idempotency-Key": key} if key else {}
        return app_client.post("/api/tables", json={**body, **changed}, headers=headers)

    first, second = open_("k1"), open_("k1")
    assert (first.status_code, second.status_code) == (201, 200)
    assert second.json == first.json
    assert open_("k2").json["id"] != first.json["id"]
    assert open_(None).json["id"] != open_(None).json["id"]
    other = open_("k1", stake="2")
    assert (other.status_code, other.json["error"]["code"]) == (409, "CONFLICT")
    assert open_("k3", profile="nowhere").status_code == 400
    assert open_("k3").status_code == 201  # a refusal is nothing that has to be repeated


def test_an_answer_is_repeated_to_the_same_phone_and_not_for_ever(app_client: FlaskClient) -> None:
    repeats = Repeats(seconds=0)
    with app_client.application.test_request_context(environ_base={"REMOTE_ADDR": "192.168.1.7"}):
        assert repeats.once("k", {}, lambda: 1) == (1, False)
        assert repeats.once("k", {}, lambda: 2) == (2, False)  # its time is over
    repeats = Repeats(most=2)
    with app_client.application.test_request_context(environ_base={"REMOTE_ADDR": "192.168.1.7"}):
        assert [repeats.once(key, {}, lambda: 1)[1] for key in "abca"] == [False] * 4
        assert repeats.once("a", {}, lambda: 2) == (1, True)
    with app_client.application.test_request_context(environ_base={"REMOTE_ADDR": "192.168.1.8"}):
        assert repeats.once("a", {}, lambda: 3) == (3, False)


def test_undo_over_http(phone: Phone) -> None:
    phone("POST", "/hands", hand("A", dealer="A"))
    step = phone("GET").json["undo"]
    assert phone("POST", "/undo").status_code == 428
    assert phone("POST", "/undo", If_Match=step["version"]).json["n"] == 1
    assert phone("POST", "/undo", If_Match=step["version"]).status_code == 409


def test_lines_conflict_and_foreign_slots(phone: Phone) -> None:
    phone("POST", "/lines", {"type": "side", "units": {"p1": 3, "p2": -3}})
    assert phone("DELETE", "/lines/1", If_Match="9").json["current"]["net"] == {"p1": 3, "p2": -3}
    assert phone("DELETE", "/lines/7", If_Match="9").status_code == 404
    assert phone("PUT", "/lines/1", {"type": "side"}, If_Match="2").status_code == 400
    assert phone("DELETE", "/draft/E").status_code == 404
    assert phone("PUT", "", {"stake": "x"}, If_Match="1").status_code == 400
