"""`zhuoji doctor` before a hall's database: it looks and leaves everything as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect, make_url, text

from webapp.commands.doctor import ledger
from webapp.storage.book import Book
from webapp.storage.engine import Database


@pytest.fixture
def database(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """An empty one, named to the app; empty again afterwards."""
    monkeypatch.setenv("ZHUOJI_DATABASE_URL", postgres_url)
    here = Database(postgres_url)

    def wipe() -> None:
        with here.engine.begin() as connection:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))

    wipe()
    yield here
    wipe()
    here.close()


def test_a_reachable_database_is_looked_at_only(
    database: Database, postgres_url: str, tmp_path: Path
) -> None:
    found = ledger(tmp_path)
    assert found.ok is True
    assert "PostgreSQL" in found.found
    assert "no ledger" in found.found
    assert inspect(database.engine).get_table_names() == []
    Book.open(postgres_url, "test").close()
    assert ledger(tmp_path).found == "PostgreSQL，0 桌 / tables"


@pytest.mark.parametrize(
    "fault",
    [
        {"username": "nobody_here", "password": "wrong-secret"},
        {"database": "no_such_database", "password": "wrong-secret"},
        {"host": "127.0.0.1", "port": 9, "password": "wrong-secret"},
    ],
    ids=["user", "database", "port"],
)
def test_an_unreachable_database_is_a_sentence(
    fault: dict[str, object], postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = make_url(postgres_url).set(**fault)  # type: ignore[arg-type]
    monkeypatch.setenv("ZHUOJI_DATABASE_URL", url.render_as_string(hide_password=False))
    found = ledger(tmp_path)
    assert found.ok is False
    assert "ZHUOJI_DATABASE_URL" in found.remedy
    assert "wrong-secret" not in found.found + found.remedy
