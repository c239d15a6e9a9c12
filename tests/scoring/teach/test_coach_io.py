"""The coach's plain data: typed tiles, readings, and what is refused."""

import pytest

from scoring.errors import ZhuojiError
from scoring.teach.coach_io import coach_json, parse_hand

TYPED = {"profile": "guiyang-fan", "hand": "23456p99p345s6778s"}


def test_typed_tiles_are_answered_in_both_languages():
    zh, en = coach_json(TYPED), coach_json(TYPED, "en")
    assert zh["practice"] is True
    assert zh["summary"] == "打一张就叫牌。"
    assert en["summary"] == "One discard away from ready."
    assert zh["to_throw"] is True
    assert zh["options"][0]["discard"] == "7s"
    assert zh["options"][0]["left"] == 11
    first = zh["options"][0]["waits"][0]
    assert (first["tile"], first["left"], first["pattern"], first["on_discard"]) == ("1p", 4, "平胡", None)
    assert zh["options"][0]["mean_self_draw"] > 6
    assert "练习" in zh["note"]
    assert "Practice" in en["note"]


@pytest.mark.parametrize(
    ("hand", "zh", "en"),
    [
        ("234567p99p234s78s", "叫牌了。", "Ready."),
        ("234567p99p234s789s", "已经胡了。", "This is a complete hand."),
        ("234567p99p234s7s1m", "离叫牌还差 1 步。", "1 step away from ready."),
        ("1357m2468p13579s", "离叫牌还差 4 步。", "4 steps away from ready."),
    ],
)
def test_the_summary(hand, zh, en):
    assert coach_json({"profile": "fangka", "hand": hand})["summary"] == zh
    assert coach_json({"profile": "fangka", "hand": hand}, "en")["summary"] == en


def test_melds_may_leave_out_who_fed_them():
    hand = parse_hand(
        {
            "hand": "99p 234s78s",
            "melds": ["pung 222m", "concealed-kong 5555p"],
            "discards": "1m",
            "visible": "9s",
        }
    )
    assert [str(meld) for meld in hand.melds] == ["pung 222m<B", "concealed-kong 5555p"]
    assert (hand.discards, hand.visible, len(hand.concealed)) == (("1m",), ("9s",), 7)
    assert str(parse_hand({"hand": "", "melds": ["added-kong 3333m<C"]}).melds[0]) == "added-kong 3333m<C"


def reading(*groups):
    tiles, out = [], []
    for role, side, names in groups:
        start = len(tiles)
        tiles += [{"tile": name} for name in names]
        out.append({"role": role, "side": side, "tiles": list(range(start, len(tiles)))})
    return {"tiles": tiles, "groups": out}


def test_a_reading_of_a_table_gives_the_nearest_hand():
    read = reading(
        ("hand", "bottom", ["2p", "3p", "4p", "9p", "9p", "7s", "8s"]),
        ("meld", "bottom", ["3m", "3m", "3m"]),
        ("meld", "bottom", ["back", "back", "5m", "5m"]),
        ("meld", "right", ["1s", "1s", "1s"]),
        ("meld", "bottom", ["2m", "3m", "4m"]),
        ("discards", "bottom", ["1m", "3z"]),
        ("discards", "top", ["9m"]),
        ("hand", "right", ["back", "back"]),
        ("flip", None, ["4s"]),
    )
    hand = parse_hand({"reading": read, "visible": "6p"})
    assert hand.concealed == ("2p", "3p", "4p", "9p", "9p", "7s", "8s")
    assert [str(meld) for meld in hand.melds] == ["pung 333m<B", "concealed-kong 5555m"]
    assert hand.discards == ("1m",)
    assert hand.visible == ("1s", "1s", "1s", "2m", "3m", "4m", "9m", "4s", "6p")


def test_the_other_kongs_of_a_reading_and_one_without_a_hand():
    read = reading(
        ("meld", None, ["2m"] * 4), ("meld", None, ["back", "3m", "3m", "3m"]), ("discards", None, ["1m"])
    )
    hand = parse_hand({"reading": read})
    assert [meld.kind for meld in hand.melds] == ["exposed-kong", "added-kong"]
    assert hand.visible == ("1m",)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"hand": "12x"}, "hand"),
        ({"hand": 5}, "hand"),
        ({"visible": "1m" * 300}, "visible"),
        ({"melds": "pung 111s"}, "melds"),
        ({"melds": ["pung 111s"] * 5}, "melds"),
        ({"melds": ["chow 123s"]}, "melds[0]"),
        ({"melds": [7]}, "melds[0]"),
        ({"que": "z"}, "que"),
        ({"dealer": "yes"}, "dealer"),
        ({"dealer_streak": 0}, "dealer_streak"),
        ({"dealer_streak": True}, "dealer_streak"),
        ({"reading": "x"}, "reading"),
        ({"reading": {}}, "reading"),
        ({"reading": {"tiles": [], "groups": [{"role": "hand", "tiles": [3]}]}}, "reading"),
        ({"reading": {"tiles": [1], "groups": []}}, "reading"),
        ({"profile": "mars"}, "profile"),
        ({"profile": 3}, "profile"),
        ({"variants": ["mars"]}, "variants"),
        ({"variants": 5}, "variants"),
        ({"overlay": []}, "overlay"),
        ({"extra": 1}, "extra"),
        ({"hand": "11111m23456789p"}, "hand"),
    ],
)
def test_what_cannot_be_understood_is_refused(change, field):
    with pytest.raises(ZhuojiError) as caught:
        coach_json({**TYPED, **change})
    assert caught.value.code == "BAD_SITUATION"
    assert caught.value.field == field
