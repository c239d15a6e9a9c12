"""The game's constraints as evidence: the most probable reading that can be, and nothing changed without reason."""

from __future__ import annotations

import itertools
import math
import time

import numpy as np
import pytest

from scoring.tiles import FACES
from vision.consistent import CONFIDENT, ODDS, changes
from vision.evidence import corrected
from vision.layout import Group

HAND = Group("hand", tuple(range(13)))


def sure(name: str, score: float = 0.95) -> dict[str, float]:
    return {name: score}


def test_five_of_a_tile_gives_way_where_the_scores_say_so() -> None:
    tiles = [*(sure("5p") for _ in range(4)), {"5p": 0.5, "6p": 0.45}]
    (change,) = changes(tiles, [])
    assert (change.index, change.before, change.after) == (4, "5p", "6p")
    assert change.p_after > 0.9
    assert change.p_before + change.p_after == pytest.approx(1)


def test_a_confident_tile_is_left_alone() -> None:
    tiles = [*(sure("5p") for _ in range(4)), {"5p": CONFIDENT + 0.02, "6p": 0.05}]
    assert changes(tiles, []) == []


def test_two_tiles_equally_doubtful_are_left_to_the_player() -> None:
    tiles = [*(sure("5p") for _ in range(3)), {"5p": 0.5, "6p": 0.45}, {"5p": 0.5, "6p": 0.45}]
    assert changes(tiles, []) == []


def test_no_other_kind_no_change() -> None:
    assert changes([{"5p": 0.6} for _ in range(5)], []) == []


def test_equal_tiles_in_a_meld() -> None:
    tiles = [sure("6p"), sure("6p"), {"7p": 0.55, "6p": 0.4}]
    (change,) = changes(tiles, [Group("meld", (0, 1, 2), None, "pung")])
    assert (change.index, change.before, change.after) == (2, "7p", "6p")


def test_a_clearly_other_tile_makes_it_no_meld() -> None:
    tiles = [sure("6p"), sure("6p"), {"7p": 0.85, "6p": 0.01}]
    assert changes(tiles, [Group("meld", (0, 1, 2), None, "pung")]) == []


def test_the_hidden_tiles_of_a_concealed_kong_count() -> None:
    kong = [sure("back"), sure("5p"), sure("5p"), sure("back")]
    group = Group("meld", (0, 1, 2, 3), None, "concealed-kong")
    (change,) = changes([*kong, {"5p": 0.6, "4p": 0.35}], [group])
    assert (change.index, change.after) == (4, "4p")


def test_one_tile_seen_in_two_photos_counts_once() -> None:
    tiles = [*(sure("5p") for _ in range(4)), {"5p": 0.5, "6p": 0.45}]
    assert changes(tiles, [], same=[(3, 4)]) == []


def test_honours_and_backs_may_be_any_number() -> None:
    assert changes([{"back": 0.5, "1p": 0.3} for _ in range(9)], []) == []


def test_a_change_is_told_with_both_readings() -> None:
    tiles = [*(sure("5p") for _ in range(4)), {"5p": 0.5, "6p": 0.45}]
    (problem,) = corrected(changes(tiles, []))
    assert problem.code == "CORRECTED"
    assert problem.tiles == (4,)
    assert "五筒" in problem.zh
    assert "六筒" in problem.zh
    assert problem.zh.count("%") == 2
    assert problem.en.count("%") == 2


@pytest.mark.parametrize("seed", range(30))
def test_the_best_of_all_consistent_readings(seed: int) -> None:
    """Against every combination of kinds, on small crowded tables."""
    rng = np.random.default_rng(seed)
    tiles = []
    for _ in range(8):
        two = rng.permutation(3)[:2]
        p = float(rng.uniform(0.45, 0.85))
        tiles.append({FACES[two[0]]: p, FACES[two[1]]: float(rng.uniform(0.05, 1 - p))})
    names = [max(t, key=lambda k: t[k]) for t in tiles]
    costs = [{k: -math.log(v / sum(t.values())) for k, v in t.items()} for t in tiles]
    legal = [
        (sum(c[k] for c, k in zip(costs, kinds, strict=True)), kinds)
        for kinds in itertools.product(*costs)
        if all(kinds.count(k) <= 4 for k in kinds)
    ]
    got = {change.index: change.after for change in changes(tiles, [])}
    if not legal:
        return
    best = min(legal)
    for i, after in got.items():
        assert best[1][i] == after
        kept = min((cost for cost, kinds in legal if kinds[i] == names[i]), default=math.inf)
        assert math.exp(min(50, kept - best[0])) >= ODDS * 0.999


def test_a_whole_table_in_no_time() -> None:
    rng = np.random.default_rng(3)
    tiles = []
    for _ in range(150):
        kinds = rng.permutation(27)[:4]
        scores = np.sort(rng.dirichlet([4, 1, 1, 1]))[::-1]
        tiles.append({FACES[k]: float(s) for k, s in zip(kinds, scores, strict=True)})
    start = time.process_time()
    changes(tiles, [])
    assert time.process_time() - start < 5  # it takes some tens of milliseconds; never minutes
