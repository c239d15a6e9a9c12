"""What every profile must state: the parameters, one leaf a value, and the values each accepts (RULES 2, 4.1.10).

A whole group (``patterns``, ``charge`` …, the 67 names of RULES 2.1) may stand for its leaves in an
overlay and in ``Profile.get``; the data files hold leaves only. ``None`` ("off" in TOML) = not in this system.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

PATTERNS = (
    "ping",
    "dadui",
    "qidui",
    "longqidui",
    "shuanglong",
    "dandiao",
    "qingyise",
    "qingdadui",
    "qingqidui",
    "qinglongbei",
    "qingshuanglong",
    "qingdandiao",
)
"""平胡 大对子 七对 龙七对 双龙七对 单吊 清一色 清大对 清七对 清龙背 清双龙 清单吊."""

SPECIALS = ("baoting", "yingbao", "tianhu", "dihu")
"""报听 硬报 天胡 地胡."""

CHICKEN_TILES = ("1s", "8p")
"""幺鸡 and 乌骨鸡: the tiles that can be standing chickens."""

KONGS = ("concealed-kong", "added-kong", "exposed-kong")
"""闷豆 转弯豆 点豆."""

MAX_AMOUNT = 1_000_000


@dataclass(frozen=True)
class Kind:
    """A sort of value: how a player would name it, and the check."""

    name: str
    name_zh: str
    accepts: Callable[[Any], bool]
    nullable: bool = False
    choices: tuple[Any, ...] = ()

    def ok(self, value: Any) -> bool:
        """Whether ``value`` may stand there."""
        return (value is None and self.nullable) or (value is not None and self.accepts(value))


def _is_amount(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_AMOUNT


def _is_players(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(type(n) is int and n in (2, 3, 4) for n in value)
        and len(set(value)) == len(value)
    )


AMOUNT = Kind("a whole number from 0", "从 0 起的整数", _is_amount)
MAYBE_AMOUNT = Kind(
    "a whole number from 0, or off", "从 0 起的整数，或者没有（off）", _is_amount, nullable=True
)
FLAG = Kind("true or false", "true 或 false", lambda v: isinstance(v, bool), choices=(True, False))
TEXT = Kind("text", "文字", lambda v: isinstance(v, str), nullable=True)
PLAYERS = Kind("a list of player counts from 2, 3, 4", "人数的列表，2、3、4 里选", _is_players)


def _choice(*values: str) -> Kind:
    listed = " | ".join(values)
    return Kind(listed, listed, lambda v: isinstance(v, str) and v in values, choices=values)


def _subset(*values: str) -> Kind:
    return Kind(
        "a list from " + ", ".join(values),
        "列表，从 " + "、".join(values) + " 里选",
        lambda v: (
            isinstance(v, list)
            and all(isinstance(x, str) and x in values for x in v)
            and len(set(v)) == len(v)
        ),
        choices=values,
    )


def _exactly(*values: str) -> Kind:
    return Kind(
        "the list " + ", ".join(values),
        "列表 " + "、".join(values),
        lambda v: isinstance(v, list) and all(isinstance(x, str) for x in v) and sorted(v) == sorted(values),
        choices=values,
    )


LEAVES: dict[str, Kind] = {
    "meta.players": PLAYERS,
    "meta.first_dealer": TEXT,
    "meta.chi": FLAG,
    "meta.kong_draw": TEXT,
    "meta.baoting_window": TEXT,
    "meta.baoting_lock": TEXT,
    "meta.must_win": _subset("hot", "rob"),
    "dealer.mode": _choice("normal", "none"),
    "dealer.one_winner": _choice("winner"),
    "dealer.two_winners": _choice("first_from_dealer", "first_from_discarder", "discarder"),
    "dealer.three_winners": _choice("discarder", "first_from_discarder"),
    "dealer.draw_all_or_none": _choice("stay"),
    "dealer.draw_mixed": _choice("stay", "nearest_ready", "next_seat"),
    "dealer.draw_one_unready": _choice("as_mixed", "unready"),
    **{f"patterns.{p}": AMOUNT if p == "ping" else MAYBE_AMOUNT for p in PATTERNS},
    "win.ping_discard_needs_pass": FLAG,
    "win.pass_exempt": _subset("hot", "rob", "own_baoting", "vs_baoting", "dihu"),
    "selfdraw.ping_value": MAYBE_AMOUNT,
    "selfdraw.bonus": AMOUNT,
    "base_add": AMOUNT,
    "gangkai": AMOUNT,
    **{f"special.{s}.bonus": MAYBE_AMOUNT for s in SPECIALS},
    **{f"special.{s}.replaces_ping": FLAG for s in SPECIALS},
    "special.baoting.exact": FLAG,
    "shabao.extra": MAYBE_AMOUNT,
    "shabao.replaces_ping": FLAG,
    "shabao.on_self_draw": FLAG,
    "shabao.form": _choice("extra", "own_value"),
    "lianzhuang.first": MAYBE_AMOUNT,
    "lianzhuang.step": AMOUNT,
    "lianzhuang.ping_absorb": AMOUNT,
    "lianzhuang.dealer_pays": FLAG,
    **{f"hot.extra.{k}": AMOUNT for k in KONGS},
    "hot.burn_beans": _choice("this", "all"),
    "hot.burn_chickens": FLAG,
    "rob.triple": FLAG,
    "rob.as_self_draw": FLAG,
    "rob.floor_qing": FLAG,
    "rob.extra": AMOUNT,
    "rob.burn_beans": _choice("this", "all"),
    "rob.burn_chickens": FLAG,
    "three_winners": _choice("normal", "reverse_hand", "reverse_all"),
    "guohu": _choice("none", "forbid", "baopai", "passer_pays"),
    "bean.an": AMOUNT,
    "bean.wan": AMOUNT,
    "bean.dian": AMOUNT,
    "bean.needs_ready": FLAG,
    "bean.void_on_draw": FLAG,
    "bean.late_no_pay": FLAG,
    "kong.late_exposed": _choice("allowed", "forbidden"),
    "chajiao.rule": _choice("unready_pay_ready"),
    "chajiao.which_wait": _choice("best"),
    "chajiao.special": FLAG,
    "chajiao.lianzhuang": FLAG,
    "chajiao.discarded_standing": FLAG,
    "chicken.flip": _choice("next", "swing"),
    "chicken.flip_value": AMOUNT,
    "chicken.no_flip_on_last_tile": FLAG,
    "chicken.needs_ready": FLAG,
    "chicken.zones": _exactly("hand", "melds"),
    "chicken.flip_in_discards": FLAG,
    **{f"chicken.standing.{t}.{f}": MAYBE_AMOUNT for t in CHICKEN_TILES for f in ("plain", "gold")},
    "chicken.standing_in_discards": FLAG,
    "chicken_kong_an.plain": MAYBE_AMOUNT,
    "chicken_kong_an.gold": MAYBE_AMOUNT,
    "chicken_kong_an.flipped_too": FLAG,
    **{f"charge.{t}.{f}": MAYBE_AMOUNT for t in CHICKEN_TILES for f in ("plain", "gold")},
    "charge.on_claim": _choice("resp", "moves"),
    **{f"resp.{t}.{f}": MAYBE_AMOUNT for t in CHICKEN_TILES for f in ("plain", "gold")},
    "resp.applies": _choice("first", "any"),
    "reverse.on": FLAG,
    "reverse.an": FLAG,
    "reverse.pung": FLAG,
    "reverse.resp": FLAG,
    "reverse.beans": _choice("none", "chicken", "all"),
    "genzhang": MAYBE_AMOUNT,
    "que.required": FLAG,
    "que.leftover": AMOUNT,
    "que.original": AMOUNT,
}


class GroupValueError(ValueError):
    """A value that can't stand for the whole group; says in both languages what could."""

    def __init__(self, en: str, zh: str) -> None:
        super().__init__(en)
        self.zh = zh


