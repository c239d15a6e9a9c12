"""Every parameter in a sentence, every clause in words, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from scoring.describe import (
    clause_words,
    describe_all,
    describe_choices,
    describe_profile,
    group_of,
    options,
    sentence,
)
from scoring.describe.clauses import book_of, books
from scoring.errors import Lang
from scoring.profile import Leaf, ProfileError, load_profile, profile_ids
from scoring.schema import LEAVES

LANGS: tuple[Lang, ...] = ("zh", "en")

EVERYTHING_ON: dict[str, Any] = {
    "special": {s: {"bonus": 10} for s in ("baoting", "yingbao", "tianhu", "dihu")},
    "shabao": {"extra": 10},
    "lianzhuang": {"first": 2, "step": 1, "ping_absorb": 1},
    "chicken.standing": {t: {"plain": 1, "gold": 2} for t in ("1s", "8p")},
    "charge": {t: {"plain": 2, "gold": 4} for t in ("1s", "8p")},
    "resp": {t: {"plain": 2, "gold": 4} for t in ("1s", "8p")},
    "chicken_kong_an": {"plain": 5, "gold": 14},
    "genzhang": 1,
    "reverse.on": True,
    "que.required": True,
    "meta.players": [4],
}
"""An overlay in which no parameter is idle."""

AMOUNTS = [name for name, kind in LEAVES.items() if kind.name.startswith("a whole number")]
TEXTS = [name for name, kind in LEAVES.items() if kind.name == "text"]


def lively() -> dict[str, Any]:
    return dict(load_profile("fangka", (), EVERYTHING_ON).values)


def values_of(name: str) -> list[Any]:
    kind = LEAVES[name]
    values = [None] if kind.nullable else []
    values += options(kind)
    if name in AMOUNTS:
        values += [0, 1, 7]
    if name in TEXTS:
        values += ["as you like", *{load_profile(pid)[name] for pid in profile_ids()}]
    if name == "meta.players":
        values += [[2], [3], [4], [4, 3], [4, 3, 2]]
    return values


def check(text: str, lang: Lang, where: str) -> None:
    assert text, where
    assert text[-1] == ("。" if lang == "zh" else ".") or "as you like" in text, where
    assert not re.search(r"[{}]|None|True|False|null|_[a-z]|  |，，|。。", text), f"{where}: {text}"
    assert text[0] == text[0].upper(), where
    if lang == "zh":
        assert re.search(r"[一-鿿]", text), where
        assert not re.search(r"\b(hot|rob|this|all|stay|resp|moves|any|first|swing|next|baopai)\b", text), (
            text
        )
    else:
        # Chinese in an English sentence is at most a unit or the name of a rule.
        assert len(re.findall(r"[一-鿿]", re.sub(r"\d+ [一-鿿]", "", text))) <= 4, f"{where}: {text}"


def test_every_parameter_has_a_sentence_and_a_heading() -> None:
    for lang in LANGS:
        assert {item["name"] for item in describe_profile("fangka", lang)["parameters"]} == set(LEAVES)
        assert all(group_of(name, lang) for name in LEAVES)


@pytest.mark.parametrize("pid", profile_ids())
@pytest.mark.parametrize("lang", LANGS)
def test_every_system_reads_as_sentences(pid: str, lang: Lang) -> None:
    profile = load_profile(pid)
    for variants in ((), *((name,) for name in profile.variants)):
        chosen = load_profile(pid, variants)
        for name in LEAVES:
            check(sentence(chosen.values, chosen.spoken_unit, name, lang), lang, f"{pid} {variants} {name}")


@pytest.mark.parametrize("name", LEAVES)
@pytest.mark.parametrize("lang", LANGS)
def test_every_value_of_every_parameter_reads_as_a_sentence(name: str, lang: Lang) -> None:
    for profile in (*(load_profile(pid) for pid in profile_ids()), load_profile("fangka", (), EVERYTHING_ON)):
        for value in values_of(name):
            text = sentence({**profile.values, name: value}, profile.spoken_unit, name, lang)
            check(text, lang, f"{profile.id} {name}={value}")


@pytest.mark.parametrize("name", LEAVES)
@pytest.mark.parametrize("lang", LANGS)
def test_every_value_has_its_own_wording(name: str, lang: Lang) -> None:
    values = values_of(name)
    told = {sentence({**lively(), name: value}, "番", name, lang) for value in values}
    known = {repr(value) for value in values}
    assert len(told) == len(known)


@pytest.mark.parametrize("name", AMOUNTS)
@pytest.mark.parametrize("lang", LANGS)
def test_a_changed_number_changes_its_sentence(name: str, lang: Lang) -> None:
    for value in (29, 31):
        assert str(value) in sentence({**lively(), name: value}, "番", name, lang)


@pytest.mark.parametrize("name", LEAVES)
def test_no_number_of_the_game_is_written_into_a_sentence(name: str) -> None:
    """With every amount the same odd figure, no other amount is left over in the sentence."""
    values = lively() | dict.fromkeys(AMOUNTS, 1000)
    for value in values_of(name):
        view = values if name in AMOUNTS else {**values, name: value}
        text = sentence(view, "番", name, "zh")
        left = [int(n) for n in re.findall(r"\d+", text) if int(n) % 1000]
        # What may remain: the four tiles of a kong, three payers, a hand's ordinal, a die in a table text.
        assert set(left) <= ({1, 3, 4} if name not in TEXTS else {1, 2, 3, 4, 5, 6}), text


@pytest.mark.parametrize(
    ("pid", "variants", "overlay", "name", "zh", "en"),
    [
        (
            "guiyang-ge",
            (),
            {},
            "patterns.dadui",
            "大对子（四副三张一样的加一对）5 个：别人点炮，点炮的出 5 个；自摸三家各出 5 个，共 15 个。",
            "All triplets (four triplets or kongs and a pair) is 5 个: on a discard its discarder pays 5 个; "
            "self-drawn, each of the three others pays 5 个, 15 in all.",
        ),
        ("zhuoji-chuanma", (), {}, "shabao.extra", "没有杀报：胡了报听的人不另外收钱。", None),
        (
            "guizhou-jishu",
            (),
            {},
            "patterns.dandiao",
            "单吊（四副都碰杠出去，手里只剩一张）13 鸡：别人点炮，点炮的出 13 鸡；自摸三家各出 13 鸡，共 39 鸡。",
            None,
        ),
        (
            "guiyang-fan",
            (),
            {},
            "patterns.ping",
            "平胡（四副牌加一对）1 番：别人点炮，点炮的出 1 番；自摸三家各出 2 番，共 6 番。",
            None,
        ),
        ("fangka", ("sandingguai",), {}, "bean.an", "闷豆（暗杠，自己摸到四张）2 番：两家各出 2 番，共 4 番。", None),
        (
            "fangka",
            ("erdingguai",),
            {"rob.triple": True},
            "rob.triple",
            "抢杠当清一色算，被抢杠的一个人全包：大对子付 10 番。",
            "A robbed kong counts as one suit (清一色); the robbed player pays for all: all triplets 10 番.",
        ),
        ("fangka", ("erdingguai",), {}, "bean.an", "闷豆（暗杠，自己摸到四张）2 番：对家出 2 番。", None),
        ("fangka", ("erdingguai",), {}, "meta.players", "两个人打。", "For two players."),
        ("fangka", (), {"meta.players": [4, 3]}, "meta.players", "四、三个人打。", "For four or three players."),
        ("fangka", ("kou3",), {}, "base_add", "每次胡牌都加 2 番，查叫也加：大对子 5 + 2 = 7 番。", None),
        ("laiyouxi", (), {}, "rob.extra", "被抢杠的另付 9 豆打底：平胡 3 + 9 = 12 豆。", None),
        (
            "duole-chuanma",
            (),
            {},
            "rob.triple",
            "被抢杠的一个人包三家：大对子 30 × 3 = 90 番。",
            "The robbed player pays for all three: all triplets 30 × 3 = 90 番.",
        ),
        ("guiyang-ge", (), {}, "rob.triple", "被抢杠的一个人付一份，跟点炮一样：大对子付 5 个。", None),
        ("guiyang-ge", (), {}, "rob.as_self_draw", "抢杠胡按点炮算牌型。", None),
        ("guiyang-fan", (), {}, "rob.triple", "抢杠当清一色算，被抢杠的一个人付一份：大对子付 10 番。",
         "A robbed kong counts as one suit (清一色); the robbed player alone pays once: all triplets 10 番."),
        ("guiyang-fan", (), {}, "rob.as_self_draw", "抢杠胡不按自摸算，自摸多出来的不加。", None),
        ("fangka", (), {"rob.floor_qing": False, "rob.triple": True, "meta.players": [2]}, "rob.triple",
         "被抢杠的一个人全包：大对子付 5 番。", "The robbed player pays for all: all triplets 5 番."),
        ("fangka", (), {"rob.as_self_draw": True, "rob.floor_qing": False}, "rob.triple",
         "被抢杠的一个人付一份：大对子付 6 番。", None),
        ("liupanshui", (), {}, "lianzhuang.ping_absorb", "连庄平胡少加 1 分：第 1 把平胡共 2 分，大对子 5 + 2 = 7 分。", None),
        ("guiyang-ge", (), {}, "lianzhuang.ping_absorb", "连庄平胡也照加：第 3 把 1 + 2 = 3 个。", None),
        ("guiyang-ge", (), {"patterns.qidui": None, "patterns.longqidui": None}, "patterns.longqidui",
         "龙七对（七对里有四张一样的）不算胡牌。",
         "Seven pairs with a quad (four tiles alike among the pairs) is no hand."),
        ("guiyang-fan", (), {"patterns.qingyise": None}, "rob.floor_qing",
         "抢杠胡当清一色算；这套规则没有清一色，所以照牌型算。", None),
        ("guiyang-fan", (), {"patterns.dadui": None}, "chajiao.rule",
         "黄庄查叫：没叫牌的付给每个叫牌的；叫平胡的，从每个没叫的收 1 番。都叫了或都没叫，不付。", None),
        ("fangka", (), {"special.baoting.exact": True}, "special.baoting.bonus",
         "报听（第一轮就叫牌并声明）胡了一律算 10 番。", None),
        ("fangka", (), {"special.baoting.replaces_ping": True}, "special.baoting.replaces_ping",
         "报听的平胡只算这 10 番，平胡自己的 1 番不再加。", None),
        ("fangka", (), {"shabao.form": "own_value"}, "shabao.extra",
         "有杀报：胡了报听的人打的牌，他付多少看他自己叫的那副牌。", None),
        ("zhuoji-chuanma", (), {"reverse.on": True}, "reverse.on",
         "反赔：有人胡了自己还没叫牌，亮在外面的常鸡要倒赔给叫牌的（这套规则幺鸡不是常鸡）。", None),
        ("fangka", (), {}, "reverse.on",
         "反赔：有人胡了自己还没叫牌，亮在外面的常鸡要倒赔：打出去一张幺鸡，赔每个叫牌的 1 番，冲锋鸡赔 2 番。",
         None),
        ("fangka", (), {"meta.kong_draw": "a fresh wall"}, "meta.kong_draw", "开杠补牌：a fresh wall", None),
    ],
)  # fmt: skip
def test_sentences(
    pid: str, variants: tuple[str, ...], overlay: dict[str, Any], name: str, zh: str, en: str | None
) -> None:
    profile = load_profile(pid, variants, overlay)
    assert sentence(profile.values, profile.spoken_unit, name) == zh
    if en is not None:
        assert sentence(profile.values, profile.spoken_unit, name, "en") == en


# --- clauses ----------------------------------------------------------------------------------------------


def clauses() -> Iterator[tuple[str, str]]:
    for pid in profile_ids():
        profile = load_profile(pid)
        for name, leaf in profile.leaves.items():
            yield f"{pid} {name}", leaf.clause
        for variant in profile.variants.values():
            yield f"{pid} {variant.id}", variant.clause


@pytest.mark.parametrize("lang", LANGS)
def test_every_clause_is_told_without_line_numbers(lang: Lang) -> None:
    for where, clause in clauses():
        words = clause_words(clause, lang)
        assert words, where
        assert words != clause, where
        assert not re.search(r"L\d|\b00[1-4]\b|篇[一二三四]|silent|truncated|§", words), f"{where}: {words}"
        if lang == "en":
            assert len(re.findall(r"[一-鿿]", words)) <= 8, f"{where}: {words}"


def test_every_cited_line_says_something() -> None:
    for where, clause in clauses():
        book = book_of(clause)
        if book is not None:
            assert "：" in clause_words(clause), f"{where}: {clause}"
            for cited in book.cited(clause):
                assert book.said(clause, [cited]), f"{where}: {cited}"


@pytest.mark.parametrize(
    ("clause", "zh", "en"),
    [
        (
            "篇一 §二 L21",
            "《贵阳麻将规则》二、胡牌与算分：大对子 5 个",
            "“Guiyang mahjong rules”, 2 Winning and counting: all triplets 5",
        ),
        ("silent", "原文没写", "the text doesn't say"),
        ("silent: text only says 牌型豆", "原文没写", "the text doesn't say"),
        ("truncated", "原文缺了这一段", "this part of the text is cut off"),
        ("not used", "这套规则用不到", "not used in these rules"),
        ("本桌约定", "本桌约定", "agreed at this table"),
        (
            "篇四 二.1.E",
            "《来游戏贵阳麻将玩法》二、具体操作·豆：烧豆（杠上炮）：3 个豆打底，再算平胡；烧豆的人豆全不算",
            None,
        ),
        ("002 L59 明豆", "《房卡贵阳捉鸡规则》鸡和豆：明豆由被杠的给 1 番", None),
        ("篇一 §二 L19", "《贵阳麻将规则》二、胡牌与算分：杠后马上自摸，总数加 1 个", None),
        ("003 L12-13", "《贵州捉鸡》（鸡数）鸡数计算：平胡 3 鸡，谁打谁给；大对子 8 鸡", None),
        ("篇一", "《贵阳麻将规则》", "“Guiyang mahjong rules”"),
        ("篇一 L2", "《贵阳麻将规则》开头", "“Guiyang mahjong rules”, opening"),
        ("篇一 L34", "《贵阳麻将规则》三、豆", "“Guiyang mahjong rules”, 3 Kongs"),
        ("agreed by phone", "agreed by phone", "agreed by phone"),
    ],
)
def test_clause_words(clause: str, zh: str, en: str | None) -> None:
    assert clause_words(clause) == zh
    if en is not None:
        assert clause_words(clause, "en") == en


def test_the_table_of_the_texts_is_in_order() -> None:
    for name, book in books().items():
        assert [s[0] for s in book.sections] == sorted({s[0] for s in book.sections}), name
        spans = [(p.first, p.last) for p in book.passages]
        assert spans == sorted(spans), name
        assert all(first <= last for first, last in spans), name
        assert {line for _, line in book.labels} <= {
            line for span in spans for line in range(span[0], span[1] + 1)
        }


# --- whole systems ----------------------------------------------------------------------------------------


def test_describe_profile() -> None:
    described = describe_profile(load_profile("fangka", ["kou3"], {"bean.an": 4}))
    assert described == describe_profile(load_profile("fangka", ["kou3"], {"bean.an": 4}), "zh")
    assert (described["id"], described["title"], described["unit"]) == ("fangka", "房卡贵阳捉鸡", "番")
    assert (described["chosen"], described["overlay"]) == (["kou3"], {"bean.an": 4})
    assert described["source"] == "《房卡贵阳捉鸡规则》"
    kou3 = next(v for v in described["variants"] if v["id"] == "kou3")
    assert kou3["text"] == "一扣三：不算连庄，平胡、自摸都是 3 番，大牌各加 2 番，查叫也加"
    assert not kou3["assumed"]
    told = {item["name"]: item for item in described["parameters"]}
    assert told["bean.an"] == {
        "name": "bean.an",
        "value": 4,
        "clause": "本桌约定",
        "clause_text": "本桌约定",
        "assumed": False,
        "why": "本桌约定",
        "group": "豆",
        "sentence": "闷豆（暗杠，自己摸到四张）4 番：三家各出 4 番，共 12 番。",
        "used": True,
    }
    assert not told["lianzhuang.step"]["used"]
    assert told["lianzhuang.step"]["sentence"] == "没有连庄的钱，这一条用不上。"


def test_describe_profile_in_english_by_name() -> None:
    described = describe_profile("liupanshui", "en")
    assert described["title"] == "Liupanshui mahjong"
    assert described["source"] == "“Liupanshui mahjong”"
    told = {item["name"]: item for item in described["parameters"]}
    assert told["patterns.qidui"]["assumed"]
    assert told["patterns.qidui"]["why"].startswith("the value is missing")
    with pytest.raises(ProfileError):
        describe_profile("mahjong")


def test_groups_come_in_one_piece_each() -> None:
    groups = [item["group"] for item in describe_profile("fangka")["parameters"]]
    order = list(dict.fromkeys(groups))
    assert groups == sorted(groups, key=order.index)
    assert order == [
        "胡牌", "豆", "鸡", "冲锋鸡、责任鸡", "反赔", "热炮、抢杠", "一炮多响", "黄庄查叫", "庄家、连庄", "其他",
    ]  # fmt: skip


def test_a_system_all_of_the_tables_own_names_its_file() -> None:
    profile = load_profile("fangka")
    own = replace(
        profile, leaves={name: Leaf(leaf.value, "本桌约定", False) for name, leaf in profile.leaves.items()}
    )
    assert describe_profile(own)["source"] == "002.txt"


def test_describe_all() -> None:
    systems = {system["id"]: system for system in describe_all()}
    assert set(systems) == set(profile_ids())
    assert systems["guiyang-fan"]["summary"] == (
        "平胡 1（自摸 2），大对子 5，闷豆/转弯豆/点豆 2/3/1，翻牌鸡 1，常鸡 幺鸡 1"
    )
    for lang in ("zh", "en"):
        lines = [system["summary"] for system in describe_all(lang)]
        assert len(set(lines)) == len(lines)
    assert [v["id"] for v in systems["guiyang-fan"]["variants"]] == ["neiwaiji"]
    english = next(system for system in describe_all("en") if system["id"] == "fangka")
    assert english["summary"].startswith("plain hand 1 (self-drawn 2), all triplets 5, kongs 2/3/1")
    assert english["variants"][0]["text"].startswith("一扣二: no dealer's surcharge")


@pytest.mark.parametrize("lang", LANGS)
def test_describe_choices(lang: Lang) -> None:
    profile = load_profile("fangka")
    choices = {item["name"]: item for item in describe_choices(profile, lang)}
    assert set(choices) == set(LEAVES)
    for name, item in choices.items():
        kind = LEAVES[name]
        assert item["wanted"] == (kind.name_zh if lang == "zh" else kind.name)
        assert item["nullable"] == kind.nullable
        for choice in item["choices"]:
            loaded = load_profile("fangka", (), {name: choice["value"]})
            assert loaded[name] == choice["value"]
            assert sentence(loaded.values, loaded.spoken_unit, name, lang) == choice["sentence"]
    assert [c["value"] for c in choices["chicken.flip"]["choices"]] == ["next", "swing"]
    assert [c["value"] for c in choices["meta.must_win"]["choices"]] == [[], ["hot"], ["rob"], ["hot", "rob"]]
    assert [c["value"] for c in choices["chicken.zones"]["choices"]] == [["hand", "melds"]]
    assert choices["bean.an"]["choices"] == []
