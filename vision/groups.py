"""Rows → what they are: hand, melds, flip, winning tile, discards, wall (SPEC 4 "Layout"). Pure geometry.

Honest first: what the photo can't tell is ``loose``.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.tiles import BACK, FACES
from vision.detections import Floats
from vision.hands import LEAST_HAND, all_hands, one_hand, only_melds
from vision.layout import Group, Role
from vision.melds import as_melds, meld_kind
from vision.rows import Row, find_rows
from vision.scene import Block, Scene

APART = 1.22  # the flip lies at least this many tile sizes from every other face
LEAST_POND = 6  # fewer tiles than this that lie together are loose
TOUCH = 1.6  # discards lie within this many tile sizes of each other
ORDER: tuple[Role, ...] = ("hand", "meld", "win", "flip", "discards", "wall", "loose")


def find_groups(
    tiles: Sequence[str], boxes: Floats, width: int, height: int, full_table: bool = False
) -> list[Group]:
    """Every tile in exactly one group.

    A photo of one player has one hand with side None; melds of other players in it have the side they lie
    on. With ``full_table`` each hand and its melds have the side they face.
    """
    scene = Scene(tuple(tiles), boxes, tuple(find_rows(boxes)), width, height)
    if not scene.rows:
        return []
    hands = all_hands(scene) if full_table else one_hand(scene)
    groups: list[Group] = []
    for hand in hands:
        side = scene.seat(hand.tiles or hand.win) if full_table else None
        if hand.tiles:
            groups.append(Group("hand", hand.tiles, side))
        groups += [Group("meld", block, side, kind) for block, kind in hand.melds]
        if hand.win:
            groups.append(Group("win", hand.win, side))
    used = {i for group in groups for i in group.tiles}
    rest = _rest(scene, used, bool(hands))
    return groups + sorted(rest, key=lambda group: ORDER.index(group.role))


def _rest(scene: Scene, used: set[int], hand: bool) -> list[Group]:
    """Groups of what no hand has taken."""
    free = [(row, tuple(i for i in row.tiles if i not in used)) for row in scene.rows]
    lines = [(row, left) for row, left in free if left]
    flip = _flip(scene, [left for _, left in lines], hand)
    groups = [Group("flip", flip)] if flip else []
    lines = [(row, left) for row, left in lines if left != flip]
    if hand:
        ponds = _ponds(scene, [line for line in lines if not _melds(scene, *line, hand)])
        groups += [Group("discards", pond) for pond in ponds]
        taken = {i for pond in ponds for i in pond}
        lines = [(row, left) for row, left in lines if not taken & set(left)]
    for row, left in lines:
        melds = _melds(scene, row, left, hand) if hand or only_melds(scene) else []
        if melds:
            groups += melds
        elif not scene.faces(left) and len(left) >= LEAST_HAND:
            groups.append(Group("wall", left))
        else:
            groups.append(Group("loose", left))
    return groups


def _flip(scene: Scene, lines: Sequence[Block], hand: bool) -> Block:
    """The one suit tile that lies apart from all others, or the only tile of a photo; of two, neither."""
    lone = [left for left in lines if len(left) == 1 and scene.tiles[left[0]] in FACES]
    if len(lone) != 1:
        return ()
    mine = lone[0]
    others = [i for i in range(len(scene.tiles)) if i != mine[0] and scene.tiles[i] != BACK]
    if not others:  # alone, or turned up on a wall
        return mine
    if not hand:
        return ()
    unit = scene.size(others)
    clear = scene.apart(mine, others) * scene.size(mine) > APART * unit
    return mine if clear and 0.55 < scene.size(mine) / unit < 1.8 else ()


def _melds(scene: Scene, row: Row, left: Block, hand: bool) -> list[Group]:
    """Melds of another player, or of a photo without a hand, when the row is nothing but melds."""
    if set(left) != set(row.tiles) or not scene.faces(left):
        return []
    return [
        Group("meld", meld, scene.seat(meld) if hand else None, meld_kind(scene.tiles, scene.boxes, meld))
        for meld in as_melds(scene.tiles, scene.boxes, row.tiles)
    ]


def _ponds(scene: Scene, lines: Sequence[tuple[Row, Block]]) -> list[Block]:
    """Heaps of faces that touch, in more than one row: discards, row after row."""
    heaps: list[list[Block]] = []
    for _, left in lines:
        if scene.faces(left) < len(left):
            continue
        near = [heap for heap in heaps if any(_touch(scene, left, other) for other in heap)]
        heaps = [heap for heap in heaps if heap not in near] + [[b for heap in near for b in heap] + [left]]
    return [
        tuple(i for block in reversed(heap) for i in block)
        for heap in heaps
        if len(heap) > 1 and sum(map(len, heap)) >= LEAST_POND
    ]


def _touch(scene: Scene, one: Block, other: Block) -> bool:
    ratio = scene.size(one) / scene.size(other)
    return 0.6 < ratio < 1.67 and min(scene.apart(one, other), scene.apart(other, one)) < TOUCH
