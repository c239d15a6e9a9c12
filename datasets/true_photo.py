"""A photo of which every tile's name, outline and group are known, and the same photo turned."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from vision.detections import corners, corners_of
from vision.opencv import cv2
from vision.second_view import turn_of

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class TrueGroup:
    """A group as it was laid, its seen tiles only."""

    role: str
    side: str | None
    meld: str | None
    tiles: frozenset[int]


@dataclass(frozen=True)
class TruePhoto:
    """Names, boxes (N, 4) and corners (N, 4, 2) in pixels, groups; ``kind`` of scene, ``full`` a whole table."""

    name: str
    kind: str
    width: int
    height: int
    tiles: tuple[str, ...]
    boxes: Doubles
    corners: Doubles
    groups: tuple[TrueGroup, ...]
    full: bool = False
    hidden: Doubles = field(default_factory=lambda: np.zeros((0, 4)))
    """(M, 4) outlines of tiles of which too little is seen for a label: nobody's mistake to see or not to see."""
    cut: frozenset[int] = frozenset()
    """Tiles with a label that the photo's edge cuts to less than half."""
    outline: Doubles | None = None
    """(4, 2) corners of a turned photo's own edges, clockwise."""
    seen: tuple[Doubles, ...] = ()
    """(k, 2) a tile: corners of what of it is seen, as far as its outline and its upright box tell; () where no tile's outline is known."""

    def without_cut(self) -> TruePhoto:
        """The photo with its ``cut`` tiles among the hidden: which tile it is, such a piece doesn't show."""
        kept = [i for i in range(len(self.tiles)) if i not in self.cut]
        number = {i: k for k, i in enumerate(kept)}
        groups = (replace(g, tiles=frozenset(number[i] for i in g.tiles - self.cut)) for g in self.groups)
        return replace(
            self,
            tiles=tuple(self.tiles[i] for i in kept),
            boxes=self.boxes[kept],
            corners=self.corners[kept],
            groups=tuple(group for group in groups if group.tiles),
            hidden=np.concatenate([self.hidden, self.boxes[sorted(self.cut)]]),
            cut=frozenset(),
            seen=tuple(self.seen[i] for i in kept) if self.seen else (),
        )

    def turned(self, degrees: float) -> TruePhoto:
        """The photo turned clockwise, its edges with it, upright boxes drawn anew around what is seen of the tiles."""
        a = np.deg2rad(degrees)
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        frame = corners_of(self.width, self.height)
        edges = frame if self.outline is None else self.outline
        frame = frame @ turn.T
        low, high = frame.min(axis=0), frame.max(axis=0)
        seen = tuple(part @ turn.T - low for part in self.seen or self.corners)
        boxes = np.array([[*part.min(axis=0), *part.max(axis=0)] for part in seen]).reshape(-1, 4)
        width, height = (round(float(v)) for v in high - low)
        return replace(
            self,
            width=width,
            height=height,
            boxes=boxes,
            corners=self.corners @ turn.T - low,
            outline=edges @ turn.T - low,
            seen=seen if self.seen else (),
            hidden=np.zeros((0, 4)),
            cut=frozenset(),
        )

    def straight(self) -> TruePhoto:
        """The photo as the reader looks at it: turned until its rows lie straight, where they slant and the outlines are known."""
        turn = turn_of(self.boxes.astype(np.float32)) if self.seen else 0.0
        return self.turned(-np.rad2deg(turn)) if turn else self


def seen_part(box: Doubles, quad: Doubles) -> Doubles:
    """(k, 2) corners of the part of a tile's outline that lies in the upright box around what is seen of it."""
    upright = corners(box[None])[0]
    area, part = cv2.intersectConvexConvex(quad.astype(np.float32), upright.astype(np.float32))
    return np.asarray(part[:, 0], np.float64) if area > 0 else upright
