"""Rows → what they are: hand, melds, flip, winning tile, discards, wall (SPEC 4 "Layout"). Pure geometry.

Honest first: what the photo can't tell is ``loose``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scoring.tiles import BACK, FACES
from vision.bunches import Bunches, clear_melds
from vision.closed import countable
from vision.cuts import gaps
from vision.detections import Floats
from vision.face_down import in_ponds
from vision.hands import Hand, all_hands, one_hand
from vision.layout import HAND_SIZES, Group, MeldKind, Role, Side
from vision.melds import all_as_melds, meld_kind
from vision.plane import lay_flat
from vision.ponds import SIDES
from vision.rows import Row, find_rows
from vision.scene import Block, Scene
from vision.seats import seated
from vision.sets import chows, put_back, trimmed
from vision.thrown import find_thrown, is_pond
from vision.upright import Doubles
from vision.walls import find_walls, kong_or_wall

MANY = 3  # open hands before so many seats make a whole table, announced or not
MOSTLY = 0.75  # of a hand's tiles
TWO = 2  # fewer hands of some length are no table
LEAST_OPEN = 7
LEAST_MORE = 2  # faces beside three alike in one row
MOST_IN_MELDS = 20  # one player's melds in one line, and one of a neighbour's
LACKING = 13  # a hand of so many waits for the tile that wins
END = 3.0  # and that lies within this many steps of the row's last tile
OVER = 1.0  # a lone tile this near over the row, in its tile heights, may be flip or winning tile
ORDER: tuple[Role, ...] = ("hand", "meld", "win", "flip", "discards", "wall", "loose")


def find_groups(
    tiles: Sequence[str],
    boxes: Floats,
    width: int,
    height: int,
    full_table: bool = False,
    rows: Sequence[Row] | None = None,
    outline: Doubles | None = None,
) -> list[Group]:
    """Every tile in exactly one group.

    A photo of one player has one hand with side None; melds of other players in it have the side they lie
    on. With ``full_table`` each hand and its melds have the side they face. ``rows``: of ``boxes``, where they
    are known; ``outline`` (4, 2): the photo's corners, where it was turned to lie straight.
    """
    rows = find_rows(boxes) if rows is None else rows
    kept = sorted(i for row in trimmed(tiles, rows) for i in row.tiles)
    if full_table or len(kept) == len(tiles):
        return _all(Scene(tuple(tiles), boxes, tuple(rows), width, height, outline), full_table)
    place = {i: k for k, i in enumerate(kept)}
    lines = [
        replace(row, blocks=tuple(tuple(place[i] for i in block) for block in row.blocks))
        for row in trimmed(tiles, rows)
    ]
    scene = Scene(tuple(tiles[i] for i in kept), boxes[kept], tuple(lines), width, height, outline)
    groups = [replace(group, tiles=tuple(kept[k] for k in group.tiles)) for group in _all(scene, full_table)]
    return put_back(groups, rows, boxes)


def _all(scene: Scene, full_table: bool) -> list[Group]:
    groups = countable(scene, _grouped(scene, full_table))
    return in_ponds(scene, groups) if full_table else groups


def _grouped(scene: Scene, full_table: bool) -> list[Group]:
    if not scene.rows:
        return []
    plan = lay_flat(scene) if full_table or _many_hands(scene) else None
    table = seated(scene, plan) if plan else None
    lone = _lone_hand(scene) if full_table and (table is None or _hands(table) < TWO) else []
    if (
        table is not None
        and (full_table or _open_hands(scene, table) >= MANY)
        and all(_holds(table, hand) for hand in lone)
    ):
        return sorted(table, key=_place)
    hands = lone or (all_hands(scene) if full_table else one_hand(scene))
    groups: list[Group] = []
    for hand in hands:
        side = _side(scene, hand, len(hands) == 1) if full_table else None
        if hand.tiles:
            groups.append(Group("hand", hand.tiles, side))
        groups += [Group("meld", block, side, kind) for block, kind in hand.melds]
        if hand.win:
            groups.append(Group("win", hand.win, side))
    used = {i for group in groups for i in group.tiles}
    rest = _rest(scene, used, hands)
    return groups + sorted(rest, key=lambda group: ORDER.index(group.role))


def _lone_hand(scene: Scene) -> list[Hand]:
    """The whole hand of a photo that shows one player's tiles and bits of the others', though it was announced as a table."""
    hands = one_hand(scene)
    whole = [hand for hand in hands if len(hand.tiles) >= LEAST_OPEN and hand.count in HAND_SIZES]
    return whole if len(hands) == 1 else []


def _hands(groups: Sequence[Group]) -> int:
    """How many hands of some length there are, open or closed."""
    return sum(group.role == "hand" and len(group.tiles) >= LEAST_OPEN for group in groups)


def _holds(groups: Sequence[Group], hand: Hand) -> bool:
    """Whether one of the groups is that hand, but for a tile or two that are read otherwise."""
    own = {*hand.tiles}
    return any(group.role == "hand" and len(own & {*group.tiles}) >= MOSTLY * len(own) for group in groups)


def _side(scene: Scene, hand: Hand, alone: bool) -> Side:
    """Whose a hand is: the only one, laid level, is the photographer's, wherever in the photo it lies."""
    tiles = hand.tiles or hand.win
    side = scene.seat(tiles)
    return "bottom" if alone and side == "top" and len(tiles) > 1 else side


