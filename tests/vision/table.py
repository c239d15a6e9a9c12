"""Tiles laid on a drawn table: turned rectangles and the upright boxes a detector would put around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

WIDTH, HEIGHT = 40.0, 54.0


@dataclass
class Table:
    """Collects tiles; ``turned`` turns the whole photo, as a phone held askew would."""

    tiles: list[str] = field(default_factory=list)
    corners: list[npt.NDArray[np.float64]] = field(default_factory=list)

    def tile(self, name: str, x: float, y: float, angle: float = 0.0, scale: float = 1.0) -> int:
        """One tile centred at x, y, turned by ``angle`` degrees; returns its number."""
        half = scale * np.array([[-WIDTH, -HEIGHT], [WIDTH, -HEIGHT], [WIDTH, HEIGHT], [-WIDTH, HEIGHT]]) / 2
        self.tiles.append(name)
        self.corners.append(half @ _turn(angle).T + [x, y])
        return len(self.tiles) - 1

    def row(
        self,
        names: Sequence[str],
        x: float,
        y: float,
        angle: float = 0.0,
        *,
        gaps: dict[int, float] | None = None,
        stagger: float = 0.0,
        scale: float = 1.0,
        lying: Sequence[int] = (),
    ) -> list[int]:
        """Tiles side by side from x, y on; ``gaps[k]`` widths are free before the k-th.

        ``stagger`` moves every second tile across by that share of its height; ``lying`` tiles are turned
        by a right angle.
        """
        way = _turn(angle) @ np.array([1.0, 0.0])
        over = _turn(angle) @ np.array([0.0, 1.0])
        out, u = [], 0.0
        for k, name in enumerate(names):
            wide = HEIGHT if k in lying else WIDTH
            u += scale * ((gaps or {}).get(k, 0.0) * WIDTH + wide / 2)
            v = stagger * HEIGHT * scale * (k % 2)
            at = np.array([x, y]) + u * way + v * over
            out.append(self.tile(name, at[0], at[1], angle + (90 if k in lying else 0), scale))
            u += scale * wide / 2
        return out

    def boxes(self, turned: float = 0.0) -> npt.NDArray[np.float32]:
        """(N, 4) float32 upright boxes, the table turned by ``turned`` degrees and moved into the photo."""
        points = np.array(self.corners) @ _turn(turned).T
        points -= points.min(axis=(0, 1)) - 50
        return np.concatenate([points.min(axis=1), points.max(axis=1)], axis=1).astype(np.float32)

    def size(self, turned: float = 0.0) -> tuple[int, int]:
        """Width and height of a photo that holds the table with a margin."""
        right, bottom = self.boxes(turned)[:, 2:].max(axis=0) + 50
        return int(right), int(bottom)


def _turn(degrees: float) -> npt.NDArray[np.float64]:
    a = np.deg2rad(degrees)
    return np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
