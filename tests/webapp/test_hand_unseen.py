"""Hands nobody photographed: kongs, the first chicken and the rest are asked for in words (RULES 3.4)."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.codec import settle_json
from scoring.profile import load_profile, profile_ids
from tests.webapp.conftest import answered
from tests.webapp.test_hand_entry import ids, simple
from webapp.hand_entry import review


def quick(profile: str = "guiyang-fan", **answers: Any) -> dict[str, Any]:
    """B wins from A without any tile in view, C is ready."""
    known = {"outcome": "B", "how": "A", "tile": "forgot", "flip": "5m", "ready": ["C"], "chickens": {}}
    return {"profile": profile, "answers": known | {"pattern:B": "dadui"} | answers}


def test_quick_entry_counts_kongs_and_may_forget_the_tile() -> None:
    assert "beans" in ids(quick(), open=True)
    draft = quick(beans=["C"], **{"bean:C:1": "2p", "beankind:C:1": "concealed-kong"})
    seen = review(draft)
    assert seen.situation is not None
    assert seen.situation["players"]["C"]["melds"] == ["concealed-kong 2222p"]
    assert seen.situation["result"]["tile"] is None
    assert settle_json(seen.situation)["net"] == {"A": -7, "B": 3, "C": 6, "D": -2}


def test_quick_entry_asks_for_a_second_kong_and_its_feeder() -> None:
    draft = quick(beans=["B"], **{"bean:B:1": "2p", "beankind:B:1": "added-kong", "beanmore:B:1": "yes"})
    assert {"bean:B:2"} <= ids(draft, open=True)
    draft["answers"] |= {"bean:B:2": "3p", "beankind:B:2": "exposed-kong<D"}
    seen = review(draft)
    assert seen.situation is not None
    assert seen.situation["players"]["B"]["melds"] == ["added-kong 2222p<A", "exposed-kong 3333p<D"]


def test_kongs_of_unseen_hands_are_asked_only_where_they_can_pay() -> None:
    beans = next(q for q in review(quick()).questions if q.id == "beans")
    assert [choice.value for choice in beans.choices] == [
        "A",
        "B",
        "C",
    ]  # not D: neither ready nor in the win
    assert "beans" not in ids(quick(outcome="draw"))
    assert "beans" not in ids(quick(ready=None))  # once it is known who was ready


def unseen_first(profile: str, **answers: Any) -> dict[str, Any]:
    """B wins from A, C is ready, nobody's tiles were photographed."""
    return quick(profile, **{"beans": [], "dealer": "A", "first:8p": "none"} | answers)


def choices(draft: dict[str, Any], question: str) -> list[str]:
    return [c.value for q in review(draft).questions if q.id == question for c in q.choices]


@pytest.mark.parametrize("profile", [name for name in profile_ids() if load_profile(name).get("charge")])
def test_a_first_chicken_nobody_saw_may_have_been_claimed(profile: str) -> None:
    draft = unseen_first(profile)
    assert choices(draft, "first:1s") == [*"ABCD", *(f"{seat}>?" for seat in "ABCD"), "none"]
    assert "taker:1s" not in ids(draft)
    draft["answers"]["first:1s"] = "A>?"
    assert "taker:1s" in ids(draft, open=True)
    assert "pond" not in ids(draft)
    assert choices(draft, "taker:1s") == ["B", "C", "D"]
    draft["answers"]["taker:1s"] = "C"
    while waiting := review(draft).open:
        draft["answers"][waiting[0].id] = waiting[0].default or [] if waiting[0].kind == "many" else "none"
    seen = review(draft)
    assert seen.situation is not None
    assert seen.situation["events"]["first_1s"] == {"by": "A", "claimed_by": "C"}
    assert seen.situation["players"]["C"]["melds"] == ["pung 111s<A"]
    assert settle_json(seen.situation)["ok"]
    again = {**draft, "answers": {}}
    assert answered(again, seen.situation).situation == seen.situation


def test_whoever_holds_a_claimed_chicken_is_paid_like_a_photographed_one() -> None:
    draft = unseen_first("fangka", **{"first:1s": "A>?", "taker:1s": "C"})
    seen = review(draft)
    assert seen.situation is not None
    codes = {item["code"] for item in settle_json(seen.situation)["transfers"] if item["to"] == "C"}
    assert {"CHICKEN", "RESP"} <= codes


