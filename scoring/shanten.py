"""How far a hand is from 叫牌: exact shanten of the standard and seven-pairs forms, and the tiles that help."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from scoring.melds import Meld
from scoring.tiles import FACES, counts
from scoring.waits import held

_Shape = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=200_000)
def _suit_shapes(suit: tuple[int, ...]) -> frozenset[tuple[int, int, int]]:
    """All (sets, partial sets, pairs) a suit can be cut into, dominated ones left out."""
    found: set[tuple[int, int, int]] = set()

    def cut(work: list[int], i: int, sets: int, partial: int, pairs: int) -> None:
        while i < 9 and not work[i]:
            i += 1
        if i == 9:
            found.add((sets, partial, pairs))
            return
        for take, (s, t, p) in _PIECES:
            if all(i + k < 9 and work[i + k] >= n for k, n in take):
                for k, n in take:
                    work[i + k] -= n
                cut(work, i, sets + s, partial + t, pairs + p)
                for k, n in take:
                    work[i + k] += n

    cut(list(suit), 0, 0, 0, 0)
    return frozenset(a for a in found if not any(_better(b, a) for b in found))


def _better(b: tuple[int, int, int], a: tuple[int, int, int]) -> bool:
    return b != a and all(x >= y for x, y in zip(b, a, strict=True))


# What one tile and its neighbours can be: (offset, tiles taken) and (sets, partial sets, pairs) gained.
_PIECES: tuple[tuple[tuple[tuple[int, int], ...], tuple[int, int, int]], ...] = (
    (((0, 3),), (1, 0, 0)),
    (((0, 1), (1, 1), (2, 1)), (1, 0, 0)),
    (((0, 2),), (0, 0, 1)),
    (((0, 1), (1, 1)), (0, 1, 0)),
    (((0, 1), (2, 1)), (0, 1, 0)),
    (((0, 1),), (0, 0, 0)),
)


def shanten(concealed: Sequence[str], melds: Sequence[Meld] = ()) -> int:
    """Tiles still to change before the hand is ready: 0 = ready by form, -1 = complete.

    The standard form counts a pair or partial set only as far as four sets and a pair have room for it;
    seven pairs needs seven different kinds or quads counted as two pairs (RULES A11).
    """
    tile_counts = counts(concealed)
    best = _standard(tile_counts, len(melds))
    if not melds:
        best = min(best, _seven_pairs(tile_counts))
    return best


def _standard(tile_counts: Sequence[int], melds: int) -> int:
    combos: set[tuple[int, int, int]] = {(0, 0, 0)}
    for s in (0, 9, 18):
        shapes = _suit_shapes(tuple(tile_counts[s : s + 9]))
        combos = {(a + x, b + y, c + z) for a, b, c in combos for x, y, z in shapes}
    best = 8
    need = 4 - melds
    for sets, partial, pairs in combos:
        for head in (0, 1) if pairs else (0,):
            blocks = min(sets, need)
            room = need - blocks
            helpers = min(partial + pairs - head, room)
            best = min(best, 2 * need - 2 * blocks - helpers - head)
    return best


def _seven_pairs(tile_counts: Sequence[int]) -> int:
    return 6 - sum(n // 2 for n in tile_counts)


def useful_tiles(concealed: Sequence[str], melds: Sequence[Meld] = ()) -> list[str]:
    """The tiles, of which the player doesn't hold all four, that bring the hand one step nearer."""
    now = shanten(concealed, melds)
    own = held(counts(concealed), melds)
    return [tile for i, tile in enumerate(FACES) if own[i] < 4 and shanten([*concealed, tile], melds) < now]
