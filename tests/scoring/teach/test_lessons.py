"""Lessons: every rule system, with every option, has them all; examples are settled and agree with the oracle."""

import json
import re

import pytest

from scoring.codec import settle_json
from scoring.describe import describe_profile
from scoring.profile import load_profile, profile_ids
from scoring.schema import PATTERNS
from scoring.teach.lesson import Example, Pattern, Row, Waiting
from scoring.teach.lessons import BY_ID, LESSONS
from scoring.tiles import parse_tiles
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
    assert len(seen) == 7
    for block in seen:
        got = block.render(load_profile("fangka"), "en")
        if block.on:
            assert got["waits"] == parse_tiles(block.on)
    dead = next(b for b in seen if b.hand.endswith("1111s")).render(load_profile("fangka"), "en")
    assert dead["waits"] == ["1s"]
    assert "four" in dead["answer"]
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
        assert (len(got["groups"]) == 5) == (block.meant in ("ping", "qingyise"))
    assert shown == set(PATTERNS)


def test_the_exercises_come_to_what_a_reader_found_by_hand():
    """Worked out on paper from the page's text alone (docs/teaching.md)."""
    page = BY_ID["whole"].render(load_profile("guiyang-fan"), "zh")
    assert [block["net"] for block in page["blocks"]] == [[16, -7, -4, -5], [11, -9, 7, -9], [2, -2, 2, -2]]


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
