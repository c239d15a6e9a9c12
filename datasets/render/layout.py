"""How people put tiles down: rows, melds of each kind, ponds, walls.

Every builder works in its owner's frame: he sits at -y and looks along +y, his row runs along x about the origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from datasets.render.geometry import Array, turn_x, turn_y, turn_z
from datasets.render.pieces import Group, Piece
from datasets.render.solid import Size


@dataclass(frozen=True)
class Hands:
    """How neatly the owner works. Millimetres and degrees, standard deviations."""

    gap: float = 0.3
    slip: float = 0.5  # along the tile's height
    twist: float = 0.6


def seat(rotation: Array, size: Size, x: float, y: float, base: float = 0.0) -> Array:
    """The centre that lets a turned tile stand on height ``base``."""
    half = np.array([size.width, size.height, size.depth]) / 2
    return np.array([x, y, base + float(np.abs(rotation[2]) @ half)])


def flat(turn: float = 0.0) -> Array:
    """Lying face up."""
    return turn_z(turn)


def face_down(turn: float = 0.0) -> Array:
    """Lying on its face."""
    return turn_z(turn) @ turn_y(180.0)


def standing(lean: float = 0.0, turn: float = 0.0) -> Array:
    """Standing, its face to the owner, leaning back by ``lean`` degrees."""
    return turn_z(turn) @ turn_x(90.0 - lean)


def row(
    tiles: Sequence[str],
    size: Size,
    hands: Hands,
    rng: np.random.Generator,
    *,
    pose: str = "flat",
    lean: float = 0.0,
    step: float = 0.0,
    bow: float = 0.0,
    role: str = "hand",
    x: float = 0.0,
    y: float = 0.0,
) -> Group:
    """A row of tiles, ``pose`` flat | down | standing. ``step`` shifts every second tile, ``bow`` bends the row."""
    pitch = size.width + hands.gap
    middle = (len(tiles) - 1) / 2
    pieces = []
    for i, tile in enumerate(tiles):
        t = (i - middle) / max(1.0, middle)
        turn = float(rng.normal(0, hands.twist)) - bow * t * 8
        rotation = (
            {"flat": flat, "down": face_down}[pose](turn) if pose != "standing" else standing(lean, turn)
        )
        slip = float(rng.normal(0, hands.slip)) + step * (i % 2) + bow * t * t * size.height * 0.5
        place = seat(rotation, size, x + (i - middle) * pitch, y + slip)
        pieces.append(Piece(tile, rotation, place))
    return Group(role, tuple(pieces), None, 0.0)


def meld(
    kind: str,
    tile: str,
    size: Size,
    hands: Hands,
    rng: np.random.Generator,
    *,
    shown: int = 2,
    turned: int | None = None,
    stacked: bool = False,
) -> Group:
    """碰 and the three 杠, its left edge at x = 0. ``shown``: faces seen of a concealed kong (0, 1, 2 or 3).

    ``turned``: which tile lies sideways. ``stacked``: the fourth tile lies on top of the middle ones.
    """
    count = 3 if kind == "pung" else 4
    on_table = 3 if stacked and count == 4 else count
    down = {0: (0, 1, 2, 3), 1: (0, 1, 2), 2: (0, 3), 3: (3,)}[shown] if kind == "concealed-kong" else ()
    x = 0.0
    pieces = []
    for i in range(on_table):
        sideways = i == turned
        wide = size.height if sideways else size.width
        turn = float(rng.normal(0, hands.twist)) + (90.0 if sideways else 0.0)
        rotation = face_down(turn) if i in down else flat(turn)
        slip = float(rng.normal(0, hands.slip)) - (size.height - size.width) / 2 * sideways
        pieces.append(Piece(tile, rotation, seat(rotation, size, x + wide / 2, slip)))
        x += wide + hands.gap
    if on_table < count:
        turn = float(rng.normal(0, 2))
        rotation = face_down(turn) if 3 in down else flat(turn)
        under = pieces[1].centre
        pieces.append(Piece(tile, rotation, seat(rotation, size, under[0], under[1] + 1.0, size.depth)))
    return Group("meld", tuple(pieces), kind, 0.0)


def length(group: Group, size: Size) -> float:
    """How far a group reaches along x."""
    half = np.array([size.width, size.height, size.depth]) / 2
    return max(float(p.centre[0] + np.abs(p.rotation[0]) @ half) for p in group.pieces) - min(
        float(p.centre[0] - np.abs(p.rotation[0]) @ half) for p in group.pieces
    )


def pond(
    tiles: Sequence[str],
    size: Size,
    hands: Hands,
    rng: np.random.Generator,
    *,
    columns: int = 6,
    mess: float = 0.0,
) -> Group:
    """Discards in rows of ``columns``, the first row farthest from the owner; ``mess`` 0 neat … 1 thrown."""
    pieces = []
    for i, tile in enumerate(tiles):
        column, line = i % columns, i // columns
        spread = 1.0 + 0.75 * mess
        x = (column - (columns - 1) / 2) * (size.width + hands.gap) * spread + rng.normal(0, 5 * mess)
        y = -line * (size.height + hands.gap) * spread + rng.normal(0, 5 * mess)
        turn = rng.normal(0, hands.twist) + rng.normal(0, 40) * mess
        rotation = flat(float(turn))
        pieces.append(Piece(tile, rotation, seat(rotation, size, float(x), float(y))))
    return Group("discards", tuple(pieces), None, 0.0)


def wall(tiles: Sequence[str], size: Size, hands: Hands, rng: np.random.Generator, *, high: int = 2) -> Group:
    """Face-down stacks along x, ``high`` tiles each."""
    stacks = -(-len(tiles) // high)
    pieces = []
    for i, tile in enumerate(tiles):
        stack, level = i // high, i % high
        rotation = face_down(float(rng.normal(0, hands.twist)))
        x = (stack - (stacks - 1) / 2) * (size.width + hands.gap) + float(rng.normal(0, hands.gap / 2))
        y = float(rng.normal(0, hands.slip))
        pieces.append(Piece(tile, rotation, seat(rotation, size, x, y, level * size.depth)))
    return Group("wall", tuple(pieces), None, None)


def single(
    tile: str, size: Size, x: float, y: float, *, turn: float = 0.0, base: float = 0.0, role: str = "flip"
) -> Group:
    """One tile lying face up, perhaps on a wall (``base`` mm high)."""
    rotation = flat(turn)
    return Group(role, (Piece(tile, rotation, seat(rotation, size, x, y, base)),), None, None)
