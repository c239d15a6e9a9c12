"""One side's line of a whole table → hand, melds and what is left over: the likeliest of all ways, exact (SPEC 4).

Unlike a photo of one player, tiles may be hidden by a wall before them, and tiles of that wall may seem to be in the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import inf

from scoring.tiles import BACK
from vision.cuts import GAP, MOST_MELDS, SURE_GAP
from vision.layout import HAND_SIZES, MeldKind
from vision.line_bits import LOW, TORN, Bit, Line, Way, bits_of, boundary, ways_of, within
from vision.melds import as_melds
from vision.scene import Block

WIN_GAP = (0.33, 2.2)  # the winning tile is set apart by so many tile widths
HOLE = (
    0.25  # a free space of a whole number of tiles, give or take this much, may be that of tiles out of sight
)
MOST_UNSEEN = 3

EQUAL = 1e-6  # ways whose worth differs by less are as likely
RIGHT_NUMBER = 2.0
WRONG_NUMBER = 0.15  # for each tile too many or too few
UNSEEN = 0.3  # a place in the hand whose tile is out of sight behind something
UNSEEN_OPENLY = 1.6  # and one where nothing is to be seen
WIN_APART = 0.6  # a winning tile set apart as clearly as can be
OVER = (0.6, 0.2)  # backs of a wall among the tiles of a hand, and each of them
FOUR_BACKS = 0.6  # a closed hand of four is as well a kong
LIKE_A_MELD = 1.0  # so is one of three or four equal faces
FOURTEEN_CLOSED = 0.3
BEST_HAND = RIGHT_NUMBER + WIN_APART  # no hand is worth more


@dataclass(frozen=True)
class Reading:
    """The likeliest way to read a line; ``parts``: what seems to be of melds not wholly seen.

    What isn't named is nobody's: of a wall before the line, say.
    """

    hand: Block = ()
    win: Block = ()
    melds: tuple[tuple[Block, MeldKind], ...] = ()
    parts: tuple[Block, ...] = ()
    right: bool = False  # whether the number of tiles is that of a hand


def read_line(line: Line) -> Reading | None:
    """None where nothing of it is told."""
    n = len(line.tiles)
    bits = [list(bits_of(line, start)) for start in range(n)]
    turned: list[list[Bit]] = [[] for _ in range(n)]
    for start, here in enumerate(bits):
        for bit in here:
            turned[n - start - len(bit.tiles)].append(Bit(bit.tiles[::-1], bit.kind, bit.counts, bit.worth))
    heads, tails = ways_of(line, bits), ways_of(line.turned(), turned)
    best = -inf
    told: tuple[Block, Block, Way, Way | None, bool] | None = None
    for (sets, _), way in heads[n].items():
        score = way.score + _number(3 * sets)
        if score > best:
            best, told = score, ((), (), way, None, False)
    most = [max((way.promise for way in ways.values()), default=-inf) for ways in (*heads, *tails)]
    rest = max(most[n + 1 :])
    for start in range(n):
        if most[start] + rest + BEST_HAND < best - EQUAL:
            continue
        # The longest first: next to a whole hand few others need to be looked at.
        for end, kept, unrest in reversed(list(_hands(line, start))):
            if most[start] + most[n + 1 + n - end] + BEST_HAND - unrest < best - EQUAL:
                continue
            held = _Held(line, start, end, kept, unrest)
            for (head_sets, _), head in heads[start].items():
                for (tail_sets, _), tail in tails[n - end].items():
                    if head_sets + tail_sets > MOST_MELDS:
                        continue
                    if head.promise + tail.promise + BEST_HAND - unrest < best - EQUAL:
                        continue
                    base = head.score + tail.score + _beside(line, start, end, head, tail)
                    for score, hand, win, right in held.ways(head_sets + tail_sets):
                        better = base + score - best
                        # Of two that are as likely the longer hand, from whichever end the line is read.
                        if better > EQUAL or (better > -EQUAL and told and len(hand) > len(told[0])):
                            best, told = base + score, (hand, win, head, tail, right)
    return _reading(*told) if told else None


def _reading(hand: Block, win: Block, head: Way, tail: Way | None, right: bool) -> Reading:
    bits = [(bit.tiles, bit) for bit in head.bits]
    bits += [(bit.tiles[::-1], bit) for bit in reversed(tail.bits)] if tail else []
    melds = tuple((tiles, bit.kind) for tiles, bit in bits if bit.kind)
    parts = tuple(tiles for tiles, bit in bits if bit.counts and not bit.kind)
    return Reading(hand, win, melds, parts, right)


def _number(count: int) -> float:
    off = min(abs(count - size) for size in HAND_SIZES)
    return RIGHT_NUMBER if off == 0 else -WRONG_NUMBER * off


def _beside(line: Line, start: int, end: int, head: Way, tail: Way) -> float:
    """How well the gaps part a hand from what lies at its ends."""
    worth = 0.0
    if head.bits:
        worth += boundary(line, start, head.bits[-1], start - 1, start)
    if tail.bits:
        worth += boundary(line, end, tail.bits[-1], end, end - 1)
    return worth


def _hands(line: Line, start: int) -> Iterator[tuple[int, tuple[int, ...], float]]:
    """Ends of the hands from ``start`` on, the places of their tiles, all faces or all backs, and how unevenly these lie.

    Backs of a wall before the hand may seem to lie among them.
    """
    closed = line.names[start] == BACK
    if line.tiles[start] in line.low:
        return
    kept: tuple[int, ...] = ()
    gaps = lows = 0.0
    for at in range(start, len(line.tiles)):
        low = line.tiles[at] in line.low
        if (line.names[at] == BACK) == closed and not low:
            if kept and kept[-1] == at - 1 and not line.hidden[at - 1]:
                gaps += _parting(line.space[at - 1])
            if closed:
                lows += max(0.0, LOW - line.off[at])
            kept = (*kept, at)
            over = at + 1 - start - len(kept)
            yield at + 1, kept, gaps + lows + (OVER[0] + OVER[1] * over if over else 0.0)
        elif closed and not low:
            return


class _Held:
    """Some tiles of a line as a hand."""

    def __init__(self, line: Line, start: int, end: int, kept: tuple[int, ...], unrest: float) -> None:
        self.tiles = tuple(line.tiles[k] for k in kept)
        self._line, self._start, self._end = line, start, end
        self._closed = line.names[start] == BACK
        # The free space after each tile but the last, and whether something may hide tiles there.
        self._gaps = [
            (line.space[a], line.hidden[a]) if b == a + 1 else (0.0, True) for a, b in pairwise(kept)
        ]
        self._kept, self._over, self._unrest = kept, end - start - len(kept), unrest
        self._widest = max((gap for gap, _ in self._gaps), default=0.0)
        self._ways: dict[int, list[tuple[float, Block, Block, bool]]] = {}

    def ways(self, sets: int) -> list[tuple[float, Block, Block, bool]]:
        """Score, hand, winning tile and whether the number is right, beside so many sets."""
        if sets not in self._ways:
            self._ways[sets] = list(self._all(sets))
        return self._ways[sets]

    @cached_property
    def _only_melds(self) -> bool:
        scene = self._line.scene
        return not self._closed and bool(as_melds(scene.tiles, scene.boxes, self.tiles))

    @cached_property
    def _over_a_meld(self) -> bool:
        """Whether what lies beyond the backs of a wall is a meld by itself."""
        scene = self._line.scene
        cuts = [k for k, (a, b) in enumerate(pairwise(self._kept), 1) if b > a + 1]
        return any(
            as_melds(scene.tiles, scene.boxes, end) for k in cuts for end in (self.tiles[:k], self.tiles[k:])
        )

    def _all(self, sets: int) -> Iterator[tuple[float, Block, Block, bool]]:
        if self._over and self._over_a_meld:
            return
        count = len(self.tiles) + 3 * sets
        whole = count in HAND_SIZES and self._widest < SURE_GAP
        if not whole and self._only_melds:
            return
        cost = FOUR_BACKS * (self._closed and len(self.tiles) == 4)
        cost += LIKE_A_MELD * (not self._closed and len(self.tiles) in (3, 4) and self._only_melds)
        cost += FOURTEEN_CLOSED * (self._closed and count == HAND_SIZES[1])
        yield _number(count) - self._unrest - cost, self.tiles, (), count in HAND_SIZES
        if count < HAND_SIZES[0] and (self._over or self._widest > 1 - HOLE):
            yield from self._with_unseen(count, cost)
        if not self._closed and len(self.tiles) > 1 and count == HAND_SIZES[1]:
            yield from self._with_win()

    def _with_unseen(self, count: int, cost: float) -> Iterator[tuple[float, Block, Block, bool]]:
        """As thirteen where the free spaces are those of tiles out of sight."""
        scene = self._line.scene
        unseen, rest, price = 0, [], 0.0
        for k, (gap, hidden) in enumerate(self._gaps, 1):
            places = round(gap) if abs(gap - round(gap)) < HOLE else 0
            if places and any(
                as_melds(scene.tiles, scene.boxes, end) for end in (self.tiles[:k], self.tiles[k:])
            ):
                return  # a gap that parts a meld from the hand
            unseen += places
            price += places * (UNSEEN if hidden else UNSEEN_OPENLY)
            rest.append(gap - places)
        if 0 < unseen <= MOST_UNSEEN and count + unseen == HAND_SIZES[0]:
            yield RIGHT_NUMBER - price - _unrest(rest) - cost, self.tiles, (), True
        elif self._over and count < HAND_SIZES[0] <= count + self._over:
            yield RIGHT_NUMBER - UNSEEN - self._unrest - cost, self.tiles, (), True

    def _with_win(self) -> Iterator[tuple[float, Block, Block, bool]]:
        names, tiles, inner = self._line.names, self.tiles, [gap for gap, _ in self._gaps]
        beside = names[self._end] if self._end < len(names) else None
        ahead = names[self._start - 1] if self._start else None
        for gap, win, rest, others, next_ in (
            (inner[-1], tiles[-1:], tiles[:-1], inner[:-1], beside),
            (inner[0], tiles[:1], tiles[1:], inner[1:], ahead),
        ):
            if WIN_GAP[0] < gap < WIN_GAP[1]:
                # An equal tile on its other side: part of a meld as well.
                worth = within((gap - GAP) * 3.0 - 0.4, -0.4, WIN_APART)
                worth -= TORN * (self._line.scene.tiles[win[0]] == next_)
                yield RIGHT_NUMBER + worth - _unrest(others), rest, win, True


def _unrest(inner: Iterable[float]) -> float:
    """A hand holds together: each gap inside costs."""
    return sum(map(_parting, inner))


def _parting(gap: float) -> float:
    return within((gap - GAP) * 2.5, 0.0, 1.0)
