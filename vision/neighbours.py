"""What lies in a photo of one player and is a neighbour's: a line of faces before the player beside. Pure geometry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vision.rows import Row, runs_across
from vision.scene import Block, Scene
from vision.spacing import spacing

LEAST = 3  # tiles in line
STRAIGHT = 0.15  # they lie off it by less than this much of their size
TIGHT = 0.5  # three of them leave no more free space than this, in tile widths


def is_neighbours(scene: Scene, pile: Block, own: Iterable[Row]) -> bool:
    """Whether tiles are one straight line that runs across all the hand's rows: hand or melds of a player beside."""
    row = next((row for row in scene.rows if len(pile) >= LEAST and {*pile} <= {*row.tiles}), None)
    rows = list(own)
    return row is not None and bool(rows) and runs_across(row.angle, rows) and _straight(scene, pile, row)


def goes_on(scene: Scene, tile: int, lines: Iterable[Block]) -> bool:
    """Whether a tile lies in the row of one of these lines, beyond a gap."""
    row = next(row for row in scene.rows if tile in row.tiles)
    return any({*line} <= {*row.tiles} for line in lines)


def _straight(scene: Scene, tiles: Sequence[int], row: Row) -> bool:
    line = [i for i in row.tiles if i in {*tiles}]
    if scene.stretch(line)[1] > STRAIGHT:
        return False
    return len(line) > LEAST or max(spacing(scene.centres(line), scene.sizes[line])) < TIGHT
