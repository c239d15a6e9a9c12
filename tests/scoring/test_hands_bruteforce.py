"""Hands, patterns and waits against the oracle's plain recursion."""

import random
from collections import Counter

import pytest

from scoring import hands as engine
from scoring.melds import parse_meld
from scoring.waits import waits
from tests.oracle import hands as oracle
from tests.oracle.notation import TILES, read_meld
from tests.oracle.random_hands import Pool, any_hand, complete, one_short, stuck, text

SHORT, LONG = 200, 10_000
SEATS = "ABCD"


def counts(tiles):
    held = Counter(tiles)
    return [held[tile] for tile in TILES]


def thirteen(seed):
    """(concealed, meld texts) of one tile too few: ready, stuck, nearly ready or anything."""
    rng = random.Random(f"thirteen {seed}")
    # Favoured kinds crowd the hand, so that quads, long runs and held-four waits are common.
    pool = Pool(rng, rng.sample(TILES, 5))
    suits = rng.choice(["mps", "mps", "mp", "m", "p", "s"])
    how = rng.choice(["short", "short", "changed", "stuck", "any"])
    made = None
    if how in ("short", "changed"):
        made = one_short(pool, "A", SEATS, suits=suits)
    elif how == "stuck":
        made = stuck(pool, "A", SEATS, suits)
    if made is None:
        made = any_hand(pool, "A", SEATS, suits)
    concealed, melds = made
    if how == "changed":
        concealed[rng.randrange(len(concealed))] = pool.some(1, suits)[0]
    rng.shuffle(concealed)
    return concealed, melds


def fourteen(seed):
    """(concealed, meld texts) of a complete hand, sometimes with a tile exchanged."""
    rng = random.Random(f"fourteen {seed}")
    pool = Pool(rng, rng.sample(TILES, 5))
    made = None
    while made is None:
        made = complete(pool, "A", SEATS, suits=rng.choice(["mps", "mp", "m", "s"]))
    concealed, melds = made
    if rng.random() < 0.2:
        concealed[rng.randrange(len(concealed))] = pool.some(1)[0]
    rng.shuffle(concealed)
    return concealed, melds


def check_thirteen(seed):
    concealed, texts = thirteen(seed)
    want = oracle.waits(concealed, [read_meld(m, "") for m in texts])
    got = waits(concealed, [parse_meld(m) for m in texts])
    assert list(got) == want, (seed, text(concealed), texts)
    return want


def check_fourteen(seed):
    concealed, texts = fourteen(seed)
    want = oracle.patterns(concealed, [read_meld(m, "") for m in texts])
    got = engine.patterns(counts(concealed), [parse_meld(m) for m in texts])
    assert set(got) == want, (seed, text(concealed), texts)
    assert len(set(got)) == len(got)
    return want


def check_decompositions(seed):
    """Exactly the ways the recursion finds."""
    concealed, texts = fourteen(seed)
    want = {tuple(sorted([(pair, pair), *groups])) for pair, groups in oracle.standard_ways(concealed)}
    got = {
        tuple(sorted(group_tiles(group) for group in way)) for way in engine.decompositions(counts(concealed))
    }
    assert got == want, (seed, text(concealed), texts)


def group_tiles(group):
    """A group of the engine as its sorted tiles, whether it holds names or indices."""
    tiles = getattr(group, "tiles", group)
    return tuple(sorted(tile if isinstance(tile, str) else TILES[tile] for tile in tiles))


def test_waits_are_those_of_trying_every_tile():
    found = [check_thirteen(seed) for seed in range(SHORT)]
    assert sum(map(bool, found)) > SHORT // 3
    assert [] in found


def test_patterns_are_those_of_every_reading():
    seen = set().union(*(check_fourteen(seed) for seed in range(5 * SHORT)))
    assert seen == set(oracle.PATTERNS)


def test_decompositions_are_complete():
    for seed in range(SHORT):
        check_decompositions(seed)


@pytest.mark.long
@pytest.mark.parametrize("check", [check_thirteen, check_fourteen, check_decompositions])
def test_hands_at_length(check):
    for seed in range(SHORT, SHORT + LONG):
        check(seed)


@pytest.mark.parametrize("name", oracle.PATTERNS)
def test_a_declared_pattern_implies_what_such_a_hand_shows(name):
    """What all hands show whose rarest pattern it is."""
    shown = [check_fourteen(seed) for seed in range(5 * SHORT)]
    named = [found for found in shown if found and max(found, key=oracle.PATTERNS.index) == name]
    common = set.intersection(*named)
    assert set(engine.implied(name)) == oracle.implied(name)
    assert oracle.implied(name) <= common
