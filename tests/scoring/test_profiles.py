"""The eight systems as data: equal to RULES' tables, loaded strictly, changed by variants and overlays."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml

from scoring.profile import load_profile, profile_ids
from scoring.schema import GROUPS, LEAVES

IDS = (
    "duole-chuanma",
    "fangka",
    "guiyang-fan",
    "guiyang-ge",
    "guizhou-jishu",
    "laiyouxi",
    "liupanshui",
    "zhuoji-chuanma",
)
TABLES = yaml.safe_load((Path(__file__).parents[1] / "data" / "profiles.yaml").read_text(encoding="utf-8"))
SOURCES: dict[str, dict[str, Any]] = TABLES["profiles"]

# Parameters that RULES 5.4, 4.1.3 and Q14 ask for and its tables don't have.
NEW = {"special.baoting.exact", "shabao.form", "reverse.pung", "kong.late_exposed"}
NEUTRAL = (None, False, 0, "extra")

# Single values that are literal although their whole group is marked in the tables: which and why.
_PRINTED = "RULES 2.0 prints the pattern without a star: the text has the figure"
LITERAL: dict[str, dict[str, str]] = {
    "guiyang-ge": {
        "patterns.ping patterns.dadui patterns.qidui patterns.longqidui patterns.qingyise": _PRINTED,
        "patterns.qingdadui patterns.qinglongbei": _PRINTED,
        "special.baoting.bonus": "L61 counts it as 清一色 and gives 15, 20, 25",
        "lianzhuang.step": "L19 pays n in the n-th deal: one more a deal",
        "charge.1s.plain": "RULES 2.0: 2 without a star; L57",
    },
    "guiyang-fan": {
        "special.baoting.bonus special.baoting.replaces_ping": "L147: plain = 10 literally (the table's why)",
        "shabao.extra shabao.on_self_draw": "L149-151 give the 10 and the self-draw",
    },
    "zhuoji-chuanma": {
        "patterns.ping patterns.dadui patterns.qidui patterns.longqidui patterns.qingyise": _PRINTED,
        "patterns.qingdadui patterns.qinglongbei": _PRINTED,
    },
    "duole-chuanma": {
        "patterns.ping patterns.dadui patterns.qidui patterns.longqidui patterns.qingyise": _PRINTED,
        "patterns.qingdadui patterns.qinglongbei": _PRINTED,
    },
    "fangka": {
        "patterns.ping": "L103 confirms 1; RULES 2.0 without a star",
        "shabao.extra shabao.replaces_ping": "L61: 10 more; only the self-draw is cut off (the table's why)",
        "lianzhuang.step lianzhuang.ping_absorb": "L41: one more a deal, whatever the hand; only first = 0 is read",
        "lianzhuang.dealer_pays": "L41, L53-57 say so",
    },
    "guizhou-jishu": {
        "charge.1s.plain charge.1s.gold charge.8p.plain": "L30-31; RULES 2.0 stars only the gold 8p",
        "resp.1s.plain resp.8p.plain": "L32; RULES 2.0 stars only the gold ones",
    },
    "laiyouxi": {},
    "liupanshui": {
        "patterns.ping patterns.dadui": "L101: 1 and 5",
        "patterns.qingyise": "L83 names 清一色10番; the table's why keeps it among the figures of the text",
        "lianzhuang.step": "L101: 10, 15 and so on",
        "lianzhuang.dealer_pays": "L103-107 say so",
    },
}


def text_of(profile_id: str) -> str:
    return (files("scoring") / "profiles" / f"{profile_id}.toml").read_text(encoding="utf-8")


def params() -> list[tuple[str, str, dict[str, Any]]]:
    return [(pid, key, leaf) for pid in SOURCES for key, leaf in SOURCES[pid]["params"].items()]


def members(group: str) -> set[str]:
    own = SOURCES["fangka"]["params"]
    return {name for name in LEAVES if name.startswith(f"{group}.") and name not in own}


def test_the_eight_systems_are_there() -> None:
    assert profile_ids() == IDS
    assert set(SOURCES) == set(IDS)


@pytest.mark.parametrize(("pid", "key", "leaf"), params())
def test_value_clause_and_mark_equal_the_tables(pid: str, key: str, leaf: dict[str, Any]) -> None:
    profile = load_profile(pid)
    if key in LEAVES:
        own = profile.leaf(key)
        assert (own.value, own.clause, own.assumed) == (leaf["v"], leaf["ref"], leaf["assumed"])
        return
    expected = GROUPS[key](leaf["v"])
    for name in members(key):
        own = profile.leaf(name)
        if name in expected:
            assert own.value == expected[name], name
        else:
            assert own.value in NEUTRAL, name
        if name in NEW:
            continue
        if own.assumed and not leaf["assumed"]:
            assert own.clause == "silent", f"{name} is marked although its group is literal and cited"
        if leaf["assumed"] and not own.assumed:
            assert any(name in names.split() for names in LITERAL[pid]), f"{name} isn't marked: give a reason"


@pytest.mark.parametrize("pid", IDS)
def test_every_leaf_comes_from_the_tables_or_is_a_new_one(pid: str) -> None:
    keys = SOURCES[pid]["params"]
    covered = {name for key in keys for name in ({key} if key in LEAVES else members(key))}
    assert set(LEAVES) - covered == {"kong.late_exposed", "reverse.pung"}
    assert covered - set(LEAVES) == set()


@pytest.mark.parametrize("pid", IDS)
def test_the_reasons_for_literal_values_are_needed(pid: str) -> None:
    profile = load_profile(pid)
    for names in LITERAL[pid]:
        for name in names.split():
            group = next(g for g in SOURCES[pid]["params"] if name.startswith(f"{g}."))
            assert SOURCES[pid]["params"][group]["assumed"], name
            assert not profile.leaf(name).assumed, name


@pytest.mark.parametrize("pid", IDS)
def test_meta_equals_the_tables(pid: str) -> None:
    profile, table = load_profile(pid), SOURCES[pid]
    # The tables' `scale` ("底注 10番") pays nothing: the players agree on their own stake, so ours has no such key.
    assert (profile.id, profile.unit, profile.source) == (pid, table["unit"], table["source"])
    assert profile.title_zh != profile.title_en
    assert re.search(r"[一-鿿]", profile.title_zh)


@pytest.mark.parametrize("pid", IDS)
def test_variants_equal_the_tables(pid: str) -> None:
    profile = load_profile(pid)
    assert set(profile.variants) == set(SOURCES[pid]["variants"])
    for name, table in SOURCES[pid]["variants"].items():
        expected: dict[str, Any] = {}
        for key, value in table["set"].items():
            expected |= {key: value} if key in LEAVES else GROUPS[key](value)
        own = load_profile(pid, [name])
        assert {key: own[key] for key in expected} == expected
        untouched = set(LEAVES) - set(expected)
        assert {key: own[key] for key in untouched} == {key: profile[key] for key in untouched}


@pytest.mark.parametrize("pid", IDS)
def test_gaps_have_a_reason_in_both_languages(pid: str) -> None:
    for name, leaf in load_profile(pid).leaves.items():
        if leaf.assumed:
            assert leaf.why, name
            assert leaf.why_zh, name
            assert re.search(r"[一-鿿]", leaf.why_zh), name
            assert leaf.why != leaf.why_zh, name
            assert "neutral default" not in leaf.why, name
            assert not re.search(r"\b00[1-4]\b|\bL\d|篇[一二三四]|see A5", leaf.why + leaf.why_zh), name


@pytest.mark.parametrize("pid", IDS)
def test_variants_tell_their_effect_and_their_clause(pid: str) -> None:
    for variant in load_profile(pid).variants.values():
        assert re.search(r"[一-鿿]{4}", variant.zh)
        assert len(variant.en.split()) > 3
        assert re.match(r"(篇[一二三四]|00[1-4]) .*(L\d|§)", variant.clause), variant.clause
        assert not re.search(r"\bL\d|\b00[1-4]\b", variant.zh + variant.en)


def test_an_option_that_no_text_has_is_marked() -> None:
    assert load_profile("fangka").variants["erdingguai"].assumed
    assert not load_profile("fangka").variants["kou3"].assumed
    assert load_profile("fangka", ["erdingguai"]).leaf("meta.players").assumed
    kou3 = load_profile("fangka", ["kou3"]).leaf("base_add")
    assert (kou3.value, kou3.clause, kou3.assumed) == (2, "002 L45, L103", False)
    assert kou3.why_zh is not None
    assert kou3.why_zh.startswith("一扣三")


def test_no_profile_name_in_code() -> None:
    root = Path(str(files("scoring")))
    hits = [
        f"{path.relative_to(root)}: {pid}"
        for path in sorted(root.rglob("*.py"))
        for pid in IDS
        if pid in path.read_text(encoding="utf-8")
    ]
    assert hits == []
