"""Why: one sentence an item, in Chinese and English, built from the item's own facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scoring import wording as w
from scoring.errors import Lang
from scoring.settle import Settlement
from scoring.table import Table
from scoring.transfer import Transfer

_Writer = Callable[[Transfer, Table, str], tuple[str, str]]


def why(transfer: Transfer, settlement: Settlement, lang: Lang) -> str:
    """The reason of one item as a sentence."""
    code = transfer.code
    reversed_three = code.endswith("_R3")
    base = code.removesuffix("_R3")
    if base.startswith("REV_"):
        zh, en = _reversed(transfer, settlement.table)
    else:
        zh, en = _WRITERS[base](transfer, settlement.table, settlement.table.profile.spoken_unit)
    if reversed_three:
        zh = f"一炮三响倒过来付：{zh}"
        en = f"three winners on one tile, so it turns around: {en}"
    if transfer.declared:
        zh += "（手牌没看到，按报的算）"
        en += " (tiles not seen, as declared)"
    text = zh if lang == "zh" else en[0].upper() + en[1:]
    return text + ("。" if lang == "zh" else ".")


def _how(table: Table) -> tuple[str, str]:
    """自摸 / 点炮 … with the tile."""
    result = table.situation.result
    zh = f"{w.tile(result.tile, 'zh')}" if result.tile else ""
    en = f" on {w.tile(result.tile, 'en')}" if result.tile else ""
    if result.type == "discard":
        return f"{result.source} 点炮{zh}", f"{result.source} dealt in{en}"
    if result.type == "rob":
        return f"抢 {result.source} 的杠{zh}", f"robbed {result.source}'s kong{en}"
    return (
        (f"杠开{zh}", f"self-draw after a kong{en}")
        if result.type == "after_kong"
        else (f"自摸{zh}", f"self-draw{en}")
    )


def _amount(t: Transfer, unit: str) -> tuple[str, str]:
    every = "各" if len(t.payers) > 1 else ""
    each = " each" if len(t.payers) > 1 else ""
    return (
        f"{w.seats(t.payers, 'zh')} {every}付 {t.each} {unit}",
        f"{w.seats(t.payers, 'en')} pay{'' if len(t.payers) > 1 else 's'} {t.each} {unit}{each}",
    )


def _times(t: Transfer) -> tuple[str, str]:
    n = t.facts["shares"]
    if n == 1:
        return "", ""
    return f"，一家包 {n} 家（{t.facts['value']}×{n}）", f", one pays for all {n} ({t.facts['value']}×{n})"


def _hand(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    how, pays, times = _how(table), _amount(t, unit), _times(t)
    zh, en = w.pattern(t.facts["pattern"], "zh"), w.pattern(t.facts["pattern"], "en")
    extra_zh, extra_en = value_extras(t.params, table)
    return (
        f"{how[0]}，{t.to} 胡{zh}{extra_zh}{times[0]}：{pays[0]}",
        f"{how[1]}: {t.to} wins with {en}{extra_en}{times[1]}; {pays[1]}",
    )


def value_extras(params: Sequence[str], table: Table) -> tuple[str, str]:
    """What made a hand's value other than its pattern's: 自摸, 每胡加, 抢杠算清一色; empty where nothing did."""
    zh, en = [], []
    for param in params:
        if param == "selfdraw.ping_value":
            zh.append(f"自摸平胡算 {table.profile[param]}")
            en.append(f"a self-drawn plain hand counts {table.profile[param]}")
        elif param == "selfdraw.bonus":
            zh.append(f"自摸加 {table.profile[param]}")
            en.append(f"self-draw adds {table.profile[param]}")
        elif param == "base_add":
            zh.append(f"每胡加 {table.profile[param]}")
            en.append(f"every win adds {table.profile[param]}")
        elif param == "rob.floor_qing":
            zh.append("抢杠算清一色")
            en.append("a robbed kong counts as one suit (清一色)")
    return ("（" + "，".join(zh) + "）" if zh else "", f" ({', '.join(en)})" if en else "")


def _special(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    name = t.facts["special"]
    pays, times = _amount(t, unit), _times(t)
    return (
        f"{t.to} {w.SPECIAL_ZH[name]}加 {t.facts['value']}{times[0]}：{pays[0]}",
        f"{t.to}: {w.SPECIAL_EN[name]} ({w.SPECIAL_ZH[name]}) adds {t.facts['value']}{times[1]}; {pays[1]}",
    )


def _plain(zh: str, en: str) -> _Writer:
    def write(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
        pays = _amount(t, unit)
        return f"{zh}：{pays[0]}", f"{en}; {pays[1]}"

    return write


def _hot(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    kong, pays = t.facts["kong"], _amount(t, unit)
    return (
        f"热炮：{t.payers[0]} 刚杠了{w.KONG_ZH[kong]}，打出就点炮，{pays[0]}",
        f"hot discard: {t.payers[0]} dealt in right after a {w.KONG_EN[kong]}; {pays[1]}",
    )


def _shabao(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    pays = _amount(t, unit)
    if t.facts["own_value"]:
        zh, en = w.pattern(t.facts["pattern"], "zh"), w.pattern(t.facts["pattern"], "en")
        return (
            f"杀报：{t.payers[0]} 报了听，按自己报的{zh}付，{pays[0]}",
            f"杀报: {t.payers[0]} had declared ready and pays his own {en}; {pays[1]}",
        )
    who = w.seats(t.payers, "zh")
    return (
        f"杀报：{who} 报了听却被胡，{pays[0]}",
        f"杀报: {w.seats(t.payers, 'en')} had declared ready; {pays[1]}",
    )


def _streak(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    dealer, n, pays = t.facts["dealer"], t.facts["streak"], _amount(t, unit)
    share = ("（包庄家那份）", " (the dealer's share)") if t.facts.get("for_dealer") else ("", "")
    return (
        f"{dealer} 坐庄第 {n} 把，连庄加{share[0]}：{pays[0]}",
        f"{dealer} deals for the {_ordinal(n)} hand running, the dealer's surcharge (连庄){share[1]}; {pays[1]}",
    )


def _ordinal(n: int) -> str:
    suffix = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{suffix}"


def _reverse3(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    name, pays = t.facts["pattern"], _amount(t, unit)
    return (
        f"一炮三响，胡的人倒付点炮的：{t.payers[0]} 的{w.pattern(name, 'zh')}，{pays[0]}",
        f"three winners on one tile pay the discarder: {t.payers[0]}'s {w.pattern(name, 'en')}; {pays[1]}",
    )


def _baopai(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    name, pays = t.facts["pattern"], _amount(t, unit)
    zh, en = w.pattern(name, "zh"), w.pattern(name, "en")
    if t.facts["passer_wins"]:
        return (
            f"包牌：{t.payers[0]} 过了胡又在自己摸牌前胡{zh}，反付每家，{pays[0]}",
            f"包牌: {t.payers[0]} passed a win and then won with {en} before drawing, so he pays everybody; {pays[1]}",
        )
    return (
        f"包牌：{t.payers[0]} 有胡不胡，后来别人胡了，按自己的{zh}付每家，{pays[0]}",
        f"包牌: {t.payers[0]} passed a win and another won, so he pays his own {en} to everybody; {pays[1]}",
    )


def _chajiao(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    name, pays = t.facts["pattern"], _amount(t, unit)
    on_zh = f"，最大叫{w.tile(t.facts['tile'], 'zh')}" if t.facts["tile"] else ""
    on_en = f", best on {w.tile(t.facts['tile'], 'en')}" if t.facts["tile"] else ""
    return (
        f"黄庄查叫：{t.to} 叫牌{on_zh}是{w.pattern(name, 'zh')}，没叫的 {pays[0]}",
        f"exhausted draw: {t.to} is ready{on_en} for {w.pattern(name, 'en')}; unready {pays[1]}",
    )


def _chajiao_chicken(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    name, n, pays = t.facts["tile"], t.facts["count"], _amount(t, unit)
    charge = ("，其中一张冲锋", ", one of them the first") if t.facts["charge"] else ("", "")
    return (
        f"黄庄查叫：{t.to} 打出 {n} 张{w.tile(name, 'zh')}{charge[0]}，没叫的 {pays[0]}",
        f"exhausted draw: {t.to} discarded {n} {w.tile(name, 'en')}{charge[1]}; unready {pays[1]}",
    )


def _bean(kong: str) -> _Writer:
    def write(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
        name, pays = t.facts["tile"], _amount(t, unit)
        return (
            f"{t.to} 的{w.KONG_ZH[kong]}（{w.tile(name, 'zh')}）：{pays[0]}",
            f"{t.to}'s {w.KONG_EN[kong]} of {w.tile(name, 'en')}; {pays[1]}",
        )

    return write


def _chicken_kind(table: Table, name: str) -> tuple[str, str]:
    kinds = table.chickens
    if name in kinds.gold:
        return "金鸡", "gold chicken"
    return ("常鸡", "standing chicken") if name in kinds.standing else ("翻牌鸡", "flipped chicken")


def _chicken(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    f, pays, kind = t.facts, _amount(t, unit), _chicken_kind(table, t.facts["tile"])
    flip = table.situation.flip
    shown = f["tile"] in table.chickens.flipped and flip is not None
    flip_zh = f"翻{w.tile(flip, 'zh')}，" if shown and flip else ""
    flip_en = f"the flip is {w.tile(flip, 'en')}, so " if shown and flip else ""
    return (
        f"{flip_zh}{w.tile(f['tile'], 'zh')}是{kind[0]}，{t.to} 有 {f['count']} 张（{w.zones(f['zones'], 'zh')}），"
        f"每张 {f['value']}：{pays[0]}",
        f"{flip_en}{w.tile(f['tile'], 'en')} is a {kind[1]}; {t.to} has {f['count']} ({w.zones(f['zones'], 'en')}), "
        f"{f['value']} a tile; {pays[1]}",
    )


def _chicken_kong(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    name, pays = t.facts["tile"], _amount(t, unit)
    return (
        f"{t.to} 闷了四张鸡（{w.tile(name, 'zh')}），豆和鸡一起算：{pays[0]}",
        f"{t.to}'s concealed kong of chickens ({w.tile(name, 'en')}), kong and chickens together; {pays[1]}",
    )


def _charge(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    f, pays = t.facts, _amount(t, unit)
    gold = ("金", " in gold") if f["gold"] else ("", "")
    if f["moved"]:
        return (
            f"第一张{w.tile(f['tile'], 'zh')}被 {t.to} 碰走，{gold[0]}英雄鸡归 {t.to}：{pays[0]}",
            f"{t.to} claimed the first {w.tile(f['tile'], 'en')}, so the 英雄鸡{gold[1]} is his; {pays[1]}",
        )
    return (
        f"{t.to} 打出第一张{w.tile(f['tile'], 'zh')}没人要，{gold[0]}冲锋鸡：{pays[0]}",
        f"{t.to} discarded the first {w.tile(f['tile'], 'en')} unclaimed: 冲锋鸡{gold[1]}; {pays[1]}",
    )


def _resp(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    f, pays = t.facts, _amount(t, unit)
    gold = ("金鸡，", " in gold") if f["gold"] else ("", "")
    return (
        f"责任鸡：{t.payers[0]} 打的{w.tile(f['tile'], 'zh')}被 {t.to} 要走，{gold[0]}另外 {pays[0]}",
        f"责任鸡{gold[1]}: {t.to} claimed {t.payers[0]}'s {w.tile(f['tile'], 'en')}; {pays[1]} more",
    )


def _genzhang(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    n, pays = t.facts["drawn"], _amount(t, unit)
    zh = f"（{n} 家是现摸的，翻成 {2**n} 倍）" if n else ""
    en = f" ({n} with a tile just drawn: {2**n} times as much)" if n else ""
    return (
        f"跟张：庄家第一张，每家都跟了{zh}，{pays[0]}",
        f"跟张: all followed the dealer's first discard{en}; {pays[1]}",
    )


def _chaque(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    f, pays = t.facts, _amount(t, unit)
    return (
        f"查缺：{t.payers[0]} 定缺{w.SUIT_ZH[f['suit']]}还剩 {f['count']} 张，{pays[0]}",
        f"查缺: {t.payers[0]} still holds {f['count']} {w.SUIT_EN[f['suit']]}; {pays[1]}",
    )


def _yuanque(t: Transfer, table: Table, unit: str) -> tuple[str, str]:
    pays = _amount(t, unit)
    return f"原缺：{t.to} 起手就缺一门，{pays[0]}", f"原缺: {t.to} was dealt only two suits; {pays[1]}"


def _reversed(t: Transfer, table: Table) -> tuple[str, str]:
    """反赔: the same chicken or kong, seen from the unready player who pays it out."""
    name, unit = t.facts["tile"], table.profile.spoken_unit
    owner = t.payers[0]
    code = t.code.removeprefix("REV_")
    what: dict[str, tuple[str, str]] = {
        "CHARGE": ("冲锋鸡", "冲锋鸡"),
        "RESP": ("责任鸡", "责任鸡"),
        "CHICKEN_KONG": ("闷的四张鸡", "concealed kong of chickens"),
        "BEAN_AN": ("闷豆", "concealed kong"),
        "BEAN_WAN": ("转弯豆", "added kong"),
        "BEAN_DIAN": ("点豆", "exposed kong"),
    }
    if code == "CHICKEN":
        zh = f"亮出的 {t.facts['count']} 张{w.tile(name, 'zh')}（{w.zones(t.facts['zones'], 'zh')}），每张 {t.facts['value']}，"
        en = f"{t.facts['count']} exposed {w.tile(name, 'en')} ({w.zones(t.facts['zones'], 'en')}), {t.facts['value']} a tile"
    else:
        zh = f"{what[code][0]}（{w.tile(name, 'zh')}）"
        en = f"{what[code][1]} ({w.tile(name, 'en')})"
    return (
        f"反赔：{owner} 没叫牌，{zh}要赔给叫牌的 {t.to}，付 {t.each} {unit}",
        f"反赔: {owner} isn't ready, so the {en} are paid out to {t.to}, who is; {t.each} {unit}",
    )


_WRITERS: dict[str, _Writer] = {
    "HAND": _hand,
    "SPECIAL": _special,
    "GANGKAI": _plain("杠开加", "win on the tile after a kong (杠开)"),
    "HOT": _hot,
    "ROB": _plain("抢杠打底", "robbed kong (抢杠)"),
    "SHABAO": _shabao,
    "LIAN": _streak,
    "REVERSE3": _reverse3,
    "BAOPAI": _baopai,
    "CHAJIAO": _chajiao,
    "CHAJIAO_CHICKEN": _chajiao_chicken,
    "BEAN_AN": _bean("concealed-kong"),
    "BEAN_WAN": _bean("added-kong"),
    "BEAN_DIAN": _bean("exposed-kong"),
    "CHICKEN": _chicken,
    "CHICKEN_KONG": _chicken_kong,
    "CHARGE": _charge,
    "RESP": _resp,
    "GENZHANG": _genzhang,
    "CHAQUE": _chaque,
    "YUANQUE": _yuanque,
}
