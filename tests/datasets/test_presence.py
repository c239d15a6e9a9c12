"""Which boxes are told to be tiles, and the file that the reader loads."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from datasets.importing import Label, LabelledPhoto
from datasets.presence import Boxes, fit, of_labelled, of_rendered
from scoring.tiles import KINDS
from tests import colour_tiles
from tests.datasets.spoiled import spoil
from vision.detections import Detections, Floats, concatenate
from vision.image import Rgb
from vision.letterbox import Letterbox
from vision.model import PRESENCE, ModelInfo, load_presence

SIZE = (640, 400)
ROW = ["1m", "5p", "9s"]
PLACES = [(20 + 66 * k, 24, 20 + 66 * k + 46, 88) for k in range(3)]


@dataclass
class TwiceSeeing(colour_tiles.ColourDetector):
    """Sees the better half of the first tile once more, less surely."""

    def detect(self, pixels: Rgb, box: Letterbox, confidence: float = 0.25) -> Detections:
        found = super().detect(pixels, box, confidence)
        first = found[np.arange(len(found)) < 1]
        half = 0.4 * (first.boxes[:, 2:3] - first.boxes[:, :1])
        again = Detections(
            first.boxes + half * np.array([1, 0, 1, 0], np.float32), first.scores * np.float32(0.5)
        )
        return concatenate([found, again])


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    (tmp_path / "images").mkdir()
    path = tmp_path / "images" / "r1.jpg"
    path.write_bytes(colour_tiles.photo_of([ROW], colour_tiles.COLOURS, SIZE))
    return path


def truth(folder: Path, tiles: list[int]) -> None:
    """The photo's truth with these of its tiles."""
    told = {
        "image": {"width": SIZE[0], "height": SIZE[1]},
        "kind": "hand",
        "tiles": [{"tile": ROW[k], "box": PLACES[k]} for k in tiles],
        "groups": [{"role": "hand", "tiles": list(range(len(tiles)))}],
    }
    (folder / "truth").mkdir(exist_ok=True)
    (folder / "truth" / "r1.json").write_text(json.dumps(told), "utf-8")


def test_of_a_rendered_photo_every_box_is_told(picture: Path) -> None:
    folder = picture.parent.parent
    truth(folder, [0, 1])
    (boxes,) = of_rendered(folder, TwiceSeeing())  # type: ignore[arg-type]
    assert boxes.there.tolist() == [True, True, False, False]
    assert boxes.looks.shape == (4, 3)
    assert boxes.around.shape == (4, 12)
    assert not boxes.backs.any()


def test_of_a_labelled_photo_boxes_without_a_label_say_nothing(picture: Path) -> None:
    labels = tuple(
        Label(ROW[k], tuple(v / SIZE[i % 2] for i, v in enumerate(PLACES[k])))  # type: ignore[arg-type]
        for k in (0, 1)
    )
    (boxes,) = of_labelled([LabelledPhoto(picture, labels)], TwiceSeeing())  # type: ignore[arg-type]
    # The third tile isn't labelled; the first one's half is that tile once more.
    assert boxes.there.tolist() == [True, True, False]
    (nothing,) = of_labelled([LabelledPhoto(picture, ())], TwiceSeeing())  # type: ignore[arg-type]
    assert len(nothing.there) == 0


def made(seed: int = 0, count: int = 2000) -> Boxes:
    """Tiles are where the second value of the look is larger than the first one's square."""
    rng = np.random.default_rng(seed)
    looks = rng.normal(0, 1, (count, 4)).astype(np.float32)
    there = looks[:, 1] > looks[:, 0] ** 2 - 0.5
    return Boxes(
        looks, rng.normal(0, 1, (count, 12)).astype(np.float32), rng.uniform(size=count) < 0.5, there
    )


@pytest.fixture
def info() -> ModelInfo:
    return ModelInfo("x", "ab" * 32, "AGPL-3.0-only", 640, 32, KINDS, 12)


def test_what_is_learned_is_read_back_and_tells_tiles(tmp_path: Path, info: ModelInfo) -> None:
    pytest.importorskip("torch", reason="the extra `train` isn't installed")
    arrays = fit([made(seed) for seed in range(8)])
    again = fit([made(seed) for seed in range(8)])
    assert all(np.array_equal(arrays[name], again[name]) for name in arrays)
    np.savez(tmp_path / PRESENCE, model=info.sha256, **arrays)
    presence = load_presence(info, tmp_path)
    assert presence is not None
    fresh = made(99)
    scores = np.zeros((len(fresh.there), len(KINDS)), np.float32)
    scores[np.arange(len(scores)), np.where(fresh.backs, KINDS.index("back"), 0)] = 0.5
    found = Detections(np.zeros((len(scores), 4), np.float32), scores)
    right = (presence(found, fresh.looks, fresh.around) > 0.5) == fresh.there
    assert right.mean() > 0.9


def written(folder: Path, model: str) -> None:
    net: dict[str, Floats] = {}
    for name in ("faces", "backs"):
        net |= {
            f"{name}_hidden": np.zeros((15, 2), np.float32),
            f"{name}_bias": np.zeros(2, np.float32),
            f"{name}_out": np.zeros(2, np.float32),
            f"{name}_offset": np.array(1.0, np.float32),
        }
    np.savez(folder / PRESENCE, model=model, mean=np.zeros(15), scale=np.ones(15), **net)


@pytest.mark.parametrize("fault", ["none", "missing", "damaged", "another model", "no archive"])
def test_without_a_fitting_file_scores_alone_decide(tmp_path: Path, info: ModelInfo, fault: str) -> None:
    written(tmp_path, "cd" * 32 if fault == "another model" else info.sha256)
    spoil(tmp_path / PRESENCE, fault)
    assert (load_presence(info, tmp_path) is not None) == (fault == "none")


def test_the_shipped_file_is_the_shipped_model_s() -> None:
    from vision.model import load_model

    assert load_presence(load_model()[0]) is not None
