"""The ways to cut one row into a hand, melds at its ends and a winning tile, by gaps and equal tiles.

Pure geometry; the choice among rows and ways is ``hands``'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from scoring.tiles import BACK, FLOWER
from vision.layout import MeldKind
from vision.melds import hidden_kong, meld_kind, misread_meld
from vision.rows import Row
from vision.scene import Block, Scene
from vision.spacing import main_axis, median, spacing
from vision.upright import line_turn

GAP = 0.2  # a free space of this much of a tile's width is noticed
SURE_GAP = 0.45  # and of this much is no accident
LEAST_WIN_GAP = 0.33
TURNED_WIN_GAP = 0.22  # a tile laid askew is set apart by less
TURNED = 0.12  # its box is wider than the row's by this much, in logarithms,
FLATTER = 0.1  # and not lower by more than this: that is what the end of a slanted row looks like
STRAIGHT = np.deg2rad(15)  # told only of rows that run along the photo's sides
WIN_GAP = 2.2  # the winning tile is set apart by at most this many tile widths
ASIDE = 0.4  # or this many tile heights off the row's line
LEAST_BESIDE = 4
SET_OUT = 1.5
MOST_MELDS = 4
MOST_BESIDE = 12


@dataclass(frozen=True)
class Cut:
    """One way to read a row. ``beside``: tiles at an end, beyond a gap, that are no part of the hand.

    ``score`` says how well its gaps fit, 0 for a row without gaps read as a hand alone.
    """

    hand: Block
    melds: tuple[tuple[Block, MeldKind], ...]
    win: Block
    beside: Block
    score: float
    misread: bool = False


def gaps(scene: Scene, row: Row) -> tuple[float, ...]:
    """Free space after each tile but the last, in widths of the tiles there (perspective taken out)."""
    tiles = list(row.tiles)
    return spacing(scene.middles[tiles], scene.sizes[tiles])


def cuts(scene: Scene, row: Row) -> list[Cut]:
    """Every way to read the row as a player's, the whole row as a hand among them."""
    return cuts_of(scene, row.tiles, gaps(scene, row), (_aside(scene, row, -1), _aside(scene, row, 0)))


@dataclass(frozen=True)
class Aside:
    """How the tile at a row's end lies: ``off`` the line of those beside it, in tile heights, and whether askew."""

    off: float = 0.0
    askew: bool = False


IN_LINE = Aside()


def _aside(scene: Scene, row: Row, end: int) -> Aside:
    """Of the row's last (-1) or first (0) tile."""
    tiles = list(row.tiles) if end else list(reversed(row.tiles))
    if len(tiles) < LEAST_BESIDE + 1:
        return IN_LINE
    beside = tiles[-LEAST_BESIDE - 1 : -1]
    middles = scene.middles[beside]
    middle, way = middles.mean(axis=0), main_axis(middles)
    off = (scene.middles[tiles[-1]] - middle) @ np.array([-np.sin(way), np.cos(way)])
    upright = abs(np.sin(way)) > np.sin(np.pi / 4)
    slant = abs(line_turn(way - (np.pi / 2 if upright else 0.0)))
    usual = [median(side) for side in scene.sides[beside].T]
    longer = np.log(scene.sides[tiles[-1]] / usual)
    along, across = longer[::-1] if upright else longer
    askew = slant < STRAIGHT and along > TURNED and across > -FLATTER
    return Aside(float(abs(off)) / float(scene.sides[tiles[-2], 1]), bool(askew))


def cuts_of(
    scene: Scene,
    tiles: Block,
    space: Sequence[float],
    aside: tuple[Aside, Aside] = (IN_LINE, IN_LINE),
) -> list[Cut]:
    """The same for tiles in order with the free space after each but the last, in tile widths.

    ``aside``: how the last and the first lie.
    """
    out: list[Cut] = []
    line = _Line(scene, tiles, tuple(space))
    for head in _ends(line):
        for tail in _ends(line.after(head.length).turned()):
            if (head.misread and tail.misread) or len(head.melds) + len(tail.melds) > MOST_MELDS:
                continue
            held = tiles[head.length : len(tiles) - tail.length]
            if not held and (head.beside or tail.beside):
                continue
            inner = space[head.length : len(tiles) - tail.length - 1] if held else ()
            melds = (*head.melds, *((tuple(reversed(b)), kind) for b, kind in reversed(tail.melds)))
            score = head.score + tail.score
            score -= _torn(scene, head, held, space[head.length - 1] if head.length and held else 1.0)
            at = len(tiles) - tail.length - 1
            score -= _torn(scene, tail, held[::-1], space[at] if tail.length and held else 1.0)
            beside = (*head.beside, *tail.beside)
            misread = head.misread or tail.misread
            lies = (IN_LINE if tail.length else aside[0], IN_LINE if head.length else aside[1])
            out += _with_win(held, inner, lies, melds, beside, score, misread)
    return out


@dataclass(frozen=True)
class _Line:
    """Tiles in order and the free space after each but the last."""

    scene: Scene
    tiles: Block
    space: tuple[float, ...]

    def after(self, start: int) -> _Line:
        """What follows the first ``start`` tiles."""
        return replace(self, tiles=self.tiles[start:], space=self.space[start:])

    def turned(self) -> _Line:
        """Read from its other end."""
        return replace(self, tiles=self.tiles[::-1], space=self.space[::-1])


@dataclass(frozen=True)
class _End:
    """Melds from one end of a row inwards."""

    length: int
    melds: tuple[tuple[Block, MeldKind], ...]
    beside: Block
    score: float
    misread: bool


