"""Rendered photos: labels are tight and true, seeds repeat, nothing is mirrored, no fifth tile."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import get_args

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from datasets.commands import render
from datasets.render import (
    compose,
    layout,
    order,
    painter,
    photo,
    real_faces,
    run,
    scenes,
    solid,
    surfaces,
)
from datasets.render.fixed import Fixed, Lamp, Roll, held
from datasets.render.geometry import Camera, turn_z
from datasets.render.layout import Hands
from datasets.render.light import Light
from datasets.render.photo import Scene, Table, View
from datasets.render.pieces import Group, Piece, numbered
from datasets.render.sensor import Sensor
from datasets.render.solid import Size
from scoring.tiles import FACES, HONOURS

CLEAR = Sensor(barrel=0.0, defocus=0.0, noise=0.0, chroma_noise=0.0, vignette=0.0, sharpen=0.0)
NEAT = Hands(gap=1.0, slip=0.0, twist=0.0)
DRAWN = run.face_sets("drawn")


def job(kind: str | None = None, seed: int = 3) -> run.Job:
    return run.Job(Path("unused"), seed, 320, kind, DRAWN)


def rng(number: int = 0) -> np.random.Generator:
    return np.random.default_rng(number)


def test_the_command_offers_what_there_is() -> None:
    """Its choices are written out, so that `zhuoji --help` loads no renderer."""
    choices = {p.name: tuple(p.type.choices) for p in render.params if isinstance(p.type, click.Choice)}
    assert choices == {
        "kind": tuple(scenes.KINDS),
        "lamp": get_args(Lamp),
        "roll": get_args(Roll),
        "table": surfaces.KINDS,
        "faces": ("drawn", "photos", "crops", "all"),
    }


@pytest.mark.parametrize("kind", scenes.KINDS)
def test_a_seed_repeats_to_the_last_pixel(kind: str) -> None:
    first, second = run.one(job(kind), 5), run.one(job(kind), 5)
    assert np.array_equal(first[0], second[0])
    assert first[1:] == second[1:]
    other = run.one(job(kind), 6)
    assert other[1] != first[1]


def test_the_same_scenes_under_other_lamps_and_at_other_angles() -> None:
    for number in range(4):
        plain, white, coloured, turned = (
            run.one(replace(job("hand"), fixed=fixed), number)
            for fixed in (
                Fixed(),
                Fixed("white", "straight"),
                Fixed("coloured", "straight"),
                Fixed("white", "any"),
            )
        )
        assert white[1] == coloured[1]  # only the light differs
        assert not np.array_equal(white[0], coloured[0])
        assert turned[1]["tiles"] != white[1]["tiles"]
        assert plain[1]["faces"] == white[1]["faces"]
    straight = held(compose.plan(rng(3), DRAWN), Fixed(roll="straight"), rng(3)).scene
    assert (straight.view.roll, straight.view.azimuth) == (0.0, 0.0)
    white_light = held(compose.plan(rng(3), DRAWN), Fixed(lamp="white"), rng(3)).scene.light
    assert white_light.wash == white_light.wash_far == (1.0, 1.0, 1.0)
    views = [
        held(compose.plan(rng(3), DRAWN), Fixed(roll=roll), rng(3)).scene.view for roll in ("any", "around")
    ]
    assert views[0] == replace(views[1], azimuth=0.0)
    assert views[1].azimuth == compose.plan(rng(3), DRAWN).scene.view.azimuth != 0
    lamp = held(compose.plan(rng(3), DRAWN), Fixed(lamp="coloured"), rng(3)).scene.light.wash
    assert max(lamp) > 1.3 * min(lamp)
    assert held(compose.plan(rng(3), DRAWN), Fixed(table="checks"), rng(3)).scene.table.kind == "checks"


def test_a_lamp_mirrors_white_even_in_a_dark_green_back() -> None:
    back = Piece("5z", layout.face_down(), layout.seat(layout.face_down(), Size(), 0, 0))
    lamp = Light(lamp=(0.0, 0.0, 900.0), gloss=0.0, shadow=0.0)
    scene = Scene(
        (Group("wall", (back,)),),
        back=(30.0, 90.0, 10.0),
        light=lamp,
        sensor=CLEAR,
        view=View(elevation=90, fill=0.6),
        table=Table("plain", 1),
    )
    dull, truth = photo.shoot(scene, 320, 320, rng())
    shiny, _ = photo.shoot(replace(scene, light=replace(lamp, glare=0.6, glare_size=8.0)), 320, 320, rng())
    x1, y1, x2, y2 = truth["tiles"][0]["box"]
    more = shiny[y1:y2, x1:x2].astype(int) - dull[y1:y2, x1:x2]
    spot = more[more.sum(axis=2) > 200]
    assert 50 < len(spot) < 0.7 * more[..., 0].size  # a spot, not the whole back
    assert np.ptp(spot.mean(axis=0)) < 30  # as much red as green


@pytest.mark.parametrize("number", range(12))
def test_labels_lie_in_the_photo_and_groups_know_their_tiles(number: int) -> None:
    image, truth, _ = run.one(job(), number)
    height, width = image.shape[:2]
    assert truth["image"] == {"width": width, "height": height}
    for tile in truth["tiles"]:
        x1, y1, x2, y2 = tile["box"]
        assert 0 <= x1 < x2 <= width
        assert 0 <= y1 < y2 <= height
        assert tile["tile"] in run.YOLO
    members = [i for group in truth["groups"] for i in group["tiles"]]
    assert sorted(members) == list(range(len(truth["tiles"])))


@pytest.mark.parametrize("number", range(40))
def test_no_fifth_tile_on_a_table(number: int) -> None:
    plan = compose.plan(compose.generator(11, number), DRAWN)
    counts = Counter(piece.tile for group in plan.scene.groups for piece in group.pieces)
    for tile, count in counts.items():
        assert count <= (1 if tile[0] in "fs" else 4), tile


@pytest.mark.parametrize("number", range(30))
def test_never_mirrored(number: int) -> None:
    """Every turn keeps hands: determinant 1, and a seen face's corners run clockwise in the photo."""
    made = run.one(job(seed=21), number)
    plan = compose.plan(compose.generator(21, number), DRAWN)
    for group in plan.scene.groups:
        for piece in group.pieces:
            assert np.linalg.det(piece.rotation) == pytest.approx(1.0)
    for tile in made[1]["tiles"]:
        if tile["tile"] != "back":
            assert cv2.contourArea(np.array(tile["quad"], np.float32), oriented=True) > 0


