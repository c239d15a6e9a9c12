"""The whole table as one JSON document, and back without losing anything (SPEC 3.8).

The document carries every revision, so a re-import has the same history, totals and dealers. An import is
somebody's file: each revision is read as strictly as a phone's, and each answer must sum to zero.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scoring.profile import load_profile
from webapp.entry.draft import parse_sheet
from webapp.entry.keep import kept_sheet
from webapp.ledger import checks
from webapp.ledger.hand import MOST_SHEETS
from webapp.ledger.lines import KINDS
from webapp.ledger.refusals import LedgerError, bad
from webapp.ledger.rows import Row, counts, hand_row, line_row, settings_row, turn_after
from webapp.ledger.settings import POT, read_settings
from webapp.ledger.shape import EFFECT, PAYLOADS, fits
from webapp.ledger.sheet import night_text, table_csv
from webapp.ledger.totals import add_up
from webapp.ledger.view import entry_json

FORMAT = "zhuoji-table/1"
MOST_REVISIONS = 100_000
REVISION = ("number", "revision", "version", "kind", "deleted", "undoes", "at", "payload", "effects")
_HAND = frozenset(
    ("situation", "seats", "dealer_said", "sheets", "answers", "corrections", "photos", "note", "rules", "stake",
     "cap", "engine", "answer")
)  # fmt: skip
_LINE = frozenset(("type", "in", "amounts", "note", "hand", "stake"))


def document(
    created_at: str,
    version: int,
    round_: int,
    first: Mapping[str, Any],
    revisions: Sequence[Mapping[str, Any]],
    rows: Sequence[Row],
    totals: Mapping[str, Any],
) -> dict[str, Any]:
    """The export. ``rows`` and ``totals`` are for people and other programs; an import reckons them anew."""
    return {
        "format": FORMAT,
        "created_at": created_at,
        "version": version,
        "round": round_,
        "first_settings": first,
        "revisions": [{key: item[key] for key in REVISION} for item in revisions],
        "rows": list(rows),
        "totals": totals,
    }


_SENSELESS = (KeyError, TypeError, AttributeError, ValueError, IndexError, ArithmeticError, AssertionError)


class Imported:
    """A checked document: what has to be stored."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        if checks.table(data, "").get("format") != FORMAT:
            raise bad("format", "这不是捉鸡相机导出的文件。", "This is not a file that zhuoji exported.")
        self.created_at = _moment(data.get("created_at"), "created_at")
        self.round = checks.whole(data.get("round"), "round", 0, 10_000_000)
        self.first = read_settings(checks.table(data.get("first_settings"), "first_settings"))
        self.revisions = [
            _revision(item, i)
            for i, item in enumerate(checks.sequence(data.get("revisions"), "revisions", MOST_REVISIONS))
        ]
        self.version = checks.whole(data.get("version"), "version", 1, 100_000_000)
        self.settings = self.first
        self.settings_version = 1
        self.rows: list[tuple[Row, dict[str, Any] | None]] = []
        try:
            self._replay()
            self._show()
        except _SENSELESS:
            raise bad(
                "revisions",
                "文件里有看不懂的一条，没有导入。",
                "An entry in the file makes no sense; nothing was imported.",
            ) from None

    @property
    def next_number(self) -> int:
        return max((item["number"] for item in self.revisions), default=0) + 1

    def _replay(self) -> None:
        """Current rows from the revisions, checked on the way."""
        last: dict[int, dict[str, Any]] = {}
        version = 1
        begun: dict[int, str] = {}
        people = {self.first.ids()}
        for i, item in enumerate(self.revisions):
            where = f"revisions[{i}]"
            before = last.get(item["number"])
            expected = 1 if before is None else before["revision"] + 1
            if item["version"] <= version or item["revision"] != expected:
                raise bad(
                    where, "文件里的次序不对，可能被改过。", "The order in the file is wrong; was it edited?"
                )
            if before is not None and before["kind"] != item["kind"]:
                raise bad(f"{where}.kind", "这一条的种类变了。", "The kind of this entry changed.")
            if item["kind"] == "settings":
                people.add(read_settings(item["payload"].get("settings", {})).ids())
            version = item["version"]
            begun.setdefault(item["number"], item["at"])
            last[item["number"]] = item
        if version > self.version:
            raise bad("version", "文件里的版本号不对。", "The file's version is wrong.")
        known = {person for ids in people for person in ids} | {POT}
        loads: set[str] = set()
        for i, item in enumerate(self.revisions):  # an undo brings any of them back
            _check_payload(item["kind"], item["payload"], known, f"revisions[{i}]")
            if item["kind"] == "hand":
                _check_values(item["payload"]["rules"], loads)
        previous: Row | None = None
        for number in sorted(last):
            item = last[number]
            answer: dict[str, Any] | None = None
            if item["kind"] == "hand":
                row, answer = hand_row(item["payload"], turn_after(previous), first=previous is None)
            elif item["kind"] == "line":
                row = line_row(item["payload"])
            else:
                row = settings_row(item["payload"])
                if not item["deleted"]:
                    self.settings = read_settings(item["payload"]["settings"])
                self.settings_version = max(self.settings_version, item["version"])
            row = {
                "n": number,
                "version": item["version"],
                "etag": item["version"],
                "revision": item["revision"],
                "deleted": item["deleted"],
                "at": begun[number],
            } | row
            if counts(row):
                previous = row
            self.rows.append((row, answer))
        self._moved()

    def _show(self) -> None:
        """Show every entry and every export once: what can't be shown is refused now, not at the table."""
        written: dict[int, list[dict[str, Any]]] = {}
        for item in self.revisions:
            written.setdefault(item["number"], []).append(item)
        for row, answer in self.rows:
            history = written[row["n"]]
            entry = {"row": row, "payload": history[-1]["payload"], "answer": answer, "history": history}
            json.dumps(entry_json(entry, self.settings, "zh"))
            json.dumps(entry_json(entry, self.settings, "en"))
        rows = [row for row, _ in self.rows]
        totals = add_up(rows, self.settings.ids())
        table_csv(self.settings, rows, totals, "zh")
        night_text(self.settings, rows, totals, self.settings.rules.spoken_unit, "zh")

    def _moved(self) -> None:
        """A row that moved with an earlier one carries the version of that step."""
        moved: dict[int, int] = {}
        for item in self.revisions:
            for effect in item["effects"]:
                moved[effect["n"]] = item["version"]
        for row, _ in self.rows:
            row["version"] = max(row["version"], moved.get(row["n"], 0))


