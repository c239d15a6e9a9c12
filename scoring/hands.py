"""Complete hands: exact decomposition and the patterns 牌型 they show (RULES 1, A11).

Counts are 27-long lists in the order of ``tiles.FACES``; concealed tiles include the winning tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.melds import Meld
from scoring.suit_table import POWERS, complete_suits
from scoring.tiles import FACES

Group = tuple[str, ...]
"""A pair, 顺子 or 刻子 as its tiles."""


def suit_keys(counts: Sequence[int]) -> tuple[int, int, int]:
    """The base-5 keys of the three suits."""
    p0, p1, p2, p3, p4, p5, p6, p7, p8 = POWERS
    return tuple(  # type: ignore[return-value]
        counts[s] * p0
        + counts[s + 1] * p1
        + counts[s + 2] * p2
        + counts[s + 3] * p3
        + counts[s + 4] * p4
        + counts[s + 5] * p5
        + counts[s + 6] * p6
        + counts[s + 7] * p7
        + counts[s + 8] * p8
        for s in (0, 9, 18)
    )


def is_standard(counts: Sequence[int]) -> bool:
    """Sets and exactly one pair 四副一对 (for whatever number of tiles is concealed)."""
    if sum(counts) % 3 != 2:
        return False
    sizes = (sum(counts[0:9]) % 3, sum(counts[9:18]) % 3, sum(counts[18:27]) % 3)
    if 1 in sizes or sizes.count(2) != 1:
        return False
    table = complete_suits()
    return all(key in table for key in suit_keys(counts))


def is_seven_pairs(counts: Sequence[int], melds: Sequence[Meld]) -> bool:
    """七对: fourteen concealed tiles, every kind twice or four times."""
    return not melds and sum(counts) == 14 and not any(n & 1 for n in counts)


def is_all_triplets(counts: Sequence[int]) -> bool:
    """大对子: concealed tiles are triplets and one pair."""
    pairs = 0
    for n in counts:
        if n == 2:
            pairs += 1
        elif n not in (0, 3):
            return False
    return pairs == 1


def patterns(counts: Sequence[int], melds: Sequence[Meld] = ()) -> tuple[str, ...]:
    """All patterns the complete hand shows, the most special first; () if it is no hand (RULES A11)."""
    seven = is_seven_pairs(counts, melds)
    standard = is_standard(counts)
    if not (seven or standard):
        return ()
    base: list[str] = []
    if seven:
        quads = sum(n == 4 for n in counts)
        base = ["qidui"] if quads == 0 else ["longqidui", "qidui"]
        if quads >= 2:
            base.insert(0, "shuanglong")
    if standard:
        if is_all_triplets(counts):
            base += ["dandiao", "dadui"] if len(melds) == 4 else ["dadui"]
        base.append("ping")
    suits = {meld.tile[1] for meld in melds} | {FACES[i][1] for i, n in enumerate(counts) if n}
    return with_flush(base) if len(suits) == 1 else tuple(base)


def with_flush(base: Sequence[str]) -> tuple[str, ...]:
    """A one-suit hand shows each pattern's 清 form, 清一色 itself, and the patterns."""
    flushes = [FLUSH[name] for name in base if name != "ping"]
    return (*flushes, "qingyise", *base)


_IMPLIED = {
    "ping": ("ping",),
    "dadui": ("dadui", "ping"),
    "dandiao": ("dandiao", "dadui", "ping"),
    "qidui": ("qidui",),
    "longqidui": ("longqidui", "qidui"),
    "shuanglong": ("shuanglong", "longqidui", "qidui"),
}


def implied(pattern: str) -> tuple[str, ...]:
    """All patterns of a hand of which only the best is told, the most special first."""
    if pattern in _IMPLIED:
        return _IMPLIED[pattern]
    return with_flush(_IMPLIED[_UNFLUSHED[pattern]])


FLUSH = {
    "ping": "qingyise",
    "dadui": "qingdadui",
    "dandiao": "qingdandiao",
    "qidui": "qingqidui",
    "longqidui": "qinglongbei",
    "shuanglong": "qingshuanglong",
}
"""What a pattern is called in one suit 清一色."""

_UNFLUSHED = {flush: name for name, flush in FLUSH.items()}


def decompositions(counts: Sequence[int]) -> Iterator[tuple[Group, ...]]:
    """Every way to split the concealed tiles into one pair and sets; the pair first."""
    if not is_standard(counts):
        return
    work = list(counts)
    for i, n in enumerate(counts):
        if n >= 2:
            work[i] -= 2
            for sets in _sets(work, 0, 0):
                yield ((FACES[i],) * 2, *sets)
            work[i] += 2


def _sets(work: list[int], start: int, runs_from: int) -> Iterator[tuple[Group, ...]]:
    i = start
    while i < 27 and not work[i]:
        i += 1
    if i == 27:
        yield ()
        return
    # Triplet before runs at each tile, so that no split comes twice in another order.
    if work[i] >= 3 and i >= runs_from:
        work[i] -= 3
        for rest in _sets(work, i, i):
            yield ((FACES[i],) * 3, *rest)
        work[i] += 3
    if i % 9 <= 6 and work[i + 1] and work[i + 2]:
        for k in (i, i + 1, i + 2):
            work[k] -= 1
        for rest in _sets(work, i, i + 1):
            yield ((FACES[i], FACES[i + 1], FACES[i + 2]), *rest)
        for k in (i, i + 1, i + 2):
            work[k] += 1
