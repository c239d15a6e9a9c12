"""One photo of one scene: the picture and its truth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render import ink, painter, prints, sensor, solid, surfaces, things
from datasets.render import light as lighting
from datasets.render.geometry import Camera, turn_z
from datasets.render.pieces import Group, Piece, Thing, numbered

Image = npt.NDArray[np.uint8]
SUPER = 2  # the picture is painted this many times larger
LEAST_VISIBLE = 0.3
LEAST_SIDE = 4.0  # px of the shorter side of a labelled face


@dataclass(frozen=True)
class View:
    """Where the phone is. ``fill``: what share of the width (or height) the scene takes.

    ``tile``, if given, is the width of a tile near the middle as a share of the photo's width, instead of ``fill``.
    """

    elevation: float = 60.0
    azimuth: float = 0.0
    roll: float = 0.0
    lens: float = 0.95  # focal length / longer side of the photo
    fill: float = 0.85
    tile: float | None = None
    offset: tuple[float, float] = (0.0, 0.0)  # where the scene's middle lies, shares of the photo


@dataclass(frozen=True)
class Table:
    """What the table is made of: see ``surfaces``."""

    kind: str = "felt"
    number: int = 0
    turn: float = 0.0
    zoom: float = 1.0


@dataclass(frozen=True)
class Edge:
    """A border beyond which another surface begins: a rail, the table's end, the floor.

    It runs ``distance`` mm from the world's origin in the direction ``angle`` (degrees); ``dark`` dims what is beyond.
    """

    angle: float
    distance: float
    beyond: Table
    dark: float = 1.0


@dataclass(frozen=True)
class Scene:
    """Everything about a photo but its pixels."""

    groups: tuple[Group, ...]
    size: solid.Size = field(default_factory=solid.Size)
    faces: str = "classic"  # a face set of ``prints``
    ink: ink.Ink = ink.PLAIN
    ivory: tuple[float, float, float] = (214.0, 232.0, 238.0)  # BGR
    back: tuple[float, float, float] = (70.0, 130.0, 30.0)
    table: Table = field(default_factory=Table)
    light: lighting.Light = field(default_factory=lighting.Light)
    sensor: sensor.Sensor = field(default_factory=sensor.Sensor)
    view: View = field(default_factory=View)
    objects: tuple[Thing, ...] = ()
    edges: tuple[Edge, ...] = ()
    hands: tuple[things.Hand, ...] = ()
    focus: tuple[int, ...] = ()  # groups the photo is framed on; () = all


def camera_for(scene: Scene, width: int, height: int) -> Camera:
    """A camera from which the scene's groups fill the frame as the view asks."""
    view = scene.view
    chosen = [g for i, g in enumerate(scene.groups) if not scene.focus or i in scene.focus]
    centres = np.array([p.centre for g in chosen for p in g.pieces])
    reach = max(scene.size.width, scene.size.height) / 2
    points = np.concatenate(
        [centres + d for d in reach * np.array([[1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]])]
    )
    target = (points.max(axis=0) + points.min(axis=0)) / 2
    focal = view.lens * max(width, height)
    distance = 600.0
    camera = None
    for _ in range(6):
        camera = Camera.look(
            target, distance, view.elevation, view.azimuth, view.roll, focal, (width, height)
        )
        pixels, depth = camera.project(points)
        if depth.min() < 30:
            distance *= 1.6
            continue
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        share = max((high[0] - low[0]) / width, (high[1] - low[1]) / height)
        middle = (low + high) / 2 - np.array([width, height]) * (0.5 + np.array(view.offset))
        target = target + camera.rotation[0] * middle[0] * distance / focal
        target = target + camera.rotation[1] * middle[1] * distance / focal
        target[2] = scene.size.depth / 2
        distance *= share / view.fill if view.tile is None else _tile_share(scene, camera) / view.tile
    assert camera is not None
    return Camera.look(target, distance, view.elevation, view.azimuth, view.roll, focal, (width, height))


def _tile_share(scene: Scene, camera: Camera) -> float:
    """Width of a tile at the photo's middle, as a share of the photo's width."""
    middle = camera.ground(np.array([[camera.width / 2, camera.height / 2]]))[0]
    depth = float(camera.project(np.array([*middle, 0.0]))[1])
    return scene.size.width * camera.focal / max(1.0, depth) / camera.width


