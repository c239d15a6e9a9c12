"""Host, Origin, headers, languages, pages, compression (SPEC 7, 8)."""

from __future__ import annotations

import gzip
import re

import pytest
from flask.testing import FlaskClient

from webapp.app import create_app
from webapp.config import Config
from webapp.security import host_allowed, origin_allowed, own_names

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
