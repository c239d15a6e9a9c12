"""Every value of every profile matters: change it, and some settlement changes (or is refused otherwise).

``SURVIVORS`` lists the leaves whose value can't show in a settlement, each with the reason; a leaf there that is
noticed after all fails too, so the list stays honest.
"""

import random

import pytest

from scoring.codec import settle_json
from scoring.profile import load_profile, profile_ids
from scoring.schema import LEAVES
from tests.oracle.random_situations import random_situation
from tests.scoring.cases import base, examples, sums

CORPUS = 400

TEXT_FOR_PEOPLE = "text for people (RULES 4.1.10)"
ONE_VALUE = "accepts one value only (RULES 4.1.10)"
SURVIVORS = {
    **{
        f"meta.{n}": TEXT_FOR_PEOPLE
        for n in ("first_dealer", "chi", "kong_draw", "baoting_window", "baoting_lock", "must_win")
    },
    "dealer.one_winner": ONE_VALUE,
    "dealer.draw_all_or_none": ONE_VALUE,
    "chajiao.rule": ONE_VALUE,
    "chajiao.which_wait": ONE_VALUE,
    "chicken.zones": ONE_VALUE,
}


def unused_here(profile, leaf):
    """Why this leaf can't show in this profile, or None: its feature is off as a whole."""
    get = profile.__getitem__
    off = {
        "dealer.": get("dealer.mode") == "none",
        "lianzhuang.": get("dealer.mode") == "none"
        or (get("lianzhuang.first") is None and leaf != "lianzhuang.first"),
        "chajiao.lianzhuang": get("lianzhuang.first") is None,
        "shabao.": get("shabao.extra") is None and leaf != "shabao.extra",
        "reverse.": not get("reverse.on") and leaf != "reverse.on",
        "que.": not get("que.required") and leaf != "que.required",
        "resp.applies": not profile.get("resp"),
        "charge.on_claim": not profile.get("charge") and not profile.get("resp"),
        "chicken_kong_an.flipped_too": get("chicken_kong_an.plain") is None,
        # A robbed kong counted as a self-draw shows only where a self-draw is worth more than a discard.
        "rob.as_self_draw": get("selfdraw.ping_value") is None and not get("selfdraw.bonus"),
    }
    if get("rob.floor_qing") and not get("selfdraw.bonus"):
        off["rob.as_self_draw"] = True  # the floor of 清一色 covers the plain hand's 2
    if get("charge.on_claim") == "moves":
        off["resp."] = True
    if not profile.get("chicken.standing"):
        off |= dict.fromkeys(("chajiao.discarded_standing", "reverse.on", "chicken_kong_an.gold"), True)
    for special in ("baoting", "yingbao", "tianhu", "dihu"):
        if get(f"special.{special}.bonus") is None:
            off[f"special.{special}.replaces_ping"] = True
            off["special.baoting.exact"] = off.get("special.baoting.exact", False) or special == "baoting"
    if get("special.baoting.bonus") is None and get("special.yingbao.bonus") is None:
        off["chajiao.special"] = True
    if leaf == "chicken.standing_in_discards":
        return "no standing chicken" if not profile.get("chicken.standing") else None
    if leaf.startswith(("charge.", "resp.", "chicken.standing.")) and leaf.endswith(".gold"):
        return "off" if get(leaf.removesuffix("gold") + "plain") is None else None
    if leaf == "dealer.mode":
        return None
    return next(
        (f"{prefix} is off here" for prefix, is_off in off.items() if is_off and leaf.startswith(prefix)),
        None,
    )


def other_values(leaf, value):
    """Values the leaf accepts instead: all choices, or a nearby number and (where allowed) off."""
    kind = LEAVES[leaf]
    if leaf == "meta.players":
        return [[n] for n in (2, 3, 4) if [n] != value]
    if isinstance(value, bool) or (kind.choices and isinstance(value, str)):
        return [v for v in kind.choices if v != value]
    if isinstance(value, list):
        return [[v for v in value if v != dropped] for dropped in value]
    if isinstance(value, int):
        return [value + 1] + ([None] if kind.nullable and value else [])
    return [777]  # off: more than any hand is worth, so that a pattern made to count wins


def result_of(situation, overlay):
    """What players would notice."""
    answer = settle_json(situation | {"overlay": overlay})
    if not answer["ok"]:
        return answer["error"]["code"]
    return (
        sums(answer),
        answer["ready"],
        answer["next_dealer"],
        answer["next_streak"],
        [w["pattern"] for w in answer["wins"]],
    )


def special_cases(profile):
    """What random hands hardly show: a flip after the last tile, a 点豆 made late, 天胡."""
    last = base(profile=profile, dealer="D", dealer_streak=1, result__last_tile=True)
    late = base(profile=profile, dealer="D", dealer_streak=1)
    late["players"]["D"] = {"hand": "568m479p2357s", "melds": ["exposed-kong 1111m<A late"]}
    heaven = base(profile=profile, dealer="C", dealer_streak=1)
    heaven["players"]["C"] = {"hand": "33377m222555p888s", "special": ["tianhu"]}
    heaven["result"] = {"type": "self", "winners": ["C"], "tile": "2p"}
    keys = ("profile", "dealer", "dealer_streak", "players", "events", "flip", "result")
    return [{key: case[key] for key in keys} for case in (last, late, heaven)]


@pytest.fixture(scope="module", params=profile_ids())
def corpus(request):
    """A profile with its examples and random situations without variants or overlays, and how each settles."""
    profile = request.param
    found = [
        {k: e[k] for k in ("profile", "dealer", "dealer_streak", "players", "events", "flip", "result")}
        for e in examples()
        if e["profile"] == profile and not e.get("variants")
    ]
    found += special_cases(profile)
    seed = 0
    while len(found) < CORPUS:
        situation = random_situation(random.Random(f"{profile} {seed}"), profile)
        seed += 1
        if not situation.get("variants") and not situation.get("overlay"):
            found.append(situation)
    return load_profile(profile), [(s, result_of(s, {})) for s in found]


def noticed(cases, leaf, value):
    return any(result_of(situation, {leaf: value}) != before for situation, before in cases)


@pytest.mark.long
def test_every_value_is_noticed(corpus):
    """Slow (minutes for all profiles): every other value of every leaf."""
    run(corpus, every=True)


def test_a_change_of_each_value_is_noticed(corpus):
    """One other value a leaf."""
    run(corpus, every=False)


def run(corpus, every):
    profile, cases = corpus
    unnoticed, listed_but_noticed = [], []
    for leaf in LEAVES:
        reason = SURVIVORS.get(leaf) or unused_here(profile, leaf)
        values = other_values(leaf, profile[leaf]) if reason not in (TEXT_FOR_PEOPLE, ONE_VALUE) else []
        if reason:
            sample = cases[:: 1 if every else 20]
            if any(noticed(sample, leaf, v) for v in values):
                listed_but_noticed.append((leaf, reason))
        elif every:
            unnoticed += [(leaf, v) for v in values if not noticed(cases, leaf, v)]
        elif not any(noticed(cases, leaf, v) for v in values):
            unnoticed.append((leaf, values))
    assert not unnoticed, f"{profile.id}: nothing notices {unnoticed}"
    assert not listed_but_noticed, f"{profile.id}: noticed after all: {listed_but_noticed}"
