"""Is a block of tiles a meld, and which: 碰 pung, 点豆 exposed, 闷豆 concealed, 转弯豆 added kong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from scoring.tiles import BACK, FLOWER
from vision.detections import Floats
from vision.layout import MeldKind


def meld_kind(tiles: Sequence[str], boxes: Floats, block: Sequence[int]) -> MeldKind | None:
    """The meld that these tiles (numbers into ``tiles``) show, or None.

    A concealed kong shows two, one or no face; three faces and a back, or four with one turned, are an
    added kong (SPEC 4).
    """
    names = [tiles[i] for i in block]
    faces = [name for name in names if name != BACK]
    if len(set(faces)) > 1 or FLOWER in faces:
        return None
    if len(names) == 3 and len(faces) == 3:
        return "pung"
    if len(names) != 4:
        return None
    if len(faces) == 4:
        return "added-kong" if _turned(boxes[list(block)]) else "exposed-kong"
    return "added-kong" if len(faces) == 3 else "concealed-kong"


def as_melds(tiles: Sequence[str], boxes: Floats, block: Sequence[int]) -> list[tuple[int, ...]]:
    """The block cut into melds without a tile left over; empty when it can't be. Melds often touch."""
    return next(all_as_melds(tiles, boxes, block), [])


def all_as_melds(
    tiles: Sequence[str], boxes: Floats, block: Sequence[int]
) -> Iterator[list[tuple[int, ...]]]:
    """Every way to cut the block into melds without a tile left over, kongs first."""
    if not block or (len(block) != 4 and all(tiles[i] == BACK for i in block)):
        return  # a longer row of backs is a wall
    for size in (4, 3):
        head, tail = tuple(block[:size]), tuple(block[size:])
        if len(head) == size and meld_kind(tiles, boxes, head):
            if not tail:
                yield [head]
            for rest in all_as_melds(tiles, boxes, tail):
                yield [head, *rest]


def hidden_kong(tiles: Sequence[str], block: Sequence[int]) -> MeldKind | None:
    """A concealed kong of which one tile is out of sight, as when the fourth lies on top: backs and one face."""
    names = [tiles[i] for i in block]
    faces = {name for name in names if name != BACK}
    shown = len(names) == 3 and names.count(BACK) > 0 and len(faces) == 1 and FLOWER not in faces
    return "concealed-kong" if shown else None


def misread_meld(tiles: Sequence[str], boxes: Floats, block: Sequence[int]) -> MeldKind | None:
    """The meld that these tiles would be if all but one were read right, or all looked alike like none of 捉鸡's; or None."""
    names = [tiles[i] for i in block]
    if BACK in names or len(names) not in (3, 4):
        return None
    face, most = Counter(names).most_common(1)[0]
    if most < len(names) - 1 or (face == FLOWER and most < len(names)):
        return None
    if len(names) == 3:
        return "pung"
    return "added-kong" if _turned(boxes[list(block)]) else "exposed-kong"


def _turned(boxes: Floats) -> bool:
    """Exactly one of the boxes is wide where the others are tall, or the other way round."""
    ratio = np.log((boxes[:, 2] - boxes[:, 0]) / np.maximum(boxes[:, 3] - boxes[:, 1], 1e-6))
    odd = [i for i in range(len(ratio)) if abs(ratio[i] - np.median(np.delete(ratio, i))) > np.log(1.35)]
    return len(odd) == 1
