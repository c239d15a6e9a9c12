"""Which rows are a player's hand, with its melds and the winning tile (SPEC 4 "Layout").

Every row, and every pair of rows that touch, is read as a hand in each possible way and scored by how well
it would fit: 13 or 14 tiles with three a meld, one unbroken row, evenly laid, near the camera.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.tiles import BACK
from vision.layout import MeldKind
from vision.melds import as_melds, meld_kind, misread_meld
from vision.rows import Row
from vision.scene import Block, Scene

HAND_SIZES = (13, 14)
LEAST_HAND = 5  # a row shorter than this is no hand by itself
NEAR_HAND = 3.5  # a meld lies within this many tile sizes of its hand
ON_TOP = 1.3  # the fourth tile of an added kong lies within this many sizes of the pung
WIN_GAP = 2.0  # the winning tile is set apart by at most this many tile widths
ENOUGH = 1.0  # least score of a hand
CLEAR = 0.7  # a second hand of a one-player photo that comes this near leaves the question open
EVEN = 0.10  # rows less even than this (see Scene.unrest) lose score


@dataclass(frozen=True)
class Hand:
    """One way to read a hand: concealed tiles in blocks, melds with their kind, perhaps a winning tile."""

    rows: tuple[Row, ...]
    blocks: tuple[Block, ...]
    melds: tuple[tuple[Block, MeldKind], ...]
    win: Block

    @property
    def tiles(self) -> Block:
        """The concealed tiles without the winning one."""
        return tuple(i for block in self.blocks for i in block)

    @property
    def count(self) -> int:
        """Tiles as the rules count them: three a meld, kong or not."""
        return len(self.tiles) + len(self.win) + 3 * len(self.melds)

    @property
    def everything(self) -> frozenset[int]:
        """All tiles that belong to this hand."""
        return frozenset([*self.tiles, *self.win, *(i for meld, _ in self.melds for i in meld)])


def one_hand(scene: Scene) -> list[Hand]:
    """The hand of a photo of one player; empty when no row, or several, could be it."""
    ranked = _ranked(scene, 2.0)
    if not ranked or only_melds(scene):
        return []
    score, best = ranked[0]
    large = [row for row in scene.rows if scene.faces(row.tiles) >= LEAST_HAND]
    # The only row of a photo is the hand even when its number is far off: a problem will say so.
    alone = len(large) == 1 and set(large[0].tiles) & best.everything and _alone(scene, large[0])
    if score < ENOUGH and not alone:
        return []
    rivals = [s for s, hand in ranked[1:] if not hand.everything & best.everything]
    return [] if rivals and not alone and score - rivals[0] < CLEAR else [best]


def only_melds(scene: Scene) -> bool:
    """Whether every row is nothing but melds, and together they are no hand's number of tiles."""
    return len(scene.tiles) not in HAND_SIZES and all(
        as_melds(scene.tiles, scene.boxes, row.tiles) for row in scene.rows
    )


def all_hands(scene: Scene) -> list[Hand]:
    """The hands of a whole-table photo, the likeliest first: no tile twice, one a side."""
    taken: list[Hand] = []
    for score, hand in _ranked(scene, 0.5):
        if score < ENOUGH or not hand.tiles:
            continue
        clash = any(hand.everything & other.everything for other in taken)
        if not clash and scene.seat(hand.tiles) not in {scene.seat(other.tiles) for other in taken}:
            taken.append(hand)
    return taken


def _ranked(scene: Scene, nearness: float) -> list[tuple[float, Hand]]:
    hands = [hand for rows in _lines(scene) for hand in _readings(scene, rows)]
    largest = max((scene.size(h.everything) for h in hands if len(h.everything) >= LEAST_HAND), default=1.0)
    scored = [(_score(scene, hand, largest, nearness), hand) for hand in hands]
    return sorted(scored, key=lambda item: -item[0])


def _score(scene: Scene, hand: Hand, largest: float, nearness: float) -> float:
    off = min(abs(hand.count - size) for size in HAND_SIZES)
    score = 3.0 if off == 0 else 1.5 - 0.5 * off
    score -= min(2.0, 1.0 * max(0, len(hand.blocks) - 1)) + (len(hand.rows) - 1)
    score += 0.5 * len(hand.melds) + 0.25 * bool(hand.win)
    score += nearness * float(np.log2(min(1.0, scene.size(hand.everything) / largest)))
    score += 0.5 * float(scene.centres(hand.everything)[:, 1].mean()) / scene.height
    uneven = max(scene.unrest(row.tiles) for row in hand.rows)
    return score - 12.0 * max(0.0, uneven - EVEN)


