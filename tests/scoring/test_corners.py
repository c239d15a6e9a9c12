"""Corners no example and hardly a random hand reaches: values of nothing, unseen passers, suits not let go."""

import pytest

from scoring.codec import settle_json
from scoring.profile import load_profile
from scoring.settle import settle
from scoring.situation import parse_situation
from scoring.tiles import name_en, name_zh
from tests.scoring.cases import any_profile, base, sums

PAIRS = "112299m336688p9s"


def test_a_dead_hand_can_not_win():
    answer = settle_json(base(players__C__xianggong=True))
    assert answer["error"]["code"] == "NOT_A_HAND"
    assert answer["error"]["field"] == "players.C.hand"


@pytest.mark.parametrize(
    ("overlay", "missing"),
    [
        ({"patterns.dadui": 0, "patterns.ping": 0}, "HAND"),
        ({"chicken.flip_value": 0}, "CHICKEN"),
        ({"special.baoting.bonus": 0}, "SPECIAL"),
    ],
)
def test_what_is_worth_nothing_is_no_line(overlay, missing):
    out = base(overlay=overlay, players__C__special=["baoting"])
    usual = {code for _, _, code in sums(settle_json(out | {"overlay": {}}))}
    assert missing in usual
    assert missing not in {code for _, _, code in sums(settle_json(out))}


def test_a_worthless_ready_hand_at_a_draw_and_a_charge_below_the_tile():
    overlay = {
        "patterns.dadui": 0,
        "patterns.ping": 0,
        "chajiao.discarded_standing": True,
        "charge.1s.plain": 0,
    }
    out = base(
        overlay=overlay,
        flip=None,
        result={"type": "draw"},
        events={"first_1s": {"by": "C", "claimed_by": None}},
        players__C__discards="1s",
    )
    assert settle_json(out)["transfers"] == []


def test_three_winners_whose_hands_are_worth_nothing_pay_nothing():
    out = any_profile(20403183)  # 三响 at a table where 平胡 is worth 0
    usual = settle_json(out | {"overlay": {}})
    assert "REVERSE3" in {t["code"] for t in usual["transfers"]}
    assert all(t["each"] > 0 for t in settle_json(out)["transfers"])


def test_a_passed_win_worth_nothing_costs_nothing():
    out = base(
        overlay={"patterns.dadui": 0, "patterns.ping": 0}, flip=None, result__passed_since_last_turn=["C"]
    )
    assert settle_json(out)["transfers"] == []


def test_an_unseen_passer_who_was_not_ready_pays_nothing():
    out = base(overlay={"guohu": "passer_pays"}, flip=None, result__passed_since_last_turn=["B"])
    out["players"]["B"] = {"hand": None, "declared": {"ready": False}}
    assert sums(settle_json(out)) == {("A", "C", "HAND"): 5}
    out["players"]["B"]["declared"]["ready"] = True
    assert sums(settle_json(out))["B", "D", "BAOPAI"] == 1, "ready without a pattern counts as the least"


def test_an_all_in_kong_worth_nothing():
    out = base(profile="guiyang-ge", dealer="D", flip=None, overlay={"chicken_kong_an.plain": 0})
    out["players"]["C"] = {"hand": "33377m22p", "melds": ["pung 888s<B", "concealed-kong 1111s"]}
    out["result"]["tile"] = "2p"
    codes = {code for _, _, code in sums(settle_json(out))}
    assert codes == {"HAND"}


def test_three_players_must_let_go_of_a_suit():
    out = base(profile="fangka", variants=["sandingguai"], dealer="A", flip=None)
    del out["players"]["D"]
    for seat, que in (("A", "s"), ("B", "m"), ("C", "s")):
        out["players"][seat]["que"] = que
    answer = settle_json(out, explain=True)
    assert answer["error"]["code"] == "NOT_A_HAND", "C still shows a pung of his lacking suit"
    out["players"]["C"] |= {"melds": ["pung 888p<B"], "que": "s"}
    answer = settle_json(out, explain=True)
    assert answer["ok"], answer
    assert answer["waits"]["C"] == ["7m", "2p"]
    out["result"] = {"type": "draw"}
    out["players"]["C"] |= {"hand": "33377m22555p", "que": "m", "melds": ["pung 888s<B"]}
    answer = settle_json(out, explain=True)
    assert answer["ready"] == ""
    assert any("定缺万还没打完" in line for line in answer["explain"])
    out["players"]["C"]["que"] = None
    answer = settle_json(out)
    assert "NO_QUE" in {w["code"] for w in answer["warnings"]}