def _moment(value: Any, field: str) -> str:
    """A time as we write it; anything else would be shown, and exported, as it came."""
    text = checks.text(value, field, 32)
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise bad(field, f"{field} 不是时间。", f"{field} is no time.") from None
    return text


def _revision(item: Any, i: int) -> dict[str, Any]:
    where = f"revisions[{i}]"
    raw = checks.table(item, where, REVISION)
    kind = raw.get("kind")
    if kind not in ("hand", "line", "settings"):
        raise bad(f"{where}.kind", "不认识的种类。", "Unknown kind.")
    undoes = raw.get("undoes")
    effects = checks.sequence(raw.get("effects"), f"{where}.effects", MOST_REVISIONS)
    payload = dict(checks.table(raw.get("payload"), f"{where}.payload"))
    if not fits(effects, [EFFECT]) or not fits(payload, PAYLOADS[kind]):
        raise _broken(where)
    if kind == "hand":
        payload["sheets"] = _sheets(payload, where)
    return {
        "number": checks.whole(raw.get("number"), f"{where}.number", 1, 100_000_000),
        "revision": checks.whole(raw.get("revision"), f"{where}.revision", 1, 100_000_000),
        "version": checks.whole(raw.get("version"), f"{where}.version", 2, 100_000_000),
        "kind": kind,
        "deleted": checks.flag(raw.get("deleted"), f"{where}.deleted"),
        "undoes": None if undoes is None else checks.whole(undoes, f"{where}.undoes", 2, 100_000_000),
        "at": _moment(raw.get("at"), f"{where}.at"),
        "payload": payload,
        "effects": list(effects),
    }


def _broken(where: str) -> LedgerError:
    return bad(
        where, f"文件里的 {where} 不完整或者不是零和。", f"{where} in the file is incomplete or not zero-sum."
    )


def _sheets(payload: Mapping[str, Any], where: str) -> list[dict[str, Any]]:
    """The readings of a hand, as strictly as a phone's. Raises BAD_SITUATION."""
    sheets = checks.sequence(payload["sheets"], f"{where}.sheets", MOST_SHEETS)
    for i, sheet in enumerate(sheets):
        parse_sheet(sheet, i, "".join(payload["seats"]))
    return [kept_sheet(sheet) for sheet in sheets]


def _check_payload(kind: str, payload: Mapping[str, Any], known: set[str], where: str) -> None:
    """What later code relies on: the keys, the people, the sums."""
    try:
        if kind == "settings":
            read_settings(payload["settings"])
            ok = isinstance(payload["changed"], list)
        elif kind == "line":
            values = payload["amounts"].values()
            money = [checks.cash(value, where, signed=True) for value in values]
            ok = payload["type"] in KINDS and set(payload["amounts"]) <= known and sum(money) == 0
            ok = (
                ok
                and set(payload) == _LINE
                and payload["in"] in ("units", "cash")
                and _stake(payload["stake"])
            )
            ok = ok and all(type(value) is (int if payload["in"] == "units" else str) for value in values)
        else:
            net, seats, answer = payload["answer"]["net"], payload["seats"], payload["answer"]
            ok = set(payload) == _HAND and set(seats.values()) <= known and set(net) == set(seats)
            ok = ok and all(type(value) is int for value in net.values()) and sum(net.values()) == 0
            ok = ok and net == _sum_of(answer["transfers"], seats) and _stake(payload["stake"])
            ok = ok and (payload["cap"] is None or (type(payload["cap"]) is int and payload["cap"] > 0))
            ok = ok and type(payload["dealer_said"]) is bool and isinstance(payload["photos"], dict)
            ok = ok and isinstance(payload["situation"]["result"]["type"], str)
            ok = (
                ok
                and isinstance(payload["rules"]["values"], dict)
                and isinstance(payload["corrections"], list)
            )
    except (KeyError, TypeError, AttributeError, ValueError):
        raise _broken(where) from None
    if not ok:
        raise _broken(where)


def _check_values(rules: Mapping[str, Any], loads: set[str]) -> None:
    """The kept values are some this program can reckon by; ``loads`` are those that were tried. Raises BAD_SITUATION."""
    text = json.dumps(rules, sort_keys=True)
    if text in loads:
        return
    now = load_profile(rules["profile"], rules["variants"], rules["overlay"]).values
    old = {name: value for name, value in rules["values"].items() if name in now and now[name] != value}
    load_profile(rules["profile"], rules["variants"], {**rules["overlay"], **old})
    loads.add(text)


def _stake(value: Any) -> bool:
    return value is None or (isinstance(value, str) and checks.cash(value, "stake") > 0)


def _sum_of(transfers: Sequence[Mapping[str, Any]], seats: Mapping[str, str]) -> dict[str, int]:
    net = dict.fromkeys(seats, 0)
    for item in transfers:
        for payer in item["from"]:
            net[payer] -= item["each"]
            net[item["to"]] += item["each"]
    return net