def test_print_is_upright_and_not_mirrored() -> None:
    """7p's slanted row falls from the top left to the right: its ink must lie so in the photo."""
    scene = Scene(
        (Group("flip", (Piece("7p", layout.flat(), layout.seat(layout.flat(), Size(), 0, 0)),)),),
        faces="page",
        sensor=CLEAR,
        view=View(elevation=90, fill=0.6),
        table=Table("plain", 0),
    )
    image, truth = photo.shoot(scene, 320, 320, rng())
    x1, y1, x2, y2 = truth["tiles"][0]["box"]
    face = image[y1:y2, x1:x2].astype(int)
    height, width = face.shape[:2]
    green = (face[..., 1] - face[..., 2] > 25) & (face[..., 1] - face[..., 0] > 10)
    ys, xs = np.nonzero(green)
    assert len(ys) > 50
    assert ys.mean() < 0.45 * height
    assert np.corrcoef(xs, ys)[0, 1] > 0.6
    red = (face[..., 2] - face[..., 1] > 60).nonzero()
    assert red[0].mean() > 0.55 * height
    assert red[1].mean() == pytest.approx(width / 2, abs=0.06 * width)


@pytest.mark.parametrize(("shown", "backs"), [(0, 4), (1, 3), (2, 2), (3, 1)])
@pytest.mark.parametrize("stacked", [False, True])
def test_concealed_kong_shows_as_many_faces_as_asked(shown: int, backs: int, stacked: bool) -> None:
    group = layout.meld("concealed-kong", "8p", Size(), NEAT, rng(), shown=shown, stacked=stacked)
    down = [piece for piece in group.pieces if piece.rotation[2, 2] < 0]
    assert len(group.pieces) == 4
    assert len(down) == backs
    if not stacked:
        _, truth = photo.shoot(Scene((group,), sensor=CLEAR, view=View(elevation=70)), 640, 480, rng())
        assert (
            Counter(tile["tile"] for tile in truth["tiles"])
            == Counter({"back": backs, "8p": shown}) - Counter()
        )


