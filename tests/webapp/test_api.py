"""The HTTP contracts of SPEC 2.4: what is answered, and every refusal's code and status."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from scoring.profile import load_profile, profile_ids
from tests.webapp.conftest import EXAMPLES, answered, draft_of, situation_of
from webapp.app import create_app
from webapp.config import Config

FANGKA = next(e for e in EXAMPLES if e["id"] == "s2-01")


def refused(response: Any, status: int, code: str) -> dict[str, Any]:
    """The one shape of a refusal."""
    body: dict[str, Any] = response.get_json()
    assert (response.status_code, body["ok"], body["error"]["code"]) == (status, False, code)
    assert body["error"]["message"]
    return body


def test_settle_answers_as_the_command_line(client: FlaskClient) -> None:
    response = client.post("/api/settle", json=situation_of(FANGKA))
    assert response.status_code == 200
    assert response.get_json()["net"] == FANGKA["expect"]["net"]


@pytest.mark.parametrize(("id", "status", "code"), [
    ("g1-14", 422, "NO_PASS"), ("s2-09", 422, "GUOHU"), ("x-03", 422, "NOT_A_HAND"), ("x-04", 400, "BAD_SITUATION"),
])  # fmt: skip
def test_settle_refuses_with_the_right_status(client: FlaskClient, id: str, status: int, code: str) -> None:
    example = next(e for e in EXAMPLES if e["id"] == id)
    refused(client.post("/api/settle", json=situation_of(example)), status, code)


BAD_BODIES = [
    (b"", "BAD_JSON"),
    (b"{", "BAD_JSON"),
    (b'{"a": NaN}', "BAD_JSON"),
    (b"\xff\xfe", "BAD_JSON"),
    (b"[" * 100_000, "BAD_JSON"),
    (b"[]", "BAD_SITUATION"),
    (b"null", "BAD_SITUATION"),
    (b"{}", "BAD_SITUATION"),
    (b'{"profile": "\\ud800"}', "BAD_SITUATION"),
]


@pytest.mark.parametrize("path", ["/api/settle", "/api/hand"])
@pytest.mark.parametrize(("body", "code"), BAD_BODIES, ids=range(len(BAD_BODIES)))
def test_bad_bodies(client: FlaskClient, path: str, body: bytes, code: str) -> None:
    refused(client.post(path, data=body, content_type="application/json"), 400, code)


def test_json_over_the_limit(client: FlaskClient, config: Config) -> None:
    body = refused(client.post("/api/settle", data=b" " * (config.max_json + 1)), 413, "TOO_LARGE")
    assert "照片" not in body["error"]["message"]


def test_read_one_and_several(upload: Callable[..., Any]) -> None:
    body = upload(b"photo 1", b"text", b"photo 3").get_json()
    assert body["ok"] is True
    assert [reading["ok"] for reading in body["readings"]] == [True, False, True]
    assert [reading["file"] for reading in body["readings"]] == ["IMG_0.jpg", "IMG_1.jpg", "IMG_2.jpg"]
    assert body["readings"][1]["error"]["code"] == "NOT_AN_IMAGE"


def test_read_nothing_readable(upload: Callable[..., Any]) -> None:
    body = refused(upload(b"text", b""), 415, "NOT_AN_IMAGE")
    assert len(body["readings"]) == 2


def test_read_speaks_the_language_asked_for(upload: Callable[..., Any]) -> None:
    assert upload(b"text", path="/api/read?lang=en").get_json()["error"]["message"] == "No photo."
    assert upload(b"text", path="/api/read?lang=zh").get_json()["error"]["message"] == "不是照片。"


def test_read_refusals(client: FlaskClient, upload: Callable[..., Any], config: Config) -> None:
    refused(client.post("/api/read", json={}), 415, "UNSUPPORTED")
    refused(client.post("/api/read", data={}, content_type="multipart/form-data"), 400, "BAD_SITUATION")
    refused(upload(*[b"photo"] * (config.max_photos + 1)), 413, "TOO_LARGE")


def test_read_without_a_model() -> None:
    def missing() -> Any:
        from webapp.inference import model_missing

        raise model_missing()

    app = create_app(Config(reader_factory=missing, load_model=False))
    response = app.test_client().post("/api/read", data={"photo": (io.BytesIO(b"x"), "a.jpg")})
    refused(response, 503, "MODEL_MISSING")
    assert app.test_client().get("/healthz").get_json()["model"]["status"] == "missing"


@pytest.mark.parametrize("name", ["../../etc/passwd", "a\\b\\c.jpg", "x" * 500, "\x00\x07.jpg", ""])
def test_names_of_uploads_are_only_shown(client: FlaskClient, name: str) -> None:
    from webapp.api.read import shown_name

    shown = shown_name(name)
    assert shown
    assert len(shown) <= 80
    assert not set("/\\\x00\x07") & set(shown)


def test_healthz(client: FlaskClient) -> None:
    body = client.get("/healthz").get_json()
    assert body["ok"] is True
    assert body["model"] == {"loaded": False, "status": "loading"}
    assert body["version"]


def test_healthz_names_the_loaded_model(config: Config) -> None:
    app = create_app(config)
    app.extensions["zhuoji"]["pool"].start().result(5)
    body = app.test_client().get("/healthz").get_json()
    assert body["model"] == {"loaded": True, "status": "ready", "name": "fake", "sha256": "0" * 64}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_rules(client: FlaskClient, lang: str) -> None:
    body = client.get(f"/api/rules?lang={lang}").get_json()
    assert [item["id"] for item in body["rules"]] == list(profile_ids())
    assert next(i for i in body["rules"] if i["id"] == "fangka")["variants"][-1]["players"] == 3
    for profile_id in profile_ids():
        one = client.get(f"/api/rules/{profile_id}?lang={lang}").get_json()
        assert {"value", "clause", "assumed", "sentence"} <= one["parameters"][0].keys()


def test_a_unit_with_two_names_is_spoken_as_one(client: FlaskClient) -> None:
    """六盘水 counts in "分/番" by its text; every answer and page says 分, as its sentences do."""
    lost = {"profile": "liupanshui", "dealer": "A", "result": {"type": "draw"}}
    lost["players"] = {seat: {"declared": {"ready": False}} for seat in "ABCD"}
    settled = client.post("/api/settle", json=lost)
    assert settled.json["unit"] == "分"
    units = {item["id"]: item["unit"] for item in client.get("/api/rules").json["rules"]}
    assert units["liupanshui"] == client.get("/api/rules/liupanshui").json["unit"] == "分"
    for path in ("/rules", "/rules/liupanshui", "/learn/lesson/first?profile=liupanshui"):
        assert "分/番" not in client.get(path).get_data(as_text=True), path


def test_options_that_set_the_same_to_something_else_exclude_each_other(client: FlaskClient) -> None:
    for rule in client.get("/api/rules").get_json()["rules"]:
        excludes = {item["id"]: set(item["excludes"]) for item in rule["variants"]}
        sets = {name: variant.set for name, variant in load_profile(rule["id"]).variants.items()}
        for one, other in itertools.combinations(sets, 2):
            clash = any(sets[one][key] != sets[other][key] for key in sets[one].keys() & sets[other].keys())
            assert (other in excludes[one]) == (one in excludes[other]) == clash
        if rule["id"] == "fangka":
            assert excludes["kou2"] == {"kou3"}
            assert excludes["erdingguai"] == {"sandingguai"}


@pytest.mark.parametrize("path", ["/api/rules/nobody", "/api/nothing", "/api"])
def test_not_found_is_json_under_api(client: FlaskClient, path: str) -> None:
    refused(client.get(path), 404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("method", "path"), [("get", "/api/read"), ("get", "/api/settle"), ("post", "/api/rules/fangka")]
)
def test_wrong_method(client: FlaskClient, method: str, path: str) -> None:
    response = getattr(client, method)(path)
    refused(response, 405, "METHOD_NOT_ALLOWED")
    assert response.headers["Allow"]


def test_a_fault_of_ours_is_a_sentence_and_logged(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("webapp.api.settle.settle_json", broken)
    response = client.post("/api/settle", json={})
    refused(response, 500, "INTERNAL")
    assert b"secret" not in response.data


def test_hand_settles_and_clears(client: FlaskClient) -> None:
    known = situation_of(FANGKA)
    draft = draft_of(known) | {"names": {"A": "老王"}, "stake": "0.5"}
    answered(draft, known)
    body = client.post("/api/hand?lang=zh", data=json.dumps(draft)).get_json()
    assert body["open"] == 0
    assert body["settlement"]["net"] == FANGKA["expect"]["net"]
    paid = dict.fromkeys("ABCD", 0)
    for payment in body["payments"]:
        paid[payment["from"]] -= payment["amount"]
        paid[payment["to"]] += payment["amount"]
    assert paid == body["settlement"]["net"]
    assert body["money"]["A"] == "7.5"
    assert "老王 +15 番（+7.5 元）" in body["text"]
    first = body["settlement"]["transfers"][0]
    assert "老王" in first["why"]
    assert " A " not in first["why"]
    assert first["clause_text"]
    assert all(item["sentence"] for item in body["assumptions"])


def test_hand_asks_before_it_settles(client: FlaskClient) -> None:
    body = client.post("/api/hand", json={"profile": "guiyang-fan"}).get_json()
    assert [q["id"] for q in body["questions"] if q["open"]] == ["outcome"]
    assert body["settlement"] is None
