"""Hands nobody saw settle, and every line that rests on them says so (SPEC 2.2)."""

import pytest

from scoring.codec import settle_json
from tests.scoring.cases import base, sums

UNSEEN = {"hand": None, "melds": [], "discards": ""}


def lines(answer, code):
    return [t for t in answer["transfers"] if t["code"] == code]


def test_a_winner_nobody_saw():
    declared = {"ready": True, "pattern": "dadui", "chickens": {"3m": 2, "1s": 1}}
    answer = settle_json(base(players__C=UNSEEN | {"declared": declared}, result__tile=None))
    assert answer["ok"], answer
    assert answer["wins"] == [{"winner": "C", "tile": None, "pattern": "dadui", "value": 5}]
    assert sums(answer) == {
        ("A", "C", "HAND"): 5,
        **{(s, "C", "CHICKEN"): 3 for s in "ABD"},
    }
    assert all(t["declared"] is True for t in answer["transfers"])
    assert all("没看到" in t["why"] for t in answer["transfers"])


def test_the_winning_tile_still_counts_when_it_is_told():
    declared = {"ready": True, "pattern": "dadui", "chickens": {}}
    answer = settle_json(base(players__C=UNSEEN | {"declared": declared}, result__tile="3m"))
    assert sums(answer)["B", "C", "CHICKEN"] == 1


def test_seen_hands_are_not_marked():
    answer = settle_json(base(players__D=UNSEEN | {"declared": {"ready": True, "chickens": {"1s": 1}}}))
    assert answer["ready"] == "CD"
    assert answer["waits"]["D"] == []
    assert "declared" not in lines(answer, "HAND")[0]
    by_owner = {t["to"]: t.get("declared") for t in lines(answer, "CHICKEN")}
    assert by_owner == {"C": None, "D": True}


@pytest.mark.parametrize(("pattern", "value"), [("ping", 1), ("dandiao", 5), ("qingdandiao", 15)])
def test_a_pattern_the_profile_does_not_know_counts_as_its_next_best(pattern, value):
    declared = {"ready": True, "pattern": pattern}
    situation = base(result__tile=None, flip=None)
    situation["players"]["A"]["hand"] = "478899m467p3789s"
    situation["players"]["B"]["hand"] = "45m247p33456677s"
    situation["players"]["C"] = UNSEEN | {"melds": ["concealed-kong 1111p"], "declared": declared}
    answer = settle_json(situation)
    assert answer["ok"], answer
    assert answer["wins"][0]["value"] == value


def test_two_dragons_count_as_one_where_the_profile_knows_no_second():
    declared = {"ready": True, "pattern": "shuanglong"}
    answer = settle_json(base(players__C=UNSEEN | {"declared": declared}, result__tile=None, flip=None))
    assert answer["wins"][0]["value"] == 10


def test_an_exhausted_draw_pays_what_is_declared_and_splits_seen_from_unseen():
    situation = base(result={"type": "draw"}, flip=None)
    situation["players"]["A"] = UNSEEN | {"declared": {"ready": True, "pattern": "qidui"}}
    situation["players"]["D"] = UNSEEN | {"declared": {"ready": False}}
    answer = settle_json(situation)
    assert answer["ready"] == "AC"
    assert sums(answer) == {
        ("B", "A", "CHAJIAO"): 8,
        ("D", "A", "CHAJIAO"): 8,
        ("B", "C", "CHAJIAO"): 5,
        ("D", "C", "CHAJIAO"): 5,
    }
    marks = {(t["from"][0], t["to"]): t.get("declared", False) for t in answer["transfers"]}
    assert marks == {("B", "A"): True, ("D", "A"): True, ("B", "C"): False, ("D", "C"): True}


def test_a_ready_player_at_a_draw_must_name_his_pattern():
    situation = base(result={"type": "draw"}, flip=None)
    situation["players"]["A"] = UNSEEN | {"declared": {"ready": True}}
    answer = settle_json(situation)
    assert answer["error"]["field"] == "players.A.declared.pattern"


def test_declared_chickens_count_towards_the_four():
    declared = {"ready": True, "pattern": "dadui", "chickens": {"3m": 4}}
    answer = settle_json(base(players__D=UNSEEN | {"declared": declared}))
    assert answer["error"]["code"] == "BAD_SITUATION"
    assert "三万" in answer["error"]["message"]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("ready", [True, False])
def test_the_chain_says_what_was_only_told(lang, ready):
    answer = settle_json(base(players__D=UNSEEN | {"declared": {"ready": ready}}), lang, explain=True)
    word = "没看到" if lang == "zh" else "not seen"
    assert any(line.startswith("D") and word in line for line in answer["explain"])
