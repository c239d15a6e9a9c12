"""The worked examples through the codec, with what SPEC 2.2 promises of every answer."""

import copy

import pytest

from scoring.codec import settle_json
from scoring.profile import load_profile
from tests.scoring.cases import examples, situation_of, sums


def expected_sums(expect):
    return sums({"transfers": expect["transfers"]})


@pytest.mark.parametrize("example", examples(), ids=lambda example: example["id"])
def test_example_settles_as_written(example):
    answer, expect = settle_json(situation_of(example)), example["expect"]
    if "illegal" in expect:
        assert answer["ok"] is False
        assert answer["error"]["code"] == expect["illegal"]
        assert answer["error"]["message"]
        return
    assert answer["ok"], answer
    assert sums(answer) == expected_sums(expect)
    assert answer["ready"] == expect["ready"]
    assert answer["net"] == expect["net"]
    assert answer["next_dealer"] == expect["next_dealer"]
    assert (answer["next_streak"] is None) == (answer["next_dealer"] is None)


@pytest.mark.parametrize(
    "example", [e for e in examples() if "illegal" not in e["expect"]], ids=lambda e: e["id"]
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_line_is_explained(example, lang):
    answer = settle_json(situation_of(example), lang, explain=True)
    profile = load_profile(example["profile"], example.get("variants", []), example.get("overlay"))
    for t in answer["transfers"]:
        assert t["why"].endswith("。" if lang == "zh" else ".")
        assert "{" not in t["why"]
        assert str(t["each"]) in t["why"]
        leaf = profile.leaf(t["params"][0])
        assert (t["clause"], t["assumed"]) == (leaf.clause, leaf.assumed)
        assert t["clause"]
    used = {p for t in answer["transfers"] for p in t["params"]}
    assert set(answer["assumptions"]) == {p for p in used if profile.leaf(p).assumed}
    assert len(answer["explain"]) >= 5


def test_negative_control_a_wrong_figure_is_noticed():
    example = copy.deepcopy(next(e for e in examples() if "illegal" not in e["expect"]))
    example["expect"]["transfers"][0]["each"] += 1
    assert sums(settle_json(situation_of(example))) != expected_sums(example["expect"])


def test_the_chain_tells_flip_chicken_holder_and_readiness():
    example = next(e for e in examples() if e["id"] == "g1-01")
    chain = "\n".join(settle_json(situation_of(example), "zh", explain=True)["explain"])
    for piece in (
        "C 胡的是大对子，5 个；也算平胡（1 个）",
        "翻开的是二万，鸡是三万",
        "C 3 张（手里 3）",
        "A 没叫牌，还差",
    ):
        assert piece in chain