def shoot(scene: Scene, width: int, height: int, rng: np.random.Generator) -> tuple[Image, dict[str, Any]]:
    """The photo (height, width, BGR) and its truth: tiles with boxes, groups with roles (SPEC 2.3)."""
    big = (width * SUPER, height * SUPER)
    camera = camera_for(scene, *big)
    canvas = _ground(scene, camera, big)
    pieces = numbered(scene.groups)
    mesh = solid.build(scene.size)
    near = [p for p in pieces if float(camera.project(p.centre)[1]) > scene.size.height * 0.9]
    painter.ground_shadow(canvas, camera, near, mesh, scene.light)

    made: dict[tuple[str, int], Image] = {}

    def texture_of(piece: Piece, pixels: float) -> Image | None:
        plain = prints.look_up(scene.faces, piece.tile, variant(piece)).level(pixels)
        key = (piece.tile, id(plain))
        if key not in made:
            made[key] = ink.printed(plain, piece.tile, scene.ink)
        return made[key]

    colours = np.array([scene.ivory, scene.back])
    painted = painter.paint(
        canvas, camera, near, mesh, scene.size, scene.light, colours, texture_of, scene.objects
    )
    for hand in scene.hands:
        things.reach_in(painted.image, painted.ids, hand)
    flat = np.asarray(cv2.resize(painted.image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    ids = painted.ids[SUPER // 2 :: SUPER, SUPER // 2 :: SUPER]
    gain = lighting.field(scene.light, camera, (width, height))
    if scene.light.glare > 0:
        _mirror_lamp(flat, scene, camera, ids)
    if abs(scene.sensor.barrel) > 1e-4:
        maps = sensor.distortion(scene.sensor.barrel, (width, height))
        flat = np.asarray(cv2.remap(flat, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        ids = np.asarray(
            cv2.remap(ids, *maps, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
        )
    image = sensor.expose(flat, gain, scene.sensor, rng, ids > 0)
    return image, truth(scene, camera, near, painted, ids, (width, height))


def _lay(table: Table, camera: Camera, size: tuple[int, int]) -> Image:
    texture = surfaces.surface(table.kind, table.number)
    return surfaces.lay(texture, camera.plane(), size, table.turn, table.zoom)


def _ground(scene: Scene, camera: Camera, size: tuple[int, int]) -> Image:
    """The table and what lies beyond its edges."""
    canvas = _lay(scene.table, camera, size)
    for edge in scene.edges:
        turn = turn_z(edge.angle)[:2, :2]
        far = edge.distance + 6000.0
        strip = np.array([[edge.distance, -6000.0], [edge.distance, 6000.0], [far, 6000.0], [far, -6000.0]])
        corners = np.concatenate([strip @ turn.T, np.zeros((4, 1))], axis=1)
        mask = _plane_mask(corners, camera, size)
        if mask.any():
            other = _lay(edge.beyond, camera, size)
            if edge.dark < 1.0:
                other = np.asarray(cv2.convertScaleAbs(other, alpha=edge.dark), np.uint8)
            cv2.copyTo(other, mask, canvas)
    return canvas


def _plane_mask(corners: npt.NDArray[np.float64], camera: Camera, size: tuple[int, int]) -> Image:
    """Where a polygon on the table is seen; it is cut at the camera's own plane first."""
    mask = np.zeros((size[1], size[0]), np.uint8)
    depth = (corners - camera.position) @ camera.rotation[2]
    kept = []
    for i in range(len(corners)):
        a, b = i, (i + 1) % len(corners)
        if depth[a] > 20:
            kept.append(corners[a])
        if (depth[a] > 20) != (depth[b] > 20):
            kept.append(corners[a] + (corners[b] - corners[a]) * (20 - depth[a]) / (depth[b] - depth[a]))
    if len(kept) >= 3:
        pixels = np.clip(camera.project(np.array(kept))[0], -30000, 30000)
        cv2.fillConvexPoly(mask, pixels.round().astype(np.int32), 255)
    return mask


def variant(piece: Piece) -> int:
    """Which of a set's pictures of a tile this piece wears: fixed by where it lies."""
    return int(abs(piece.centre[0] * 7.3 + piece.centre[1] * 3.1))


def _mirror_lamp(flat: Image, scene: Scene, camera: Camera, ids: npt.NDArray[np.int16]) -> None:
    """The lamp mirrored, white whatever the colour, in glossy faces and backs, and faintly in the table.

    A back with a pebbled finish breaks it up.
    """
    height, width = ids.shape
    x, y, r = (v / SUPER for v in lighting.reflection(scene.light, camera, scene.size.depth))
    us, vs = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    spot = np.exp(-((us - x) ** 2 + (vs - y) ** 2) / (2 * max(r, 2.0) ** 2)) * scene.light.glare
    pebbles = np.random.default_rng(scene.table.number).standard_normal((height, width)).astype(np.float32)
    spot *= np.clip(1 + scene.light.pebbles * pebbles, 0, 2) * np.where(ids > 0, 1.0, 0.15)
    flat[:] = cv2.add(flat, cv2.merge([np.asarray(np.clip(spot * 255, 0, 255), np.uint8)] * 3))


def side_of(owner: float | None, camera: Camera) -> str | None:
    """Where in the photo somebody sits who sits ``owner`` degrees round the table."""
    if owner is None:
        return None
    direction = turn_z(owner) @ np.array([0.0, -1.0, 0.0])
    x, y = camera.rotation[:2] @ direction
    angle = math.degrees(math.atan2(x, y)) % 360  # 0 = down in the photo, 90 = right
    return ("bottom", "right", "top", "left")[round(angle / 90) % 4]


def truth(
    scene: Scene,
    camera: Camera,
    pieces: Sequence[Piece],
    painted: painter.Painted,
    ids: npt.NDArray[np.int16],
    size: tuple[int, int],
) -> dict[str, Any]:
    """Labels: the upright box of what is seen of each face (or back), as the real photos' labels have it."""
    tiles: list[dict[str, Any]] = []
    number: dict[int, int] = {}
    counts = np.bincount(ids.ravel(), minlength=len(pieces) + 1)
    for i, piece in enumerate(pieces):
        quad = painted.quads[i] / SUPER
        area = float(cv2.contourArea(quad.astype(np.float32)))
        sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
        across = area / max(1e-6, float(sides.max()))
        seen = counts[i + 1] / max(1.0, area)
        if counts[i + 1] < 12 or seen < LEAST_VISIBLE or across < LEAST_SIDE:
            continue
        x1, y1 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 40, 0)
        x2, y2 = np.ceil(quad.max(axis=0)).astype(int) + 40
        vs, us = np.nonzero(ids[y1:y2, x1:x2] == i + 1)
        if not len(us):
            continue
        number[i] = len(tiles)
        box = [int(us.min() + x1), int(vs.min() + y1), int(us.max() + x1 + 1), int(vs.max() + y1 + 1)]
        tiles.append(
            {
                "tile": piece.tile if painted.shows_face[i] else "back",
                "box": box,
                "visible": round(min(1.0, float(seen)), 2),
                "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in quad],
            }
        )
    groups = []
    for index, group in enumerate(scene.groups):
        members = [number[i] for i, p in enumerate(pieces) if p.group == index and i in number]
        if members:
            groups.append(
                {
                    "role": group.role,
                    "side": side_of(group.owner, camera),
                    "meld": group.meld,
                    "tiles": members,
                }
            )
    hidden = [_outline(piece, scene, camera, size) for i, piece in enumerate(pieces) if i not in number]
    return {
        "image": {"width": size[0], "height": size[1]},
        "tiles": tiles,
        "groups": groups,
        "hidden": [box for box in hidden if box is not None],
    }


def _outline(piece: Piece, scene: Scene, camera: Camera, size: tuple[int, int]) -> list[int] | None:
    """Upright box of the part of a whole tile that lies in the photo, whatever hides it; None outside."""
    corners = solid.corners(scene.size) @ piece.rotation.T + piece.centre
    pixels = camera.project(corners)[0] / SUPER
    low = np.clip(np.floor(pixels.min(axis=0)), 0, size)
    high = np.clip(np.ceil(pixels.max(axis=0)), 0, size)
    return None if (high - low).min() < 1 else [int(v) for v in (*low, *high)]


def jpeg(image: Image, quality: int) -> bytes:
    """Encode as JPEG."""
    ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise RuntimeError("OpenCV could not write a JPEG")
    return data.tobytes()
