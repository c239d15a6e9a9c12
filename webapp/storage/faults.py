"""Driver errors → sentences."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from webapp.storage.sentences import StorageError, away, damaged, full, locked, readonly, unopened

_SIGNS = (
    (("disk is full", "disk full", "no space left"), full),
    (("readonly", "read-only", "attempt to write a readonly", "permission denied for"), readonly),
    (("malformed", "not a database", "corrupt", "disk i/o error"), damaged),
    (("locked", "could not serialize", "deadlock", "lock timeout", "queuepool limit"), locked),
    (
        ("unable to open", "connection refused", "connection failed", "could not connect", "closed the connection",
         "no such host", "name or service", "terminating connection", "connection is closed", "connection timeout",
         "password authentication", "the database system is"),
        away,
    ),
)  # fmt: skip


def explain(error: Exception, folder: Path | None = None) -> StorageError | None:
    """The sentence for a driver's error; None for one that is a fault of ours. ``folder``: where SQLite's file is."""
    said = str(getattr(error, "orig", None) or error).lower()
    # SQLite's log can't be opened where nothing can be written, and the error doesn't say why.
    if "unable to open" in said and folder is not None and folder.is_dir() and not os.access(folder, os.W_OK):
        return readonly()
    if "unable to open" in said and folder is not None:
        return unopened(folder)
    for signs, sentence in _SIGNS:
        if any(sign in said for sign in signs):
            return sentence()
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return away()
    return None


@contextmanager
def told(folder: Path | None = None) -> Iterator[None]:
    """Turn driver errors into sentences; what we can't name stays an error of ours."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        sentence = explain(error, folder)
        if sentence is None:
            raise
        raise sentence from error
