"""Several photos of one hand: at most four of a tile over all of them (SPEC 4). Pure, over finished readings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from vision.consistent import Change, changes
from vision.reading import Reading


@dataclass(frozen=True)
class Elsewhere:
    """A change in reading number ``reading``; its index numbers that reading's tiles."""

    reading: int
    change: Change


def together(
    readings: Sequence[Reading], same: Sequence[tuple[tuple[int, int], tuple[int, int]]] = ()
) -> list[Elsewhere]:
    """What all photos together say should be read otherwise.

    ``same``: pairs of (reading, tile) that are one tile seen in two photos, such as the flip, counted once.
    A retaken photo isn't given together with the one it replaces.
    """
    starts = [0, *accumulate(len(reading.tiles) for reading in readings)]
    scores = [
        {tile.tile: tile.confidence, **dict(tile.alternatives)}
        for reading in readings
        for tile in reading.tiles
    ]
    groups = [
        replace(group, tiles=tuple(start + i for i in group.tiles), charge=None)
        for start, reading in zip(starts, readings, strict=False)
        for group in reading.groups
    ]
    twice = [(starts[a] + i, starts[b] + j) for (a, i), (b, j) in same]
    out = []
    for change in changes(scores, groups, twice):
        number = max(k for k in range(len(readings)) if starts[k] <= change.index)
        out.append(Elsewhere(number, replace(change, index=change.index - starts[number])))
    return out
