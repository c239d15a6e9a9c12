"""Which rows are a player's hand, with its melds and the winning tile (SPEC 4 "Layout").

Every row, and every pair of rows that touch, is read as a hand in each possible way (see ``cuts``) and scored
by how well it would fit: 13 or 14 tiles with three a meld, one unbroken row, evenly laid, near the camera.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scoring.tiles import BACK, FLOWER
from vision.bunches import Bunch, Bunches, clear_melds
from vision.cuts import Cut, cuts
from vision.layout import HAND_SIZES, MeldKind
from vision.melds import as_melds, misread_meld
from vision.rows import Row, runs_across
from vision.scene import Block, Scene
from vision.sets import chows
from vision.spacing import main_axis

LEAST_HAND = 5  # a row shorter than this is no hand by itself
LEAST_ALONE = 10  # the only long row of a photo is no hand if it has fewer tiles
LEAST_SOLE = 7  # nor is all that there is
TOUCHING = 1.3  # tiles of a hand touch: their boxes' middles are no more than this many box sides apart
NARROW = 1.8
MOST_MORE = 8
MELDS_UNSEEN = 1.2  # a hand with a meld, short by whole melds: the others are out of view
LONG = 10
OTHER_SIZE = 1.4
OTHER_SIZES = (13, 14, 16, 17)
OTHER_GAME = 2.0  # a hand of another game, chows beside it, in its number
NEAR_HAND = 4.2  # a meld lies within this many tile sizes of its hand
NEXT_MELD = 2.6  # and within this many of the meld beside it
ON_TOP = 1.3  # the fourth tile of an added kong lies within this many sizes of the pung
ENOUGH = 1.0  # least score of a hand
CLEAR = 0.7  # a second hand of a one-player photo that comes this near leaves the question open
FEW = 2
EVEN = 0.10  # rows less even than this (see Scene.unrest) lose score

Melds = tuple[tuple[Block, MeldKind], ...]


@dataclass(frozen=True)
class Hand:
    """One way to read a hand: concealed tiles, melds with their kind, perhaps a winning tile.

    ``flowers``: how many of the concealed tiles are flowers, which other games lay beside the hand. ``chows``: other games' sets beside it.
    ``cut_off``: parts of melds whose other tiles are out of sight. ``fit``: how well gaps and melds suit.
    """

    rows: tuple[Row, ...]
    tiles: Block
    melds: Melds
    win: Block
    cut_off: tuple[Block, ...] = ()
    fit: float = 0.0
    flowers: int = 0
    chows: tuple[Block, ...] = ()

    @property
    def count(self) -> int:
        """Tiles as the rules count them: three a meld, kong or not."""
        sets = len(self.melds) + len(self.cut_off) + len(self.chows)
        return len(self.tiles) - self.flowers + len(self.win) + 3 * sets

    @property
    def everything(self) -> frozenset[int]:
        """All tiles that belong to this hand."""
        return frozenset([*self.tiles, *self.win, *(i for meld, _ in self.melds for i in meld)])


@dataclass(frozen=True)
class _Around:
    """What may belong to a hand besides its row: equal tiles in touch, other games' chows, melds but for one tile."""

    bunches: Bunches
    chows: Sequence[Block]
    misread: Melds


def one_hand(scene: Scene) -> list[Hand]:
    """The hand of a photo of one player; empty when no row, or several, could be it."""
    ranked = _ranked(scene, 2.0)
    if not ranked:
        return []
    score, best = ranked[0]
    large = [row for row in scene.rows if scene.faces(row.tiles) >= LEAST_HAND]
    # The only row of a photo is the hand even when its number is far off: a problem will say so.
    alone = len(large) == 1 and set(large[0].tiles) & best.everything and _alone(scene, large[0])
    if score < ENOUGH and not (alone and best.count >= (LEAST_SOLE if len(scene.rows) == 1 else LEAST_ALONE)):
        return []
    rivals = [s for s, hand in ranked[1:] if not hand.everything & best.everything]
    return [] if rivals and not alone and score - rivals[0] < CLEAR else [best]


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
    ways = {row: _worth_trying(cuts(scene, row)) for row in scene.rows if scene.faces(row.tiles)}
    around = _Around(Bunches(scene), chows(scene), _misread(scene))
    hands = [hand for rows in _lines(scene) for hand in _readings(scene, rows, ways, around)]
    largest = max((scene.size(h.everything) for h in hands if len(h.everything) >= LEAST_HAND), default=1.0)
    scored = [(_score(scene, hand, largest, nearness) - _crowd(scene, hand), hand) for hand in hands]
    return sorted(scored, key=lambda item: -item[0])


