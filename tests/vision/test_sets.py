"""Other games' sets beside a hand, told apart so that hand and pungs are still read."""

from __future__ import annotations

import pytest

from tests.vision.table import HEIGHT, Table
from tests.vision.test_groups import HAND7, HAND13, grouped, role


@pytest.mark.parametrize("angle", [0, 90])
def test_a_line_of_a_kong_a_pung_and_a_chow_behind_the_hand(angle: float) -> None:
    table = Table()
    hand = table.row(HAND7, 0, 0)
    line = table.row(["7z"] * 3 + ["9m"] * 4 + ["3p", "2p", "4p"], 0, -1.1 * HEIGHT)
    groups = grouped(table, angle)
    assert role(groups, "hand") == [{*hand}]
    assert sorted(map(sorted, role(groups, "meld"))) == [line[:3], line[3:7]]
    assert role(groups, "loose") == [{*line[7:]}]


def test_a_hand_that_is_sets_with_four_of_a_kind_is_a_hand_by_itself() -> None:
    table = Table()
    hand = table.row(["9m"] * 4 + ["3p", "4p", "5p", "6s", "7s", "8s"], 0, 0)
    table.row(["1p"] * 3, 500, 0)
    assert role(grouped(table), "hand") == [{*hand}]


def test_three_discards_in_a_row_that_happen_to_follow_each_other_stay_in_the_pond() -> None:
    table = Table()
    table.row(HAND13, 0, 0)
    row = [table.tile(n, 200 + 42 * k, -400) for k, n in enumerate(["7p", "5p", "6p"])]
    others = [
        (200, -466, 20),
        (262, -467, 70),
        (215, -333, 30),
        (285, -332, 80),
        (152, -367, 0),
        (332, -432, 90),
    ]
    names = ["9m", "1z", "5s", "2m", "7m", "1s"]
    pond = {table.tile(n, x, y, angle=turn) for n, (x, y, turn) in zip(names, others, strict=True)}
    assert role(grouped(table), "discards") == [pond | {*row}]
