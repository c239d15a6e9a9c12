"""Readiness 叫牌: the tiles a hand waits on (RULES A3), and how far an unready hand is from it."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.hands import suit_keys
from scoring.melds import Meld
from scoring.suit_table import POWERS, complete_suits
from scoring.tiles import FACES, counts


def winning_tiles(concealed: Sequence[int], melds: Sequence[Meld]) -> list[int]:
    """Indices of the tiles that complete the counts of a 13-3n-tile hand, held-four ones included.

    Any tile of which fewer than four are concealed is tried.
    """
    sizes = [sum(concealed[0:9]), sum(concealed[9:18]), sum(concealed[18:27])]
    if sum(sizes) + 3 * len(melds) != 13:
        return []
    rests = [n % 3 for n in sizes]
    out: list[int] = []
    # After the draw one suit holds the pair (2 mod 3), the others sets only: (1, 0, 0) or (2, 2, 0) before it.
    if 0 in rests:
        table = complete_suits()
        keys = suit_keys(concealed)
        for suit in range(3):
            a, b = keys[suit - 1], keys[suit - 2]
            if rests[suit] and a in table and b in table:
                base, key = 9 * suit, keys[suit]
                out += [
                    base + rank
                    for rank in range(9)
                    if concealed[base + rank] < 4 and key + POWERS[rank] in table
                ]
    if not melds:
        odd = [i for i, n in enumerate(concealed) if n & 1]
        if len(odd) == 1 and odd[0] not in out:
            out.append(odd[0])
            out.sort()
    return out


def held(concealed: Sequence[int], melds: Sequence[Meld]) -> list[int]:
    """Counts of all tiles a player holds himself: concealed and in melds."""
    own = list(concealed)
    for meld in melds:
        own[_INDEX[meld.tile]] += meld.size
    return own


_INDEX = {tile: i for i, tile in enumerate(FACES)}


def waits(concealed: Sequence[str], melds: Sequence[Meld] = ()) -> list[str]:
    """The tiles a 13-3n-tile hand waits on, without those it holds all four of itself (A3)."""
    tile_counts = counts(concealed)
    own = held(tile_counts, melds)
    return [FACES[i] for i in winning_tiles(tile_counts, melds) if own[i] < 4]


def dead_waits(concealed: Sequence[str], melds: Sequence[Meld] = ()) -> list[str]:
    """Tiles that would complete the hand but are all held by the player himself: no 叫牌 (A3)."""
    tile_counts = counts(concealed)
    live = waits(concealed, melds)
    # A concealed quad can't take a fifth tile, so such a wait is found with the limit lifted.
    out = []
    for i, own in enumerate(held(tile_counts, melds)):
        if own == 4 and FACES[i] not in live:
            tile_counts[i] += 1
            if _completes(tile_counts):
                out.append(FACES[i])
            tile_counts[i] -= 1
    return out


def _completes(tile_counts: Sequence[int]) -> bool:
    """Whether counts, one kind five, form sets and a pair (seven pairs never can: five is odd)."""
    work = list(tile_counts)
    for i in range(27):
        if work[i] >= 2:
            work[i] -= 2
            if _only_sets(work):
                return True
            work[i] += 2
    return False


def _only_sets(tile_counts: Sequence[int]) -> bool:
    work = list(tile_counts)
    for i in range(27):
        n = work[i] % 3
        work[i] = 0
        if not n:
            continue
        if i % 9 > 6 or work[i + 1] < n or work[i + 2] < n:
            return False
        work[i + 1] -= n
        work[i + 2] -= n
    return True