def test_a_wait_in_the_lacking_suit_is_no_wait():
    out = base(profile="fangka", variants=["sandingguai"], dealer="A", flip=None, result={"type": "draw"})
    del out["players"]["D"]
    out["players"]["B"]["hand"] = "123456789m234p1s"
    out["players"]["B"]["que"] = "s"
    assert settle_json(out)["waits"]["B"] == [], "1s itself is of the suit he must let go"
    out["players"]["B"] |= {"hand": "123456789m2345p", "que": "s"}
    assert settle_json(out)["waits"]["B"] == ["2p", "5p"]
    out["players"]["B"]["que"] = "p"
    assert settle_json(out)["waits"]["B"] == []


def test_three_players_may_sit_on_any_three_sides():
    out = base(profile="fangka", variants=["sandingguai"], dealer="D", flip=None)
    del out["players"]["B"]
    out["players"]["C"]["melds"] = ["pung 888s<D"]
    answer = settle_json(out)
    assert answer["ok"], answer
    assert set(answer["net"]) == set("ACD")
    assert answer["next_dealer"] == "C"


def test_without_a_dealer_there_is_no_dealer_money():
    overlay = {"lianzhuang": {"first": 2, "step": 1, "ping_absorb": 0, "dealer_pays": True}}
    out = base(profile="fangka", dealer="A", dealer_streak=3, flip=None, overlay=overlay)
    assert sums(settle_json(out))["A", "C", "LIAN"] == 4
    out["overlay"] = overlay | {"dealer.mode": "none"}
    assert sums(settle_json(out)) == {("A", "C", "HAND"): 5}


def test_where_seven_pairs_is_no_hand_it_is_no_wait():
    off = dict.fromkeys(["patterns.qidui", "patterns.longqidui", "patterns.shuanglong"])
    out = base(flip=None, result={"type": "draw"}, players__D__hand=PAIRS)
    assert settle_json(out)["ready"] == "CD"
    assert settle_json(out | {"overlay": off})["ready"] == "C"
    out["result"] = {"type": "discard", "winners": ["D"], "from": "A", "tile": "9s"}
    out["players"]["A"]["hand"] = "478899m1467p778s"
    assert settle_json(out)["ok"]
    assert settle_json(out | {"overlay": off})["error"]["code"] == "NOT_A_HAND"


@pytest.mark.parametrize(
    ("variants", "clash"),
    [(["kou2", "kou3"], True), (["kou3", "swing"], False), (["swing", "kou3", "kou2"], True)],
)
def test_options_that_exclude_each_other_are_said(variants, clash):
    answer = settle_json(base(profile="fangka", variants=variants, dealer="A"))
    said = [w["message"] for w in answer["warnings"] if w["code"] == "OPTIONS_CLASH"]
    assert bool(said) is clash
    assert not clash or variants[-1] in said[0]


@pytest.mark.parametrize(("claimed", "code"), [(None, "CHARGE"), ("C", "RESP")])
def test_a_first_chicken_worth_nothing_is_no_line(claimed, code):
    out = base(
        profile="fangka", dealer="D", flip=None, events={"first_1s": {"by": "B", "claimed_by": claimed}}
    )
    if claimed:
        out["players"]["C"]["melds"] = ["pung 111s<B"]
    else:
        out["players"]["B"] |= {"hand": PAIRS, "discards": "1s"}
    assert code in {c for _, _, c in sums(settle_json(out))}
    out["overlay"] = {"charge.1s.plain": 0, "resp.1s.plain": 0}
    assert code not in {c for _, _, c in sums(settle_json(out))}


def test_a_situation_nested_without_end_is_a_sentence():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    for situation in (base(overlay={"chicken.flip": deep}), base(flip=deep), base(profile=deep)):
        answer = settle_json(situation)
        assert answer["error"]["code"] == "BAD_SITUATION"
        assert answer["error"]["message"]


def test_a_profile_can_be_given_ready_made():
    situation = parse_situation(base())
    assert settle(situation, load_profile("guiyang-fan")).net == settle(situation).net


