"""Drafts, photos, exports, invitations, kept rules of a table over HTTP (SPEC 2.4)."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image

from tests.ledger.hands import hand
from tests.webapp.table_client import (
    Phone,
    app_client,
    data_dir,
    database,
    jpeg,
    phone,
    postgres_url,
    send_photo,
    visitor,
)
from webapp import network
from webapp.app import create_app
from webapp.config import Config

__all__ = ["app_client", "data_dir", "database", "phone", "postgres_url", "visitor"]


SHEET = {
    "reading": {
        "tiles": [{"tile": "1m"}],
        "groups": [{"role": "hand", "side": None, "meld": None, "tiles": [0]}],
    }
}


def test_draft(phone: Phone, visitor: Phone) -> None:
    version = visitor("GET").json["version"]
    assert phone("PUT", "/draft/B", {"sheet": SHEET, "by": "小李的手机", "round": 0}).status_code == 200
    seen = visitor("GET", f"?since={version}").json["draft"]
    assert seen["missing"] == ["A", "C", "D"]
    assert seen["slots"]["B"]["sheet"]["slot"] == "B"
    assert phone("DELETE", "/draft/B").status_code == 200
    assert visitor("GET").json["draft"]["slots"] == {}
    for path, body in (
        ("/draft/E", {"sheet": SHEET}),
        ("/draft/A", {"sheet": 3}),
        ("/draft/A", {"sheet": {}}),
    ):
        assert phone("PUT", path, body).status_code in (400, 404)


def test_photo_is_kept_without_what_it_says_of_itself(phone: Phone, visitor: Phone, data_dir: Path) -> None:
    kept = send_photo(phone, jpeg(), "../../evil.jpg")
    assert kept.status_code == 201
    sha = kept.json["photo"]
    assert send_photo(phone, jpeg()).json["photo"] == sha
    shown = visitor("GET", f"/photos/{sha}")
    with Image.open(io.BytesIO(shown.data)) as image:
        assert image.size == (20, 40)  # turned upright once
        assert not image.getexif()
    assert b"secret" not in shown.data
    files = [path for path in (data_dir / "photos").rglob("*") if path.is_file()]
    assert [path.name for path in files] == [f"{sha}.jpg"]
    assert visitor("GET", "/photos/" + "0" * 64).status_code == 404


@pytest.mark.parametrize("data", [b"", b"text", jpeg()[:60]])
def test_what_is_no_photo_is_not_kept(phone: Phone, data_dir: Path, data: bytes) -> None:
    assert send_photo(phone, data).status_code == 415
    assert not list((data_dir / "photos").rglob("*.jpg"))


@pytest.mark.parametrize("keep", [True, False])
def test_photos_go_when_the_night_is_closed(phone: Phone, data_dir: Path, keep: bool) -> None:
    sha = send_photo(phone, jpeg()).json["photo"]
    phone("PUT", "", {"closed": True, "keep_photos": keep}, If_Match="1")
    assert bool(list((data_dir / "photos").rglob("*.jpg"))) == keep
    assert phone("GET", f"/photos/{sha}").status_code == (200 if keep else 404)
    late = send_photo(phone, jpeg("blue"))  # of a phone that still had the hand's page open
    assert (late.status_code, late.json["error"]["code"]) == (409, "CONFLICT")
    assert len(list((data_dir / "photos").rglob("*.jpg"))) == keep


def test_a_unit_with_two_names_is_spoken_as_one(phone: Phone) -> None:
    """The rules of 六盘水 count in "分/番"; at the table one says 分."""
    empty = phone("GET", "/export.txt").text
    assert "还没有存过" in empty
    assert "两清" not in empty
    phone("PUT", "", {"profile": "liupanshui"}, If_Match="1")
    saved = phone("POST", "/hands", hand("A", profile="liupanshui", dealer="A"))
    assert saved.status_code == 201
    assert saved.json["hand"]["settlement"]["unit"] == phone("GET").json["unit"] == "分"
    assert "分/番" not in phone("GET", "/export.txt").text
    assert not [line for line in saved.json["hand"]["settlement"]["transfers"] if "/番" in line["why"]]


def test_exports_agree_and_sum_to_zero(phone: Phone) -> None:
    phone("POST", "/hands", hand("A", dealer="A"))
    phone("POST", "/hands", hand("B", "C"))
    phone("POST", "/lines", {"type": "table", "each": "5", "in": "cash"})
    totals = phone("GET").json["totals"]
    answer = phone("GET", "/export.csv")
    assert answer.headers["Content-Disposition"].endswith('.csv"')
    lines = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert lines[0][-5:] == ["老王", "乙", "丙", "丁", "台费"]
    assert [int(cell) for cell in lines[-2][-5:-1]] == list(totals["units"].values())
    assert sum(float(cell) for cell in lines[-1][-5:]) == 0
    data = json.loads(phone("GET", "/export.json").text)
    assert data["totals"] == totals
    made = phone.client.post("/api/tables/import", json=data).json
    assert made is not None
    copy = Phone(phone.client, made["id"], made["token"])
    assert copy("GET", "/export.json").json == data
    text = phone("GET", "/export.txt").text
    assert "老王" in text
    assert "All square" not in text


@pytest.mark.parametrize(
    ("lang", "pattern", "turned", "pot"),
    [("zh", "大对子", "四筒", "台费"), ("en", "all triplets", "4 of dots", "pot")],
)
def test_csv_speaks_as_players_do(phone: Phone, lang: str, pattern: str, turned: str, pot: str) -> None:
    phone("POST", "/hands", hand("A", dealer="A"))
    phone("POST", "/lines", {"type": "table", "each": "5", "in": "cash"})
    answer = phone("GET", f"/export.csv?lang={lang}")
    head, line, *_ = csv.reader(io.StringIO(answer.text.removeprefix("\ufeff")))
    assert (line[4], line[5], head[-1]) == (pattern, turned, pot)


def test_invite_has_the_token_behind_the_hash(phone: Phone) -> None:
    answer = phone("GET", "/invite").json
    assert answer["links"][0].endswith(f"/t/{phone.id}#k={phone.token}")
    assert answer["qr"].startswith("<svg")


def test_no_invitation_where_no_phone_can_come_in(data_dir: Path) -> None:
    app = create_app(Config(data_dir=data_dir, load_model=False, local_only=True))
    client = app.test_client()
    made = client.post("/api/tables", json={"profile": "fangka"}).json
    assert made is not None
    answer = Phone(client, made["id"], made["token"])("GET", "/invite")
    assert answer.status_code == 409
    assert network.way_in() in answer.json["error"]["message"]
    app.extensions["zhuoji"]["nights"].close()


def test_too_many_new_tables(app_client: FlaskClient) -> None:
    codes = {app_client.post("/api/tables", json={"profile": "fangka"}).status_code for _ in range(61)}
    assert codes == {201, 429}


def test_a_table_survives_a_restart(phone: Phone, data_dir: Path) -> None:
    phone("POST", "/hands", hand("A", dealer="A"))
    before = phone("GET").json
    app = create_app(Config(data_dir=data_dir, load_model=False))
    again = Phone(app.test_client(), phone.id, phone.token)
    assert again("GET").json == before
    assert again("POST", "/hands", hand("A")).status_code == 201
    app.extensions["zhuoji"]["nights"].close()


def test_rules_of_a_table_by_name(app_client: FlaskClient) -> None:
    """mahjong-points-calculator-web#51: one value changed, named, saved and used."""
    rules = {
        "name": "我们家的",
        "profile": "fangka",
        "variants": ["swing"],
        "overlay": {"chicken.flip_value": 3},
    }
    made = app_client.post("/api/rules", json=rules)
    assert made.status_code == 201
    assert made.json is not None
    kept = made.json["rules"]
    assert {key: kept[key] for key in rules} == rules
    listed = app_client.get("/api/rules/kept").json
    assert listed is not None
    assert kept in listed["rules"]
    shown = app_client.get(made.headers["Location"]).json
    assert shown is not None
    values = {item["name"]: item["value"] for item in shown["described"]["parameters"]}
    assert values["chicken.flip_value"] == 3
    settings = {key: kept[key] for key in ("profile", "variants", "overlay")}
    table = app_client.post("/api/tables", json=settings).json
    assert table is not None
    used = Phone(app_client, table["id"], table["token"])("GET").json["settings"]
    assert used["overlay"] == {"chicken.flip_value": 3}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "", "profile": "fangka"},
        {"name": "x", "profile": "nonsense"},
        {"name": "x", "profile": "fangka", "overlay": {"chicken.flip_value": "many"}},
        {"name": "x", "profile": "fangka", "variants": "swing"},
        {"name": "x" * 41, "profile": "fangka"},
        {"name": "x", "profile": "fangka", "more": 1},
    ],
)
def test_rules_that_cannot_be_kept(app_client: FlaskClient, body: Any) -> None:
    assert app_client.post("/api/rules", json=body).status_code == 400
    assert app_client.get("/api/rules/kept/rnone").status_code == 404


def test_photos_of_a_closed_night_go_at_the_next_start(
    phone: Phone, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server was killed between closing the night and deleting its photos."""
    send_photo(phone, jpeg())
    nights = phone.client.application.extensions["zhuoji"]["nights"]
    with monkeypatch.context() as patch:
        patch.setattr(nights, "drop_photos", lambda table_id: None)
        phone("PUT", "", {"closed": True}, If_Match="1")
    assert list((data_dir / "photos").rglob("*.jpg"))
    nights.open()
    assert not list((data_dir / "photos").rglob("*.jpg"))
    assert nights.book.photos(phone.id) == []