def _known_keys(value: Any, known: tuple[str, ...]) -> Mapping[str, Any]:
    en, zh = f"a table of {', '.join(known)}", f"一组 {'、'.join(known)}"
    if not isinstance(value, Mapping):
        raise GroupValueError(en, zh)
    for key in value:
        if key not in known:
            raise GroupValueError(f"{en}; {key!r} isn't one of them", f"{zh}，里面没有「{key}」")
    return value


def _expand_patterns(value: Any) -> dict[str, Any]:
    table = _known_keys(value, PATTERNS)
    return {f"patterns.{p}": table[p] for p in PATTERNS if p in table}


def _expand_fields(prefix: str, off: str, defaults: dict[str, Any]) -> Callable[[Any], dict[str, Any]]:
    """A group that may be null as a whole: its ``off`` leaf becomes None."""

    def expand(value: Any) -> dict[str, Any]:
        if value is None:
            return {f"{prefix}.{off}": None}
        table = _known_keys(value, tuple(defaults))
        if table.get(off) is None:
            raise GroupValueError(f"a table with {off}, or null", f"带 {off} 的一组，或者 null")
        return {f"{prefix}.{field}": table.get(field, default) for field, default in defaults.items()}

    return expand


_SPECIAL_FIELDS: dict[str, dict[str, Any]] = {
    s: {"bonus": None, "replaces_ping": False} | ({"exact": False} if s == "baoting" else {})
    for s in SPECIALS
}


