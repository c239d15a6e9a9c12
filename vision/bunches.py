"""Melds wherever they lie: tiles in touch that are equal or face down (SPEC 4). Equal tiles tell more than rows do.

A meld may be bent, have a tile lying across or the fourth on top, and still is one bunch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.tiles import BACK, FLOWER
from vision.layout import MeldKind
from vision.melds import hidden_kong, meld_kind
from vision.rows import components, fold
from vision.scene import Block, Scene

TORN = 2.0  # what it costs to part a meld from an equal tile beside it: no tile is there five times
HIDDEN = 0.8  # what it costs to believe that a tile of a kong is out of sight
MOST_BACKS = 6  # more backs than this in touch are a wall


@dataclass(frozen=True)
class Bunch:
    """Equal tiles in touch: the melds among them, in order along it, and what is left over."""

    melds: tuple[tuple[Block, MeldKind], ...]
    left: Block


class Bunches:
    """The bunches of any choice among a photo's tiles: many choices differ in a few tiles only."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        names = scene.tiles
        self._alike = [
            {j for j in beside if BACK in (names[i], names[j]) or names[i] == names[j]}
            for i, beside in enumerate(scene.beside)
        ]
        self._all = [frozenset(part) for part in components(self._alike)]
        self._known: dict[frozenset[int], list[Bunch]] = {}

    def of(self, tiles: Iterable[int]) -> list[Bunch]:
        """``tiles`` in bunches."""
        chosen = frozenset(tiles)
        parts = (part & chosen for part in self._all)
        return [bunch for part in parts if part for bunch in self._bunches(part)]

    def _bunches(self, tiles: frozenset[int]) -> list[Bunch]:
        if tiles not in self._known:
            which = sorted(tiles)
            place = {i: k for k, i in enumerate(which)}
            linked = [{place[j] for j in self._alike[i] & tiles} for i in which]
            self._known[tiles] = [
                _bunch(self._scene, tuple(which[k] for k in part)) for part in components(linked)
            ]
        return self._known[tiles]


def clear_melds(
    scene: Scene, found: Sequence[Bunch], free: Iterable[int]
) -> tuple[tuple[Block, MeldKind], ...]:
    """The melds that touch none of the ``free`` tiles but each other: in a pond or a hand equal tiles touch others."""
    members = {i for bunch in found for meld, _ in bunch.melds for i in meld}
    if not members:
        return ()
    # Two equal tiles beside a meld are part of the next one, the rest unseen.
    members |= {i for bunch in found if not bunch.melds and 1 < len(bunch.left) < 4 for i in bunch.left}
    others = {i for i in free if i not in members and scene.tiles[i] != FLOWER}
    faces = {i for i in others if scene.tiles[i] != BACK}
    out = []
    for bunch in found:
        for meld, kind in bunch.melds:
            beside = set().union(*(scene.beside[i] for i in meld)) & others
            backs = [i for i in meld if scene.tiles[i] == BACK]
            # Of a row of backs that goes on none was torn off for a kong.
            torn = len(backs) == 3 and any(_in_line(scene, backs, i) for i in beside - faces)
            # A tile by itself over the meld, such as the winning one, makes no crowd; one in line with it does.
            beside -= {i for i in beside if not scene.beside[i] & others and not _in_line(scene, meld, i)}
            # Backs beside faces are a wall behind; beside backs alone they are more of the same wall.
            if not torn and not beside & (faces if scene.faces(meld) else others):
                out.append((meld, kind))
    return tuple(out)


def _in_line(scene: Scene, meld: Sequence[int], tile: int) -> bool:
    centres = scene.centres(meld)
    middle = centres.mean(axis=0)
    _, _, axes = np.linalg.svd(centres - middle, full_matrices=False)
    along, across = (scene.centres([tile])[0] - middle) @ axes.T
    reach = float(np.abs((centres - middle) @ axes[0]).max())
    return bool(abs(along) > reach and abs(across) < reach / 2)


def _bunch(scene: Scene, tiles: Block) -> Bunch:
    backs = sum(scene.tiles[i] == BACK for i in tiles)
    if len(tiles) < 3 or backs > MOST_BACKS or (backs == len(tiles) and backs != 4):
        return Bunch((), tiles)
    centres = scene.centres(tiles)
    _, _, axes = np.linalg.svd(centres - centres.mean(axis=0), full_matrices=False)
    # Read left to right, or downwards, as rows are.
    way = fold(float(np.arctan2(axes[0, 1], axes[0, 0])))
    along = centres @ np.array([np.cos(way), np.sin(way)])
    order = np.argsort(along, kind="stable")
    line = tuple(tiles[int(k)] for k in order)
    _, melds = _best(scene, line, along[order])
    used = {i for meld, _ in melds for i in meld}
    return Bunch(melds, tuple(i for i in line if i not in used))


def _best(
    scene: Scene, line: Block, along: npt.NDArray[np.float64]
) -> tuple[float, tuple[tuple[Block, MeldKind], ...]]:
    """The melds that take the most tiles, cut where the gaps are: exact, from the end backwards."""
    n = len(line)
    steps = np.diff(along) / max(1e-6, float(np.median(np.diff(along))))
    best: list[tuple[float, tuple[tuple[Block, MeldKind], ...]]] = [(0.0, ())] * (n + 1)
    for start in range(n - 1, -1, -1):
        options = [best[start + 1]]
        for size in (3, 4):
            if start + size > n:
                continue
            block = line[start : start + size]
            kind = meld_kind(scene.tiles, scene.boxes, block)
            cost = 0.0
            if kind is None:
                kind, cost = hidden_kong(scene.tiles, block), HIDDEN
            if kind is None or (scene.faces(block) < size and not _together(scene, block)):
                continue
            gap = 0.1 * float(steps[start + size - 1]) if start + size < n else 0.0
            inner = 0.1 * float(np.clip(steps[start : start + size - 1] - 1.3, 0, 3).sum())
            torn = TORN * _torn(scene, line, start, start + size)
            worth, rest = best[start + size]
            options.append((worth + size - cost + gap - inner - torn, ((block, kind), *rest)))
        best[start] = max(options, key=lambda option: option[0])
    return best[0]


def _together(scene: Scene, block: Block) -> bool:
    """Whether tiles touch each other without a further one between them: backs touch whatever lies there."""
    place = {i: k for k, i in enumerate(block)}
    return len(components([{place[j] for j in scene.beside[i] if j in place} for i in block])) == 1


def _torn(scene: Scene, line: Block, start: int, end: int) -> int:
    """At how many of its ends a meld that doesn't show four faces has the same face for a neighbour."""
    names = [scene.tiles[i] for i in line]
    pairs = [(start, start - 1)] if start else []
    pairs += [(end - 1, end)] if end < len(line) else []
    meld = names[start:end]
    return sum(names[own] == names[beside] != BACK and meld.count(names[own]) < 4 for own, beside in pairs)
