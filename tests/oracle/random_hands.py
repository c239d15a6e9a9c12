"""Hands built from a pool of the 108 tiles: complete, one tile short, or any."""

from collections import Counter

from tests.oracle.notation import TILES


class Pool:
    """The tiles not dealt yet; ``liked`` kinds (chickens) are drawn more often."""

    def __init__(self, rng, liked=()):
        self.rng = rng
        self.left = Counter(dict.fromkeys(TILES, 4))
        self.liked = set(liked)

    def take(self, tiles):
        """True when all of ``tiles`` were there; otherwise nothing is taken."""
        need = Counter(tiles)
        if any(self.left[tile] < n for tile, n in need.items()):
            return False
        self.left.subtract(need)
        return True

    def give(self, tiles):
        self.left.update(tiles)

    def some(self, n, suits="mps"):
        """``n`` random tiles of these suits."""
        bag = [tile for tile in TILES if tile[1] in suits for _ in range(self.left[tile])]
        tiles = self.rng.sample(bag, n)
        self.take(tiles)
        return tiles

    def kind(self, n, suits="mps"):
        """A kind of which ``n`` are left, or None."""
        kinds = [tile for tile in TILES if tile[1] in suits and self.left[tile] >= n]
        if not kinds:
            return None
        return self.rng.choices(kinds, [5 if tile in self.liked else 1 for tile in kinds])[0]


def text(tiles):
    """ "123m1s"; "" for none."""
    return "".join(
        "".join(sorted(tile[0] for tile in tiles if tile[1] == suit)) + suit
        for suit in "mps"
        if any(tile[1] == suit for tile in tiles)
    )


def random_meld(pool, seat, seats, suits, kong_share, late_share, no_late=()):
    """A meld as text and its tile, or None."""
    rng = pool.rng
    if rng.random() < kong_share:
        kind = rng.choice(["exposed-kong", "added-kong", "concealed-kong"])
        chickens = [t for t in sorted(pool.liked) if pool.left[t] == 4 and t[1] in suits]
        tile = rng.choice(chickens) if chickens and rng.random() < 0.2 else pool.kind(4, suits)
    else:
        kind = "pung"
        tile = pool.kind(3, suits)
    if tile is None:
        return None
    size = 3 if kind == "pung" else 4
    pool.take([tile] * size)
    out = f"{kind} {tile[0] * size}{tile[1]}"
    if kind != "concealed-kong":
        out += "<" + rng.choice([s for s in seats if s != seat])
    if kind not in ("pung", *no_late) and rng.random() < late_share:
        out += " late"
    return out


def group(pool, suits, triplets_only, around=None):
    """A triplet or sequence taken from the pool (holding ``around``), or None."""
    rng = pool.rng
    for _ in range(8):
        if triplets_only or rng.random() < 0.3:
            tile = around or pool.kind(3, suits)
            tiles = [tile] * 3 if tile else None
        else:
            base = around or rng.choice(suits)
            start = rng.randint(1, 7)
            if around:
                start = rng.randint(max(1, int(around[0]) - 2), min(7, int(around[0])))
            tiles = [f"{start + step}{base[-1]}" for step in range(3)]
        if tiles and pool.take(tiles):
            return tiles
    return None


def pairs(pool, suits, quads, around=None):
    """Fourteen tiles in pairs, ``quads`` of them doubled, or None."""
    rng = pool.rng
    out = []
    if around:
        size = 4 if quads and rng.random() < 0.4 else 2
        if not pool.take([around] * size):
            return None
        quads -= size == 4
        out += [around] * size
    while len(out) < 14:
        size = 4 if quads > 0 else 2
        kinds = [t for t in TILES if t[1] in suits and t not in out and pool.left[t] >= size]
        if not kinds:
            return None
        tile = rng.choices(kinds, [3 if t in pool.liked else 1 for t in kinds])[0]
        pool.take([tile] * size)
        out += [tile] * size
        quads -= size == 4
    return out


