"""Faces of a photo of one player that no hand or meld has taken: ponds, a neighbour's, or alone. Pure geometry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.tiles import BACK, FACES
from vision.heaps import heaps
from vision.layout import Group
from vision.neighbours import goes_on, is_neighbours
from vision.rows import Row
from vision.scene import Block, Scene

APART = 2.2  # tiles of a thrown pond lie within this many tile sizes of each other
LEAST = 3  # fewer tiles than this that lie together are loose
MOST_IN_LINE = 8  # discards in one line only are no more than this: a longer line is another hand
FEW = 4
NEXT = 2.6  # larger parts of one pond lie within this many
SPREAD = 3.65  # and smaller ones within this many
THROWN = 2.95  # and two equal tiles, or one that is no flip, within this many
LARGE = 8  # a pond of so many tiles: one by itself near it was thrown a little further
NO_FLIP = 2.5  # one this near to them, on real tables, never is the flip
BY = 2.0  # a tile this near to a back lies beside it


@dataclass(frozen=True)
class Thrown:
    """``piles``: what may be ponds, and tiles by themselves; ``asked``: what is a neighbour's, or beside a stray back."""

    piles: tuple[Block, ...]
    asked: tuple[Block, ...]

    def near(self, scene: Scene, tile: Block) -> bool:
        """Whether a tile by itself lies so near a pond that it may as well have been thrown there."""
        return any(len(pile) >= LEAST and scene.between(tile, pile) < SPREAD for pile in self.piles)


def find_thrown(scene: Scene, faces: Sequence[int], own: Sequence[Row], told: Sequence[Group]) -> Thrown:
    """``faces`` in piles. ``own``: the hand's rows; ``told``: the groups of the other tiles, walls and stray backs among them."""
    piles = heaps(scene, faces, APART)
    beside = [pile for pile in piles if is_neighbours(scene, pile, own)]
    stray = [i for group in told if group.role == "loose" for i in group.tiles if scene.tiles[i] == BACK]
    asked = beside + [
        pile
        for pile in piles
        if len(pile) == 1 and (goes_on(scene, pile[0], beside) or (stray and scene.between(pile, stray) < BY))
    ]
    rest = _with_lone(scene, _joined(scene, [pile for pile in piles if pile not in asked]))
    return Thrown(tuple(rest), tuple(asked))


def _with_lone(scene: Scene, piles: Sequence[Block]) -> list[Block]:
    """The piles with the tiles that lie by themselves near a large one: so near, or not of a kind, that they are no flip."""
    out = [pile for pile in piles if len(pile) > 1]
    for pile in piles:
        if len(pile) > 1:
            continue
        sure = scene.tiles[pile[0]] not in FACES or scene.cut_off(pile[0])
        # In sizes of the larger: the photo's edge may leave little of this one.
        away = [min(scene.apart(other, pile), scene.apart(pile, other)) for other in out]
        least = LEAST if sure else LARGE
        near = [k for k, other in enumerate(out) if len(other) >= least and away[k] < THROWN]
        if near and (sure or away[near[0]] < NO_FLIP):
            out[near[0]] = (*out[near[0]], *pile)
        else:
            out.append(pile)
    return out


def _joined(scene: Scene, piles: Sequence[Block]) -> list[Block]:
    """The piles, each with those near it or in one of its rows after a gap; a tile by itself stays so."""
    row = {i: k for k, line in enumerate(scene.rows) for i in line.tiles}
    left = [pile for pile in piles if len(pile) > 1]
    out: list[Block] = [pile for pile in piles if len(pile) == 1]
    while left:
        pile = left.pop(0)
        lines = {row[i] for i in pile}
        joined = [
            other
            for other in left
            if scene.between(pile, other) < _reach(scene, pile, other)
            or (lines & {row[i] for i in other} and not _two_alike(scene, pile, other))
        ]
        if joined:
            left = [tuple(i for part in (pile, *joined) for i in part), *(p for p in left if p not in joined)]
        else:
            order = {i: k for k, i in enumerate(i for line in reversed(scene.rows) for i in line.tiles)}
            out.append(tuple(sorted(pile, key=lambda i: order[i])))
    return out


def _reach(scene: Scene, one: Block, other: Block) -> float:
    """How far two parts of a pond lie from each other at most, in sizes of their tiles."""
    if min(len(one), len(other)) > FEW:
        return NEXT
    return THROWN if _two_alike(scene, one, other) else SPREAD


def _two_alike(scene: Scene, *piles: Block) -> bool:
    """Whether one of these is two equal tiles: apart from others they are of a neighbour's meld or hand, or drawn."""
    return any(len(pile) == 2 and len({scene.tiles[i] for i in pile}) == 1 for pile in piles)


def is_pond(scene: Scene, heap: Block) -> bool:
    """Discards are three and more, in several lines, or in one that is too short for a hand."""
    mine = set(heap)
    lines = [len(mine & set(row.tiles)) for row in scene.rows if mine & set(row.tiles)]
    return len(heap) >= LEAST and (len(lines) > 1 or max(lines) <= MOST_IN_LINE)
