"""What can't be on a table is refused, naming field, seat and tile, in both languages (RULES 3.2.1, 4.1, SPEC 2.2)."""

import pytest

from scoring.codec import settle_json
from tests.scoring.cases import base

DRAW = {"type": "draw"}
ROB = {"type": "rob", "winners": ["C"], "from": "A", "tile": "2p"}


def player(seat, **changes):
    """``base()`` with one player's keys changed."""
    return base(**{f"players__{seat}__{key}": value for key, value in changes.items()})


CASES = [
    # shape
    ([], "situation", "一组"),
    ("a hand", "situation", "一组"),
    (base(tiles="1m"), "tiles", "不认识"),
    (base(profile=None), "profile", "缺少"),
    (base(profile=7), "profile", "文字"),
    (base(profile="guiyang"), "profile", "guiyang"),
    (base(variants=["kou9"]), "variants", "kou9"),
    (base(variants="kou9"), "variants", "列表"),
    (base(variants=[1]), "variants", "文字"),
    (base(overlay=[]), "overlay", "参数"),
    (base(overlay={"chicken.flip": 3}), "overlay.chicken.flip", "3"),
    (base(players=[]), "players", "A、B、C、D"),
    (base(players={}), "players", "两个人"),
    (base(players__E={"hand": ""}), "players", "E"),
    (base(players__A=3), "players.A", "一组"),
    (base(players={k: v for k, v in base()["players"].items() if k != "B"}), "players", "3 人"),
    (
        base(players={k: v for k, v in base()["players"].items() if k in "AB"}, result=DRAW, flip=None),
        "players",
        "2 人",
    ),
    (base(dealer="E"), "dealer", "E"),
    (base(dealer=["A"]), "dealer", "文字"),
    (base(profile="fangka"), "dealer", "写 dealer，座位 A、B、C、D 之一"),
    (base(dealer_streak=0), "dealer_streak", "整数"),
    (base(dealer_streak=True), "dealer_streak", "整数"),
    (base(events=None), "events", "一组"),
    (base(events={"rain": 1}), "events.rain", "不认识"),
    (base(events={"genzhang": {"drawn_followers": 4}}), "events.genzhang.drawn_followers", "0 到 3"),
    (base(events={"genzhang": {}}), "events.genzhang.drawn_followers", "整数"),
    (base(flip="5z"), "flip", "5z"),
    (base(flip=5), "flip", "5"),
    # players
    (player("A", hand=None), "players.A.hand", "declared"),
    (player("A", hand="12x"), "players.A.hand", "12x"),
    (player("A", hand="123"), "players.A.hand", "123"),
    (player("A", hand="m"), "players.A.hand", "m"),
    (player("A", hand=13), "players.A.hand", "文字"),
    (player("A", hand="478899m1467p789s1m"), "players.A.hand", "13 张，这里有 14"),
    (player("A", declared={"ready": False}), "players.A.declared", "已经有了"),
    (player("A", melds=["pung 111s"]), "players.A.melds[0]", "pung 111s"),
    (player("A", melds=["pung 1111s<B"]), "players.A.melds[0]", "pung 1111s<B"),
    (player("A", melds=["concealed-kong 1111s<B"]), "players.A.melds[0]", "concealed-kong"),
    (player("A", melds=["exposed-kong 1112s<B"]), "players.A.melds[0]", "1112s"),
    (player("A", melds=["pung 111s<B late"]), "players.A.melds[0]", "late"),
    (player("A", melds="pung"), "players.A.melds", "列表"),
    (player("A", melds=[1]), "players.A.melds[0]", "文字"),
    (player("A", hand="4788899m789s", melds=["pung 111p<A"]), "players.A.melds[0]", "A 打的"),
    (player("A", hand="", melds=["pung 111p<B"] * 5), "players.A.melds", "最多四副"),
    (player("A", special=["tinghu"]), "players.A.special", "tinghu"),
    (player("A", special="baoting"), "players.A.special", "列表"),
    (player("A", que="z"), "players.A.que", "z"),
    (player("A", yuanque=1), "players.A.yuanque", "true"),
    (player("A", xianggong=True, hand="1m" * 21), "players.A.hand", "太多"),
    (player("A", hand=None, declared={"ready": "yes"}), "players.A.declared.ready", "true"),
    (player("A", hand=None, declared={"ready": True, "pattern": "big"}), "players.A.declared.pattern", "big"),
    (
        player("A", hand=None, declared={"ready": True, "chickens": [1]}),
        "players.A.declared.chickens",
        "张数",
    ),
    (
        player("A", hand=None, declared={"ready": True, "chickens": {"1s": 5}}),
        "players.A.declared.chickens.1s",
        "0 到 4",
    ),
    (
        player("A", hand=None, declared={"ready": True, "chickens": {"5z": 1}}),
        "players.A.declared.chickens",
        "5z",
    ),
    (player("A", hand=None, declared={"ready": True, "tiles": 1}), "players.A.declared.tiles", "不认识"),
    (
        player("C", hand=None, melds=[], declared={"ready": False, "pattern": "ping"}),
        "players.C.declared.ready",
        "没叫牌",
    ),
    (player("C", hand=None, melds=[], declared={"ready": True}), "players.C.declared.pattern", "牌型"),
    (
        player("C", hand=None, melds=["pung 888s<B"], declared={"ready": True, "pattern": "qidui"}),
        "players.C.declared.pattern",
        "七对",
    ),
    (
        player(
            "C",
            hand=None,
            melds=["pung 888s<B"],
            declared={"ready": True, "pattern": "ping", "chickens": {"1s": 4, "3m": 4, "4m": 3}},
        ),
        "players.C.declared.chickens",
        "最多 10 张",
    ),
    (player("A", que="mp"), "players.A.que", "mp"),
    # conservation
    (player("D", hand="568m479p2223888s"), "players.A", "八条（8s）一共出现了 7 张"),
    (player("A", discards="2222p"), "players.A", "二筒（2p）"),
    (base(flip="8s", players__A__discards="8s"), "players.A", "八条（8s）一共出现了 6 张"),
    # result
    (base(result=None), "result", "缺少"),
    (base(result=[]), "result", "一组"),
    (base(result__type="tsumo"), "result.type", "tsumo"),
    (base(result__winners=[]), "result.winners", "谁胡了"),
    (base(result__winners=["C", "C"]), "result.winners", "两次"),
    (base(result__winners="C"), "result.winners", "列表"),
    (base(result__winners=["E"]), "result.winners", "E"),
    (base(result__winners=["A", "B", "C", "D"]), "result.winners", "人人"),
    (base(result__from=None), "result.from", "谁点的炮"),
    (base(result__from="C"), "result.from", "自己"),
    (base(result__tile=None), "result.tile", "哪张"),
    (base(result__tile="1z"), "result.tile", "1z"),
    (base(result__last_tile=1), "result.last_tile", "true"),
    (base(result__passed_since_last_turn=["X"]), "result.passed_since_last_turn", "X"),
    (base(result={"type": "self", "winners": ["B", "C"], "tile": "2p"}), "result.winners", "自摸"),
    (base(result={"type": "self", "winners": ["C"], "tile": "2p", "from": "A"}), "result.from", "自摸"),
    (base(result={"type": "self", "winners": ["C"], "tile": "2p"}), "players.C.hand", "11 张，这里有 10"),
    (
        base(result={"type": "self", "winners": ["C"], "tile": "9s"}, players__C__hand="33377m222555p"),
        "players.C.hand",
        "九条",
    ),
    (
        base(result={"type": "after_kong", "winners": ["C"], "tile": "2p"}, players__C__hand="33377m222555p"),
        "players.C.melds",
        "没有杠",
    ),
    (base(result=DRAW), "flip", "黄庄"),
    (base(result=DRAW | {"winners": ["A"]}, flip=None), "result.winners", "黄庄"),
    (base(result=DRAW | {"tile": "1m"}, flip=None), "result.tile", "黄庄"),
    (base(result=ROB), "players.A.melds", "二筒"),
    (base(result__hot="pung"), "result.hot", "pung"),
    (base(result__hot="concealed-kong"), "result.hot_meld", "同时"),
    (base(result__hot_meld="7777m"), "result.hot_meld", "同时"),
    (base(result__hot="concealed-kong", result__hot_meld="7777m"), "result.hot_meld", "7777m"),
    (base(result__hot="concealed-kong", result__hot_meld="77m"), "result.hot_meld", "77m"),
    (base(result__hot="concealed-kong", result__hot_meld=7), "result.hot_meld", "文字"),
    (
        base(result=ROB | {"hot": "concealed-kong", "hot_meld": "7777m"}, players__A__melds=["pung 222p<B"]),
        None,
        None,
    ),
    # specials
    (player("C", special=["tianhu"]), "players.C.special", "天胡"),
    (player("A", special=["dihu"]), "players.A.special", "地胡"),
    (player("C", special=["yingbao"]), "players.C.special", "硬报"),
    (base(dealer="C", players__C__special=["dihu"]), "players.C.special", "地胡"),
    # the first 幺鸡
    (base(events={"first_1s": {"claimed_by": None}}), "events.first_1s.by", "文字"),
    (base(events={"first_1s": {"by": "A", "claimed_by": None}}), "events.first_1s", "没有幺鸡"),
    (base(events={"first_1s": {"by": "A", "claimed_by": "WIN"}}), "events.first_1s", "被胡"),
    (base(events={"first_1s": {"by": "A", "claimed_by": "B"}}), "events.first_1s", "没有这样的碰杠"),
    (base(events={"first_8p": {"by": "A", "claimed_by": "Q"}}), "events.first_8p.claimed_by", "Q"),
    (base(events={"first_8p": 1}), "events.first_8p", "一组"),
]


