"""A whole table on its plan: hands, melds, walls and ponds belong to the side they face (SPEC 4). Pure geometry.

From outside in, a side has the hand with its melds in one line, the wall, the pond. ``None`` where the plan
doesn't show a table.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from scoring.tiles import BACK, FACES
from vision.bunches import Bunches, clear_melds
from vision.detections import distances_between
from vision.layout import HAND_SIZES, Group, MeldKind, Side
from vision.line_bits import Line
from vision.lines import Reading, read_line
from vision.middle import middle_of
from vision.plane import Plan
from vision.ponds import ALONG, OUTWARD, SIDES, ponds, sides_of
from vision.rows import components, neighbours_in
from vision.scene import Block, Scene
from vision.spacing import median, straight

Doubles = npt.NDArray[np.float64]
LEAST_CLOSED = 10  # so many backs in the outermost line of a side are a closed hand
ABREAST = 0.62  # tiles of one line follow each other at more than this
LEVEL = 0.6  # tiles of one line follow each other within this depth
NEXT = 3.4  # and this far along
COVERED = 5.5  # or this far, an arm or a cup between them
STEP = 0.6  # the next tile of a line begins at least this far along
STACK = (1.4, 2.7)  # the tiles beside one that lies on top of another are so far apart
ON_TOP = 0.2  # and it looks moved by at least so much
INWARDS = 1.1  # at most
OUTWARDS = 1.9  # at most: on the far side, where the view is low
JITTER = 0.1  # tiles of a row lie unevenly by so much
LEAST_LEVEL = 4
LEVEL_SLOPE = 0.2
LOWER = 0.2  # in logarithms
INNER = 4.0  # what lies this much nearer to the middle than the hands is no wall
ALONE = 1.6  # the flip lies at least this far from every other face
OUTER = 0.9  # what lies out this near to the hands is part of one, cut by the photo's edge
ON_WALL = 1.5  # and this near to the wall, or about as far out
BESIDE_WALL = 2.7  # or by what is left of one, unless it is cut by the photo's edge


@dataclass(frozen=True)
class _Line:
    """Tiles one beside the other before a side, in order along it; ``depth`` is their distance from the middle."""

    side: Side
    tiles: Block
    depth: float


def seated(scene: Scene, plan: Plan) -> list[Group] | None:
    """Every tile in a group with its side."""
    found = middle_of(scene.tiles, plan)
    if found is None:
        return None
    middle, reach = found
    places = plan.places - middle
    side = sides_of(places)
    depth = np.abs(places).max(axis=1)
    bunches = Bunches(scene)
    groups: list[Group] = []
    used: set[int] = set()
    for seat in SIDES:
        line = _hand_line(scene, places, side, depth, seat, reach)
        if line is not None:
            closed = all(scene.tiles[i] == BACK for i in line.tiles)
            if closed and (not LEAST_CLOSED <= len(line.tiles) <= HAND_SIZES[1] or line.depth < reach - 1):
                continue  # as well a wall
            told = [g for g in _hand(scene, places, line) if not _maybe_flip(scene, g)]
            groups += told
            used.update(i for group in told for i in group.tiles)
    rest = [i for i in range(len(scene.tiles)) if i not in used]
    # A meld in no line, or in one that is no hand's, is still a meld.
    outer = [i for i in rest if depth[i] > reach - INNER and scene.tiles[i] != BACK]
    lone = clear_melds(scene, bunches.of(outer), outer)
    groups += [Group("meld", block, side[block[0]], kind) for block, kind in lone]
    rest = [i for i in rest if not any(i in block for block, _ in lone)]
    groups = _stacked(scene, groups, rest)
    used = {i for group in groups for i in group.tiles}
    rest = [i for i in rest if i not in used]
    groups += _inside(scene, places, side, depth, rest, reach)
    return groups if any(group.side for group in groups) else None


def _maybe_flip(scene: Scene, group: Group) -> bool:
    """A face alone in its line, wholly in the photo."""
    tile = group.tiles[0]
    lone = group.role == "loose" and len(group.tiles) == 1 and scene.tiles[tile] in FACES
    on_wall = any(scene.tiles[i] == BACK for i in scene.beside[tile])
    return lone and not (scene.cut_off(tile) if on_wall else scene.near_edge[tile])


def _hand_line(
    scene: Scene, places: Doubles, side: Sequence[Side], depth: Doubles, seat: Side, reach: float
) -> _Line | None:
    """The outermost line of a side, where it lies about as far out as hands do."""
    lines = _lines(places, depth, [i for i, s in enumerate(side) if s == seat], seat)
    outer = [line for line in lines if line.depth > reach - 2.0 and len(line.tiles) > 1]
    best = max(outer, key=lambda line: line.depth, default=None)
    if best is None:
        return None
    line = _single(scene, places, depth, best)
    # Melds lie flat where the hand stands, and may lie further in or out: what shows faces beside the line continues it.
    for other in sorted(outer, key=lambda line: -line.depth):
        if other is best:
            continue
        more = _single(scene, places, depth, other)
        if scene.faces(more.tiles) and _beside(places, line, more):
            both = sorted((*line.tiles, *more.tiles), key=lambda i: float(places[i] @ np.array(ALONG[seat])))
            line = _Line(seat, tuple(both), line.depth)
    return _with_tops(scene, places, line, [i for i, s in enumerate(side) if s == seat])


def _with_tops(scene: Scene, places: Doubles, line: _Line, tiles: Sequence[int]) -> _Line:
    """The line with the tiles that lie on top of its kongs and look moved out of it."""
    at = (places @ np.array(ALONG[line.side])).tolist()
    out = list(line.tiles)
    for top in tiles:
        after = bisect(out, at[top], key=at.__getitem__)
        if not 0 < after < len(out) or top in line.tiles:
            continue
        stack = (out[after - 1], top, out[after])
        # Three backs may be of the wall as well.
        if _on_top(scene, places, line.side, stack) and scene.faces(stack):
            out.insert(after, top)
    return _Line(line.side, tuple(out), line.depth)


def _beside(places: Doubles, one: _Line, other: _Line) -> bool:
    along = np.array(ALONG[one.side])
    mine, its = places[list(one.tiles)] @ along, places[list(other.tiles)] @ along
    apart = max(its.min() - mine.max(), mine.min() - its.max())
    return bool(STEP < apart < COVERED)


def _single(scene: Scene, places: Doubles, depth: Doubles, line: _Line) -> _Line:
    """The line without what lies before it: of two tiles side by side across it, the inner one is the wall's."""
    if len(line.tiles) < 3:
        return line
    tiles = list(line.tiles)
    along = places[tiles] @ np.array(ALONG[line.side])
    off = depth[tiles] - straight(along, depth[tiles])
    abreast = np.abs(along[:, None] - along) < ABREAST
    for stack in _stacks(scene, places, line):
        own = [tiles.index(i) for i in stack]
        abreast[np.ix_(own, own)] = False
    inner = (abreast & (off[:, None] < off - 0.25)).any(axis=1)
    return _Line(line.side, tuple(i for i, no in zip(tiles, inner, strict=True) if not no), line.depth)