def _ends(line: _Line) -> Iterator[_End]:
    """None, or some melds from the first tile on; the last gap parts them from what follows."""
    none = _End(0, (), (), 0.0, False)
    yield none
    # What lies beyond a clear gap is not the hand's; which melds it holds is found without regard to rows.
    for size in range(1, min(MOST_BESIDE, len(line.tiles) - 1) + 1):
        if line.space[size - 1] > SURE_GAP:
            yield _End(size, (), line.tiles[:size], _boundary(line.space[size - 1]) - 0.4, False)
    yield from _melds(line, none)


def _melds(line: _Line, sofar: _End) -> Iterator[_End]:
    scene, tiles, space, start = line.scene, line.tiles, line.space, sofar.length
    if sofar.melds and start < len(tiles) and scene.tiles[tiles[start]] == FLOWER:  # put between two melds
        yield from _melds(line, replace(sofar, length=start + 1))
        return
    for size in (4, 3):
        block = tiles[start : start + size]
        if len(block) < size or len(sofar.melds) == MOST_MELDS:
            continue
        kind, cost, odd = _as_meld(line, block)
        if kind is None or (odd and sofar.misread):
            continue
        if not scene.faces(block) and any(
            g < SURE_GAP for g in (*space[max(0, start - 1) : start], *space[start + size - 1 : start + size])
        ):
            continue  # backs that touch more backs, or a hand, are no kong
        if scene.faces(block) == 1 and _of_a_wall(scene, tiles, space, start, size):
            continue
        inner = sum(max(0.0, g - 0.35) for g in space[start : start + size - 1])
        end = start + size
        worth = sofar.score + 0.2 - cost - 2.0 * inner
        if sofar.melds:
            worth -= _torn(scene, sofar, block, space[start - 1])
            turned = _End(size, ((block[::-1], kind),), (), 0.0, False)
            worth -= _torn(scene, turned, sofar.melds[-1][0][::-1], space[start - 1])
        if end < len(tiles):
            worth += _boundary(space[end - 1])
        found = _End(end, (*sofar.melds, (block, kind)), (), worth, sofar.misread or odd)
        yield found
        # Melds that touch each other are no wonder; a meld that touches the hand is one.
        soft = (
            worth
            if end == len(tiles)
            else worth - _boundary(space[end - 1]) + max(0.0, _boundary(space[end - 1]))
        )
        yield from _melds(line, replace(found, score=soft))


def _of_a_wall(scene: Scene, tiles: Block, space: Sequence[float], start: int, size: int) -> bool:
    """Whether the backs of a kong with one face go on beyond it: the face is the flip, on the wall."""
    after, before = range(start + size, start + size + 2), range(start - 2, start)
    return any(
        min(more) >= 0
        and max(more) < len(tiles)
        and all(scene.tiles[tiles[k]] == BACK for k in more)
        and space[gap] < SURE_GAP
        for more, gap in ((after, start + size - 1), (before, start - 1))
    )


def _torn(scene: Scene, end: _End, held: Block, gap: float) -> float:
    """What it costs to part a meld from an equal tile that touches it, where it doesn't show four already."""
    if not end.melds or not held or gap > SURE_GAP:
        return 0.0
    faces = [scene.tiles[i] for i in end.melds[-1][0]]
    beside = scene.tiles[held[0]]
    return 1.5 if faces[-1] == beside != BACK and faces.count(beside) < 4 else 0.0


def _as_meld(line: _Line, block: Block) -> tuple[MeldKind | None, float, bool]:
    """Kind, what it costs to believe it, and whether a tile must be misread."""
    scene = line.scene
    kind = meld_kind(scene.tiles, scene.boxes, block)
    if kind:
        return kind, 0.0, False
    kind = hidden_kong(scene.tiles, block)
    if kind:
        return kind, 0.8, False
    return misread_meld(scene.tiles, scene.boxes, block), 0.9, True


def _boundary(gap: float) -> float:
    """How well a gap parts a meld from what lies beside it: equal tiles may touch, but seldom do."""
    return float(np.clip((gap - 0.3) * 6.0, -1.8, 1.0))


def _with_win(
    held: Block,
    inner: Sequence[float],
    aside: tuple[Aside, Aside],
    melds: tuple[tuple[Block, MeldKind], ...],
    beside: Block,
    score: float,
    misread: bool,
) -> Iterator[Cut]:
    unrest = _unrest(inner)
    # A hand set out in its sets has a gap after each, but then all of it lies in one row.
    yield Cut(held, melds, (), beside, score - (unrest if melds or beside else min(unrest, SET_OUT)), misread)
    if len(held) < 2:
        return
    # The others hold together, one lies apart; that they are thirteen is checked with all melds known.
    for gap, lies, lone, rest, others in (
        (inner[-1], aside[0], held[-1:], held[:-1], inner[:-1]),
        (inner[0], aside[1], held[:1], held[1:], inner[1:]),
    ):
        if lies.off > ASIDE:
            gap = max(gap, lies.off)
        if (TURNED_WIN_GAP if lies.askew else LEAST_WIN_GAP) < gap < WIN_GAP:
            worth = score + float(np.clip((gap - GAP) * 3.0, 0.0, 1.0)) - _unrest(others)
            yield Cut(rest, melds, lone, beside, worth, misread)


def _unrest(inner: Sequence[float]) -> float:
    """A hand holds together: each gap inside costs."""
    return sum(float(np.clip((g - GAP) * 2.5, 0.0, 1.0)) for g in inner)
