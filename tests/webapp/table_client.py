"""A client at one table over HTTP, on SQLite and on PostgreSQL."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image

from tests.postgres import postgres_url
from webapp.app import create_app
from webapp.config import Config

__all__ = [
    "Phone",
    "app_client",
    "data_dir",
    "database",
    "jpeg",
    "phone",
    "postgres_url",
    "send_photo",
    "visitor",
]


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
