"""One engine a process: SQLite (WAL, one writer, ``BEGIN IMMEDIATE``) or PostgreSQL by URL (SPEC 6)."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from scoring.errors import ZhuojiError
from webapp.storage import faults
from webapp.storage.sentences import locked

FILE = "zhuoji.sqlite3"
BUSY_MS = 10_000
POOL = 24  # more than the server's threads: nobody waits for a connection


def database_url(data_dir: Path) -> str:
    """``ZHUOJI_DATABASE_URL``, else the file in the data folder."""
    return os.environ.get("ZHUOJI_DATABASE_URL") or f"sqlite:///{data_dir / FILE}"


def _no_address() -> ZhuojiError:
    return ZhuojiError(
        "STORAGE_AWAY",
        "ZHUOJI_DATABASE_URL 看不懂，要像 postgresql://user:password@host/name。",
        "ZHUOJI_DATABASE_URL must look like postgresql://user:password@host/name.",
        "ZHUOJI_DATABASE_URL",
    )


class Database:
    """Connections for reading and writing. Writers of one process queue up here, not in SQLite's busy loop."""

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url)
        except (ArgumentError, ValueError):  # a port that is no number, half a bracket
            parsed = None
        if parsed is None or parsed.get_backend_name() not in ("sqlite", "postgresql"):
            raise _no_address()
        self.sqlite = parsed.get_backend_name() == "sqlite"
        if not self.sqlite and parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        more: dict[str, Any] = {"pool_size": POOL, "max_overflow": 8, "pool_timeout": 15}
        if self.sqlite:
            more["connect_args"] = {"timeout": BUSY_MS / 1000, "check_same_thread": False}
        else:
            more |= {"pool_pre_ping": True, "connect_args": {"connect_timeout": 5}}
        try:
            self.engine: Engine = create_engine(parsed, **more)
        except ArgumentError:
            raise _no_address() from None
        except ModuleNotFoundError:
            raise ZhuojiError(
                "STORAGE_AWAY",
                "没有 PostgreSQL 驱动：pip install 'zhuoji[postgres]'。",
                "The PostgreSQL driver is missing: pip install 'zhuoji[postgres]'.",
                "ZHUOJI_DATABASE_URL",
            ) from None
        named = parsed.database if self.sqlite else None
        self.folder = Path(named).parent if named and not named.startswith("file:") else None
        self._writer = threading.Lock()
        if self.sqlite:
            _tune(self.engine)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A consistent snapshot; never waits for a writer."""
        with faults.told(self.folder), self.engine.connect() as connection:
            if not self.sqlite:
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction that commits whole or not at all; the commit is on the disk when this returns."""
        with faults.told(self.folder):
            if not self.sqlite:
                with self.engine.begin() as connection:
                    yield connection
                return
            if not self._writer.acquire(timeout=BUSY_MS / 1000):
                raise locked()
            try:
                with (
                    self.engine.connect().execution_options(zhuoji_write=True) as connection,
                    connection.begin(),
                ):
                    yield connection
            finally:
                self._writer.release()

    def close(self) -> None:
        self.engine.dispose()


def _tune(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _: Any) -> None:
        # The driver's own BEGIN comes too late and is never IMMEDIATE; we begin ourselves.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("zhuoji_write")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
