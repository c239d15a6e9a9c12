"""Two tiles can't lie in one place: a discard for which there is no room is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from datasets.render import solid
from datasets.render.geometry import Array
from datasets.render.pieces import Group, Piece
from datasets.render.solid import Size
from vision.opencv import cv2

SHARED = 0.1
"""Of a tile's ground; less is two tiles that touch, a little askew."""
LEVEL = 2.0
"""mm by which two tiles must overlap in height as well; less is one on top of the other."""

Place = tuple[Array, float, float]
"""(n, 2) outline of a tile's ground, and from which height to which it reaches, mm."""


def with_room(groups: Sequence[Group], size: Size) -> tuple[Group, ...]:
    """The groups, ponds without the tiles that would lie in another's place; a pond left empty is gone."""
    laid = [place(piece, size) for group in groups if group.role != "discards" for piece in group.pieces]
    out = []
    for group in groups:
        if group.role == "discards":
            pieces = []
            for piece in group.pieces:
                own = place(piece, size)
                if not any(meet(own, other) for other in laid):
                    laid.append(own)
                    pieces.append(piece)
            group = replace(group, pieces=tuple(pieces))
        if group.pieces:
            out.append(group)
    return tuple(out)


def place(piece: Piece, size: Size) -> Place:
    """Where a tile is."""
    corners = solid.corners(size) @ piece.rotation.T + piece.centre
    ground = cv2.convexHull(corners[:, :2].astype(np.float32))[:, 0]
    return ground, float(corners[:, 2].min()), float(corners[:, 2].max())


def meet(one: Place, other: Place) -> bool:
    """Whether two tiles would be in one place."""
    ground, low, high = one
    theirs, bottom, top = other
    if min(high, top) - max(low, bottom) < LEVEL:
        return False
    if (ground.max(axis=0) < theirs.min(axis=0)).any() or (theirs.max(axis=0) < ground.min(axis=0)).any():
        return False
    shared, _ = cv2.intersectConvexConvex(ground, theirs)
    return bool(shared > SHARED * min(cv2.contourArea(ground), cv2.contourArea(theirs)))
