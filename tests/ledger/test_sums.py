"""Cap, lines, totals: exact and zero at every level."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ZhuojiError
from webapp.ledger.cap import capped
from webapp.ledger.lines import read_line
from webapp.ledger.settings import POT, Settings, read_settings
from webapp.ledger.totals import add_up

SETTINGS = read_settings(
    {"profile": "fangka", "persons": [{"name": n} for n in "王李陈刘赵"], "stake": "0.5"}
)


def zero_sum(size: int) -> st.SearchStrategy[dict[str, int]]:
    def close(values: list[int]) -> dict[str, int]:
        return {f"p{i + 1}": value for i, value in enumerate([*values, -sum(values)])}

    return st.lists(st.integers(-500, 500), min_size=size - 1, max_size=size - 1).map(close)


@given(zero_sum(4), st.integers(1, 400))
def test_nobody_loses_more_than_the_cap(net: dict[str, int], cap: int) -> None:
    back = capped(net, cap)
    after = {key: value + back.get(key, 0) for key, value in net.items()}
    assert sum(back.values()) == 0
    assert min(after.values()) >= -cap
    for key, value in net.items():
        if value > 0:
            assert 0 <= after[key] <= value  # a winner stays one and gives back no more than he got
        elif value >= -cap:
            assert after[key] == value
        else:
            assert after[key] == -cap


@pytest.mark.parametrize(
    ("net", "cap", "back"),
    [
        ({"A": -8, "B": -3, "C": 14, "D": -3}, None, {}),
        ({"A": -8, "B": -3, "C": 14, "D": -3}, 8, {}),
        ({"A": -8, "B": -3, "C": 14, "D": -3}, 5, {"A": 3, "C": -3}),
        ({"A": -10, "B": 7, "C": 3}, 5, {"A": 5, "B": -4, "C": -1}),
    ],
)
def test_cap(net: dict[str, int], cap: int | None, back: dict[str, int]) -> None:
    assert capped(net, cap) == back


def test_cap_refuses_what_is_no_settlement() -> None:
    with pytest.raises(ValueError, match="zero"):
        capped({"A": 1}, 5)


@pytest.mark.parametrize(
    ("body", "amounts"),
    [
        ({"type": "free", "from": "p1", "to": "p2", "amount": 20}, {"p1": -20, "p2": 20}),
        (
            {"type": "free", "from": "p1", "to": "p2", "amount": "2.50", "in": "cash"},
            {"p1": "-2.5", "p2": "2.5"},
        ),
        ({"type": "side", "units": {"p1": 3, "p5": -3, "p2": 0}}, {"p1": 3, "p5": -3}),
        (
            {"type": "side", "cash": {"p1": "0.1", "p2": "0.2", "p3": "-0.3"}},
            {"p1": "0.1", "p2": "0.2", "p3": "-0.3"},
        ),
        (
            {"type": "table", "each": "5", "in": "cash"},
            {"p1": "-5", "p2": "-5", "p3": "-5", "p4": "-5", POT: "20"},
        ),
    ],
)
def test_line_amounts(body: dict[str, Any], amounts: dict[str, Any]) -> None:
    assert read_line(body, SETTINGS)["amounts"] == amounts


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"type": "gift", "units": {"p1": 1, "p2": -1}},
        {"type": "free", "units": {"p1": 1, "p2": -2}},
        {"type": "free", "units": {"p1": 1, "p9": -1}},
        {"type": "free", "units": {"p1": 0.5, "p2": -0.5}},
        {"type": "free", "units": {"p1": True, "p2": -1}},
        {"type": "free", "units": {"p1": 1, "p2": -1}, "cash": {"p1": "1", "p2": "-1"}},
        {"type": "free", "units": {}},
        {"type": "free", "cash": {"p1": 0.1, "p2": -0.1}},
        {"type": "free", "cash": {"p1": "NaN", "p2": "1"}},
        {"type": "free", "cash": {"p1": "0.00001", "p2": "-0.00001"}},
        {"type": "free", "from": "p1", "to": "p1", "amount": 1},
        {"type": "free", "from": "p1", "to": "p2", "amount": -1},
        {"type": "free", "from": "p1", "to": "p2", "amount": "x", "in": "cash"},
        {"type": "free", "from": "p1", "to": "p2", "amount": 1, "in": "gold"},
        {"type": "free", "from": "p1", "to": "p2", "amount": 1, "surprise": 1},
        {"type": "free", "from": "p1", "to": "p2", "amount": 10**12},
        {"type": "table", "each": 0},
        {"type": "free", "from": "p1", "to": "p2", "amount": 1, "hand": "3"},
    ],
)
def test_line_that_cannot_be(body: dict[str, Any]) -> None:
    with pytest.raises(ZhuojiError) as caught:
        read_line(body, SETTINGS)
    assert caught.value.code == "BAD_SITUATION"
    assert caught.value.field


def hand_row(net: Mapping[str, int], stake: str | None, deleted: bool = False) -> dict[str, Any]:
    return {"kind": "hand", "net": net, "stake": stake, "deleted": deleted}


@given(st.lists(st.tuples(zero_sum(4), st.sampled_from([None, "0.5", "0.3333", "20"])), max_size=12))
def test_totals_are_exact_and_zero(hands: list[tuple[dict[str, int], str | None]]) -> None:
    totals = add_up([hand_row(net, stake) for net, stake in hands], SETTINGS.ids())
    assert sum(totals.units.values()) == 0
    assert sum(totals.open_units.values()) == 0
    assert sum(totals.open_money.values()) == 0
    for person in SETTINGS.ids():
        assert totals.units[person] == sum(net.get(person, 0) for net, _ in hands)
        exact = sum((net.get(person, 0) * Decimal(stake) for net, stake in hands if stake), Decimal(0))
        assert (totals.money or {}).get(person, Decimal(0)) == exact
    # Everybody paid as told: all square.
    left = dict(totals.open_money)
    for item in totals.payments():
        if item["in"] == "cash":
            left[item["from"]] += Decimal(item["amount"])
            left[item["to"]] -= Decimal(item["amount"])
    assert not any(left.values())


def line(body: dict[str, Any], settings: Settings = SETTINGS) -> dict[str, Any]:
    kept = read_line(body, settings)
    return {
        "kind": "line",
        "deleted": False,
        "net": kept["amounts"],
        **{k: kept[k] for k in ("type", "in", "stake")},
    }


def test_a_settled_night_says_all_square() -> None:
    """splittypie#17: no debt of 0.00 that never settles."""
    rows = [
        hand_row({"p1": 1, "p2": -1}, "0.3333"),
        line({"type": "free", "cash": {"p1": "0.1", "p2": "-0.1"}}),
    ]
    totals = add_up(rows, SETTINGS.ids())
    assert totals.payments() == [{"from": "p2", "to": "p1", "amount": "0.4333", "in": "cash"}]
    rows.append(line({"type": "paid", "from": "p2", "to": "p1", "amount": "0.4333", "in": "cash"}))
    totals = add_up(rows, SETTINGS.ids())
    assert totals.square
    assert totals.to_json()["open"]["money"]["p1"] == "0"
    assert totals.to_json()["money"]["p1"] == "0.4333"


def test_paid_in_units_counts_at_the_stake() -> None:
    rows = [
        hand_row({"p1": 8, "p2": -8}, "0.5"),
        line({"type": "paid", "from": "p2", "to": "p1", "amount": 8}),
    ]
    assert add_up(rows, SETTINGS.ids()).square


def test_without_a_stake_there_is_no_money() -> None:
    plain = read_settings({"profile": "fangka"})
    rows = [hand_row({"p1": 4, "p2": -4}, None)]
    totals = add_up(rows, plain.ids())
    assert totals.money is None
    assert totals.payments() == [{"from": "p2", "to": "p1", "amount": 4, "in": "units"}]
    rows.append(line({"type": "paid", "from": "p2", "to": "p1", "amount": 4}, plain))
    assert add_up(rows, plain.ids()).square


def test_deleted_rows_count_nothing() -> None:
    assert add_up([hand_row({"p1": 4, "p2": -4}, None, deleted=True)], ["p1"]).square


def test_table_money_stays_in_the_sum() -> None:
    totals = add_up([line({"type": "table", "each": "5", "in": "cash"})], SETTINGS.ids())
    assert totals.money is not None
    assert totals.money[POT] == 20
    assert sum(totals.money.values()) == 0
