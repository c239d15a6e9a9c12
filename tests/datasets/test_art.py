"""Our drawn faces: valid, self-contained, small, complete, and the files the page serves are the code's."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from datasets.art.__main__ import STATIC
from datasets.art.birds import BIRDS
from datasets.art.faces import face
from datasets.art.glyphs import GLYPHS
from datasets.art.strokes import outline, parse
from datasets.art.styles import PAGE, STYLES
from datasets.art.tiles import document, icon, sprite, tile
from datasets.render.prints import rasterise
from scoring.tiles import FACES, HONOURS, KINDS

SVG = "{http://www.w3.org/2000/svg}"
PICTURES = [*FACES, *HONOURS, *(f"{kind}{n}" for kind in "fs" for n in range(1, 5))]


@pytest.mark.parametrize("name", KINDS)
def test_tile_files_are_current_small_and_self_contained(name: str) -> None:
    text = (STATIC / "tiles" / f"{name}.svg").read_text("utf-8")
    assert text == document(tile(name, PAGE)), "run python -m datasets.art"
    assert len(text.encode()) <= 3000
    _self_contained(text)


def _self_contained(text: str) -> None:
    root = ET.fromstring(text)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) not in {
            "text",
            "tspan",
            "image",
            "script",
            "style",
            "foreignObject",
        }
        for key, value in element.attrib.items():
            assert "href" not in key
            assert "url(" not in value
            assert "://" not in value


def test_sprite_has_every_kind_once() -> None:
    text = (STATIC / "tiles.svg").read_text("utf-8")
    assert text == sprite(KINDS, PAGE), "run python -m datasets.art"
    _self_contained(text)
    assert re.findall(r'<symbol id="t-([^"]+)"', text) == list(KINDS)


def test_icon_files() -> None:
    text = (STATIC / "icon.svg").read_text("utf-8")
    assert text == icon(PAGE)
    _self_contained(text)
    for size in (192, 512):
        head = (STATIC / f"icon-{size}.png").read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (size, size)


@pytest.mark.parametrize("style", STYLES)
def test_faces_of_a_style_are_inside_the_tile_and_all_different(style: str) -> None:
    seen: list[np.ndarray] = []
    for name in PICTURES:
        image = rasterise(name, STYLES[style], 160)
        ivory = np.all(image > 225, axis=2)
        if name == "5z" and STYLES[style].white == "blank":
            continue
        assert not ivory.all(), name
        rim = np.concatenate(
            [ivory[:2].ravel(), ivory[-2:].ravel(), ivory[:, :2].ravel(), ivory[:, -2:].ravel()]
        )
        assert rim.mean() > 0.97, f"{name} touches the edge"
        for other in seen:
            assert np.abs(image.astype(int) - other).mean() > 1.0, name
        seen.append(image.astype(int))


def test_at_least_four_different_chickens() -> None:
    assert len(BIRDS) >= 4
    assert {style.bird for style in STYLES.values()} == set(BIRDS)


@pytest.mark.parametrize(("rank", "ink"), [(2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9)])
def test_dots_are_counted(rank: int, ink: int) -> None:
    """The outer ring of each coin is one zero-length stroke."""
    drawing = face(f"{rank}p", PAGE)
    first_layers = re.findall(r'<g stroke-linecap="round"><path d="([^"]*)"', drawing)
    assert sum(layer.count("h0") for layer in first_layers) == ink


@pytest.mark.parametrize("rank", range(2, 10))
def test_sticks_are_counted(rank: int) -> None:
    drawing = face(f"{rank}s", PAGE)
    first_layers = re.findall(r'<g stroke-linecap="round"><path d="([^"]*)"', drawing)
    assert sum(layer.count("M") for layer in first_layers) == rank


@pytest.mark.parametrize("char", GLYPHS)
def test_strokes_stay_in_their_em(char: str) -> None:
    for stroke in GLYPHS[char]:
        kind, points = parse(stroke)
        assert kind in "hvpndtcg"
        assert len(points) >= 2
        assert all(-10 <= v <= 110 for point in outline(stroke, 10) for v in point)
