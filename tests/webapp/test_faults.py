"""What goes wrong around the program: a sentence for the player, and what doesn't need the broken part goes on.

Ledger locked, PostgreSQL away, clock set back, model missing or damaged, no network. A full or read-only disk:
``test_full_disk.py``. A taken port: ``test_commands.py``. A newer or damaged ledger: ``tests/storage/test_faults.py``.
"""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests import postgres
from tests.ledger.hands import hand
from tests.webapp.conftest import EXAMPLES, ROOT, situation_of
from tests.webapp.table_client import Phone
from tests.webapp.trouble import PROFILE, error_of, no_url, opened, still_works
from vision.detector import Detector
from vision.reading import Reader
from webapp import certificates
from webapp.storage import engine
from webapp.storage.book import Book
from webapp.storage.engine import FILE

__all__ = ["no_url", "opened"]

# Ledger


def test_a_locked_ledger(
    tmp_path: Path, opened: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program holds the file: BUSY and when to come back; looking goes on; then it saves."""
    monkeypatch.setattr(engine, "BUSY_MS", 100)
    phone = opened(tmp_path)
    assert phone("POST", "/hands", hand("A", profile=PROFILE)).status_code == 201
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = phone("POST", "/hands", hand("B", profile=PROFILE))
    assert error_of(answer) == (503, "BUSY")
    assert int(answer.headers["Retry-After"]) > 0
    assert phone("GET").get_json()["hands"] == 1
    still_works(phone)
    other.execute("ROLLBACK")
    other.close()
    assert phone("POST", "/hands", hand("B", profile=PROFILE)).status_code == 201


def test_postgresql_gone_and_back(
    opened: Callable[..., Phone], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is away each save is refused in a sentence; when it is back the same server saves again."""
    reason = postgres.missing()
    if reason:
        pytest.skip(reason)
    with postgres.cluster() as database:
        monkeypatch.setenv("ZHUOJI_DATABASE_URL", database.url)
        phone = opened(tmp_path)
        key = {"Idempotency_Key": "one"}
        assert phone("POST", "/hands", hand("A", profile=PROFILE), **key).status_code == 201
        database.stop()
        try:
            assert error_of(phone("POST", "/hands", hand("B", profile=PROFILE))) == (503, "STORAGE_AWAY")
            assert error_of(phone("GET")) == (503, "STORAGE_AWAY")
            still_works(phone)
        finally:
            database.start()
        assert phone("POST", "/hands", hand("A", profile=PROFILE), **key).status_code == 200  # saved before
        assert phone("POST", "/hands", hand("B", profile=PROFILE)).status_code == 201
        assert phone("GET").get_json()["hands"] == 2


# Clock


def test_a_clock_set_back_changes_no_order(tmp_path: Path) -> None:
    """Hands follow their numbers; undo takes the last one back, whatever the clock said."""
    moments = iter(
        ["2026-10-25T23:59:00", "2026-10-25T22:00:00", "1970-01-01T00:00:00", "2026-10-24T00:00:00"]
    )
    book = Book.open(f"sqlite:///{tmp_path / FILE}", "test")
    table, _ = book.create({"profile": "fangka"})
    book._clock = lambda: next(moments)
    for n, winner in enumerate("ABC"):
        book.add(table, "hand", hand(winner, dealer="A") if n == 0 else hand(winner))
    before = book.read(table)
    assert [row["n"] for row in before["rows"]] == [1, 2, 3]
    assert [row["dealer"] for row in before["rows"]] == ["A", "A", "B"]
    done = book.undo(table, before["version"])
    assert done.number == 3
    assert book.read(table)["hands"] == 2
    book.close()


def test_a_certificate_from_the_future_is_made_anew(tmp_path: Path) -> None:
    """The clock was wrong when it was made: phones would refuse it until that day."""
    now = datetime(2026, 10, 25, 20, 0, tzinfo=UTC)
    ahead = certificates.prepare(tmp_path, ["192.168.1.7"], now=now + timedelta(days=400))
    assert ahead.renewed
    made = certificates.prepare(tmp_path, ["192.168.1.7"], now=now)
    assert made.renewed
    assert not certificates.prepare(tmp_path, ["192.168.1.7"], now=now + timedelta(hours=1)).renewed
    # A clock without its battery says 1970: that is no reason to lose the trust of all phones.
    lost = certificates.prepare(tmp_path, ["192.168.1.7"], now=datetime(1970, 1, 1, tzinfo=UTC))
    assert not lost.new_authority
    assert lost.authority.fingerprint == made.authority.fingerprint


# Model


def test_a_missing_or_damaged_model(tmp_path: Path, opened: Callable[..., Phone]) -> None:
    """Photos are refused in a sentence, tiles can be typed, and a mended file is used without a restart."""
    folder, ledger = tmp_path / "models", tmp_path / "data"
    shutil.copytree(Path(str(files("models"))), folder, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    name = next(path.name for path in folder.glob("*.onnx"))
    sound = (folder / name).read_bytes()
    ledger.mkdir()
    phone = opened(ledger, lambda: Reader(Detector(1, folder)))
    photo = (ROOT / "webapp" / "samples" / "hand-1" / "flip.jpg").read_bytes()

    def read() -> Any:
        return phone.client.post("/api/read", data={"photo": (io.BytesIO(photo), "a.jpg")})

    (folder / name).unlink()
    assert error_of(read()) == (503, "MODEL_MISSING")
    health = phone.client.get("/healthz").get_json()
    assert health["model"]["status"] == "missing"
    (folder / name).write_bytes(sound[: len(sound) // 2])
    assert error_of(read()) == (503, "MODEL_MISSING")
    assert "sha256" in read().get_json()["error"]["message"]
    assert phone.client.post("/api/settle", json=situation_of(EXAMPLES[0])).get_json()["ok"]
    assert phone("POST", "/hands", hand("A", profile=PROFILE)).status_code == 201
    (folder / name).write_bytes(sound)
    assert read().get_json()["ok"]


# Network

CUT_OFF = """
import fcntl, http.client, io, json, socket, struct, sys, threading
from pathlib import Path
from click.testing import CliRunner
from webapp import network
from webapp.cli import main
from webapp.commands.serve import announce, bind, make_server
from webapp.config import Config

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:  # only the loopback is up
    fcntl.ioctl(probe.fileno(), 0x8914, struct.pack("16sh", b"lo", 0x41))
listening = bind("0.0.0.0", 0)
port = listening.getsockname()[1]
announce("0.0.0.0", port, True)
server = make_server(Config(data_dir=Path(sys.argv[1])), listening)
threading.Thread(target=server.run, daemon=True).start()

def ask(method, path, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return answer.status, answer.read()

photo = Path("webapp/samples/hand-1/flip.jpg").read_bytes()
form = b'--x\\r\\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\\r\\n\\r\\n' + photo + b"\\r\\n--x--\\r\\n"
status, read = ask("POST", "/api/read", form, **{"Content-Type": "multipart/form-data; boundary=x"})
demo = CliRunner().invoke(main, ["demo"])
print(json.dumps({
    "addresses": network.lan_addresses(),
    "page": ask("GET", "/")[0],
    "read": [status, len(json.loads(read)["readings"][0]["tiles"])],
    "demo": demo.exit_code,
}))
"""


def test_everything_works_with_the_network_cut_off(tmp_path: Path) -> None:
    """No cable, no wifi, no IPv4 address but the loopback: it starts, says so, reads, settles (ultralytics#7645)."""
    command = ["unshare", "--net", sys.executable, "-W", "error", "-c", CUT_OFF, str(tmp_path)]
    allowed = (
        shutil.which("unshare")
        and not subprocess.run(["unshare", "--net", "true"], capture_output=True, check=False).returncode
    )
    if not allowed:
        pytest.skip("a network of its own needs root and unshare")
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=250, check=False)
    assert done.returncode == 0, done.stderr
    said, _, result = done.stdout.rstrip().rpartition("\n")
    assert json.loads(result) == {"addresses": [], "page": 200, "read": [200, 1], "demo": 0}
    assert "wifi" in said
    assert "http://127.0.0.1:" in said
