"""The book of all tables: every write is one transaction that ends with the ledger whole (SPEC 3.7, 6)."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection

from webapp.ledger.history import undo_target
from webapp.ledger.refusals import no_entry, used_key
from webapp.ledger.rows import counts, turn_after
from webapp.ledger.settings import Settings, read_settings
from webapp.ledger.totals import add_up
from webapp.storage import tableset
from webapp.storage.engine import Database
from webapp.storage.migrate import migrate
from webapp.storage.tableset import Head, Json
from webapp.storage.writing import Writing

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no look-alikes: an address may have to be typed


def now() -> str:
    """UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def fingerprint(kind: str, body: Mapping[str, Any]) -> str:
    """The same for the same body, whatever the order of its keys."""
    return hashlib.sha256(f"{kind} {json.dumps(body, sort_keys=True)}".encode()).hexdigest()


@dataclass(frozen=True)
class Saved:
    """What a write did: the entry, and the table's new version. ``again``: the save had been made before."""

    number: int
    version: int
    again: bool = False


class Book:
    """Tables over one database. ``engine`` is the version that reckons; ``clock`` gives the time as text."""

    def __init__(self, database: Database, engine: str, clock: Callable[[], str] = now) -> None:
        self.database = database
        self._engine = engine
        self._clock = clock

    @classmethod
    def open(cls, url: str, engine: str) -> Book:
        """The database, brought up to date. Raises ``StorageError`` sentences."""
        database = Database(url)
        try:
            migrate(database)
        except BaseException:
            database.close()
            raise
        return cls(database, engine)

    def close(self) -> None:
        self.database.close()

    # Tables

    def create(self, raw: Mapping[str, Any]) -> tuple[str, str]:
        """(id, write token) of a new table; the token is told once and kept as a hash."""
        settings, token = read_settings(raw), secrets.token_urlsafe(18)
        with self.database.writing() as connection:
            table_id = self._new(connection, settings, token)
        return table_id, token

    def _new(self, connection: Connection, settings: Settings, token: str) -> str:
        table_id = "".join(secrets.choice(ALPHABET) for _ in range(12))
        head = Head(table_id, hashed(token), self._clock(), 1, 1, 0, settings, 1)
        tableset.add_table(connection, head, settings)
        return table_id

    def may_write(self, table_id: str, token: str | None) -> bool:
        """Whether the token opens the table, compared in constant time. Raises NOT_FOUND."""
        with self.database.reading() as connection:
            head = tableset.head(connection, table_id)
        return hmac.compare_digest(hashed(token or ""), head.token_hash) and bool(token)

    def version(self, table_id: str) -> int:
        with self.database.reading() as connection:
            return tableset.table_version(connection, table_id)

    def read(self, table_id: str, since: int = 0) -> Json:
        """The table as a phone shows it; ``rows`` only those that changed after ``since``."""
        with self.database.reading() as connection:
            head = tableset.head(connection, table_id)
            rows = tableset.rows(connection, table_id)
            steps = tableset.steps(connection, table_id)
            draft = tableset.draft(connection, table_id)
            own_set = tableset.set_mark(connection, table_id)
        hands = [row for row in rows if counts(row)]
        turn = turn_after(hands[-1] if hands else None)
        dealer, streak = turn.at(head.settings.seats)
        target = undo_target(steps)
        by_number = {row["n"]: row for row in rows}
        return {
            "id": head.id,
            "version": head.version,
            "created_at": head.created_at,
            "settings": head.settings.to_json(),
            "settings_version": head.settings_version,
            "unit": head.settings.rules.spoken_unit,
            "next": {"dealer": dealer or (None if hands else head.settings.dealer), "streak": streak},
            "hands": len(hands),
            "rows": [row for row in rows if row["version"] > since],
            "totals": add_up(rows, head.settings.ids()).to_json(),
            "undo": None
            if target is None
            else {"version": target.version, "n": target.number, "kind": by_number[target.number]["kind"]},
            "draft": {
                "round": head.round,
                "slots": draft,
                "missing": [seat for seat in head.settings.seats if seat not in draft],
            },
            "set": own_set,
        }

    def settings(self, table_id: str) -> Settings:
        with self.database.reading() as connection:
            return tableset.head(connection, table_id).settings

    def entry(self, table_id: str, number: int, kind: str | None = None) -> Json:
        """One entry with its current answer and every revision it ever had. Raises NOT_FOUND."""
        with self.database.reading() as connection:
            tableset.table_version(connection, table_id)
            history = tableset.revisions(connection, table_id, number)
            if not history or kind not in (None, history[0]["kind"]):
                raise no_entry(number)
            row = tableset.row_of(connection, table_id, number)
            answer = tableset.answer_of(connection, table_id, number)
        return {
            "row": row,
            "payload": history[-1]["payload"],
            "answer": answer,
            "history": history,
        }

    # Writes

    def _write(self, connection: Connection, table_id: str) -> Writing:
        head = tableset.head(connection, table_id, lock=True)
        return Writing(connection, head, self._clock(), self._engine)

    def add(self, table_id: str, kind: str, body: Mapping[str, Any], key: str | None = None) -> Saved:
        """Add a hand or a line. The same key and body again is the same entry; another body is a CONFLICT."""
        mark = fingerprint(kind, body)
        with self.database.writing() as connection:
            write = self._write(connection, table_id)
            before = tableset.saved(connection, table_id, key) if key else None
            if before is not None:
                if before[0] != mark:
                    raise used_key()
                return Saved(before[1], write.head.version, again=True)
            number = write.add(kind, body)
            if key:
                tableset.remember(connection, table_id, key, mark, number, write.at)
            return Saved(number, write.head.version)

    def change(
        self, table_id: str, kind: str, number: int, body: Mapping[str, Any], seen: int | None
    ) -> Saved:
        """Correct an entry; ``seen`` is the version it had on the phone. Raises CONFLICT, NEED_IF_MATCH."""
        with self.database.writing() as connection:
            write = self._write(connection, table_id)
            write.change(kind, number, body, seen)
            return Saved(number, write.head.version)

    def remove(self, table_id: str, kind: str, number: int, seen: int | None) -> Saved:
        """Strike an entry out; it stays in the history."""
        with self.database.writing() as connection:
            write = self._write(connection, table_id)
            write.remove(kind, number, seen)
            return Saved(number, write.head.version)

    def undo(self, table_id: str, seen: int | None) -> Saved:
        """Take back the last step that still stands, if it is the one the phone means."""
        with self.database.writing() as connection:
            write = self._write(connection, table_id)
            number = write.undo(seen)
            return Saved(number, write.head.version)

    def change_settings(self, table_id: str, raw: Mapping[str, Any], seen: int | None) -> Saved:
        """Other names, seats, rules or stake from the next hand on; a step of its own in the history."""
        with self.database.writing() as connection:
            write = self._write(connection, table_id)
            number = write.settings(raw, seen)
            return Saved(number, write.head.version)

    def put_draft(self, table_id: str, slot: str, payload: Json, round_: int | None) -> int:
        """One player's tiles of the hand in the making; the newest replaces. Returns the table's version."""
        with self.database.writing() as connection:
            write = self._write(connection, table_id)
            write.draft(slot, payload, round_)
            return write.head.version

    def clear_draft(self, table_id: str, slot: str) -> int:
        with self.database.writing() as connection:
            write = self._write(connection, table_id)
            write.draft(slot, None, None)
            return write.head.version

    # Photos

    def keep_photo(self, table_id: str, sha256: str, size: int) -> None:
        with self.database.writing() as connection:
            tableset.head(connection, table_id, lock=True)
            tableset.add_photo(connection, table_id, sha256, size, self._clock())

    def photos(self, table_id: str) -> list[str]:
        with self.database.reading() as connection:
            tableset.table_version(connection, table_id)
            return tableset.photo_names(connection, table_id)

    def overdue(self) -> list[str]:
        """Closed tables whose photos should be gone: the server was stopped while it deleted them."""
        with self.database.reading() as connection:
            found = tableset.tables_with_photos(connection)
        return [table_id for table_id, kept in found if kept["closed"] and not kept["keep_photos"]]

    def forget_photos(self, table_id: str) -> None:
        with self.database.writing() as connection:
            tableset.forget_photos(connection, table_id)
