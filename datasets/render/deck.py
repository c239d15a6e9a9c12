"""The tiles of one table: four of each kind, each dealt at most once."""

from __future__ import annotations

import numpy as np

from scoring.tiles import FACES, HONOURS

FLOWERS = ("f1", "f2", "f3", "f4", "s1", "s2", "s3", "s4")


class Deck:
    """108 suit tiles, with honours and flowers if asked. Dealing more than there is raises ``IndexError``."""

    def __init__(self, rng: np.random.Generator, honours: bool = False, flowers: bool = False) -> None:
        kinds = [*FACES, *(HONOURS if honours else ())]
        tiles = [tile for tile in kinds for _ in range(4)] + list(FLOWERS if flowers else ())
        self._left = [tiles[i] for i in rng.permutation(len(tiles))]
        self._rng = rng

    def __len__(self) -> int:
        return len(self._left)

    def deal(self, count: int, *, tidy: float = 0.0) -> list[str]:
        """``count`` tiles, sorted as players hold them with probability ``tidy``."""
        if count > len(self._left):
            raise IndexError(f"{count} tiles asked, {len(self._left)} left")
        out, self._left = self._left[:count], self._left[count:]
        if self._rng.random() < tidy:
            out.sort(key=lambda tile: (tile[-1], tile))
        return out

    def equal(self, count: int) -> str | None:
        """Take ``count`` equal tiles; None if no kind has so many left."""
        kinds: list[str] = sorted(tile for tile in {*self._left} if self._left.count(tile) >= count)
        if not kinds:
            return None
        # The game pays on 幺鸡 and 八筒: they are melded more often than by chance.
        weights = np.array([3.0 if tile in ("1s", "8p") else 1.0 for tile in kinds])
        tile: str = kinds[int(self._rng.choice(len(kinds), p=weights / weights.sum()))]
        for _ in range(count):
            self._left.remove(tile)
        return tile

    def hand(self, count: int) -> list[str]:
        """``count`` tiles with pairs and triplets as hands have them, usually in order."""
        out: list[str] = []
        while len(out) < count and self._rng.random() < 0.6:
            size = int(self._rng.integers(2, 4))
            if len(out) + size > count:
                break
            tile = self.equal(size)
            if tile is None:
                break
            out += [tile] * size
        out += self.deal(count - len(out))
        if self._rng.random() < 0.8:
            out.sort(key=lambda tile: (tile[-1], tile))
        return out
