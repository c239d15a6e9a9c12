"""Persons, seats, rules and stake of a table."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import ZhuojiError
from webapp.ledger.settings import read_settings


def test_the_least_that_makes_a_table() -> None:
    made = read_settings({"profile": "fangka"})
    assert [person.name for person in made.persons] == ["甲", "乙", "丙", "丁"]
    assert made.seats == {"A": "p1", "B": "p2", "C": "p3", "D": "p4"}
    assert made.stake is None


def test_unnamed_players_are_called_by_their_place() -> None:
    made = read_settings({"profile": "fangka", "persons": [{"name": "老王"}, {}, {"name": "丙"}, {}]})
    assert [person.name for person in made.persons] == ["老王", "乙", "丙", "丁"]


@pytest.mark.parametrize(
    ("variants", "seats"), [([], "ABCD"), (["sandingguai"], "ABC"), (["erdingguai"], "AB")]
)
def test_tables_of_four_three_two(variants: list[str], seats: str) -> None:
    made = read_settings({"profile": "fangka", "variants": variants})
    assert "".join(made.seats) == seats


def test_fewer_players_later_and_more_again() -> None:
    four = read_settings({"profile": "fangka"})
    three = read_settings({"variants": ["sandingguai"]}, four)
    assert three.seats == {"A": "p1", "B": "p2", "C": "p3"}
    assert three.persons == four.persons
    assert read_settings({"variants": []}, three).seats == four.seats


def test_settings_survive_their_json() -> None:
    made = read_settings(
        {"profile": "guiyang-ge", "variants": ["shangxia"], "overlay": {"chicken.flip_value": 2}, "stake": "0,50",
         "persons": [{"name": "五"}], "cap": 30, "dealer": "B", "keep_photos": True, "name": "周五"}
    )  # fmt: skip
    assert made.stake == "0.5"
    assert read_settings(made.to_json()) == made


def test_names_change_and_nobody_is_taken_off() -> None:
    made = read_settings({"profile": "fangka", "persons": [{"name": n} for n in "王李陈刘"]})
    later = read_settings({"persons": [{"id": "p2", "name": "小李"}, {"name": "赵"}]}, made)
    assert [(person.id, person.name) for person in later.persons] == [
        ("p1", "王"), ("p2", "小李"), ("p3", "陈"), ("p4", "刘"), ("p5", "赵"),
    ]  # fmt: skip


def test_last_nights_table_again() -> None:
    last = read_settings({"profile": "fangka", "persons": [{"name": n} for n in "王李陈刘赵"]})
    last = read_settings({"seats": {"A": "p5", "B": "p2", "C": "p3", "D": "p4"}, "closed": True}, last)
    again = read_settings({**last.to_json(), "closed": False})
    assert again.persons == last.persons
    assert again.seats == last.seats


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"profile": "nonsense"}, "profile"),
        ({"profile": None}, "profile"),
        ({"profile": 3}, "profile"),
        ({"variants": ["nonsense"]}, "variants"),
        ({"overlay": {"nonsense": 1}}, "overlay.nonsense"),
        ({"stake": "many"}, "stake"),
        ({"stake": "-1"}, "stake"),
        ({"stake": 0.5}, "stake"),
        ({"cap": 0}, "cap"),
        ({"cap": "5"}, "cap"),
        ({"persons": [{"name": "王"}, {"name": "王"}]}, "persons"),
        ({"persons": [{"name": "x" * 25}]}, "persons[0].name"),
        ({"persons": [{"name": 3}]}, "persons[0].name"),
        ({"persons": [{"nick": "王"}]}, "persons[0].nick"),
        ({"persons": [{}] * 25}, "persons"),
        ({"seats": {"A": "p1"}}, "seats"),
        ({"seats": {"A": "p1", "B": "p1", "C": "p3", "D": "p4"}}, "seats"),
        ({"seats": {"A": "p1", "B": "p9", "C": "p3", "D": "p4"}}, "seats.B"),
        ({"dealer": "E"}, "dealer"),
        ({"closed": "yes"}, "closed"),
        ({"keep_photos": 1}, "keep_photos"),
        ({"surprise": 1}, "surprise"),
        ({"name": "x" * 41}, "name"),
    ],
)
def test_settings_that_cannot_be(change: dict[str, Any], field: str) -> None:
    with pytest.raises(ZhuojiError) as caught:
        read_settings({"profile": "fangka", **change})
    assert caught.value.code == "BAD_SITUATION"
    assert caught.value.field == field


def test_a_stranger_cannot_be_renamed() -> None:
    made = read_settings({"profile": "fangka"})
    with pytest.raises(ZhuojiError) as caught:
        read_settings({"persons": [{"id": "p9", "name": "王"}]}, made)
    assert caught.value.field == "persons[0].id"
