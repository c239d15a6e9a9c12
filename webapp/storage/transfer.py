"""Export and import of whole tables through the book."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from webapp.ledger.codec import Imported, document
from webapp.ledger.settings import Settings
from webapp.ledger.totals import Totals, add_up
from webapp.storage import tableset
from webapp.storage.book import ALPHABET, Book, hashed
from webapp.storage.tableset import Head, Json


def export(book: Book, table_id: str) -> Json:
    """The whole table as a document (see ``webapp.ledger.codec``)."""
    with book.database.reading() as connection:
        head = tableset.head(connection, table_id)
        rows = tableset.rows(connection, table_id)
        return document(
            head.created_at,
            head.version,
            head.round,
            tableset.first_settings(connection, table_id),
            tableset.revisions(connection, table_id),
            rows,
            add_up(rows, head.settings.ids()).to_json(),
        )


def ledger(book: Book, table_id: str) -> tuple[Settings, list[Json], Totals]:
    """Settings, rows and totals of one moment."""
    with book.database.reading() as connection:
        head = tableset.head(connection, table_id)
        rows = tableset.rows(connection, table_id)
    return head.settings, rows, add_up(rows, head.settings.ids())


def take_in(book: Book, data: Mapping[str, Any]) -> tuple[str, str]:
    """A new table from a document: (id, token). Raises BAD_SITUATION before anything is written."""
    read = Imported(data)
    token = secrets.token_urlsafe(18)
    table_id = "".join(secrets.choice(ALPHABET) for _ in range(12))
    head = Head(
        table_id,
        hashed(token),
        read.created_at,
        read.version,
        read.next_number,
        read.round,
        read.settings,
        read.settings_version,
    )
    with book.database.writing() as connection:
        tableset.add_table(connection, head, read.first)
        for revision in read.revisions:
            tableset.add_revision(connection, table_id, revision)
        for row, answer in read.rows:
            tableset.put_result(connection, table_id, row, answer)
    return table_id, token