@pytest.mark.parametrize(
    ("tile", "zh", "en"),
    [
        ("1s", "幺鸡", "1 of bamboo (幺鸡)"),
        ("8p", "八筒", "8 of dots"),
        ("7z", "中", "red"),
        ("flower", "花牌", "flower"),
        ("back", "牌背", "back"),
    ],
)
def test_names(tile, zh, en):
    assert (name_zh(tile), name_en(tile)) == (zh, en)


def test_facts_without_use_are_said_to_be_ignored():
    out = base(
        dealer="A",
        players__A__special=["baoting"],
        players__B__que="m",
        players__D__discards="1s",
        events={"first_1s": {"by": "D", "claimed_by": None}, "genzhang": {"drawn_followers": 1}},
        overlay={"special.baoting.bonus": None, "shabao.extra": None, "guohu": "none"},
        result__passed_since_last_turn=["B"],
        flip=None,
    )
    for lang, words in (
        ("zh", ["报听", "定缺", "幺鸡", "跟张", "过胡"]),
        ("en", ["报听", "定缺", "first", "跟张", "过胡"]),
    ):
        answer = settle_json(out, lang)
        said = "\n".join(w["message"] for w in answer["warnings"] if w["code"] == "UNUSED_FACT")
        assert all(word in said for word in words), said
        assert "NO_FLIP" in {w["code"] for w in answer["warnings"]}
    late = base(result__last_tile=True)
    assert [w["code"] for w in settle_json(late)["warnings"]] == ["FLIP_IGNORED"]


@pytest.mark.parametrize("discarded", [True, False])
@pytest.mark.parametrize("void", [True, False])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_chain_of_an_exhausted_draw_says_what_is_still_paid(void, discarded, lang):
    out = base(flip=None, result={"type": "draw"}, players__C__discards="1s")
    out["players"]["C"]["melds"] = ["concealed-kong 1111m"]
    out["overlay"] = {"bean.void_on_draw": void, "chajiao.discarded_standing": discarded}
    answer = settle_json(out, lang, explain=True)
    codes = {t["code"] for t in answer["transfers"]}
    assert ("BEAN_AN" in codes, "CHAJIAO_CHICKEN" in codes) == (not void, discarded)
    said = {
        "zh": (
            ("黄庄：豆照算；鸡只算叫牌的人打出去的常鸡。", "黄庄：豆照算；鸡不算。"),
            ("黄庄：豆不算；鸡只算叫牌的人打出去的常鸡。", "黄庄：豆和鸡都不算，只查叫。"),
        ),
        "en": (
            (
                "Exhausted draw: kongs are paid; of chickens only standing ones that a ready player discarded.",
                "Exhausted draw: kongs are paid; chickens are void.",
            ),
            (
                "Exhausted draw: kongs are void; of chickens only standing ones that a ready player discarded count.",
                "Exhausted draw: kongs and chickens are void; only readiness counts.",
            ),
        ),
    }
    assert said[lang][void][not discarded] in answer["explain"]


def test_an_unready_hand_is_told_the_way_to_a_hand_that_these_rules_know():
    """Six pairs are one step from 叫牌 only where seven pairs are a hand."""
    out = base(players__A__hand=PAIRS)
    assert "A" in settle_json(out)["ready"]
    out["overlay"] = {"patterns.qidui": None}
    (told,) = (line for line in settle_json(out, "zh", explain=True)["explain"] if line.startswith("A "))
    assert told.startswith("A 没叫牌，还差 3 步；")
    assert "九条" not in told


def test_the_step_by_step_tells_why_a_plain_hand_is_worth_more():
    """A robbed kong counts as one suit: the chain says so where it names the value, as the line does."""
    situation = {
        "profile": "guiyang-fan",
        "players": {
            "A": {"hand": "456m44p99s", "melds": ["added-kong 7777p<B late", "pung 888s<D"]},
            "B": {"hand": "1379m226p114559s"},
            "C": {"hand": "234m55p67s", "melds": ["concealed-kong 3333p", "pung 999p<A"]},
            "D": {"hand": "1357m1268p2245s9m"},
        },
        "result": {"type": "rob", "winners": ["C"], "from": "A", "tile": "8s"},
        "flip": "2m",
    }
    for lang, first in (
        ("zh", "C 胡的是平胡（抢杠算清一色），10 番。"),
        ("en", "C wins with plain hand (a robbed kong counts as one suit (清一色)), 10 番."),
    ):
        assert settle_json(situation, lang, explain=True)["explain"][0] == first
