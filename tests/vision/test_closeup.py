"""A tile that fills the picture is one tile, not its parts; a hand is never taken for a close-up."""

import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scoring.tiles import KINDS
from vision.closeup import from_afar
from vision.detections import Detections
from vision.letterbox import Letterbox

ROOT = Path(__file__).resolve().parents[2]
FACES = ROOT.parent / "shared" / "photos" / "faces"
SAMPLE = ROOT / "webapp" / "samples" / "hand-1" / "flip"
PIXELS = np.zeros((400, 400, 3), np.uint8)


def found(*tiles):
    """Detections from (name, score, box)."""
    scores = np.zeros((len(tiles), len(KINDS)), np.float32)
    for i, (name, score, _) in enumerate(tiles):
        scores[i, KINDS.index(name)] = score
    boxes = np.array([box for _, _, box in tiles], np.float32).reshape(-1, 4)
    return Detections(boxes, scores)


def look(near, far):
    return both(near, far)[0]


def both(near, far):
    return from_afar(lambda *_: far, PIXELS, near, Letterbox.fit(400, 400), 32)


WHOLE = ("2p", 0.9, (80, 60, 320, 360))
PARTS = [("1p", 0.5, (130, 80, 270, 200)), ("1p", 0.6, (130, 220, 270, 340))]


def names(detections):
    return [KINDS[k] for k in detections.kinds]


def test_the_parts_of_a_close_tile_become_the_tile():
    assert names(look(found(*PARTS), found(WHOLE))) == ["2p"]


def test_a_tile_beside_it_stays():
    beside = ("6m", 0.9, (330, 10, 390, 90))
    assert sorted(names(look(found(*PARTS, beside), found(WHOLE)))) == ["2p", "6m"]


@pytest.mark.parametrize(
    "far",
    [
        found(),
        found(("2p", 0.59, WHOLE[2])),
        found(("2p", 0.9, (80, 60, 200, 200))),
        found(WHOLE, *[("3s", 0.4, (10 * i, 10, 10 * i + 30, 50)) for i in range(2)]),
        found(*[("3s", 0.9, (80 * i, 60, 80 * i + 70, 360)) for i in range(5)]),
    ],
    ids=["nothing", "unsure", "small", "mostly small", "too many"],
)
def test_what_is_no_close_up(far):
    assert look(found(*PARTS), far) is None


def test_a_hand_is_no_close_up_whatever_the_far_look_says():
    hand = found(*[("3s", 0.9, (30 * i, 100, 30 * i + 28, 140)) for i in range(13)])
    close, missed = from_afar(
        lambda *_: pytest.fail("no far look"), PIXELS, hand, Letterbox.fit(400, 400), 32
    )
    assert (close, len(missed)) == (None, 0)


BESIDE = ("flower", 0.7, (220, 150, 300, 260))


@pytest.mark.parametrize(
    ("far", "missed"),
    [
        (("1s", 0.85, (80, 150, 160, 260)), ["1s"]),
        (("1s", 0.55, (80, 150, 160, 260)), []),
        (("1s", 0.85, (80, 150, 120, 220)), []),
        (("back", 0.85, (80, 150, 160, 260)), []),
        (("1s", 0.85, (220, 150, 300, 250)), []),
    ],
    ids=["missed", "unsure", "small", "a back", "seen"],
)
def test_a_large_face_that_only_the_far_look_shows_is_added(far, missed):
    close, more = both(found(BESIDE), found(far))
    assert close is None
    assert names(more) == missed


@pytest.mark.parametrize("margin", [0.05, 0.15, 0.5])
def test_the_sample_flip_from_very_near(reader, margin):
    """Our own rendered flip, cropped until the tile fills the picture."""
    truth = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))
    tile = truth["tiles"][0]
    x1, y1, x2, y2 = tile["box"]
    more = margin * max(x2 - x1, y2 - y1)
    with Image.open(SAMPLE.with_suffix(".jpg")) as photo:
        crop = photo.crop((round(x1 - more), round(y1 - more), round(x2 + more), round(y2 + more)))
    data = io.BytesIO()
    crop.resize((crop.width * 4, crop.height * 4), Image.Resampling.BICUBIC).save(data, "PNG")
    assert [t.tile for t in reader.read(data.getvalue()).tiles] == [tile["tile"]]


@pytest.mark.skipif(not FACES.is_dir(), reason="../shared/photos isn't here")
def test_real_faces_that_fill_the_picture(reader):
    """Every ninth of photos/faces: without the far look nearly all of them are read wrong."""
    faces = sorted(FACES.glob("*/*.jpg"))[::9]
    right = sum([t.tile for t in reader.read(f.read_bytes()).tiles] == [f.parent.name] for f in faces)
    assert right >= 0.93 * len(faces)
