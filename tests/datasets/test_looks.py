"""Measuring looks: pairs of labels and detections, the space, the file the reader loads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.looks import FAR_AWAY, Looks, chosen, fit
from datasets.pairing import best_pairs
from scoring.tiles import KINDS
from tests.datasets.spoiled import spoil
from vision.model import LOOKS, ModelInfo, load_yardstick
from vision.yardstick import distances


def looks(kinds: list[int], per: int = 6, groups: int = 4, width: int = 40, seed: int = 0) -> Looks:
    """Kinds a fixed way apart, groups shifted, tiles scattered by 2."""
    rng = np.random.default_rng(seed)
    middles = np.random.default_rng(99).normal(0, 6, (len(KINDS), width))
    rows, names, labels = [], [], []
    for group in range(groups):
        shift = rng.normal(0, 1, width)
        for kind in kinds:
            rows.append(middles[kind] + shift + rng.normal(0, 2, (per, 4, width)))
            names += [f"g{group}"] * per
            labels += [kind] * per
    return Looks(
        np.concatenate(rows).astype(np.float32),
        np.zeros((len(labels), len(KINDS)), np.float32),
        np.array(labels),
        np.array(names),
        np.array(names),
        np.zeros((len(labels), 1, 1, 3), np.uint8),
    )


def test_tiles_of_one_kind_scatter_by_one_and_are_nearest_to_their_kind() -> None:
    seen = looks([0, 3, 9, 20, 35])
    space = fit(seen, dimensions=8, ridge=0.0)
    points = (seen.features.reshape(-1, 40) - space["mean"]) @ space["whiten"]
    away = distances(points.astype(np.float32), space["kinds"])
    kinds = np.repeat(seen.kinds, 4)
    assert (away.argmin(axis=1) == kinds).all()
    # Shifts between groups come on top of the scatter within them.
    assert 0.8 < away[np.arange(len(kinds)), kinds].mean() < 2.0
    assert (space["kinds"][[1, 2, 34]] == FAR_AWAY).all()


def test_labels_and_detections_pair_once_the_best_first() -> None:
    places = np.array([[0, 0, 10, 10], [20, 0, 30, 10], [50, 50, 60, 60]], np.float32)
    boxes = np.array([[21, 0, 31, 10], [1, 0, 11, 10], [0, 0, 10, 10]], np.float32)
    assert sorted(best_pairs(places, boxes, 0.5)) == [(0, 2), (1, 0)]
    assert best_pairs(places, boxes[:0], 0.5) == best_pairs(places[:0], boxes, 0.5) == []


def test_few_photos_of_a_session_are_taken(tmp_path: Path) -> None:
    for folder in ("images", "labels"):
        (tmp_path / folder).mkdir()
    (tmp_path / "classes.txt").write_text("\n".join(KINDS) + "\n", "utf-8")
    for stem in [*(f"hk-t1-{i:03d}" for i in range(5)), *(f"r1-{i:06d}" for i in range(30))]:
        (tmp_path / "images" / f"{stem}.jpg").write_bytes(b"")
        (tmp_path / "labels" / f"{stem}.txt").write_text("", "utf-8")
    taken = [photo.stem[:2] for photo in chosen(tmp_path, 2)]
    assert (taken.count("hk"), taken.count("r1")) == (2, 20)


@pytest.fixture
def info() -> ModelInfo:
    return ModelInfo("x", "ab" * 32, "AGPL-3.0-only", 640, 32, KINDS, 12)


def written(folder: Path, model: str) -> None:
    numbers = {"near": 3.0, "trust": 1.0, "unlike": 6.0, "prior": 2.0, "alike": 0.1}
    np.savez(
        folder / LOOKS, model=model, kinds_order=np.array(KINDS[::-1]), **fit(looks([0, 3, 9])), **numbers
    )


def test_the_file_is_read_back_in_the_order_of_kinds(tmp_path: Path, info: ModelInfo) -> None:
    written(tmp_path, info.sha256)
    yard = load_yardstick(info, tmp_path)
    assert yard is not None
    assert (yard.near, yard.trust, yard.prior, yard.alike) == (3.0, 1.0, 2.0, 0.1)
    placed = [i for i, middle in enumerate(yard.kinds) if (middle != FAR_AWAY).any()]
    assert placed == [len(KINDS) - 1 - i for i in (9, 3, 0)]


@pytest.mark.parametrize("fault", ["missing", "damaged", "another model", "no archive"])
def test_without_a_fitting_file_there_is_no_second_look(tmp_path: Path, info: ModelInfo, fault: str) -> None:
    written(tmp_path, "cd" * 32 if fault == "another model" else info.sha256)
    spoil(tmp_path / LOOKS, fault)
    assert load_yardstick(info, tmp_path) is None
