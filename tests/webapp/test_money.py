"""The stake multiplies last, exactly."""

from __future__ import annotations

import pytest

from webapp.money import amounts, parse_stake


@pytest.mark.parametrize(
    ("stake", "units", "money"),
    [
        ("1", -8, "-8"),
        ("0.5", 15, "7.5"),
        ("0.1", 3, "0.3"),
        ("2,5", 2, "5"),
        ("10", 0, "0"),
        (" 5 ", 20, "100"),
        ("0.0001", 1, "0.0001"),
        ("1000000", 33, "33000000"),
    ],
)
def test_amounts(stake: str, units: int, money: str) -> None:
    assert amounts({"A": units}, stake) == {"A": money}


@pytest.mark.parametrize("stake", [None, "", "x", "-1", "0", "NaN", "Infinity", "1e9", "0.00001", "1e-9"])
def test_no_stake(stake: str | None) -> None:
    assert parse_stake(stake) is None
    assert amounts({"A": 1}, stake) is None
