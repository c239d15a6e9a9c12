"""One side's line of a whole table → hand, melds and what is left over: the likeliest of all ways, exact (SPEC 4).

Unlike a photo of one player, tiles may be hidden by a wall before them, and tiles of that wall may seem to be in the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import inf

from scoring.tiles import BACK, FLOWER
from vision.cuts import GAP, MOST_MELDS, SURE_GAP
from vision.layout import HAND_SIZES, MeldKind
from vision.melds import as_melds, hidden_kong, meld_kind, misread_meld
from vision.scene import Block, Scene

WIN_GAP = (0.33, 2.2)  # the winning tile is set apart by so many tile widths
HOLE = (
    0.25  # a free space of a whole number of tiles, give or take this much, may be that of tiles out of sight
)
MOST_UNSEEN = 3
LOW = -0.25  # a back this much nearer to the middle than its line may be of the wall before it

EQUAL = 1e-6  # ways whose worth differs by less are as likely
RIGHT_NUMBER = 2.0
WRONG_NUMBER = 0.15  # for each tile too many or too few
MISREAD = 1.4
HIDDEN = 0.8
UNSEEN = 0.3  # a place in the hand whose tile is out of sight behind something
UNSEEN_OPENLY = 1.6  # and one where nothing is to be seen
SET = 0.4
BEST_HAND = 4.2  # no hand adds more than this to what lies at its ends
PART = 0.9  # two tiles are what is seen of a meld
LONE_PART = 2.2
FOREIGN = 1.0  # a tile that is nobody's
FOREIGN_LOW = 0.35
RUN = 0.7  # one more of them, backs in touch
OVER = (0.6, 0.2)  # backs of a wall among the tiles of a hand, and each of them
NEXT_TO_BACK = 0.5  # a meld that touches what is nobody's, one of them a back
TORN = 1.5
OF_WALL = 3.2  # backs that go on beyond a kong
FOUR_BACKS = 0.6  # a closed hand of four is as well a kong
LIKE_A_MELD = 1.0  # so is one of three or four equal faces
FOURTEEN_CLOSED = 0.3


@dataclass(frozen=True)
class Line:
    """Tiles in order; the free space after each but the last in tile widths, and whether something may hide tiles there.

    ``off``: how much further out each lies than the line, in tile widths. ``stacks``: kongs whose fourth tile lies on top.
    ``low``: backs that lie where the others stand.
    """

    scene: Scene
    tiles: Block
    space: tuple[float, ...]
    hidden: tuple[bool, ...]
    off: tuple[float, ...]
    stacks: frozenset[Block] = frozenset()
    low: frozenset[int] = frozenset()

    def turned(self) -> Line:
        """Read from its other end."""
        return replace(
            self,
            tiles=self.tiles[::-1],
            space=self.space[::-1],
            hidden=self.hidden[::-1],
            off=self.off[::-1],
            stacks=frozenset(stack[::-1] for stack in self.stacks),
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The tiles' names in order."""
        return tuple(self.scene.tiles[i] for i in self.tiles)


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


@dataclass(frozen=True)
class _Bit:
    """A meld (``kind``), part of one (``counts`` without a kind) or a tile that is nobody's."""

    tiles: Block
    kind: MeldKind | None
    counts: bool
    worth: float


@dataclass(frozen=True)
class _Way:
    score: float
    bits: tuple[_Bit, ...] = ()


