"""Newer, altered, damaged, read-only, full, away: each a sentence, nothing touched."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event, inspect, text
from sqlalchemy.exc import OperationalError

from scoring.errors import ZhuojiError
from tests.ledger.hands import hand
from webapp.storage import faults, schema
from webapp.storage.book import Book
from webapp.storage.engine import Database
from webapp.storage.migrate import Migration, known, migrate


def opened(url: str) -> str:
    """The code of what opening says."""
    with pytest.raises(ZhuojiError) as caught:
        Book.open(url, "test")
    return caught.value.code


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path / 'zhuoji.sqlite3'}"


def test_migrations_make_the_schema_that_the_queries_use(url: str) -> None:
    database = Database(url)
    assert migrate(database) == len(known())
    assert migrate(database) == 0
    found = inspect(database.engine)
    for table in schema.metadata.sorted_tables:
        columns = {column["name"]: column for column in found.get_columns(table.name)}
        assert set(columns) == {column.name for column in table.columns}
        for column in table.columns:
            assert str(columns[column.name]["type"]).split("(")[0] == str(column.type).split("(")[0]
            assert columns[column.name]["nullable"] == column.nullable
        key = found.get_pk_constraint(table.name)["constrained_columns"]
        assert key == [column.name for column in table.primary_key.columns]
    database.close()


def test_migrations_are_numbered_without_gaps() -> None:
    assert [step.number for step in known()] == list(range(1, len(known()) + 1))


def test_a_newer_database_is_refused_and_left_alone(url: str) -> None:
    Book.open(url, "test").close()
    database = Database(url)
    with database.engine.begin() as connection:
        if database.sqlite:
            connection.exec_driver_sql("COMMIT")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        connection.execute(text("INSERT INTO migrations VALUES (99, '0099_future.sql', 'x', 'then')"))
    with database.reading() as connection:
        before = connection.execute(text("SELECT * FROM migrations")).all()
    assert opened(url) == "STORAGE_NEWER"
    with database.reading() as connection:
        assert connection.execute(text("SELECT * FROM migrations")).all() == before
    database.close()


def test_a_migration_with_another_checksum_is_refused(url: str) -> None:
    Book.open(url, "test").close()
    database = Database(url)
    changed = [replace(step, sql=step.sql + "\n-- changed") for step in known()]
    with pytest.raises(ZhuojiError) as caught:
        migrate(database, changed)
    assert caught.value.code == "STORAGE_NEWER"
    database.close()


def test_a_migration_that_fails_leaves_the_database_as_it_was(url: str) -> None:
    database = Database(url)
    migrate(database)
    broken = Migration(len(known()) + 1, "broken", "CREATE TABLE extra (a INTEGER); CREATE TABLE nonsense (;")
    with pytest.raises(ZhuojiError):
        migrate(database, [*known(), broken])
    assert "extra" not in inspect(database.engine).get_table_names()
    assert migrate(database) == 0
    database.close()


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\x07" * 4000])
def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "zhuoji.sqlite3"
    file.write_bytes(content)
    assert opened(sqlite_url(tmp_path)) == "STORAGE_DAMAGED"
    assert file.read_bytes() == content


def test_a_foreign_database_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "zhuoji.sqlite3") as other:
        other.execute("CREATE TABLE tables (other TEXT)")
    other.close()
    assert opened(sqlite_url(tmp_path)) == "STORAGE_DAMAGED"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_readonly_folder(tmp_path: Path) -> None:
    Book.open(sqlite_url(tmp_path), "test").close()
    (tmp_path / "zhuoji.sqlite3").chmod(0o400)
    tmp_path.chmod(0o500)
    book = Book.open(sqlite_url(tmp_path), "test")
    with pytest.raises(ZhuojiError) as caught:
        book.create({"profile": "fangka"})
    assert caught.value.code == "STORAGE_READONLY"


def test_a_readonly_database(tmp_path: Path) -> None:
    Book.open(sqlite_url(tmp_path), "test").close()
    book = Book.open(f"sqlite:///file:{tmp_path / 'zhuoji.sqlite3'}?mode=ro&uri=true", "test")
    with pytest.raises(ZhuojiError) as caught:
        book.create({"profile": "fangka"})
    assert caught.value.code == "STORAGE_READONLY"
    book.close()


def test_a_full_disk_keeps_what_was_saved(tmp_path: Path) -> None:
    book = Book.open(sqlite_url(tmp_path), "test")
    table, _ = book.create({"profile": "guiyang-fan"})
    with book.database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    book.close()
    book = Book.open(sqlite_url(tmp_path), "test")

    @event.listens_for(book.database.engine, "connect")
    def _small(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages + 8}")

    book.database.engine.dispose()
    saved = 0

    def fill() -> None:
        nonlocal saved
        for _ in range(100):
            book.add(table, "hand", hand("A", profile="guiyang-fan"))
            saved += 1

    with pytest.raises(ZhuojiError) as caught:
        fill()
    assert caught.value.code == "STORAGE_FULL"
    assert saved > 0
    assert book.read(table)["hands"] == saved
    book.close()
    book = Book.open(sqlite_url(tmp_path), "test")  # room again
    assert book.add(table, "hand", hand("A", profile="guiyang-fan")).number == saved + 1
    book.close()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://nobody@127.0.0.1:1/none",
        "mysql://root@localhost/x",
        "nonsense",
        "sqlite:////no/such/folder/x",
    ],
)
def test_a_database_that_is_not_there(url: str) -> None:
    assert opened(url) == "STORAGE_AWAY"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("database or disk is full", "STORAGE_FULL"),
        ("attempt to write a readonly database", "STORAGE_READONLY"),
        ("database disk image is malformed", "STORAGE_DAMAGED"),
        ("database is locked", "BUSY"),
        ("could not serialize access due to concurrent update", "BUSY"),
        ("server closed the connection unexpectedly", "STORAGE_AWAY"),
        ("unable to open database file", "STORAGE_AWAY"),
    ],
)
def test_what_drivers_say_becomes_a_sentence(said: str, code: str) -> None:
    found = faults.explain(OperationalError("SELECT 1", {}, Exception(said)))
    assert found is not None
    assert found.code == code


def test_what_we_cannot_name_stays_our_fault() -> None:
    assert faults.explain(OperationalError("SELECT 1", {}, Exception("no such column: x"))) is None
