"""What the builders of scenes work with: chance, tiles, a size, and the habits of one player."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.render import layout
from datasets.render.deck import Deck
from datasets.render.layout import Hands
from datasets.render.photo import View
from datasets.render.pieces import Group, moved
from datasets.render.solid import Size

MELDS = ("pung", "exposed-kong", "added-kong", "concealed-kong")


@dataclass(frozen=True)
class Setting:
    """Groups and the phone's place; ``focus`` as in ``photo.Scene``, ``reach`` mm of the occupied table."""

    groups: tuple[Group, ...]
    view: View
    focus: tuple[int, ...] = ()
    reach: float = 300.0


@dataclass(frozen=True)
class Stage:
    """What every builder works with."""

    rng: np.random.Generator
    deck: Deck
    size: Size
    hands: Hands

    def chance(self, share: float) -> bool:
        """True with probability ``share``."""
        return bool(self.rng.random() < share)

    def between(self, low: float, high: float) -> float:
        """Uniform."""
        return float(self.rng.uniform(low, high))

    def row(self, tiles: list[str], pose: str, x: float = 0.0, y: float = 0.0, role: str = "hand") -> Group:
        """A row with the owner's habits: straight, staggered or bent."""
        h = self.size.height
        step = self.between(-0.35, 0.35) * h if self.chance(0.12) else 0.0
        bow = self.between(-0.25, 0.25) if self.chance(0.25) else 0.0
        lean = self.between(0, 14) if self.chance(0.6) else self.between(14, 45)
        return layout.row(
            tiles,
            self.size,
            self.hands,
            self.rng,
            pose=pose,
            lean=lean if pose == "standing" else 0.0,
            step=step,
            bow=bow,
            role=role,
            x=x,
            y=y,
        )

    def meld(self) -> Group | None:
        """A meld of any kind from the deck, in any of the ways people lay it."""
        kind = str(self.rng.choice(MELDS, p=[0.42, 0.16, 0.16, 0.26]))
        tile = self.deck.equal(3 if kind == "pung" else 4)
        if tile is None:
            return None
        count = 3 if kind == "pung" else 4
        return layout.meld(
            kind,
            tile,
            self.size,
            self.hands,
            self.rng,
            shown=int(self.rng.choice([0, 1, 2, 3], p=[0.12, 0.22, 0.56, 0.10])),
            turned=int(self.rng.integers(count)) if kind != "concealed-kong" and self.chance(0.3) else None,
            stacked=kind != "pung" and self.chance(0.15),
        )

    def melds(self, most: int) -> list[Group]:
        """Up to ``most`` melds side by side from x = 0 on."""
        out: list[Group] = []
        x = 0.0
        for _ in range(int(self.rng.integers(0, most + 1))):
            made = self.meld()
            if made is None:
                break
            out.append(moved(made, 0.0, np.array([x, 0.0, 0.0])))
            x += layout.length(made, self.size) + self.between(3, 22)
        return out
