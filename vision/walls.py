"""Backs of a photo of one player: walls, and what only lies there face down. Pure geometry."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.tiles import BACK
from vision.heaps import heaps
from vision.layout import Group
from vision.scene import Block, Scene

LEAST = 3
FEW = 4
SLENDER = 3.0  # a wall is so many times as long as it is wide
STRAIGHT = 0.3  # and its tiles lie off its line by less than this much of their size
TOUCHING = 1.25  # tiles of a wall lie within this many tile sizes of each other
BESIDE = 2.5  # and its last tile within this many
APART = 2.2  # a face so many tile sizes from a back lies beside it


def find_walls(scene: Scene, backs: Sequence[int], hand: set[int]) -> list[Group]:
    """Backs in touch are walls; the single tile at the end of one lies lower and a little apart."""
    parts = heaps(scene, backs, TOUCHING, scene.touch)
    faces = [i for i in range(len(scene.tiles)) if scene.tiles[i] != BACK and i not in hand]
    if kong_or_wall(scene):
        return [Group("loose", part) for part in parts]
    walls = [part for part in parts if _in_lines(scene, part) and not _among(scene, part, faces)]
    out = []
    for part in parts:
        near = part in walls or any(scene.apart(part, wall) < BESIDE for wall in walls)
        out.append(Group("wall" if near else "loose", part))
    return out


def _in_lines(scene: Scene, part: Block) -> bool:
    """Whether backs lie in one line, or most of them in lines of three and more: tiles that are being washed don't."""
    if len(part) < LEAST:
        return False
    along, across = scene.stretch(part)
    if along > SLENDER * across and (across < STRAIGHT or len(part) <= FEW):
        return True
    mine = set(part)
    blocks = [len(mine & set(block)) for row in scene.rows for block in row.blocks]
    longest = max(blocks) > LEAST or len(part) <= FEW
    return longest and 2 * sum(n for n in blocks if n >= LEAST) > len(part)


def kong_or_wall(scene: Scene) -> bool:
    """Up to four backs and one face: a concealed kong, or a piece of wall with the flip on it."""
    backs = scene.tiles.count(BACK)
    return backs <= 4 and len(scene.tiles) - backs <= 1


def _among(scene: Scene, part: Block, faces: Sequence[int]) -> bool:
    """Whether backs lie among faces, as when tiles are washed."""
    close = sum(scene.apart((i,), part) < APART for i in faces)
    return 2 * close > len(part)