@pytest.mark.parametrize(("kind", "count"), [("pung", 3), ("exposed-kong", 4), ("added-kong", 4)])
def test_a_turned_tile_lies_across(kind: str, count: int) -> None:
    group = layout.meld(kind, "1s", Size(), NEAT, rng(), turned=1)
    across = [abs(piece.rotation[0, 1]) > 0.9 for piece in group.pieces]
    assert across == [i == 1 for i in range(count)]
    xs = [piece.centre[0] for piece in group.pieces]
    assert xs == sorted(xs)


@pytest.mark.parametrize(("owner", "side"), [(0, "bottom"), (90, "right"), (180, "top"), (270, "left")])
@pytest.mark.parametrize("azimuth", [0, 90])
def test_side_is_where_the_owner_sits_in_the_photo(owner: float, side: str, azimuth: float) -> None:
    camera = Camera.look(np.zeros(3), 800, 60, azimuth, 0, 600, (640, 480))
    expected = {0: side, 90: {"bottom": "left", "right": "bottom", "top": "right", "left": "top"}[side]}
    assert photo.side_of(owner, camera) == expected[int(azimuth)]


def test_nearer_solids_are_painted_later() -> None:
    """A tall one in front of a flat one, and one on top of another, whatever their centres' distances."""
    halves = np.array([[13.0, 18, 10]] * 3)
    centres = np.array([[0, 0, 10.0], [0, 0, 30.0], [0, -60, 10.0]])
    turns = np.stack([np.eye(3)] * 3)
    eye = np.array([0, -500.0, 300.0])
    boxes = np.array([[0, 0, 100, 100]] * 3, float)
    drawn = order.back_to_front(centres, turns, halves, eye, boxes)
    assert drawn.index(0) < drawn.index(1)
    assert drawn.index(0) < drawn.index(2)
    assert drawn.index(1) < drawn.index(2)


def test_solid_is_closed_and_convex() -> None:
    mesh = solid.build(Size())
    half = np.array([13.0, 18.0, 10.0])
    assert np.abs(mesh.points).max(axis=0) == pytest.approx(half)
    for polygon, normal in zip(mesh.polygons, mesh.normals, strict=True):
        plane = float(np.max(mesh.points[polygon] @ normal))
        assert np.all(mesh.points @ normal <= plane + 0.5 * Size().radius)  # a corner's cap is one triangle
    assert {0, 1} == set(mesh.materials.tolist())


def test_camera_projects_and_finds_the_ground_again() -> None:
    camera = Camera.look(np.array([10.0, 20.0, 0.0]), 700, 40, 30, 12, 900, (800, 600))
    spots = np.array([[0.0, 0.0], [100.0, -50.0], [-80.0, 60.0]])
    pixels, depth = camera.project(np.concatenate([spots, np.zeros((3, 1))], axis=1))
    assert np.all(depth > 0)
    assert camera.ground(pixels) == pytest.approx(spots)
    assert camera.project(np.array([10.0, 20.0, 0.0]))[0] == pytest.approx([400, 300])


