"""A page for a table that isn't there: a sentence and the way home, nothing to tap that can't work."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.ledger.hands import hand
from webapp.texts import TEXTS

CONTROLS = ('id="next-hand"', 'id="camera"', 'id="album"', 'id="close"', "<script")


def opened(client: FlaskClient) -> tuple[str, dict[str, str]]:
    answer = client.post("/api/tables", json={"profile": "fangka", "persons": [{"name": "老王"}]}).json
    assert answer is not None
    return answer["id"], {"X-Table-Token": answer["token"]}


@pytest.mark.parametrize(
    "path", ["/t/nowhere", "/t/nowhere/tiles", "/?t=nowhere", "/t/NOWHERE", "/t/%00", "/?t=%E6%A1%8C"]
)
@pytest.mark.parametrize(("lang", "said"), [("zh", "没有这张桌子"), ("en", "no such table")])
def test_no_such_table(client: FlaskClient, path: str, lang: str, said: str) -> None:
    answer = client.get(path, headers={"Accept-Language": lang})
    assert answer.status_code == 404
    page = answer.get_data(as_text=True)
    assert said in page
    assert f'href="/">{TEXTS["error.back"][lang == "en"]}' in page
    assert [control for control in CONTROLS if control in page] == []


def test_no_such_hand_to_correct(client: FlaskClient) -> None:
    table, token = opened(client)
    path = f"/?t={table}&hand="
    for number in ("1", "99999999999999999999", "0"):
        answer = client.get(path + number)
        assert (answer.status_code, 'id="camera"' in answer.get_data(as_text=True)) == (404, False)
    client.post(f"/api/tables/{table}/hands", json=hand("A", dealer="A"), headers=token)
    assert client.get(path + "1").status_code == 200


def test_pages_of_a_table_that_is_there(client: FlaskClient) -> None:
    table, _ = opened(client)
    for path in (f"/t/{table}", f"/t/{table}/tiles", f"/?t={table}", "/"):
        assert client.get(path).status_code == 200
