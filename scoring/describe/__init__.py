"""A rule system in sentences for players: every parameter, its clause by meaning, the options by effect.

``describe_profile`` answers `/api/rules/<id>` and `zhuoji rules ID`; ``clause_words`` says what a clause says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from scoring.describe.charging import CHARGE, REVERSE
from scoring.describe.chickens import CHICKEN
from scoring.describe.clauses import book_of, clause_words
from scoring.describe.dealer import DEALER
from scoring.describe.hands import WINNING
from scoring.describe.kongs import HOT_AND_ROB, KONG
from scoring.describe.table import BAOTING, EXHAUSTED, HOT_TABLE, KONG_TABLE, OTHER, WINNERS
from scoring.describe.view import Sentence, View, named, used
from scoring.errors import Lang
from scoring.profile import Leaf, Profile, load_profile, profile_ids
from scoring.schema import LEAVES, Kind
from scoring.wording import Both, pick, tile

__all__ = ["clause_words", "describe_all", "describe_choices", "describe_profile", "group_of", "sentence"]

GROUPS: tuple[tuple[Both, Mapping[str, Sentence]], ...] = (
    (("胡牌", "Winning"), WINNING | BAOTING),
    (("豆", "Kongs"), KONG | KONG_TABLE),
    (("鸡", "Chickens"), CHICKEN),
    (("冲锋鸡、责任鸡", "Charging and responsible chickens"), CHARGE),
    (("反赔", "Paying back"), REVERSE),
    (("热炮、抢杠", "After a kong, robbing a kong"), HOT_AND_ROB | HOT_TABLE),
    (("一炮多响", "Several winners"), WINNERS),
    (("黄庄查叫", "Exhausted wall"), EXHAUSTED),
    (("庄家、连庄", "The dealer"), DEALER),
    (("其他", "Other"), OTHER),
)
"""The headings in the order that players read them, and the sentences under each."""

_SENTENCES: dict[str, Sentence] = {name: said for _, table in GROUPS for name, said in table.items()}
_GROUP: dict[str, Both] = {name: heading for heading, table in GROUPS for name in table}


def group_of(name: str, lang: Lang = "zh") -> str:
    """The heading that a parameter stands under."""
    return pick(_GROUP[name], lang)


def sentence(values: Mapping[str, Any], unit: str, name: str, lang: Lang = "zh") -> str:
    """One parameter as a full sentence, with an example amount where money is meant."""
    text = pick(_SENTENCES[name](View(values, unit)), lang)
    return text[0].upper() + text[1:]


def why(leaf: Leaf, lang: Lang = "zh") -> str | None:
    """The reason of a reading, where there is one."""
    return leaf.why_zh if lang == "zh" else leaf.why


def source(profile: Profile, lang: Lang = "zh") -> str:
    """The name of the text that a system comes from: the one most of its clauses cite."""
    cited = Counter(book for leaf in profile.leaves.values() if (book := book_of(leaf.clause)) is not None)
    ranked = cited.most_common(1)
    return pick((ranked[0][0].zh, ranked[0][0].en), lang) if ranked else profile.source


def describe_profile(profile: Profile | str, lang: Lang = "zh") -> dict[str, Any]:
    """A system with its options and every parameter, ready for JSON. Raises ``ProfileError`` for a name."""
    if isinstance(profile, str):
        profile = load_profile(profile)
    return {
        "id": profile.id,
        "title": pick((profile.title_zh, profile.title_en), lang),
        "unit": profile.spoken_unit,
        "source": source(profile, lang),
        "chosen": list(profile.chosen),
        "overlay": dict(profile.overlay),
        "variants": [
            {
                "id": variant.id,
                "text": pick((variant.zh, variant.en), lang),
                "clause": variant.clause,
                "clause_text": clause_words(variant.clause, lang),
                "assumed": variant.assumed,
            }
            for variant in profile.variants.values()
        ],
        "parameters": [_parameter(profile, name, lang) for name in _SENTENCES],
    }


def _parameter(profile: Profile, name: str, lang: Lang) -> dict[str, Any]:
    leaf = profile.leaf(name)
    return {
        "name": name,
        "value": leaf.value,
        "clause": leaf.clause,
        "clause_text": clause_words(leaf.clause, lang),
        "assumed": leaf.assumed,
        "why": why(leaf, lang),
        "group": group_of(name, lang),
        "sentence": sentence(profile.values, profile.spoken_unit, name, lang),
        "used": used(_SENTENCES[name], View(profile.values, profile.spoken_unit)),
    }


def describe_all(lang: Lang = "zh") -> list[dict[str, Any]]:
    """The systems, each with the figures that tell it from the others in one line."""
    out = []
    for profile_id in profile_ids():
        profile = load_profile(profile_id)
        out.append(
            {
                "id": profile.id,
                "title": pick((profile.title_zh, profile.title_en), lang),
                "unit": profile.spoken_unit,
                "source": source(profile, lang),
                "summary": _summary(View(profile.values, profile.spoken_unit), lang),
                "variants": [
                    {"id": v.id, "text": pick((v.zh, v.en), lang), "assumed": v.assumed}
                    for v in profile.variants.values()
                ],
            }
        )
    return out


def _summary(view: View, lang: Lang) -> str:
    """平胡 1（自摸 2），大对子 5，豆 2/3/1，翻牌鸡 1，常鸡 幺鸡 1，冲锋鸡 2，责任鸡 2."""
    plain, drawn = view.discard("ping"), view.self_draw("ping")
    kongs = "/".join(str(view[f"bean.{kind}"]) for kind in ("an", "wan", "dian"))
    big = named(view.example)
    value, chicken = view[f"patterns.{view.example}"], view["chicken.flip_value"]
    return pick(
        (
            f"平胡 {plain}（自摸 {drawn}），{big[0]} {value}，闷豆/转弯豆/点豆 {kongs}，翻牌鸡 {chicken}，"
            + _chickens(view, "zh"),
            f"plain hand {plain} (self-drawn {drawn}), {big[1]} {value}, kongs {kongs} "
            f"(concealed/added/exposed), turned chicken {chicken}, " + _chickens(view, "en"),
        ),
        lang,
    )


def _chickens(view: View, lang: Lang) -> str:
    """常鸡 and what the first 幺鸡 brings: what systems of the same figures differ in."""
    standing = [
        f"{tile(name, lang)} {value}"
        for name in ("1s", "8p")
        if (value := view[f"chicken.standing.{name}.plain"]) is not None
    ]
    parts = [
        pick((f"常鸡 {'、'.join(standing)}", f"standing chickens {', '.join(standing)}"), lang)
        if standing
        else pick(("没有常鸡", "no standing chickens"), lang)
    ]
    for what, zh, en in (
        ("charge", "冲锋鸡", "first 幺鸡 discarded (冲锋鸡)"),
        ("resp", "责任鸡", "claimed (责任鸡)"),
    ):
        if (value := view[f"{what}.1s.plain"]) is not None:
            parts.append(f"{pick((zh, en), lang)} {value}")
    return pick(("，", ", "), lang).join(parts)


def describe_choices(profile: Profile, lang: Lang = "zh") -> list[dict[str, Any]]:
    """What an overlay may set: each parameter's kind in words and, where they are few, its values as sentences."""
    return [
        {
            "name": name,
            "group": group_of(name, lang),
            "wanted": pick((kind.name_zh, kind.name), lang),
            "nullable": kind.nullable,
            "choices": [
                {
                    "value": value,
                    "sentence": sentence({**profile.values, name: value}, profile.spoken_unit, name, lang),
                }
                for value in options(kind)
            ],
        }
        for name, kind in ((name, LEAVES[name]) for name in _SENTENCES)
    ]


def options(kind: Kind) -> list[Any]:
    """The values to offer one by one: of a choice all, of a list none, single members and all, of a number none."""
    lists = [[], *([choice] for choice in kind.choices), list(kind.choices)]
    return [value for value in (*kind.choices, *lists) if kind.choices and kind.ok(value)]