def _worth_trying(ways: list[Cut]) -> list[Cut]:
    whole = [way for way in ways if not way.melds and not way.beside]
    return [*whole, *[way for way in sorted(ways, key=lambda way: -way.score) if way not in whole][:12]]


def _score(scene: Scene, hand: Hand, largest: float, nearness: float) -> float:
    # Flowers among them may have been counted by whoever laid the hand.
    counts = (hand.count, hand.count + hand.flowers)
    off = min(abs(count - size) for size in HAND_SIZES for count in counts)
    score = 3.0 if off == 0 else 1.5 - 0.5 * off
    if hand.chows and hand.count in OTHER_SIZES:
        score = max(score, OTHER_GAME)
    if len(hand.tiles) >= LONG and off <= 5:
        score = max(score, OTHER_SIZE)  # a long row is somebody's hand, though its number is wrong
    if hand.melds and hand.count >= 7 and hand.count % 3 == 1 and len(hand.tiles) >= 4:
        score = max(score, MELDS_UNSEEN)
    score += hand.fit + 0.25 * bool(hand.win)
    held = {*hand.tiles}
    if len(hand.rows) > 1:
        # Two lines of one hand are rare, and part of a pond or a tray where a third one touches them.
        score -= 1.9 + 1.0 * _touched(scene, hand)
    score += nearness * float(np.log2(min(1.0, scene.size(hand.everything) / largest)))
    uneven = max(
        scene.unrest([i for i in row.tiles if i in held and scene.tiles[i] != FLOWER]) for row in hand.rows
    )
    spread = max(scene.spread([i for i in row.tiles if i in held]) for row in hand.rows)
    # Boxes that hold no more than the print are narrow: a row as long as a hand may seem to have spaces.
    most = NARROW if len(hand.tiles) >= HAND_SIZES[0] else TOUCHING
    return score - 12.0 * max(0.0, uneven - EVEN) - 6.0 * max(0.0, spread - most)


def _lines(scene: Scene) -> list[tuple[Row, ...]]:
    """Rows that may be a hand, alone or as two lines of one hand."""
    rows = [row for row in scene.rows if scene.faces(row.tiles)]
    pairs = [(a, b) for k, a in enumerate(rows) for b in rows[k + 1 :] if _one_below_other(scene, a, b)]
    # Where many more faces lie, two rows are of a pond.
    pairs = [
        pair
        for pair in pairs
        if scene.faces(i for row in rows if row not in pair for i in row.tiles) <= MOST_MORE
    ]
    return [*((row,) for row in rows), *pairs]


def _one_below_other(scene: Scene, one: Row, other: Row) -> bool:
    long_enough = min(len(one.tiles), len(other.tiles)) > 1
    return long_enough and scene.alike(one, other) and scene.apart(one.tiles, other.tiles) < 1.5


def _crowd(scene: Scene, hand: Hand) -> float:
    """What it costs when many of its tiles touch others: in a pond or a tray all do, a hand lies by itself."""
    if not hand.tiles:
        return 0.0
    own = {*hand.everything, *(i for bit in (*hand.cut_off, *hand.chows) for i in bit)}
    others = {i for i, t in enumerate(scene.tiles) if i not in own and t not in (BACK, FLOWER)}
    crowded = sum(not others.isdisjoint(scene.beside[i]) for i in hand.tiles) / len(hand.tiles)
    # What is left of a hand after four melds is one tile or two, and lies clear of all others.
    return (4.0 if len(hand.tiles) > FEW else 8.0) * max(0.0, crowded - 0.25)


def _touched(scene: Scene, hand: Hand) -> bool:
    mine = hand.everything
    others = [row.tiles for row in scene.rows if row not in hand.rows and not mine & set(row.tiles)]
    return any(scene.faces(o) and scene.apart(o, sorted(mine)) < 1.5 for o in others if len(o) > 1)


