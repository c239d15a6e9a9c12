"""Why and what-ifs over the worked examples and random hands: told, possible, and the engine's own figures."""

import copy
import re

import pytest

from scoring.chain import ready_line
from scoring.errors import ZhuojiError
from scoring.profile import profile_ids
from scoring.settle import settle
from scoring.situation import parse_situation
from scoring.teach import whatif
from scoring.teach.picture import picture
from scoring.teach.story import story
from scoring.teach.why import chain, owner_of
from tests.oracle.evaluate import evaluate
from tests.scoring.cases import any_profile, base, examples, situation_of

SETTLED = [e for e in examples() if "illegal" not in e["expect"]]
CHINESE = re.compile(r"[一-鿿]")


def settled(raw):
    return settle(parse_situation(raw))


def told(settlement):
    for lang in ("zh", "en"):
        for index, transfer in enumerate(settlement.transfers):
            steps = chain(settlement, index, lang)
            assert len(steps) >= 3
            for step in steps:
                assert step.words
                for row in step.rows:
                    assert row.tiles
                    assert all(0 <= place < len(row.tiles) for place in row.marked)
                assert step.to_json()["about"] == step.about
            assert any(str(transfer.each) in step.words for step in steps)


@pytest.mark.parametrize("example", SETTLED, ids=lambda e: e["id"])
def test_every_line_of_every_example_is_told(example):
    raw = situation_of(example)
    settlement = settled(raw)
    told(settlement)
    for lang in ("zh", "en"):
        lines = story(settlement.table.situation, settlement.table.profile, lang)
        assert lines
        assert all(bool(CHINESE.search(line)) or lang == "en" for line in lines)
        drawn = picture(settlement.table.situation, lang, settlement)
        assert [seat["seat"] for seat in drawn["seats"]] == list(settlement.table.seats)


def random_settled(n):
    for seed in range(n):
        raw = any_profile(seed)
        try:
            yield raw, settled(raw)
        except ZhuojiError:
            continue


def test_every_line_of_random_hands_is_told():
    for _, settlement in random_settled(250):
        told(settlement)
        for seat in settlement.table.seats:
            assert ready_line(settlement.table, seat, "zh")
            assert ready_line(settlement.table, seat, "en")


def test_changes_of_random_hands_are_the_oracles(monkeypatch):
    """Each changed situation is one the oracle can settle too, to the same net."""
    run = []
    real = whatif._run

    def spy(raw, *rest, **more):
        change = real(raw, *rest, **more)
        if change is not None:
            run.append((copy.deepcopy(raw), change))
        return change

    monkeypatch.setattr(whatif, "_run", spy)
    for raw, settlement in random_settled(70):
        before = copy.deepcopy(raw)
        found = [
            *whatif.changes(raw, settlement),
            *whatif.flips(raw, settlement),
            *whatif.profiles(raw, settlement),
        ]
        assert raw == before
        assert {c.kind for c in found} <= {"ready", "unready", "winner", "self", "dealt", "flip", "profile"}
    kinds = {change.kind for _, change in run}
    assert kinds == {"ready", "unready", "winner", "self", "dealt", "flip", "profile"}
    for raw, change in run:
        want = evaluate(raw)
        if change.settlement is None:
            assert want["illegal"] == change.error.code
        else:
            assert want["net"] == change.settlement.net


def by_kind(changes, kind, seat=None):
    return [c for c in changes if c.kind == kind and (seat is None or c.seat == seat)]


def test_being_ready_would_have_saved_the_reversal():
    raw = base(profile="fangka", dealer="A", players__A__discards="1s")
    raw["events"] = {"first_1s": {"by": "A", "claimed_by": None}}
    settlement = settled(raw)
    index = [t.code for t in settlement.transfers].index("REV_CHARGE")
    assert owner_of(settlement.transfers[index]) == "A"
    (change,) = by_kind(whatif.changes(raw, settlement), "ready", "A")
    assert index in whatif.affected(settlement, change)
    zh, en = whatif.effect(settlement, change, index)
    saved = change.settlement.net["A"] - settlement.net["A"]
    assert saved > 0
    assert "这笔就没有了" in zh
    assert str(saved) in zh
    assert "this payment is gone" in en
    assert str(saved) in en


def test_impossible_changes_are_not_offered():
    raw = base()
    settlement = settled(raw)
    changes = whatif.changes(raw, settlement)
    assert not by_kind(changes, "unready", "C")  # the winner was ready
    # A fifth tile can't be turned: 2p would be one.
    raw = base(players__D__hand="222m568m479p2223s", flip="9s")
    turned = {c.tile for c in whatif.flips(raw, settled(raw))}
    assert "9s" not in turned
    assert "2m" in turned  # three are held, the fourth may lie there
    declared = base(players__B={"hand": "123456789m3389s", "special": ["baoting"]})
    declared["players"]["A"]["hand"] = "1467p478m4567s12s"
    offered = whatif.changes(declared, settled(declared))
    assert "B" in settled(declared).table.ready
    assert not by_kind(offered, "unready", "B")