@pytest.mark.parametrize(
    ("situation", "field", "piece"), CASES, ids=lambda v: v if isinstance(v, str) else None
)
def test_refused_with_field_and_sentence(situation, field, piece):
    zh, en = settle_json(situation, "zh"), settle_json(situation, "en")
    assert zh["ok"] is False
    assert zh["error"]["code"] == en["error"]["code"] == "BAD_SITUATION"
    if field is not None:
        assert zh["error"]["field"] == field
        assert piece in zh["error"]["message"]
    assert zh["error"]["message"] != en["error"]["message"]
    assert en["error"]["message"].endswith(".")


def test_the_base_of_all_this_settles():
    answer = settle_json(base())
    assert answer["ok"]
    assert answer["net"] == {"A": -8, "B": -3, "C": 14, "D": -3}


NO_HAND = "13579m13579p135s"
PLAIN = "123456789m13p11s"
TRIPLETS = "99m22p444555888s"
FILLER = "2468m468p226679s"


@pytest.mark.parametrize(
    ("winners", "hand_of_a", "code"),
    [
        ("BCD", FILLER + "1m", "BAD_SITUATION"),
        ("BCD", FILLER, "NOT_A_HAND"),
        ("CD", FILLER, "NO_PASS"),
        ("D", FILLER, "GUOHU"),
    ],
)
def test_the_order_of_refusals(winners, hand_of_a, code):
    """BAD_SITUATION before NOT_A_HAND before NO_PASS before GUOHU (RULES 4.1.1)."""
    hands = {"A": hand_of_a, "B": NO_HAND, "C": PLAIN, "D": TRIPLETS}
    answer = settle_json(
        base(
            profile="fangka",
            dealer="A",
            players={seat: {"hand": hand} for seat, hand in hands.items()},
            result={
                "type": "discard",
                "winners": list(winners),
                "from": "A",
                "tile": "2p",
                "passed_since_last_turn": list(winners),
            },
            flip=None,
        )
    )
    assert answer["error"]["code"] == code
    assert answer["error"]["field"].startswith(
        "players.A" if code == "BAD_SITUATION" else ("players.B", "result")
    )


@pytest.mark.parametrize(
    ("situation", "zh", "en"),
    [
        (player("A", hand="478899m1467p789s1m"), "这里有 14 张。", "not 14."),
        (player("C", hand="33377m2255p"), "（胡别人的那张不算）", "won from another isn't counted"),
        (
            base(result={"type": "self", "winners": ["C"], "tile": "2p"}, players__C__hand="33377m22555p"),
            "（自摸的那张也算）",
            "the tile he drew to win is counted",
        ),
    ],
)
def test_a_hand_of_the_wrong_size_is_told_which_tiles_count(situation, zh, en):
    """Only who won is told of the winning tile, and whether it is among his."""
    message = settle_json(situation)["error"]["message"]
    assert zh in message
    assert en in settle_json(situation, "en")["error"]["message"]


def test_english_lists_have_commas():
    for situation in (base(profile="fangka"), base(tiles="1m"), base(dealer="E")):
        assert "、" not in settle_json(situation, "en")["error"]["message"]
