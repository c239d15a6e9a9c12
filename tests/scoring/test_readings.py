"""Readings the parameters of RULES 2 can't express (RULES 5.4), each switched on by one parameter."""

import pytest

from scoring.codec import settle_json
from tests.scoring.cases import base, sums

READY_PLAIN = "123456789m13p11s"  # 平胡 on 2p
READY_PAIRS = "112299m336688p9s"  # 七对 on 9s


def situation(profile, **changes):
    """C wins 大对子 on A's 2p; A had declared ready 报听."""
    out = base(profile=profile, dealer="D", flip=None, **changes)
    out["players"]["A"] |= {"hand": READY_PAIRS, "special": ["baoting"]}
    return out


def test_declared_ready_player_pays_his_own_value_in_place_of_the_winners_hand():
    usual = settle_json(situation("guiyang-ge"))
    assert sums(usual) == {("A", "C", "HAND"): 5, ("A", "C", "SHABAO"): 10}
    own = settle_json(situation("guiyang-ge", overlay={"shabao.form": "own_value"}))
    assert sums(own) == {("A", "C", "SHABAO"): 20}  # 七对 10 + 报听 10
    assert "自己报的七对" in own["transfers"][0]["why"]


def test_own_value_on_a_plain_declared_hand_is_ten():
    out = situation("guiyang-ge", overlay={"shabao.form": "own_value"})
    out["players"]["A"]["hand"] = "1224689m147p119s"  # 平胡 needs one more: not ready
    not_ready = settle_json(out)
    assert sums(not_ready) == {("A", "C", "HAND"): 5}, "no wait, no own value: the winner's hand as usual"
    out["players"]["A"]["hand"] = "123456m789p4499s"
    answer = settle_json(out)
    assert sums(answer) == {("A", "C", "SHABAO"): 10}


def test_an_own_value_of_nothing_is_no_line():
    overlay = {"shabao.form": "own_value", "patterns.qidui": 0, "special.baoting.bonus": 0}
    assert sums(settle_json(situation("guiyang-ge", overlay=overlay))) == {}


def test_own_value_by_self_draw_only_where_it_reaches_that_far():
    out = base(
        profile="guiyang-ge",
        dealer="D",
        flip=None,
        overlay={"shabao.form": "own_value", "shabao.on_self_draw": True},
        result={"type": "self", "winners": ["C"], "tile": "2p"},
    )
    out["players"]["C"]["hand"] = "33377m222555p"
    out["players"]["A"] |= {"hand": READY_PAIRS, "special": ["baoting"]}
    assert sums(settle_json(out)) == {("A", "C", "SHABAO"): 20, ("B", "C", "HAND"): 5, ("D", "C", "HAND"): 5}


@pytest.mark.parametrize(("exact", "hand", "special"), [(False, 5, 10), (True, 0, 10)])
def test_declared_ready_is_exactly_ten(exact, hand, special):
    out = base(overlay={"special.baoting.exact": exact}, players__C__special=["baoting"], flip=None)
    got = sums(settle_json(out))
    assert got.get(("A", "C", "HAND"), 0) == hand
    assert got["A", "C", "SPECIAL"] == special


def test_exactly_ten_takes_no_addition_and_counts_so_at_a_draw():
    overlay = {"special.baoting.exact": True, "base_add": 2, "chajiao.special": True}
    out = base(overlay=overlay, players__C__special=["baoting"], flip=None)
    assert sums(settle_json(out)) == {("A", "C", "SPECIAL"): 10}
    out["result"] = {"type": "draw"}
    assert sums(settle_json(out)) == {(s, "C", "CHAJIAO"): 10 for s in "ABD"}


def test_at_a_draw_the_declared_bonus_replaces_a_plain_hand_where_the_profile_says_so():
    out = base(overlay={"chajiao.special": True}, players__C__special=["baoting"], flip=None)
    out["players"]["C"] |= {"hand": READY_PLAIN, "melds": []}
    out["result"] = {"type": "draw"}
    assert sums(settle_json(out))["A", "C", "CHAJIAO"] == 10
    out["overlay"]["special.baoting.replaces_ping"] = False
    assert sums(settle_json(out))["A", "C", "CHAJIAO"] == 11
    out["overlay"]["special.baoting.bonus"] = None
    assert sums(settle_json(out))["A", "C", "CHAJIAO"] == 1


def test_the_other_baopai_the_passer_pays_when_another_wins():
    out = base(overlay={"guohu": "passer_pays"}, result__passed_since_last_turn=["B", "C", "D"], flip=None)
    out["players"]["B"]["hand"] = READY_PAIRS
    got = sums(settle_json(out))
    assert got == {("A", "C", "HAND"): 5, **{("B", s, "BAOPAI"): 8 for s in "ACD"}}
    out["overlay"] = {"guohu": "baopai"}
    assert sums(settle_json(out)) == {("C", s, "BAOPAI"): 5 for s in "ABD"}


@pytest.mark.parametrize(("pung", "paid"), [(True, 3), (False, 0)])
def test_a_mere_pung_of_chickens_may_or_may_not_be_paid_back(pung, paid):
    out = base(profile="laiyouxi", dealer="D", flip=None, overlay={"reverse.pung": pung})
    out["players"]["D"] = {"hand": "568m479p2223s", "melds": ["pung 111s<B"]}
    got = sums(settle_json(out))
    assert got.get(("D", "C", "REV_CHICKEN"), 0) == paid
    assert ("D", "C", "REV_RESP") not in got, "the feeder B isn't ready"


@pytest.mark.parametrize("pung", [True, False])
def test_responsibility_for_a_pung_turns_with_it(pung):
    out = base(profile="laiyouxi", dealer="D", flip=None, overlay={"reverse.pung": pung})
    out["players"]["D"] = {"hand": "568m479p2223s", "melds": ["pung 111s<C"]}
    assert (("D", "C", "REV_RESP") in sums(settle_json(out))) is pung


@pytest.mark.parametrize("pung", [True, False])
def test_a_moved_hero_chicken_turns_with_its_pung(pung):
    """篇一's moved 英雄鸡, at a table that plays 反赔 as well."""
    out = base(
        profile="guiyang-ge",
        dealer="D",
        flip=None,
        overlay={"reverse.on": True, "reverse.pung": pung},
        events={"first_1s": {"by": "B", "claimed_by": "D"}},
    )
    out["players"]["D"] = {"hand": "568m479p2223s", "melds": ["pung 111s<B"]}
    got = sums(settle_json(out))
    assert got.get(("D", "C", "REV_CHARGE"), 0) == (2 if pung else 0)
    assert got.get(("D", "C", "REV_CHICKEN"), 0) == (2 if pung else 0)