def test_a_hand_with_melds_of_the_suit_given_up_never_is_ready():
    players = {
        "A": {"hand": "234567p99p345s678s", "que": "m"},
        "B": {"hand": "1479m2479s", "melds": ["pung 111p<A"], "que": "p"},
        "C": {"hand": "1258m147p258s", "melds": ["pung 333m<A"], "que": "s"},
    }
    players["B"]["hand"] += "58m"
    raw = {
        "profile": "fangka",
        "variants": ["sandingguai"],
        "dealer": "A",
        "players": players,
        "flip": "9m",
        "result": {"type": "self", "winners": ["A"], "tile": "8s"},
    }
    offered = by_kind(whatif.changes(raw, settled(raw)), "ready")
    assert [change.seat for change in offered] == ["C"]
    # What he holds of that suit would have to be gone.
    assert "8s" not in offered[0].settlement.table.situation.players["C"].declared.chickens


def test_a_winner_whose_tiles_nobody_saw():
    unseen = {"hand": None, "declared": {"ready": True, "pattern": "dadui", "chickens": {"1s": 1}}}
    raw = base(players__C=unseen, result={"type": "self", "winners": ["C"], "tile": "2p"})
    (dealt, *_) = by_kind(whatif.changes(raw, settled(raw)), "dealt")
    assert dealt.settlement.net["C"] > 0
    raw = base(players__C=unseen)
    (drawn,) = by_kind(whatif.changes(raw, settled(raw)), "self")
    assert drawn.settlement.net["C"] == 15 + 3 + 0


def test_a_win_the_rules_forbid_is_an_answer():
    raw = base(
        players__C={"hand": "234567p99p345s678s"},
        players__D={"hand": "568m479p2222557s"},
        players__B={"hand": "45m1247p3345667s"},
        result={"type": "self", "winners": ["C"], "tile": "8s"},
    )
    settlement = settled(raw)
    (barred,) = by_kind(whatif.changes(raw, settlement), "dealt")
    assert barred.error.code == "NO_PASS"
    assert barred.settlement is None
    assert whatif.affected(settlement, barred) == list(range(len(settlement.transfers)))
    assert "通行证" in whatif.effect(settlement, barred, 0)[0]
    assert whatif.together([barred]) == []


def test_other_rule_systems_stand_side_by_side():
    raw = base()
    found = whatif.profiles(raw, settled(raw))
    assert {c.profile for c in found} == set(profile_ids()) - {"guiyang-fan"}
    # guiyang-fan has no dealer: the others take A, and say so where it costs or earns something.
    words = {c.profile: c.words[0] for c in found}
    assert "当作 A 坐庄第一把" in words["liupanshui"]
    assert "当作" not in words["laiyouxi"]


def test_flips_with_one_outcome_are_put_together():
    raw = base()
    settlement = settled(raw)
    found = whatif.flips(raw, settlement)
    groups = whatif.together(found)
    assert sum(len(tiles) for tiles, _ in groups) == len(found)
    nets = [tuple(s.net.values()) for _, s in groups]
    assert len(set(nets)) == len(nets)
    assert [len(tiles) for tiles, _ in groups] == sorted((len(tiles) for tiles, _ in groups), reverse=True)


@pytest.mark.parametrize(
    ("result", "flip"),
    [
        ({"type": "draw"}, None),
        ({"type": "discard", "winners": ["C"], "from": "A", "tile": "2p", "last_tile": True}, "2m"),
    ],
)
def test_no_flip_counts_where_none_does(result, flip):
    raw = base(result=result, flip=flip)
    assert whatif.flips(raw, settled(raw)) == []


@pytest.mark.parametrize(("amount", "text"), [(5, "+5"), (0, "0"), (-3, "−3")])
def test_signed(amount, text):
    assert whatif.signed(amount) == text


def test_effects_say_more_and_less():
    verbs = set()
    for raw, settlement in random_settled(120):
        for change in whatif.changes(raw, settlement):
            for index in whatif.affected(settlement, change):
                zh, en = whatif.effect(settlement, change, index)
                verbs |= {v for v in ("多得", "少得", "省下", "多付", "变成", "没有了") if v in zh}
                assert CHINESE.search(zh)
                assert not CHINESE.search(en.replace("通行证", "").replace("过胡", "")) or change.error
    assert verbs == {"多得", "少得", "省下", "多付", "变成", "没有了"}


@pytest.mark.parametrize(
    ("each", "zh", "en"),
    [
        ({"A": 0, "B": 0}, "这笔就没有了", "this payment is gone"),
        ({"A": 3}, "这笔变成 3", "this payment becomes 3"),
        ({"A": 3, "B": 3}, "这笔变成每家 3", "this payment becomes 3 each"),
        ({"A": 0, "B": 1}, "这笔变成 A 不付，B 付 1", "of this payment A pays nothing, B pays 1"),
        (
            {"A": 2, "B": 1, "C": 2},
            "这笔变成 B 付 1，A、C 付 2",
            "of this payment B pays 1, A and C pay 2",
        ),
    ],
)
def test_what_becomes_of_a_payment_is_told_by_payer(each: dict[str, int], zh: str, en: str) -> None:
    assert whatif._becomes(each) == (zh, en)
