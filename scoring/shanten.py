"""How far a hand is from 叫牌: exact shanten of the standard and seven-pairs forms, and the tiles that help.

The distance to a complete hand is the number of tiles missing from the nearest one, over every complete hand
that four of a kind allow: a tile the player holds in a meld is no longer free, and of a lacking suit 定缺 none
is wanted. Each suit's complete shapes are the shipped table's (``suit_table``); a suit's costs are found at once
for all of them, and three suits join by set and pair counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING

from scoring.melds import Meld
from scoring.suit_table import POWERS, complete_suits
from scoring.tiles import FACES, INDEX, SUITS, counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Grid = NDArray[np.int8]

FAR = 60
"""The cost of a shape that can't be: more than any hand is away."""

_GROUPS = 10
_Costs = tuple[int, ...]
"""Tiles missing for m sets and h pairs in one suit, at ``2 * m + h``; m 0-4, h 0-1."""


@cache
def _targets() -> tuple[Grid, list[int]]:
    """All complete shapes of a suit (N, 9), ordered by group, and where each group begins."""
    import numpy as np  # here, not above: settling a hand needs no arrays

    keys = np.array(sorted(complete_suits()), dtype=np.int64)
    shapes = (keys[:, None] // np.array(POWERS) % 5).astype(np.int8)
    sizes = shapes.sum(axis=1)
    group = sizes // 3 * 2 + (sizes % 3 == 2)
    order = np.argsort(group, kind="stable")
    starts = np.searchsorted(group[order], np.arange(_GROUPS))
    return np.ascontiguousarray(shapes[order]), starts.tolist()


@dataclass(frozen=True, slots=True)
class _Suit:
    """A suit's costs without one tile and with one changed; by rank 0-8."""

    less: tuple[_Costs, ...]
    swap: tuple[tuple[_Costs, ...], ...]


def _missing(suit: Sequence[int], caps: Sequence[int]) -> Grid:
    """Tiles missing to each shape (N,); ``FAR`` where a shape wants more of a tile than ``caps`` leave."""
    import numpy as np

    shapes, _ = _targets()
    missing: Grid = np.maximum(shapes - np.array(suit, dtype=np.int8), 0).sum(axis=1, dtype=np.int8)
    if min(caps) < 4:
        missing[(shapes > np.array(caps, dtype=np.int8)).any(axis=1)] = FAR
    return missing


@lru_cache(maxsize=20_000)
def _costs(suit: tuple[int, ...], caps: tuple[int, ...]) -> _Costs:
    import numpy as np

    return tuple(np.minimum.reduceat(_missing(suit, caps), _targets()[1]).tolist())


def _best(grid: Grid) -> tuple[_Costs, ...]:
    """The least of each group, a column at a time."""
    import numpy as np

    columns: Sequence[Sequence[int]] = np.minimum.reduceat(grid, _targets()[1], axis=0).T.tolist()
    return tuple(map(tuple, columns))


@lru_cache(maxsize=2_000)
def _more(suit: tuple[int, ...], caps: tuple[int, ...]) -> tuple[_Costs, ...]:
    """A suit's costs with one more tile of each rank."""
    filled = _targets()[0] > suit
    return _best(_missing(suit, caps)[:, None] - filled)


@lru_cache(maxsize=1_000)
def _exchanged(suit: tuple[int, ...], caps: tuple[int, ...]) -> _Suit:
    """Every discard and every exchange of one tile, for all shapes at once."""
    shapes = _targets()[0]
    missing = _missing(suit, caps)[:, None]
    filled = shapes > suit  # one more of this tile brings the shape nearer
    used = shapes >= suit  # one less takes it away
    now = _costs(suit, caps)
    swap = []
    for rank in range(9):
        row = list(_best(missing + used[:, rank : rank + 1] - filled)) if suit[rank] else [now] * 9
        row[rank] = now  # thrown and drawn again
        swap.append(tuple(row))
    return _Suit(_best(missing + used), tuple(swap))


@cache
def _splits(need: int) -> tuple[tuple[int, int, int], ...]:
    """The groups of three suits that make ``need`` sets and one pair together."""
    return tuple(
        (2 * a + x, 2 * b + y, 2 * (need - a - b) + 1 - x - y)
        for a, b in product(range(need + 1), repeat=2)
        for x, y in ((0, 0), (0, 1), (1, 0))
        if a + b <= need
    )


@dataclass(frozen=True, slots=True)
class _Hand:
    """Counts, what each tile may still come to, and which forms are open."""

    counts: tuple[int, ...]
    caps: tuple[int, ...]
    need: int
    pairs: bool

    def part(self, s: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.counts[9 * s : 9 * s + 9], self.caps[9 * s : 9 * s + 9]

    def joined(self, parts: Sequence[_Costs]) -> int:
        a, b, c = parts
        return min(a[i] + b[j] + c[k] for i, j, k in _splits(self.need))

    def seven(self, less: int | None = None, more: int | None = None) -> int:
        """Tiles missing to seven pairs, four alike being two."""
        if not self.pairs:
            return FAR
        pairs = odd = 0
        for i, n in enumerate(self.counts):
            n += (i == more) - (i == less)
            if self.caps[i]:
                pairs += n // 2
                odd += n & 1
        wanted = 7 - pairs
        return wanted + max(0, wanted - odd)


def _hand(concealed: Sequence[str], melds: Sequence[Meld], seven_pairs: bool, que: str | None) -> _Hand:
    caps = [4] * 27
    for meld in melds:
        caps[INDEX[meld.tile]] -= meld.size
    if que is not None:
        start = 9 * SUITS.index(que)
        caps[start : start + 9] = [0] * 9
    return _Hand(
        tuple(counts(concealed)), tuple(max(n, 0) for n in caps), 4 - len(melds), seven_pairs and not melds
    )


def shanten(
    concealed: Sequence[str], melds: Sequence[Meld] = (), *, seven_pairs: bool = True, que: str | None = None
) -> int:
    """Tiles still to change before the hand is ready: 0 = ready (RULES A3), -1 = complete.

    ``seven_pairs``: whether that form is a hand here; ``que``: the lacking suit 定缺 ("m", "p" or "s"). A
    concealed kong that could still be declared is taken as it lies, four tiles in hand.
    """
    hand = _hand(concealed, melds, seven_pairs, que)
    return min(hand.joined([_costs(*hand.part(s)) for s in range(3)]), hand.seven()) - 1


@dataclass(frozen=True, slots=True)
class Throw:
    """What is left after one discard: the shanten, and the tiles that bring it nearer."""

    tile: str
    shanten: int
    useful: tuple[str, ...]


def _useful(hand: _Hand, thrown: int | None) -> tuple[int, tuple[str, ...]]:
    """(missing tiles, the tiles that help) after throwing a tile, or as the hand is."""
    base = [_costs(*hand.part(s)) for s in range(3)]
    more = [_more(*hand.part(s)) for s in range(3)]
    if thrown is not None:
        s, rank = divmod(thrown, 9)
        changed = _exchanged(*hand.part(s))
        base[s], more[s] = changed.less[rank], changed.swap[rank]
    best = min(hand.joined(base), hand.seven(thrown))
    out = []
    for i, face in enumerate(FACES):
        s, rank = divmod(i, 9)
        nearer = min(hand.joined([*base[:s], more[s][rank], *base[s + 1 :]]), hand.seven(thrown, i)) < best
        if nearer and hand.counts[i] - (i == thrown) < hand.caps[i]:
            out.append(face)
    return best, tuple(out)


def useful_tiles(
    concealed: Sequence[str], melds: Sequence[Meld] = (), *, seven_pairs: bool = True, que: str | None = None
) -> list[str]:
    """The tiles, of which the player doesn't hold all four, that bring the hand one step nearer."""
    return list(_useful(_hand(concealed, melds, seven_pairs, que), None)[1])


def throws(
    concealed: Sequence[str], melds: Sequence[Meld] = (), *, seven_pairs: bool = True, que: str | None = None
) -> list[Throw]:
    """Every different discard of a 14-3n-tile hand, in the order of tiles, and what it leaves."""
    hand = _hand(concealed, melds, seven_pairs, que)
    out = []
    for i, n in enumerate(hand.counts):
        if n:
            missing, useful = _useful(hand, i)
            out.append(Throw(FACES[i], missing - 1, useful))
    return out
