"""The rule finder: every system is reachable, every answer keeps what says so, nothing hangs on a name."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from scoring.profile import load_profile, profile_ids
from webapp.finder import ASKS, candidates, find, matching


@pytest.mark.parametrize("candidate", candidates(), ids=lambda c: "+".join((c.profile_id, *c.variants)))
def test_its_own_answers_lead_to_a_system_with_its_options(candidate: object) -> None:
    assert candidate in candidates()
    answers = dict(candidate.answers)  # type: ignore[attr-defined]
    found = find(answers, "zh")
    assert found["next"] is None
    systems = {s["id"]: [v["id"] for v in s["variants"] if v["chosen"]] for s in found["systems"]}
    profile = load_profile(candidate.profile_id, systems[candidate.profile_id])  # type: ignore[attr-defined]
    assert {ask.id: ask.answer(profile) for ask in ASKS} == answers


def test_every_system_as_it_stands_is_reachable() -> None:
    for profile_id in profile_ids():
        base = load_profile(profile_id)
        answers = {ask.id: ask.answer(base) for ask in ASKS}
        found = next(s for s in find(answers, "zh")["systems"] if s["id"] == profile_id)
        assert not any(variant["chosen"] for variant in found["variants"])


def test_an_answer_keeps_exactly_those_that_say_so() -> None:
    for ask in ASKS:
        for value in {one.answers[ask.id] for one in candidates()}:
            kept = matching({ask.id: value})
            assert kept == [one for one in candidates() if ask.answer(one.profile()) == value]


def test_questions_that_split_nothing_are_not_asked() -> None:
    found = find({"ping": "2"}, "zh")  # only a fixed addition makes a plain hand 2
    assert {s["id"] for s in found["systems"]} == {one.profile_id for one in matching({"ping": "2"})}
    asked = found["next"]
    while asked:
        assert len(asked["choices"]) > 1
        found = find({"ping": "2", asked["id"]: asked["choices"][0]["value"]}, "zh")
        asked = found["next"]


def test_every_choice_has_an_example_amount_or_says_there_is_none() -> None:
    for lang in ("zh", "en"):
        for choice in find({}, lang)["next"]["choices"]:
            assert re.search(r"\d", choice["example"])


def test_not_knowing_keeps_all_and_an_impossible_answer_is_dropped() -> None:
    assert len(find(dict.fromkeys([ask.id for ask in ASKS], "skip"), "zh")["systems"]) == len(profile_ids())
    assert find({"ping": "77"}, "zh")["answered"] == []


def test_options_say_what_they_change() -> None:
    for system in find(dict.fromkeys([ask.id for ask in ASKS], "skip"), "en")["systems"]:
        for variant in system["variants"]:
            assert variant["effects"], (system["id"], variant["id"])
            assert all(effect["with"] != effect["without"] for effect in variant["effects"])


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_page_walks_to_a_system(client: FlaskClient, lang: str) -> None:
    page = client.get(f"/rules/find?lang={lang}").get_data(as_text=True)
    for _ in range(len(ASKS) + 1):
        links = re.findall(r'class="choice" href="([^"]+)"', page)
        if not links:
            break
        page = client.get(unescape(links[0])).get_data(as_text=True)
    assert 'name="profile"' in page
    if lang == "en":
        body = re.sub(r"中文|《[^》]*》|（[^）]*）|\([^)]*\)|[番个豆鸡分]", "", page)
        assert "⟨" not in body
