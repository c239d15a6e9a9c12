"""Names of patterns, specials and kongs as players say them, and small pieces of sentences."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.errors import Lang
from scoring.melds import MELD_EN, MELD_ZH
from scoring.tiles import name_en, name_zh

Both = tuple[str, str]
"""One text in Chinese and in English."""

PATTERN_ZH = {
    "ping": "平胡",
    "dadui": "大对子",
    "qidui": "七对",
    "longqidui": "龙七对",
    "shuanglong": "双龙七对",
    "dandiao": "单吊",
    "qingyise": "清一色",
    "qingdadui": "清大对",
    "qingqidui": "清七对",
    "qinglongbei": "青龙背",
    "qingshuanglong": "清双龙七对",
    "qingdandiao": "清单吊",
}
PATTERN_EN = {
    "ping": "plain hand",
    "dadui": "all triplets",
    "qidui": "seven pairs",
    "longqidui": "seven pairs with a quad",
    "shuanglong": "seven pairs with two quads",
    "dandiao": "four melds and one tile",
    "qingyise": "one suit",
    "qingdadui": "one-suit triplets",
    "qingqidui": "one-suit seven pairs",
    "qinglongbei": "one-suit pairs with a quad",
    "qingshuanglong": "one-suit pairs with two quads",
    "qingdandiao": "one-suit four melds and one tile",
}
SPECIAL_ZH = {"baoting": "报听", "yingbao": "硬报", "tianhu": "天胡", "dihu": "地胡"}
SPECIAL_EN = {
    "baoting": "declared ready",
    "yingbao": "win on the first draw",
    "tianhu": "win on the dealt hand",
    "dihu": "win on the first turn",
}
KONG_ZH, KONG_EN = MELD_ZH, MELD_EN
SUIT_ZH = {"m": "万", "p": "筒", "s": "条"}
SUIT_EN = {"m": "characters", "p": "dots", "s": "bamboo"}
ZONE_ZH = {"hand": "手里", "win": "胡的那张", "pung": "碰", "kong": "杠", "closed": "闷豆", "row": "打出"}
ZONE_EN = {
    "hand": "in hand",
    "win": "the winning tile",
    "pung": "in a pung",
    "kong": "in a kong",
    "closed": "in a concealed kong",
    "row": "discarded",
}


def pick(both: Both, lang: Lang) -> str:
    return both[0] if lang == "zh" else both[1]


def pattern(name: str, lang: Lang) -> str:
    """大对子 / all triplets."""
    return (PATTERN_ZH if lang == "zh" else PATTERN_EN)[name]


def tile(name: str, lang: Lang) -> str:
    """幺鸡 / 1 of bamboo (幺鸡)."""
    return name_zh(name) if lang == "zh" else name_en(name)


def tiles(names: list[str] | tuple[str, ...], lang: Lang) -> str:
    """Several tiles in a row."""
    return ("、" if lang == "zh" else ", ").join(tile(name, lang) for name in names)


def seats(names: tuple[str, ...], lang: Lang) -> str:
    """A、B、D / A, B and D."""
    if lang == "zh" or len(names) < 2:
        return "、".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def zones(counts: Mapping[str, int], lang: Lang) -> str:
    """手里 2、打出 1 / 2 in hand, 1 discarded."""
    if lang == "zh":
        return "、".join(f"{ZONE_ZH[zone]} {n}" for zone, n in counts.items() if n)
    return ", ".join(f"{n} {ZONE_EN[zone]}" for zone, n in counts.items() if n)