def _expand_special(value: Any) -> dict[str, Any]:
    table = _known_keys(value, SPECIALS)
    out: dict[str, Any] = {}
    for special in SPECIALS:
        if special in table:
            out |= _expand_fields(f"special.{special}", "bonus", _SPECIAL_FIELDS[special])(table[special])
    return out


def _expand_hot_extra(value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        return {f"hot.extra.{kong}": value for kong in KONGS}
    table = _known_keys(value, KONGS)
    return {f"hot.extra.{kong}": table[kong] for kong in KONGS if kong in table}


def _expand_per_tile(prefix: str) -> Callable[[Any], dict[str, Any]]:
    """``{"1s": {"plain", "gold"}}``; a tile left out is off, as in the profiles."""

    def expand(value: Any) -> dict[str, Any]:
        table = _known_keys({} if value is None else value, CHICKEN_TILES)
        out: dict[str, Any] = {}
        for tile in CHICKEN_TILES:
            given = table.get(tile)
            fields = _known_keys({} if given is None else given, ("plain", "gold"))
            if fields and (fields.get("plain") is None or fields.get("gold") is None):
                raise GroupValueError(
                    "a table of plain and gold for each tile", "每种牌 plain 和 gold 都要有"
                )
            for field in ("plain", "gold"):
                out[f"{prefix}.{tile}.{field}"] = fields.get(field)
        return out

    return expand


def _expand_kong(value: Any) -> dict[str, Any]:
    fields = ("plain", "gold", "flipped_too")
    table = _known_keys({} if value is None else value, fields)
    return {
        "chicken_kong_an.plain": table.get("plain"),
        "chicken_kong_an.gold": table.get("gold"),
        "chicken_kong_an.flipped_too": table.get("flipped_too", False),
    }


GROUPS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "patterns": _expand_patterns,
    "special": _expand_special,
    **{
        f"special.{s}": _expand_fields(f"special.{s}", "bonus", fields)
        for s, fields in _SPECIAL_FIELDS.items()
    },
    "shabao": _expand_fields(
        "shabao", "extra", {"extra": None, "replaces_ping": False, "on_self_draw": False, "form": "extra"}
    ),
    "lianzhuang": _expand_fields(
        "lianzhuang", "first", {"first": None, "step": 0, "ping_absorb": 0, "dealer_pays": False}
    ),
    "hot.extra": _expand_hot_extra,
    "chicken.standing": _expand_per_tile("chicken.standing"),
    "charge": _expand_per_tile("charge"),
    "resp": _expand_per_tile("resp"),
    "chicken_kong_an": _expand_kong,
}
"""Group name → a function from its value to leaves; raises ``GroupValueError``."""


def collapse(group: str, leaf: Callable[[str], Any]) -> Any:
    """The value of a whole group read back from its leaves (the inverse of ``GROUPS``)."""
    if group == "patterns":
        return {p: leaf(f"patterns.{p}") for p in PATTERNS}
    if group == "special":
        return {s: collapse(f"special.{s}", leaf) for s in SPECIALS}
    if group == "hot.extra":
        return {kong: leaf(f"hot.extra.{kong}") for kong in KONGS}
    if group in ("chicken.standing", "charge", "resp"):
        return {
            tile: {"plain": plain, "gold": leaf(f"{group}.{tile}.gold")}
            for tile in CHICKEN_TILES
            if (plain := leaf(f"{group}.{tile}.plain")) is not None
        }
    prefix = f"{group}."
    fields = {name.removeprefix(prefix): leaf(name) for name in LEAVES if name.startswith(prefix)}
    if group == "chicken_kong_an":
        return None if fields["plain"] is None and fields["gold"] is None else fields
    off = {"shabao": "extra", "lianzhuang": "first"}.get(group, "bonus")
    return None if fields[off] is None else fields
