"""What a request to a table must bring: its token, the version it changes, the key of its save (SPEC 2.4, 7)."""

from __future__ import annotations

import re
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import TypeVar, cast

from flask import request

from webapp.errors import RefusedError
from webapp.ledger.refusals import need_if_match, used_key
from webapp.nights import Nights

HEADER = "X-Table-Token"
_ETAG = re.compile(r'(?:W/)?"?(\d{1,9})"?')
_KEY = re.compile(r"[\x21-\x7e]{1,128}")


def token() -> str | None:
    """The write token: our header, or ``Authorization: Bearer``. Never in a URL, so never in a log."""
    given = request.headers.get(HEADER)
    if given:
        return given
    scheme, _, value = request.headers.get("Authorization", "").partition(" ")
    return value.strip() if scheme.lower() == "bearer" else None


def need_token(nights: Nights, table_id: str) -> None:
    """Raises FORBIDDEN without the right token, NOT_FOUND without such a table."""
    if not nights.book.may_write(table_id, token()):
        raise RefusedError(
            "FORBIDDEN",
            "只能看，不能改：扫一下这桌的二维码再改。",
            "You may look but not change anything: scan this table's QR code first.",
            HEADER,
        )


def if_match() -> int:
    """The version a change was made on. Raises NEED_IF_MATCH."""
    match = _ETAG.fullmatch(request.headers.get("If-Match", "").strip())
    if match is None:
        raise need_if_match()
    return int(match.group(1))


def save_key() -> str | None:
    """``Idempotency-Key``; a phone that lost the answer sends the same save again."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise RefusedError(
            "BAD_SITUATION",
            "Idempotency-Key 要是 1 到 128 个普通字符。",
            "Idempotency-Key must be 1 to 128 plain characters.",
            "Idempotency-Key",
        )
    return key


def since() -> int:
    """``?since=VERSION``; 0 without."""
    value = request.args.get("since", "0")
    if not re.fullmatch(r"\d{1,9}", value, re.ASCII):
        raise RefusedError(
            "BAD_SITUATION", "since 要是一个版本号。", "since must be a version number.", "since"
        )
    return int(value)


Answer = TypeVar("Answer")


class Repeats:
    """The same request of the same phone gets the same answer for a while: two taps open one table.

    Kept in memory alone, for a table's token is written down nowhere; another process of a hall knows nothing of it.
    """

    def __init__(self, seconds: float = 600, most: int = 256) -> None:
        self._seconds, self._most = seconds, most
        self._kept: OrderedDict[tuple[str, str], tuple[float, object, object]] = OrderedDict()
        self._lock = threading.Lock()

    def once(self, key: str | None, body: object, make: Callable[[], Answer]) -> tuple[Answer, bool]:
        """(answer, whether it was given before). Raises CONFLICT for another body under the same key."""
        if key is None:
            return make(), False
        place = (request.remote_addr or "", key)
        with self._lock:  # the second tap waits for the first one's answer
            moment = time.monotonic()
            while self._kept and next(iter(self._kept.values()))[0] < moment - self._seconds:
                self._kept.popitem(last=False)
            if place in self._kept:
                _, before, answer = self._kept[place]
                if before != body:
                    raise used_key()
                return cast("Answer", answer), True
            made = make()
            self._kept[place] = (moment, body, made)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return made, False


class Limiter:
    """At most ``most`` in ``seconds`` from one address: a loop gone wild must not fill the disk."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._seen: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def check(self) -> None:
        """Raises RATE_LIMITED."""
        moment, who = time.monotonic(), request.remote_addr or ""
        with self._lock:
            if len(self._seen) > 1000:
                self._seen.clear()
            times = self._seen.setdefault(who, deque())
            while times and times[0] < moment - self._seconds:
                times.popleft()
            if len(times) >= self._most:
                raise RefusedError(
                    "RATE_LIMITED",
                    "新开的桌太多了，过一分钟再开。",
                    "Too many new tables; wait a minute.",
                )
            times.append(moment)
