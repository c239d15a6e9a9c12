"""Which of two solids hides the other: the painter's order of boxes that don't intersect."""

from __future__ import annotations

import numpy as np

from datasets.render.geometry import Array

_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


def back_to_front(centres: Array, rotations: Array, halves: Array, eye: Array, boxes: Array) -> list[int]:
    """Indices from the farthest to the nearest.

    centres (N, 3), rotations (N, 3, 3), halves (N, 3), eye (3,), screen boxes (N, 4) x1 y1 x2 y2. Two solids whose
    screen boxes meet are compared by a separating plane of either; the rest is free and goes by distance.
    """
    n = len(centres)
    distance = np.linalg.norm(centres - eye, axis=1)
    corners = centres[:, None] + np.einsum("nij,nkj->nki", rotations, _CORNERS[None] * halves[:, None])
    axes = np.swapaxes(rotations, 1, 2)  # (N, 3 axes, 3)
    normals = np.concatenate([axes, -axes], axis=1)  # (N, 6, 3)
    offsets = np.concatenate([halves, halves], axis=1) + np.einsum("nfi,ni->nf", normals, centres)
    overlap = (
        (boxes[:, None, 0] < boxes[None, :, 2])
        & (boxes[None, :, 0] < boxes[:, None, 2])
        & (boxes[:, None, 1] < boxes[None, :, 3])
        & (boxes[None, :, 1] < boxes[:, None, 3])
    )
    np.fill_diagonal(overlap, False)
    hides = np.zeros((n, n), bool)  # hides[a, b]: a is in front of b
    for a in range(n):
        others = np.flatnonzero(overlap[a])
        if not len(others):
            continue
        # (others, 6): how far the nearest corner of the other lies beyond each of a's planes
        beyond = (np.einsum("fi,oki->ofk", normals[a], corners[others]) - offsets[a][None, :, None]).min(
            axis=2
        )
        separated = beyond > -0.4
        seen = normals[a] @ eye > offsets[a]
        hides[others, a] |= (separated & seen[None]).any(axis=1)
        hides[a, others] |= (separated & ~seen[None]).any(axis=1)
    both = hides & hides.T
    nearer = distance[:, None] < distance[None]
    hides &= ~both | nearer
    return _drawn(hides, distance)


def _drawn(hides: np.ndarray[tuple[int, int], np.dtype[np.bool_]], distance: Array) -> list[int]:
    """Draw what hides nothing undrawn; among those, and to break a ring, the farthest first."""
    n = len(distance)
    waiting = hides.sum(axis=1)  # how many that lie behind me are not drawn yet
    left = np.ones(n, bool)
    order: list[int] = []
    for _ in range(n):
        free = np.flatnonzero(left & (waiting == 0))
        pool = free if len(free) else np.flatnonzero(left)
        pick = int(pool[np.argmax(distance[pool])])
        order.append(pick)
        left[pick] = False
        waiting -= hides[:, pick]
    return order
