"""Groups as the detector reads them, numbered by the true tiles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from datasets import layout_detected
from datasets.layout_detected import Detected
from datasets.layout_truth import from_truth
from datasets.true_photo import TruePhoto
from vision.layout import Group
from vision.problems import Problem
from vision.reading import Reading, ReadTile

Box = tuple[float, float, float, float]
ROW: list[Box] = [(40.0 * k, 0.0, 40.0 * k + 38, 54.0) for k in range(4)]


class FakeReader:
    """Reads the same tiles, all in one hand, whatever the photo."""

    def __init__(self, boxes: list[Box], blurred: bool = False) -> None:
        self.boxes, self.blurred = boxes, blurred

    def read(self, data: bytes, *, full_table: bool) -> Any:
        tiles = tuple(ReadTile("1m", 0.9, box, (), False) for box in self.boxes)
        problems = (Problem("BLURRED", "糊", "blurred"),) if self.blurred else ()
        groups = (Group("hand", tuple(range(len(tiles)))),)
        return Reading(200, 200, tiles, groups, problems, None, None)  # type: ignore[arg-type]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "one.jpg").write_bytes(b"-")
    hidden = [[160, 0, 198, 54]]
    truth = {
        "image": {"width": 200, "height": 200},
        "tiles": [{"tile": "1m", "box": list(box)} for box in ROW],
        "groups": [{"role": "hand", "tiles": [0, 1, 2, 3]}],
        "hidden": hidden,
    }
    photo: TruePhoto = from_truth(f"{tmp_path.name}/one", truth)

    def reading(boxes: list[Box], blurred: bool = False) -> tuple[list[Group], set[str]]:
        fake = FakeReader(boxes, blurred)
        monkeypatch.setattr(layout_detected.Reader, "open", classmethod(lambda cls, folder=None: fake))
        detected = Detected([tmp_path])
        return detected.read(photo), detected.blurred

    return reading


def moved(box: Box, by: float) -> Box:
    return (box[0] + by, box[1], box[2] + by, box[3])


def test_tiles_get_the_true_numbers(read: Any) -> None:
    groups, blurred = read([moved(box, 5) for box in reversed(ROW)])
    assert groups == [Group("hand", (3, 2, 1, 0))]
    assert not blurred


def test_what_isnt_there_has_a_number_of_its_own(read: Any) -> None:
    (group,), _ = read([*ROW, moved(ROW[0], 19), (0.0, 120.0, 38.0, 174.0)])
    assert group.tiles[:4] == (0, 1, 2, 3)
    assert [number < 0 for number in group.tiles[4:]] == [True, True]
    assert len(set(group.tiles)) == 6


def test_a_tile_too_little_of_which_is_seen_for_a_label_is_neither_there_nor_not(read: Any) -> None:
    (group,), _ = read([*ROW, (162.0, 2.0, 199.0, 50.0)])
    assert group.tiles == (0, 1, 2, 3)
    assert read([(162.0, 2.0, 199.0, 50.0)])[0] == []


def test_blurred_photos_are_told(read: Any) -> None:
    _, blurred = read(ROW, blurred=True)
    assert len(blurred) == 1


def test_without_outlines_nothing_is_hidden() -> None:
    photo = from_truth(
        "made/one",
        {"image": {"width": 9, "height": 9}, "tiles": [{"tile": "1m", "box": [0, 0, 4, 4]}], "groups": []},
    )
    assert photo.hidden.shape == (0, 4)
    assert photo.turned(45).hidden.shape == (0, 4)
    assert np.allclose(photo.boxes, [[0, 0, 4, 4]])


def test_tiles_cut_to_less_than_half_by_the_photos_edge_count_as_hidden() -> None:
    boxes = [[0, 0, 15, 54], [15, 0, 53, 54], [53, 0, 91, 54], [91, 0, 100, 54]]
    seen = [0.4, 0.4, 1.0, 0.6]
    photo = from_truth(
        "made/one",
        {
            "image": {"width": 100, "height": 99},
            "tiles": [{"tile": "1m", "box": b, "visible": v} for b, v in zip(boxes, seen, strict=True)],
            "groups": [{"role": "loose", "tiles": [0]}, {"role": "hand", "tiles": [1, 2, 3]}],
            "hidden": [[5, 60, 30, 99]],
        },
    )
    # The second lies at the upper edge, covered by another; it counts as the first does.
    assert photo.cut == {0, 1}
    left = photo.without_cut()
    assert left.boxes.tolist() == boxes[2:]
    assert [(group.role, set(group.tiles)) for group in left.groups] == [("hand", {0, 1})]
    assert left.hidden.tolist() == [[5, 60, 30, 99], *boxes[:2]]
