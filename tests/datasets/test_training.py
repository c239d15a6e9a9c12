"""The training recipe: nothing is mirrored, turns are exact, everything is recorded. No torch needed."""

from __future__ import annotations

import json
import math
import random
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from datasets.commands_train import train as command
from datasets.training import record, run
from datasets.training.augment import (
    Augmentation,
    augment,
    cast,
    focused,
    quarter_turned,
    stretched,
    strong_lamp,
    tilted,
)
from datasets.training.schedule import Schedule, share_done
from datasets.training.settings import (
    ENVIRONMENT,
    Settings,
    from_environment,
    to_environment,
    ultralytics_args,
)

MIRRORS = ("fliplr", "flipud", "mixup", "cutmix", "copy_paste", "erasing")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    for split in ("train", "val"):
        for name in ("images", "labels"):
            (tmp_path / "set" / split / name).mkdir(parents=True)
        cv2.imwrite(str(tmp_path / "set" / split / "images" / "a.png"), np.zeros((8, 8, 3), np.uint8))
        (tmp_path / "set" / split / "labels" / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n\n", "utf-8")
    (tmp_path / "set" / "data.yaml").write_text("names: {}\n", "utf-8")
    (tmp_path / "w.pt").write_bytes(b"weights")
    return Settings(tmp_path / "set" / "data.yaml", tmp_path / "w.pt", tmp_path / "runs" / "one")


def marked(height: int = 6, width: int = 10) -> tuple[np.ndarray, np.ndarray]:
    """One white pixel and its box."""
    picture = np.zeros((height, width, 3), np.uint8)
    picture[1, 7] = 255
    return picture, np.array([[7.5 / width, 1.5 / height, 1 / width, 1 / height]], np.float32)


@pytest.mark.parametrize("times", range(8))
def test_a_quarter_turn_is_exact_and_takes_its_boxes_along(times: int) -> None:
    picture, boxes = quarter_turned(*marked(), times)
    height, width = picture.shape[:2]
    assert (height, width) == ((6, 10) if times % 2 == 0 else (10, 6))
    x, y, w, h = boxes[0] * np.array([width, height, width, height])
    assert (w, h) == pytest.approx((1, 1), abs=1e-5)
    assert picture[math.floor(y), math.floor(x)].tolist() == [255, 255, 255]
    assert picture.sum() == 3 * 255


def test_four_turns_are_none_and_no_turn_mirrors() -> None:
    rng = np.random.default_rng(0)
    picture, boxes = rng.integers(0, 255, (5, 7, 3), np.uint8), np.array([[0.2, 0.3, 0.1, 0.2]], np.float32)
    turned, moved = picture, boxes
    seen = []
    for _ in range(4):
        turned, moved = quarter_turned(turned, moved, 1)
        seen.append(turned)
    assert (turned == picture).all()
    assert moved == pytest.approx(boxes, abs=1e-6)
    for mirrored in (picture[:, ::-1], picture[::-1]):
        assert not any(one.shape == mirrored.shape and (one == mirrored).all() for one in seen)


@pytest.mark.parametrize(("wider", "size"), [(1.0, (60, 80)), (4 / 3, (45, 80)), (0.75, (60, 60))])
def test_a_stretch_shrinks_one_side(wider: float, size: tuple[int, int]) -> None:
    assert stretched(np.zeros((60, 80, 3), np.uint8), wider).shape[:2] == size


def test_a_cast_multiplies_the_channels() -> None:
    out = cast(np.full((2, 2, 3), 100, np.uint8), [0.5, 1.0, 3.0])
    assert out[0, 0].tolist() == [50, 100, 255]


def test_a_strong_lamp_leaves_one_channel_its_light_and_the_others_at_least_a_fifth() -> None:
    lamps = [strong_lamp(random.Random(i)) for i in range(200)]
    for gains in lamps:
        assert 0.8 <= max(gains) <= 1.25
        assert min(gains) >= 0.2 * max(gains)
    assert {gains.index(max(gains)) for gains in lamps} == {0, 1, 2}
    assert min(min(gains) / max(gains) for gains in lamps) < 0.3


@pytest.mark.parametrize("degrees", [-45.0, -20.0, 10.0, 45.0])
@pytest.mark.parametrize("size", [(120, 200), (200, 120)])
def test_a_tilt_keeps_each_tile_in_its_box(degrees: float, size: tuple[int, int]) -> None:
    height, width = size
    picture = np.zeros((height, width, 3), np.uint8)
    picture[20:60, 70:100] = 255
    box = np.array([[85 / width, 40 / height, 30 / width, 40 / height]], np.float32)
    turned, moved = tilted(picture, box, degrees)
    high, wide = turned.shape[:2]
    ys, xs = np.nonzero((turned > 200).all(axis=2))
    x, y, w, h = moved[0] * (wide, high, wide, high)
    assert (xs.min(), xs.max() + 1) == pytest.approx((x - w / 2, x + w / 2), abs=1.6)
    assert (ys.min(), ys.max() + 1) == pytest.approx((y - h / 2, y + h / 2), abs=1.6)
    assert moved.min() > 0
    assert moved.max() < 1


def test_a_tilt_turns_the_way_of_the_quarter_turns() -> None:
    """90° by the one are once by the other."""
    picture, boxes = marked()
    turned, moved = tilted(picture, boxes, 90)
    exact, same = quarter_turned(picture, boxes, 1)
    assert turned.shape == exact.shape
    assert moved == pytest.approx(same, abs=0.02)


def test_rendered_photos_are_not_tilted_again() -> None:
    picture, boxes = np.zeros((480, 640, 3), np.uint8), np.zeros((0, 4), np.float32)
    how = Augmentation(turns=0, aspect_rest=0, cast=0, strong=0, tilt=1, focus=0)
    assert augment(picture, boxes, "r5-000001", how, random.Random(0))[0].shape == picture.shape
    assert augment(picture, boxes, "tw-home-701", how, random.Random(0))[0].shape != picture.shape


def test_only_photos_published_as_squares_are_stretched_much() -> None:
    picture, boxes = np.zeros((640, 640, 3), np.uint8), np.zeros((0, 4), np.float32)
    how = Augmentation(turns=0, cast=0, strong=0, tilt=0, focus=0)

    def most(stem: str) -> float:
        shapes = [augment(picture, boxes, stem, how, random.Random(i))[0].shape for i in range(60)]
        return max(max(h / w, w / h) for h, w, _ in shapes)

    assert 1.2 < most("hk-t370-001") <= 1.34
    assert most("tw-home-701") <= 1.09
    assert most("r0-000001") <= 1.09


def test_augmentation_follows_from_the_generator() -> None:
    picture, boxes = np.random.default_rng(0).integers(0, 255, (64, 64, 3), np.uint8), marked()[1]
    one = augment(picture, boxes, "hk-t1-1", Augmentation(), random.Random(5))
    two = augment(picture, boxes, "hk-t1-1", Augmentation(), random.Random(5))
    assert (one[0] == two[0]).all()
    assert (one[1] == two[1]).all()


def test_the_arguments_mirror_and_mix_nothing_and_name_the_optimiser(settings: Settings) -> None:
    args = ultralytics_args(settings)
    assert all(args[name] == 0 for name in MIRRORS)
    assert (args["optimizer"], args["warmup_bias_lr"], args["nbs"]) == ("AdamW", 0.0, settings.batch)
    assert args["amp"] is False
    assert args["time"] is None
    assert ultralytics_args(replace(settings, minutes=25))["time"] == pytest.approx(25 / 60)
    assert ultralytics_args(replace(settings, device="0,1"))["amp"] == "bf16"


def test_settings_reach_other_processes(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, "")
    to_environment(replace(settings, threads=3, augmentation=Augmentation(turns=0.25)))
    own = from_environment()
    assert (own.threads, own.bf16, own.augmentation.turns) == (3, True, 0.25)
    with pytest.raises(KeyError):
        from_environment({})


def test_a_run_tells_what_it_was_before_it_starts(settings: Settings) -> None:
    started = record.start(settings, ["zhuoji", "train"])
    saved = json.loads((settings.out / "run.json").read_text("utf-8"))
    assert saved == started
    assert saved["finished"] is False
    assert saved["command"] == ["zhuoji", "train"]
    assert all(saved["ultralytics"][name] == 0 for name in MIRRORS)
    assert saved["data"]["train"]["photos"] == saved["data"]["train"]["boxes"] == 1
    assert len(saved["weights"]["sha256"]) == 64


def test_the_data_hash_follows_labels_and_photos(settings: Settings) -> None:
    first = record.data_hashes(settings.data)
    assert record.data_hashes(settings.data) == first
    (settings.data.parent / "train" / "labels" / "a.txt").write_text("1 0.5 0.5 0.1 0.1\n", "utf-8")
    second = record.data_hashes(settings.data)
    assert second["train"] != first["train"]
    assert second["val"] == first["val"]
    (settings.data.parent / "manifest.json").write_text('{"sha256": "abc"}', "utf-8")
    assert record.data_hashes(settings.data)["manifest"] == "abc"


def test_curves_are_read_and_drawn(settings: Settings) -> None:
    assert record.read_curves(settings.out) == []
    settings.out.mkdir(parents=True)
    head = "epoch, train/box_loss, train/cls_loss, metrics/mAP50(B)\n"
    (settings.out / "results.csv").write_text(head + "1, 2.0, 3.0, 0.1\n2, 1.0, 2.0,\n", "utf-8")
    rows = record.read_curves(settings.out)
    assert rows[0] == {"epoch": 1.0, "train/box_loss": 2.0, "train/cls_loss": 3.0, "metrics/mAP50(B)": 0.1}
    assert "metrics/mAP50(B)" not in rows[1]
    assert (record.curves_picture(rows) != record.curves_picture(rows[:1])).any()
    assert record.curves_picture([]).shape == record.curves_picture(rows).shape


def test_the_allocator_needs_a_fresh_process_on_the_cpu_only(settings: Settings) -> None:
    assert run.needs_restart(settings, {}) is (sys.platform == "linux")
    assert run.needs_restart(settings, run.MALLOC) is False
    assert run.needs_restart(replace(settings, device="0"), {}) is False


def test_missing_weights_are_named(settings: Settings) -> None:
    with pytest.raises(FileNotFoundError, match="gone"):
        run.train(replace(settings, weights=Path("gone.pt")), [])


def test_the_command_prints_its_arguments(settings: Settings) -> None:
    args = [
        "--data",
        str(settings.data),
        "--weights",
        str(settings.weights),
        "--out",
        str(settings.out),
        "--dry-run",
    ]
    done = CliRunner().invoke(command, [*args, "--minutes", "25", "--turns", "0.4"])
    assert done.exit_code == 0, done.output
    assert "fliplr: 0.0\n" in done.output
    assert "turns: 0.4\n" in done.output
    assert not settings.out.exists()


def test_without_the_extra_the_command_says_how_to_get_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ultralytics", None)
    for name, value in run.MALLOC.items():
        monkeypatch.setenv(name, value)
    for name in run.QUIET:
        monkeypatch.setenv(name, "true")
    monkeypatch.setenv(ENVIRONMENT, "")
    args = ["--data", str(settings.data), "--weights", str(settings.weights), "--out", str(settings.out)]
    done = CliRunner().invoke(command, args)
    assert done.exit_code == 1
    assert "pip install -e '.[train]'" in done.output


@pytest.mark.long
def test_one_minute_of_training_is_recorded(settings: Settings, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the extra `train` isn't installed")
    pytest.importorskip("ultralytics")
    start = Path(__file__).parents[3] / "shared" / "models" / "start-tiles.pt"
    if not start.is_file():
        pytest.skip("../shared is absent")
    from scoring.tiles import KINDS

    names = "".join(f"  {i}: {kind}\n" for i, kind in enumerate(KINDS))
    text = f"path: {settings.data.parent}\ntrain: train/images\nval: val/images\nnames:\n{names}"
    settings.data.write_text(text, "utf-8")
    done = run.train(replace(settings, weights=start, epochs=1, imgsz=64, batch=1, threads=1), ["test"])
    assert done["finished"]
    assert (settings.out / "weights" / "last.pt").is_file()
    assert (settings.out / "curves-00.png").is_file()


def test_focus_multiplies_detail_and_leaves_flat_ground() -> None:
    flat = np.full((20, 20, 3), 90, np.uint8)
    assert (focused(flat, 1.5) == flat).all()
    edge = flat.copy()
    edge[:, 10:] = 160
    contrast = {amount: int(np.ptp(focused(edge, amount)[10])) for amount in (-0.8, 0.0, 1.5)}
    assert contrast[-0.8] <= contrast[0.0] == 70 < contrast[1.5]


@pytest.mark.parametrize("done", [0.0, 0.01, 0.03, 0.2, 0.5, 0.9, 1.0])
def test_the_rate_rises_and_falls(done: float) -> None:
    schedule = Schedule(warmup=0.03, last=0.02)
    rate = schedule.rate(done)
    assert 0 <= rate <= 1
    assert schedule.rate(schedule.warmup) == pytest.approx(1)
    assert schedule.rate(1.0) == pytest.approx(schedule.last)
    later = schedule.rate(done + 0.005)
    assert later > rate if done < schedule.warmup else later <= rate


def test_mosaic_closes_once_and_the_clock_counts_before_the_steps() -> None:
    schedule = Schedule(mosaic_until=0.8)
    assert [schedule.plain(done) for done in (0.0, 0.79, 0.8, 1.0)] == [False, False, True, True]
    assert share_done(50, 200) == 0.25
    assert share_done(50, 200, seconds=90, seconds_in_all=100) == 0.9
    assert share_done(300, 200) == share_done(0, 0, seconds=9, seconds_in_all=3) == 1
    assert share_done(0, 0) == 0


def test_the_mean_of_two_weights(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="the extra `train` isn't installed")
    from datasets.training.mean import mean

    for name, value in (("a", 1.0), ("b", 3.0)):
        layer = torch.nn.BatchNorm1d(2)
        torch.nn.init.constant_(layer.weight, value)
        torch.save({"model": layer, "epoch": name}, tmp_path / f"{name}.pt")
    mean(tmp_path / "a.pt", tmp_path / "b.pt", tmp_path / "c.pt", 0.25)
    made = torch.load(tmp_path / "c.pt", weights_only=False)
    assert made["epoch"] == "a"
    assert made["model"].weight.tolist() == [1.5, 1.5]
    assert made["model"].num_batches_tracked.item() == 0
