"""What goes wrong around the program: a sentence for the player, and what doesn't need the broken part goes on.

Disk full, folder read-only, ledger locked, PostgreSQL away, clock set back, model missing or damaged, no network.
(A taken port: ``test_commands.py``. A newer or damaged ledger: ``tests/storage/test_faults.py``.)
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scoring.errors import ZhuojiError
from tests import postgres
from tests.ledger.hands import hand
from tests.webapp.conftest import EXAMPLES, ROOT, FakeReader, situation_of
from tests.webapp.table_client import Phone, jpeg, send_photo
from vision.detector import Detector
from vision.image import open_photo
from vision.reading import Reader
from webapp import certificates, photo_store
from webapp.app import create_app
from webapp.cli import main
from webapp.config import Config, ReaderLike
from webapp.photo_store import PhotoStore
from webapp.storage import engine
from webapp.storage.book import Book
from webapp.storage.engine import FILE

PROFILE = "guiyang-fan"  # no dealer: hands stand for themselves
FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture(autouse=True)
def no_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZHUOJI_DATABASE_URL", raising=False)
    monkeypatch.setattr(photo_store, "ROOM", 0)  # the disks here are small on purpose


@pytest.fixture
def opened() -> Iterator[Callable[..., Phone]]:
    """A server over a folder and a table on it."""
    apps = []

    def open_(folder: Path, reader: Callable[[], ReaderLike] = FakeReader) -> Phone:
        app = create_app(Config(data_dir=folder, reader_factory=reader, load_model=False))
        apps.append(app)
        client = app.test_client()
        made = client.post("/api/tables", json={"profile": PROFILE}).get_json()
        return Phone(client, made["id"], made["token"])

    yield open_
    for app in apps:
        app.extensions["zhuoji"]["nights"].close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes, where root may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "zhuoji-test", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take all the room that is left."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (65536, 4096):
            try:
                while file.write(bytes(size)) == size:
                    pass
            except OSError:
                pass
    return ballast


def error_of(answer: Any) -> tuple[int, str]:
    body = answer.get_json()
    assert body["ok"] is False
    assert re.search(r"[一-鿿]", body["error"]["message"])
    return answer.status_code, body["error"]["code"]


def still_works(phone: Phone) -> None:
    """What needs no ledger: pages, settlement, reading."""
    client = phone.client
    assert client.get("/").status_code == 200
    assert client.get("/healthz").status_code == 200
    assert client.post("/api/settle", json=situation_of(EXAMPLES[0])).get_json()["ok"]
    assert client.post("/api/read", data={"photo": (io.BytesIO(b"photo"), "a.jpg")}).get_json()["ok"]


# Disk


def test_a_full_disk(small_disk: Path, opened: Callable[..., Phone]) -> None:
    """Nothing more is saved, all that was is there, and with room again it goes on without a restart."""
    phone = opened(small_disk)
    assert phone("POST", "/hands", hand("A", profile=PROFILE)).status_code == 201
    photo = send_photo(phone, jpeg())
    assert photo.status_code == 201
    ballast = fill(small_disk)
    answers = [phone("POST", "/hands", hand("B", profile=PROFILE, note="x" * 100)) for _ in range(60)]
    refused = [answer for answer in answers if answer.status_code != 201]
    assert refused
    assert {error_of(answer) for answer in refused} == {(507, "STORAGE_FULL")}
    assert error_of(send_photo(phone, jpeg("blue"))) == (507, "STORAGE_FULL")
    assert len(list((small_disk / "photos").rglob("*.*"))) == 1  # no half photo
    still_works(phone)
    saved = 1 + len(answers) - len(refused)
    assert phone("GET").get_json()["hands"] == saved
    ballast.unlink()
    assert phone("POST", "/hands", hand("C", profile=PROFILE)).status_code == 201
    assert phone("GET").get_json()["hands"] == saved + 1


def test_opening_on_a_full_disk_is_a_sentence(small_disk: Path, opened: Callable[..., Phone]) -> None:
    fill(small_disk)
    app = create_app(Config(data_dir=small_disk, reader_factory=FakeReader, load_model=False))
    answer = app.test_client().post("/api/tables", json={"profile": PROFILE})
    assert error_of(answer) == (507, "STORAGE_FULL")
    still_works(Phone(app.test_client(), "", None))
    app.extensions["zhuoji"]["nights"].close()


def test_photos_and_imports_leave_room_for_hands(
    tmp_path: Path, opened: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger who sends photos without end can't keep a table from saving."""
    phone = opened(tmp_path)
    assert send_photo(phone, jpeg()).status_code == 201
    night = phone("GET", "/export.json").get_json()
    free = shutil.disk_usage(tmp_path).free
    monkeypatch.setattr(photo_store, "ROOM", 2 * free)
    assert error_of(send_photo(phone, jpeg("blue"))) == (507, "STORAGE_FULL")
    assert error_of(phone.client.post("/api/tables/import", json=night)) == (507, "STORAGE_FULL")
    assert phone("POST", "/hands", hand("A", profile=PROFILE)).status_code == 201
    assert len(list((tmp_path / "photos").rglob("*.*"))) == 1