def _alone(scene: Scene, row: Row) -> bool:
    others = [r for r in scene.rows if r is not row and scene.alike(row, r)]
    return sum(scene.faces(r.tiles) for r in others) <= 4


def _readings(
    scene: Scene,
    rows: tuple[Row, ...],
    ways: dict[Row, list[Cut]],
    around: _Around,
) -> list[Hand]:
    """The ways to read these rows as one hand."""
    if len(rows) == 1:
        whole = ways[rows[0]]
    else:
        whole = [
            _together(a, b) for a in ways[rows[0]][:3] for b in ways[rows[1]][:3] if not (a.win or b.win)
        ]
    out = []
    for cut in whole:
        if _is_hand(scene, cut):
            out += _with_melds(scene, rows, cut, around)
    return out


def _is_hand(scene: Scene, cut: Cut) -> bool:
    """Not what shows backs or is nothing but melds; nor one or two tiles that belong to a meld beside them."""
    if BACK in {scene.tiles[i] for i in (*cut.hand, *cut.win)} or as_melds(
        scene.tiles, scene.boxes, cut.hand
    ):
        return False
    if not 0 < len(cut.hand) < 3:
        return True
    faces = {BACK, *(scene.tiles[i] for i in cut.hand)}
    beside = {j for i in cut.hand for j in scene.beside[i]} - {*cut.hand}
    return not any(scene.tiles[i] in faces for i in beside)