def _stacks(scene: Scene, places: Doubles, line: _Line) -> list[Block]:
    """Kongs whose fourth tile lies on top and hides the one below: before, on top, after."""
    stacks = [line.tiles[k : k + 3] for k in range(len(line.tiles) - 2)]
    found = [stack for stack in stacks if _on_top(scene, places, line.side, stack)]
    # Of backs in a staggered row every second one looks as if it lay on top.
    return [s for s in found if scene.faces(s) or not any({*s} & {*o} for o in found if o != s)]


def _on_top(scene: Scene, places: Doubles, side: Side, stack: Block) -> bool:
    """Whether the middle one of three tiles lies on a fourth. Their faces are equal."""
    first, top, last = (scene.tiles[i] for i in stack)
    if first != last or (top != first and BACK not in (top, first)):
        return False
    at, deep = places[list(stack)] @ np.array(ALONG[side]), places[list(stack)] @ np.array(OUTWARD[side])
    shift = float(deep[1] - (deep[0] + deep[2]) / 2)
    wide = STACK[0] < at[2] - at[0] < STACK[1]
    return bool(wide and abs(shift) > ON_TOP and -INWARDS < shift < OUTWARDS)


def _lines(places: Doubles, depth: Doubles, tiles: Sequence[int], seat: Side) -> list[_Line]:
    if not tiles:
        return []
    which = np.array(tiles)
    along = places[which] @ np.array(ALONG[seat])
    deep = depth[which]
    linked = (np.abs(deep[:, None] - deep[None]) < LEVEL) & (np.abs(along[:, None] - along[None]) < NEXT)
    place = along.tolist()
    out = []
    for part in components(neighbours_in(linked)):
        order = sorted(part, key=place.__getitem__)
        out.append(_Line(seat, tuple(tiles[k] for k in order), median(deep[part])))
    return out


