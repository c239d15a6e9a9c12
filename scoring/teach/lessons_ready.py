"""The lesson about 叫牌: what it is, what it brings, what doesn't matter for it."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.profile import Profile
from scoring.rules.readiness import seven_pairs
from scoring.teach.lesson import Block, Example, Lesson, Waiting
from scoring.teach.tables import Deal, Seat
from scoring.wording import Both


def _ready(profile: Profile) -> Sequence[Block]:
    return (
        Waiting(("七八条，差六条或九条", "7-8 of bamboo lacks the 6 or the 9"), "234567p99p234s78s", "69s"),
        Waiting(
            ("二三四五六筒连着，三张都行", "2-3-4-5-6 of dots takes three tiles"), "23456p99p345s678s", "147p"
        ),
        Waiting(
            ("四副齐了，单等一张做对子", "Four sets are there; one tile to pair"), "123567p345s678s9p", "9p"
        ),
        Waiting(("两对，哪对变三张都行", "Two pairs: either may become three"), "234567p345s99p88s", "9p8s"),
        *(
            (Waiting(("六对，差第七对", "Six pairs lack the seventh"), "1122p55p88p33s66s9s", "9s"),)
            if seven_pairs(profile)
            else ()
        ),
        Waiting(("只差幺鸡，可四张都在自己手里", "Only the fifth 1 of bamboo would do"), "222333444p1111s"),
        Waiting(
            (
                "单等八条，可自己碰了三张、手里一张",
                "Waits to pair the 8 of bamboo, but has pung three and holds one",
            ),
            "234567p345s8s",
            melds=("pung 888s<B",),
        ),
        Waiting(("还没叫", "Not ready yet"), "1225889m224799s"),
        Example(
            (
                "A 单等九筒，另外三张在 B 手里和桌上：摸不到了，还是算叫牌",
                "A waits for the 9 of dots alone; B holds or discarded the other three. It can't come, and he is ready",
            ),
            Deal(
                Seat("123567p345s678s9p"),
                b=Seat("1225889m2247p99p", discards="9p"),
                d=Seat("135599m1134678p"),
                result={"type": "draw"},
                flip=None,
            ),
        ),
    )


def _plain_is_ready(profile: Profile) -> Both | None:
    if not profile["win.ping_discard_needs_pass"]:
        return None
    return (
        "没有豆的平胡，没有通行证，不能胡别人打的；可自己摸到就能胡，所以也算叫牌。",
        "A plain hand without a kong lacks the pass and can't win on a discard; but it can draw its tile, so it is ready.",
    )


def _worth_being_ready(profile: Profile) -> Both:
    beans, chickens = profile["bean.needs_ready"], profile["chicken.needs_ready"]
    if not beans and not chickens:
        return (
            "这套规则里，没叫牌的豆和鸡也照样收钱；叫没叫，看黄庄查叫。",
            "Under these rules kongs and chickens pay the unready too; being ready matters when nobody wins.",
        )
    what_zh = "豆和鸡" if beans and chickens else "豆" if beans else "鸡"
    what_en = "kongs or chickens" if beans and chickens else "kongs" if beans else "chickens"
    return (
        f"钱看叫没叫：一把完了没叫牌的，自己的{what_zh}一定收不到钱。",
        f"Money turns on it: who isn't ready when the hand ends collects nothing for his {what_en}, ever.",
    )


READY = Lesson(
    "ready",
    ("叫牌", "Being ready"),
    (
        (
            "再来一张就能胡，这就是叫牌（也叫听牌、叫嘴、下叫）。",
            "A hand one tile short of complete is ready (叫牌; also 听牌, 叫嘴, 下叫).",
        ),
        _worth_being_ready,
        (
            "胡的那家也算叫牌。张数不对（相公）不算叫。",
            "The winner counts as ready. A hand with the wrong number of tiles (相公) doesn't.",
        ),
        _plain_is_ready,
        (
            "要的牌在别人手里、在桌上有几张，都不管，照样算叫。只看自己：手里的加上自己碰杠的，四张都在自己这里，才不算叫。",
            "How many of the awaited tile others hold, or lie on the table, doesn't matter: you are ready all the same. Only "
            "what is your own counts, hand and melds together: a wait on a tile of which you have all four is none.",
        ),
        (
            "没叫牌的，看还差几步：换进一张有用的牌是一步。还差 2 步，就是再换进两张有用的才叫牌；1 步，换进一张就叫。",
            "Who isn't ready is some steps away: a step is one useful tile taken in for a useless one. Two steps away means "
            "two such tiles until ready, one step away means one.",
        ),
    ),
    ("bean.needs_ready", "chicken.needs_ready"),
    _ready,
)