def _many_hands(scene: Scene) -> bool:
    """Whether it is worth looking for a whole table that nobody announced."""
    long = [row for row in scene.rows if scene.faces(row.tiles) >= LEAST_OPEN]
    level = [abs(np.cos(row.angle)) > np.sqrt(0.5) for row in long]
    return len(long) >= MANY and any(level) and not all(level)


def _open_hands(scene: Scene, groups: Sequence[Group]) -> int:
    hands = [group for group in groups if group.role == "hand" and scene.faces(group.tiles) >= LEAST_OPEN]
    return len({group.side for group in hands})


def _place(group: Group) -> tuple[int, int]:
    """A player's hand, melds and winning tile together, seat after seat; then what is nobody's."""
    own = group.role in ("hand", "meld", "win")
    return (SIDES.index(group.side) if own and group.side else len(SIDES), ORDER.index(group.role))


def _rest(scene: Scene, used: set[int], hands: Sequence[Hand]) -> list[Group]:
    """Groups of what no hand has taken."""
    foreign = [chow for chow in chows(scene) if not used & set(chow)]
    groups = [Group("loose", chow) for chow in foreign]
    used = used | {i for chow in foreign for i in chow}
    groups += _other_melds(scene, used, bool(hands))
    used = used | {i for group in groups for i in group.tiles}
    backs = [i for i in range(len(scene.tiles)) if i not in used and scene.tiles[i] == BACK]
    groups += find_walls(scene, backs, used)
    faces = [i for i in range(len(scene.tiles)) if i not in used and scene.tiles[i] != BACK]
    thrown = find_thrown(scene, faces, [row for hand in hands for row in hand.rows], groups)
    groups += [Group("loose", pile) for pile in thrown.asked]
    lone = [pile for pile in thrown.piles if len(pile) == 1]
    for pile in thrown.piles:
        if len(pile) == 1:
            near = thrown.near(scene, pile)
            groups.append(Group("loose" if near else _lone(scene, pile, lone, hands), pile))
        else:
            groups += [Group("discards", pile)] if hands and is_pond(scene, pile) else _lines(scene, pile)
    return groups


def _lines(scene: Scene, heap: Block) -> list[Group]:
    """Loose tiles row by row, so that each group is read along its row."""
    parts = [tuple(i for i in row.tiles if i in heap) for row in scene.rows]
    return [Group("loose", part) for part in parts if part]


def _other_melds(scene: Scene, used: set[int], hand: bool) -> list[Group]:
    """Melds of another player, or of a photo without a hand: bunches that touch nothing but each other."""
    free = [i for i in range(len(scene.tiles)) if i not in used]
    melds = clear_melds(scene, Bunches(scene).of(free), free)
    if hand:
        told = used | {i for meld, _ in melds for i in meld}
        melds = tuple((meld, kind) for meld, kind in melds if not _in_a_hand(scene, meld, told))
    else:
        lines = _rows_of_melds(scene)
        told = {i for meld, _ in lines for i in meld}
        melds = (*lines, *((meld, kind) for meld, kind in melds if told.isdisjoint(meld)))
    # Backs with one face or none are as well a piece of wall, the flip on it; two such, and nothing else, aren't.
    faces = [scene.faces(meld) for meld, _ in melds]
    alone = sum(faces) > 1 and sum(len(meld) for meld, _ in melds) == len(scene.tiles)
    sure = hand or alone or max(faces, default=0) > 1
    return [
        Group("meld", meld, scene.seat(meld) if hand else None, kind)
        for meld, kind in melds
        if sure and (scene.faces(meld) or not hand)
    ]