def _hand(scene: Scene, places: Doubles, line: _Line) -> list[Group]:
    """The hand of a line with its melds."""
    tiles = list(line.tiles)
    along, deep = places[tiles] @ np.array(ALONG[line.side]), places[tiles] @ np.array(OUTWARD[line.side])
    steps = np.diff(along)
    usual = min(max(median(steps), 0.8), 1.2) if len(steps) > 2 else 1.0
    space = _levelled([float(step) / usual - 1 for step in steps])
    hidden = tuple(_hidden(places, line, *ends) for ends in pairwise(along.tolist()))
    off = deep - straight(along, deep) if len(tiles) > 2 else np.zeros(len(tiles))
    stacks = frozenset(_stacks(scene, places, line))
    read = read_line(Line(scene, line.tiles, space, hidden, tuple(off.tolist()), stacks, _low(scene, tiles)))
    if read is None or not (
        read.hand or any(map(scene.faces, (*(block for block, _ in read.melds), *read.parts)))
    ):
        return []  # as well a piece of wall
    out = [_held(scene, read, line.side)] if read.hand else []
    for block, kind in read.melds:
        # Four backs at the photo's edge, no hand beside them, may be what is seen of a closed one.
        cut = not read.hand and not scene.faces(block) and any(scene.near_edge[i] for i in block)
        out.append(Group("loose", block) if cut else Group("meld", block, line.side, kind))
    if read.win:
        out.append(Group("win", read.win, line.side))
    return [*out, *(Group("loose", part) for part in read.parts)]


def _low(scene: Scene, tiles: Sequence[int]) -> frozenset[int]:
    """The backs of a level or upright line that lie, of a wall or a kong, where the others stand: their boxes are less high."""
    backs = [i for i in tiles if scene.tiles[i] == BACK]
    run = np.ptp(scene.middles[list(tiles)], axis=0)
    over = int(run.argmin())
    if len(backs) < LEAST_LEVEL or run[over] > LEVEL_SLOPE * run[1 - over]:
        return frozenset()
    height = np.log(scene.sides[backs, over])
    order = height.argsort()
    steps = np.diff(height[order])
    at = int(steps.argmax()) + 1
    low, high = height[order[:at]], height[order[at:]]
    if steps.max() < LOWER or max(np.ptp(low), np.ptp(high)) > LOWER:
        return frozenset()
    # The outer edge of a standing tile that something before it hides in part is level with the others'.
    outwards = np.sign(scene.middles[backs, over].mean() - scene.middles[:, over].mean())
    x, edge = scene.middles[backs, 1 - over], outwards * scene.middles[backs, over] + np.exp(height) / 2
    line = np.polyval(np.polyfit(x[order[at:]], edge[order[at:]], min(1, len(high) - 1)), x)
    deeper = line - edge > LOWER * np.exp(height[order[at:]].mean())
    return frozenset(backs[k] for k in order[:at].tolist() if deeper[k])


