"""Lessons: every rule system, with every option, has them all; examples are settled and agree with the oracle."""

import json
import re

import pytest

from scoring.codec import settle_json
from scoring.describe import describe_profile
from scoring.profile import load_profile, profile_ids
from scoring.schema import PATTERNS
from scoring.settle import settle
from scoring.situation import parse_situation
from scoring.teach.lesson import Example, Pattern, Row, Waiting
from scoring.teach.lessons import BY_ID, LESSONS
from scoring.teach.split import PAIRS, QUADS, split
from scoring.tiles import counts, parse_tiles
from tests.oracle.compare import differences
from tests.oracle.evaluate import evaluate
from tests.scoring.teach.test_questions import most_of_a_tile

BOOKS = [(pid, ()) for pid in profile_ids()]
BOOKS += [(pid, (name,)) for pid, _ in BOOKS for name in load_profile(pid).variants]
CHINESE = re.compile(r"[一-鿿]")


def pages(profile, lang="zh"):
    return {lesson.id: lesson.render(profile, lang) for lesson in LESSONS}


def examples(page):
    return [block for block in page["blocks"] if block["kind"] == "example"]


@pytest.mark.parametrize(("profile_id", "variants"), BOOKS)
def test_every_rule_system_has_every_lesson_with_examples_that_are_right(profile_id, variants):
    profile = load_profile(profile_id, variants)
    for lesson_id, page in pages(profile).items():
        assert page["title"]
        assert page["intro"]
        assert page["blocks"], lesson_id
        for block in examples(page):
            got = settle_json(block["situation"])
            assert differences(evaluate(block["situation"]), got) == [], (lesson_id, block["words"])
            if "refused" in block:
                assert got["error"]["code"] in ("NO_PASS", "GUOHU")
                continue
            assert dict(zip(block["seats"], block["net"], strict=True)) == got["net"]
            columns = zip(*(line["effect"] for line in block["lines"]), strict=True)
            if block["lines"]:
                assert [sum(column) for column in columns] == block["net"]
            assert sum(block["net"]) == 0
            assert [line["why"] for line in block["lines"]] == [t["why"] for t in got["transfers"]]
            if block["whole"]:
                stepped = [line["why"] for step in block["steps"] for line in step["lines"]]
                assert sorted(stepped) == sorted(line["why"] for line in block["lines"])


def test_the_lessons_of_the_issue_are_there():
    assert list(BY_ID) == [
        "tiles", "melds", "ready", "patterns", "pass", "chickens", "first", "reverse", "hot", "draw", "dealer",
        "more", "whole",
    ]  # fmt: skip


def test_every_parameter_is_told_in_some_lesson():
    told = {name for lesson in LESSONS for name in lesson.params}
    known = {item["name"] for item in describe_profile("fangka")["parameters"]}
    assert told <= known
    # Where a kong's tile is drawn from, and whether one may be late, is nothing a newcomer pays by.
    assert known - told == {"meta.kong_draw", "kong.late_exposed"}


@pytest.mark.parametrize("profile_id", profile_ids())
def test_both_languages_are_whole(profile_id):
    profile = load_profile(profile_id)
    zh, en = pages(profile), pages(profile, "en")
    for lesson_id, page in en.items():
        assert len(page["intro"]) == len(zh[lesson_id]["intro"])
        assert len(page["blocks"]) == len(zh[lesson_id]["blocks"])
        for text in page["intro"]:
            assert re.match(r"[A-Z0-9]", text), text
        for text in zh[lesson_id]["intro"]:
            assert CHINESE.search(text), text


@pytest.mark.parametrize(
    ("lesson", "overlay"),
    [
        ("patterns", {"patterns.dadui": 977}),
        ("patterns", {"selfdraw.ping_value": 977, "selfdraw.bonus": 0}),
        ("melds", {"bean.an": 977}),
        ("melds", {"bean.dian": 977}),
        ("chickens", {"chicken.flip_value": 977}),
        ("chickens", {"chicken.standing.1s.gold": 977}),
        ("chickens", {"chicken_kong_an.plain": 977}),
        ("first", {"charge.1s.plain": 977}),
        ("first", {"resp.1s.plain": 977}),
        ("hot", {"hot.extra": 977}),
        ("hot", {"rob.extra": 977}),
        ("hot", {"gangkai": 977}),
        ("draw", {"patterns.dadui": 977}),
        ("dealer", {"lianzhuang.first": 977}),
        ("more", {"special.baoting.bonus": 977}),
        ("more", {"shabao.extra": 977}),
    ],
)
def test_a_changed_value_changes_the_lesson_and_its_example(lesson, overlay):
    profile = load_profile("fangka", (), overlay)
    page = BY_ID[lesson].render(profile, "zh")
    assert "977" in json.dumps(page["rules"], ensure_ascii=False)
    if lesson == "patterns":
        assert 977 in [value for block in page["blocks"] for value in (block["discard"], block["self_draw"])]
        return
    whys = [line["why"] for block in examples(page) for line in block.get("lines", [])]
    # What four tiles or the dealer's own share come to may hold it within a sum.
    assert any(re.search(r"977|\d{3,}", why) for why in whys), whys


