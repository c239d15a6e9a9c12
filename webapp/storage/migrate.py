"""Numbered migrations with a checksum: forward only, each once, whole or not at all (SPEC 6)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DatabaseError

from webapp.storage.engine import Database
from webapp.storage.faults import told
from webapp.storage.sentences import altered, damaged, newer

_LOCK = 7_265_401  # any number, the same in all our processes


@dataclass(frozen=True)
class Migration:
    """One step; the file's name starts with its number."""

    number: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()

    def statements(self) -> list[str]:
        lines = [line for line in self.sql.splitlines() if not line.lstrip().startswith("--")]
        return [part.strip() for part in "\n".join(lines).split(";") if part.strip()]


def known() -> list[Migration]:
    """The migrations this program brings, in order."""
    folder = files("webapp.storage") / "migrations"
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".sql"))
    return [Migration(int(name[:4]), name, (folder / name).read_text(encoding="utf-8")) for name in names]


def _applied(connection: Connection) -> dict[int, str]:
    if not inspect(connection).has_table("migrations"):
        return {}
    rows = connection.execute(text("SELECT number, checksum FROM migrations"))
    return {row.number: row.checksum for row in rows}


def _check(applied: dict[int, str], steps: Sequence[Migration]) -> list[Migration]:
    """The steps still to do. Raises where the database is newer or another one's."""
    newest = steps[-1].number if steps else 0
    if applied and max(applied) > newest:
        raise newer(max(applied), newest)
    for step in steps:
        if step.number in applied and applied[step.number] != step.checksum:
            raise altered(step.number)
    return [step for step in steps if step.number not in applied]


def migrate(database: Database, steps: Sequence[Migration] | None = None) -> int:
    """Bring the database up to date; returns how many steps were made. A newer one is left as it is."""
    steps = known() if steps is None else steps
    try:
        with database.reading() as connection:  # the usual case takes no lock
            if not _check(_applied(connection), steps):
                return 0
        if database.sqlite:
            with told(database.folder), database.engine.connect() as connection:
                connection.connection.cursor().execute("PRAGMA journal_mode = WAL")
        with database.writing() as connection:
            if not database.sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            todo = _check(_applied(connection), steps)
            connection.execute(
                text(
                    "CREATE TABLE IF NOT EXISTS migrations (number INTEGER NOT NULL PRIMARY KEY, "
                    "name VARCHAR(80) NOT NULL, checksum VARCHAR(64) NOT NULL, at VARCHAR(32) NOT NULL)"
                )
            )
            for step in todo:
                for statement in step.statements():
                    connection.execute(text(statement))
                connection.execute(
                    text("INSERT INTO migrations (number, name, checksum, at) VALUES (:n, :name, :sum, :at)"),
                    {
                        "n": step.number,
                        "name": step.name,
                        "sum": step.checksum,
                        "at": datetime.now(UTC).isoformat(timespec="seconds"),
                    },
                )
            return len(todo)
    except DatabaseError as error:
        # "table tables already exists" in a file that isn't ours, and the like.
        raise damaged() from error
