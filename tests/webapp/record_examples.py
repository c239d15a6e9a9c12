"""Record the answers in ``webapp/openapi/examples.json`` from the application: python -m tests.webapp.record_examples

The same walk is played by ``test_openapi.py``, which compares its answers with the recorded ones.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient
from PIL import Image

import webapp.openapi
from webapp.app import create_app
from webapp.config import Config

FOLDER = Path(webapp.openapi.__file__).parent
TARGET = FOLDER / "examples.json"
Json = dict[str, Any]


def requests() -> Json:
    value: Json = yaml.safe_load((FOLDER / "requests.yaml").read_text(encoding="utf-8"))
    return value


def jpeg() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (64, 48), (31, 107, 74)).save(out, "JPEG")
    return out.getvalue()


def walk(client: FlaskClient) -> Json:
    """A short night; answers by the name of their example."""
    ask = requests()

    def send(method: str, path: str, body: Any = None, **headers: str) -> Any:
        sent = {key.replace("_", "-"): value for key, value in headers.items()}
        return client.open(path, method=method, json=body, headers=sent).json

    out: Json = {"health": send("GET", "/healthz")}
    photo = {"photo": (io.BytesIO(jpeg()), "IMG_1.jpg")}
    out["readings"] = client.post("/api/read", data=photo, content_type="multipart/form-data").json
    out["settlement"] = send("POST", "/api/settle", ask["situation"])
    out["review"] = send("POST", "/api/hand", ask["draft"])
    out["kept_rules"] = send("POST", "/api/rules", ask["keep_rules"])
    out["opened"] = send("POST", "/api/tables", ask["settings"])
    table, token = f"/api/tables/{out['opened']['id']}", {"X_Table_Token": out["opened"]["token"]}
    out["hand_saved"] = send("POST", f"{table}/hands", ask["hand_body"], **token)
    out["line_saved"] = send("POST", f"{table}/lines", ask["line_body"], **token)
    out["versioned"] = send("PUT", f"{table}/draft/B", ask["draft_sheet"], **token)
    out["own_set"] = send("GET", f"{table}/set")
    photo = {"photo": (io.BytesIO(jpeg()), "IMG_1.jpg")}
    out["photo_kept"] = client.post(
        f"{table}/photos", data=photo, headers={"X-Table-Token": token["X_Table_Token"]}
    ).json
    send("PUT", table, ask["change_settings"], **token, If_Match='"1"')
    out["table"] = send("GET", table)
    out["document"] = send("GET", f"{table}/export.json")
    out["undone"] = send("POST", f"{table}/undo", **token, If_Match=f'"{out["table"]["undo"]["version"]}"')
    out["invitation"] = send("GET", f"{table}/invite", **token)
    out["refusal"] = send("POST", f"{table}/hands", ask["hand_body"])
    out["invitation"]["qr"] = out["invitation"]["qr"][:40] + "…</svg>"
    return out


if __name__ == "__main__":
    from tests.webapp.conftest import FakeReader

    class Reader(FakeReader):
        def read(self, data: bytes, *, conf: float | None = None, full_table: bool = False) -> Any:
            return super().read(b"photo" + data)

    app = create_app(Config(reader_factory=Reader, load_model=False))
    TARGET.write_text(
        json.dumps(walk(app.test_client()), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    print(TARGET, TARGET.stat().st_size)
