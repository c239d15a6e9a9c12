"""SQL of one table, on an open connection: read and write rows, no rules of the game in here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from webapp.ledger.history import Step
from webapp.ledger.refusals import LedgerError
from webapp.ledger.settings import Settings, read_settings
from webapp.storage.schema import drafts, entries, own_set_photos, own_sets, photos, results, saves, tables

Json = dict[str, Any]


def dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def no_table() -> LedgerError:
    return LedgerError(
        "NOT_FOUND", "没有这张桌子：再扫一次二维码。", "There is no such table: scan the QR code again."
    )


@dataclass
class Head:
    """A table's own row. ``version`` counts its writes; ``round`` the hands built from drafts."""

    id: str
    token_hash: str
    created_at: str
    version: int
    next_number: int
    round: int
    settings: Settings
    settings_version: int


def head(connection: Connection, table_id: str, *, lock: bool = False) -> Head:
    """The table, locked against other writers on request. Raises NOT_FOUND."""
    query: Select[Any] = select(tables).where(tables.c.id == table_id)
    row = connection.execute(query.with_for_update() if lock else query).first()
    if row is None:
        raise no_table()
    return Head(
        id=row.id,
        token_hash=row.token_hash,
        created_at=row.created_at,
        version=row.version,
        next_number=row.next_number,
        round=row.round,
        settings=settings_from(json.loads(row.settings)),
        settings_version=row.settings_version,
    )


def settings_from(value: Mapping[str, Any]) -> Settings:
    """Kept settings back; people keep their ids because they are numbered in order."""
    return read_settings(value)


def add_table(connection: Connection, new: Head, first: Settings) -> None:
    connection.execute(
        insert(tables).values(
            id=new.id,
            token_hash=new.token_hash,
            created_at=new.created_at,
            version=new.version,
            next_number=new.next_number,
            round=new.round,
            first_settings=dump(first.to_json()),
            settings=dump(new.settings.to_json()),
            settings_version=new.settings_version,
        )
    )


def save_head(connection: Connection, head_: Head) -> None:
    connection.execute(
        update(tables)
        .where(tables.c.id == head_.id)
        .values(
            version=head_.version,
            next_number=head_.next_number,
            round=head_.round,
            settings=dump(head_.settings.to_json()),
            settings_version=head_.settings_version,
        )
    )


def first_settings(connection: Connection, table_id: str) -> Json:
    value: Json = json.loads(
        connection.execute(select(tables.c.first_settings).where(tables.c.id == table_id)).scalar_one()
    )
    return value


def table_version(connection: Connection, table_id: str) -> int:
    """The one number a polling phone asks for. Raises NOT_FOUND."""
    version: int | None = connection.execute(
        select(tables.c.version).where(tables.c.id == table_id)
    ).scalar_one_or_none()
    if version is None:
        raise no_table()
    return version


def rows(connection: Connection, table_id: str) -> list[Json]:
    """All ledger rows in order of number."""
    query = select(results.c.summary).where(results.c.table_id == table_id).order_by(results.c.number)
    found = connection.execute(query).scalars().all()
    # One parse of a joined text is several times faster than one a row.
    out: list[Json] = json.loads("[" + ",".join(found) + "]")
    return out


def row_of(connection: Connection, table_id: str, number: int) -> Json:
    """One ledger row; the entry is known to exist."""
    query = select(results.c.summary).where(results.c.table_id == table_id, results.c.number == number)
    row: Json = json.loads(connection.execute(query).scalar_one())
    return row


def put_result(connection: Connection, table_id: str, row: Json, answer: Json | None) -> None:
    """Set an entry's current state."""
    values = {"version": row["version"], "summary": dump(row), "answer": answer and dump(answer)}
    done = connection.execute(
        update(results).where(results.c.table_id == table_id, results.c.number == row["n"]).values(**values)
    )
    if done.rowcount == 0:
        connection.execute(insert(results).values(table_id=table_id, number=row["n"], **values))


def answer_of(connection: Connection, table_id: str, number: int) -> Json | None:
    text = connection.execute(
        select(results.c.answer).where(results.c.table_id == table_id, results.c.number == number)
    ).scalar_one_or_none()
    return None if text is None else json.loads(text)


def add_revision(connection: Connection, table_id: str, revision: Json) -> None:
    connection.execute(
        insert(entries).values(
            table_id=table_id,
            number=revision["number"],
            revision=revision["revision"],
            version=revision["version"],
            kind=revision["kind"],
            deleted=int(revision["deleted"]),
            undoes=revision["undoes"],
            at=revision["at"],
            payload=dump(revision["payload"]),
            effects=dump(revision["effects"]),
        )
    )


