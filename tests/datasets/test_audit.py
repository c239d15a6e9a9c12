"""The audit names what is wrong with a folder of photos, and refuses what can't be trained on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from datasets import splits
from datasets.audit import audit, dhash, table
from datasets.commands_data import data
from datasets.importing import (
    NAMES,
    PHOTOS,
    Label,
    LabelError,
    kind_of,
    label_lines,
    read_classes,
    read_labels,
)
from datasets.render import real_faces
from datasets.splits import is_rendered, read_sets, session_of, set_of
from scoring.tiles import KINDS


def photo(folder: Path, stem: str, labels: str, seed: int = 0, orientation: int | None = None) -> None:
    """A picture of smooth noise and its label file."""
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    noise = np.random.default_rng(seed).integers(0, 255, (12, 12, 3), np.uint8)
    picture = Image.fromarray(noise).resize((96, 96), Image.Resampling.BICUBIC)
    exif = Image.Exif()
    if orientation is not None:
        exif[274] = orientation
    picture.save(folder / "images" / f"{stem}.jpg", exif=exif)
    (folder / "labels" / f"{stem}.txt").write_text(labels, "utf-8")


def line(name: str, x: float = 0.5, y: float = 0.5, w: float = 0.1, h: float = 0.1) -> str:
    return f"{NAMES.index(name)} {x} {y} {w} {h}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "classes.txt").write_text("\n".join(NAMES) + "\n", "utf-8")
    photo(tmp_path / "set", "a-001", line("1s", 0.2) + line("back", 0.6), 1)
    return tmp_path / "set"


def codes(folder: Path) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for finding in audit(folder).findings:
        out.setdefault(finding.code, []).append(finding.photo)
    return out


def test_a_clean_folder_has_counts_and_no_findings(folder: Path) -> None:
    result = audit(folder)
    assert result.findings == ()
    assert result.classes() == {"1s": 1, "back": 1}
    assert result.sessions() == {"a": 1}
    assert "1 photos, 2 boxes, 1 sessions" in table(result, NAMES)


def test_every_kind_of_fault_is_named(folder: Path) -> None:
    photo(folder, "b-001", "", 2)
    photo(folder, "c-001", "".join(line("7m", 0.1 + 0.15 * i) for i in range(5)), 3)
    photo(folder, "d-001", line("1s", 0.02), 4)
    photo(folder, "e-001", line("1s", w=0.001), 5)
    photo(folder, "f-001", line("1s") + line("2s", 0.505), 6)
    photo(folder, "g-001", line("s1", 0.2) + line("s1", 0.7), 7)
    (folder / "labels" / "gone-001.txt").write_text(line("1s"), "utf-8")
    photo(folder, "h-001", line("1s"), 8)
    (folder / "labels" / "h-001.txt").unlink()
    assert codes(folder) == {
        "EMPTY": ["b-001.jpg"],
        "TOO_MANY": ["c-001.jpg", "g-001.jpg"],
        "OUT_OF_FRAME": ["d-001.jpg"],
        "TINY": ["e-001.jpg"],
        "TWICE": ["f-001.jpg"],
        "NO_LABELS": ["h-001.jpg"],
        "NO_PICTURE": ["gone-001.txt"],
    }
    assert not audit(folder).refused


@pytest.mark.parametrize("orientation", range(2, 9))
def test_a_photo_that_exif_turns_is_refused(folder: Path, orientation: int) -> None:
    photo(folder, "turned-001", line("1s"), 9, orientation)
    assert [f.code for f in audit(folder).refused] == ["EXIF"]
    done = CliRunner().invoke(data, ["audit", str(folder)])
    assert done.exit_code == 1
    assert f"orientation {orientation}" in done.output


def test_an_upright_exif_is_fine(folder: Path) -> None:
    photo(folder, "up-001", line("1s"), 9, 1)
    assert codes(folder) == {}


def test_broken_pictures_and_labels_are_refused(folder: Path) -> None:
    photo(folder, "x-001", "99 0.5 0.5 0.1 0.1\n", 2)
    photo(folder, "y-001", line("1s"), 3)
    (folder / "images" / "y-001.jpg").write_bytes(b"no picture")
    assert {f.code for f in audit(folder).refused} == {"BAD_LABELS", "BROKEN"}


def test_near_copies_are_found_across_sessions_only(folder: Path) -> None:
    photo(folder, "a-002", line("1s"), 1)
    assert codes(folder) == {}
    photo(folder, "z-001", line("1s"), 1)
    assert codes(folder) == {"NEAR_COPY": ["a-001", "a-002"]}


def test_the_hash_survives_resizing_and_tells_pictures_apart() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (12, 12), np.uint8)
    picture = Image.fromarray(noise).resize((300, 300), Image.Resampling.BICUBIC)
    other = picture.transpose(Image.Transpose.ROTATE_90)
    assert (dhash(picture) ^ dhash(picture.resize((150, 140)))).sum() <= 24
    assert (dhash(picture) ^ dhash(other)).sum() > 60


def test_the_command_writes_sheets_and_findings(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = CliRunner().invoke(data, ["audit", str(folder), "--out", str(out)])
    assert done.exit_code == 0, done.output
    with Image.open(out / "set-00.png") as sheet:
        assert sheet.size[0] == 6 * 256
    assert json.loads((out / "set.json").read_text("utf-8"))["classes"] == {"1s": 1, "back": 1}


@pytest.mark.parametrize(
    "text",
    ["0 0.5 0.5 0.1", "x 0.5 0.5 0.1 0.1", "-1 0.5 0.5 0.1 0.1", "0 0.5 0.5 0 0.1", "43 0.5 0.5 0.1 0.1"],
)
def test_a_bad_label_line_names_file_and_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text("\n" + text + "\n", "utf-8")
    with pytest.raises(LabelError, match=r"a\.txt:2"):
        read_labels(path)


def test_labels_survive_writing(tmp_path: Path) -> None:
    labels = (Label("1s", (0.1, 0.2, 0.3, 0.5)), Label("back", (0.0, 0.0, 1.0, 1.0)))
    path = tmp_path / "a.txt"
    path.write_text(label_lines(labels), "utf-8")
    again = read_labels(path)
    assert [label.name for label in again] == ["1s", "back"]
    for old, new in zip(labels, again, strict=True):
        assert new.box == pytest.approx(old.box, abs=1e-5)


def test_every_name_is_one_of_the_kinds() -> None:
    assert {kind_of(name) for name in NAMES} == set(KINDS)
    assert all(kind_of(kind) == kind for kind in KINDS)


def test_classes_need_a_file_with_names_once(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match=r"no classes\.txt"):
        read_classes(tmp_path / "photos")
    (tmp_path / "classes.txt").write_text("1m\n1m\n", "utf-8")
    with pytest.raises(LabelError, match="twice"):
        read_classes(tmp_path / "photos")


def test_sessions_sets_and_rendered_photos() -> None:
    sets = {"hk-t": "mixed", "hk-tray1102": "engraved", "tw-home": "tw-home"}
    assert session_of("hk-t370-001") == "hk-t370"
    assert [set_of(s, sets) for s in ("hk-t370-001", "hk-tray1102-003", "IMG_6360", "r3-000017")] == [
        "mixed", "engraved", "unknown", "rendered",
    ]  # fmt: skip
    assert not is_rendered("r3-17")


def test_sets_are_told_apart_by_photo(tmp_path: Path) -> None:
    listed = tmp_path / "sets.txt"
    listed.write_text("# which\ntw-home white\ntw-home-098..101 cream\n\ntw-set6-7..8 other\n", "utf-8")
    sets = read_sets(listed)
    assert [set_of(f"tw-home-{n:03d}", sets) for n in (97, 98, 101, 102)] == [
        "white",
        "cream",
        "cream",
        "white",
    ]
    assert [set_of(stem, sets) for stem in ("tw-set6-8", "tw-set6-9")] == ["other", "unknown"]
    assert read_sets(tmp_path / "absent.txt") == {}


def test_white_and_cream_tiles_are_two_sets() -> None:
    """datasets/labels/sets.txt splits sets that the shared list has as one."""
    ours = read_sets(Path(splits.__file__).parent / "labels" / "sets.txt")
    assert set_of("tw-home-736", ours) == set_of("tw-home-750", ours) == "tw-home-cream"
    assert set_of("tw-home-740", ours) == "tw-home-white"
    assert set_of("tw-set61-370", ours) == set_of("tw-set60-313", ours) != set_of("tw-set61-371", ours)
    assert set_of("tw-set61-371", ours) == set_of("tw-set62-424", ours)


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="../shared is absent")
@pytest.mark.parametrize(("name", "photos", "boxes"), [("val", 95, 2682), ("backs", 8, 43)])
def test_shared_photos_are_clean(name: str, photos: int, boxes: int) -> None:
    result = audit(PHOTOS / name)
    assert (len(result.photos), result.classes().total(), result.findings) == (photos, boxes, ())


@pytest.mark.skipif(not (PHOTOS / "faces").is_dir(), reason="../shared is absent")
def test_the_misfiled_faces_are_among_the_suspects() -> None:
    done = CliRunner().invoke(data, ["faces", str(PHOTOS / "faces")])
    assert done.exit_code == 0, done.output
    listed = {line.split(":")[0] for line in done.output.splitlines()}
    known = (Path(real_faces.__file__).with_name("misfiled_faces.txt")).read_text("utf-8").splitlines()
    assert {line.split()[0] for line in known if line and not line.startswith("#")} <= listed
    assert len(listed) <= 20


def test_faces_need_folders_by_tile(tmp_path: Path) -> None:
    done = CliRunner().invoke(data, ["faces", str(tmp_path)])
    assert done.exit_code == 1
    assert "1m" in done.output
