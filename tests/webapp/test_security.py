"""Host, Origin, headers, languages, pages, compression (SPEC 7, 8)."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from webapp.app import create_app
from webapp.config import Config
from webapp.security import HEADERS, WRITES, host_allowed, origin_allowed, own_names

PAGES = ["/", "/rules", "/rules/fangka", "/nothing"]


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8000", "127.0.0.1:8000", "192.168.1.7:8000", "[::1]:8000", "[fe80::1]"]
)
def test_our_hosts_pass(host: str) -> None:
    assert host_allowed(host, own_names())


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "[", "localhost.evil", "a b"]
)
def test_foreign_hosts_are_refused(client: FlaskClient, host: str) -> None:
    assert not host_allowed(host, own_names())
    response = client.get("/healthz", headers={"Host": host} if host else {"Host": "x.example"})
    assert response.status_code in (400, 403)


def test_named_hosts_pass(config: Config) -> None:
    app = create_app(Config(**{**config.__dict__, "allowed_hosts": frozenset({"Hall.example"})}))
    assert app.test_client().get("/healthz", headers={"Host": "hall.example"}).status_code == 200


@pytest.mark.parametrize(
    ("origin", "site", "ok"),
    [
        (None, None, True),
        (None, "same-origin", True),
        (None, "none", True),
        (None, "cross-site", False),
        ("http://localhost", None, True),
        ("http://evil.example", None, False),
        ("http://localhost:81", None, False),
        ("null", None, False),
        ("http://[", None, False),
    ],
)
def test_origin_of_writes(client: FlaskClient, origin: str | None, site: str | None, ok: bool) -> None:
    assert origin_allowed(origin, "localhost", site) is ok
    headers = {"Origin": origin, "Sec-Fetch-Site": site}
    sent = {key: value for key, value in headers.items() if value is not None}
    response = client.post("/api/settle", json={}, headers=sent)
    assert response.get_json()["error"]["code"] == ("BAD_SITUATION" if ok else "FORBIDDEN")


@pytest.mark.parametrize(
    "path", [*PAGES, "/api/rules", "/healthz", "/static/page.css", "/samples/sample-1.jpg"]
)
def test_every_answer_is_marked(client: FlaskClient, path: str) -> None:
    headers = client.get(path, buffered=True).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_hold_nothing_inline_and_nothing_foreign(client: FlaskClient, path: str, lang: str) -> None:
    page = client.get(f"{path}?lang={lang}").get_data(as_text=True)
    assert 'lang="zh-CN"' in page if lang == "zh" else 'lang="en"' in page
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    assert not re.search(r"<script(?![^>]*(src=|application/json))", page)
    assert not re.search(r"""(src|href)=["'](https?:)?//""", page)


def test_error_pages_are_pages(client: FlaskClient) -> None:
    response = client.get("/nothing")
    assert response.status_code == 404
    assert response.mimetype == "text/html"
    assert "没有这个地址" in response.get_data(as_text=True)


@pytest.mark.parametrize(
    ("query", "cookie", "accept", "lang"),
    [
        ("", None, "", "zh"),
        ("", None, "en-GB,en;q=0.9", "en"),
        ("", None, "fr,zh-TW;q=0.5,en;q=0.3", "zh"),
        ("", None, "fr", "zh"),
        ("", "en", "zh", "en"),
        ("?lang=zh", "en", "en", "zh"),
        ("?lang=xx", None, "en", "en"),
    ],
)
def test_language(client: FlaskClient, query: str, cookie: str | None, accept: str, lang: str) -> None:
    if cookie:
        client.set_cookie("lang", cookie)
    page = client.get(f"/{query}", headers={"Accept-Language": accept}).get_data(as_text=True)
    assert f'<html lang="{"zh-CN" if lang == "zh" else "en"}"' in page


def test_chosen_language_is_kept(client: FlaskClient) -> None:
    cookie = client.get("/?lang=en").headers["Set-Cookie"]
    assert "SameSite=Lax" in cookie
    assert 'lang="en"' in client.get("/").get_data(as_text=True)


