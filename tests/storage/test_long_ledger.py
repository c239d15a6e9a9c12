"""A ledger of 2,000 hands opens in 300 ms (issue 8); measured loosely here, exactly by ``make bench ONLY=ledger``."""

from __future__ import annotations

import pytest

from tests.bench.ledger import measure


@pytest.mark.long
def test_two_thousand_hands_open_in_time() -> None:
    middle, _ = measure()["open"]
    assert middle <= 300


def test_opening_grows_no_faster_than_the_ledger() -> None:
    """Six times the hands may take no more than a dozen times as long: nothing is quadratic."""
    short, long = measure(50), measure(300)
    assert long["open"][0] < 12 * max(short["open"][0], 1)
