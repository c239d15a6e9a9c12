"""Undo in a history that only grows: an undo is one more revision (SPEC 3.7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """One write: which entry, which revision of it, and the step it took back, if any."""

    version: int
    number: int
    revision: int
    undoes: int | None


def undo_target(steps: Iterable[Step]) -> Step | None:
    """The last step that still stands; ``steps`` newest first. None when nothing is left to undo."""
    undone: set[int] = set()
    for step in steps:
        if step.undoes is not None:
            undone.add(step.undoes)
        elif step.version not in undone:
            return step
    return None
