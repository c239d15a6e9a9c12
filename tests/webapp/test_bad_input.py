"""Ten thousand mutated requests, and photos that are none: an answer or a sentence, never a fault of ours.

Extends ``test_hand_fuzz.py`` (drafts of the hand page) to every route and to bytes that aren't even JSON. `make test`
takes a sample; `ZHUOJI_FUZZ` scales the long run (0.1 = a tenth).
"""

from __future__ import annotations

import copy
import hashlib
import io
import json
import os
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scoring.codec import settle_json
from scoring.errors import ZhuojiError
from scoring.profile import profile_ids
from tests.ledger.hands import hand
from tests.vision.mutations import bases, some
from tests.webapp.conftest import EXAMPLES, FakeReading, draft_of, situation_of
from tests.webapp.test_hand_fuzz import ODD, places, put
from vision.image import open_photo
from webapp.app import create_app
from webapp.config import Config

LONG = int(10_000 * float(os.environ.get("ZHUOJI_FUZZ", "1")))
PARTS = 20
HOSTILE = [
    "<svg onload=alert(1)>", "\"><script>alert(1)</script>", "../../../etc/passwd", "..\\..\\win.ini", "/etc/passwd",
    "%2e%2e%2f", "{{7*7}}", "${7*7}", "'; DROP TABLE tables; --", "\0", "\u202eabc", "\ud800", "=cmd|' /C calc'!A0",
    "\r\nSet-Cookie: x=1", "a" * 5000, "😀" * 50, "javascript:alert(1)", "-0", "1e400", "NaN",
]  # fmt: skip
ODD_VALUES: list[Any] = [*ODD, *HOSTILE, -(2**63), 2**63, {"__proto__": 1}, [None] * 500, {"": ""}]


class Decoder:
    """Reads a photo as far as its pixels, by the real decoder."""

    model = type("Model", (), {"name": "decoder", "sha256": "0" * 64})()

    def read(self, data: bytes, *, conf: float | None = None, full_table: bool = False) -> FakeReading:
        open_photo(data, max_pixels=3_000_000).rgb(64)
        return FakeReading(data)


class House:
    """A server with a table of two hands, and a watch over its folders."""

    def __init__(self, folder: Path) -> None:
        self.data, self.scratch = folder / "data", folder / "tmp"
        self.data.mkdir()
        self.scratch.mkdir()
        config = Config(data_dir=self.data, reader_factory=Decoder, load_model=False)
        self.app = create_app(config)
        self.client: FlaskClient = self.app.test_client()
        made = self.client.post("/api/tables", json={"profile": "fangka", "stake": "0.5"}).get_json()
        self.id, self.token = made["id"], made["token"]
        for body in (hand("A", dealer="A"), hand("B")):
            path = f"/api/tables/{self.id}/hands"
            assert self.client.post(path, json=body, headers=self.own()).status_code == 201

    def own(self, **more: str) -> dict[str, str]:
        return {"X-Table-Token": self.token, **more}

    def close(self) -> None:
        self.app.extensions["zhuoji"]["nights"].close()
        self.app.extensions["zhuoji"]["pool"].close()

    def left(self) -> list[str]:
        """Files that nobody asked for: anything but the ledger and whole photos under their own hash."""
        odd = [str(path) for path in self.scratch.rglob("*")]
        for path in self.data.rglob("*"):
            if path.is_dir() or (path.parent == self.data and path.name.startswith("zhuoji.sqlite3")):
                continue
            whole = hashlib.sha256(path.read_bytes()).hexdigest() == path.stem and path.suffix == ".jpg"
            if not (whole and path.parent.parent == self.data / "photos"):
                odd.append(str(path))
        return odd


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.delenv("ZHUOJI_DATABASE_URL", raising=False)
    here = House(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(here.scratch))
    yield here
    here.close()
    assert here.left() == []