def test_the_one_unseen_hand_is_named_at_once_and_a_shown_chicken_rules_a_claim_out() -> None:
    draft = simple("fangka", outcome="A", how="self", dealer="A", ready=["C"], beans=[])
    for sheet in draft["sheets"]:
        for tile in sheet["reading"]["tiles"]:
            tile["tile"] = "3m" if tile["tile"] == "1s" else tile["tile"]
    draft["sheets"] = [sheet for sheet in draft["sheets"] if sheet["slot"] != "C"]
    assert choices(draft, "first:1s") == [*"ABCD", "A>C", "B>C", "D>C", "none"]
    for tile in draft["sheets"][1]["reading"]["tiles"][:2]:
        tile["tile"] = "1s"  # two of four lie in B's hand: nobody can have three
    assert choices(draft, "first:1s") == [*"ABCD", "none"]


def test_a_claimed_chicken_is_no_part_of_seven_pairs() -> None:
    draft = quick("fangka", beans=[], dealer="A", **{"first:1s": "A>?"})
    assert "qidui" in choices(draft, "pattern:B")
    draft["answers"] |= {"taker:1s": "B", "pattern:B": "qidui"}
    assert "qidui" not in choices(draft, "pattern:B")
    assert "pattern:B" in ids(draft, open=True)


def test_a_quick_entry_with_kongs_is_recalled() -> None:
    draft = quick(beans=["B"], **{"bean:B:1": "2p", "beankind:B:1": "added-kong", "beanmore:B:1": "yes"})
    draft["answers"] |= {"bean:B:2": "3p", "beankind:B:2": "exposed-kong<D"}
    known = review(draft).situation
    assert known is not None
    again = answered({"profile": known["profile"], "answers": {}}, known)
    assert again.situation == known


def unseen(flip: str, winner: str = "B", **more: Any) -> dict[str, Any]:
    """A hand without photos, told in words: two 6p and a 1s in the winner's hand, the turned tile 5p."""
    known = {
        "outcome": winner,
        "how": "self",
        "tile": "3s",
        "flip": flip,
        "ready": ["C"],
        "beans": [],
        "first:1s": "none",
    }
    asked = {"ready": ["A", "C", "D"], "chickens": ["B", "C", "1s", "6p"], "beans": ["B", "C"]}
    return {
        "profile": "fangka",
        "dealer": "A",
        "answers": {**known, "chickens": {"B": {"6p": 2, "1s": 1}}, "asked": asked, **more},
    }


def test_a_turned_tile_mended_later_asks_about_its_chickens() -> None:
    assert "chickens" not in ids(unseen("5p"), open=True)
    mended = unseen("1m")
    assert "chickens" in ids(mended, open=True)
    assert review(mended).situation is None
    card = next(q for q in review(mended).open if q.id == "chickens")
    assert card.default == {"B": {"1s": 1}}  # what still holds stands on the card
    assert {tile for tile, _ in card.tiles} == {"1s", "2m"}
    mended["answers"]["chickens"] = {"B": {"1s": 1, "2m": 1}}
    mended["answers"]["asked"] = {"chickens": card.on_the_card()}
    assert "chickens" not in ids(mended, open=True)


def test_another_winner_is_asked_for_his_chickens_and_the_first_whether_he_was_ready() -> None:
    other = unseen("5p", winner="A")
    assert {"ready", "chickens"} <= set(ids(other, open=True))
    ready = next(q for q in review(other).open if q.id == "ready")
    assert ready.default == ["C"]


def test_chickens_told_before_the_turned_tile_are_asked_again() -> None:
    early = unseen("5p", asked={"chickens": ["B", "C", "1s"]}, chickens={"B": {"1s": 1}})
    assert "chickens" in ids(early, open=True)


def test_answers_that_do_not_tell_what_was_asked_are_believed() -> None:
    plain = unseen("1m")
    for odd in (None, [], {"chickens": "B"}, {"chickens": None}):
        plain["answers"]["asked"] = odd
        assert "chickens" not in ids(plain, open=True)