def _in_a_hand(scene: Scene, meld: Block, told: set[int]) -> bool:
    """Whether equal tiles touch further faces in their row that belong to nothing ``told``: three alike in a neighbour's hand."""
    touched = (block for row in scene.rows for block in row.blocks if {*meld} <= {*block})
    return any(scene.faces(i for i in block if i not in told) >= LEAST_MORE for block in touched)


def _rows_of_melds(scene: Scene) -> list[tuple[Block, MeldKind]]:
    """Of rows that are nothing but two melds and more, however they touch: those, cut where the gaps are."""
    out: list[tuple[Block, MeldKind]] = []
    for row in scene.rows:
        if len(row.tiles) > MOST_IN_MELDS:
            continue
        ways = [way for way in all_as_melds(scene.tiles, scene.boxes, row.tiles) if len(way) > 1]
        # Backs with one face are as well a wall with the flip on it.
        if not ways or sum(scene.faces(meld) > 0 for meld in ways[0]) < 2:
            continue
        space = dict(zip(row.tiles, gaps(scene, row), strict=False))
        best = max(ways, key=lambda way: sum(space[meld[-1]] for meld in way[:-1]) / len(way))
        kinds = [(meld, meld_kind(scene.tiles, scene.boxes, meld)) for meld in best]
        out += [(meld, kind) for meld, kind in kinds if kind]
    return out


def _lone(scene: Scene, heap: Block, lone: Sequence[Block], hands: Sequence[Hand]) -> Role:
    """The one suit tile that lies apart from all others, or the only tile of a photo, is the flip."""
    (tile,) = heap
    if scene.tiles[tile] not in FACES:
        return "loose"
    others = [i for i in range(len(scene.tiles)) if i != tile and scene.tiles[i] != BACK]
    if not others:  # alone, or turned up on a wall; with three backs it may be a kong
        return "loose" if kong_or_wall(scene) and len(scene.tiles) > 1 else "flip"
    if not hands or scene.cut_off(tile) or not 0.55 < scene.size(heap) / scene.size(others) < 1.8:
        return "loose"
    if len(hands) == 1 and hands[0].count == LACKING and _at_end(scene, tile, hands[0]):
        return "win"
    over = [_over(scene, tile, hand) for hand in hands]
    if min(over) < OVER:
        return "loose"
    far = [
        h for h in lone if scene.tiles[h[0]] in FACES and min(_over(scene, h[0], x) for x in hands) >= OVER
    ]
    return "flip" if far == [heap] else "loose"


def _at_end(scene: Scene, tile: int, hand: Hand) -> bool:
    """Whether a lone tile lies a little beyond an end of the hand's row, about level with it: the winning tile."""
    for row in hand.rows:
        line = [i for i in row.tiles if i in hand.tiles]
        if len(line) < LEAST_OPEN or scene.size([tile]) < 0.7 * scene.size(line):
            continue
        way = np.array([np.cos(row.angle), np.sin(row.angle)])
        delta = scene.middles[tile] - scene.middles[[line[0], line[-1]]]
        beyond = max(-float(delta[0] @ way), float(delta[1] @ way)) / row.pitch
        end = int(float(delta[1] @ way) > 0)
        off = abs(float(delta[end] @ np.array([-way[1], way[0]])))
        if 1 < beyond < END and off < scene.sides[line[-end], 1]:
            return True
    return False


def _over(scene: Scene, tile: int, hand: Hand) -> float:
    """Free space between a lone tile and the hand's row beside which it lies, in that row's tile heights."""
    return min(scene.over(tile, [i for i in row.tiles if i in hand.tiles], row) for row in hand.rows)