def mutate(rng: random.Random, value: Any) -> Any:
    """Odd values in one to three places, sometimes a key too many or one missing."""
    value = copy.deepcopy(value)
    for _ in range(rng.choice([1, 1, 2, 3])):
        at = places(value)
        if not at:
            return copy.deepcopy(rng.choice(ODD_VALUES))
        path = rng.choice(at)
        parent = value
        for key in path[:-1]:
            parent = parent[key]
        what = rng.random()
        if what < 0.15 and isinstance(parent, dict):
            del parent[path[-1]]
        elif what < 0.25 and isinstance(parent, dict):
            parent[rng.choice(HOSTILE)[:200]] = copy.deepcopy(rng.choice(ODD_VALUES))
        elif what < 0.35:
            put(value, path, copy.deepcopy(parent))  # a part within itself
        else:
            put(value, path, copy.deepcopy(rng.choice([*ODD_VALUES, *profile_ids()])))
    return value


def look(answer: Any, asked: object) -> int:
    """Every answer is one of ours: no fault, and a refusal says why."""
    status: int = answer.status_code
    assert status < 500 or status in (503, 507), (status, asked)
    if status >= 400:
        assert "Traceback" not in answer.get_data(as_text=True), asked
        if answer.request.path.startswith("/api/"):
            body = answer.get_json()
            assert body["ok"] is False, asked
            assert body["error"]["message"], asked
    return status


# Situations


