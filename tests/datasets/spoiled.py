"""A learned file beside a model, made unreadable."""

from __future__ import annotations

from pathlib import Path


def spoil(path: Path, fault: str) -> None:
    """``fault``: missing, damaged, no archive; anything else leaves the file as it is."""
    if fault == "missing":
        path.unlink()
    elif fault == "damaged":
        path.write_bytes(path.read_bytes()[:-400])
    elif fault == "no archive":
        path.write_bytes(b"not a zip")
