"""Shanten against a search that knows nothing of suits' tables: the nearest complete hand, set by set."""

import random

import pytest

from scoring.melds import parse_meld
from scoring.shanten import shanten, throws, useful_tiles
from scoring.tiles import FACES, INDEX, format_tiles, parse_tiles
from scoring.waits import waits

BLOCKS = [(i, i, i) for i in range(27)] + [(i, i + 1, i + 2) for i in range(27) if i % 9 < 7]


def nearest(hand, melds=()):
    """Tiles missing from the nearest complete hand, by branch and bound over sets and pair."""
    own, room = [0] * 27, [4] * 27
    for tile in hand:
        own[INDEX[tile]] += 1
    for meld in melds:
        room[INDEX[meld.tile]] -= meld.size
    used = [0] * 27
    best = 99 if melds else seven(own)

    def place(block, sign):
        lacking = 0
        for i in block:
            if sign > 0:
                lacking += used[i] >= own[i]
                used[i] += 1
            else:
                used[i] -= 1
        return lacking

    def search(first, left, missing):
        nonlocal best
        if missing >= best:
            return
        if not left:
            best = missing
            return
        for k in range(first, len(BLOCKS)):
            more = place(BLOCKS[k], 1)
            if all(used[i] <= room[i] for i in BLOCKS[k]):
                search(k, left - 1, missing + more)
            place(BLOCKS[k], -1)

    for i in sorted(range(27), key=lambda i: -own[i]):
        missing = place((i, i), 1)
        if used[i] <= room[i]:
            search(0, 4 - len(melds), missing)
        place((i, i), -1)
    return best


def seven(own):
    """Seven pairs, four alike being two of them, chosen greedily kind by kind."""
    costs = sorted(cost for n in own for cost in (max(0, 2 - n), max(0, 4 - max(n, 2))))
    return sum(costs[:7])


def dealt(seed):
    """Hands of all distances, some with melds, some in one or two suits."""
    rng = random.Random(seed)
    suits = rng.choice(["mps", "mps", "mp", "s"])
    wall = [tile for tile in FACES for _ in range(4) if tile[1] in suits]
    melds = []
    for _ in range(rng.choice([0, 0, 0, 1, 2, 3])):
        tile = rng.choice(sorted({t for t in wall if wall.count(t) >= 3}))
        kong = wall.count(tile) == 4 and rng.random() < 0.4
        for _ in range(4 if kong else 3):
            wall.remove(tile)
        text = f"concealed-kong {tile[0] * 4}{tile[1]}" if kong else f"pung {tile[0] * 3}{tile[1]}<B"
        melds.append(parse_meld(text))
    return rng.sample(wall, 13 - 3 * len(melds)), tuple(melds)


def check(seed):
    hand, melds = dealt(seed)
    where = (format_tiles(hand), *map(str, melds))
    found = shanten(hand, melds)
    assert found == nearest(hand, melds) - 1, where
    assert (found == 0) == bool(waits(hand, melds)), where


@pytest.mark.parametrize("seed", range(25))
def test_the_distance_is_the_nearest_hands(seed):
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 2000, 100))
def test_the_distance_is_the_nearest_hands_two_thousand_times(first):
    for seed in range(1000 + first, 1100 + first):
        check(seed)


@pytest.mark.parametrize("seed", range(40))
def test_each_throw_is_the_hand_without_the_tile(seed):
    rng = random.Random(seed)
    wall = [tile for tile in FACES for _ in range(4) if seed % 2 or tile[1] == "p"]
    hand = rng.sample(wall, 14)
    found = throws(hand)
    assert [throw.tile for throw in found] == sorted(set(hand), key=FACES.index)
    for throw in found:
        rest = list(hand)
        rest.remove(throw.tile)
        assert throw.shanten == shanten(rest)
        assert list(throw.useful) == useful_tiles(rest)
        nearer = [t for t in FACES if rest.count(t) < 4 and shanten([*rest, t]) < throw.shanten]
        assert list(throw.useful) == nearer
        if throw.shanten == 0:
            assert list(throw.useful) == waits(rest)


def test_a_fifth_tile_is_not_waited_for():
    # 一条 would complete it, and all four lie in the hand (RULES A3).
    assert shanten(parse_tiles("222333444p1111s")) == 1
    assert shanten(parse_tiles("9p"), [parse_meld(f"pung {n}{n}{n}m<A") for n in (1, 2, 3)]) > 0


def test_without_seven_pairs_and_without_a_suit():
    hand = parse_tiles("1133557799m115p")
    assert shanten(hand) == 0
    assert shanten(hand, seven_pairs=False) > 0
    assert shanten(hand, que="s") == 0
    # 定缺 characters: ten of its tiles have to go.
    assert shanten(hand, que="m") > 4
    assert shanten(parse_tiles("1122334455667p"), que="p") == 13
    melds = [parse_meld("pung 777s<A")]
    assert shanten(parse_tiles("1122334m556p"), melds, que="p") == 3
    assert shanten(parse_tiles("1122334m556p"), melds) == 1
