"""Rows → what they are: hand, melds, flip, winning tile, discards, wall (SPEC 4 "Layout"). Pure geometry.

Honest first: what the photo can't tell is ``loose``. A hand is a row (or two lines of one) whose tiles come
to 13 or 14 with three a meld beside it, or the only row in the photo.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.tiles import BACK
from vision.detections import Floats
from vision.layout import Group, Side
from vision.melds import meld_kind, with_fourth_on_top
from vision.rows import Row, find_rows

HAND_SIZES = (13, 14)
NEAR_HAND = 3.5  # a meld lies within this many tile heights of its hand
APART = 1.3  # the flip lies at least this many tile sizes from every other face
LEAST_HAND = 5  # a row shorter than this is no hand by itself


@dataclass(frozen=True)
class Scene:
    """Everything the grouping looks at: names and boxes of the tiles, rows, size of the photo."""

    tiles: tuple[str, ...]
    boxes: Floats
    rows: tuple[Row, ...]
    width: int
    height: int

    def size(self, tiles: Iterable[int]) -> float:
        """Median apparent size (root of the box area) in pixels."""
        box = self.boxes[list(tiles)]
        return float(np.median(np.sqrt((box[:, 2] - box[:, 0]) * (box[:, 3] - box[:, 1]))))

    def centres(self, tiles: Iterable[int]) -> Floats:
        """(n, 2) centres."""
        box = self.boxes[list(tiles)]
        return np.asarray((box[:, :2] + box[:, 2:]) / 2, np.float32)

    def apart(self, one: Sequence[int], other: Sequence[int]) -> float:
        """Least distance of two centres, in sizes of the first."""
        delta = self.centres(one)[:, None] - self.centres(other)[None]
        return float(np.hypot(delta[..., 0], delta[..., 1]).min()) / max(self.size(one), 1e-6)

    def faces(self, tiles: Iterable[int]) -> int:
        """How many of them show a face."""
        return sum(self.tiles[i] != BACK for i in tiles)


@dataclass(frozen=True)
class Hand:
    """One way to read a hand: its blocks of concealed tiles, its melds, perhaps the winning tile apart."""

    rows: tuple[Row, ...]
    blocks: tuple[tuple[int, ...], ...]
    melds: tuple[tuple[int, ...], ...]
    win: tuple[int, ...]

    @property
    def tiles(self) -> tuple[int, ...]:
        """The concealed tiles without the winning one."""
        return tuple(i for block in self.blocks for i in block)

    @property
    def count(self) -> int:
        """Tiles as the rules count them: three a meld, kong or not."""
        return len(self.tiles) + len(self.win) + 3 * len(self.melds)

    @property
    def everything(self) -> frozenset[int]:
        """All tiles that belong to this hand."""
        return frozenset([*self.tiles, *self.win, *(i for meld in self.melds for i in meld)])


def find_groups(
    tiles: Sequence[str], boxes: Floats, width: int, height: int, full_table: bool = False
) -> list[Group]:
    """Every tile in exactly one group: hands first, then melds, winning tile, flip, the rest."""
    scene = Scene(tuple(tiles), boxes, tuple(find_rows(boxes)), width, height)
    if not scene.rows:
        return []
    hands = _all_hands(scene) if full_table else _one_hand(scene)
    groups: list[Group] = []
    used: set[int] = set()
    for hand in hands:
        side = seat(scene, hand.tiles or hand.win) if full_table else None
        if hand.tiles:
            groups.append(Group("hand", hand.tiles, side))
        groups += [
            Group("meld", meld, side, meld_kind(scene.tiles, scene.boxes, meld)) for meld in hand.melds
        ]
        if hand.win:
            groups.append(Group("win", hand.win, side))
        used |= hand.everything
    return groups + _rest(scene, used, bool(hands))


def seat(scene: Scene, tiles: Sequence[int]) -> Side:
    """Where in the photo the owner sits: the edge that the row runs along and lies nearest to."""
    x, y = scene.centres(tiles).mean(axis=0) / (scene.width, scene.height)
    away: dict[Side, float] = {"bottom": 1 - y, "top": y, "left": x, "right": 1 - x}
    if len(tiles) > 2:
        spread = np.ptp(scene.centres(tiles), axis=0)
        sides: tuple[Side, Side] = ("bottom", "top") if spread[0] >= spread[1] else ("left", "right")
        return min(sides, key=lambda side: away[side])
    return min(away, key=lambda side: away[side])


def _one_hand(scene: Scene) -> list[Hand]:
    """The hand of a photo of one player, or none when no row or several could be it."""
    choices = [hand for rows in _lines(scene) for hand in _readings(scene, rows)]
    fitting = [hand for hand in choices if hand.count in HAND_SIZES]
    if fitting:
        best = max(fitting, key=lambda hand: _rank(scene, hand))
        size = scene.size(best.everything)
        rivals = [
            hand
            for hand in fitting
            if not hand.everything & best.everything and scene.size(hand.everything) > 0.8 * size
        ]
        return [] if rivals else [best]
    # One row alone is the hand even when its number is wrong: the problem says so.
    large = [row for row in scene.rows if scene.faces(row.tiles) >= LEAST_HAND]
    if len(large) != 1:
        return []
    row = large[0]
    others = sum(scene.faces(r.tiles) for r in scene.rows if r is not row and _beside(scene, row, r))
    own = [hand for hand in choices if hand.rows == (row,)]
    if not own or others > 4:
        return []
    return [
        max(own, key=lambda hand: (min(abs(hand.count - n) for n in HAND_SIZES) * -1, _rank(scene, hand)))
    ]


def _all_hands(scene: Scene) -> list[Hand]:
    """Hands of a whole-table photo: fitting rows, the best first, no tile twice, one a side."""
    choices = [
        hand
        for rows in _lines(scene)
        for hand in _readings(scene, rows)
        if hand.count in HAND_SIZES and hand.tiles
    ]
    choices.sort(key=lambda hand: _rank(scene, hand), reverse=True)
    taken: list[Hand] = []
    for hand in choices:
        clash = any(hand.everything & other.everything for other in taken)
        sides = {seat(scene, other.tiles) for other in taken}
        if not clash and seat(scene, hand.tiles) not in sides:
            taken.append(hand)
    return taken


def _rank(scene: Scene, hand: Hand) -> tuple[float, ...]:
    """Larger is likelier: few loose ends, near the camera, low in the photo."""
    low = float(scene.centres(hand.everything)[:, 1].mean()) / scene.height
    return (-len(hand.rows), -len(hand.blocks), len(hand.melds), round(scene.size(hand.everything), 0), low)


def _lines(scene: Scene) -> list[tuple[Row, ...]]:
    """Rows that may be a hand, alone or as two lines of one hand."""
    rows = [row for row in scene.rows if scene.faces(row.tiles)]
    pairs = [
        (a, b)
        for k, a in enumerate(rows)
        for b in rows[k + 1 :]
        if _beside(scene, a, b) and _touch(scene, a, b)
    ]
    return [*((row,) for row in rows), *pairs]


def _beside(scene: Scene, one: Row, other: Row) -> bool:
    """Of the same apparent size and direction."""
    ratio = scene.size(one.tiles) / scene.size(other.tiles)
    turn = abs(np.angle(np.exp(2j * (one.angle - other.angle))) / 2)
    lone = min(len(one.tiles), len(other.tiles)) < 3
    return 0.7 < ratio < 1.43 and (lone or turn < np.deg2rad(12))


def _touch(scene: Scene, one: Row, other: Row) -> bool:
    return min(len(one.tiles), len(other.tiles)) > 1 and scene.apart(one.tiles, other.tiles) < 1.5


def _readings(scene: Scene, rows: tuple[Row, ...]) -> list[Hand]:
    """The ways to read these rows as one hand: melds taken apart, or everything concealed."""
    blocks = [block for row in rows for block in row.blocks]
    shown = [block for block in blocks if meld_kind(scene.tiles, scene.boxes, block)]
    rest = [block for block in blocks if block not in shown]
    own = [i for block in blocks for i in block]
    beside = [
        block
        for row in scene.rows
        if row not in rows
        for block in row.blocks
        if meld_kind(scene.tiles, scene.boxes, block) and _belongs(scene, own, block)
    ]
    beside = with_fourth_on_top(scene.tiles, scene.boxes, beside)
    out = []
    # A hand set out in its sets has many gaps; melds lie beside a hand that holds together.
    if shown and _holds_together(rest):
        out.append(_with_win(rows, rest, [*shown, *beside]))
    out.append(_with_win(rows, blocks, beside))
    backs = any(scene.tiles[i] == BACK for hand in out for i in hand.tiles)
    return (
        [hand for hand in out if not any(scene.tiles[i] == BACK for i in (*hand.tiles, *hand.win))]
        if backs
        else out
    )


def _holds_together(blocks: Sequence[tuple[int, ...]]) -> bool:
    return len(blocks) <= 1 or (len(blocks) == 2 and min(len(block) for block in blocks) == 1)


def _with_win(
    rows: tuple[Row, ...], blocks: Sequence[tuple[int, ...]], melds: Sequence[tuple[int, ...]]
) -> Hand:
    """Set the winning tile apart: a lone tile at the end of one row whose others come to 13 less 3 a meld."""
    order = (
        sorted(blocks, key=lambda block: rows[0].tiles.index(block[0])) if len(rows) == 1 else list(blocks)
    )
    if len(rows) == 1 and len(order) == 2 and sum(map(len, order)) + 3 * len(melds) == HAND_SIZES[1]:
        for lone, held in ((order[-1], order[:-1]), (order[0], order[1:])):
            if len(lone) == 1 and (len(held[0]) > 1 or lone is order[-1]):
                return Hand(rows, tuple(held), tuple(melds), lone)
    return Hand(rows, tuple(order), tuple(melds), ())


def _belongs(scene: Scene, hand: Sequence[int], block: Sequence[int]) -> bool:
    ratio = scene.size(block) / scene.size(hand)
    return 0.65 < ratio < 1.55 and scene.apart(hand, block) < NEAR_HAND


def _rest(scene: Scene, used: set[int], hand: bool) -> list[Group]:
    """Groups of what no hand has taken."""
    free = [tuple(i for i in row.tiles if i not in used) for row in scene.rows]
    lines = [(row, left) for row, left in zip(scene.rows, free, strict=True) if left]
    lone = [left for _, left in lines if len(left) == 1 and scene.faces(left)]
    groups: list[Group] = []
    wall: list[tuple[int, ...]] = []
    ponds = _ponds(scene, [(row, left) for row, left in lines if len(left) > 1]) if hand else []
    for row, left in lines:
        if not scene.faces(left) and len(left) >= LEAST_HAND:
            wall.append(left)
        elif len(left) == 1:
            # One face apart from all others is the flip; of two, nobody can say which.
            others = [i for i in range(len(scene.tiles)) if i != left[0] and scene.tiles[i] != BACK]
            clear = not others or scene.apart(left, others) > APART
            flip = lone == [left] and clear and (hand or len(scene.tiles) == 1)
            groups.append(Group("flip" if flip else "loose", left))
        elif any(left in pond for pond in ponds):
            continue
        else:
            groups += _blocks(scene, row, left, hand)
    groups += [Group("discards", tuple(i for line in pond for i in line)) for pond in ponds]
    groups += [Group("wall", line) for line in wall]
    order = {"meld": 0, "flip": 1, "discards": 2, "wall": 3, "loose": 4}
    return sorted(groups, key=lambda group: order[group.role])


def _blocks(scene: Scene, row: Row, left: tuple[int, ...], hand: bool) -> list[Group]:
    """Blocks of a row outside any hand: another player's melds beside a hand, else loose."""
    blocks = [tuple(i for i in block if i in left) for block in row.blocks]
    blocks = [block for block in blocks if block]
    kinds = [meld_kind(scene.tiles, scene.boxes, block) for block in blocks]
    if hand and all(kinds):
        return [
            Group("meld", block, seat(scene, block), kind) for block, kind in zip(blocks, kinds, strict=True)
        ]
    return [Group("loose", left)]


def _ponds(scene: Scene, lines: list[tuple[Row, tuple[int, ...]]]) -> list[list[tuple[int, ...]]]:
    """Two or more rows of faces that touch, six tiles at least: a pond."""
    faces = [(row, left) for row, left in lines if scene.faces(left) == len(left)]
    ponds: list[list[tuple[Row, tuple[int, ...]]]] = []
    for row, left in faces:
        near = [
            pond
            for pond in ponds
            if any(_beside(scene, row, r) and scene.apart(left, other) < 1.5 for r, other in pond)
        ]
        merged = [item for pond in near for item in pond] + [(row, left)]
        ponds = [pond for pond in ponds if pond not in near] + [merged]
    return [
        [left for _, left in reversed(pond)]
        for pond in ponds
        if len(pond) > 1 and sum(len(left) for _, left in pond) >= 6
    ]
