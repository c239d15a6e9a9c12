"""Paints solids into a photo, farthest first, and keeps who owns each pixel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render import order
from datasets.render import things as objects
from datasets.render.geometry import Array, Camera
from datasets.render.light import Light
from datasets.render.pieces import Piece, Thing
from datasets.render.raster import SHIFT, Image, fixed
from datasets.render.solid import Mesh, Size


@dataclass(frozen=True)
class Painted:
    """``ids`` (height, width) holds 1 + the piece whose face or back is seen, 0 elsewhere."""

    image: Image
    ids: npt.NDArray[np.int16]
    quads: Array  # (N, 4, 2) what is labelled of each piece, in pixels: its face, its back or, ``closed``, its outline
    shows_face: npt.NDArray[np.bool_]  # (N,) else it counts as a back


def paint(
    canvas: Image,
    camera: Camera,
    pieces: Sequence[Piece],
    mesh: Mesh,
    size: Size,
    light: Light,
    colours: Array,
    texture: Callable[[Piece, float], Image | None],
    things: Sequence[Thing] = (),
) -> Painted:
    """Draw all ``pieces`` and ``things`` over ``canvas``. ``colours`` (2, 3): BGR of ivory and back.

    ``texture(piece, pixels)`` gives the print as a multiplying image for a face about so many pixels high.
    """
    ids = np.zeros(canvas.shape[:2], np.int16)
    n = len(pieces)
    if not n:
        for thing in things:
            objects.draw(canvas, ids, camera, thing, light)
        return Painted(canvas, ids, np.zeros((0, 4, 2)), np.zeros(0, bool))
    rotations = np.stack([p.rotation for p in pieces])
    centres = np.stack([p.centre for p in pieces])

    def place(points: Array) -> Array:
        return np.asarray(np.einsum("nij,vj->nvi", rotations, points) + centres[:, None])

    pixels, _ = camera.project(place(mesh.points))
    faces, backs = place(mesh.face), place(mesh.back)
    eye = camera.position
    shows_face = ((eye - faces.mean(axis=1)) * rotations[:, :, 2]).sum(axis=1) > 0
    shows_back = ((eye - backs.mean(axis=1)) * -rotations[:, :, 2]).sum(axis=1) > 0
    hidden = closed(rotations, faces, eye)
    seen = np.where(shows_face[:, None, None], faces, backs)
    quads, _ = camera.project(seen)
    labelled, _ = camera.project(np.where(hidden[:, None, None], upright_outline(faces, backs), seen))
    colour, visible = _shades(mesh, rotations, centres, eye, light, colours)
    halves = np.tile(np.array([size.width, size.height, size.depth]) / 2, (n, 1))
    boxes = np.concatenate([pixels.min(axis=1), pixels.max(axis=1)], axis=1)
    corners = fixed(pixels)
    quad_corners = fixed(labelled)
    halo = max(1.0, 0.05 * float(np.median(boxes[:, 3] - boxes[:, 1])))
    if things:
        around = [objects.box_of(thing) for thing in things]
        rims = [objects.outline(thing, camera)[0] for thing in things]
        centres = np.concatenate([centres, [box[0] for box in around]])
        turns = np.concatenate([rotations, [box[1] for box in around]])
        halves = np.concatenate([halves, [box[2] for box in around]])
        boxes = np.concatenate([boxes, [[*rim.min(axis=0), *rim.max(axis=0)] for rim in rims]])
    else:
        turns = rotations
    for i in order.back_to_front(centres, turns, halves, eye, boxes):
        if i >= n:
            objects.draw(canvas, ids, camera, things[i - n], light)
            continue
        hull = cv2.convexHull(corners[i])[:, 0]
        _occlude(canvas, hull, halo)
        shades = colour[i]
        cv2.fillConvexPoly(canvas, hull, _bgr(shades[visible[i]].mean(axis=0)), cv2.LINE_AA, SHIFT)
        for k in np.flatnonzero(visible[i]):
            cv2.fillConvexPoly(canvas, corners[i][mesh.polygons[k]], _bgr(shades[k]), cv2.LINE_AA, SHIFT)
        cv2.fillConvexPoly(ids, hull, 0, cv2.LINE_8, SHIFT)
        if shows_face[i] or shows_back[i] or hidden[i]:
            cv2.fillConvexPoly(ids, quad_corners[i], i + 1, cv2.LINE_8, SHIFT)
        if shows_face[i]:
            height = max(
                float(np.linalg.norm(quads[i, 0] - quads[i, 3])),
                float(np.linalg.norm(quads[i, 0] - quads[i, 1])),
            )
            print_ = texture(pieces[i], height)
            if print_ is not None:
                stamp(canvas, print_, quads[i])
    return Painted(canvas, ids, labelled, shows_face & ~hidden)


STANDS = 0.77
"""A tile whose face looks up or down by less (sine) stands, or leans."""
READABLE = 0.15
"""A face seen under less than this (sine of the angle) can't be read by anybody."""


