"""The shipped table of complete suits, and the script that makes it.

A suit is its nine counts written base 5 (``key``). It is complete if it splits into sets 刻子/顺子, with one pair
when its size is 2 modulo 3. The table (``scoring/data/complete_suits.bin``: ascending keys of ≤ 14 tiles, four
bytes each, little-endian) turns "is this a hand" into three look-ups.

``python -m scoring.suit_table`` writes it anew.
"""

from __future__ import annotations

import sys
from array import array
from functools import cache
from importlib.resources import files
from pathlib import Path

POWERS: tuple[int, ...] = tuple(5**rank for rank in range(9))
FILE = files("scoring") / "data" / "complete_suits.bin"


def generate() -> list[int]:
    """All complete keys with at most four sets and one pair, ascending."""
    pieces = [3 * p for p in POWERS] + [sum(POWERS[r : r + 3]) for r in range(7)]
    layers: list[set[tuple[int, ...]]] = [{(0,) * 9}]
    shapes = [tuple(key // p % 5 for p in POWERS) for key in pieces]
    for _ in range(4):
        layers.append({tuple(map(sum, zip(s, piece, strict=True))) for s in layers[-1] for piece in shapes})
        layers[-1] = {s for s in layers[-1] if max(s) <= 4}
    sets = set().union(*layers)
    with_pair = {
        tuple(n + 2 * (r == rank) for r, n in enumerate(s)) for s in sets for rank in range(9) if s[rank] <= 2
    }
    return sorted(sum(n * p for n, p in zip(s, POWERS, strict=True)) for s in sets | with_pair)


@cache
def complete_suits() -> frozenset[int]:
    """Keys of the complete suits, read from the shipped table on first use."""
    keys = array("I")
    keys.frombytes(FILE.read_bytes())
    if sys.byteorder == "big":  # pragma: no cover - no such machine here
        keys.byteswap()
    return frozenset(keys)


def write(path: Path) -> None:
    """Make the table's file."""
    keys = array("I", generate())
    if sys.byteorder == "big":  # pragma: no cover - no such machine here
        keys.byteswap()
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(keys.tobytes())


if __name__ == "__main__":  # pragma: no cover - a developer's tool; its result is compared in a test
    write(Path(__file__).parent / "data" / "complete_suits.bin")
