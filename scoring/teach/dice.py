"""Seeded chance, the same on every machine: a question is known by its seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Draws that depend on ``seed`` alone (only ``Random.random`` is promised not to change)."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        """0 … n - 1."""
        return int(self._random.random() * n)

    def chance(self, p: float) -> bool:
        """True with probability ``p``."""
        return self._random.random() < p

    def pick(self, items: Sequence[T]) -> T:
        """One of them."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All of them in a random order (Fisher-Yates)."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out
