"""What lies on the table: pieces (a tile in a pose) in groups, and things that aren't tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from datasets.render.geometry import Array, turn_z


@dataclass(frozen=True)
class Piece:
    """One tile. ``rotation`` turns its own axes (face +z, top +y) into the world's."""

    tile: str
    rotation: Array
    centre: Array
    group: int = -1


@dataclass(frozen=True)
class Group:
    """SPEC 2.3: role hand | meld | discards | flip | win | wall | loose, the meld's kind and whose it is.

    ``owner`` is where its owner sits, in degrees anticlockwise from the photographer's edge of the table.
    """

    role: str
    pieces: tuple[Piece, ...]
    meld: str | None = None
    owner: float | None = None


@dataclass(frozen=True)
class Thing:
    """No tile: kind die | phone | cup | ashtray | chip | coin | lighter | box | ruler, standing on the table."""

    kind: str
    size: tuple[float, float, float]
    centre: tuple[float, float]
    angle: float
    colour: tuple[float, float, float]  # BGR
    base: float = 0.0


def moved(group: Group, turn: float, shift: Array) -> Group:
    """The group turned about the world's origin by ``turn`` degrees with its owner, then shifted."""
    rotation = turn_z(turn)
    pieces = tuple(
        replace(p, rotation=rotation @ p.rotation, centre=rotation @ p.centre + shift) for p in group.pieces
    )
    owner = None if group.owner is None else group.owner + turn
    return replace(group, pieces=pieces, owner=owner)


def numbered(groups: Sequence[Group]) -> list[Piece]:
    """All pieces, each knowing the index of its group."""
    return [replace(p, group=i) for i, group in enumerate(groups) for p in group.pieces]
