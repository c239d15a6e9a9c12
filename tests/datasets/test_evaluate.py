"""Evaluation: the figures of the shared tool to the last digit, slices, calibration, the command."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from datasets.commands_evaluate import evaluate as command
from datasets.evaluate import peer, run, tables
from datasets.evaluate.calibration import calibrate
from datasets.evaluate.figures import figures, look_alikes, per_class
from datasets.evaluate.matching import PhotoScore, score, scored_kind
from datasets.evaluate.pictures import confusion_picture, reliability_picture
from datasets.evaluate.slices import angle_of, light_of, size_of
from datasets.evaluate.summary import error_lines, summary
from datasets.importing import NAMES, Label, kind_of

FIXTURE = Path(__file__).with_name("data") / "score"
TOOL = Path(__file__).parents[3] / "shared" / "tools" / "score_photos.py"


def label(name: str, x: float, y: float = 0.5, w: float = 0.1, h: float = 0.2) -> Label:
    return Label(name, (x - w / 2, y - h / 2, x + w / 2, y + h / 2))


def tile(kind: str, x: float, y: float = 0.5, **more: Any) -> dict[str, Any]:
    box = [(x - 0.05) * 100, (y - 0.1) * 100, (x + 0.05) * 100, (y + 0.1) * 100]
    return {"tile": kind, "confidence": 0.9, "box": box, "unsure": False, **more}


def one(labels: list[Label], tiles: list[dict[str, Any]], **more: Any) -> PhotoScore:
    reading = {"image": {"width": 100, "height": 100}, "tiles": tiles}
    return score("photo-001", labels, reading, **more)


@pytest.mark.parametrize(
    ("expected", "partial", "min_iou"), [("expected.json", False, 0.5), ("expected_partial.json", True, 0.6)]
)
def test_summary_is_the_shared_tools_output_on_a_recorded_case(
    expected: str, partial: bool, min_iou: float
) -> None:
    folder = run.open_folder(FIXTURE / "photos")
    readings = run.load_readings(FIXTURE / "readings.jsonl")
    result = run.evaluate([folder], readings, sets={}, partial=partial, min_iou=min_iou, look=False)
    text = json.dumps(summary(result.scores), ensure_ascii=False)
    assert text == (FIXTURE / expected).read_text("utf-8").strip()


def random_case(folder: Path, seed: int) -> None:
    """Labels and readings with everything the tool distinguishes: halves of flowers, misses, doubles, refusals."""
    rng = random.Random(seed)
    (folder / "photos" / "labels").mkdir(parents=True)
    (folder / "classes.txt").write_text("\n".join(NAMES) + "\n", "utf-8")
    lines = []
    for number in range(8):
        rows, tiles = [], []
        for i in range(rng.choice([0, 3, 11, 17])):
            which = rng.randrange(len(NAMES))
            x, y, w, h = (i % 6 + 0.5) / 6, (i // 6 + 0.5) / 3, 0.14, 0.28 * rng.choice([1, 0.5])
            rows.append(f"{which} {x:.6f} {y:.6f} {w:.6f} {h:.6f}")
            for _ in range(rng.choice([0, 1, 1, 1, 1, 2])):
                kind = (
                    kind_of(NAMES[which])
                    if rng.random() < 0.8
                    else rng.choice(["1s", "back", "flower", "5z", "2m"])
                )
                move = rng.choice([0.0, 0.0, 0.02, 0.06])
                box = [(x - w / 2 + move) * 640, (y - 0.14) * 480, (x + w / 2 + move) * 640, (y + 0.14) * 480]
                tiles.append({"tile": kind, "box": [round(v, 1) for v in box], "unsure": rng.random() < 0.3})
        (folder / "photos" / "labels" / f"q{number}.txt").write_text("\n".join(rows) + "\n", "utf-8")
        if rng.random() < 0.9:
            lines.append({"file": f"q{number}.png", "image": {"width": 640, "height": 480}, "tiles": tiles})
        else:
            lines.append({"ok": False, "file": f"q{number}.png", "error": {"code": "NOT_AN_IMAGE"}})
    if rng.random() < 0.5:
        (folder / "photos" / "partial.txt").write_text("q1\nq2\n", "utf-8")
    (folder / "readings.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


@pytest.mark.skipif(not TOOL.is_file(), reason="../shared is absent")
@pytest.mark.parametrize("seed", range(8))
def test_summary_and_errors_agree_with_the_shared_tool(tmp_path: Path, seed: int) -> None:
    random_case(tmp_path, seed)
    done = subprocess.run(
        [sys.executable, str(TOOL), str(tmp_path / "readings.jsonl"), str(tmp_path / "photos"), "--list-errors"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    readings = run.load_readings(tmp_path / "readings.jsonl")
    result = run.evaluate([run.open_folder(tmp_path / "photos")], readings, sets={}, look=False)
    assert json.dumps(summary(result.scores), ensure_ascii=False) == done.stdout.strip()
    assert error_lines(result.scores) == done.stderr.splitlines()


def test_flowers_and_honours_are_one_kind_each() -> None:
    assert [scored_kind(name) for name in ("east", "7z", "f3", "s1", "flower", "back", "1s")] == [
        "z", "z", "flower", "flower", "flower", "back", "1s",
    ]  # fmt: skip


def test_a_flower_label_of_half_the_tile_is_found_by_the_whole() -> None:
    half = Label("f1", (0.45, 0.4, 0.55, 0.5))
    assert one([half], [tile("flower", 0.5)]).bad == 0
    assert one([Label("1s", half.box)], [tile("1s", 0.5, 0.55)]).found[0].read is None


def test_figures_tell_honours_read_as_suits_with_and_without_a_flag() -> None:
    labels = [label("east", 0.1), label("f2", 0.3), label("west", 0.5), label("1s", 0.7), label("8p", 0.9)]
    tiles = [tile("1s", 0.1), tile("2m", 0.3, unsure=True), tile("3z", 0.5), tile("1s", 0.7), tile("7p", 0.9)]
    f = figures([one(labels, tiles)])
    assert f.others_as_suits == pytest.approx(2 / 3)
    assert f.others_as_suits_silent == pytest.approx(1 / 3)
    assert (f.suits, f.suits_right, f.one_s, f.eight_p, f.back) == (2, 0.5, 1.0, 0.0, None)
    assert f.wrong_flagged == pytest.approx(1 / 3, abs=1e-4)


def test_look_alikes_count_inside_the_group_other_and_missed() -> None:
    labels = [label("2m", 0.1), label("2m", 0.3), label("2m", 0.5), label("1m", 0.7)]
    tiles = [tile("3m", 0.1), tile("9p", 0.3), tile("1m", 0.7)]
    groups = dict(look_alikes([one(labels, tiles)]))
    assert groups["1m", "2m", "3m"] == [[1, 0, 0, 0, 0], [0, 0, 1, 1, 1], [0, 0, 0, 0, 0]]
    assert per_class([one(labels, tiles)])["2m"][2] == {"3m": 1, "9p": 1, "missed": 1}


def test_calibration_of_honest_and_of_boastful_scores() -> None:
    labels = [label("1s", (i + 0.5) / 10, w=0.09) for i in range(10)]
    honest = [tile("1s" if i < 8 else "2s", (i + 0.5) / 10, confidence=0.8) for i in range(10)]
    boastful = [{**t, "confidence": 1.0} for t in honest]
    assert calibrate([one(labels, honest)]).ece == pytest.approx(0.0, abs=1e-9)
    assert calibrate([one(labels, boastful)]).ece == pytest.approx(0.2)
    # Tiles without a label are wrong, unless the photo is partial.
    extra = [*honest, tile("9m", 0.5, 0.05)]
    assert calibrate([one(labels, extra)]).tiles == 11
    assert calibrate([one(labels, extra, partial=True)]).tiles == 10


def test_a_threshold_that_flags_few_right_tiles_catches_the_unsure_wrong_ones() -> None:
    labels = [label("1s", (i + 0.5) / 10, w=0.09) for i in range(10)]
    tiles = [
        tile("1s" if i < 8 else "2s", (i + 0.5) / 10, confidence=0.9 if i < 8 else 0.3) for i in range(10)
    ]
    good, threshold, bad = calibrate([one(labels, tiles)]).doubts[-1]
    assert (good, threshold, bad) == (0.0, pytest.approx(0.9), 1.0)


@pytest.mark.parametrize(
    ("ivory", "light", "cast"),
    [
        ((230, 235, 240), "bright", "neutral"),
        ((60, 62, 64), "dark", "neutral"),
        ((220, 120, 200), "normal", "purple"),
        ((120, 200, 120), "normal", "green"),
        ((120, 170, 230), "normal", "orange"),
    ],
)
def test_light_is_measured_on_the_ivory_not_on_the_table(
    ivory: tuple[int, int, int], light: str, cast: str
) -> None:
    picture = np.full((100, 100, 3), (20, 160, 20), np.uint8)
    picture[40:60, 20:80] = ivory
    assert light_of(picture, np.array([[20, 40, 50, 60], [50, 40, 80, 60]], np.float32)) == (light, cast)


@pytest.mark.parametrize(
    ("degrees", "name"), [(0, "0-5°"), (10, "5-15°"), (80, "5-15°"), (25, "15-30°"), (45, "30-45°")]
)
def test_angle_of_a_row(degrees: float, name: str) -> None:
    cos, sin = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    half = np.array([14 * cos + 19 * sin, 14 * sin + 19 * cos])  # of the upright box around a turned tile
    centres = np.array([[40 + 30 * i * cos, 40 + 30 * i * sin] for i in range(8)])
    boxes = np.hstack([centres - half, centres + half]).astype(np.float32)
    assert angle_of(boxes) == name
    assert angle_of(boxes[:2]) == "no row"


def test_size_is_the_shorter_side_over_the_width() -> None:
    photo = one([label("1s", 0.5, w=0.05, h=0.2), label("1s", 0.2, w=0.2, h=0.02)], [])
    assert [size_of(found, 100) for found in photo.found] == ["1/25-1/16", "< 1/40"]


def test_pictures_hold_the_counts() -> None:
    photo = one([label("1s", 0.1), label("2s", 0.3)], [tile("1s", 0.1), tile("1s", 0.3)])
    right, wrong = confusion_picture([photo]), confusion_picture([one([label("1s", 0.1)], [tile("1s", 0.1)])])
    assert right.shape == wrong.shape
    assert (right != wrong).any()
    assert reliability_picture(calibrate([photo])).shape[2] == 3


def test_the_command_prints_tables_and_writes_the_report(tmp_path: Path) -> None:
    out = tmp_path / "report"
    args = [
        str(FIXTURE / "photos"),
        "--readings",
        str(FIXTURE / "readings.jsonl"),
        "--out",
        str(out),
        "--list-errors",
    ]
    done = CliRunner().invoke(command, args)
    assert done.exit_code == 0, done.output
    for title in ("summary", "slices", "tile size", "classes", "look-alikes", "calibration"):
        assert f"## {title}" in done.stdout
    assert (FIXTURE / "expected.json").read_text("utf-8").strip() in done.stdout
    assert "p02: " in done.stderr
    names = {path.name for path in out.iterdir()}
    assert {"report.txt", "report.json", "confusions-00.png", "reliability-00.png"} <= names
    saved = json.loads((out / "report.json").read_text("utf-8"))
    assert saved["summary"] == json.loads((FIXTURE / "expected.json").read_text("utf-8"))
    assert set(saved["slices"]) == {"source", "set", "light", "cast", "angle"}


def test_the_command_prints_json(tmp_path: Path) -> None:
    args = [str(FIXTURE / "photos"), "--readings", str(FIXTURE / "readings.jsonl"), "--json", "--partial"]
    done = CliRunner().invoke(command, args)
    figures_of_all = json.loads(done.stdout)["all"]
    assert figures_of_all["photos"] == 12


def test_a_folder_without_classes_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a" / "b" / "labels").mkdir(parents=True)
    (tmp_path / "a" / "b" / "labels" / "x.txt").write_text("0 .5 .5 .1 .1\n", "utf-8")
    args = [str(tmp_path / "a" / "b"), "--readings", str(FIXTURE / "readings.jsonl")]
    done = CliRunner().invoke(command, args)
    assert done.exit_code == 1
    assert "classes.txt" in done.stderr


def test_rendered_and_real_photos_are_told_apart() -> None:
    """One right tile and one missed: each in its own row, whatever "all" says."""
    read = {"image": {"width": 100, "height": 100}, "tiles": [tile("1s", 0.5)]}
    scores = (score("r7-000123", [label("1s", 0.5)], read), score("hk-1", [label("1s", 0.5)], None))
    result = run.Evaluation(scores, tuple(run.traits(each, None, {}) for each in scores), {})
    shares = run.as_json(result)["slices"]["source"]
    assert {name: part["suits_right"] for name, part in shares.items()} == {"real": 0.0, "rendered": 1.0}
    rows = [line.split() for line in run.report(result).splitlines() if line.startswith("source ")]
    assert [(row[1], row[4]) for row in rows] == [("real", "0.0000"), ("rendered", "1.0000")]


def test_the_peer_is_said_to_be_missing_with_the_command_that_mends_it(tmp_path: Path) -> None:
    with pytest.raises(peer.PeerMissing, match="pip install mahjong-detector"):
        peer.read([], tmp_path / "python")
    args = [
        str(FIXTURE / "photos"),
        "--readings",
        str(FIXTURE / "readings.jsonl"),
        "--against",
        "mahjong-detector",
    ]
    done = CliRunner().invoke(command, [*args, "--peer-python", str(tmp_path / "python")])
    assert done.exit_code == 0
    assert "not measured" in done.stdout


def test_versus_puts_both_on_a_line() -> None:
    ours, theirs = (
        figures([one([label("1s", 0.1)], [tile("1s", 0.1)])]),
        figures([one([label("1s", 0.1)], [])]),
    )
    text = tables.versus_table({"all": ours}, {"all": theirs}, ("ours", "theirs"))
    assert text.splitlines()[-1].split() == [
        "all",
        "1",
        "1",
        "1.0000",
        "0.0000",
        "1.0000",
        "0.0000",
        "–",
        "–",
    ]
