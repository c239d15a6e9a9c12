"""A backup taken while phones save is whole, and can be put back."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.ledger.hands import hand
from webapp.commands.backup import backup
from webapp.storage.book import Book
from webapp.storage.engine import FILE, database_url

PROFILE = "guiyang-fan"


@pytest.fixture(autouse=True)
def _no_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZHUOJI_DATABASE_URL", raising=False)


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(backup, arguments)
    return done.exit_code, done.output


def test_backup_while_saving(tmp_path: Path) -> None:
    live, safe = tmp_path / "live", tmp_path / "safe"
    live.mkdir()
    safe.mkdir()
    book = Book.open(database_url(live), "test")
    table, secret = book.create({"profile": PROFILE})
    for _ in range(5):
        book.add(table, "hand", hand("A", profile=PROFILE))
    stop = threading.Event()

    def save() -> None:
        while not stop.is_set():
            book.add(table, "hand", hand("B", profile=PROFILE))

    thread = threading.Thread(target=save)
    thread.start()
    try:
        code, out = run(str(safe / FILE), "--data", str(live))
    finally:
        stop.set()
        thread.join()
    book.close()
    assert code == 0, out
    again = Book.open(database_url(safe), "test")
    seen = again.read(table)
    assert seen["hands"] >= 5
    assert sum(seen["totals"]["units"].values()) == 0
    assert again.may_write(table, secret)
    again.close()


def test_backup_into_a_folder(tmp_path: Path) -> None:
    Book.open(database_url(tmp_path), "test").close()
    target = tmp_path / "copies"
    target.mkdir()
    assert run(str(target), "--data", str(tmp_path))[0] == 0
    assert len(list(target.glob("zhuoji-*.sqlite3"))) == 1


def test_nothing_to_back_up(tmp_path: Path) -> None:
    code, out = run("--data", str(tmp_path))
    assert code == 1
    assert "no ledger" in out


def test_a_damaged_ledger_makes_no_backup(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"damaged" * 100)
    code, out = run(str(tmp_path / "copy"), "--data", str(tmp_path))
    assert code == 1
    assert "untouched" in out
    assert not (tmp_path / "copy").exists()


def test_postgresql_has_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZHUOJI_DATABASE_URL", "postgresql://x/y")
    code, out = run()
    assert code == 1
    assert "pg_dump" in out