def _lines(scene: Scene) -> list[tuple[Row, ...]]:
    """Rows that may be a hand, alone or as two lines of one hand."""
    rows = [row for row in scene.rows if scene.faces(row.tiles)]
    pairs = [(a, b) for k, a in enumerate(rows) for b in rows[k + 1 :] if _one_below_other(scene, a, b)]
    return [*((row,) for row in rows), *pairs]


def _one_below_other(scene: Scene, one: Row, other: Row) -> bool:
    long_enough = min(len(one.tiles), len(other.tiles)) > 1
    return long_enough and scene.alike(one, other) and scene.apart(one.tiles, other.tiles) < 1.5


def _alone(scene: Scene, row: Row) -> bool:
    others = [r for r in scene.rows if r is not row and scene.alike(row, r)]
    return sum(scene.faces(r.tiles) for r in others) <= 4


def _readings(scene: Scene, rows: tuple[Row, ...]) -> list[Hand]:
    """The ways to read these rows as one hand: melds set apart, or everything concealed."""
    blocks = [block for row in rows for block in row.blocks]
    own = [i for block in blocks for i in block]
    around = [
        meld
        for row in scene.rows
        if row not in rows
        for meld in as_melds(scene.tiles, scene.boxes, row.tiles) or row.blocks
        if len(meld) in (3, 4) and _near(scene, own, meld)
    ]
    out: list[Hand] = []
    for misread in (False, True):
        inside = _melds(scene, rows, blocks, misread)
        beside = _melds(scene, rows, around, misread)
        # A hand set out in its sets has many gaps; melds lie beside a hand that holds together.
        shown = {i for meld, _ in inside for i in meld}
        rest = [block for block in blocks if not shown & set(block)]
        ways = [(blocks, beside)]
        if inside and _holds_together(rest):
            ways.append((rest, [*inside, *beside]))
        hands = [_set_apart(scene, rows, held, melds) for held, melds in ways]
        # Unequal tiles pass for a meld only where they make the number right.
        out += [hand for hand in hands if hand not in out and (not misread or hand.count in HAND_SIZES)]
    return [h for h in out if h.everything and BACK not in {scene.tiles[i] for i in (*h.tiles, *h.win)}]


def _melds(
    scene: Scene, rows: tuple[Row, ...], blocks: Sequence[Block], misread: bool
) -> list[tuple[Block, MeldKind]]:
    out = []
    for block in blocks:
        kind = meld_kind(scene.tiles, scene.boxes, block)
        if kind is None and misread:
            kind = misread_meld(scene.tiles, scene.boxes, block)
        if kind is not None:
            out.append(_with_fourth(scene, rows, block, kind))
    return out


def _holds_together(blocks: Sequence[Block]) -> bool:
    return len(blocks) <= 1 or (len(blocks) == 2 and min(map(len, blocks)) == 1)


def _near(scene: Scene, hand: Sequence[int], block: Block) -> bool:
    ratio = scene.size(block) / scene.size(hand)
    return 0.65 < ratio < 1.55 and scene.apart(hand, block) < NEAR_HAND


def _with_fourth(scene: Scene, rows: tuple[Row, ...], block: Block, kind: MeldKind) -> tuple[Block, MeldKind]:
    """A pung and the lone equal tile laid on or above it: an added kong (转弯豆)."""
    if kind != "pung":
        return block, kind
    for row in scene.rows:
        if row in rows or len(row.tiles) != 1 or row.tiles[0] in block:
            continue
        same = scene.tiles[row.tiles[0]] == scene.tiles[block[0]]
        if same and scene.apart(row.tiles, block) < ON_TOP:
            return (*block, row.tiles[0]), "added-kong"
    return block, kind


def _set_apart(
    scene: Scene, rows: tuple[Row, ...], blocks: Sequence[Block], melds: Sequence[tuple[Block, MeldKind]]
) -> Hand:
    """The hand, its winning tile apart: a lone tile at the end of a row whose others are 13 less 3 a meld."""
    whole = Hand(rows, tuple(blocks), tuple(melds), ())
    if len(rows) != 1 or len(blocks) != 2 or whole.count != HAND_SIZES[1]:
        return whole
    first, last = blocks
    lone, held = (last, first) if len(last) == 1 else (first, last)
    if len(lone) != 1 or not 0.75 < scene.size(lone) / scene.size(held) < 1.33:
        return whole
    gap = scene.apart(lone, held) * scene.size(lone) / rows[0].pitch - 1
    if gap > WIN_GAP:
        return Hand(rows, (held,), tuple(melds), ())
    return Hand(rows, (held,), tuple(melds), lone)