def read_line(line: Line) -> Reading | None:
    """None where nothing of it is told."""
    n = len(line.tiles)
    bits = [list(_bits(line, start)) for start in range(n)]
    turned: list[list[_Bit]] = [[] for _ in range(n)]
    for start, here in enumerate(bits):
        for bit in here:
            turned[n - start - len(bit.tiles)].append(_Bit(bit.tiles[::-1], bit.kind, bit.counts, bit.worth))
    heads, tails = _ways(line, bits), _ways(line.turned(), turned)
    best = -inf
    told: tuple[Block, Block, _Way, _Way | None, bool] | None = None
    for (sets, _), way in heads[n].items():
        score = way.score + _number(3 * sets)
        if score > best:
            best, told = score, ((), (), way, None, False)
    most = [max((way.score for way in ways.values()), default=-inf) for ways in (*heads, *tails)]
    for start in range(n):
        for end, kept, unrest in _hands(line, start):
            if most[start] + most[n + 1 + n - end] + BEST_HAND - unrest < best - EQUAL:
                continue
            held = _Held(line, start, end, kept, unrest)
            for (head_sets, _), head in heads[start].items():
                for (tail_sets, _), tail in tails[n - end].items():
                    if head_sets + tail_sets > MOST_MELDS:
                        continue
                    base = head.score + tail.score
                    if base + BEST_HAND - unrest < best - EQUAL:
                        continue
                    base += _beside(line, start, end, head, tail)
                    for score, hand, win, right in held.ways(head_sets + tail_sets):
                        better = base + score - best
                        # Of two that are as likely the longer hand, from whichever end the line is read.
                        if better > EQUAL or (better > -EQUAL and told and len(hand) > len(told[0])):
                            best, told = base + score, (hand, win, head, tail, right)
    return _reading(*told) if told else None


def _reading(hand: Block, win: Block, head: _Way, tail: _Way | None, right: bool) -> Reading:
    bits = [(bit.tiles, bit) for bit in head.bits]
    bits += [(bit.tiles[::-1], bit) for bit in reversed(tail.bits)] if tail else []
    melds = tuple((tiles, bit.kind) for tiles, bit in bits if bit.kind)
    parts = tuple(tiles for tiles, bit in bits if bit.counts and not bit.kind)
    return Reading(hand, win, melds, parts, right)


def _number(count: int) -> float:
    off = min(abs(count - size) for size in HAND_SIZES)
    return RIGHT_NUMBER if off == 0 else -WRONG_NUMBER * off


def _ways(line: Line, bits: Sequence[Sequence[_Bit]]) -> list[dict[tuple[int, _Bit | None], _Way]]:
    """For the first 0, 1, 2 … tiles: by the number of sets among them and the last bit, the best way to read them without a hand."""
    best: list[dict[tuple[int, _Bit | None], _Way]] = [{} for _ in range(len(line.tiles) + 1)]
    best[0][0, None] = _Way(0.0)
    for start in range(len(line.tiles)):
        for (sets, _), way in best[start].items():
            for bit in bits[start]:
                more = sets + bit.counts
                if more > MOST_MELDS:
                    continue
                score = way.score + bit.worth + (_link(line, start, way.bits[-1], bit) if way.bits else 0.0)
                there = best[start + len(bit.tiles)]
                state = more, bit
                if state not in there or score > there[state].score:
                    there[state] = _Way(score, (*way.bits, bit))
    return best


def _bits(line: Line, start: int) -> Iterator[_Bit]:
    for size in (4, 3, 2, 1):
        block = line.tiles[start : start + size]
        if len(block) == size:
            yield from _bit(line, start, block)


def _bit(line: Line, start: int, block: Block) -> Iterator[_Bit]:
    scene, names = line.scene, line.names[start : start + len(block)]
    faces = {name for name in names if name != BACK}
    if len(faces) > 2 or (len(faces) > 1 and len(block) == 2):
        return  # no meld, nor part of one
    if len(block) == 1:
        low = names[0] == BACK and line.off[start] < LOW
        yield _Bit(block, None, False, -FOREIGN_LOW if low else -FOREIGN)
    torn = [stack for stack in line.stacks if {*block} & {*stack} and not {*stack} <= {*block}]
    inside = range(start, start + len(block) - 1)
    # Between the ends of a kong with a tile on top one may be hidden.
    most = 1.3 if len(block) == 2 else 0.35
    worth = SET - 2.0 * sum(max(0.0, line.space[k] - most) for k in inside if not line.hidden[k])
    if len(block) > 2:
        if block in line.stacks:
            yield _Bit(block, "concealed-kong" if BACK in names else "pung", True, 0.0)
        elif any(BACK in {scene.tiles[i] for i in stack} and scene.faces(stack) for stack in torn):
            return
        elif kind := meld_kind(scene.tiles, scene.boxes, block):
            yield _Bit(block, kind, True, worth)
        elif hidden := hidden_kong(scene.tiles, block):
            yield _Bit(block, hidden, True, worth - HIDDEN)
        elif odd := misread_meld(scene.tiles, scene.boxes, block):
            yield _Bit(block, odd, True, worth - MISREAD)
        elif len(block) == 3 and not faces:
            yield _Bit(block, None, True, worth - PART)
        return
    beyond = line.hidden[max(0, start - 1) : start + len(block)]
    if FLOWER not in faces and (len(block) > 1 or any(beyond) or scene.near_edge[block[0]]):
        cost = SET + (PART if len(block) > 1 else LONE_PART) + TORN * bool(torn)
        yield _Bit(block, None, True, worth - cost)