def check_situations(count: int, first: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in range(first, first + count):
        rng = random.Random(seed)
        answer = settle_json(
            mutate(rng, situation_of(rng.choice(EXAMPLES))), rng.choice(["zh", "en"]), explain=True
        )
        assert type(answer["ok"]) is bool, seed
        if answer["ok"]:
            assert sum(answer["net"].values()) == 0, seed
        else:
            assert answer["error"]["message"], seed
        seen["settled" if answer["ok"] else answer["error"]["code"]] += 1
        json.dumps(answer)
    return seen


def test_a_sample_of_mutated_situations() -> None:
    seen = check_situations(300, 0)
    assert seen["BAD_SITUATION"] > 100
    assert seen["settled"] > 2
    assert set(seen) <= {"settled", "BAD_SITUATION", "NO_PASS", "GUOHU", "NOT_A_HAND"}


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_mutated_situations(part: int) -> None:
    check_situations(LONG // PARTS, 1000 + part * (LONG // PARTS))


# Requests


def calls(house: House) -> list[tuple[str, str, Any]]:
    """Sound requests of every kind, to be mutated."""
    own = f"/api/tables/{house.id}"
    situation = situation_of(EXAMPLES[0])
    sheet = draft_of(situation)["sheets"][0]
    return [
        ("POST", "/api/settle", situation),
        ("POST", "/api/hand", draft_of(situation) | {"names": {"A": "老王"}, "stake": "0.5"}),
        ("POST", "/api/rules", {"name": "我们家的", "profile": "fangka", "variants": ["swing"], "overlay": {"base_add": 2}}),
        ("POST", "/api/tables", {"profile": "fangka", "persons": [{"name": "老王"}, {"name": "小李"}], "stake": "1"}),
        ("POST", "/api/tables/import", house.client.get(f"{own}/export.json").get_json()),
        ("PUT", own, {"stake": "2", "name": "今晚", "persons": [{"id": "p1", "name": "王"}]}),
        ("POST", f"{own}/hands", hand("C", note="一", sheets=[sheet], answers={"outcome": "C"})),
        ("PUT", f"{own}/hands/1", hand("D", dealer="A")),
        ("DELETE", f"{own}/hands/2", None),
        ("POST", f"{own}/lines", {"type": "free", "from": "p1", "to": "p2", "amount": 1, "note": "欠"}),
        ("POST", f"{own}/undo", None),
        ("PUT", f"{own}/draft/B", {"sheet": sheet, "by": "小李的手机", "round": 0, "photo": None}),
        ("GET", f"{own}?since=1", None),
        ("GET", f"{own}/export.csv", None),
        ("GET", f"{own}/photos/{'0' * 64}", None),
        ("GET", "/api/rules/fangka", None),
        ("GET", "/api/teach/question?kind=waits&level=1&seed=3&profile=fangka", None),
        ("POST", "/api/teach/answer", {"kind": "waits", "level": 1, "seed": 3, "profile": "fangka", "answer": ["1m"]}),
    ]  # fmt: skip


def header(rng: random.Random, sound: str) -> str:
    """A header that arrives at all: one line of Latin-1."""
    text = rng.choice([sound, sound, *HOSTILE[:8], "", '"1"', "W/1", "1" * 200])
    return "".join(char for char in text if " " <= char <= "\xff")


def path_of(rng: random.Random, path: str) -> str:
    """The path as it is, or with one part that leads elsewhere."""
    if rng.random() < 0.8:
        return path
    parts = path.split("/")
    parts[rng.randrange(1, len(parts))] = rng.choice(
        ["..", "%2e%2e", "%00", "a" * 300, "-1", "9" * 30, "<svg>", "", "é"]
    )
    return "/".join(parts)


def ask(house: House, rng: random.Random) -> tuple[int, object]:
    method, path, body = rng.choice(calls(house))
    path = path_of(rng, path)
    headers = house.own(
        **{"If-Match": header(rng, '"1"'), "Idempotency-Key": header(rng, f"k{rng.random()}")}
    )
    if rng.random() < 0.1:
        headers["X-Table-Token"] = header(rng, "wrong")
    if rng.random() < 0.3:
        path += (
            "&" if "?" in path else "?"
        ) + f"since={rng.choice(['-1', '9' * 40, '<svg>'])}&lang={rng.choice(['en', 'xx'])}"
    if body is None:
        return look(house.client.open(path, method=method, headers=headers), (method, path)), None
    # Lone surrogates and all: the text as JSON escapes it.
    data = bytearray(json.dumps(mutate(rng, body) if rng.random() < 0.9 else body).encode())
    if rng.random() < 0.15:
        for _ in range(rng.choice([1, 5, 50])):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    if rng.random() < 0.05:
        del data[rng.randrange(len(data)) :]
    kind = rng.choice(["application/json"] * 8 + ["text/plain", "application/xml", "multipart/form-data"])
    answer = house.client.open(path, method=method, data=bytes(data), content_type=kind, headers=headers)
    return look(answer, (method, path, bytes(data)[:2000])), data


def check_requests(house: House, count: int, first: int) -> Counter[int]:
    seen = Counter(ask(house, random.Random(seed))[0] for seed in range(first, first + count))
    view = house.client.get(f"/api/tables/{house.id}").get_json()
    assert view["ok"]
    assert sum(view["totals"]["units"].values()) == 0
    return seen


def test_a_sample_of_mutated_requests(house: House) -> None:
    seen = check_requests(house, 250, 0)
    assert seen[400] > 50
    assert seen[200] + seen[201] > 10
    assert seen[404] > 5


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_mutated_requests(house: House, part: int) -> None:
    check_requests(house, LONG // PARTS, 1000 + part * (LONG // PARTS))


# Photos over HTTP


def check_uploads(house: House, count: int, first: int) -> Counter[int]:
    seen: Counter[int] = Counter()
    for seed, data in some(count, first, heic=False):
        rng = random.Random(seed)
        name = rng.choice(["IMG.jpg", "", *HOSTILE[:12]]).replace("\ud800", "")
        kept = rng.random() < 0.5
        path = f"/api/tables/{house.id}/photos" if kept else "/api/read"
        form = {"photo": (io.BytesIO(data), name)} if name else {"photo": (io.BytesIO(data), "x")}
        answer = house.client.post(path, data=form, headers=house.own())
        seen[look(answer, (seed, path))] += 1
        assert answer.status_code in (200, 201, 413, 415), seed
    assert house.left() == []
    return seen


def test_a_sample_of_mutated_uploads(house: House) -> None:
    seen = check_uploads(house, 150, 50_000)
    assert seen[415] > 20
    assert seen[200] > 10
    assert seen[201] > 10


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_many_mutated_uploads(house: House, part: int) -> None:
    check_uploads(house, LONG // PARTS // 4, 60_000 + part * (LONG // PARTS))


def test_a_large_upload_leaves_no_temporary_file(house: House) -> None:
    """Werkzeug lays photos above half a megabyte on the disk while they are looked at."""
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\n'
    body = head + bases()["png"][:100] + bytes(3_000_000) + b"\r\n--x--\r\n"
    for path in ("/api/read", f"/api/tables/{house.id}/photos"):
        kind = "multipart/form-data; boundary=x"
        answer = house.client.post(path, data=body, content_type=kind, headers=house.own())
        assert answer.status_code == 415
    assert house.left() == []


@pytest.mark.parametrize("number", ["0", "-1", str(2**31), str(2**63), "9" * 40, "1.0", "٣"])
def test_a_number_that_no_entry_can_have(house: House, number: str) -> None:
    for method in ("GET", "PUT", "DELETE"):
        path = f"/api/tables/{house.id}/hands/{number}"
        answer = house.client.open(path, method=method, json={}, headers=house.own(**{"If-Match": "1"}))
        assert look(answer, number) in (400, 404)


@pytest.mark.parametrize("text", ["\\ud800", "\\uDFFF", "\\udc00\\ud800"])
def test_half_a_character_is_refused(house: House, text: str) -> None:
    """Python reads it, and neither database nor UTF-8 can hold it."""
    for path in ("/api/settle", "/api/hand", "/api/tables", "/api/tables/import", "/api/rules"):
        body = f'{{"profile": "fangka", "name": "{text}", "note": ["{text}"]}}'
        answer = house.client.post(path, data=body, content_type="application/json")
        assert answer.status_code == 400
        assert answer.get_json()["error"]["code"] == "BAD_SITUATION"
    whole = '{"profile": "fangka", "name": "\\ud83d\\ude00"}'
    assert house.client.post("/api/tables", data=whole, content_type="application/json").status_code == 201


@pytest.mark.parametrize("text", HOSTILE)
def test_markup_and_paths_in_names_and_notes_stay_text(house: House, text: str) -> None:
    """Whatever a name says, it comes back as text in JSON, CSV and the chat, and no page holds it as markup."""
    name = text[:12] or "x"
    made = house.client.post(
        "/api/tables", json={"profile": "fangka", "name": text[:40], "persons": [{"name": name}]}
    )
    if made.status_code != 201:
        look(made, text)
        return
    table, secret = made.get_json()["id"], made.get_json()["token"]
    body = hand("A", dealer="A", note=text[:200])
    saved = house.client.post(f"/api/tables/{table}/hands", json=body, headers={"X-Table-Token": secret})
    look(saved, text)
    for path, kind in (
        (f"/api/tables/{table}", "application/json"),
        (f"/api/tables/{table}/export.csv", "text/csv"),
        (f"/api/tables/{table}/export.txt", "text/plain"),
        (f"/t/{table}", "text/html"),
    ):
        answer = house.client.get(path)
        assert answer.status_code == 200
        assert answer.mimetype == kind
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        if kind == "text/html":
            assert "<svg onload" not in answer.text
            assert "<script>alert" not in answer.text
        if kind == "text/csv":
            assert not any(
                cell.lstrip('"').startswith(("=", "@")) for cell in answer.text.replace("\n", ",").split(",")
            )


def test_the_name_of_a_file_is_never_a_path(house: House) -> None:
    for name in HOSTILE:
        sent = "".join(char for char in name if char >= " " and char != "\ud800") or "x"
        for path in ("/api/read", f"/api/tables/{house.id}/photos"):
            form = {"photo": (io.BytesIO(bases()["jpeg"]), sent)}
            answer = house.client.post(path, data=form, headers=house.own())
            assert answer.status_code in (200, 201), name
            for reading in answer.get_json().get("readings", []):
                assert "/" not in reading["file"]
                assert "\\" not in reading["file"]
    assert house.left() == []


@pytest.mark.parametrize(
    "photo", [*(t for t in HOSTILE if t != "\ud800"), "0" * 63, "G" * 64, 7, [], {"a": 1}, True]
)
def test_a_photo_in_a_draft_is_a_name_never_a_path(house: House, photo: Any) -> None:
    """Other phones make an address of it."""
    sheet = {"reading": {"tiles": [], "groups": []}}
    path = f"/api/tables/{house.id}/draft/A"
    answer = house.client.put(path, json={"sheet": sheet, "photo": photo}, headers=house.own())
    assert look(answer, photo) == 400
    assert answer.get_json()["error"]["field"] == "photo"
    answer = house.client.put(path, json={"sheet": sheet, "photo": "0" * 64}, headers=house.own())
    assert answer.status_code == 200


def test_the_decoder_of_these_tests_refuses_as_the_real_one() -> None:
    with pytest.raises(ZhuojiError):
        Decoder().read(b"text")
