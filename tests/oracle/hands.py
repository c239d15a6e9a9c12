"""Complete hands, their patterns and the waits, by trying everything (RULES A3, A11)."""

from collections import Counter
from functools import cache

from tests.oracle.notation import TILES

# From the plainest to the rarest; with equal values the rarest name is taken.
# DOUBT (A11 "highest-valued reading"): RULES names no order for readings of equal value.
PATTERNS = [
    "ping", "dadui", "qidui", "longqidui", "shuanglong", "dandiao",
    "qingyise", "qingdadui", "qingqidui", "qinglongbei", "qingshuanglong", "qingdandiao",
]  # fmt: skip
FLUSH = {
    "ping": "qingyise",
    "dadui": "qingdadui",
    "qidui": "qingqidui",
    "longqidui": "qinglongbei",
    "shuanglong": "qingshuanglong",
    "dandiao": "qingdandiao",
}


@cache
def groupings(tiles):
    """Every way to cut sorted ``tiles`` into triplets and sequences; each way a tuple of groups."""
    if not tiles:
        return [()]
    first, rest = tiles[0], tiles[1:]
    ways = []
    if rest[:2] == (first, first):
        ways += [((first,) * 3, *way) for way in groupings(rest[2:])]
    second, third = (f"{int(first[0]) + step}{first[1]}" for step in (1, 2))
    if second in rest and third in rest:
        left = list(rest)
        left.remove(second)
        left.remove(third)
        ways += [((first, second, third), *way) for way in groupings(tuple(left))]
    return ways


def standard_ways(concealed):
    """Ways of ``concealed`` as groups and one pair: [(pair tile, groups)]."""
    count = Counter(concealed)
    ways = []
    for pair in sorted(t for t in count if count[t] >= 2):
        left = sorted(concealed)
        left.remove(pair)
        left.remove(pair)
        ways += [(pair, groups) for groups in groupings(tuple(left))]
    return ways


def patterns(concealed, melds):
    """All patterns a hand shows; empty when it isn't complete. ``concealed`` holds the winning tile."""
    found = set()
    if len(concealed) == 14 - 3 * len(melds):
        for _, groups in standard_ways(concealed):
            found.add("ping")
            if all(len(set(group)) == 1 for group in groups):
                found.add("dadui")
                if len(melds) == 4:
                    found.add("dandiao")
        if not melds and all(n % 2 == 0 for n in Counter(concealed).values()):
            found.add("qidui")
            quads = sum(n == 4 for n in Counter(concealed).values())
            if quads >= 1:
                found.add("longqidui")
            # DOUBT (004 L77 "3 pairs and two quads"): three quads hold two, so they count as 双龙 too.
            if quads >= 2:
                found.add("shuanglong")
    suits = {tile[1] for tile in concealed} | {meld.tile[1] for meld in melds}
    if found and len(suits) == 1:
        found |= {FLUSH[name] for name in found} | {"qingyise"}
    return found


def implied(pattern):
    """What a declared pattern is besides (for hands nobody saw): 清大对 is also 大对子, 清一色 and 平胡."""
    plain = {flush: name for name, flush in FLUSH.items()}.get(pattern, pattern)
    chain = {
        "ping": ["ping"],
        "dadui": ["ping", "dadui"],
        "dandiao": ["ping", "dadui", "dandiao"],
        "qidui": ["qidui"],
        "longqidui": ["qidui", "longqidui"],
        "shuanglong": ["qidui", "longqidui", "shuanglong"],
    }[plain]
    if pattern != plain:
        return set(chain) | {FLUSH[name] for name in chain} | {"qingyise"}
    return set(chain)


def best(found, values):
    """(value, pattern) of the highest-valued pattern; patterns without a value are skipped (3.2 step 4)."""
    valued = [(values[name], PATTERNS.index(name)) for name in found if values[name] is not None]
    value, index = max(valued)
    return value, PATTERNS[index]


def ties(found, values):
    """Patterns that share the highest value."""
    top, _ = best(found, values)
    return sorted(name for name in found if values[name] == top)


def waits(concealed, melds, lacking=None):
    """Tiles that complete a 13-tile hand, without those the player holds all four of himself (A3).

    "Himself" = concealed and melds (A1); his discards are gone. ``lacking`` is the suit of 定缺: a hand that
    holds it, or would with the winning tile, isn't one (3.2 step 2, 4.1.5).
    """
    if len(concealed) != 13 - 3 * len(melds):
        return []
    own = Counter(concealed)
    for meld in melds:
        own.update(meld.tiles)
    if lacking and any(tile[1] == lacking for tile in own):
        return []
    return [
        tile for tile in TILES if own[tile] < 4 and tile[1] != lacking and patterns([*concealed, tile], melds)
    ]