def test_the_rules_of_a_lesson_leave_out_what_is_not_played():
    fan, fangka = load_profile("guiyang-fan"), load_profile("fangka")
    names = {rule["name"] for rule in BY_ID["reverse"].render(fan, "zh")["rules"]}
    assert names == {"reverse.on"}
    assert len(BY_ID["reverse"].render(fangka, "zh")["rules"]) == 5


def blocks(kind):
    for profile_id, variants in BOOKS:
        profile = load_profile(profile_id, variants)
        for lesson in LESSONS:
            for block in lesson.blocks(profile):
                if isinstance(block, kind):
                    yield profile, block


def test_waits_are_what_the_words_say():
    seen = {block for _, block in blocks(Waiting)}
    assert len(seen) == 8
    for block in seen:
        got = block.render(load_profile("fangka"), "en")
        if block.on:
            assert got["waits"] == parse_tiles(block.on)
    dead = next(b for b in seen if b.hand.endswith("1111s")).render(load_profile("fangka"), "en")
    assert dead["waits"] == ["1s"]
    assert "four" in dead["answer"]
    laid = next(b for b in seen if b.melds).render(load_profile("fangka"), "zh")
    assert (laid["waits"], laid["melds"]) == (["8s"], [["8s"] * 3])
    assert "不算叫牌" in laid["answer"]
    far = next(b for b in seen if b.hand.startswith("1225")).render(load_profile("fangka"), "en")
    assert far["waits"] == []
    assert "2 steps away" in far["answer"]


def test_patterns_are_what_they_are_meant_to_be():
    from scoring.wording import PATTERN_ZH

    shown = set()
    for profile, block in blocks(Pattern):
        got = block.render(profile, "zh")
        assert got["words"] == PATTERN_ZH[block.meant]
        assert got["self_draw"] >= got["discard"] if got["discard"] is not None else block.meant == "ping"
        shown.add(block.meant)
        groups = got["groups"]
        assert sorted(t for group in groups for t in group["tiles"]) == sorted(got["tiles"])
        if block.meant in PAIRS:
            assert all(len(group["tiles"]) in (2, 4) for group in groups)
        else:
            assert len(groups) + len(got["melds"]) == 5
        # What makes the pattern is marked: the four equal ones.
        lit = [group["tiles"] for group in groups if group["lit"]]
        assert lit == ([g["tiles"] for g in groups if len(g["tiles"]) == 4] if block.meant in QUADS else [])
        assert bool(lit) == (block.meant in QUADS)
    assert shown == set(PATTERNS)


def test_triplets_are_split_as_such():
    """222333444 is three runs too."""
    hand = counts(parse_tiles("222333444p55588s"))
    assert [len(set(group.tiles)) for group in split(hand, "dadui")] == [1] * 5
    assert split(hand, "dadui")[-1].tiles == ("8s", "8s")
    # A flush that is pairs only, where one-suit pairs have no value of their own.
    assert len(split(counts(parse_tiles("11335577m")), "qingyise")) == 4


def test_the_exercises_come_to_what_a_reader_found_by_hand():
    """Worked out on paper from the page's text alone (docs/teaching.md)."""
    page = BY_ID["whole"].render(load_profile("guiyang-fan"), "zh")
    assert [block["net"] for block in page["blocks"]] == [[16, -7, -4, -5], [11, -9, 7, -9], [2, -2, 2, -2]]


def intro(profile, lesson):
    return " ".join(BY_ID[lesson].says(profile, "zh"))


@pytest.mark.parametrize(("profile_id", "variants"), BOOKS)
def test_what_is_not_played_says_so_first_and_has_no_stray_remarks(profile_id, variants):
    profile = load_profile(profile_id, variants)
    for lesson in LESSONS:
        page = lesson.render(profile, "zh")
        assert (page["intro"][0] == "这套规则没有，可以跳过。") == (not page["played"])
        for block in examples(page):
            assert not any("用不到" in note for note in block.get("warnings", []))


def test_which_lessons_guiyang_skips():
    skipped = [lesson.id for lesson in LESSONS if not lesson.played(load_profile("guiyang-fan"))]
    assert skipped == ["first", "reverse", "dealer"]
    assert all(lesson.played(load_profile("fangka")) for lesson in LESSONS)
    free = load_profile("fangka", (), {"win.ping_discard_needs_pass": False})
    assert [lesson.id for lesson in LESSONS if not lesson.played(free)] == ["pass"]
    page = BY_ID["first"].render(load_profile("guiyang-fan"), "en")
    assert [any("pay nothing extra" in n for n in b["warnings"]) for b in examples(page)] == [True] * 3


