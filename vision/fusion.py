"""Several frames of one hand → one reading: a tile is settled when it has won enough votes (live view). Pure.

The hand need not be held still: frames are laid over each other by the tiles themselves. A frame of other
tiles starts anew, so that what was read before never mixes with it (MahjongCopilot#68).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.detections import Floats, middles, paired
from vision.groups import find_groups
from vision.layout import HAND_SIZES, Group

VOTES = 3  # frames that must agree on a tile
LEAD = 2.0  # and by how many more than on any other kind
NEAR = 0.55  # a tile of the next frame lies within this many tile sizes of where it is expected
FORGET = 2  # a tile not seen for more frames than this is gone
KEPT = 0.5  # a frame in which fewer of the tiles are found again shows something else
STILL = 2  # frames a complete hand must last


@dataclass(frozen=True)
class FusedTile:
    """A tile over the frames: the kind with the most votes, its box in the last frame, and whether it is settled."""

    tile: str
    box: tuple[float, float, float, float]
    votes: float
    settled: bool


@dataclass(frozen=True)
class Fused:
    """What the frames so far show; ``complete``: the hand is whole and settled, the picture may freeze."""

    tiles: tuple[FusedTile, ...]
    groups: tuple[Group, ...]
    frames: int
    complete: bool


@dataclass(frozen=True)
class _Track:
    box: tuple[float, float, float, float]
    votes: tuple[tuple[str, float], ...]
    missed: int = 0

    def best(self) -> tuple[str, float, float]:
        """Kind, its votes, and its lead."""
        ranked = sorted(self.votes, key=lambda vote: -vote[1])
        name, most = ranked[0]
        return name, most, most - (ranked[1][1] if len(ranked) > 1 else 0.0)

    def voted(self, name: str, weight: float, box: tuple[float, float, float, float]) -> _Track:
        """One more frame."""
        votes = dict(self.votes)
        votes[name] = votes.get(name, 0.0) + weight
        return _Track(box, tuple(votes.items()))


@dataclass(frozen=True)
class Fusion:
    """The state between frames; ``add`` returns the next one."""

    tracks: tuple[_Track, ...] = ()
    frames: int = 0
    still: int = 0

    def add(
        self, names: Sequence[str], boxes: Floats, confidence: Sequence[float], width: int, height: int
    ) -> tuple[Fusion, Fused]:
        """One more frame: names, boxes (N, 4) and scores of its tiles; its size in pixels."""
        found = [tuple(float(v) for v in box) for box in boxes]
        pairs = _pairs([track.box for track in self.tracks], boxes)
        if self.tracks and len(pairs) < KEPT * len(self.tracks):
            return Fusion().add(names, boxes, confidence, width, height)
        tracks = []
        for k, track in enumerate(self.tracks):
            if k in pairs:
                i = pairs[k]
                tracks.append(track.voted(names[i], _weight(confidence[i]), _box(found[i])))
            elif track.missed < FORGET:
                tracks.append(replace(track, missed=track.missed + 1))
        new = [i for i in range(len(found)) if i not in pairs.values()]
        tracks += [_Track(_box(found[i]), ((names[i], _weight(confidence[i])),)) for i in new]
        fused = _fused(tracks, width, height)
        still = self.still + 1 if _whole(*fused) else 0
        state = Fusion(tuple(tracks), self.frames + 1, still)
        return state, Fused(*fused, state.frames, still >= STILL)


def _weight(confidence: float) -> float:
    """A frame's vote: a sure reading counts whole, a doubtful one half."""
    return 1.0 if confidence >= 0.7 else 0.5


def _box(values: Sequence[float]) -> tuple[float, float, float, float]:
    x1, y1, x2, y2 = values
    return x1, y1, x2, y2


def _pairs(before: Sequence[tuple[float, float, float, float]], boxes: Floats) -> dict[int, int]:
    """Track number → number in the new frame, after moving all tracks as most tiles have moved."""
    if not before or not len(boxes):
        return {}
    old = np.array(before, np.float64)
    new = boxes.astype(np.float64)
    was, now = middles(old), middles(new)
    size = np.sqrt((old[:, 2:] - old[:, :2]).prod(axis=1))
    shift = _shift(was, now, size)
    away = np.hypot(*(was[:, None] + shift - now[None]).transpose(2, 0, 1)) / size[:, None]
    return paired(away, NEAR)


def _shift(
    was: npt.NDArray[np.float64], now: npt.NDArray[np.float64], size: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The move that lays the most tiles on tiles; a row laid one tile further loses one at its end."""
    moves = (now[None] - was[:, None]).reshape(-1, 2)
    unit = float(np.median(size))
    # No hand moves by more than a few tiles between frames.
    moves = moves[np.hypot(*moves.T) < 4 * unit]
    best, found = (-1, 0.0), np.zeros(2)
    for move in [np.zeros(2), *moves]:
        away = np.hypot(*(was[:, None] + move - now[None]).transpose(2, 0, 1)).min(axis=1)
        hit = away < NEAR * unit
        score = (int(hit.sum()), -float(away[hit].mean() if hit.any() else np.inf))
        if score > best:
            best, found = score, move
    return found


def _fused(
    tracks: Sequence[_Track], width: int, height: int
) -> tuple[tuple[FusedTile, ...], tuple[Group, ...]]:
    tiles = []
    for track in tracks:
        name, votes, lead = track.best()
        tiles.append(FusedTile(name, track.box, votes, votes >= VOTES and lead >= LEAD))
    boxes = np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4)
    return tuple(tiles), tuple(find_groups([tile.tile for tile in tiles], boxes, width, height))


def _whole(tiles: Sequence[FusedTile], groups: Sequence[Group]) -> bool:
    """Whether there is a hand of the right size, and every tile of it and its melds is settled."""
    hand = next((group for group in groups if group.role == "hand"), None)
    if hand is None:
        return False
    own = [group for group in groups if group.role in ("hand", "win", "meld") and group.side == hand.side]
    count = sum(3 if group.role == "meld" else len(group.tiles) for group in own)
    return count in HAND_SIZES and all(tiles[i].settled for group in own for i in group.tiles)