def _with_melds(scene: Scene, rows: tuple[Row, ...], cut: Cut, around: _Around) -> list[Hand]:
    """The cut with the melds that lie around it, and what else may be a meld or part of one."""
    own = cut.hand or [i for meld, _ in cut.melds for i in meld]
    taken = {*cut.hand, *cut.win, *(i for meld, _ in cut.melds for i in meld)}
    foreign = [chow for chow in around.chows if not taken & set(chow)]
    apart = taken | {i for chow in foreign for i in chow}
    foreign = [chow for chow in foreign if _near(scene, own, chow)]
    free = [i for i in range(len(scene.tiles)) if i not in apart]
    found = around.bunches.of(free)
    beside = _reached(scene, own, clear_melds(scene, found, [i for i in free if i not in own]))
    # Four backs beside a hand that is whole without them are a piece of wall.
    if len(cut.hand) + len(cut.win) + 3 * (len(cut.melds) + len(beside)) > HAND_SIZES[1]:
        beside = tuple(meld for meld in beside if scene.faces(meld[0]))
    bits = _bits(scene, own, found, free, beside)
    melds = (*cut.melds, *beside)
    unused = len({*cut.beside} - {i for meld, _ in beside for i in meld} - {i for bit in bits for i in bit})
    flowers = sum(scene.tiles[i] == FLOWER for i in cut.hand)
    fit = cut.score + 0.2 * len(beside) - min(1.5, 0.3 * unused)
    if len(cut.hand) + len(cut.win) + 3 * (len(melds) + len(foreign)) > max(OTHER_SIZES):
        foreign = []
    hand = Hand(rows, cut.hand, _stacked(scene, melds, free), cut.win, (), fit, flowers, tuple(foreign))
    # Thirteen less three a meld: what is missing may be melds that are not wholly seen, or misread.
    missing = -(-(HAND_SIZES[0] - hand.count) // 3)
    out = [hand]
    # Whole without the melds beside it, too many with them: those that lie across it are a neighbour's.
    own_way = tuple(m for m in beside if not runs_across(main_axis(scene.middles[list(m[0])]), rows))
    if len(own_way) < len(beside) and hand.count - 3 * (len(beside) - len(own_way)) in HAND_SIZES:
        fit = hand.fit - 0.2 * (len(beside) - len(own_way))
        out.append(replace(hand, melds=_stacked(scene, (*cut.melds, *own_way), free), fit=fit))
    if missing > 0 and hand.count + 3 * missing in HAND_SIZES:
        if missing <= len(bits):
            out.append(replace(hand, cut_off=tuple(bits[:missing]), fit=hand.fit - 0.6 * missing))
        told = taken.union(*(meld for meld, _ in beside))
        odd = [m for m in around.misread if told.isdisjoint(m[0]) and _near(scene, own, m[0])]
        if missing == len(odd) == 1 and not cut.misread:
            out.append(replace(hand, melds=(*hand.melds, *odd), fit=hand.fit))
    # A fourth equal tile that touches a pung makes it a kong, and is not the hand's.
    pungs = [meld for meld, kind in hand.melds if kind == "pung"]
    if any(
        scene.tiles[i] == scene.tiles[meld[0]] and scene.beside[i] & {*meld}
        for meld in pungs
        for i in cut.hand
        if not _same_row(rows, i, meld)
    ):
        return []
    # Unequal tiles pass for a meld only where they make the number right.
    return [
        hand
        for hand in out
        if hand.everything
        and (not cut.misread or hand.count in HAND_SIZES)
        and (not hand.win or HAND_SIZES[1] in (hand.count, hand.count + hand.flowers))
    ]


def _reached(scene: Scene, own: Sequence[int], melds: Melds) -> Melds:
    """Those near the hand, and those near these: melds lie one beside the other."""
    out: list[tuple[Block, MeldKind]] = []
    left = list(melds)
    while True:
        more = [m for m in left if _near(scene, own, m[0]) or any(_beside(scene, m[0], o[0]) for o in out)]
        if not more:
            return tuple(out)
        out += more
        left = [m for m in left if m not in more]


def _beside(scene: Scene, one: Block, other: Block) -> bool:
    return scene.apart(one, other) < NEXT_MELD


def _same_row(rows: tuple[Row, ...], tile: int, meld: Block) -> bool:
    """Whether a meld was cut from the tile's own row, where the gap between them has been weighed."""
    return any(tile in row.tiles and meld[0] in row.tiles for row in rows)


def _fragment(scene: Scene, bit: Block) -> bool:
    """Too few tiles for a meld, alike or face down: the rest is hidden or outside the photo."""
    few = len(bit)
    return 1 < few < 4 or (few == 1 and (scene.tiles[bit[0]] == BACK or scene.near_edge[bit[0]]))


def _bits(
    scene: Scene, own: Sequence[int], around: Sequence[Bunch], free: Sequence[int], melds: Melds
) -> list[Block]:
    """Parts of melds near the hand that touch no face but the melds': a pond's tiles touch others."""
    parts = [bunch.left for bunch in around if _fragment(scene, bunch.left)]
    if not parts:
        return []
    members = {i for meld, _ in melds for i in meld}
    faces = {i for i in free if i not in members and scene.tiles[i] not in (BACK, FLOWER)}
    alone = [part for part in parts if all(scene.beside[i].isdisjoint(faces - {*part}) for i in part)]
    return [part for part in alone if _near(scene, own, part)]


def _misread(scene: Scene) -> Melds:
    blocks = [block for row in scene.rows for block in row.blocks]
    kinds = [misread_meld(scene.tiles, scene.boxes, block) for block in blocks]
    return tuple((block, kind) for block, kind in zip(blocks, kinds, strict=True) if kind)


def _stacked(scene: Scene, melds: Melds, free: Sequence[int]) -> Melds:
    """A pung and the equal tile laid on or above it are an added kong (转弯豆)."""
    out: list[tuple[Block, MeldKind]] = []
    left = set(free) - {i for meld, _ in melds for i in meld}
    for block, kind in melds:
        top = [
            i for i in left if scene.tiles[i] == scene.tiles[block[0]] and scene.apart((i,), block) < ON_TOP
        ]
        if kind == "pung" and len(top) == 1:
            out.append(((*block, top[0]), "added-kong"))
            left -= {top[0]}
        else:
            out.append((block, kind))
    return tuple(out)


def _together(one: Cut, other: Cut) -> Cut:
    return Cut(
        (*one.hand, *other.hand),
        (*one.melds, *other.melds),
        (),
        (*one.beside, *other.beside),
        one.score + other.score,
        one.misread or other.misread,
    )


def _near(scene: Scene, hand: Sequence[int], block: Block) -> bool:
    ratio = scene.size(block) / scene.size(hand)
    # A standing row and melds that lie before it look of unequal size.
    # A single tile may lie anywhere: it is a hand only right beside its melds.
    return 0.4 < ratio < 1.8 and scene.apart(hand, block) < (NEAR_HAND if len(hand) > 1 else NEXT_MELD)
