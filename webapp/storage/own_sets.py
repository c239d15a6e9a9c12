"""A table's own set of tiles: confirmed tiles by photo, and whether they are used."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from webapp.ledger.refusals import closed, conflict
from webapp.storage import tableset
from webapp.storage.book import Book, now
from webapp.storage.schema import own_set_photos, own_sets
from webapp.storage.tableset import Head

Json = dict[str, Any]
MOST_PHOTOS = 12
"""More teach little and every one costs a second after an update; the oldest makes room."""


@dataclass(frozen=True)
class KeptSet:
    """``mark`` is another one after every change; ``photos`` are (number, summary), oldest first."""

    enabled: bool
    mark: str
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
        return KeptSet(bool(row.enabled), tableset.set_mark(connection, table_id) or "", photos)


def examples(book: Book, table_id: str) -> dict[int, Json]:
    """Number of the photo → its tiles (``vision.examples``), oldest first."""
    c = own_set_photos.c
    with book.database.reading() as connection:
        query = select(c.number, c.examples).where(c.table_id == table_id).order_by(c.number)
        return {row.number: json.loads(row.examples) for row in connection.execute(query)}


def add(book: Book, table_id: str, tiles: Json, summary: Json) -> int:
    """Keep a photo's tiles; returns its number. The oldest goes when there are too many.

    Raises CONFLICT once the night is closed: nothing is added to it any more.
    """
    with book.database.writing() as connection:
        head = tableset.head(connection, table_id, lock=True)
        if head.settings.closed:
            raise closed()
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
        _changed(connection, head, next_number=number + 1)
        return number


def enable(book: Book, table_id: str, enabled: bool, seen: str | None = None) -> bool:
    """Use the set or leave it; False where there is none. Raises CONFLICT where ``seen`` isn't its mark."""
    with book.database.writing() as connection:
        head = _seen(connection, table_id, seen)
        done = connection.execute(
            update(own_sets).where(own_sets.c.table_id == table_id).values(enabled=int(enabled))
        )
        if done.rowcount:
            _told(connection, head)
        return bool(done.rowcount)


def drop_photo(book: Book, table_id: str, number: int, seen: str | None = None) -> bool:
    """Forget one photo's tiles; the set goes with its last one. False where there is no such photo.

    Raises CONFLICT where ``seen`` isn't the set's mark: after it was forgotten, photos count from 1 again.
    """
    with book.database.writing() as connection:
        head = _seen(connection, table_id, seen)
        c = own_set_photos.c
        done = connection.execute(delete(own_set_photos).where(c.table_id == table_id, c.number == number))
        if not done.rowcount:
            return False
        left = connection.execute(select(func.count()).where(c.table_id == table_id)).scalar_one()
        if left:
            _changed(connection, head)
        else:
            connection.execute(delete(own_sets).where(own_sets.c.table_id == table_id))
            _told(connection, head)
        return True


def drop(book: Book, table_id: str, seen: str | None = None) -> None:
    """Forget the set and all its pictures. Raises CONFLICT where ``seen`` isn't its mark."""
    with book.database.writing() as connection:
        head = _seen(connection, table_id, seen)
        connection.execute(delete(own_set_photos).where(own_set_photos.c.table_id == table_id))
        if connection.execute(delete(own_sets).where(own_sets.c.table_id == table_id)).rowcount:
            _told(connection, head)


def _seen(connection: Connection, table_id: str, seen: str | None) -> Head:
    """The locked table, if its set is the one that the phone saw. A set that is gone has nothing to lose."""
    head = tableset.head(connection, table_id, lock=True)
    mark = tableset.set_mark(connection, table_id)
    if seen is not None and mark is not None and seen != mark:
        raise conflict(
            "If-Match",
            "别的手机刚改过这副牌，没有动它。看一眼再改。",
            "Another phone changed this set a moment ago; nothing was done. Look, then change it again.",
        )
    return head


def _changed(connection: Connection, head: Head, **more: int) -> None:
    values: dict[str, Any] = {"version": own_sets.c.version + 1, **more}
    connection.execute(update(own_sets).where(own_sets.c.table_id == head.id).values(**values))
    _told(connection, head)


def _told(connection: Connection, head: Head) -> None:
    """The table is another version now, so that every phone hears of it."""
    head.version += 1
    tableset.save_head(connection, head)
