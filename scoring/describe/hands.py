"""Sentences about winning: patterns, who may win, self-draw, 一扣几, 杠开, 报听, 杀报, 过胡 and 包牌."""

from __future__ import annotations

from functools import partial

from scoring.describe.view import GLOSS, Gated, Sentence, View, fixed, named
from scoring.hands import implied
from scoring.schema import PATTERNS, SPECIALS
from scoring.wording import SPECIAL_EN, SPECIAL_ZH, Both

SPECIAL_GLOSS: dict[str, Both] = {
    "baoting": ("第一轮就叫牌并声明", "ready and said so in the first turn"),
    "yingbao": ("摸到第一张就自摸", "self-drawn with the first tile drawn"),
    "tianhu": ("庄家起手十四张就胡", "the dealer's own tiles are a hand at once"),
    "dihu": ("闲家第一轮就胡", "by another than the dealer"),
}

EXEMPT: dict[str, Both] = {
    "hot": ("热炮", "a discard right after a kong"),
    "rob": ("抢杠", "a robbed kong"),
    "own_baoting": ("自己报听", "a declared hand of one's own"),
    "vs_baoting": ("胡报听的人", "winning from a declared player"),
    "dihu": ("地胡", "a win on the first turn"),
}


def _instead(view: View, pattern: str) -> str | None:
    """The best-paid other pattern that such a hand is too."""
    on = [p for p in implied(pattern) if p != pattern and view[f"patterns.{p}"] is not None]
    return max(on, key=lambda p: int(view[f"patterns.{p}"]), default=None)


def _pattern(pattern: str, view: View) -> Both:
    (name_zh, name_en), (gloss_zh, gloss_en) = named(pattern), GLOSS[pattern]
    if view[f"patterns.{pattern}"] is None:
        other = _instead(view, pattern)
        if other is None:
            return f"{name_zh}（{gloss_zh}）不算胡牌。", f"{name_en.capitalize()} ({gloss_en}) is no hand."
        other_zh, other_en = named(other)
        amount = view.discard(other)
        return (
            f"{name_zh}（{gloss_zh}）不单算，按{other_zh}算 {view.of(amount)}。",
            f"{name_en.capitalize()} ({gloss_en}) has no value of its own and counts as {other_en}, "
            f"{view.of(amount)}.",
        )
    value, once, self_drawn = view[f"patterns.{pattern}"], view.discard(pattern), view.self_draw(pattern)
    each_zh, each_en = view.each(self_drawn)
    extra = view["base_add"]
    return (
        f"{name_zh}（{gloss_zh}）{view.of(value)}：别人点炮，点炮的出 {view.of(once)}；自摸{each_zh}。"
        + (f"每把都加的 {view.of(extra)}已算在里面。" if extra else ""),
        f"{name_en.capitalize()} ({gloss_en}) is {view.of(value)}: on a discard its discarder pays "
        f"{view.of(once)}; self-drawn, {each_en}."
        + (f" The {view.of(extra)} that every win adds are in these figures." if extra else ""),
    )


def _exempt(view: View) -> Both:
    listed = [EXEMPT[key] for key in view["win.pass_exempt"]]
    if not listed:
        return "没有豆的平胡，热炮、抢杠也不能胡。", "A plain hand without a kong has no exceptions."
    return (
        f"没有豆的平胡，遇到{'、'.join(zh for zh, _ in listed)}也能胡。",
        f"A plain hand without a kong may still win on: {', '.join(en for _, en in listed)}.",
    )


def _self_plain(view: View) -> Both:
    each_zh, each_en = view.each(view.self_draw("ping"))
    value = view["selfdraw.ping_value"]
    if value is None:
        return (
            f"平胡自摸跟点炮一样按平胡算：{each_zh}。",
            f"A self-drawn plain hand has no value of its own: {each_en}.",
        )
    return (
        f"平胡自摸算 {view.of(value)}：{each_zh}。",
        f"A self-drawn plain hand is {view.of(value)}: {each_en}.",
    )


def _self_bonus(view: View) -> Both:
    bonus, pattern = view["selfdraw.bonus"], view.example
    if not bonus:
        return "自摸不另外加。", "A self-draw adds nothing."
    each_zh, each_en = view.each(view.self_draw(pattern))
    name_zh, name_en = named(pattern)
    return (
        f"自摸每家多出 {view.of(bonus)}：{name_zh}自摸{each_zh}。",
        f"A self-draw adds {view.of(bonus)} from each: for {name_en}, {each_en}.",
    )


def _base_add(view: View) -> Both:
    extra, pattern = view["base_add"], view.example
    if not extra:
        return "没有一扣几，牌型多大就算多大。", "Nothing is added to the value of a hand."
    name_zh, name_en = named(pattern)
    value = view[f"patterns.{pattern}"]
    return (
        f"每次胡牌都加 {view.of(extra)}，查叫也加：{name_zh} {value} + {extra} = {view.of(value + extra)}。",
        f"Every win adds {view.of(extra)}, an exhausted wall too: {name_en} {value} + {extra} = "
        f"{view.of(value + extra)}.",
    )


