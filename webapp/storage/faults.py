"""Driver errors → sentences."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from webapp.storage.sentences import StorageError, away, damaged, full, locked, readonly

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


def explain(error: Exception) -> StorageError | None:
    """The sentence for a driver's error; None for one that is a fault of ours."""
    said = str(getattr(error, "orig", None) or error).lower()
    for signs, sentence in _SIGNS:
        if any(sign in said for sign in signs):
            return sentence()
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return away()
    return None


@contextmanager
def told() -> Iterator[None]:
    """Turn driver errors into sentences; what we can't name stays an error of ours."""
    try:
        yield
    except SQLAlchemyError as error:
        sentence = explain(error)
        if sentence is None:
            raise
        raise sentence from error