def test_squared_stretches_labels_with_the_photo() -> None:
    image, truth = (
        np.zeros((100, 200, 3), np.uint8),
        {
            "image": {"width": 200, "height": 100},
            "tiles": [
                {"tile": "1m", "box": [20, 10, 40, 30], "quad": [[20, 10], [40, 10], [40, 30], [20, 30]]}
            ],
        },
    )
    out, wide = run.squared(image, truth)
    assert out.shape == (200, 200, 3)
    assert wide["tiles"][0]["box"] == [20, 20, 40, 60]


def test_classes_are_those_of_the_photos() -> None:
    path = real_faces.PHOTOS / "classes.txt"
    if not path.exists():
        pytest.skip("needs ../shared/photos")
    assert list(run.CLASSES) == path.read_text("utf-8").split()
    for tile in (*FACES, *HONOURS, "back"):
        assert tile in run.YOLO


def test_faces_from_photos_are_bare_and_filed_right() -> None:
    if not real_faces.PHOTOS.is_dir():
        pytest.skip("needs ../shared/photos")
    sets = real_faces.folder_sets()
    assert len(sets) == 13
    assert all(set(faces) == set(FACES) for faces in sets.values())
    for faces in sets.values():
        for tile, prints in faces.items():
            for print_ in prints:
                share = float(np.mean(print_.levels[0].min(axis=2) > 200))
                assert 0.25 < share < 0.95, tile


def test_command_writes_photos_labels_and_truth(tmp_path: Path) -> None:
    from datasets.commands import render

    arguments = ["--out", str(tmp_path), "--count", "3", "--seed", "4", "--faces", "drawn", "--side", "320"]
    result = CliRunner().invoke(render, [*arguments, "--processes", "1", "--kind", "hand"])
    assert result.exit_code == 0, result.output
    names = sorted(path.stem for path in (tmp_path / "images").iterdir())
    assert names == ["r4-000000", "r4-000001", "r4-000002"]
    for name in names:
        truth = json.loads((tmp_path / "truth" / f"{name}.json").read_text("utf-8"))
        lines = (tmp_path / "labels" / f"{name}.txt").read_text("utf-8").splitlines()
        assert len(lines) == len(truth["tiles"])
        width, height = truth["image"]["width"], truth["image"]["height"]
        image = cv2.imread(str(tmp_path / "images" / f"{name}.jpg"))
        assert image is not None
        assert image.shape == (height, width, 3)
        for line, tile in zip(lines, truth["tiles"], strict=True):
            number, x, y, w, h = line.split()
            assert run.YOLO[tile["tile"]] == int(number)
            x1, y1, x2, y2 = tile["box"]
            assert float(x) * width == pytest.approx((x1 + x2) / 2, abs=0.01)
            assert float(y) * height == pytest.approx((y1 + y2) / 2, abs=0.01)
            assert float(w) * width == pytest.approx(x2 - x1, abs=0.01)
            assert float(h) * height == pytest.approx(y2 - y1, abs=0.01)


def test_painter_without_pieces_leaves_the_table() -> None:
    camera = Camera.look(np.zeros(3), 500, 60, 0, 0, 400, (64, 64))
    canvas = np.full((64, 64, 3), 90, np.uint8)
    painted = painter.paint(
        canvas, camera, [], solid.build(Size()), Size(), Light(), np.zeros((2, 3)), lambda piece, pixels: None
    )
    assert np.all(painted.image == 90)
    assert not painted.ids.any()
    assert numbered(()) == []
    assert turn_z(90) @ np.array([1.0, 0, 0]) == pytest.approx([0, 1, 0])


def test_processes_do_not_change_photos(tmp_path: Path) -> None:
    for processes in (1, 2):
        run.render(tmp_path / str(processes), range(2, 5), 9, "drawn", side=240, processes=processes)
    for path in sorted((tmp_path / "1").rglob("*.*")):
        assert path.read_bytes() == (tmp_path / "2" / path.relative_to(tmp_path / "1")).read_bytes(), (
            path.name
        )