def _after_kong(view: View) -> Both:
    extra, pattern = view["gangkai"], view.example
    if not extra:
        return "杠开（杠上花）不另外加。", "A win on the tile drawn after a kong adds nothing."
    each_zh, each_en = view.each(view.self_draw(pattern) + extra)
    name_zh, name_en = named(pattern)
    return (
        f"杠开（杠上花）每家多出 {view.of(extra)}：{name_zh}杠开{each_zh}。",
        f"A win on the tile drawn after a kong adds {view.of(extra)} from each: for {name_en}, {each_en}.",
    )


def _special_bonus(special: str, view: View) -> Both:
    name_zh, name_en = SPECIAL_ZH[special], SPECIAL_EN[special]
    gloss_zh, gloss_en = SPECIAL_GLOSS[special]
    bonus, pattern = view[f"special.{special}.bonus"], view.example
    if bonus is None:
        return (
            f"{name_zh}（{gloss_zh}）不另外算钱。",
            f"{name_en.capitalize()} ({gloss_en}) earns nothing extra.",
        )
    if special == "baoting" and view["special.baoting.exact"]:
        return (
            f"{name_zh}（{gloss_zh}）胡了一律算 {view.of(bonus)}。",
            f"{name_en.capitalize()} ({gloss_en}) counts {view.of(bonus)}, whatever it is.",
        )
    hand_zh, hand_en = named(pattern)
    value = view.discard(pattern)
    return (
        f"{name_zh}（{gloss_zh}）胡了，付钱的每家多付 {view.of(bonus)}：{hand_zh} {value} + {bonus} = "
        f"{view.of(value + bonus)}。",
        f"{name_en.capitalize()} ({gloss_en}) adds {view.of(bonus)} from whoever pays: {hand_en} {value} + "
        f"{bonus} = {view.of(value + bonus)}.",
    )


def _special_plain(special: str, view: View) -> Both:
    name_zh, name_en = SPECIAL_ZH[special], SPECIAL_EN[special]
    bonus, plain = view[f"special.{special}.bonus"], view.discard("ping")
    own = view.of(view["patterns.ping"])
    if view[f"special.{special}.replaces_ping"]:
        return (
            f"{name_zh}的平胡只算这 {view.of(bonus)}，平胡自己的 {own}不再加。",
            f"With “{name_en}” a plain hand counts only these {view.of(bonus)}; its own {own} is dropped.",
        )
    return (
        f"{name_zh}的平胡也是两样相加：{plain} + {bonus} = {view.of(plain + bonus)}。",
        f"With “{name_en}” a plain hand adds up too: {plain} + {bonus} = {view.of(plain + bonus)}.",
    )


def _baoting_exact(view: View) -> Both:
    bonus, pattern = view["special.baoting.bonus"], view.example
    name_zh, name_en = named(pattern)
    value = view.discard(pattern)
    if view["special.baoting.exact"]:
        return (
            f"报听胡什么牌都正好算 {view.of(bonus)}，不再加牌型：{name_zh}也是 {view.of(bonus)}。",
            f"A declared hand counts exactly {view.of(bonus)}, the pattern isn't added: {name_en} too.",
        )
    return (
        f"报听的大牌在牌型上加：{name_zh} {value} + {bonus} = {view.of(value + bonus)}。",
        f"A declared hand's bonus is added to bigger patterns: {name_en} {value} + {bonus} = "
        f"{view.of(value + bonus)}.",
    )


def _shabao(view: View) -> Both:
    extra, pattern = view["shabao.extra"], view.example
    if extra is None:
        return "没有杀报：胡了报听的人不另外收钱。", "Beating a declared player earns nothing extra."
    if view["shabao.form"] == "own_value":
        return (
            "有杀报：胡了报听的人打的牌，他付多少看他自己叫的那副牌。",
            "A declared player who deals in pays by what he himself had declared.",
        )
    name_zh, name_en = named(pattern)
    value = view.discard(pattern)
    return (
        f"杀报：胡了报听的人打的牌，他另付 {view.of(extra)}：{name_zh} {value} + {extra} = "
        f"{view.of(value + extra)}。",
        f"Beating a declared player: when he deals in he pays {view.of(extra)} more: {name_en} {value} + "
        f"{extra} = {view.of(value + extra)}.",
    )


def _shabao_plain(view: View) -> Both:
    extra, plain = view["shabao.extra"], view.discard("ping")
    own = view.of(view["patterns.ping"])
    if view["shabao.replaces_ping"]:
        return (
            f"杀报胡的是平胡，只算这 {view.of(extra)}，平胡的 {own}不再加。",
            f"When a plain hand beats a declared player, only these {view.of(extra)} count; its own "
            f"{own} is dropped.",
        )
    return (
        f"杀报胡的是平胡，也是两样相加：{plain} + {extra} = {view.of(plain + extra)}。",
        f"When a plain hand beats a declared player, both add up: {plain} + {extra} = {view.of(plain + extra)}.",
    )


