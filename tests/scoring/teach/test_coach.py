"""The coach: waits as the engine's, money as the whole engine run for every flip says."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.errors import ZhuojiError
from scoring.melds import parse_meld
from scoring.profile import load_profile, profile_ids
from scoring.rules.legality import NoPassError
from scoring.settle import settle
from scoring.shanten import shanten
from scoring.teach.coach import CoachHand, advise, flips, situation_of
from scoring.tiles import FACES, INDEX, parse_tiles
from scoring.waits import waits
from tests.oracle.random_hands import Pool, one_short

IDS = profile_ids()


def profile_at(seed):
    profile = load_profile(IDS[seed % len(IDS)])
    options = list(profile.variants)
    if seed % 4 == 0 and options:
        return load_profile(profile.id, (options[seed // 4 % len(options)],))
    return profile


def ready_hand(seed):
    """A ready hand with melds, kongs of chickens among them, own discards, and tiles in view."""
    rng = random.Random(seed)
    while True:
        pool = Pool(rng, {"1s", "8p"})
        made = one_short(pool, "A", list("ABCD"), suits="mps", no_late=("exposed-kong",))
        if made is None or any("late" in meld for meld in made[1]):
            continue
        hand, melds = made
        discards, visible = pool.some(rng.choice([0, 3])), pool.some(rng.choice([0, 20]))
        return CoachHand(
            tuple(hand), tuple(map(parse_meld, melds)), tuple(discards), tuple(visible),
            dealer=rng.random() < 0.3, streak=rng.randint(1, 3),
        )  # fmt: skip


def unseen(hand):
    left = [4] * 27
    for tile in (*hand.concealed, *hand.discards, *hand.visible):
        left[INDEX[tile]] -= 1
    for meld in hand.melds:
        left[INDEX[meld.tile]] -= meld.size
    return left


def by_every_flip(hand, profile, tile, drawn):
    """What winning brings on average, the whole engine run for every tile that may be turned; None if barred."""
    situation = situation_of(hand, profile, tile, drawn)
    total, ways = 0, 0
    try:
        for flip, n in flips(unseen(hand), tile):
            total += n * settle(replace(situation, flip=flip), profile).net["A"]
            ways += n
    except NoPassError:
        return None
    return Fraction(total, ways)


def check_money(seed):
    hand, profile = ready_hand(seed), profile_at(seed)
    (option,) = advise(hand, profile).options
    assert option.discard is None
    assert option.shanten == 0
    left = unseen(hand)
    expected = [t for t in waits(hand.concealed, hand.melds) if left[INDEX[t]]]
    assert [wait.tile for wait in option.waits] == expected
    for wait in option.waits:
        assert wait.left == left[INDEX[wait.tile]]
        assert wait.self_draw == by_every_flip(hand, profile, wait.tile, True)
        assert wait.on_discard == by_every_flip(hand, profile, wait.tile, False)


@pytest.mark.parametrize("seed", range(24))
def test_each_wait_earns_what_the_engine_says_flip_by_flip(seed):
    check_money(seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_each_wait_earns_what_the_engine_says_a_thousand_times(first):
    for seed in range(100 + first, 200 + first):
        check_money(seed)


def test_flips_are_kept_within_bounds(monkeypatch):
    from scoring.teach import coach

    monkeypatch.setattr(coach, "MOST_FLIPPED", 3)
    coach._FLIPPED.clear()
    check_money(1)
    assert len(coach._FLIPPED) <= 4


@pytest.mark.parametrize("seed", range(12))
def test_the_discards_of_fourteen_tiles(seed):
    rng = random.Random(seed)
    wall = [tile for tile in FACES for _ in range(4) if seed % 3 or tile[1] == "s"]
    hand = CoachHand(tuple(rng.sample(wall, 14)))
    advice = advise(hand, profile_at(seed))
    assert advice.shanten == shanten(hand.concealed)
    reached = {}
    for tile in set(hand.concealed):
        rest = list(hand.concealed)
        rest.remove(tile)
        reached[tile] = shanten(rest)
    best = min(reached.values())
    assert {option.discard for option in advice.options} == {t for t, n in reached.items() if n == best}
    assert all(option.shanten == best for option in advice.options)
    lefts = [option.left for option in advice.options]
    assert lefts == sorted(lefts, reverse=True)
    for option in advice.options:
        rest = list(hand.concealed)
        rest.remove(option.discard)
        if best == 0:
            assert [tile for tile, _ in option.useful] == waits(rest)
        for tile, left in option.useful:
            assert left == 4 - hand.concealed.count(tile)


def test_a_complete_hand_is_said_and_valued():
    hand = CoachHand(tuple(parse_tiles("666p88p444s555s333p")))
    advice = advise(hand, load_profile("guiyang-fan", (), {"chicken.flip_value": 0, "chicken.standing": {}}))
    assert advice.shanten == -1
    assert advice.won.pattern == "dadui"
    assert advice.won.self_draw == 15
    assert advice.won.chickens == 0
    assert advice.options[0].shanten == 0


def test_without_a_pass_a_plain_hand_earns_on_a_draw_only():
    profile = load_profile("guiyang-fan")
    (option,) = advise(CoachHand(tuple(parse_tiles("234567p99p234s78s"))), profile).options
    assert [wait.on_discard for wait in option.waits] == [None, None]
    kong = CoachHand(tuple(parse_tiles("567p99p234s78s")), (parse_meld("concealed-kong 2222p"),))
    (option,) = advise(kong, profile).options
    assert all(wait.on_discard is not None for wait in option.waits)


def test_no_tile_left_to_turn_leaves_the_standing_chickens():
    hand = CoachHand(tuple(parse_tiles("234567p234s78s11s")))
    seen = unseen(hand)
    visible = tuple(t for t, n in zip(FACES, seen, strict=True) for _ in range(n - (t == "6s")))
    (option,) = advise(CoachHand(hand.concealed, visible=visible), load_profile("guiyang-fan")).options
    (wait,) = option.waits
    assert (wait.tile, wait.left, wait.chickens) == ("6s", 1, 6)
    assert option.mean_self_draw == wait.self_draw
    # The other winning tile is all in view: it is listed, with none left.
    assert dict(option.useful) == {"6s": 1, "9s": 0}


def test_all_winning_tiles_in_view_earn_nothing():
    hand = CoachHand(tuple(parse_tiles("234567p99p234s12s")), visible=("3s", "3s", "3s"))
    (option,) = advise(hand, load_profile("fangka")).options
    assert option.waits == ()
    assert option.mean_self_draw is None


def test_a_suit_given_up_is_kept_to():
    profile = load_profile("fangka", ("sandingguai",))
    hand = CoachHand(tuple(parse_tiles("1133557799m115p")), que="p")
    assert advise(hand, profile).shanten > 2
    assert advise(hand, load_profile("fangka")).shanten == 0
    assert advise(CoachHand(hand.concealed, que="s"), profile).options[0].waits
    melds = (parse_meld("pung 777p<B"),)
    with pytest.raises(ZhuojiError) as caught:
        advise(CoachHand(tuple(parse_tiles("1122334m556s")), melds, que="p"), profile)
    assert caught.value.field == "que"


def test_seven_pairs_only_where_the_rules_know_them():
    hand = CoachHand(tuple(parse_tiles("1133557799m115p")))
    assert advise(hand, load_profile("fangka")).shanten == 0
    assert advise(hand, load_profile("fangka", (), {"patterns.qidui": None})).shanten > 0


@pytest.mark.parametrize(
    ("hand", "melds", "visible"),
    [
        ("123m", (), ""),
        ("123456789m123456p", (), ""),
        ("1m", ("pung 222m<B", "pung 333m<B", "pung 444m<B", "pung 555m<B", "pung 666m<B"), ""),
        ("1111m23456789p1s", (), "1m"),
        ("1m23456p456s1s", ("pung 111m<B",), "1m"),
    ],
)
def test_what_cannot_be_is_refused(hand, melds, visible):
    with pytest.raises(ZhuojiError) as caught:
        advise(
            CoachHand(
                tuple(parse_tiles(hand)), tuple(map(parse_meld, melds)), visible=tuple(parse_tiles(visible))
            ),
            load_profile("fangka"),
        )
    assert caught.value.code == "BAD_SITUATION"