def complete(
    pool, seat, seats, *, suits="mps", tile=None, single=False, need_kong=False, no_late=(), late_share=0.1
):
    """A complete hand as (14 - 3·melds concealed tiles, meld texts), or None and the pool as it was.

    ``tile``: must be among the concealed ones; ``single``: only once, inside a sequence (for a robbed kong).
    """
    rng = pool.rng
    before = pool.left.copy()
    if len(suits) > 1 and rng.random() < 0.25:
        suits = tile[1] if tile and tile[1] in suits else rng.choice(suits)
    style = rng.choices(["ping", "dadui", "pairs"], [45, 30, 25])[0]
    if single:
        style = "ping"
    if need_kong and style == "pairs":
        style = "dadui"
    if style == "pairs":
        out = pairs(pool, suits, rng.choices([0, 1, 2, 3], [45, 30, 20, 5])[0], tile)
        made = (out, []) if out else None
    else:
        made = sets_and_pair(
            pool, seat, seats, suits, style == "dadui", tile, single, need_kong, no_late, late_share
        )
    if made is None:
        pool.left = before
    return made


def sets_and_pair(pool, seat, seats, suits, triplets, tile, single, need_kong, no_late, late_share):
    rng = pool.rng
    n_melds = rng.choices([0, 1, 2, 3, 4], [25, 30, 20, 10, 15 if triplets else 0])[0]
    n_melds = max(n_melds, int(need_kong))
    concealed = []
    around = tile
    if single:
        ways = [[f"{s + k}{tile[1]}" for k in range(3)] for s in range(1, 8) if s <= int(tile[0]) <= s + 2]
        concealed = rng.choice(ways)
        if n_melds == 4 or not pool.take(concealed):
            return None
        around = None
    elif tile and n_melds < 4 and rng.random() < 0.6:
        concealed = group(pool, suits, triplets, tile)
        if concealed is None:
            return None
        around = None
    pair = around or pool.kind(2, suits)
    if pair is None or not pool.take([pair, pair]):
        return None
    concealed = [*concealed, pair, pair]
    melds = []
    for at in range(n_melds):
        kong_share = 1 if need_kong and at == 0 else 0.45
        meld = random_meld(pool, seat, seats, suits, kong_share, late_share, no_late)
        if meld is None:
            return None
        melds.append(meld)
    while len(concealed) < 14 - 3 * n_melds:
        more = group(pool, suits, triplets)
        if more is None:
            return None
        concealed = concealed + more
    return concealed, melds


def one_short(pool, seat, seats, **how):
    """A hand of 13 - 3·melds tiles, ready unless it waits for a tile it holds all four of; or None."""
    rng = pool.rng
    made = complete(pool, seat, seats, **how)
    if made is None:
        return None
    concealed, melds = made
    tile = rng.choice(concealed)
    concealed.remove(tile)
    pool.give([tile])
    return concealed, melds


def stuck(pool, seat, seats, suits="mps"):
    """Four melds and a single tile whose other three are one of the melds: waits only for a fifth (A3)."""
    before = pool.left.copy()
    tile = pool.kind(4, suits)
    if tile is not None and pool.take([tile] * 4):
        feeder = pool.rng.choice([s for s in seats if s != seat])
        melds = [f"pung {tile[0] * 3}{tile[1]}<{feeder}"]
        melds += [random_meld(pool, seat, seats, suits, 0.2, 0) for _ in range(3)]
        if None not in melds:
            return [tile], melds
    pool.left = before
    return None


def any_hand(pool, seat, seats, suits="mps", no_late=(), late_share=0.1):
    """Random tiles, mostly not ready."""
    rng = pool.rng
    melds = []
    for _ in range(rng.choices([0, 1, 2, 3], [45, 30, 20, 5])[0]):
        meld = random_meld(pool, seat, seats, suits, 0.6, late_share, no_late)
        if meld is not None:
            melds.append(meld)
    return pool.some(13 - 3 * len(melds), suits), melds
