"""A table's own set of tiles: confirmed tiles by photo, and whether they are used."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from webapp.storage import tableset
from webapp.storage.book import Book, now
from webapp.storage.schema import own_set_photos, own_sets

Json = dict[str, Any]
MOST_PHOTOS = 12
"""More teach little and every one costs a second after an update; the oldest makes room."""


@dataclass(frozen=True)
class KeptSet:
    """``version`` changes with every photo; ``photos`` are (number, summary), oldest first."""

    enabled: bool
    version: int
    photos: tuple[tuple[int, Json], ...]


def state(book: Book, table_id: str) -> KeptSet | None:
    """The set without its pictures; None while nothing was learned. Raises NOT_FOUND without such a table."""
    with book.database.reading() as connection:
        tableset.table_version(connection, table_id)
        row = connection.execute(select(own_sets).where(own_sets.c.table_id == table_id)).first()
        if row is None:
            return None
        c = own_set_photos.c
        query = select(c.number, c.at, c.summary).where(c.table_id == table_id).order_by(c.number)
        photos = tuple(
            (found.number, json.loads(found.summary) | {"at": found.at})
            for found in connection.execute(query)
        )
    return KeptSet(bool(row.enabled), row.version, photos)


def examples(book: Book, table_id: str) -> dict[int, Json]:
    """Number of the photo → its tiles (``vision.examples``), oldest first."""
    c = own_set_photos.c
    with book.database.reading() as connection:
        query = select(c.number, c.examples).where(c.table_id == table_id).order_by(c.number)
        return {row.number: json.loads(row.examples) for row in connection.execute(query)}


def add(book: Book, table_id: str, tiles: Json, summary: Json) -> int:
    """Keep a photo's tiles; returns its number. The oldest goes when there are too many."""
    with book.database.writing() as connection:
        tableset.head(connection, table_id, lock=True)
        row = connection.execute(select(own_sets).where(own_sets.c.table_id == table_id)).first()
        if row is None:
            first = insert(own_sets).values(table_id=table_id, enabled=1, version=0, next_number=1)
            connection.execute(first)
        number = 1 if row is None else int(row.next_number)
        connection.execute(
            insert(own_set_photos).values(
                table_id=table_id,
                number=number,
                at=now(),
                summary=tableset.dump(summary),
                examples=tableset.dump(tiles),
            )
        )
        c = own_set_photos.c
        numbers = connection.execute(select(c.number).where(c.table_id == table_id).order_by(c.number))
        for old in list(numbers.scalars())[:-MOST_PHOTOS]:
            connection.execute(delete(own_set_photos).where(c.table_id == table_id, c.number == old))
        _changed(connection, table_id, next_number=number + 1)
        return number


def enable(book: Book, table_id: str, enabled: bool) -> bool:
    """Use the set or leave it; False where there is none."""
    with book.database.writing() as connection:
        tableset.head(connection, table_id, lock=True)
        done = connection.execute(
            update(own_sets).where(own_sets.c.table_id == table_id).values(enabled=int(enabled))
        )
        return bool(done.rowcount)


def drop_photo(book: Book, table_id: str, number: int) -> bool:
    """Forget one photo's tiles; the set goes with its last one. False where there is no such photo."""
    with book.database.writing() as connection:
        tableset.head(connection, table_id, lock=True)
        c = own_set_photos.c
        done = connection.execute(delete(own_set_photos).where(c.table_id == table_id, c.number == number))
        if not done.rowcount:
            return False
        left = connection.execute(select(func.count()).where(c.table_id == table_id)).scalar_one()
        if left:
            _changed(connection, table_id)
        else:
            connection.execute(delete(own_sets).where(own_sets.c.table_id == table_id))
        return True


def drop(book: Book, table_id: str) -> None:
    """Forget the set and all its pictures."""
    with book.database.writing() as connection:
        tableset.head(connection, table_id, lock=True)
        connection.execute(delete(own_set_photos).where(own_set_photos.c.table_id == table_id))
        connection.execute(delete(own_sets).where(own_sets.c.table_id == table_id))


def _changed(connection: Connection, table_id: str, **more: int) -> None:
    values: dict[str, Any] = {"version": own_sets.c.version + 1, **more}
    connection.execute(update(own_sets).where(own_sets.c.table_id == table_id).values(**values))
