"""What a closed table still takes and what it refuses (docs/night.md, The end)."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.ledger.hands import hand
from webapp.app import create_app
from webapp.config import Config

SHEET = {"sheet": {"bottom": "A", "reading": {"tiles": [], "groups": []}}, "photo": None}


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(Config(data_dir=tmp_path, load_model=False)).test_client()


def test_what_a_closed_table_takes(client: FlaskClient) -> None:
    made = client.post("/api/tables", json={"profile": "fangka"}).json or {}
    path, own = f"/api/tables/{made['id']}", {"X-Table-Token": made["token"]}

    def send(method: str, end: str, body: object = None, seen: int | None = None) -> tuple[int, str | None]:
        more = own if seen is None else own | {"If-Match": str(seen)}
        answer = client.open(path + end, method=method, json=body, headers=more)
        return answer.status_code, ((answer.json or {}).get("error") or {}).get("field")

    assert send("POST", "/hands", hand("A", dealer="A"))[0] == 201
    assert send("PUT", "", {"closed": True}, 1)[0] == 200
    for method, end, body in (
        ("POST", "/hands", hand("B", dealer="A")),
        ("PUT", "/draft/A", SHEET),
        ("DELETE", "/draft/A", None),
        ("POST", "/photos", {}),
        ("POST", "/set/hands", {}),
    ):
        assert send(method, end, body) == (409, "closed"), end
    assert send("POST", "/lines", {"type": "paid", "from": "p1", "to": "p2", "amount": 3})[0] == 201
    assert send("PUT", "/hands/1", hand("C", dealer="A"), 2)[0] == 200
    etag = (client.get(f"{path}/hands/1").json or {})["hand"]["etag"]
    assert send("DELETE", "/hands/1", seen=etag)[0] == 200
    for _ in range(4):  # the deletion, the correction, the payment, the end itself
        undo = (client.get(path).json or {})["undo"]
        assert (client.get(path).json or {})["settings"]["closed"] is True
        assert send("POST", "/undo", seen=undo["version"])[0] == 200
    assert (client.get(path).json or {})["settings"]["closed"] is False
    assert send("POST", "/hands", hand("B"))[0] == 201
