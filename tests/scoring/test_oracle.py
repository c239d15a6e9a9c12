"""The engine against the oracle: two implementations of RULES that share no code."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from scoring.codec import settle_json
from tests.oracle import params
from tests.oracle.compare import differences, sums
from tests.oracle.evaluate import evaluate
from tests.oracle.mutations import junk, mutate
from tests.oracle.random_situations import random_situation
from tests.scoring.cases import examples, situation_of

PROFILES = sorted(params.document()["profiles"])
SHORT, LONG = 200, 10_000


@pytest.mark.parametrize("example", examples(), ids=lambda example: example["id"])
def test_the_oracle_settles_every_example_as_written(example):
    answer, expect = evaluate(situation_of(example)), example["expect"]
    if "illegal" in expect or "illegal" in answer:
        assert answer.get("illegal") == expect.get("illegal"), answer
        return
    assert {key: answer[key] for key in ("ready", "net", "next_dealer")} == {
        key: expect[key] for key in ("ready", "net", "next_dealer")
    }
    assert sums(answer["transfers"]) == sums(expect["transfers"])


@pytest.mark.parametrize("name", ["examples.yaml", "profiles.yaml"])
def test_our_copies_are_the_shared_ones(name):
    shared = Path(__file__).resolve().parents[3] / "shared" / "rules" / name
    if not shared.exists():
        pytest.skip("/work/shared isn't here")
    assert (params.DATA / name).read_bytes() == shared.read_bytes()


def test_the_generator_makes_legal_and_varied_situations():
    answers = [evaluate(random_situation(random.Random(seed))) for seed in range(1500)]
    verdicts = Counter(answer.get("illegal", "settled") for answer in answers)
    assert verdicts["BAD_SITUATION"] == verdicts["NOT_A_HAND"] == 0
    assert verdicts["settled"] > 1200
    assert verdicts["NO_PASS"]
    assert verdicts["GUOHU"]
    settled = [answer for answer in answers if "illegal" not in answer]
    assert all(sum(answer["net"].values()) == 0 for answer in settled)
    codes = {each["code"] for answer in settled for each in answer["transfers"]}
    assert codes >= {
        "HAND", "SPECIAL", "GANGKAI", "HOT", "ROB", "SHABAO", "LIAN", "REVERSE3", "BAOPAI", "CHAJIAO",
        "CHAJIAO_CHICKEN", "BEAN_AN", "BEAN_WAN", "BEAN_DIAN", "CHICKEN", "CHICKEN_KONG", "CHARGE", "RESP",
        "REV_CHICKEN", "REV_CHARGE", "REV_RESP", "REV_BEAN_AN", "REV_BEAN_WAN", "REV_BEAN_DIAN", "GENZHANG",
        "CHAQUE", "YUANQUE", "CHICKEN_R3", "BEAN_AN_R3",
    }  # fmt: skip


def test_the_same_seed_makes_the_same_situation():
    assert random_situation(random.Random(7)) == random_situation(random.Random(7))


def compare(situation, seed):
    found = differences(evaluate(situation), settle_json(situation))
    if found:
        text = json.dumps(situation, ensure_ascii=False)
        pytest.fail(f"seed {seed}\n{text}\n" + "\n".join(found), pytrace=False)


def legal_case(seed):
    """One profile after the other, so that each gets its share."""
    return random_situation(random.Random(seed), PROFILES[seed % len(PROFILES)])


def corrupt_case(seed):
    return mutate(random.Random(f"corrupt {seed}"), legal_case(seed))[1]


def junk_case(seed):
    return junk(random.Random(f"junk {seed}"), legal_case(seed))


CASES = [legal_case, corrupt_case, junk_case]


@pytest.mark.parametrize("make", CASES)
def test_the_engine_agrees_with_the_oracle(make):
    for seed in range(SHORT):
        compare(make(seed), seed)


@pytest.mark.long
@pytest.mark.parametrize("make", CASES)
def test_the_engine_agrees_with_the_oracle_at_length(make):
    for seed in range(SHORT, SHORT + LONG):
        compare(make(seed), seed)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example["id"])
def test_engine_and_oracle_agree_on_the_examples_in_full(example):
    """Waits, wins and streak too, which the examples don't tell."""
    compare(situation_of(example), example["id"])
