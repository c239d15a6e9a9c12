"""What other games lay beside a hand: chows (吃) in one line with pungs, and flowers. 捉鸡 has neither.

They are told apart so that the hand and the pungs beside them are still read; they stay loose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scoring.tiles import BACK, FACES, FLOWER
from vision.detections import Floats
from vision.layout import HAND_SIZES, Group
from vision.rows import Row
from vision.scene import Block, Scene

MOST_ALONE = 2
LEAST_HAND = 4
ROWS_AROUND = 3
ALONG = 2.0  # rows this near to each other, in tile sizes, lie along each other
APART = 2.0  # a flower this near to a pond, in its size, was thrown there
Sets = tuple[tuple[Block, bool], ...]
"""Sets in order with whether each is a chow."""


def is_chow(names: Sequence[str]) -> bool:
    """Three numbers of a suit that follow each other, in any order."""
    if len(names) != 3 or not set(names) <= set(FACES) or len({name[1] for name in names}) > 1:
        return False
    low, mid, high = sorted(int(name[0]) for name in names)
    return (mid - low, high - mid) == (1, 1)


def as_sets(tiles: Sequence[str], block: Block) -> Sets:
    """The block cut into pungs, kongs and chows without a tile left over; empty when it can't be."""
    for size in (4, 3):
        head, rest = block[:size], block[size:]
        names = [tiles[i] for i in head]
        if len(head) < size:
            continue
        equal = len(set(names)) == 1 and names[0] != FLOWER
        if equal or is_chow(names):
            tail = as_sets(tiles, rest)
            if tail or not rest:
                return ((head, not equal), *tail)
    return ()


def chows(scene: Scene) -> list[Block]:
    """The chows of lines that are nothing but sets. A hand's number never is a multiple of three."""
    found: list[tuple[int, Block, list[Block]]] = []
    for k, row in enumerate(scene.rows):
        whole = _no_hand(scene, row.tiles)
        lines = [(row.tiles, whole)] if whole else [(block, _no_hand(scene, block)) for block in row.blocks]
        for line, sets in lines:
            runs = [block for block, chow in sets if chow]
            # A long line of nothing but runs may be part of a hand laid in two lines.
            alone = len(runs) > MOST_ALONE and 3 * len(runs) == len(line)
            if (
                runs
                and not _among_others(scene, line)
                and not (alone and any(len(line) + len(r.tiles) in HAND_SIZES for r in scene.rows))
            ):
                found.append((k, line, runs))
    # In a pond whose tiles happen to follow each other such lines touch.
    return [
        run
        for k, line, runs in found
        if not any(k != other and scene.touch[np.ix_(line, beside)].any() for other, beside, _ in found)
        for run in runs
    ]


def _among_others(scene: Scene, line: Block) -> bool:
    """Whether tiles touch faces of so many other rows as only a pond's do."""
    faces = {j for i in line for j in scene.beside[i] if scene.tiles[j] != BACK} - {*line}
    return sum(not faces.isdisjoint(row.tiles) for row in scene.rows) >= ROWS_AROUND


def _no_hand(scene: Scene, line: Block) -> Sets:
    """The sets of a line that is no hand: by its number, or a kong among them and a row of further faces along it."""
    sets = as_sets(scene.tiles, line)
    if not sets or len(line) % 3 == 0:
        return sets
    own = {*line}
    rows = [
        row.tiles for row in scene.rows if own.isdisjoint(row.tiles) and scene.faces(row.tiles) >= LEAST_HAND
    ]
    return sets if any(scene.apart(line, tiles) < ALONG for tiles in rows) else ()


def trimmed(tiles: Sequence[str], rows: Sequence[Row]) -> list[Row]:
    """The rows without the flowers at the ends of their blocks."""
    out = []
    for row in rows:
        blocks = [block for block in (_trimmed(tiles, block) for block in row.blocks) if block]
        if blocks:
            out.append(replace(row, blocks=tuple(blocks)))
    return out


def _trimmed(tiles: Sequence[str], block: Block) -> Block:
    faces = [k for k, i in enumerate(block) if tiles[i] != FLOWER]
    return block[faces[0] : faces[-1] + 1] if faces else ()


def put_back(groups: Sequence[Group], rows: Sequence[Row], boxes: Floats) -> list[Group]:
    """The groups with the flowers that stand at a hand's end or in a pond; the others are loose."""
    of = {i: k for k, group in enumerate(groups) for i in group.tiles}
    out = list(groups)
    box = boxes.astype(np.float64)
    middles, sizes = (box[:, :2] + box[:, 2:]) / 2, np.sqrt((box[:, 2:] - box[:, :2]).prod(axis=1))
    thrown = [i for group in groups if group.role == "discards" for i in group.tiles]
    for row in rows:
        for block in row.blocks:
            told = [k for k, i in enumerate(block) if i in of]
            first, last = (told[0], told[-1] + 1) if told else (len(block), len(block))
            for bit, beside, ahead in ((block[:first], first, True), (block[last:], last - 1, False)):
                if not bit:
                    continue
                k = of[block[beside]] if told else -1
                if not (told and out[k].role == "hand") and thrown:
                    away = np.hypot(*(middles[thrown] - middles[bit[0]]).T)
                    k = of[thrown[int(away.argmin())]] if away.min() < APART * sizes[bit[0]] else k
                if k >= 0 and out[k].role in ("hand", "discards"):
                    tiles = (*bit, *out[k].tiles) if ahead else (*out[k].tiles, *bit)
                    out[k] = replace(out[k], tiles=tiles)
                else:
                    out.append(Group("loose", bit))
    return out
