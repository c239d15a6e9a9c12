"""Sentences about 豆: what kongs pay, 热炮 (the discard right after one) and 抢杠 (robbing one)."""

from __future__ import annotations

from functools import partial

from scoring.describe.view import COUNT, Sentence, View, fixed, named
from scoring.schema import KONGS
from scoring.wording import KONG_EN, KONG_ZH, Both


def _paid_by_all(name: str, kong: str, gloss: Both, view: View) -> Both:
    value = view[name]
    zh, en = KONG_ZH[kong], KONG_EN[kong].capitalize()
    if not value:
        return f"{zh}（{gloss[0]}）不收钱。", f"{en} ({gloss[1]}): nothing is paid."
    each_zh, each_en = view.each(value)
    return (
        f"{zh}（{gloss[0]}）{view.of(value)}：{each_zh}。",
        f"{en} ({gloss[1]}) is {view.of(value)}: {each_en}.",
    )


def _fed(view: View) -> Both:
    value = view["bean.dian"]
    if not value:
        return (
            "点豆（手里三张，杠别人打的第四张）不收钱。",
            "Exposed kong (three in hand and another's discard): nothing is paid.",
        )
    return (
        f"点豆（手里三张，杠别人打的第四张）{view.of(value)}：只有打那张的人出。",
        f"Exposed kong (three in hand and another's discard) is {view.of(value)}: only its feeder pays.",
    )


def _hot_extra(kong: str, view: View) -> Both:
    value = view[f"hot.extra.{kong}"]
    zh, en = KONG_ZH[kong], KONG_EN[kong]
    if not value:
        return (
            f"{zh}之后放热炮，只付炮钱，不另外加。",
            f"Dealing in right after a kong ({en}) costs nothing on top of the win.",
        )
    plain = view.discard("ping")
    return (
        f"{zh}之后放热炮，另付每个胡家 {view.of(value)}：平胡 {plain} + {value} = {view.of(plain + value)}。",
        f"Dealing in right after a kong ({en}) costs {view.of(value)} more to each winner: plain hand {plain} + "
        f"{value} = {view.of(plain + value)}.",
    )


def _raised(view: View) -> bool:
    """Whether robbing a kong makes a small hand worth 清一色."""
    return bool(view["rob.floor_qing"]) and view["patterns.qingyise"] is not None


def _rob_share(view: View) -> Both:
    pattern = view.example
    share = view.robbed(pattern)
    zh, en = named(pattern)
    raised = _raised(view)
    why_zh, why_en = (
        ("抢杠当清一色算，", "A robbed kong counts as one suit (清一色); ") if raised else ("", "")
    )
    if view["rob.triple"] and view.payers > 1:
        total = view.of(share * view.payers)
        who_zh, who_en = COUNT[view.payers]
        return (
            f"{why_zh}被抢杠的一个人包{who_zh}家：{zh} {share} × {view.payers} = {total}。",
            f"{why_en}the robbed player pays for all {who_en}: {en} {share} × {view.payers} = {total}.",
        )
    if view["rob.triple"]:
        return (
            f"{why_zh}被抢杠的一个人全包：{zh}付 {view.of(share)}。",
            f"{why_en}the robbed player pays for all: {en} {view.of(share)}.",
        )
    # Only where the hand keeps its value does it come to the same as a discard.
    same = share == view.discard(pattern) and not raised
    same_zh, same_en = ("，跟点炮一样", ", as for a discard") if same else ("", "")
    return (
        f"{why_zh}被抢杠的一个人付一份{same_zh}：{zh}付 {view.of(share)}。",
        f"{why_en}the robbed player alone pays once{same_en}: {en} {view.of(share)}.",
    )


def _rob_valued(view: View) -> Both:
    if view["rob.as_self_draw"]:
        return "抢杠胡按自摸算牌型。", "Robbing a kong is valued as a self-draw."
    if _raised(view):
        return (
            "抢杠胡不按自摸算，自摸多出来的不加。",
            "Robbing a kong isn't a self-draw: what that would add isn't paid.",
        )
    return "抢杠胡按点炮算牌型。", "Robbing a kong is valued as a win on a discard."


def _rob_floor(view: View) -> Both:
    flush = view["patterns.qingyise"]
    if not view["rob.floor_qing"]:
        return (
            "抢杠胡不当清一色，牌型是什么就算什么。",
            "A hand that robs a kong isn't raised to one suit (清一色): it keeps its value.",
        )
    if flush is None:
        return (
            "抢杠胡当清一色算；这套规则没有清一色，所以照牌型算。",
            "A hand that robs a kong would count as one suit (清一色), which has no value here.",
        )
    return (
        f"抢杠胡当清一色算，最少 {view.of(flush + view['base_add'])}；本来更大的照自己的算。",
        f"A hand that robs a kong counts as one suit (清一色), at least {view.of(flush + view['base_add'])}; bigger "
        "hands keep their value.",
    )


