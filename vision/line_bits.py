"""What a side's line may hold beside a hand: melds, what is seen of one, tiles that are nobody's, and how well these lie beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scoring.tiles import BACK, FLOWER
from vision.cuts import MOST_MELDS, SURE_GAP
from vision.layout import MeldKind
from vision.melds import hidden_kong, meld_kind, misread_meld
from vision.scene import Block, Scene

LOW = -0.25  # a back this much nearer to the middle than its line may be of the wall before it
MISREAD = 1.4
HIDDEN = 0.8
SET = 0.4
APART = (0.5, 1.0)  # what may be a meld set apart from a hand: one tile, or more of them
PART = 0.9  # two tiles are what is seen of a meld
LONE_PART = 2.2
FOREIGN = 1.0  # a tile that is nobody's
FOREIGN_LOW = 0.35
RUN = 0.7  # one more of them, backs in touch
NEXT_TO_BACK = 0.5  # a meld that touches what is nobody's, one of them a back
TORN = 1.5
OF_WALL = 3.2  # backs that go on beyond a kong


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
class Bit:
    """A meld (``kind``), part of one (``counts`` without a kind) or a tile that is nobody's."""

    tiles: Block
    kind: MeldKind | None
    counts: bool
    worth: float


@dataclass(frozen=True)
class Way:
    """Bits one after the other, without a hand, and how likely they are together (the higher, the likelier)."""

    score: float
    bits: tuple[Bit, ...] = ()

    @cached_property
    def promise(self) -> float:
        """The most it may be worth with a hand behind it."""
        last = self.bits[-1] if self.bits else None
        return self.score + (APART[len(last.tiles) > 1] if last and last.counts else 0.0)


def ways_of(line: Line, bits: Sequence[Sequence[Bit]]) -> list[dict[tuple[int, Bit | None], Way]]:
    """For the first 0, 1, 2 … tiles: by the number of sets among them and the last bit, the best way to read them without a hand."""
    best: list[dict[tuple[int, Bit | None], Way]] = [{} for _ in range(len(line.tiles) + 1)]
    best[0][0, None] = Way(0.0)
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
                    there[state] = Way(score, (*way.bits, bit))
    return best


def bits_of(line: Line, start: int) -> Iterator[Bit]:
    """What the one to four tiles from place ``start`` on may be."""
    for size in (4, 3, 2, 1):
        block = line.tiles[start : start + size]
        if len(block) == size:
            yield from _bit(line, start, block)


def _bit(line: Line, start: int, block: Block) -> Iterator[Bit]:
    scene, names = line.scene, line.names[start : start + len(block)]
    faces = {name for name in names if name != BACK}
    if len(faces) > 2 or (len(faces) > 1 and len(block) == 2):
        return  # no meld, nor part of one
    if len(block) == 1:
        low = names[0] == BACK and line.off[start] < LOW
        yield Bit(block, None, False, -FOREIGN_LOW if low else -FOREIGN)
    torn = [stack for stack in line.stacks if {*block} & {*stack} and not {*stack} <= {*block}]
    inside = range(start, start + len(block) - 1)
    # Between the ends of a kong with a tile on top one may be hidden.
    most = 1.3 if len(block) == 2 else 0.35
    worth = SET - 2.0 * sum(max(0.0, line.space[k] - most) for k in inside if not line.hidden[k])
    if len(block) > 2:
        if block in line.stacks:
            yield Bit(block, "concealed-kong" if BACK in names else "pung", True, 0.0)
        elif any(BACK in {scene.tiles[i] for i in stack} and scene.faces(stack) for stack in torn):
            return
        elif kind := meld_kind(scene.tiles, scene.boxes, block):
            yield Bit(block, kind, True, worth)
        elif hidden := hidden_kong(scene.tiles, block):
            yield Bit(block, hidden, True, worth - HIDDEN)
        elif odd := misread_meld(scene.tiles, scene.boxes, block):
            yield Bit(block, odd, True, worth - MISREAD)
        elif len(block) == 3 and not faces:
            yield Bit(block, None, True, worth - PART)
        return
    beyond = line.hidden[max(0, start - 1) : start + len(block)]
    if FLOWER not in faces and (len(block) > 1 or any(beyond) or scene.near_edge[block[0]]):
        cost = SET + (PART if len(block) > 1 else LONE_PART) + TORN * bool(torn)
        yield Bit(block, None, True, worth - cost)


def _link(line: Line, at: int, before: Bit, after: Bit) -> float:
    """How well two bits lie beside each other, the second from place ``at`` on."""
    gap = line.space[at - 1]
    if line.hidden[at - 1]:
        return 0.0
    worth = 0.0
    if line.names[at - 1] == line.names[at]:
        worth -= TORN * (_torn(line, before, at - 1, at, gap) + _torn(line, after, at, at - 1, gap))
        worth -= OF_WALL * (_of_wall(line, before, at, gap) + _of_wall(line, after, at - 1, gap))
    if before.counts and after.counts:
        return worth + within((gap - 0.3) * 3.0, -0.5, 0.3)
    if not before.counts and not after.counts and line.names[at - 1] == line.names[at] == BACK:
        return RUN
    beside_back = (
        gap < SURE_GAP and BACK in (line.names[at - 1], line.names[at]) and (before.kind or after.kind)
    )
    return worth - NEXT_TO_BACK * bool(beside_back)


def _torn(line: Line, bit: Bit, own: int, other: int, gap: float) -> bool:
    """Whether what is or may be a meld, and doesn't show four faces, is parted from the same face in touch with it."""
    face = line.names[own]
    names = [line.scene.tiles[i] for i in bit.tiles]
    return bit.counts and gap < SURE_GAP and face == line.names[other] != BACK and names.count(face) < 4


def _of_wall(line: Line, bit: Bit, other: int, gap: float) -> bool:
    """Whether backs, in touch with one more, are no kong nor part of one."""
    closed = len(bit.tiles) > 1 and not line.scene.faces(bit.tiles)
    return closed and gap < SURE_GAP and line.names[other] == BACK


def boundary(line: Line, at: int, bit: Bit, own: int, other: int) -> float:
    """How well the space before place ``at`` parts a hand, its end at place ``other``, from a bit whose end is at ``own``."""
    gap = line.space[at - 1]
    if line.hidden[at - 1]:
        return 0.0
    worth = 0.0
    if line.names[own] == line.names[other]:
        worth -= TORN * _torn(line, bit, own, other, gap) + OF_WALL * _of_wall(line, bit, other, gap)
    return worth + (within((gap - 0.3) * 6.0, -1.8, APART[len(bit.tiles) > 1]) if bit.counts else 0.0)


def within(value: float, low: float, high: float) -> float:
    """The value, held between two bounds."""
    return min(max(value, low), high)
