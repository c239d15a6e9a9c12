"""Dealing: one set of tiles, seeded, and what happens when it runs out."""

import pytest

from scoring.profile import load_profile
from scoring.teach import ask_hand
from scoring.teach.ask_table import make_question
from scoring.teach.deal import OutOfTilesError, Wall, complete
from scoring.teach.deal_table import deal_table
from scoring.teach.dice import Dice
from scoring.teach.question import Key
from scoring.tiles import FACES


def test_dice_are_the_same_for_the_same_seed():
    rolls = [Dice("a").below(1000) for _ in range(3)]
    assert len(set(rolls)) == 1
    assert rolls[0] != Dice("b").below(1000)
    items = list(range(50))
    assert Dice("c").shuffled(items) == Dice("c").shuffled(items) != items
    assert sorted(Dice("c").shuffled(items)) == items


def test_an_empty_wall_says_so_and_keeps_its_tiles():
    wall = Wall(Dice("x"))
    assert len(wall.some(108)) == 108
    for empty in (lambda: wall.some(1), lambda: wall.same(2), wall.run, lambda: wall.take("1m")):
        with pytest.raises(OutOfTilesError):
            empty()
    wall.give(["1m", "2m"])
    with pytest.raises(OutOfTilesError):
        wall.some(3)
    with pytest.raises(OutOfTilesError):
        wall.take("1m", "2m", "3m")
    assert sorted(wall.some(2)) == ["1m", "2m"]


@pytest.mark.parametrize("shape", ["plain", "triplets", "pairs", "quads"])
def test_complete_hands_come_from_one_set(shape):
    for seed in range(30):
        wall = Wall(Dice(f"{shape}{seed}"))
        hands = [complete(wall, seat, "ABCD", shape, suits="mps") for seat in "ABCD"]
        for tile, left in zip(FACES, wall.left, strict=True):
            assert left + sum(hand.concealed.count(tile) for hand in hands) == 4
        assert all(len(hand.concealed) == 14 for hand in hands)


@pytest.mark.parametrize("kind", ["pattern", "waits"])
def test_a_hand_that_cannot_be_dealt_is_dealt_anew(monkeypatch, kind):
    real, failed = ask_hand.complete, []

    def fails_once(*args, **more):
        if not failed:
            failed.append(True)
            raise OutOfTilesError
        return real(*args, **more)

    monkeypatch.setattr(ask_hand, "complete", fails_once)
    question = make_question(Key(kind, 1, 1, "fangka"))
    assert failed
    assert len(question.hand) == 13


def test_a_hand_that_waits_on_its_own_four_is_for_level_three(monkeypatch):
    real, seen = ask_hand.waits_of, []

    def dead_first(*args):
        seen.append(args)
        return real(*args) if len(seen) > 1 else ()

    monkeypatch.setattr(ask_hand, "waits_of", dead_first)
    assert make_question(Key("waits", 1, 1, "fangka")).answer
    assert len(seen) > 1


def test_at_level_one_and_two_somebody_always_waits():
    for level in (1, 2):
        for seed in range(60):
            assert make_question(Key("waits", level, seed, "fangka")).answer


def test_swinging_chickens_are_dealt_more_often():
    profile = load_profile("fangka", ("swing",))
    raw, settlement = deal_table("swing", profile, 3, lambda s: bool(s.table.chickens.flipped))
    assert len(settlement.table.chickens.flipped) == 2
    assert raw["variants"] == ["swing"]
