"""`zhuoji read` as a program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from webapp.cli import main

DATA = Path(__file__).parents[1] / "vision" / "data"
HAND = DATA / "hand.heic"
PHOTOS = Path(__file__).parents[3] / "shared" / "photos"


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["read", "--threads", "1", *map(str, args)])


def test_one_json_object_a_line_and_the_run_goes_on(tmp_path: Path) -> None:
    text, empty = tmp_path / "text.jpg", tmp_path / "empty.png"
    text.write_text("hello")
    empty.touch()
    done = run("--json", text, HAND, empty, tmp_path / "nowhere.jpg", tmp_path)
    assert done.exit_code == 1
    assert done.stderr == ""
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["ok"] for line in lines] == [False, True, False, False, False]
    assert [line["file"] for line in lines][:4] == ["text.jpg", "hand.heic", "empty.png", "nowhere.jpg"]
    assert {line["error"]["code"] for line in lines if not line["ok"]} == {"NOT_AN_IMAGE"}
    assert len({line["error"]["message"] for line in lines if not line["ok"]}) == 4
    assert len(lines[1]["tiles"]) == 13


def test_all_read_is_success() -> None:
    assert run("--json", HAND).exit_code == 0


def test_a_table_people_read() -> None:
    zh, en = run(HAND), run("--lang", "en", HAND)
    assert "手牌: 一万" in zh.stdout
    assert "幺鸡" in zh.stdout
    assert "hand: 1 of characters" in en.stdout
    assert "13 tiles" in en.stdout


def test_a_refusal_goes_to_stderr_in_the_table(tmp_path: Path) -> None:
    (tmp_path / "x.jpg").write_bytes(b"x")
    done = run("--lang", "en", tmp_path / "x.jpg")
    assert done.exit_code == 1
    assert done.stdout == ""
    assert "x.jpg: This file is no photo" in done.stderr
    assert "[NOT_AN_IMAGE]" in done.stderr


def test_overlays_are_pictures_of_the_photo(tmp_path: Path) -> None:
    from PIL import Image

    assert run("--overlay", tmp_path / "out", HAND).exit_code == 0
    with Image.open(tmp_path / "out" / "hand.png") as drawn:
        assert drawn.size[0] == 1600
        assert abs(drawn.size[1] - 1600 * 270 / 960) <= 1


@pytest.mark.parametrize("args", [[], ["--conf", "2", HAND], ["--lang", "fr", HAND], ["--nonsense", HAND]])
def test_wrong_usage(args: list[object]) -> None:
    assert run(*args).exit_code == 2


def test_a_threshold_is_passed_on() -> None:
    strict = json.loads(run("--json", "--conf", "0.9", HAND).stdout)
    assert all(tile["confidence"] >= 0.9 for tile in strict["tiles"])
    assert len(strict["tiles"]) < 13


def test_a_missing_model_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.errors import model_missing
    from vision.reading import Reader

    def fail(threads: int | None = None) -> Reader:
        raise model_missing("缺", "gone")

    monkeypatch.setattr(Reader, "open", fail)
    done = run("--json", HAND)
    assert done.exit_code == 1
    assert json.loads(done.stdout)["error"]["code"] == "MODEL_MISSING"


@pytest.mark.skipif(not PHOTOS.exists(), reason="needs ../shared/photos")
def test_the_checker_can_drive_it(tmp_path: Path) -> None:
    import subprocess
    import sys

    photos = sorted((PHOTOS / "val" / "images").glob("hk-tray*"))[:3]
    for folder in ("images", "labels"):
        (tmp_path / "val" / folder).mkdir(parents=True)
    (tmp_path / "classes.txt").symlink_to(PHOTOS / "classes.txt")
    for photo in photos:
        label = PHOTOS / "val" / "labels" / f"{photo.stem}.txt"
        (tmp_path / "val" / "labels" / label.name).symlink_to(label)
    (tmp_path / "r.jsonl").write_text(run("--json", *photos).stdout)
    checker = PHOTOS.parent / "tools" / "score_photos.py"
    done = subprocess.run(
        [sys.executable, str(checker), str(tmp_path / "r.jsonl"), str(tmp_path / "val")],
        capture_output=True,
        text=True,
        check=True,
    )
    score = json.loads(done.stdout)
    assert score["photos"] == 3
    assert score["suits_right"] > 0.98