def _levelled(space: Sequence[float]) -> tuple[float, ...]:
    """Free spaces without those between staggered tiles, where one that is too narrow lies beside each."""
    out = []
    for k, gap in enumerate(space):
        overlap = -min((0.0, *space[max(0, k - 1) : k], *space[k + 1 : k + 2])) - JITTER
        out.append(max(0.0, gap - overlap) if gap > 0 and overlap > 0 else gap)
    return tuple(out)


def _held(scene: Scene, read: Reading, side: Side) -> Group:
    if not scene.faces(read.hand) and not read.right:
        return Group("wall", read.hand)  # a closed hand looks like a wall but for its number
    # One or two tiles at the photo's edge may be anything.
    told = read.right or len(read.hand) > 2
    return Group("hand", read.hand, side) if told else Group("loose", read.hand)


def _hidden(places: Doubles, line: _Line, start: float, end: float) -> bool:
    """Whether something that lies before a gap in the line may hide the tiles in it: a wall, the flip on it."""
    if end - start < 1.5:
        return False
    at, deep = places @ np.array(ALONG[line.side]), places @ np.array(OUTWARD[line.side])
    before = (at > start + 0.4) & (at < end - 0.4) & (np.abs(deep - line.depth) < 0.8)
    before[list(line.tiles)] = False
    return bool(before.any())


def _stacked(scene: Scene, groups: Sequence[Group], rest: Sequence[int]) -> list[Group]:
    """A pung and the equal tile that lies on it are an added kong."""
    left = set(rest)
    out = []
    for group in groups:
        top: list[int] = []
        if group.meld == "pung":
            face = scene.tiles[group.tiles[0]]
            top = [i for i in left if scene.tiles[i] == face and scene.apart((i,), group.tiles) < 1.3]
        if len(top) == 1:
            kind: MeldKind = "added-kong"
            out.append(Group("meld", (*group.tiles, top[0]), group.side, kind))
            left -= set(top)
        else:
            out.append(group)
    return out


def _inside(
    scene: Scene,
    places: Doubles,
    side: Sequence[Side],
    depth: Doubles,
    rest: Sequence[int],
    reach: float,
) -> list[Group]:
    """Walls, ponds and the flip: what no hand has taken."""
    out: list[Group] = []
    backs = [i for i in rest if scene.tiles[i] == BACK]
    for seat in SIDES:
        wall = [i for i in backs if side[i] == seat]
        if wall:
            order = sorted(wall, key=lambda i: float(places[i] @ np.array(ALONG[seat])))
            out.append(Group("wall", tuple(order)))
    faces = [i for i in rest if scene.tiles[i] != BACK]
    apart = _apart(scene, places, depth, faces, backs, reach)
    flips = [i for i, alone in zip(faces, apart, strict=True) if alone and scene.tiles[i] in FACES]
    outer = [i for i in faces if depth[i] >= reach - INNER or i in flips]
    inner = [i for i in faces if i not in outer]
    if len(flips) == 1:
        out.insert(0, Group("flip", (flips[0],)))
        outer = [i for i in outer if i != flips[0]]
    return [*out, *ponds(places, inner), *(Group("loose", (i,)) for i in outer)]


def _apart(
    scene: Scene,
    places: Doubles,
    depth: Doubles,
    faces: Sequence[int],
    backs: Sequence[int],
    reach: float,
) -> list[bool]:
    """Whether each face lies by itself, on the wall or where walls are."""
    if not faces:
        return []
    own, deep = places[list(faces)], depth[list(faces)]
    others = distances_between(own, own)
    np.fill_diagonal(others, np.inf)
    wall = distances_between(own, places[list(backs)]).min(axis=1, initial=np.inf)
    whole = np.array([not scene.cut_off(i) for i in faces])
    on_wall = (wall < ON_WALL) | (whole & (wall < BESIDE_WALL))
    where_walls_are = (reach - INNER < deep) & (deep < reach - OUTER)
    out: list[bool] = ((others.min(axis=1) >= ALONE) & (on_wall | where_walls_are)).tolist()
    return out
