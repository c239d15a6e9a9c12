"""One write to one table, inside its transaction: the entry, all that follows from it, the new version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from webapp.ledger.hand import hand_payload, read_hand
from webapp.ledger.history import undo_target
from webapp.ledger.lines import read_line
from webapp.ledger.recompute import follow
from webapp.ledger.refusals import closed, conflict, need_if_match, no_entry, stale
from webapp.ledger.rows import Row, counts, hand_row, line_row, settings_row, turn_after
from webapp.ledger.settings import read_settings
from webapp.storage import tableset
from webapp.storage.tableset import Head, Json

HAND, LINE, SETTINGS = "hand", "line", "settings"


class Writing:
    """The table is locked by now; every method makes one step and saves the head.

    A row's ``version`` moves with everything that changes it, ``etag`` only with its own revisions.
    """

    def __init__(self, connection: Connection, head: Head, at: str, engine: str) -> None:
        self._connection = connection
        self.head = head
        self.at = at
        self._engine = engine
        self._read: list[Row] | None = None

    # What a phone may ask for

    def add(self, kind: str, body: Mapping[str, Any]) -> int:
        number = self._number()
        if kind == HAND:
            if self.head.settings.closed:
                raise closed()
            payload, drafted = self._hand(body, number, None)
            if drafted:
                tableset.clear_drafts(self._connection, self.head.id)
                self.head.round += 1
        else:
            payload = read_line(body, self.head.settings)
        self._commit(number, 1, kind, payload)
        return number

    def change(self, kind: str, number: int, body: Mapping[str, Any], seen: int | None) -> None:
        before = self._current(kind, number, seen)
        if kind == HAND:
            payload, _ = self._hand({**body, "round": None}, number, before["payload"])
        else:
            payload = read_line(body, self.head.settings) | {"stake": before["payload"]["stake"]}
        self._commit(number, before["revision"] + 1, kind, payload)

    def remove(self, kind: str, number: int, seen: int | None) -> None:
        before = self._current(kind, number, seen)
        if before["deleted"]:
            raise no_entry(number)
        self._commit(number, before["revision"] + 1, kind, before["payload"], deleted=True)

    def settings(self, raw: Mapping[str, Any], seen: int | None) -> int:
        if seen is None:
            raise need_if_match()
        if seen != self.head.settings_version:
            raise stale()
        before = self.head.settings.to_json()
        after = read_settings(raw, self.head.settings)
        number, new = self._number(), after.to_json()
        changed = [key for key in new if new[key] != before[key]]
        self._commit(number, 1, SETTINGS, {"settings": new, "changed": changed})
        return number

    def undo(self, seen: int | None) -> int:
        """One step back, as a new step. ``seen``: the version of the step meant."""
        if seen is None:
            raise need_if_match()
        target = undo_target(tableset.steps(self._connection, self.head.id))
        if target is None:
            raise conflict("undo", "没有可以撤销的了。", "There is nothing left to undo.")
        if target.version != seen:
            raise stale()
        history = tableset.revisions(self._connection, self.head.id, target.number)
        now, before = history[-1], next((r for r in history if r["revision"] == target.revision - 1), None)
        back = before or now
        self._commit(
            target.number,
            now["revision"] + 1,
            now["kind"],
            back["payload"],
            deleted=before is None or before["deleted"],
            undoes=target.version,
        )
        return target.number

    def draft(self, slot: str, payload: Json | None, round_: int | None) -> None:
        if self.head.settings.closed:
            raise closed()
        if round_ is not None and round_ != self.head.round:
            raise conflict(
                "round",
                "这把已经存了，这张照片没算进去：它是上一把的吗？",
                "That hand is saved already and this photo was not added: is it of the last hand?",
            )
        self.head.version += 1
        if payload is None:
            tableset.clear_drafts(self._connection, self.head.id, slot)
        else:
            tableset.put_draft(self._connection, self.head.id, slot, self.head.version, self.at, payload)
        tableset.save_head(self._connection, self.head)

    # How it is done

    def _number(self) -> int:
        number = self.head.next_number
        self.head.next_number += 1
        return number

    def _current(self, kind: str, number: int, seen: int | None) -> Json:
        """The revision that is being replaced, if it is the one the phone saw."""
        if seen is None:
            raise need_if_match()
        before = tableset.last_revision(self._connection, self.head.id, number)
        if before is None or before["kind"] != kind:
            raise no_entry(number)
        if before["version"] != seen:
            raise stale()
        return before

    def _hand(self, body: Mapping[str, Any], number: int, kept: Json | None) -> tuple[Json, bool]:
        read = read_hand(dict(body), self.head.settings)
        if read.round is not None and read.round != self.head.round:
            raise conflict(
                "round",
                "这把已经有人存了，没有再存一遍。",
                "Somebody saved this hand already; it was not saved twice.",
            )
        earlier = [row for row in self._rows() if counts(row) and row["n"] < number]
        turn = turn_after(earlier[-1] if earlier else None)
        payload = hand_payload(read, self.head.settings, turn, self._engine, first=not earlier, kept=kept)
        return payload, read.round is not None

    def _rows(self) -> list[Row]:
        """The rows before this write; read once, for a long ledger is a long read."""
        if self._read is None:
            self._read = tableset.rows(self._connection, self.head.id)
        return self._read

    def _payload(self, number: int) -> Json:
        found = tableset.last_revision(self._connection, self.head.id, number)
        assert found is not None
        payload: Json = found["payload"]
        return payload

    def _commit(
        self,
        number: int,
        revision: int,
        kind: str,
        payload: Json,
        *,
        deleted: bool = False,
        undoes: int | None = None,
    ) -> None:
        """Write the revision, bring its result and all later ones up to date, save the head."""
        self.head.version += 1
        rows = self._rows()
        row, answer = self._row(kind, number, payload, rows)
        row = {
            "n": number,
            "version": self.head.version,
            "etag": self.head.version,
            "revision": revision,
            "deleted": deleted,
            "at": next((old["at"] for old in rows if old["n"] == number), self.at),
        } | row
        rows = sorted([old for old in rows if old["n"] != number] + [row], key=lambda item: item["n"])
        changes = follow(rows, number, self._payload) if kind == HAND else []
        tableset.add_revision(
            self._connection,
            self.head.id,
            {
                "number": number,
                "revision": revision,
                "version": self.head.version,
                "kind": kind,
                "deleted": deleted,
                "undoes": undoes,
                "at": self.at,
                "payload": payload,
                "effects": [change.to_json() for change in changes],
            },
        )
        tableset.put_result(self._connection, self.head.id, row, answer)
        for change in changes:
            moved = {**change.before, **change.row, "version": self.head.version}
            tableset.put_result(self._connection, self.head.id, moved, change.answer)
        self._read = None
        if kind == SETTINGS:
            self._apply_settings()
        tableset.save_head(self._connection, self.head)

    def _row(self, kind: str, number: int, payload: Json, rows: list[Row]) -> tuple[Row, Json | None]:
        if kind == LINE:
            return line_row(payload), None
        if kind == SETTINGS:
            return settings_row(payload), None
        earlier = [row for row in rows if counts(row) and row["n"] < number]
        turn = turn_after(earlier[-1] if earlier else None)
        return hand_row(payload, turn, first=not earlier)

    def _apply_settings(self) -> None:
        """The settings in force: those of the last settings step that still stands."""
        last = [row for row in self._rows() if row["kind"] == SETTINGS and not row["deleted"]]
        if last:
            kept = self._payload(last[-1]["n"])["settings"]
        else:
            kept = tableset.first_settings(self._connection, self.head.id)
        self.head.settings = tableset.settings_from(kept)
        self.head.settings_version = self.head.version
