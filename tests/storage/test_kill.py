"""kill -9 in the middle of saves: nothing that was acknowledged is lost (aqueduct#369, issue 8)."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.ledger.hands import hand
from webapp.storage.book import Book
from webapp.storage.engine import FILE

ROOT = Path(__file__).resolve().parents[2]
PROFILE = "guiyang-fan"  # no dealer: every phone's hand stands for itself


def call(port: int, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, {"Content-Type": "application/json", **headers})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def start(folder: Path) -> tuple[subprocess.Popen[str], int]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.storage.crash_server", str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, int(process.stdout.readline())


def murder(folder: Path, after: int) -> int:
    """Save from four threads, kill when ``after`` saves are acknowledged, look; returns how many were."""
    process, port = start(folder)
    done = threading.Event()
    acknowledged: set[str] = set()
    try:
        _, table = call(port, "POST", "/api/tables", {"profile": PROFILE})
        path, headers = f"/api/tables/{table['id']}/hands", {"X-Table-Token": table["token"]}

        def save(phone: int) -> None:
            for i in range(1000):
                note = f"{phone}-{i}"
                body = hand("ABCD"[phone], profile=PROFILE, note=note)
                try:
                    status, _ = call(port, "POST", path, body, **headers, **{"Idempotency-Key": note})
                except (OSError, http.client.HTTPException, ValueError):
                    return  # the server is gone: this one was never acknowledged
                assert status == 201
                acknowledged.add(note)
                if len(acknowledged) >= after:
                    done.set()

        threads = [threading.Thread(target=save, args=(phone,)) for phone in range(4)]
        for thread in threads:
            thread.start()
        assert done.wait(60)
        process.send_signal(signal.SIGKILL)
        for thread in threads:
            thread.join(60)
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()
    book = Book.open(f"sqlite:///{folder / FILE}", "test")
    try:
        seen = book.read(table["id"])
        notes = [row["note"] for row in seen["rows"]]
        assert acknowledged <= set(notes)
        assert len(notes) == len(set(notes))
        assert [row["n"] for row in seen["rows"]] == list(range(1, len(notes) + 1))
        assert sum(seen["totals"]["units"].values()) == 0
        with book.database.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() == "ok"
        # Sent again after the crash: saved once.
        again = sorted(acknowledged)[0]
        body = hand("ABCD"[int(again[0])], profile=PROFILE, note=again)
        assert book.add(table["id"], "hand", body, again).again
    finally:
        book.close()
    return len(acknowledged)


@pytest.mark.parametrize("attempt", range(5))
def test_kill_during_saves_loses_nothing(tmp_path: Path, attempt: int) -> None:
    assert murder(tmp_path, 3 + 5 * attempt) >= 3


@pytest.mark.long
@pytest.mark.parametrize("attempt", range(100))
def test_kill_during_saves_loses_nothing_a_hundred_times(tmp_path: Path, attempt: int) -> None:
    assert murder(tmp_path, 1 + attempt % 37) >= 1