def _link(line: Line, at: int, before: _Bit, after: _Bit) -> float:
    """How well two bits lie beside each other, the second from place ``at`` on."""
    gap = line.space[at - 1]
    if line.hidden[at - 1]:
        return 0.0
    worth = 0.0
    if line.names[at - 1] == line.names[at]:
        worth -= TORN * (_torn(line, before, at - 1, at, gap) + _torn(line, after, at, at - 1, gap))
        worth -= OF_WALL * (_of_wall(line, before, at, gap) + _of_wall(line, after, at - 1, gap))
    if before.counts and after.counts:
        return worth + _within((gap - 0.3) * 3.0, -0.5, 0.3)
    if not before.counts and not after.counts and line.names[at - 1] == line.names[at] == BACK:
        return RUN
    beside_back = (
        gap < SURE_GAP and BACK in (line.names[at - 1], line.names[at]) and (before.kind or after.kind)
    )
    return worth - NEXT_TO_BACK * bool(beside_back)


def _torn(line: Line, bit: _Bit, own: int, other: int, gap: float) -> bool:
    """Whether what is or may be a meld, and doesn't show four faces, is parted from the same face in touch with it."""
    face = line.names[own]
    names = [line.scene.tiles[i] for i in bit.tiles]
    return bit.counts and gap < SURE_GAP and face == line.names[other] != BACK and names.count(face) < 4


def _of_wall(line: Line, bit: _Bit, other: int, gap: float) -> bool:
    """Whether backs, in touch with one more, are no kong nor part of one."""
    closed = len(bit.tiles) > 1 and not line.scene.faces(bit.tiles)
    return closed and gap < SURE_GAP and line.names[other] == BACK


def _beside(line: Line, start: int, end: int, head: _Way, tail: _Way) -> float:
    """How well the gaps part a hand from what lies at its ends."""
    worth = 0.0
    if head.bits:
        worth += _boundary(line, start, head.bits[-1], start - 1, start)
    if tail.bits:
        worth += _boundary(line, end, tail.bits[-1], end, end - 1)
    return worth


def _boundary(line: Line, at: int, bit: _Bit, own: int, other: int) -> float:
    gap = line.space[at - 1]
    if line.hidden[at - 1]:
        return 0.0
    worth = 0.0
    if line.names[own] == line.names[other]:
        worth -= TORN * _torn(line, bit, own, other, gap) + OF_WALL * _of_wall(line, bit, other, gap)
    return worth + (
        _within((gap - 0.3) * 6.0, -1.8, 1.0 if len(bit.tiles) > 1 else 0.5) if bit.counts else 0.0
    )


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
                worth = (
                    _within((gap - GAP) * 3.0, 0.0, 1.0)
                    - 0.4
                    - TORN * (self._line.scene.tiles[win[0]] == next_)
                )
                yield RIGHT_NUMBER + worth - _unrest(others), rest, win, True


def _unrest(inner: Iterable[float]) -> float:
    """A hand holds together: each gap inside costs."""
    return sum(map(_parting, inner))


def _parting(gap: float) -> float:
    return _within((gap - GAP) * 2.5, 0.0, 1.0)


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