def _guohu(view: View) -> Both:
    pattern = view.example
    value = view.discard(pattern)
    name_zh, name_en = named(pattern)
    wordings: dict[str, Both] = {
        "none": ("放过一次胡没有后果。", "Letting a win go has no consequence."),
        "forbid": (
            "过胡：能胡不胡，到自己下次出牌以前不能再胡别人打的牌。",
            "A player who lets a discard go may not win on a discard until he has discarded himself.",
        ),
        "baopai": (
            "包牌：叫了牌放过一炮，自己还没摸牌又去胡别人的炮，就不收钱，反过来按自己的牌付给每一家："
            f"{name_zh}付给每家 {view.of(value)}，共 {view.of(value * view.payers)}。",
            "A ready player who lets a discard go and wins on another before his own draw pays everybody his "
            f"own value instead: for {name_en} {view.of(value)} to each, {value * view.payers} in all.",
        ),
        "passer_pays": (
            "包牌：叫了牌放过一炮，自己还没摸牌又有人点炮给别人胡，放过的人要按自己叫的牌付给每一家："
            f"叫{name_zh}付给每家 {view.of(value)}，共 {view.of(value * view.payers)}。",
            "A ready player who lets a discard go and sees another win the next one before his own draw pays "
            f"everybody what he was ready for: {name_en} {view.of(value)} to each, {value * view.payers} in all.",
        ),
    }
    return wordings[view["guohu"]]


def _no_shabao(view: View) -> bool:
    return view["shabao.extra"] is None


_UNUSED_SHABAO: Both = (
    "没有杀报，这一条用不上。",
    "Not used: nothing is paid for beating a declared player.",
)

WINNING: dict[str, Sentence] = {
    **{f"patterns.{p}": partial(_pattern, p) for p in PATTERNS},
    "win.ping_discard_needs_pass": fixed(
        "win.ping_discard_needs_pass",
        {
            True: (
                "平胡没有豆只能自摸；有豆（通行证）才能胡别人打的牌。大牌不用豆。",
                "A plain hand without a kong wins only by self-draw; a kong is the pass for discards. Bigger "
                "hands need none.",
            ),
            False: ("平胡没有豆也能胡别人打的牌。", "A plain hand may win on a discard without a kong."),
        },
    ),
    "win.pass_exempt": Gated(
        lambda view: not view["win.ping_discard_needs_pass"],
        ("平胡本来就不用豆，这一条用不上。", "Not used: a plain hand needs no kong."),
        _exempt,
    ),
    "selfdraw.ping_value": _self_plain,
    "selfdraw.bonus": _self_bonus,
    "base_add": _base_add,
    "gangkai": _after_kong,
}
for _special in SPECIALS:
    WINNING[f"special.{_special}.bonus"] = partial(_special_bonus, _special)
    WINNING[f"special.{_special}.replaces_ping"] = Gated(
        lambda view, special=_special: view[f"special.{special}.bonus"] is None,  # type: ignore[misc]
        (
            f"{SPECIAL_ZH[_special]}不另外算钱，这一条用不上。",
            f"Not used: {SPECIAL_EN[_special]} earns nothing.",
        ),
        partial(_special_plain, _special),
    )
    if _special == "baoting":
        WINNING["special.baoting.exact"] = Gated(
            lambda view: view["special.baoting.bonus"] is None,
            ("报听不另外算钱，这一条用不上。", "Not used: declared ready earns nothing."),
            _baoting_exact,
        )
WINNING |= {
    "shabao.extra": _shabao,
    "shabao.replaces_ping": Gated(_no_shabao, _UNUSED_SHABAO, _shabao_plain),
    "shabao.on_self_draw": Gated(
        _no_shabao,
        _UNUSED_SHABAO,
        fixed(
            "shabao.on_self_draw",
            {
                True: (
                    "别人自摸也算杀报，报听的人另付；其余各家只付牌型。",
                    "Another's self-draw beats a declared player too: he pays it, the rest pay the hand only.",
                ),
                False: (
                    "只有报听的人点炮才算杀报，别人自摸不算。",
                    "A declared player pays for being beaten only when he deals in, not on another's self-draw.",
                ),
            },
        ),
    ),
    "shabao.form": Gated(
        _no_shabao,
        _UNUSED_SHABAO,
        fixed(
            "shabao.form",
            {
                "extra": (
                    "杀报是在胡家的牌型上另加一个数。",
                    "Being beaten costs a declared player an amount on top of the winner's hand.",
                ),
                "own_value": (
                    "杀报按报听的人自己叫的那副牌算：他不付胡家的牌型，付自己叫的牌型加报听的数。",
                    "A declared player who is beaten pays the value of what he had declared, not the winner's hand.",
                ),
            },
        ),
    ),
    "guohu": _guohu,
}
