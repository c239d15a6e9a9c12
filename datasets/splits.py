"""Which session and which tile set a photo belongs to: photos are split by these, never at random."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_RANGE = re.compile(r"^(.+)-(\d+)\.\.(\d+)$")
_NUMBER = re.compile(r"-\d+$")
_RENDERED = re.compile(r"^r\d+-\d{6}$")


def session_of(stem: str) -> str:
    """``hk-t370-001`` → ``hk-t370``: neighbours in a session are near copies."""
    return _NUMBER.sub("", stem)


def is_rendered(stem: str) -> bool:
    """Whether ``zhuoji render`` named the photo (``r7-000123``)."""
    return _RENDERED.match(stem) is not None


def read_sets(path: Path) -> dict[str, str]:
    """``sets.txt``: session prefix, or photos ``session-first..last``, → tile set. ``{}`` when the file is absent."""
    if not path.is_file():
        return {}
    out: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            which, name = line.split()[:2]
            out |= dict.fromkeys(_photos(which), name)
    return out


def _photos(which: str) -> list[str]:
    """``a-007..009`` → ``a-007``, ``a-008``, ``a-009``; anything else stands for itself."""
    many = _RANGE.match(which)
    if many is None:
        return [which]
    session, first, last = many.groups()
    return [f"{session}-{number:0{len(first)}d}" for number in range(int(first), int(last) + 1)]


def set_of(stem: str, sets: Mapping[str, str]) -> str:
    """The tile set of a photo: that of the longest prefix, ``rendered``, or ``unknown``."""
    if is_rendered(stem):
        return "rendered"
    known = [prefix for prefix in sets if stem.startswith(prefix)]
    return sets[max(known, key=len)] if known else "unknown"
