"""The tile as a solid: a box with rounded edges, ivory in front and a coloured layer at the back."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets.render.geometry import Array

IVORY, BACK = 0, 1


@dataclass(frozen=True)
class Size:
    """Millimetres. ``layer`` is the share of the depth that has the colour of the back."""

    width: float = 26.0
    height: float = 36.0
    depth: float = 20.0
    radius: float = 2.4
    layer: float = 0.35


@dataclass(frozen=True)
class Mesh:
    """Convex polygons around the origin; the face looks along +z, its top along +y."""

    points: Array  # (V, 3)
    polygons: tuple[npt.NDArray[np.intp], ...]  # indices into points
    normals: Array  # (P, 3)
    materials: npt.NDArray[np.intp]  # (P,)
    face: Array  # (4, 3) of the printed face: top left, top right, bottom right, bottom left
    back: Array  # (4, 3) of the back


def corners(size: Size) -> Array:
    """(8, 3) of the box around a tile, about its middle."""
    signs = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))
    return signs * (size.width, size.height, size.depth)


def build(size: Size, arc: int = 2) -> Mesh:
    """Flat faces, ``arc`` strips along each edge, a cap at each corner."""
    half = np.array([size.width, size.height, size.depth]) / 2
    r = size.radius
    core = half - r
    split = -half[2] + size.layer * size.depth
    polygons: list[Array] = []
    normals: list[Array] = []
    materials: list[int] = []

    def add(points: list[Array], normal: Array) -> None:
        corners = np.array(points)
        for part, material in _split(corners, split):
            polygons.append(part)
            normals.append(normal / np.linalg.norm(normal))
            materials.append(material)

    for axis, sign in itertools.product(range(3), (-1.0, 1.0)):
        u, v = [i for i in range(3) if i != axis]
        normal = np.eye(3)[axis] * sign
        quad = []
        for su, sv in ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)):
            p = normal * half[axis]
            p[u], p[v] = su * core[u], sv * core[v]
            quad.append(p)
        add(quad, normal)
    for along in range(3):
        u, v = [i for i in range(3) if i != along]
        for su, sv in itertools.product((-1.0, 1.0), repeat=2):
            for k in range(arc):
                a, b = (math.pi / 2 * (k + i) / arc for i in (0, 1))
                quad = []
                for angle, end in ((a, -1.0), (a, 1.0), (b, 1.0), (b, -1.0)):
                    p = np.zeros(3)
                    p[along] = end * core[along]
                    p[u] = su * (core[u] + r * math.cos(angle))
                    p[v] = sv * (core[v] + r * math.sin(angle))
                    quad.append(p)
                normal = np.zeros(3)
                normal[u], normal[v] = su * math.cos((a + b) / 2), sv * math.sin((a + b) / 2)
                add(quad, normal)
    for signs in itertools.product((-1.0, 1.0), repeat=3):
        s = np.array(signs)
        add([s * (core + r * np.eye(3)[i]) for i in range(3)], s)
    return _weld(polygons, normals, materials, half, core, r)


def _split(corners: Array, z: float) -> list[tuple[Array, int]]:
    """Cut a convex polygon at height ``z`` into its ivory and its back-coloured part."""
    low, high = corners[:, 2].min(), corners[:, 2].max()
    if low >= z:
        return [(corners, IVORY)]
    if high <= z:
        return [(corners, BACK)]
    parts: dict[int, list[Array]] = {IVORY: [], BACK: []}
    for p, q in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        parts[IVORY if p[2] >= z else BACK].append(p)
        if (p[2] >= z) != (q[2] >= z):
            cut = p + (q - p) * (z - p[2]) / (q[2] - p[2])
            parts[IVORY].append(cut)
            parts[BACK].append(cut)
    return [(np.array(points), material) for material, points in parts.items()]


def _weld(
    polygons: list[Array], normals: list[Array], materials: list[int], half: Array, core: Array, r: float
) -> Mesh:
    everything = np.concatenate(polygons)
    points, index = np.unique(everything.round(6), axis=0, return_inverse=True)
    ends = np.cumsum([len(p) for p in polygons])
    indices = tuple(np.asarray(part) for part in np.split(index.reshape(-1), ends[:-1]))
    rim = core[:2] + 0.72 * r  # what looks like the face ends within the rounding
    square = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * rim
    face = np.concatenate([square, np.full((4, 1), half[2])], axis=1)
    back = np.concatenate([square, np.full((4, 1), -half[2])], axis=1)
    return Mesh(points, indices, np.array(normals), np.array(materials), face, back)