def closed(rotations: Array, faces: Array, eye: Array) -> npt.NDArray[np.bool_]:
    """(N,) standing tiles that turn their face away from ``eye``, or so nearly that nobody could read it.

    From above most of what is seen of one is its top, so its back alone, a strip, is no box anybody would draw.
    """
    towards = eye - faces.mean(axis=1)
    towards /= np.linalg.norm(towards, axis=-1, keepdims=True)
    normals = rotations[:, :, 2]
    return np.asarray((np.abs(normals[:, 2]) < STANDS) & ((towards * normals).sum(axis=-1) < READABLE))


def upright_outline(faces: Array, backs: Array) -> Array:
    """(N, 4, 3) a standing tile's back from its lower edge up, on over its top to the face's upper edge."""
    heights = backs[:, :, 2]
    edges = (heights + np.roll(heights, -1, axis=1)).argmax(axis=1)
    out = backs.copy()
    for i, k in enumerate(edges):
        for corner in (k, (k + 1) % 4):
            out[i, corner] = faces[i, corner]
    return out


def _shades(
    mesh: Mesh, rotations: Array, centres: Array, eye: Array, light: Light, colours: Array
) -> tuple[Array, npt.NDArray[np.bool_]]:
    """BGR (N, P, 3) of every polygon, and which are seen (N, P)."""
    normals = np.einsum("nij,pj->npi", rotations, mesh.normals)
    middles = np.array([mesh.points[p].mean(axis=0) for p in mesh.polygons])
    places = np.einsum("nij,pj->npi", rotations, middles) + centres[:, None]
    towards = eye - places
    visible = (normals * towards).sum(axis=-1) > 0
    towards /= np.linalg.norm(towards, axis=-1, keepdims=True)
    brightness = light.shade(normals, towards)
    return np.clip(colours[mesh.materials][None] * brightness, 0, 255), visible


def _bgr(colour: Array) -> tuple[float, float, float]:
    b, g, r = colour.tolist()
    return (b, g, r)


def _window(points: Array, shape: tuple[int, ...], margin: int) -> tuple[int, int, int, int] | None:
    x1, y1 = np.floor(points.min(axis=0)).astype(int) - margin
    x2, y2 = np.ceil(points.max(axis=0)).astype(int) + margin + 1
    x1, y1, x2, y2 = max(0, x1), max(0, y1), min(shape[1], x2), min(shape[0], y2)
    return (x1, y1, x2, y2) if x2 - x1 > 1 and y2 - y1 > 1 else None


def _occlude(canvas: Image, hull: npt.NDArray[np.int32], reach: float) -> None:
    """The dark seam a solid leaves on what lies just behind it."""
    margin = int(2 * reach) + 1
    window = _window(hull / (1 << SHIFT), canvas.shape, margin)
    if window is None:
        return
    x1, y1, x2, y2 = window
    mask = np.zeros((y2 - y1, x2 - x1), np.uint8)
    cv2.fillConvexPoly(mask, hull - np.array([x1, y1], np.int32) * (1 << SHIFT), 110, cv2.LINE_8, SHIFT)
    side = 2 * max(1, round(reach)) + 1
    mask = cv2.blur(mask, (side, side))
    keep = cv2.merge([255 - mask] * 3)
    canvas[y1:y2, x1:x2] = cv2.multiply(canvas[y1:y2, x1:x2], keep, scale=1 / 255)


def stamp(canvas: Image, print_: Image, quad: Array) -> None:
    """Multiply ``print_`` (white = nothing) onto the quadrilateral (top left, clockwise)."""
    window = _window(quad, canvas.shape, 1)
    if window is None:
        return
    x1, y1, x2, y2 = window
    h, w = print_.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, (quad - [x1, y1] - 0.5).astype(np.float32))
    ink = cv2.warpPerspective(
        print_, warp, (x2 - x1, y2 - y1), flags=cv2.INTER_LINEAR, borderValue=(255, 255, 255)
    )
    canvas[y1:y2, x1:x2] = cv2.multiply(canvas[y1:y2, x1:x2], ink, scale=1 / 255)


def ground_shadow(canvas: Image, camera: Camera, pieces: Sequence[Piece], mesh: Mesh, light: Light) -> None:
    """Darken the table where the lamp is hidden by a piece."""
    if not pieces or light.shadow <= 0:
        return
    lamp = np.array(light.lamp)
    shrink = 2
    mask = np.zeros((canvas.shape[0] // shrink, canvas.shape[1] // shrink), np.uint8)
    for p in pieces:
        points = mesh.points @ p.rotation.T + p.centre
        t = lamp[2] / np.maximum(lamp[2] - points[:, 2], 1)
        floor = lamp[:2] + (points[:, :2] - lamp[:2]) * t[:, None]
        pixels, depth = camera.project(np.concatenate([floor, np.zeros((len(floor), 1))], axis=1))
        if depth.min() > 10:
            cv2.fillConvexPoly(mask, cv2.convexHull(fixed(pixels / shrink)), 255, cv2.LINE_AA, SHIFT)
    middle = np.mean([p.centre for p in pieces], axis=0)
    scale = camera.focal / max(1.0, float(camera.project(middle)[1]))
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.8, light.softness * scale / shrink / 2))
    mask = cv2.resize(mask, (canvas.shape[1], canvas.shape[0]), interpolation=cv2.INTER_LINEAR)
    keep = (255 - mask * light.shadow).astype(np.uint8)
    np.copyto(canvas, cv2.multiply(canvas, cv2.merge([keep] * 3), scale=1 / 255))