def test_a_full_temporary_folder(
    tmp_path: Path, opened: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large uploads lie in the temporary folder while they are looked at: a sentence, not a fault of ours."""
    phone = opened(tmp_path)

    def full(*_: Any, **__: Any) -> Any:
        raise FULL

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    monkeypatch.setattr(tempfile, "SpooledTemporaryFile", full)
    monkeypatch.setattr("werkzeug.formparser.SpooledTemporaryFile", full)
    body = {"photo": (io.BytesIO(b"photo" + bytes(2_000_000)), "a.jpg")}
    assert error_of(phone.client.post("/api/read", data=body)) == (507, "STORAGE_FULL")
    monkeypatch.undo()
    still_works(phone)


def test_a_heic_is_read_without_room_for_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slower, through a pipe."""
    data = (ROOT / "tests" / "vision" / "data" / "hand.heic").read_bytes()
    usual = open_photo(data).rgb()

    def full(*_: Any, **__: Any) -> Any:
        raise FULL

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    assert (open_photo(data).rgb() == usual).all()


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Callable[[Path], Path]]:
    """A folder once more, at another place, where nothing can be written."""
    places: list[Path] = []

    def mount(folder: Path) -> Path:
        place = tmp_path / "read-only"
        place.mkdir()
        done = subprocess.run(["mount", "--bind", str(folder), str(place)], capture_output=True, check=False)
        if os.geteuid() or done.returncode:
            pytest.skip("only root may mount a folder read-only")
        places.append(place)
        subprocess.run(["mount", "-o", "remount,ro,bind", str(place)], check=True)
        return place

    yield mount
    for place in places:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_read_only_folder(
    tmp_path: Path, opened: Callable[..., Phone], read_only: Callable[[Path], Path]
) -> None:
    """Nothing is saved and the sentence says why; writable again, it saves without a restart."""
    folder = tmp_path / "data"
    folder.mkdir()
    phone = opened(folder)
    assert phone("POST", "/hands", hand("A", profile=PROFILE)).status_code == 201
    phone.client.application.extensions["zhuoji"]["nights"].close()
    place = read_only(folder)
    app = create_app(Config(data_dir=place, reader_factory=FakeReader, load_model=False))
    there = Phone(app.test_client(), phone.id, phone.token)
    said = (503, "STORAGE_READONLY")
    assert error_of(there("POST", "/hands", hand("B", profile=PROFILE))) == said
    assert error_of(app.test_client().post("/api/tables", json={"profile": PROFILE})) == said
    still_works(there)
    subprocess.run(["mount", "-o", "remount,rw,bind", str(place)], check=True)
    assert there("POST", "/hands", hand("B", profile=PROFILE)).status_code == 201
    app.extensions["zhuoji"]["nights"].close()


def test_starting_in_a_read_only_folder_says_what_to_do(
    tmp_path: Path, read_only: Callable[[Path], Path]
) -> None:
    (tmp_path / "data").mkdir()
    folder = read_only(tmp_path / "data")
    done = CliRunner().invoke(main, ["serve", "--port", "1", "--data", str(folder)])
    assert done.exit_code == 1
    assert "--data" in done.output


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "STORAGE_FULL"),
        (errno.EDQUOT, "STORAGE_FULL"),
        (errno.EROFS, "STORAGE_READONLY"),
        (errno.EACCES, "STORAGE_READONLY"),
        (errno.EPERM, "STORAGE_READONLY"),
    ],
)
def test_why_a_photo_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str
) -> None:
    """Each with its own sentence, and wherever it stops, no half photo is left."""
    store = PhotoStore(tmp_path)
    (tmp_path / "table1").mkdir()

    def failing(*_: Any, **__: Any) -> Any:
        raise OSError(number, os.strerror(number))

    for place in ("os.replace", "tempfile.NamedTemporaryFile", "io.BufferedWriter.write"):
        with monkeypatch.context() as patch:
            if place.startswith("io."):
                real = tempfile.NamedTemporaryFile

                def half(*args: Any, _real: Any = real, **more: Any) -> Any:
                    file = _real(*args, **more)
                    file.write = failing
                    return file

                patch.setattr(tempfile, "NamedTemporaryFile", half)
            else:
                patch.setattr(place, failing)
            with pytest.raises(ZhuojiError) as caught:
                store.put("table1", jpeg())
        assert caught.value.code == code, place
        assert not list((tmp_path / "table1").iterdir()), place


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