@pytest.mark.parametrize(
    ("overlay", "said", "unsaid"),
    [
        ({}, "自己的豆和鸡一定收不到", "照样收钱"),
        ({"bean.needs_ready": False}, "自己的鸡一定收不到", "豆和鸡"),
        ({"chicken.needs_ready": False}, "自己的豆一定收不到", "豆和鸡一定"),
        ({"bean.needs_ready": False, "chicken.needs_ready": False}, "照样收钱", "一定收不到"),
        ({}, "没有豆的平胡，没有通行证，不能胡别人打的；可自己摸到就能胡，所以也算叫牌", "多半"),
        ({"win.ping_discard_needs_pass": False}, "还差 2 步", "通行证"),
    ],
)
def test_being_ready_is_told_by_the_rules(overlay, said, unsaid):
    text = intro(load_profile("guiyang-fan", (), overlay), "ready")
    assert said in text
    assert unsaid not in text


def test_remarks_of_the_engine_are_kept():
    profile = load_profile("fangka", ("kou2", "kou3"))
    notes = [n for block in examples(BY_ID["melds"].render(profile, "zh")) for n in block["warnings"]]
    assert any("不能一起用" in note for note in notes)
    assert any("没叫牌，收不到钱" in note for note in notes)


def test_seven_pairs_are_a_hand_where_they_are():
    assert "要么是七个对子" in intro(load_profile("fangka"), "tiles")
    without = load_profile("fangka", (), {"patterns.qidui": None})
    assert "七个对子" not in intro(without, "tiles")
    for lesson in ("tiles", "ready"):
        assert len(BY_ID[lesson].blocks(without)) == len(BY_ID[lesson].blocks(load_profile("fangka"))) - 1
    pairs = Waiting(("", ""), "1122p55p88p33s66s9s").render(without, "zh")
    assert pairs["waits"] == []
    assert "还差" in pairs["answer"]


@pytest.mark.parametrize(("profile_id", "variants"), BOOKS)
def test_examples_show_what_their_words_say(profile_id, variants):
    """The points a reader stumbled over, each in the engine's own payments."""
    profile = load_profile(profile_id, variants)
    settled = {
        lesson: [settle(parse_situation(b["situation"])) for b in examples(page) if "refused" not in b]
        for lesson, page in pages(profile).items()
        if lesson in ("melds", "ready", "draw", "chickens")
    }
    # 转弯豆: everybody else pays, the winner, the discarder and who isn't ready.
    added = settled["melds"][1]
    (kong,) = [t for t in added.transfers if t.code == "BEAN_WAN"]
    assert set(kong.payers) == set(added.table.seats) - {kong.to}
    if len(added.table.seats) > 2:
        assert {added.table.situation.result.winners[0], added.table.situation.result.source} <= set(
            kong.payers
        )
    # A wait of which the others hold all is a wait.
    (gone,) = settled["ready"]
    assert gone.table.waits["A"] == ("9p",)
    assert most_held(gone, "9p") == 4
    assert "A" in {t.to for t in gone.transfers if t.code == "CHAJIAO"}
    # 查叫: a plain hand without a kong has its price, and the page names it.
    plain = next(t for t in settled["draw"][0].transfers if t.code == "CHAJIAO" and t.to == "A")
    assert plain.facts["pattern"] == "ping"
    assert f"从每个没叫的收 {plain.each} " in intro(profile, "draw")
    assert not settled["draw"][0].table.player("A").melds
    # The winning tile, dealt in, is a chicken.
    assert any(
        t.facts["zones"]["win"] for s in settled["chickens"] for t in s.transfers if t.code == "CHICKEN"
    )


def most_held(settlement, tile):
    players = settlement.table.situation.players.values()
    return sum([*player.concealed, *player.discards].count(tile) for player in players)


def test_the_price_at_an_exhausted_draw_without_a_pass_rule():
    profile = load_profile("fangka", ("kou2",), {"win.ping_discard_needs_pass": False})
    assert "叫平胡的，从每个没叫的收 2 番。" in intro(profile, "draw")


def test_no_picture_has_five_of_a_tile():
    for _, block in blocks(Row):
        tiles = parse_tiles(block.tiles)
        assert max(map(tiles.count, tiles)) <= 4


def test_a_hidden_example_gives_nothing_away():
    hidden = [b for _, b in blocks(Example) if b.hidden]
    assert hidden
    for block in hidden[:3]:
        got = block.render(load_profile("guiyang-fan"), "zh")
        assert got["picture"]["chickens"] == []
        assert not any(seat["ready"] for seat in got["picture"]["seats"])
        assert got["net"]


def test_the_tile_counter_of_these_tests_counts():
    from scoring.teach.ask_table import make_question
    from scoring.teach.question import Key

    question = make_question(Key("pattern", 1, 1, "fangka"))
    assert 1 <= most_of_a_tile(question) <= 4