def _rob_extra(view: View) -> Both:
    extra = view["rob.extra"]
    if not extra:
        return "被抢杠没有另外的打底钱。", "The robbed player pays nothing on top."
    plain = view.robbed("ping") * (view.payers if view["rob.triple"] else 1)
    return (
        f"被抢杠的另付 {view.of(extra)}打底：平胡 {plain} + {extra} = {view.of(plain + extra)}。",
        f"The robbed player pays {view.of(extra)} on top: plain hand {plain} + {extra} = "
        f"{view.of(plain + extra)}.",
    )


KONG: dict[str, Sentence] = {
    "bean.an": partial(
        _paid_by_all, "bean.an", "concealed-kong", ("暗杠，自己摸到四张", "four tiles of one's own drawing")
    ),
    "bean.wan": partial(
        _paid_by_all, "bean.wan", "added-kong", ("碰了再摸到第四张", "a pung and the fourth tile drawn")
    ),
    "bean.dian": _fed,
    "bean.needs_ready": fixed(
        "bean.needs_ready",
        {
            True: (
                "自己叫了牌（或胡了）豆才收钱，没叫牌的豆不收。",
                "A kong pays only an owner who is ready or has won.",
            ),
            False: ("没叫牌，豆也照样收钱。", "A kong pays its owner even if he isn't ready."),
        },
    ),
    "bean.void_on_draw": fixed(
        "bean.void_on_draw",
        {
            True: ("黄庄时豆都不算钱。", "At an exhausted wall no kong is paid."),
            False: ("黄庄时豆照样收钱。", "Kongs are paid even at an exhausted wall."),
        },
    ),
    "bean.late_no_pay": fixed(
        "bean.late_no_pay",
        {
            True: (
                "能杠的时候不杠，以后再杠就不收钱，只当通行证。",
                "A kong not declared at the first chance pays nothing later, but is still a pass.",
            ),
            False: ("杠晚了也照样收钱。", "A kong declared late pays like any other."),
        },
    ),
    "kong.late_exposed": fixed(
        "kong.late_exposed",
        {
            "allowed": (
                "点豆错过了一次，以后还可以再杠（算晚杠）。",
                "A fed kong let pass may still be made later, as a late one.",
            ),
            "forbidden": (
                "别人打出第四张时不马上杠，以后就不能再杠。",
                "A fed kong must be made at once or not at all.",
            ),
        },
    ),
}

HOT_AND_ROB: dict[str, Sentence] = {
    **{f"hot.extra.{kong}": partial(_hot_extra, kong) for kong in KONGS},
    "hot.burn_beans": fixed(
        "hot.burn_beans",
        {
            "this": (
                "放热炮的，刚成的那个豆不算，别的豆照收。",
                "Who deals in right after a kong loses that kong; his others still pay him.",
            ),
            "all": (
                "放热炮的，这一把自己的豆全都不收钱。",
                "Who deals in right after a kong collects for none of his kongs.",
            ),
        },
    ),
    "hot.burn_chickens": fixed(
        "hot.burn_chickens",
        {
            True: (
                "放热炮的，自己的鸡也不收钱，该付的照付。",
                "Who deals in right after a kong collects for no chickens either; what he owes he still pays.",
            ),
            False: (
                "放热炮的，自己的鸡照收。",
                "Who deals in right after a kong still collects for his chickens.",
            ),
        },
    ),
    "rob.floor_qing": _rob_floor,
    "rob.as_self_draw": _rob_valued,
    "rob.triple": _rob_share,
    "rob.extra": _rob_extra,
    "rob.burn_beans": fixed(
        "rob.burn_beans",
        {
            "this": (
                "被抢杠的，只有这个转弯豆不算，别的豆照收。",
                "The robbed player loses that kong only; his others still pay him.",
            ),
            "all": (
                "被抢杠的，这一把自己的豆全都不收钱。",
                "The robbed player collects for none of his kongs.",
            ),
        },
    ),
    "rob.burn_chickens": fixed(
        "rob.burn_chickens",
        {
            True: (
                "被抢杠的，自己的鸡也不收钱，该付的照付。",
                "The robbed player collects for no chickens either; what he owes he still pays.",
            ),
            False: ("被抢杠的，自己的鸡照收。", "The robbed player still collects for his chickens."),
        },
    ),
}
