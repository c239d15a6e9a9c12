"""Tables over HTTP: token, versions, idempotency, drafts, photos, exports (SPEC 2.4)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image

from tests import postgres
from tests.ledger.hands import hand
from webapp.app import create_app
from webapp.config import Config


@dataclass
class Phone:
    """A client at one table, with or without its token."""

    client: FlaskClient
    id: str
    token: str | None

    def __call__(self, method: str, path: str = "", body: Any = None, **headers: Any) -> Any:
        sent = {name.replace("_", "-"): str(value) for name, value in headers.items()}
        if self.token:
            sent["X-Table-Token"] = self.token
        more = {} if body is None else {"json": body}
        return self.client.open(f"/api/tables/{self.id}{path}", method=method, headers=sent, **more)


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture(scope="module")
def postgres_url() -> Iterator[str]:
    reason = postgres.missing()
    if reason:
        pytest.skip(reason)
    with postgres.server() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"], autouse=True)
def database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every test here runs on both."""
    if request.param == "postgresql":
        monkeypatch.setenv("ZHUOJI_DATABASE_URL", request.getfixturevalue("postgres_url"))
    else:
        monkeypatch.delenv("ZHUOJI_DATABASE_URL", raising=False)
    return str(request.param)


@pytest.fixture
def app_client(data_dir: Path) -> Iterator[FlaskClient]:
    app = create_app(Config(data_dir=data_dir, load_model=False))
    yield app.test_client()
    app.extensions["zhuoji"]["nights"].close()


@pytest.fixture
def phone(app_client: FlaskClient) -> Phone:
    made = app_client.post(
        "/api/tables", json={"profile": "fangka", "stake": "0.5", "persons": [{"name": "老王"}]}
    ).json
    assert made is not None
    return Phone(app_client, made["id"], made["token"])


@pytest.fixture
def visitor(phone: Phone) -> Phone:
    return Phone(phone.client, phone.id, None)


def jpeg(colour: str = "red") -> bytes:
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "secret place"
    Image.new("RGB", (40, 20), colour).save(out, "JPEG", exif=exif)
    return out.getvalue()


def send_photo(phone: Phone, data: bytes, name: str = "IMG.jpg") -> Any:
    headers = {"X-Table-Token": phone.token} if phone.token else {}
    return phone.client.post(
        f"/api/tables/{phone.id}/photos", data={"photo": (io.BytesIO(data), name)}, headers=headers
    )


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
        path = path.replace("/hands", f"/{group}").replace("/lines", f"/{group}")
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


def test_undo_over_http(phone: Phone) -> None:
    phone("POST", "/hands", hand("A", dealer="A"))
    step = phone("GET").json["undo"]
    assert phone("POST", "/undo").status_code == 428
    assert phone("POST", "/undo", If_Match=step["version"]).json["n"] == 1
    assert phone("POST", "/undo", If_Match=step["version"]).status_code == 409


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


def test_invite_has_the_token_behind_the_hash(phone: Phone) -> None:
    answer = phone("GET", "/invite").json
    assert answer["links"][0].endswith(f"/t/{phone.id}#k={phone.token}")
    assert answer["qr"].startswith("<svg")


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
