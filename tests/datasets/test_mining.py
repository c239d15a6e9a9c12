"""Proposals, the recorded labels of real photos, and the sets built from them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from datasets import build, mining, records
from datasets.commands_data import data
from datasets.importing import NAMES, PHOTOS, Label, LabelError, read_labels, read_photos, sha256
from datasets.masking import GREY, cut_to_hull, paint_masks
from datasets.splits import session_of
from scoring.tiles import FACES, KINDS
from vision.detections import Detections

MINED = records.read_mined()
LEAST_BACKS, LEAST_COLOURS, LEAST_PONDS = 200, 4, 60
"""What the issue asks for."""


def test_enough_backs_in_enough_colours_and_enough_ponds_are_recorded() -> None:
    backs = Counter[str]()
    ponds = 0
    for record in MINED.values():
        found = sum(label.name == "back" for label in record.found)
        assert (found > 0) == (record.back is not None), record.stem
        if record.back:
            backs[record.back] += found
        ponds += sum(label.name != "back" for label in record.found) >= 3
    assert backs.total() >= LEAST_BACKS
    assert len(backs) >= LEAST_COLOURS
    assert ponds >= LEAST_PONDS


def test_both_splits_have_backs_and_the_test_has_colours_that_training_has_not() -> None:
    colours = {
        split: {r.back for r in MINED.values() if r.split == split and r.back} for split in ("train", "test")
    }
    assert len(colours["test"]) >= 3
    assert {"pink", "olive"} <= colours["test"] - colours["train"]


def test_every_file_has_a_record_and_every_record_a_file() -> None:
    files = {path.stem for path in (records.RECORDS / "partly").glob("*.txt")}
    assert files == set(MINED)


@pytest.mark.parametrize("stem", sorted(MINED))
def test_recorded_boxes_lie_in_the_photo_and_mask_no_box(stem: str) -> None:
    record = MINED[stem]
    assert record.found
    for label in record.found:
        x1, y1, x2, y2 = label.box
        assert label.name in NAMES
        assert min(x1, y1) >= -1e-6
        assert max(x2, y2) <= 1 + 1e-6
        assert min(x2 - x1, y2 - y1) > 0.008
        assert max(x2 - x1, y2 - y1) < 0.35
    for x1, y1, x2, y2 in record.masks:
        assert 0 <= x1 < x2 <= 640
        assert 0 <= y1 < y2 <= 640


def test_no_tile_is_recorded_twice() -> None:
    for record in MINED.values():
        boxes = [label.pixels(640, 640) for label in record.found if label.name != "back"]
        for i, a in enumerate(boxes):
            for b in boxes[i + 1 :]:
                width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
                smaller = min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))
                assert max(0.0, width) * max(0.0, height) < 0.8 * smaller, record.stem


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="../shared is absent")
def test_the_records_were_made_on_the_shared_photos() -> None:
    for stem, record in MINED.items():
        image = PHOTOS / "partly_labelled" / "images" / f"{stem}.jpg"
        assert records.same_picture(record, image)
        published = read_labels(PHOTOS / "partly_labelled" / "labels" / f"{stem}.txt")
        assert all(i < len(published) for i in record.wrong)
        # A tile found is not one that was labelled before.
        known = [
            label.pixels(640, 640) for label in record.labels(published)[: len(published) - len(record.wrong)]
        ]
        boxes = np.array([label.pixels(640, 640) for label in record.found], np.float32).reshape(-1, 4)
        twice = mining.covered(boxes, np.array(known, np.float32).reshape(-1, 4))
        assert {label.name for label, again in zip(record.found, twice, strict=True) if again} <= {"back"}, (
            stem
        )


def test_a_record_that_says_nonsense_is_refused(tmp_path: Path) -> None:
    (tmp_path / "partly").mkdir()
    (tmp_path / "partly" / "a-1.txt").write_text("0 0.5 0.5 0.1 0.1\n", "utf-8")
    entry = '[photos.a-1]\nsplit = "{}"\nsha256 = "0"\nmasks = {}\n'
    (tmp_path / "partly.toml").write_text(entry.format("later", "[]"), "utf-8")
    with pytest.raises(LabelError, match="split"):
        records.read_mined(tmp_path)
    (tmp_path / "partly.toml").write_text(entry.format("train", "[[5, 5, 5, 9]]"), "utf-8")
    with pytest.raises(LabelError, match="empty"):
        records.read_mined(tmp_path)


class Fake:
    """A detector that sees two tiles at any size."""

    def detect(self, pixels: np.ndarray, box: object, confidence: float) -> Detections:
        scores = np.zeros((2, len(KINDS)), np.float32)
        scores[0, KINDS.index("1s")], scores[1, KINDS.index("back")] = 0.9, 0.4
        scores[0, KINDS.index("2s")] = 0.2
        return Detections(np.array([[10, 10, 30, 40], [60, 60, 80, 90]], np.float32), scores)


def test_proposals_are_what_no_label_covers(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((100, 100, 3), 200, np.uint8))
    every = mining.propose(tmp_path / "a.png", [], Fake())  # type: ignore[arg-type]
    assert [(p.kind, p.second) for p in every] == [("1s", "2s"), ("back", "1m")]
    labels = [Label("9m", (0.11, 0.1, 0.31, 0.4))]
    left = mining.propose(tmp_path / "a.png", labels, Fake())  # type: ignore[arg-type]
    assert [p.kind for p in left] == ["back"]
    picture = mining.enlarged(np.full((100, 100, 3), 200, np.uint8), labels, left)
    assert picture.shape == (1536, 1536, 3)


def test_masks_are_grey_and_spare_the_boxes() -> None:
    picture = np.full((100, 100, 3), 200, np.uint8)
    out = paint_masks(picture, [(0, 0, 50, 50)], [Label("1s", (0.2, 0.2, 0.3, 0.3))])
    assert (out[0, 0] == GREY).all()
    assert (out[25, 25] == 200).all()
    assert (out[60, 60] == 200).all()
    assert (picture == 200).all()


def test_a_cut_keeps_the_hull_of_the_labels() -> None:
    picture = np.full((100, 100, 3), 200, np.uint8)
    labels = [Label("1s", (0.2, 0.2, 0.3, 0.3)), Label("2s", (0.6, 0.6, 0.7, 0.7))]
    out = cut_to_hull(picture, labels)
    assert (out[45, 45] == 200).all()
    assert (out[21, 70] == GREY).all()
    assert (cut_to_hull(picture, []) == GREY).all()


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """A little ../shared/photos with one photo of every fate, and records for it."""
    root, marks = tmp_path / "photos", tmp_path / "records"
    (marks / "partly").mkdir(parents=True)
    root.mkdir()
    (root / "classes.txt").write_text("\n".join(NAMES) + "\n", "utf-8")
    (root / "sets.txt").write_text("# sets\na one\nb two\n", "utf-8")
    for folder, stems in {
        "train": ("a-001", "a-002", "a-003", "a-004", "b-001", "b-002"),
        "val": ("v-001",),
        "partly_labelled": ("a-001", "a-002"),
        "backs": ("back-1",),
    }.items():
        for name in ("images", "labels"):
            (root / folder / name).mkdir(parents=True)
        for stem in stems:
            cv2.imwrite(str(root / folder / "images" / f"{stem}.jpg"), np.full((64, 64, 3), 180, np.uint8))
            which = NAMES.index("back" if folder == "backs" else "east")
            (root / folder / "labels" / f"{stem}.txt").write_text(f"{which} 0.5 0.5 0.25 0.25\n", "utf-8")
    entries = []
    for stem, split in (("a-001", "train"), ("a-002", "test")):
        digest = sha256(root / "partly_labelled" / "images" / f"{stem}.jpg")
        entries.append(
            f'[photos.{stem}]\nsplit = "{split}"\nsha256 = "{digest}"\nback = "pink"\nmasks = [[0, 0, 16, 16]]\n'
        )
        found = f"{NAMES.index('back')} 0.1 0.8 0.125 0.125\n"
        (marks / "partly" / f"{stem}.txt").write_text(found, "utf-8")
    (marks / "partly.toml").write_text("\n".join(entries), "utf-8")
    (marks / "train.toml").write_text(
        'cut = ["b-001"]\nkept_out = ["a-004"]\n[wrong]\nb-002 = [0]\n', "utf-8"
    )
    return root


def built(photos: Path, **more: object) -> tuple[Path, dict[str, object]]:
    out = photos.parent / "out"
    return out, build.build(build.Plan(photos, out, labels=photos.parent / "records", **more))  # type: ignore[arg-type]


def stems(folder: Path) -> list[str]:
    return sorted(path.stem for path in (folder / "images").iterdir())


def test_a_set_holds_masked_training_photos_and_never_the_test(photos: Path) -> None:
    out, manifest = built(photos)
    assert stems(out / "train") == ["a-001", "a-003", "b-001", "b-002"]
    assert stems(out / "test") == ["a-002", "back-1"]
    assert (out / "test" / "partial.txt").read_text("utf-8").split() == ["a-002", "back-1"]
    assert (out / "classes.txt").read_text("utf-8").split() == list(KINDS)
    mined = cv2.imread(str(out / "train" / "images" / "a-001.jpg"))
    assert abs(int(mined[4, 4, 0]) - GREY) < 6
    assert abs(int(mined[32, 32, 0]) - 180) < 6
    cut = cv2.imread(str(out / "train" / "images" / "b-001.jpg"))
    assert abs(int(cut[60, 60, 0]) - GREY) < 6
    assert (out / "train" / "images" / "a-003.jpg").is_symlink()
    assert not (out / "train" / "images" / "a-001.jpg").is_symlink()
    lines = (out / "train" / "labels" / "a-001.txt").read_text("utf-8").splitlines()
    assert [KINDS[int(line.split()[0])] for line in lines] == ["1z", "back"]
    assert (out / "train" / "labels" / "b-002.txt").read_text("utf-8") == ""
    assert manifest["pictures"] == {
        "test:backs": 1, "test:partly_labelled": 1, "train:partly_labelled": 1, "train:train": 3, "val:val": 1,
    }  # fmt: skip
    assert (out / "sets.txt").read_text("utf-8").splitlines()[-2:] == [
        "a-002 test-pink",
        "back-1 test-dark-green",
    ]
    assert "train: train.txt" in (out / "data.yaml").read_text("utf-8")
    assert sorted((out / "train.txt").read_text("utf-8").split()) == [
        f"./train/images/{stem}.jpg" for stem in stems(out / "train")
    ]


def test_without_the_mined_photos_their_cut_versions_stand_in_but_for_the_test(photos: Path) -> None:
    out, _ = built(photos, mined=False)
    assert stems(out / "train") == ["a-001", "a-003", "b-001", "b-002"]
    assert (out / "train" / "images" / "a-001.jpg").is_symlink()
    out, _ = built(photos, real=False)
    assert stems(out / "train") == ["a-001"]


def test_a_held_out_set_is_in_no_training_photo(photos: Path) -> None:
    out, manifest = built(photos, hold_out=("two",))
    assert stems(out / "train") == ["a-001", "a-003"]
    assert stems(out / "held") == ["b-001", "b-002"]
    assert (out / "held" / "partial.txt").read_text("utf-8").split() == ["b-001"]
    assert manifest["hold_out"] == ["two"]
    with pytest.raises(LabelError, match="no photo shows"):
        built(photos, hold_out=("three",))


def rendered(photos: Path, **faces: str) -> Path:
    """A folder as `zhuoji render` writes it, a photo for each set of faces."""
    root = photos.parent / "r"
    for name in ("images", "labels", "truth"):
        (root / name).mkdir(parents=True)
    (root / "classes.txt").write_text("\n".join(NAMES) + "\n", "utf-8")
    for stem, worn in faces.items():
        cv2.imwrite(str(root / "images" / f"{stem}.jpg"), np.full((32, 32, 3), 90, np.uint8))
        (root / "labels" / f"{stem}.txt").write_text("0 0.5 0.5 0.25 0.25\n", "utf-8")
        (root / "truth" / f"{stem}.json").write_text(f'{{"faces": "{worn}"}}', "utf-8")
    return root


def test_rendered_photos_with_crops_of_the_held_out_set_stay_out_too(photos: Path) -> None:
    folder = rendered(photos, r1="crops-b", r2="crops-a", r3="classic")
    out, _ = built(photos, rendered=(folder,), hold_out=("two",))
    assert [stem for stem in stems(out / "train") if stem.startswith("r")] == ["r2", "r3"]
    out, _ = built(photos, rendered=(folder,))
    assert [stem for stem in stems(out / "train") if stem.startswith("r")] == ["r1", "r2", "r3"]


def test_an_epoch_may_show_a_source_several_times(photos: Path) -> None:
    folder = rendered(photos, r1="classic")
    _, once = built(photos, rendered=(folder,))
    out, manifest = built(photos, rendered=(folder,), repeat={"partly_labelled": 3, "rendered": 2})
    shown = Counter(Path(line).stem for line in (out / "train.txt").read_text("utf-8").split())
    assert shown == {"a-001": 3, "r1": 2, "a-003": 1, "b-001": 1, "b-002": 1}
    assert manifest["repeat"] == {"partly_labelled": 3, "rendered": 2}
    assert manifest["sha256"] != once["sha256"]


def test_packed_nights_are_trained_on_and_cut_where_tiles_are_unconfirmed(photos: Path) -> None:
    night = photos.parent / "night"
    for name in ("images", "labels"):
        (night / name).mkdir(parents=True)
    (night / "classes.txt").write_text("\n".join(NAMES) + "\n", "utf-8")
    for stem in ("table-1", "table-2"):
        cv2.imwrite(str(night / "images" / f"{stem}.jpg"), np.full((64, 64, 3), 180, np.uint8))
        (night / "labels" / f"{stem}.txt").write_text("0 0.25 0.25 0.25 0.25\n", "utf-8")
    (night / "partial.txt").write_text("table-2\n", "utf-8")
    out, manifest = built(photos, packed=(night,))
    assert manifest["pictures"]["train:packed"] == 2
    assert (out / "train" / "images" / "table-1.jpg").is_symlink()
    cut = cv2.imread(str(out / "train" / "images" / "table-2.jpg"))
    assert abs(int(cut[60, 60, 0]) - GREY) < 6


def test_the_manifest_follows_from_the_content(photos: Path) -> None:
    _, first = built(photos)
    _, again = built(photos)
    assert first["sha256"] == again["sha256"]
    (photos / "train" / "labels" / "a-003.txt").write_text("0 0.5 0.5 0.2 0.2\n", "utf-8")
    assert built(photos)[1]["sha256"] != first["sha256"]


def test_other_bytes_than_the_labelled_ones_are_refused(photos: Path) -> None:
    path = photos / "partly_labelled" / "images" / "a-001.jpg"
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(LabelError, match="other bytes"):
        built(photos)


def test_a_jpeg_without_its_end_is_copied_not_linked(photos: Path) -> None:
    path = photos / "train" / "images" / "a-003.jpg"
    path.write_bytes(path.read_bytes()[:-2])
    out, _ = built(photos)
    assert not (out / "train" / "images" / "a-003.jpg").is_symlink()


def test_photos_stay_out_of_the_repository(photos: Path) -> None:
    done = CliRunner().invoke(
        data, ["build", "--photos", str(photos), "--out", str(build.REPOSITORY / "out" / "x")]
    )
    assert done.exit_code == 1
    assert "repository" in done.output


def test_rendered_photos_join_and_the_command_counts(photos: Path) -> None:
    rendered = photos.parent / "rendered"
    for name in ("images", "labels"):
        (rendered / name).mkdir(parents=True)
    (rendered / "classes.txt").write_text("\n".join(NAMES) + "\n", "utf-8")
    cv2.imwrite(str(rendered / "images" / "r0-000001.jpg"), np.full((8, 8, 3), 90, np.uint8))
    (rendered / "labels" / "r0-000001.txt").write_text("18 0.5 0.5 0.5 0.5\n", "utf-8")
    out = photos.parent / "out"
    args = [
        "build",
        "--photos",
        str(photos),
        "--out",
        str(out),
        "--rendered",
        str(rendered),
        "--no-real",
        "--no-mined",
    ]
    done = CliRunner().invoke(data, [*args, "--labels", str(photos.parent / "records")])
    assert done.exit_code == 0, done.output
    assert stems(out / "train") == ["r0-000001"]
    entry = json.loads((out / "manifest.json").read_text("utf-8"))["entries"][0]
    assert entry["source"] == "rendered:rendered"


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="../shared is absent")
def test_labels_that_name_another_tile_are_renamed_and_say_something_new() -> None:
    unlabelled = records.read_unlabelled()
    published = {photo.stem: photo for photo in read_photos(PHOTOS / "train")}
    assert unlabelled.renamed
    for stem, names in unlabelled.renamed.items():
        before = published[stem].labels
        after = unlabelled.right(stem, before)
        assert len(after) == len(before) - len(unlabelled.wrong.get(stem, ()))
        for number, kind in names.items():
            assert kind in KINDS
            assert before[number].kind != kind
            assert any(label.box == before[number].box and label.kind == kind for label in after)


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="../shared is absent")
def test_no_photo_of_the_test_is_trained_on(tmp_path: Path) -> None:
    plan = build.Plan(PHOTOS, tmp_path)
    training = {item.photo.stem for item in build._training(plan)}
    testing = {item.photo.stem for item in build._testing(plan)}
    assert not training & testing
    unlabelled = records.read_unlabelled()
    assert not training & unlabelled.kept_out
    known = {path.stem for path in (PHOTOS / "train" / "images").iterdir()} | {"tw-frame", "tw-misc"}
    assert unlabelled.cut | unlabelled.kept_out | set(unlabelled.wrong) | set(unlabelled.renamed) <= known
    for item in build._training(plan):
        if unlabelled.must_cut(item.photo.stem, session_of(item.photo.stem)) and item.source == "train":
            assert item.painted == "hull"
        if item.source == "partly_labelled":
            assert item.painted == "masks"


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="../shared is absent")
def test_boxes_of_two_tiles_are_drawn_anew_in_the_test() -> None:
    """Each new box is a good deal smaller than the published one and lies in it but for a rim."""
    anew = records.read_backs()
    published = {photo.stem: photo.labels for photo in read_photos(PHOTOS / "backs")}
    tested = {item.photo.stem: item for item in build._testing(build.Plan(PHOTOS, PHOTOS.parent / "unused"))}
    assert set(anew) <= set(published)
    for stem, labels in published.items():
        item = tested[stem]
        height, width = cv2.imread(str(item.photo.image)).shape[:2]
        for number, (label, old) in enumerate(zip(item.labels, labels, strict=True)):
            x1, y1, x2, y2 = label.pixels(width, height)
            ox1, oy1, ox2, oy2 = old.pixels(width, height)
            if number not in anew.get(stem, {}):
                assert label == old
                continue
            assert (x2 - x1) * (y2 - y1) < 0.8 * (ox2 - ox1) * (oy2 - oy1)
            assert min(x1 - ox1, y1 - oy1, ox2 - x2, oy2 - y2) > -6


def test_suits_are_well_represented() -> None:
    found = Counter(label.name for record in MINED.values() for label in record.found)
    assert min(found[face] for face in FACES) >= 20
