"""Readings + answers → Situation: every worked example survives the way through the interview."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from scoring.codec import settle_json
from scoring.profile import load_profile, profile_ids
from tests.oracle.random_situations import random_situation
from tests.webapp.conftest import EXAMPLES, answered, draft_of, reading, situation_of
from webapp.hand_entry import Review, review

LEGAL = [e for e in EXAMPLES if e["expect"].get("illegal") != "BAD_SITUATION"]


@pytest.mark.parametrize("example", LEGAL, ids=lambda e: e["id"])
def test_example_survives_the_interview(example: dict[str, Any]) -> None:
    known = situation_of(example)
    want = settle_json(known)
    seen = answered(draft_of(known), known)
    if example["expect"].get("illegal") == "NOT_A_HAND":
        assert [p.code for p in seen.problems] == ["NOT_A_HAND"]
        assert seen.situation is None
        return
    assert seen.situation is not None, ([q.id for q in seen.open], seen.problems)
    got = settle_json(seen.situation)
    assert got["ok"] == want["ok"]
    for key in ("net", "next_dealer", "next_streak", "ready"):
        assert got.get(key) == want.get(key)
    if not want["ok"]:
        assert got["error"]["code"] == want["error"]["code"]


def same_money(known: dict[str, Any]) -> None:
    """A situation and what the interview makes of it settle alike."""
    want = settle_json(known)
    seen = answered(draft_of(known), known)
    assert seen.situation is not None, ([q.id for q in seen.open], seen.problems, known)
    got = settle_json(seen.situation)
    assert got["ok"] == want["ok"], known
    if want["ok"]:
        assert (got["net"], got["next_dealer"]) == (want["net"], want["next_dealer"]), known
    else:
        assert got["error"]["code"] == want["error"]["code"], known


@pytest.mark.parametrize("seed", range(8))
def test_random_hands_survive_the_interview(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        same_money(random_situation(rng))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 110))
def test_many_random_hands_survive_the_interview(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(1000):
        same_money(random_situation(rng))


def simple(profile: str, *variants: str, **answers: Any) -> dict[str, Any]:
    """A self-draw by A, three unready hands, a flip."""
    hands = {"A": ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "1p", "2p", "3p", "4p"]}
    for seat, suits in (("B", "msp"), ("C", "psm"), ("D", "spm")):
        hands[seat] = [
            f"{n}{suit}" for suit, ns in zip(suits, ("2468", "13579", "2359"), strict=True) for n in ns
        ]
    seats = "ABCD"[: load_profile(profile, variants).get("meta.players")[0]]
    sheets = [{"slot": seat, "reading": reading(("hand", hands[seat]))} for seat in seats]
    sheets.append({"slot": "flip", "reading": reading(("flip", ["6p"]))})
    return {"profile": profile, "variants": list(variants), "sheets": sheets, "answers": answers}


def ids(draft: dict[str, Any], **only: bool) -> set[str]:
    return {q.id for q in review(draft).questions if all(getattr(q, k) == v for k, v in only.items())}


@pytest.mark.parametrize("profile", profile_ids())
def test_questions_are_those_the_profile_pays_by(profile: str) -> None:
    rules = load_profile(profile)
    draft = simple(profile, outcome="A", how="self", dealer="B", **{"first:1s": "none", "first:8p": "none"})
    asked = {name.split(":")[0] for name in ids(draft)}
    special, shabao = rules.get("special"), rules.get("shabao")
    by_first = bool({**rules.get("charge"), **rules.get("resp")})
    assert ("dealer" in asked) == (rules.get("dealer.mode") != "none")
    assert ("streak" in asked) == bool(rules.get("lianzhuang"))
    assert ("first" in asked) == by_first
    assert ("first:8p" in ids(draft)) == ("8p" in {**rules.get("charge"), **rules.get("resp")})
    assert ("baoting" in asked) == bool(special["baoting"] or (shabao and shabao["on_self_draw"]))
    first_draw = special["dihu"] or "dihu" in rules.get("win.pass_exempt")
    no_dealer = rules.get("dealer.mode") == "none"
    assert ("special" in asked) == bool(special["yingbao"] or (first_draw and not no_dealer))
    assert ("genzhang" in asked) == bool(rules.get("genzhang"))
    assert ("pond" in asked) == bool(
        rules.get("chicken.flip_in_discards")
        or rules.get("chicken.standing_in_discards")
        or rules.get("reverse.on")
    )
    # No kong, all hands seen, a flip, a self-draw: nobody is asked about any of these.
    assert not asked & {
        "kong",
        "hot",
        "rob",
        "after_kong",
        "late",
        "feeder",
        "ready",
        "flip",
        "passed",
        "que",
    }


@pytest.mark.parametrize("profile", profile_ids())
def test_least_answers_settle(profile: str) -> None:
    draft = simple(profile)
    for _ in range(10):
        waiting = review(draft).open
        if not waiting:
            break
        first = waiting[0]
        draft["answers"][first.id] = {"outcome": "A", "how": "self", "dealer": "B"}.get(first.id, "none")
    seen = review(draft)
    assert seen.situation is not None
    settled = settle_json(seen.situation)
    assert settled["ok"]
    assert sum(settled["net"].values()) == 0
    assert len(draft["answers"]) <= 5


def test_fourteen_tiles_suggest_the_self_drawn_winner() -> None:
    questions = {q.id: q for q in review(simple("fangka", outcome="A")).questions}
    assert questions["outcome"].default == "A"
    assert questions["how"].default == "self"


def test_draw_asks_for_no_flip_and_no_chickens() -> None:
    draft = simple("fangka", outcome="draw")
    draft["sheets"][0]["reading"]["groups"][0]["tiles"].pop()
    draft["sheets"].pop()
    assert ids(draft) == {"outcome", "dealer"}
    draft["answers"]["dealer"] = "B"
    assert ids(draft) == {"outcome", "dealer", "streak"}  # of whom, is known now


def test_kong_questions_only_with_a_kong() -> None:
    draft = simple("fangka", outcome="A", how="B")
    draft["sheets"][0]["reading"]["groups"][0]["tiles"].pop()
    assert "hot" not in ids(draft)
    tiles = ["2m", "4m", "6m", "8m", "1s", "3s", "5s", "7s", "9s", "2p"]
    draft["sheets"][1]["reading"] = reading(("hand", tiles), ("meld", ["9p"] * 4))
    assert "kong:B:9p" in ids(draft, open=True)
    assert "hot" not in ids(draft)  # its kind decides the extra: asked first
    draft["answers"] |= {"kong:B:9p": "concealed-kong", "tile": "1p"}
    assert "hot" in ids(draft, required=False)
    draft["answers"]["hot"] = "9p"
    seen = answered_by_default(draft)
    assert seen.situation is not None
    assert seen.situation["result"]["hot_meld"] == "9999p"


def answered_by_default(draft: dict[str, Any]) -> Review:
    for _ in range(10):
        waiting = review(draft).open
        if not waiting:
            break
        draft["answers"][waiting[0].id] = waiting[0].default or waiting[0].choices[-1].value
    return review(draft)


@pytest.mark.parametrize(("profile", "asked"), [("fangka", True), ("guiyang-fan", False), ("laiyouxi", True)])
def test_feeder_of_a_pung_is_asked_only_where_money_needs_it(profile: str, asked: bool) -> None:
    draft = simple(profile, outcome="A", how="self", **{"first:1s": "none"})
    draft["sheets"][2]["reading"] = reading(
        ("hand", ["2m", "4m", "6m", "8m", "3s", "5s", "7s", "9s", "2p", "3p"]), ("meld", ["1s"] * 3)
    )
    draft["sheets"][1]["reading"]["tiles"][4]["tile"] = "2s"
    draft["sheets"][3]["reading"]["tiles"][4]["tile"] = "8s"
    names = {q.id for q in review(draft).questions}
    assert ("first:1s" in names) == asked
    assert ("feeder:C:1s" in names) == (profile == "laiyouxi")


def test_discard_winner_photographed_with_fourteen_gives_the_tile_back() -> None:
    draft = simple("guiyang-fan", outcome="A", how="C")
    question = next(q for q in review(draft).open if q.id == "tile")
    assert question.default is None  # the last of a row is no evidence for what was dealt in
    draft["answers"]["tile"] = "4p"
    seen = review(draft)
    assert seen.situation is not None
    assert seen.situation["result"]["tile"] == "4p"
    assert len(seen.situation["players"]["A"]["hand"]) == 13 + 2  # 13 tiles, two suits


def test_thirteen_tiles_ask_which_wait_came() -> None:
    draft = simple("guiyang-fan", outcome="A", how="C")
    draft["sheets"][0]["reading"]["groups"][0]["tiles"].pop()
    question = next(q for q in review(draft).open if q.id == "tile")
    assert {choice.value for choice in question.choices} == {"1p", "4p"}


def test_hands_nobody_saw_are_asked_for_in_words() -> None:
    draft = simple("fangka", outcome="A", how="self", dealer="A", **{"first:1s": "none"})
    del draft["sheets"][2:4]
    assert "ready" in ids(draft, open=True)
    draft["answers"] |= {"ready": ["C"], "chickens": {"C": {"7p": 2}}, "beans": []}
    seen = review(draft)
    assert seen.situation is not None
    assert seen.situation["players"]["C"] == {
        "hand": None,
        "melds": [],
        "discards": "",
        "declared": {"ready": True, "chickens": {"7p": 2}},
    }
    assert seen.situation["players"]["D"]["declared"] == {"ready": False}
    settled = settle_json(seen.situation)
    assert settled["ok"]
    assert any(item.get("declared") for item in settled["transfers"])


def test_quick_entry_needs_no_tiles_at_all() -> None:
    draft = {
        "profile": "guiyang-fan",
        "answers": {
            "outcome": "B",
            "how": "A",
            "tile": "3s",
            "flip": "8s",
            "ready": [],
            "beans": [],
            "pattern:B": "qingyise",
            "chickens": {},
        },
    }
    seen = review(draft)
    assert seen.situation is not None
    assert settle_json(seen.situation)["net"] == {"A": -10, "B": 10, "C": 0, "D": 0}


@pytest.mark.parametrize(("tiles", "asked"), [(["5m"], False), (["5m", "5m"], True), (["5m", "6m"], True)])
def test_a_flip_photo_with_more_than_one_tile_asks(tiles: list[str], asked: bool) -> None:
    draft = simple("guiyang-fan", outcome="A", how="self")
    draft["sheets"][-1]["reading"] = reading(("flip", tiles))
    assert ("flip" in ids(draft, open=True)) == asked


def test_left_out_and_doubted_tiles_are_no_flip() -> None:
    draft = simple("guiyang-fan", outcome="A", how="self")
    draft["sheets"][-1]["reading"] = reading(("loose", ["1p", "1p"]))
    question = next(q for q in review(draft).open if q.id == "flip")
    assert [choice.value for choice in question.choices] == ["1p", "none", "forgot"]
    draft["sheets"][-1]["reading"] = reading(("flip", ["6p"]))
    assert "flip" not in ids(draft, open=True)
    draft["sheets"][-1]["reading"]["tiles"][0]["unsure"] = True
    assert "flip" in ids(draft, open=True)


def test_kind_of_a_kong_that_cannot_pay_is_no_question() -> None:
    draft = simple("guiyang-fan", outcome="A", how="self")
    tiles = ["2m", "4m", "6m", "8m", "1s", "3s", "5s", "7s", "9s", "2p"]
    draft["sheets"][1]["reading"] = reading(("hand", tiles), ("meld", ["9p"] * 4))
    assert "kong:B:9p" not in ids(draft, open=True)
    assert "kong:B:9p" in ids(draft, required=False)
    assert review(draft).situation is not None
    ready = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "2p"]
    draft["sheets"][1]["reading"] = reading(("hand", ready), ("meld", ["9p"] * 4))
    assert "kong:B:9p" in ids(draft, open=True)


def test_wrong_count_is_asked_not_padded() -> None:
    draft = simple("guiyang-fan", outcome="A", how="self")
    draft["sheets"][1]["reading"]["groups"][0]["tiles"].pop()
    assert "size:B" in ids(draft, open=True)
    draft["answers"]["size:B"] = "mend"
    assert review(draft).situation is None
    draft["answers"]["size:B"] = "xianggong"
    seen = review(draft)
    assert seen.situation is not None
    assert seen.situation["players"]["B"]["xianggong"] is True


def test_winner_short_of_tiles_is_a_sentence() -> None:
    draft = simple("guiyang-fan", outcome="A", how="self")
    del draft["sheets"][0]["reading"]["groups"][0]["tiles"][-2:]
    problem = review(draft).problems[0]
    assert (problem.code, problem.zh) == ("SHORT_HAND", "甲还差 1 张。")


def test_three_players_name_their_missing_suits() -> None:
    draft = simple("fangka", "sandingguai", outcome="A", how="self")
    assert {"que:A", "que:B", "que:C"} <= ids(draft, open=True)
    assert "que:D" not in ids(draft)
    assert next(q for q in review(draft).questions if q.id == "que:A").default == "s"


def test_stale_answers_count_as_none() -> None:
    draft = simple("guiyang-fan", outcome="A", how="A", first="?", winners=[1, {}], tile=7)
    assert "how" in ids(draft, open=True)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_question_speaks_both_languages(lang: str) -> None:
    for profile in profile_ids():
        for question in review(simple(profile, outcome="A", how="self")).questions:
            data = question.to_json()
            assert data[lang]
            assert data["why"][lang]
            assert all(choice[lang] for choice in data["choices"])


def test_a_dealer_kept_from_the_hand_before_is_shown_and_can_be_changed() -> None:
    """A fresh pair of eyes lost money to a dealer that was reused without a word."""
    draft = simple("liupanshui", outcome="draw") | {"dealer": "A", "dealer_streak": 2}
    seen = review(draft)
    usual = {q.id: q for q in seen.questions if not q.required}
    assert (usual["dealer"].default, usual["streak"].default) == ("A", "2")
    changed = review(draft | {"answers": draft["answers"] | {"dealer": "B"}})
    usual = {q.id: q for q in changed.questions if not q.required}
    assert usual["streak"].default == "1", "another dealer starts at one"
    assert "dealer" not in {q.id for q in seen.open}


SAYS = re.compile(
    r"[两三四]家|[两三四]个人|\b(?:two|three|four)[ -](?:others|players?)|\ball (?:two|three|four)\b"
)


@pytest.mark.parametrize("profile", profile_ids())
@pytest.mark.parametrize("players", [2, 3])
def test_no_question_counts_more_players_than_sit_there(profile: str, players: int) -> None:
    """三家都跟了吗 makes no sense at a table of two or three; every question that can come is looked at."""
    draft = {
        "profile": profile,
        "overlay": {"meta.players": [players], "genzhang": 1, "que.required": True},
        "answers": {
            "outcome": "A",
            "how": "self",
            "dealer": "A",
            "ready": ["B"],
            "beans": ["A"],
            "bean:A:1": "2p",
        },
    }
    asked = review(draft).questions
    assert {"genzhang", "beankind:A:1", "que:A"} <= {question.id for question in asked}
    for question in asked:
        said = [question.zh, question.en, question.why_zh, question.why_en]
        said += [word for choice in question.choices for word in (choice.zh, choice.en)]
        assert not [text for text in said if SAYS.search(text)], question.id
