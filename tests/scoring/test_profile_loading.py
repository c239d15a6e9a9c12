"""Profiles load strictly; options and overlays change them, refused with the field that is wrong."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

from scoring.errors import ZhuojiError
from scoring.profile import ProfileDataError, ProfileError, load_profile, overlay_leaves, parse_profile
from scoring.schema import GROUPS, LEAVES, PATTERNS
from tests.scoring.test_profiles import IDS, text_of

GE = text_of("guiyang-ge")
LEAF = next(line for line in GE.splitlines() if line.startswith('"bean.an"'))
VARIANT = "[variants.neiwaiji]\n"


def broken(old: str, new: str) -> str:
    assert old in GE
    return GE.replace(old, new, 1)


FAULTS = {
    "not TOML": ("= = =", "x.toml: "),
    "unknown key at the top": (f"colour = 1\n{GE}", "x.toml: colour: unknown key"),
    "missing key at the top": (broken('unit = "个"\n', ""), "x.toml: unit: missing"),
    "a key at the top that is no text": (broken('unit = "个"', "unit = 1"), "x.toml: unit: must be text"),
    "params no table": ("params = 1\n" + GE.split("[params]")[0], "x.toml: params: must be a table"),
    "no params": (GE.split("[params]")[0], "x.toml: params: missing"),
    "unknown parameter": (broken('"bean.an"', '"bean.ann"'), "x.toml: bean.ann: unknown parameter"),
    "missing parameter": (broken(LEAF, ""), "x.toml: bean.an: missing parameter"),
    "a parameter that is no table": (broken(LEAF, '"bean.an" = 2'), "x.toml: bean.an: must be a table"),
    "unknown field": (broken(LEAF, LEAF[:-1] + ", colour = 1 }"), "x.toml: bean.an.colour: unknown key"),
    "wrong value": (
        broken(LEAF, LEAF.replace("= 2,", '= "two",')),
        "x.toml: bean.an: 'two' is not a whole number",
    ),
    "off where it can't be": (
        broken(LEAF, LEAF.replace("= 2,", '= "off",')),
        "x.toml: bean.an: 'off' is not",
    ),
    "missing value": (broken(LEAF, LEAF.replace("value = 2, ", "")), "x.toml: bean.an.value: missing"),
    "missing clause": (
        broken(LEAF, re.sub('clause = "[^"]*", ', "", LEAF)),
        "x.toml: bean.an.clause: missing",
    ),
    "empty clause": (
        broken(LEAF, re.sub('clause = "[^"]*"', 'clause = " "', LEAF)),
        "x.toml: bean.an.clause: must be text",
    ),
    "clause no text": (
        broken(LEAF, re.sub('clause = "[^"]*"', "clause = 35", LEAF)),
        "x.toml: bean.an.clause: must be text",
    ),
    "assumed no flag": (
        broken(LEAF, LEAF.replace("assumed = false", "assumed = 0")),
        "x.toml: bean.an.assumed: must be true or false",
    ),
    "missing assumed": (
        broken(LEAF, LEAF.replace(", assumed = false", "")),
        "x.toml: bean.an.assumed: missing",
    ),
    "assumed without a reason": (
        broken(LEAF, LEAF.replace("assumed = false", "assumed = true")),
        "x.toml: bean.an.why: must be text",
    ),
    "a reason in one language": (
        broken(LEAF, LEAF.replace("assumed = false", 'assumed = true, why = "so"')),
        "x.toml: bean.an.why_zh: must be text",
    ),
    "variants no table": (broken(VARIANT, "variants = 1\n[variant]\n"), "x.toml: "),
    "variant unknown key": (
        broken(VARIANT, f"{VARIANT}colour = 1\n"),
        "x.toml: variants.neiwaiji.colour: unknown key",
    ),
    "variant missing key": (
        re.sub(r"(\[variants\.neiwaiji\]\n)zh = .*\n", r"\1", GE),
        "x.toml: variants.neiwaiji.zh: missing",
    ),
    "variant with empty text": (
        re.sub(r"(\[variants\.neiwaiji\]\n)zh = .*\n", r'\1zh = ""\n', GE),
        "x.toml: variants.neiwaiji.zh: must be text",
    ),
    "variant assumed no flag": (
        re.sub(r"(\[variants\.neiwaiji\]\n(?:.*\n){3})assumed = .*\n", r'\1assumed = "no"\n', GE),
        "x.toml: variants.neiwaiji.assumed: must be true or false",
    ),
    "variant set no table": (
        broken('[variants.neiwaiji.set]\n"chicken.flip_in_discards" = true', "set = 1"),
        "x.toml: variants.neiwaiji.set: must be a table",
    ),
    "variant sets a stranger": (
        broken("[variants.neiwaiji.set]\n", "[variants.neiwaiji.set]\ncolour = 1\n"),
        "x.toml: variants.neiwaiji.set.colour: unknown parameter",
    ),
    "variant sets a whole group": (
        broken("[variants.neiwaiji.set]\n", '[variants.neiwaiji.set]\n"charge" = {}\n'),
        "x.toml: variants.neiwaiji.set.charge: unknown parameter",
    ),
    "variant sets a wrong value": (
        broken("[variants.neiwaiji.set]\n", '[variants.neiwaiji.set]\n"chicken.flip" = "up"\n'),
        "x.toml: chicken.flip: 'up' is not next | swing",
    ),
}


@pytest.mark.parametrize(("text", "says"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_file_is_refused_and_names_file_and_key(text: str, says: str) -> None:
    with pytest.raises(ProfileDataError) as error:
        parse_profile(text, "x.toml")
    assert str(error.value).startswith(says)


@pytest.mark.parametrize("pid", IDS)
def test_the_files_parse_and_a_file_may_have_no_options(pid: str) -> None:
    text = text_of(pid)
    assert parse_profile(text, "x.toml") == load_profile(pid)
    assert parse_profile(text.split("[variants.")[0], "x.toml").variants == {}


# --- names, variants, overlays ----------------------------------------------------------------------------


def refused(profile_id: Any, variants: Any = (), overlay: Any = None) -> ProfileError:
    with pytest.raises(ProfileError) as error:
        load_profile(profile_id, variants, overlay)
    assert error.value.code == "BAD_SITUATION"
    assert error.value.zh.endswith("。")
    assert isinstance(error.value, ZhuojiError)
    return error.value


def test_an_unknown_name_is_refused_and_the_known_ones_listed() -> None:
    error = refused("mahjong")
    assert error.field == "profile"
    assert all(pid in error.zh and pid in error.en for pid in IDS)
    assert refused(["fangka"]).field == "profile"


@pytest.mark.parametrize("variants", [["kou4"], ["kou3", "neiwaiji"], "kou3", [3], [["kou3"]]])
def test_an_unknown_option_is_refused(variants: Any) -> None:
    assert refused("fangka", variants).field == "variants"


def test_options_apply_in_order() -> None:
    assert load_profile("fangka", ["kou2", "kou3"])["base_add"] == 2
    assert load_profile("fangka", ["kou3", "kou2"])["base_add"] == 1
    both = load_profile("fangka", ("kou3", "swing"))
    assert (both["base_add"], both["chicken.flip"], both.chosen) == (2, "swing", ("kou3", "swing"))


def test_an_overlay_goes_over_the_options_and_says_so() -> None:
    profile = load_profile("fangka", ["kou3"], {"base_add": 7})
    leaf = profile.leaf("base_add")
    assert (profile["base_add"], leaf.value, leaf.clause, leaf.assumed) == (7, 7, "本桌约定", False)
    assert profile.overlay == {"base_add": 7}
    assert load_profile("fangka")["base_add"] == 0


def test_equal_overlays_are_one_profile_whatever_their_order() -> None:
    one = load_profile("fangka", (), {"bean.an": 4, "bean.wan": 5})
    assert one is load_profile("fangka", (), {"bean.wan": 5, "bean.an": 4})
    assert load_profile("fangka", (), {}) is load_profile("fangka")


def test_a_leaf_wins_over_its_group_in_one_overlay() -> None:
    group = {"1s": {"plain": 5, "gold": 10}}
    for overlay in ({"charge": group, "charge.1s.plain": 6}, {"charge.1s.plain": 6, "charge": group}):
        assert load_profile("fangka", (), overlay).get("charge") == {"1s": {"plain": 6, "gold": 10}}


@pytest.mark.parametrize("overlay", [3, "x", [], [1], {"bean.an": {1, 2}}, {1: 2, "bean.an": 2}])
def test_an_overlay_must_be_a_table(overlay: Any) -> None:
    assert refused("fangka", (), overlay).field == "overlay"


def test_an_unknown_parameter_is_refused() -> None:
    error = refused("fangka", (), {"bean.ann": 2})
    assert error.field == "overlay.bean.ann"
    assert "bean.ann" in error.zh
    assert "bean.ann" in error.en


TEXTS = ("meta.first_dealer", "meta.kong_draw", "meta.baoting_window", "meta.baoting_lock")


@pytest.mark.parametrize("name", LEAVES)
def test_wrong_values_are_refused_for_every_parameter(name: str) -> None:
    kind = LEAVES[name]
    wrong: list[Any] = [{"a": 1}, 1.5, -1, 10**9, math.nan, ["a"], [1], [[]], ["hot", "hot"]]
    if name not in TEXTS:
        wrong += ["perhaps", ""]
    if not kind.nullable:
        wrong.append(None)
    if kind.choices and all(isinstance(c, bool) for c in kind.choices):
        wrong += [0, 1, "true"]
    else:
        wrong += [True, False]
    if kind.name.startswith("a whole number"):
        wrong += ["3", [3]]
    for value in wrong:
        error = refused("fangka", (), {name: value})
        assert error.field == f"overlay.{name}", value
        assert name in error.zh
        assert kind.name_zh in error.zh
        assert kind.name in error.en


def fair(name: str) -> list[Any]:
    kind = LEAVES[name]
    values: list[Any] = [None] if kind.nullable else []
    values += [c for c in kind.choices if kind.ok(c)]
    if kind.name.startswith("a whole number"):
        values += [0, 1, 7, 1_000_000]
    if kind.name.startswith("a list from"):
        values += [[], [kind.choices[0]], list(reversed(kind.choices))]
    if kind.name.startswith("the list"):
        values += [list(reversed(kind.choices))]
    if name == "meta.players":
        values += [[2], [3, 4], [4, 3, 2]]
    if name in TEXTS:
        values += ["however you like"]
    return values


@pytest.mark.parametrize("name", LEAVES)
def test_fair_values_are_taken_for_every_parameter(name: str) -> None:
    values = fair(name)
    assert values
    for value in values:
        assert load_profile("guiyang-fan", (), {name: value})[name] == value


@pytest.mark.parametrize("players", [[], [1], [5], [4, 4], [True], ["4"], 4])
def test_player_counts_are_two_to_four(players: Any) -> None:
    assert refused("fangka", (), {"meta.players": players}).field == "overlay.meta.players"


GROUP_VALUES: list[tuple[str, Any, dict[str, Any]]] = [
    ("patterns", {"dadui": 6}, {"patterns.dadui": 6, "patterns.ping": 1}),
    ("patterns", {"dandiao": 13, "qidui": None}, {"patterns.dandiao": 13, "patterns.qidui": None}),
    ("special", {"tianhu": {"bonus": 30}}, {"special.tianhu.bonus": 30, "special.baoting.bonus": 10}),
    ("special", {"baoting": None}, {"special.baoting.bonus": None}),
    (
        "special.baoting",
        {"bonus": 10, "exact": True},
        {"special.baoting.bonus": 10, "special.baoting.replaces_ping": False, "special.baoting.exact": True},
    ),
    ("shabao", None, {"shabao.extra": None}),
    ("shabao", {"extra": 5}, {"shabao.extra": 5, "shabao.form": "extra", "shabao.on_self_draw": False}),
    ("lianzhuang", None, {"lianzhuang.first": None}),
    ("lianzhuang", {"first": 1, "step": 2}, {"lianzhuang.first": 1, "lianzhuang.step": 2}),
    ("hot.extra", 4, {f"hot.extra.{k}": 4 for k in ("concealed-kong", "added-kong", "exposed-kong")}),
    ("hot.extra", {"added-kong": 30}, {"hot.extra.added-kong": 30, "hot.extra.exposed-kong": 1}),
    ("chicken.standing", {}, {"chicken.standing.1s.plain": None}),
    ("chicken.standing", None, {"chicken.standing.1s.gold": None}),
    ("charge", {"8p": {"plain": 4, "gold": 8}}, {"charge.8p.gold": 8, "charge.1s.plain": None}),
    ("resp", {"1s": None, "8p": {}}, {"resp.1s.plain": None, "resp.8p.plain": None}),
    ("chicken_kong_an", None, {"chicken_kong_an.plain": None, "chicken_kong_an.flipped_too": False}),
    ("chicken_kong_an", {"plain": 60, "flipped_too": True}, {"chicken_kong_an.plain": 60}),
]


@pytest.mark.parametrize(("group", "value", "expected"), GROUP_VALUES)
def test_a_whole_group_may_be_set(group: str, value: Any, expected: dict[str, Any]) -> None:
    profile = load_profile("fangka", (), {group: value})
    assert {name: profile[name] for name in expected} == expected


WRONG_GROUPS: list[tuple[str, Any]] = [
    *((group, 3) for group in GROUPS if group != "hot.extra"),
    *((group, {"colour": 1}) for group in GROUPS),
    *((group, "much") for group in GROUPS),
    ("patterns", {"dadui": -1}),
    ("patterns", {"ping": None}),
    ("patterns", None),
    ("special", {"tianhu": {"bonus": 30, "colour": 1}}),
    ("special", {"tianhu": {}}),
    ("special.tianhu", {"replaces_ping": True}),
    ("special.tianhu", {"bonus": 30, "exact": True}),
    ("shabao", {"extra": 5, "form": "other"}),
    ("lianzhuang", {"step": 1}),
    ("hot.extra", None),
    ("hot.extra", {"added-kong": None}),
    ("charge", {"1s": 0}),
    ("charge", {"1s": False}),
    ("charge", {"1s": []}),
    ("charge", {"1s": {"plain": 2}}),
    ("charge", {"1s": {"plain": 2, "gold": None}}),
    ("resp", {"2s": {"plain": 2, "gold": 4}}),
    ("chicken_kong_an", {"plain": "much"}),
]


@pytest.mark.parametrize(("group", "value"), WRONG_GROUPS)
def test_a_wrong_group_is_refused(group: str, value: Any) -> None:
    error = refused("fangka", (), {group: value})
    assert error.field == f"overlay.{group}"
    assert group in error.zh
    assert group in error.en


@pytest.mark.parametrize("pid", IDS)
def test_groups_read_back_what_they_set(pid: str) -> None:
    profile = load_profile(pid)
    for group, expand in GROUPS.items():
        value = profile.get(group)
        assert {name: profile[name] for name in expand(value)} == expand(value)
    assert profile.get("bean.an") == profile["bean.an"]
    assert list(profile.get("patterns")) == list(PATTERNS)
    with pytest.raises(KeyError):
        profile.get("colour")


def test_groups_as_the_tables_write_them() -> None:
    fangka, chuanma = load_profile("fangka"), load_profile("zhuoji-chuanma")
    assert fangka.get("charge") == {"1s": {"plain": 2, "gold": 4}}
    assert chuanma.get("charge") == {}
    assert chuanma.get("shabao") is None
    assert chuanma.get("chicken_kong_an") == {"plain": 60, "gold": None, "flipped_too": True}
    assert fangka.get("chicken_kong_an") is None
    assert fangka.get("special")["tianhu"] is None
    assert fangka.get("special.yingbao") == {"bonus": 20, "replaces_ping": False}
    assert chuanma.get("hot.extra") == {"concealed-kong": 60, "added-kong": 30, "exposed-kong": 10}


def test_overlay_leaves_of_nothing_is_nothing() -> None:
    assert overlay_leaves({}) == {}
