"""Random hands from one set of 108 tiles: whatever is dealt, no tile is there five times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.melds import ADDED_KONG, CONCEALED_KONG, EXPOSED_KONG, PUNG, Meld
from scoring.profile import Profile
from scoring.teach.dice import Dice
from scoring.tiles import FACES, INDEX, SUITS, format_tiles

SHAPES = {1: ("plain", "triplets", "pairs"), 2: ("plain", "triplets", "pairs", "quads")}
"""Level of a question → the shapes of its hands; level 3 has those of 2."""
FLUSH = {1: 0.0, 2: 0.3, 3: 0.5}
"""Level → chance of a hand of one suit 清一色."""


class OutOfTilesError(Exception):
    """The shape asked for can't be laid from what is left; the dealer starts again."""


@dataclass(slots=True)
class Holding:
    """Tiles of one seat in the making."""

    concealed: list[str] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)

    def copy_less(self, tile: str) -> Holding:
        """Without one concealed tile."""
        rest = list(self.concealed)
        rest.remove(tile)
        return Holding(rest, list(self.melds), list(self.discards))

    def text(self) -> str:
        """The concealed tiles in notation."""
        return format_tiles(self.concealed)


class Wall:
    """The tiles not dealt yet; ``liked`` ones are drawn more often (a question about chickens needs some)."""

    def __init__(self, dice: Dice, liked: Sequence[str] = ()) -> None:
        self.dice = dice
        self.left = [4] * 27
        self.liked = tuple(liked)

    def take(self, *tiles: str) -> list[str]:
        """These tiles; raises ``OutOfTilesError``."""
        for i, tile in enumerate(tiles):
            if not self.left[INDEX[tile]]:
                self.give(tiles[:i])
                raise OutOfTilesError
            self.left[INDEX[tile]] -= 1
        return list(tiles)

    def give(self, tiles: Sequence[str]) -> None:
        """Tiles back."""
        for tile in tiles:
            self.left[INDEX[tile]] += 1

    def some(self, n: int, suits: str = SUITS) -> list[str]:
        """``n`` random tiles."""
        out: list[str] = []
        for _ in range(n):
            pool = [tile for tile in FACES if tile[1] in suits for _ in range(self.left[INDEX[tile]])]
            if not pool:
                self.give(out)
                raise OutOfTilesError
            out += self.take(self.dice.pick(pool))
        return out

    def same(self, n: int, suits: str = SUITS) -> list[str]:
        """``n`` of one tile, one of those liked if there are any left and chance will have it."""
        pool = [tile for tile in FACES if tile[1] in suits and self.left[INDEX[tile]] >= n]
        liked = [tile for tile in pool if tile in self.liked]
        if liked and self.dice.chance(0.35):
            pool = liked
        if not pool:
            raise OutOfTilesError
        return self.take(*[self.dice.pick(pool)] * n)

    def run(self, suits: str = SUITS) -> list[str]:
        """A 顺子."""
        starts = [
            i
            for i, tile in enumerate(FACES)
            if tile[1] in suits and i % 9 < 7 and all(self.left[i + k] for k in range(3))
        ]
        if not starts:
            raise OutOfTilesError
        i = self.dice.pick(starts)
        return self.take(*FACES[i : i + 3])

    def meld(self, owner: str, seats: Sequence[str], suits: str, kong: bool) -> Meld:
        """A 碰 or a 豆 of any kind, fed by another."""
        feeder = self.dice.pick([seat for seat in seats if seat != owner])
        if not kong:
            return Meld(PUNG, self.same(3, suits)[0], feeder)
        kind = self.dice.pick((CONCEALED_KONG, ADDED_KONG, EXPOSED_KONG))
        return Meld(kind, self.same(4, suits)[0], None if kind == CONCEALED_KONG else feeder)


def suits_of(dice: Dice, profile: Profile, flush: float) -> str:
    """The suits of a hand: one for a flush, two where a suit is given up, else all."""
    if dice.chance(flush):
        return dice.pick(SUITS)
    return SUITS.replace(dice.pick(SUITS), "") if profile["que.required"] else SUITS


def complete(
    wall: Wall, owner: str, seats: Sequence[str], shape: str, *, suits: str, melds: int = 0, kongs: int = 0
) -> Holding:
    """A complete hand: ``shape`` is "plain", "triplets" or "pairs", "quads" (pairs with four alike)."""
    out = Holding()
    if shape in ("pairs", "quads"):
        fours = 1 + wall.dice.chance(0.2) if shape == "quads" else 0
        for _ in range(fours):
            out.concealed += wall.same(4, suits)
        while len(out.concealed) < 14:
            out.concealed += wall.same(2, suits)
        return out
    for i in range(melds):
        out.melds.append(wall.meld(owner, seats, suits, kong=i < kongs))
    out.concealed += wall.same(2, suits)
    for _ in range(4 - melds):
        triplet = shape == "triplets" or wall.dice.chance(0.2)
        out.concealed += wall.same(3, suits) if triplet else wall.run(suits)
    return out


def one_short(wall: Wall, hand: Holding) -> Holding:
    """A complete hand without one of its tiles."""
    tile = wall.dice.pick(hand.concealed)
    wall.give([tile])
    return hand.copy_less(tile)


def loose(wall: Wall, owner: str, seats: Sequence[str], suits: str, melds: int, kongs: int = 0) -> Holding:
    """Any hand of the right size, mostly far from ready."""
    out = Holding()
    for i in range(melds):
        out.melds.append(wall.meld(owner, seats, suits, kong=i < kongs))
    out.concealed = wall.some(13 - 3 * melds, suits)
    return out
