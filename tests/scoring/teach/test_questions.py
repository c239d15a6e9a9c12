"""Drills: every question is legal, and its answer is the oracle's, which shares no code with the engine."""

import re
from collections import Counter

import pytest

from scoring.errors import ZhuojiError
from scoring.melds import parse_meld
from scoring.profile import load_profile, profile_ids
from scoring.situation import parse_situation
from scoring.teach.ask_table import make_question
from scoring.teach.question import KINDS, LEVELS, Key, in_words, parse_key, right
from scoring.teach.split import QUADS
from scoring.tiles import parse_tiles
from tests.oracle import hands, params
from tests.oracle.evaluate import evaluate
from tests.oracle.notation import read_meld

IDS = profile_ids()
KEYS = [(kind, level) for kind in KINDS for level in LEVELS]
HAND = {"HAND"}
WIN = {"HAND", "SPECIAL", "GANGKAI", "HOT", "ROB", "SHABAO", "LIAN"}
CHICKEN = {"CHICKEN", "CHARGE", "RESP"}


def key_of(kind, level, seed):
    """The profiles and their options take turns."""
    profile = IDS[seed % len(IDS)]
    options = list(load_profile(profile).variants)
    chosen = (options[seed // 8 % len(options)],) if options and seed % 3 == 0 else ()
    return Key(kind, level, seed, profile, chosen)


def most_of_a_tile(question):
    """The highest count of one tile over everything the question shows."""
    tiles = Counter([*question.hand, *([question.win] if question.win else [])])
    melds = list(question.melds)
    if question.situation is not None:
        result = question.situation["result"]
        for player in question.situation["players"].values():
            tiles.update([*parse_tiles(player["hand"]), *parse_tiles(player["discards"])])
            melds += player["melds"]
        if "from" in result:
            tiles[result["tile"]] += 1
        if question.situation["flip"]:
            tiles[question.situation["flip"]] += 1
    for text in melds:
        tiles[parse_meld(text).tile] += parse_meld(text).size
    return max(tiles.values())


def paid(transfers, payer, payee, codes):
    return sum(t["each"] for t in transfers if t["to"] == payee and payer in t["from"] and t["code"] in codes)


def expected(question):
    """The answer by the oracle, what is asked for being read out of the question's own words."""
    key, zh = question.key, question.ask[0]
    rules = params.load(key.profile, list(key.variants), {})
    melds = [read_meld(text, "") for text in question.melds]
    if key.kind == "pattern":
        found = hands.patterns([*question.hand, question.win], melds)
        values = {p: rules["patterns"][p] for p in found if rules["patterns"][p] is not None}
        best = max(values.values())
        assert values[question.answer] == best
        return question.answer
    if key.kind == "waits":
        return tuple(hands.waits(list(question.hand), melds, None))
    if key.kind == "chicken" and key.level == 1:
        rank, suit = int(question.win[0]), question.win[1]
        flipped = [f"{rank % 9 + 1}{suit}"]
        if rules["chicken.flip"] == "swing":
            flipped.append(f"{(rank - 2) % 9 + 1}{suit}")
        return tuple(sorted({*rules["chicken.standing"], *flipped}))
    answer = evaluate(question.situation)
    assert "illegal" not in answer
    lines = answer["transfers"]
    if key.kind == "chicken":
        payer, owner = re.match(r"(\w) 因为鸡要付给 (\w) ", zh).groups()
        return paid(lines, payer, owner, CHICKEN)
    if key.kind == "score" and key.level == 1:
        owner, payer = re.match(r"单算 (\w) 胡的牌型，(\w) 付", zh).groups()
        return paid(lines, payer, owner, HAND)
    if key.kind == "score" and key.level == 2:
        owner, payer = re.match(r"(\w) 胡了，(\w) 为这个胡", zh).groups()
        return paid(lines, payer, owner, WIN)
    if key.kind == "score":
        return answer["net"][re.match(r"(\w) 这一把一共", zh)[1]]
    if key.level == 1:
        return tuple(sorted({p for t in lines if t["code"] == "HAND" for p in t["from"]}))
    return answer["net"]


def check(key):
    question = make_question(key)
    assert most_of_a_tile(question) <= 4, key
    want, got = expected(question), question.answer
    if question.form in ("tiles", "seats"):
        want, got = set(want), set(got)
    assert got == want, key
    given = list(question.answer) if isinstance(question.answer, tuple) else question.answer
    assert right(question, given), key
    assert question.explain
    assert question == make_question(key)
    return question


@pytest.mark.parametrize(("kind", "level"), KEYS)
@pytest.mark.parametrize("seed", range(8))
def test_questions_are_legal_and_right(kind, level, seed):
    check(key_of(kind, level, seed))


@pytest.mark.long
@pytest.mark.parametrize(("kind", "level"), KEYS)
@pytest.mark.parametrize("first", range(0, 680, 85))
def test_ten_thousand_questions_are_legal_and_right(kind, level, first):
    for seed in range(1000 + first, 1085 + first):
        check(key_of(kind, level, seed))


def test_the_questions_vary():
    made = [make_question(key_of(kind, level, seed)) for kind, level in KEYS for seed in range(40)]
    patterns = {q.answer for q in made if q.key.kind == "pattern"}
    assert len(patterns) >= 8
    sizes = {len(q.answer) for q in made if q.key.kind == "waits"}
    assert {0, 1, 2, 3} <= sizes
    endings = Counter(q.situation["result"]["type"] for q in made if q.situation)
    assert {"self", "discard", "after_kong", "rob", "draw"} <= set(endings)
    tables = [q.situation for q in made if q.situation]
    assert any("hot" in t["result"] for t in tables)
    assert any(len(t["result"].get("winners", [])) == 2 for t in tables)
    assert any(p.get("special") for t in tables for p in t["players"].values())
    assert {e["claimed_by"] for t in tables for e in t["events"].values()} > {None, "WIN"}
    assert any(q.answer == 0 for q in made if q.key.kind == "chicken")
    assert {q.key.profile for q in made} == set(IDS)


@pytest.mark.parametrize(("option", "players"), [("erdingguai", 2), ("sandingguai", 3)])
@pytest.mark.parametrize(("kind", "level"), KEYS)
def test_small_tables_are_asked_about_too(option, players, kind, level):
    for seed in range(6):
        question = check(Key(kind, level, seed, "fangka", (option,)))
        if question.situation is not None:
            assert len(question.situation["players"]) == players
            assert all(("que" in p) == (players == 3) for p in question.situation["players"].values())


@pytest.mark.parametrize(("kind", "level"), KEYS)
def test_a_question_says_itself_in_both_languages(kind, level):
    for seed in range(4):
        question = make_question(key_of(kind, level, seed))
        for both in (question.ask, *question.explain):
            assert re.search(r"[一-鿿]", both[0])
            assert re.match(r"[A-Z0-9冲责杠杀查跟包反原]", both[1])
        assert in_words(question, "zh")
        assert in_words(question, "en")
        if question.situation is not None:
            assert question.settlement.net == evaluate(question.situation)["net"]
            assert parse_situation(question.situation).profile == question.key.profile
        else:
            assert question.settlement is None


def question_of(form):
    return next(q for kind, level in KEYS if (q := make_question(Key(kind, level, 1, "fangka"))).form == form)


@pytest.mark.parametrize(
    ("form", "given"),
    [
        ("number", "5"), ("number", True), ("number", 2.0), ("number", None),
        ("numbers", 3), ("numbers", {}), ("numbers", {"A": 1}), ("numbers", dict.fromkeys("ABCD", "1")),
        ("tiles", "1s"), ("tiles", [1]), ("seats", None),
    ],
)  # fmt: skip
def test_an_answer_of_another_form_is_refused(form, given):
    with pytest.raises(ZhuojiError) as caught:
        right(question_of(form), given)
    assert caught.value.code == "BAD_SITUATION"
    assert caught.value.field == "answer"


def test_wrong_answers_are_wrong():
    assert not right(question_of("choice"), "nothing")
    assert not right(question_of("choice"), None)
    for form in ("number", "numbers", "tiles", "seats"):
        question = question_of(form)
        wrong = {
            "number": lambda a: a + 1,
            "numbers": lambda a: {seat: n + 1 for seat, n in a.items()},
            "tiles": lambda a: [*a, "1m"] if "1m" not in a else [],
            "seats": lambda a: [*a, "A"] if "A" not in a else [],
        }[form]
        assert not right(question, wrong(question.answer))


def test_an_answer_is_said_as_given():
    said = {form: in_words(question_of(form), "zh", given) for form, given in [
        ("choice", "nothing"), ("choice", 5), ("number", 7), ("tiles", ["9m", "xx", "1m"]), ("seats", ["D", "B", "?"]),
    ]}  # fmt: skip
    assert said == {"choice": "—", "number": "7 番", "tiles": "一万、九万", "seats": "B、D"}
    choice = question_of("choice")
    assert in_words(choice, "en", choice.answer) == in_words(choice, "en")
    seats = question_of("numbers").answer
    assert in_words(question_of("numbers"), "en", dict.fromkeys(seats, -2)).startswith("A −2, B −2")
    assert in_words(question_of("seats"), "zh", []) == "—"
    assert in_words(make_question(Key("waits", 1, 1, "fangka")), "zh", []) == "没叫牌"
    assert in_words(make_question(Key("chicken", 1, 1, "fangka")), "zh", []) == "—"


def of_kind(kind, level, profile, variants=(), n=30):
    return [make_question(Key(kind, level, seed, profile, variants)) for seed in range(n)]


def test_a_hand_is_explained_set_by_set():
    quads = 0
    for question in [q for level in LEVELS for q in of_kind("pattern", level, "liupanshui")]:
        (groups,) = question.pictures.values()
        tiles = Counter(t for group in groups for t in group.tiles)
        melds = Counter({m.tile: m.size for m in map(parse_meld, question.melds)})
        assert tiles == Counter([*question.hand, question.win]) + melds
        quads += any(group.lit and len(set(group.tiles)) == 1 and len(group.tiles) == 4 for group in groups)
        assert any(g.lit for g in groups) == (question.answer in QUADS)
    assert quads


@pytest.mark.parametrize("variants", [(), ("erdingguai",)])
def test_each_wait_is_split_and_priced_both_ways(variants):
    barred = 0
    for question in [q for level in LEVELS for q in of_kind("waits", level, "fangka", variants, 20)]:
        assert list(question.pictures) == list(range(len(question.answer)))
        passed = any("kong" in meld for meld in question.melds)
        for i, tile in enumerate(question.answer):
            held = Counter(t for group in question.pictures[i] for t in group.tiles if t == tile)
            assert held[tile] >= 1
            zh, en = question.explain[i]
            no_pass = "不能胡点炮" in zh
            assert no_pass == ("no win on a discard" in en) == ("平胡" in zh and not passed)
            assert ("自摸每家" in zh) == ("from each" in en) == (not variants)
            barred += no_pass
    assert barred


@pytest.mark.parametrize(
    ("profile", "surcharges"), [("fangka", "杠开、连庄"), ("guiyang-fan", "杠开"), ("guizhou-jishu", "")]
)
def test_a_question_speaks_of_what_is_played(profile, surcharges):
    words = " ".join(q.ask[0] for level in (1, 2) for q in of_kind("score", level, profile, n=8))
    assert ("豆和鸡不算" + (f"，{surcharges}算" if surcharges else "") + "）") in words
    for name in ("杠开", "连庄"):
        assert (name in words) == (name in surcharges)
        english = " ".join(q.ask[1] for level in (1, 2) for q in of_kind("score", level, profile, n=8))
        assert (name in english) == (name in surcharges)
    chickens = " ".join(q.ask[0] for q in of_kind("chicken", 2, profile, n=8))
    assert ("反赔" in chickens) == load_profile(profile)["reverse.on"]


def test_the_winner_is_drawn_with_what_makes_the_pattern():
    found = of_kind("score", 2, "fangka", n=60)
    patterns = set()
    for question in found:
        settlement = question.settlement
        name = re.match(r"(\w) 胡的是", question.explain[0][0])[1]
        hand = settlement.table.hands[name]
        groups = question.pictures[0]
        assert sum(len(g.tiles) for g in groups) == 14 + sum(
            m.is_kong for m in settlement.table.player(name).melds
        )
        assert any(g.lit for g in groups) == (hand.pattern in QUADS)
        patterns.add(hand.pattern)
    assert patterns & QUADS


GOOD = {"kind": "pay", "level": "2", "seed": "77", "profile": "fangka", "variants": ["kou2"]}


def test_a_link_names_a_question():
    key = parse_key(GOOD)
    assert key == Key("pay", 2, 77, "fangka", ("kou2",))
    assert parse_key({**GOOD, "level": 2, "seed": 77}) == key
    assert str(key) == "pay/2/77/fangka/kou2"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"kind": "poker"}, "kind"),
        ({"level": "4"}, "level"),
        ({"level": "x"}, "level"),
        ({"seed": "-1"}, "seed"),
        ({"seed": "1234567890"}, "seed"),
        ({"seed": "٣"}, "seed"),
        ({"seed": None}, "seed"),
        ({"profile": "mars"}, "profile"),
        ({"profile": None}, "profile"),
        ({"variants": ["mars"]}, "variants"),
        ({"variants": 5}, "variants"),
        ({"variants": [5]}, "variants"),
        ({"kind": ["pay"]}, "kind"),
    ],
)
def test_a_broken_link_is_refused(change, field):
    with pytest.raises(ZhuojiError) as caught:
        parse_key({**GOOD, **change})
    assert caught.value.code == "BAD_SITUATION"
    assert caught.value.field == field
