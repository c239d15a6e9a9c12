"""Which session and which tile set a photo belongs to: photos are split by these, never at random."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_NUMBER = re.compile(r"-\d+$")
_RENDERED = re.compile(r"^r\d+-\d{6}$")


def session_of(stem: str) -> str:
    """``hk-t370-001`` → ``hk-t370``: neighbours in a session are near copies."""
    return _NUMBER.sub("", stem)


def is_rendered(stem: str) -> bool:
    """Whether ``zhuoji render`` named the photo (``r7-000123``)."""
    return _RENDERED.match(stem) is not None


def read_sets(path: Path) -> dict[str, str]:
    """``sets.txt``: session prefix → tile set. ``{}`` when the file is absent."""
    if not path.is_file():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split()[:2] for line in lines if line.strip() and not line.startswith("#"))


def set_of(stem: str, sets: Mapping[str, str]) -> str:
    """The tile set of a photo: that of the longest prefix, ``rendered``, or ``unknown``."""
    if is_rendered(stem):
        return "rendered"
    known = [prefix for prefix in sets if stem.startswith(prefix)]
    return sets[max(known, key=len)] if known else "unknown"
