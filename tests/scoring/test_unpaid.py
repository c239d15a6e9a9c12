"""A player whose 豆 or 鸡 earn nothing is told so, and told why; who is paid isn't."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.codec import settle_json
from scoring.errors import ZhuojiError
from scoring.rules.beans import bean_claims
from scoring.rules.chickens import chicken_claims
from scoring.settle import settle
from scoring.situation import parse_situation
from tests.scoring.cases import any_profile, base

CODES = {"UNREADY_UNPAID", "BURNED_UNPAID", "DRAW_UNPAID"}
BEANS = {"BEAN_AN", "BEAN_WAN", "BEAN_DIAN", "CHICKEN_KONG"}
CHICKENS = {"CHICKEN", "CHICKEN_KONG", "CHARGE", "RESP"}
seeds = st.integers(min_value=0, max_value=10**9)
UNREADY = {"players__B__melds": ["concealed-kong 3333p"], "players__B__hand": "45m1247p3677s"}


def notes(situation: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Code → both sentences of the notices about income that isn't."""
    made = settle(parse_situation(situation))
    return {n.code: (n.zh, n.en) for n in made.warnings if n.code in CODES}


@pytest.mark.parametrize(
    ("changes", "code", "sentences"),
    [
        (
            UNREADY,
            "UNREADY_UNPAID",
            ("没叫牌，收不到钱：B 的豆。", "Not ready, so not paid: B's kongs."),
        ),
        (
            UNREADY | {"flip": None, "result": {"type": "draw"}},
            "DRAW_UNPAID",
            ("黄庄，豆不算：B 的豆收不到钱。", "Nobody won, so kongs earn nothing: those of B aren't paid."),
        ),
        (
            UNREADY | {"players__D__hand": "568m479p1222357s"},
            "UNREADY_UNPAID",
            ("没叫牌，收不到钱：B 的豆；D 的鸡。", "Not ready, so not paid: B's kongs; D's chickens."),
        ),
    ],
)
def test_the_sentence_names_whose_and_what(
    changes: dict[str, Any], code: str, sentences: tuple[str, str]
) -> None:
    assert notes(base(**changes))[code] == sentences


def test_a_hand_without_such_income_has_no_notice() -> None:
    assert notes(base()) == {}


@given(seed=seeds)
def test_it_is_said_of_exactly_those_who_get_nothing(seed: int) -> None:
    try:
        made = settle(parse_situation(any_profile(seed)))
    except ZhuojiError:
        assume(False)
    table = made.table
    assume(not any(t.code.startswith("REVERSE") for t in made.transfers))
    said = " ".join(n.zh for n in made.warnings if n.code in CODES)
    for seat in table.seats:
        got = {t.code for t in made.transfers if t.to == seat}
        silent = {
            "豆": any(True for _ in bean_claims(table, seat, all_in=False)) and not got & BEANS,
            "鸡": not table.drawn
            and any(True for _ in chicken_claims(table, seat, all_in=False))
            and not got & CHICKENS,
        }
        for what, nothing in silent.items():
            both = f"(豆和鸡|{what})"
            told = re.search(f"{seat}(、[A-D])* 的{both}|{seat} (放热炮|被抢杠)，{both}烧掉", said)
            assert bool(told) == nothing, (seat, what, said, got)


def test_the_notices_reach_the_answer_in_both_languages() -> None:
    zh = settle_json(base(**UNREADY), "zh")["warnings"]
    en = settle_json(base(**UNREADY), "en")["warnings"]
    assert {n["code"] for n in zh} == {n["code"] for n in en} == {"UNREADY_UNPAID"}
    assert "没叫牌" in zh[0]["message"]
    assert "Not ready" in en[0]["message"]