@pytest.mark.parametrize(
    "path", ["/../app.py", "/samples/../app.py", "/samples/hand-1/situation.json", "/static/../app.py"]
)
def test_only_our_files_are_served(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_text_is_packed_and_revalidated(client: FlaskClient) -> None:
    plain = client.get("/static/page.css", buffered=True)
    packed = client.get("/static/page.css", headers={"Accept-Encoding": "gzip"}, buffered=True)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert "no-cache" in packed.headers["Cache-Control"]
    again = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
    assert client.get("/static/page.css", headers=again, buffered=True).status_code == 304
    assert (
        "Content-Encoding"
        not in client.get("/samples/sample-1.jpg", headers={"Accept-Encoding": "gzip"}).headers
    )


# A hostile page in another tab


def routes(client: FlaskClient, methods: frozenset[str]) -> list[tuple[str, str]]:
    """(method, an address) of every route."""
    values = {
        "table_id": "nosuchtable",
        "profile_id": "fangka",
        "number": "1",
        "slot": "A",
        "sha256": "0" * 64,
    }
    values |= {"lesson_id": "chicken", "rules_id": "x", "group": "hands", "form": "csv", "tile": "1m"}
    values |= {"filename": "page.css", "name": "sample-1.jpg"}
    found = []
    for rule in client.application.url_map.iter_rules():
        for method in sorted((rule.methods or set()) & methods):
            path = re.sub(r"<(?:[^:>]+(?:\([^)]*\))?:)?(\w+)>", lambda m: values[m.group(1)], rule.rule)
            found.append((method, path))
    assert len(found) > 5
    return found


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "null"},
    {"Origin": "http://localhost:81"},
    {"Origin": "https://localhost.evil.example"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_no_write_is_taken_from_another_page(client: FlaskClient, headers: dict[str, str]) -> None:
    for method, path in routes(client, WRITES):
        answer = client.open(path, method=method, headers=headers, json={})
        assert answer.status_code == 403, path
        assert answer.get_json()["error"]["code"] == "FORBIDDEN", path


def test_no_route_answers_to_a_foreign_name(client: FlaskClient) -> None:
    """DNS rebinding: a foreign name that points at us gets nothing, pages and files included."""
    for method, path in routes(client, frozenset({"GET", *WRITES})):
        answer = client.open(path, method=method, headers={"Host": "evil.example:8000"}, json={})
        assert answer.status_code == 403, path


def test_another_page_may_read_nothing(client: FlaskClient) -> None:
    """No CORS header anywhere, no preflight that says yes, and nothing that may be loaded into a foreign page."""
    for method, path in routes(client, frozenset({"GET", *WRITES})):
        headers = {"Origin": "http://evil.example", "Access-Control-Request-Method": method}
        for asked in (method, "OPTIONS"):
            answer = client.open(path, method=asked, headers=headers, json={}, buffered=True)
            assert not [name for name, _ in answer.headers if name.startswith("Access-Control")], path
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", path


def test_every_answer_of_every_route_has_all_headers(client: FlaskClient) -> None:
    """Also refusals, missing pages and wrong methods."""
    asked = [
        *routes(client, frozenset({"GET", *WRITES})),
        ("BREW", "/"),
        ("GET", "/nothing"),
        ("GET", "/api/nothing"),
    ]
    for method, path in asked:
        answer = client.open(path, method=method, buffered=True)
        for name, value in HEADERS.items():
            assert name in answer.headers, (path, name)
            # The source page and the like may narrow the policy; nothing may widen it.
            assert answer.headers[name] == value or name == "Content-Security-Policy", (path, name)
        assert "unsafe" not in answer.headers["Content-Security-Policy"], path
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"], path
        if path.startswith("/api/"):
            assert "no-store" in answer.headers["Cache-Control"], path
        assert "Python" not in answer.headers.get("Server", ""), path


def test_looking_changes_nothing(tmp_path: Path) -> None:
    """An image tag in a foreign page can only make a GET: after every GET there is, the ledger is as it was."""
    app = create_app(Config(data_dir=tmp_path, load_model=False))
    client = app.test_client()
    made = client.post("/api/tables", json={"profile": "fangka"}).get_json()
    before = client.get(f"/api/tables/{made['id']}/export.json").get_json()
    files = sorted(path for path in tmp_path.rglob("*") if path.suffix != ".sqlite3-wal")
    for _, path in routes(client, frozenset({"GET"})):
        client.get(path.replace("nosuchtable", made["id"]), buffered=True)
    after = client.get(f"/api/tables/{made['id']}/export.json").get_json()
    assert {**after, "exported": None} == {**before, "exported": None}
    assert sorted(path for path in tmp_path.rglob("*") if path.suffix != ".sqlite3-wal") == files
    app.extensions["zhuoji"]["nights"].close()


# A stranger on the same wifi


def test_nobody_can_list_the_tables(client: FlaskClient) -> None:
    """A table's address is its own key for looking: 12 signs out of 31, told by nothing but its link."""
    made = [client.post("/api/tables", json={"profile": "fangka"}).get_json() for _ in range(3)]
    assert len({table["id"] for table in made}) == 3
    assert all(len(table["id"]) >= 12 and len(table["token"]) >= 24 for table in made)
    for path in ("/", "/tables", "/api/tables", "/healthz", "/api/openapi.json", "/api/rules/kept"):
        text = client.get(path).get_data(as_text=True)
        assert not [table for table in made if table["id"] in text or table["token"] in text], path


def test_a_token_in_the_address_opens_nothing(client: FlaskClient) -> None:
    """It belongs behind the #, which browsers never send; in a query it would stand in logs."""
    made = client.post("/api/tables", json={"profile": "fangka"}).get_json()
    for name in ("k", "token", "X-Table-Token"):
        path = f"/api/tables/{made['id']}/undo?{name}={made['token']}"
        assert client.post(path, headers={"If-Match": "1"}).status_code == 403


def test_the_token_is_compared_in_constant_time() -> None:
    source = (Path(create_app.__code__.co_filename).parent / "storage" / "book.py").read_text(
        encoding="utf-8"
    )
    assert "hmac.compare_digest(" in source


def test_new_tables_and_kept_rules_are_limited(client: FlaskClient) -> None:
    """A loop gone wild, or a bore: 60 a minute from one address."""
    for path, body in (
        ("/api/tables", {"profile": "fangka"}),
        ("/api/rules", {"name": "x", "profile": "fangka", "variants": [], "overlay": {}}),
    ):
        seen = [client.post(path, json=body).status_code for _ in range(62)]
        assert seen[0] == 201
        assert seen[-1] == 429
