"""A night packed for training: the newest corrections, boxes as shares, consent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from datasets.commands_data import data
from datasets.importing import NAMES, LabelError, read_photos
from datasets.pack import packed

PHOTO = "ab" * 32


def reading(tiles: list[str], role: str = "hand", boxes: bool = True) -> dict[str, Any]:
    return {
        "image": {"width": 200, "height": 100},
        "tiles": [
            {"tile": t, "box": [20 * i, 10, 20 * i + 16, 34] if boxes else None} for i, t in enumerate(tiles)
        ],
        "groups": [{"role": role, "tiles": list(range(len(tiles)))}],
    }


def revision(number: int, sheets: list[Any], *, deleted: bool = False, kind: str = "hand") -> dict[str, Any]:
    payload = {"sheets": sheets, "photos": {"A": PHOTO}} if kind == "hand" else {}
    return {"number": number, "kind": kind, "deleted": deleted, "payload": payload}


def document(*revisions: Any) -> dict[str, Any]:
    return {"format": "zhuoji-table/1", "revisions": list(revisions)}


def test_the_newest_correction_counts_and_struck_hands_do_not() -> None:
    first = revision(1, [{"slot": "A", "reading": reading(["2m", "1z"])}])
    second = revision(1, [{"slot": "A", "reading": reading(["3m", "back", "flower", "6z"])}])
    struck = revision(2, [{"slot": "A", "reading": reading(["9p"])}], deleted=True)
    (one,) = packed(document(first, struck, second, revision(3, [], kind="line")))
    assert [label.name for label in one.labels] == ["3m", "back", "f1", "green"]
    assert one.labels[1].box == pytest.approx((0.1, 0.1, 0.18, 0.34))
    assert not one.partial


@pytest.mark.parametrize(
    ("sheet", "left"),
    [
        (reading(["1m", "2m"], role="wall"), 0),
        (reading(["1m"], boxes=False), 0),
        (reading(["1m", "2m"]) | {"groups": [{"role": "hand", "tiles": [0]}]}, 1),
    ],
)
def test_photos_with_unlabelled_tiles_are_told(sheet: dict[str, Any], left: int) -> None:
    (one,) = packed(document(revision(1, [{"slot": "A", "reading": sheet}])))
    assert one.partial
    assert len(one.labels) == left


def test_sheets_without_a_photo_are_left_out() -> None:
    assert list(packed(document(revision(1, [{"slot": "B", "reading": reading(["1m"])}])))) == []
    with pytest.raises(LabelError):
        list(packed({"format": "else"}))


@pytest.fixture
def night(tmp_path: Path) -> tuple[Path, Path]:
    export, photos = tmp_path / "night.json", tmp_path / "photos"
    photos.mkdir()
    export.write_text(
        json.dumps(document(revision(1, [{"slot": "A", "reading": reading(["1m", "8p"])}]))), "utf-8"
    )
    Image.new("RGB", (100, 50)).save(photos / f"{PHOTO}.jpg")
    return export, photos


def run(night: tuple[Path, Path], out: Path, *more: str) -> Any:
    return CliRunner().invoke(
        data, ["pack", "--export", str(night[0]), "--photos", str(night[1]), "--out", str(out), *more]
    )


def test_a_packed_night_is_read_like_any_other_photos(night: tuple[Path, Path], tmp_path: Path) -> None:
    done = run(night, tmp_path / "set", "--consent")
    assert done.exit_code == 0, done.output
    (photo,) = read_photos(tmp_path / "set")
    assert [label.name for label in photo.labels] == ["1m", "8p"]
    assert (tmp_path / "set" / "classes.txt").read_text("utf-8").split() == list(NAMES)
    assert (tmp_path / "set" / "partial.txt").read_text("utf-8") == ""


def test_nothing_is_packed_without_consent(night: tuple[Path, Path], tmp_path: Path) -> None:
    done = run(night, tmp_path / "set")
    assert done.exit_code == 1
    assert "--consent" in done.output
    assert not (tmp_path / "set").exists()


def test_photos_of_a_closed_night_are_missed_in_a_sentence(night: tuple[Path, Path], tmp_path: Path) -> None:
    (night[1] / f"{PHOTO}.jpg").unlink()
    done = run(night, tmp_path / "set", "--consent")
    assert done.exit_code == 0
    assert "1 photos are not kept any more" in done.output


@pytest.mark.parametrize(
    "text", ["", "[]", '{"format": "zhuoji-table/1"}', '{"format": "zhuoji-table/1", "revisions": [1]}']
)
def test_a_file_that_is_no_export_is_refused(night: tuple[Path, Path], tmp_path: Path, text: str) -> None:
    night[0].write_text(text, "utf-8")
    done = run(night, tmp_path / "set", "--consent")
    assert done.exit_code == 1
    assert "Traceback" not in done.output
