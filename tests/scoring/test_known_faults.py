"""Faults of other score calculators (../shared/pitfalls.md): thirds, a stuck quad, payments forgotten or one-sided."""

from decimal import Decimal

import pytest

from scoring.codec import settle_json
from tests.scoring.cases import base, examples, situation_of
from webapp.money import amounts

SETTLED = [e for e in examples() if "illegal" not in e["expect"]]
BY_ID = {e["id"]: e for e in examples()}


def numbers(value):
    """Every number anywhere in a JSON value."""
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from numbers(item)


def lines(example_id, code, **changes):
    answer = settle_json(situation_of(BY_ID[example_id]) | changes)
    assert answer["ok"], answer
    return [t for t in answer["transfers"] if t["code"] == code]


@pytest.mark.parametrize("stake", ["0.3333", "1", "0.1"])
def test_integers_only_and_the_stake_comes_last(stake):
    """riichi_advanced#120: payments split in thirds."""
    for example in SETTLED:
        answer = settle_json(situation_of(example), explain=True)
        assert all(type(n) is int for n in numbers(answer)), example["id"]
        money = {seat: Decimal(text) for seat, text in amounts(answer["net"], stake).items()}
        assert sum(money.values()) == 0, example["id"]
        assert money == {seat: n * Decimal(stake) for seat, n in answer["net"].items()}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_stuck_quad_is_not_ready_and_says_why(lang):
    """mahjong-utils#24: thirteen tiles whose only wait is a tile the player holds all four of."""
    answer = settle_json(base(players__A__hand="1111666999m888p"), lang, explain=True)
    assert answer["ok"]
    assert "A" not in answer["ready"]
    assert answer["waits"]["A"] == []
    said = {
        "zh": "A 只能胡一万，可四张都在自己手里，不算叫牌。",
        "en": "A could only win on 1 of characters, of which he holds all four: not ready.",
    }
    assert said[lang] in answer["explain"]


@pytest.mark.parametrize(
    ("example_id", "robbed", "winner", "one"),
    [("g3-02", "C", "A", 50), ("s1-07", "B", "D", 10), ("s4-03", "C", "A", 1), ("x-36", "D", "C", 10)],
)
def test_the_robbed_player_pays_for_three(example_id, robbed, winner, one):
    """mjx#1156, 包三家: the robbed player alone pays all three shares, and the line says so."""
    (hand,) = lines(example_id, "HAND")
    assert (hand["from"], hand["to"], hand["each"]) == ([robbed], winner, 3 * one)
    assert f"一家包 3 家（{one}×3）" in hand["why"]
    assert "rob.triple" in hand["params"]


def test_where_a_robbed_kong_counts_once_its_extra_is_a_line_of_its_own():
    (hand,) = lines("s2-13", "HAND")
    assert (hand["from"], hand["to"], hand["each"]) == (["B"], "D", 12)
    (extra,) = lines("g4-06", "ROB")
    (own,) = lines("g4-06", "HAND")
    assert (extra["from"], extra["to"], own["from"]) == (["D"], "B", ["D"])
    assert extra["why"] != own["why"]


@pytest.mark.parametrize(
    ("example_id", "feeder", "claimer"), [("g4-06", "A", "C"), ("s3-06", "A", "D"), ("s4-15", "C", "D")]
)
def test_the_responsible_chicken_is_a_line_of_its_own(example_id, feeder, claimer):
    """mjx#1156, 责任鸡: who fed the first 幺鸡 pays who took it, whoever wins."""
    (line,) = lines(example_id, "RESP")
    assert (line["from"], line["to"]) == ([feeder], claimer)
    assert "责任" in line["why"]


def test_the_dealers_extra_goes_both_ways():
    """riichi-tracker#3: 连庄 when the dealer wins and when the dealer pays, growing with the streak."""
    for streak in (1, 2, 3):
        (wins,) = lines("s4-11", "LIAN", dealer_streak=streak)
        assert (wins["from"], wins["to"], wins["each"]) == (["B", "C", "D"], "A", streak)
        (pays,) = lines("s4-18", "LIAN", dealer_streak=streak)
        assert (pays["from"], pays["to"]) == (["A"], "D")
        assert pays["each"] - lines("s4-18", "LIAN", dealer_streak=1)[0]["each"] == streak - 1
