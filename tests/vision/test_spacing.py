"""Lines through places and middle values: against NumPy's own, which take longer."""

from __future__ import annotations

import numpy as np
import pytest

from vision.spacing import main_axis, median, quantile, straight


@pytest.mark.parametrize("seed", range(5))
def test_a_line_is_the_least_squares_one(seed: int) -> None:
    x, y = np.random.default_rng(seed).normal(size=(2, 9)) * 100
    assert straight(x, y) == pytest.approx(np.polyval(np.polyfit(x, y, 1), x))


def test_above_one_place_the_line_is_level() -> None:
    assert straight(np.full(3, 7.0), np.array([1.0, 2.0, 6.0])).tolist() == [3.0, 3.0, 3.0]


@pytest.mark.parametrize("seed", range(5))
def test_the_main_axis_is_that_of_the_greatest_variance(seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(9, 2)) @ np.array([[5.0, 2.0], [0.0, 1.0]])
    way = np.linalg.svd(points - points.mean(axis=0))[2][0]
    assert abs(np.cos(main_axis(points)) * way[1] - np.sin(main_axis(points)) * way[0]) < 1e-9


@pytest.mark.parametrize("count", [1, 2, 5, 8])
@pytest.mark.parametrize("share", [0.0, 0.4, 0.5, 1.0])
def test_quantiles_are_those_of_numpy(count: int, share: float) -> None:
    values = np.random.default_rng(count).normal(size=count)
    assert quantile(values.tolist(), share) == pytest.approx(np.quantile(values, share))
    assert median(values) == pytest.approx(np.median(values))
