"""Fewest payments: they clear exactly, and no smaller set does."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.clearing import Payment, fewest_payments


def largest_number_of_groups(amounts):
    """By trying every partition of a few people."""
    people = [i for i, a in enumerate(amounts) if a]
    best = 0

    def place(i, groups):
        nonlocal best
        if i == len(people):
            if all(sum(amounts[p] for p in g) == 0 for g in groups):
                best = max(best, len(groups))
            return
        for g in groups:
            g.append(people[i])
            place(i + 1, groups)
            g.pop()
        groups.append([people[i]])
        place(i + 1, groups)
        groups.pop()

    place(0, [])
    return len(people) - best


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=6))
def test_clears_with_the_fewest(amounts):
    amounts = [*amounts, -sum(amounts)]
    net = {str(i): a for i, a in enumerate(amounts)}
    payments = fewest_payments(net)
    left = dict(net)
    for p in payments:
        assert p.amount > 0
        left[p.payer] += p.amount
        left[p.payee] -= p.amount
    assert not any(left.values())
    assert len(payments) == largest_number_of_groups(amounts)


def test_nobody_owes_anything():
    assert fewest_payments({"A": 0, "B": 0}) == []


def test_two_separate_pairs_are_two_payments():
    assert sorted(fewest_payments({"A": -3, "B": 3, "C": -5, "D": 5}), key=lambda p: p.payer) == [
        Payment("A", "B", 3),
        Payment("C", "D", 5),
    ]


def test_a_large_party_is_cleared_too():
    net = {str(i): (1 if i % 2 else -1) for i in range(14)}
    assert len(fewest_payments(net)) <= 13


def test_a_net_that_does_not_sum_to_zero_is_refused():
    with pytest.raises(ValueError, match="zero"):
        fewest_payments({"A": 1})


def test_groups_cover_everybody_once():
    net = {"A": -1, "B": -1, "C": 2, "D": -4, "E": 4}
    seats = list(itertools.chain.from_iterable((p.payer, p.payee) for p in fewest_payments(net)))
    assert set(seats) == set(net)
