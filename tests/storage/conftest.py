"""The same tests on SQLite and on a real PostgreSQL server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.postgres import postgres_url
from webapp.storage.book import Book
from webapp.storage.engine import Database

__all__ = ["postgres_url"]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'zhuoji.sqlite3'}"
        return
    found: str = request.getfixturevalue("postgres_url")
    yield found
    database = Database(found)
    with database.engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    database.close()


@pytest.fixture
def open_book(url: str) -> Iterator[Callable[[], Book]]:
    """Open the same database as often as wanted, as several processes would."""
    opened: list[Book] = []

    def open_() -> Book:
        opened.append(Book.open(url, "test"))
        return opened[-1]

    yield open_
    for book in opened:
        book.close()


@pytest.fixture
def book(open_book: Callable[[], Book]) -> Book:
    return open_book()


@pytest.fixture
def table(book: Book) -> str:
    table_id, _ = book.create(
        {
            "profile": "fangka",
            "persons": [{"name": name} for name in ("老王", "小李", "阿珍", "大刘")],
            "stake": "0.5",
        }
    )
    return table_id