def _revision(row: Any) -> Json:
    return {
        "number": row.number,
        "revision": row.revision,
        "version": row.version,
        "kind": row.kind,
        "deleted": bool(row.deleted),
        "undoes": row.undoes,
        "at": row.at,
        "payload": json.loads(row.payload),
        "effects": json.loads(row.effects),
    }


def revisions(connection: Connection, table_id: str, number: int | None = None) -> list[Json]:
    """Every revision of an entry, or of all, in the order they were written."""
    query = select(entries).where(entries.c.table_id == table_id).order_by(entries.c.version)
    if number is not None:
        query = query.where(entries.c.number == number)
    return [_revision(row) for row in connection.execute(query)]


def last_revision(connection: Connection, table_id: str, number: int) -> Json | None:
    """The newest revision of an entry: its current content."""
    query = (
        select(entries)
        .where(entries.c.table_id == table_id, entries.c.number == number)
        .order_by(entries.c.revision.desc())
        .limit(1)
    )
    row = connection.execute(query).first()
    return None if row is None else _revision(row)


def steps(connection: Connection, table_id: str) -> list[Step]:
    """All writes, newest first."""
    c = entries.c
    query = (
        select(c.version, c.number, c.revision, c.undoes)
        .where(c.table_id == table_id)
        .order_by(c.version.desc())
    )
    return [Step(row.version, row.number, row.revision, row.undoes) for row in connection.execute(query)]


def saved(connection: Connection, table_id: str, key: str) -> tuple[str, int] | None:
    """(fingerprint, number) of an earlier save with this key."""
    row = connection.execute(
        select(saves.c.fingerprint, saves.c.number).where(
            saves.c.table_id == table_id, saves.c.save_key == key
        )
    ).first()
    return None if row is None else (row.fingerprint, row.number)


def remember(connection: Connection, table_id: str, key: str, fingerprint: str, number: int, at: str) -> None:
    connection.execute(
        insert(saves).values(table_id=table_id, save_key=key, fingerprint=fingerprint, number=number, at=at)
    )


def put_draft(connection: Connection, table_id: str, slot: str, version: int, at: str, payload: Json) -> None:
    clear_drafts(connection, table_id, slot)
    connection.execute(
        insert(drafts).values(table_id=table_id, slot=slot, version=version, at=at, payload=dump(payload))
    )


def clear_drafts(connection: Connection, table_id: str, slot: str | None = None) -> None:
    query = delete(drafts).where(drafts.c.table_id == table_id)
    connection.execute(query if slot is None else query.where(drafts.c.slot == slot))


def draft(connection: Connection, table_id: str) -> dict[str, Json]:
    """The hand in the making: slot → {version, at, ...what the phone sent}."""
    query = select(drafts).where(drafts.c.table_id == table_id).order_by(drafts.c.slot)
    return {
        row.slot: {"version": row.version, "at": row.at, **json.loads(row.payload)}
        for row in connection.execute(query)
    }


def set_mark(connection: Connection, table_id: str) -> str | None:
    """Another text after every change of the table's own set of tiles; None while it has none."""
    row = connection.execute(select(own_sets).where(own_sets.c.table_id == table_id)).first()
    if row is None:
        return None
    c = own_set_photos.c
    # Its first photo too: a set that was forgotten and taught anew counts its versions from 1 again.
    first = connection.execute(select(func.min(c.at)).where(c.table_id == table_id)).scalar_one()
    return hashlib.sha256(f"{row.version} {row.enabled} {first}".encode()).hexdigest()[:12]


def add_photo(connection: Connection, table_id: str, sha256: str, size: int, at: str) -> None:
    known = select(func.count()).where(photos.c.table_id == table_id, photos.c.sha256 == sha256)
    if not connection.execute(known).scalar_one():
        connection.execute(insert(photos).values(table_id=table_id, sha256=sha256, size=size, at=at))


def photo_names(connection: Connection, table_id: str) -> list[str]:
    query = select(photos.c.sha256).where(photos.c.table_id == table_id)
    return list(connection.execute(query).scalars())


def tables_with_photos(connection: Connection) -> list[tuple[str, Json]]:
    """(id, settings) of every table that keeps photos."""
    kept = select(photos.c.table_id).distinct()
    query = select(tables.c.id, tables.c.settings).where(tables.c.id.in_(kept))
    return [(row.id, json.loads(row.settings)) for row in connection.execute(query)]


def forget_photos(connection: Connection, table_id: str) -> None:
    connection.execute(delete(photos).where(photos.c.table_id == table_id))
