"""Properties every settlement keeps, whatever the table: zero sum, symmetry, amounts made by parameters."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.codec import settle_json
from scoring.profile import load_profile
from scoring.settle import settle
from scoring.situation import parse_situation
from scoring.tiles import format_tiles, parse_tiles
from tests.scoring.cases import any_profile, sums

SHORT, LONG = 200, 10_000
seeds = st.integers(min_value=0, max_value=10**9)
long_and_short = pytest.mark.parametrize("cases", [SHORT, pytest.param(LONG, marks=pytest.mark.long)])


def check(cases, body):
    """Run ``body`` on ``cases`` situations found by hypothesis."""
    settings(max_examples=cases, deadline=None, database=None)(given(seeds)(body))()


def rename(situation, seat, tile):
    """The situation with every seat and tile renamed; both maps are bijections."""

    def tiles(text):
        return "".join(tile(t) for t in parse_tiles(text))

    def meld(text):
        kind, rest = text.split(" ", 1)
        body, late = rest.removesuffix(" late"), rest.endswith(" late")
        body, _, feeder = body.partition("<")
        fed = f"<{seat(feeder)}" if feeder else ""
        one = tile(body[0] + body[-1])
        return f"{kind} {one[0] * (len(body) - 1)}{one[1]}{fed}{' late' if late else ''}"

    players = {}
    for name, player in situation["players"].items():
        new = dict(player)
        if new.get("hand") is not None:
            new["hand"] = tiles(new["hand"])
        new["discards"] = tiles(new.get("discards", ""))
        new["melds"] = [meld(m) for m in new.get("melds", [])]
        if new.get("que"):
            new["que"] = tile("1" + new["que"])[1]
        if new.get("declared"):
            chickens = new["declared"].get("chickens", {})
            new["declared"] = new["declared"] | {"chickens": {tile(t): n for t, n in chickens.items()}}
        players[seat(name)] = new
    result = dict(situation["result"])
    for key in ("winners", "passed_since_last_turn"):
        if result.get(key):
            result[key] = [seat(s) for s in result[key]]
    if result.get("from"):
        result["from"] = seat(result["from"])
    if result.get("tile"):
        result["tile"] = tile(result["tile"])
    if result.get("hot_meld"):
        text = result["hot_meld"]
        one = tile(text[0] + text[-1])
        result["hot_meld"] = one[0] * 4 + one[1]
    events = {}
    for key, event in situation.get("events", {}).items():
        if key.startswith("first_") and event:
            claimed = event.get("claimed_by")
            events[key] = {
                "by": seat(event["by"]),
                "claimed_by": claimed if claimed in (None, "WIN") else seat(claimed),
            }
        else:
            events[key] = event
    out = situation | {"players": players, "result": result, "events": events}
    if situation.get("dealer"):
        out["dealer"] = seat(situation["dealer"])
    if situation.get("flip"):
        out["flip"] = tile(situation["flip"])
    return out


def outcome(answer, seat=lambda s: s):
    """What must stay the same, with seats renamed."""
    if not answer["ok"]:
        return answer["error"]["code"]
    return (
        {(seat(a), seat(b), code): n for (a, b, code), n in sums(answer).items()},
        {seat(s): n for s, n in answer["net"].items()},
        sorted(seat(s) for s in answer["ready"]),
        answer["next_dealer"] and seat(answer["next_dealer"]),
        answer["next_streak"],
        sorted((seat(w["winner"]), w["pattern"], w["value"]) for w in answer["wins"]),
    )


@long_and_short
def test_every_settlement_sums_to_zero_and_the_net_is_the_sum_of_its_lines(cases):
    def body(seed):
        answer = settle_json(any_profile(seed))
        if not answer["ok"]:
            return
        assert sum(answer["net"].values()) == 0
        net = dict.fromkeys(answer["net"], 0)
        for t in answer["transfers"]:
            assert t["each"] > 0
            assert t["to"] not in t["from"]
            net[t["to"]] += t["each"] * len(t["from"])
            for payer in t["from"]:
                net[payer] -= t["each"]
        assert net == answer["net"]

    check(cases, body)


@long_and_short
def test_rotating_the_seats_rotates_the_settlement(cases):
    def body(seed):
        situation = any_profile(seed)
        seats = sorted(situation["players"])
        turn = {s: seats[(i + 1) % len(seats)] for i, s in enumerate(seats)}
        rotated = rename(situation, turn.__getitem__, lambda t: t)
        assert outcome(settle_json(rotated)) == outcome(settle_json(situation), turn.__getitem__)

    check(cases, body)


@long_and_short
def test_swapping_characters_and_dots_changes_nothing_where_8p_is_no_chicken(cases):
    def body(seed):
        situation = any_profile(seed)
        profile = load_profile(situation["profile"], situation.get("variants", []), situation.get("overlay"))
        if {"8p"} & (
            profile.get("chicken.standing").keys() | profile.get("charge").keys() | profile.get("resp").keys()
        ):
            return
        events = {k: v for k, v in situation.get("events", {}).items() if k != "first_8p"}
        situation = situation | {"events": events}
        swapped = rename(situation, lambda s: s, lambda t: t[0] + {"m": "p", "p": "m", "s": "s"}[t[1]])
        assert outcome(settle_json(swapped)) == outcome(settle_json(situation))

    check(cases, body)


@long_and_short
def test_the_order_of_tiles_and_melds_changes_nothing(cases):
    def body(seed):
        rng = random.Random(seed)
        situation = any_profile(seed)
        players = {}
        for name, player in situation["players"].items():
            melds = list(player.get("melds", []))
            rng.shuffle(melds)
            new = player | {"melds": melds}
            for key in ("hand", "discards"):
                if player.get(key):
                    loose = parse_tiles(player[key])
                    rng.shuffle(loose)
                    new[key] = "".join(loose)
            players[name] = new
        mixed = situation | {"players": dict(rng.sample(sorted(players.items()), len(players)))}
        assert outcome(settle_json(mixed)) == outcome(settle_json(situation))

    check(cases, body)


def amount_by_parameters(transfer, table):
    """An item's amount worked out from its parameters and facts alone; None where it is a hand's value."""
    profile, facts = table.profile, transfer.facts
    code = transfer.code.removeprefix("REV_").removesuffix("_R3")
    named = [p for p in transfer.params if p not in ("reverse.on", "reverse.beans", "three_winners")]
    value = profile[named[0]] if named else None
    if code == "CHICKEN":
        return value * facts["count"]
    if code in (
        "BEAN_AN",
        "BEAN_WAN",
        "BEAN_DIAN",
        "CHICKEN_KONG",
        "CHARGE",
        "RESP",
        "HOT",
        "ROB",
        "GANGKAI",
    ):
        return value
    if code == "SPECIAL":
        return value * facts["shares"]
    if code == "GENZHANG":
        return value * 2 ** facts["drawn"]
    if code == "CHAQUE":
        return value * facts["count"]
    if code == "YUANQUE":
        return value
    return None


@long_and_short
def test_every_amount_is_made_by_the_parameters_it_names(cases):
    def body(seed):
        situation = any_profile(seed)
        if not settle_json(situation)["ok"]:
            return
        settlement = settle(parse_situation(situation))
        for t in settlement.transfers:
            wanted = amount_by_parameters(t, settlement.table)
            assert wanted in (None, t.each), t

    check(cases, body)


@long_and_short
def test_a_situation_never_raises_and_always_says_why(cases):
    def body(seed):
        answer = settle_json(any_profile(seed), "en", explain=True)
        if answer["ok"]:
            assert all(line.strip() for line in answer["explain"])
        else:
            assert answer["error"]["message"].endswith(".")

    check(cases, body)


def test_renaming_is_its_own_test():
    situation = any_profile(3)
    same = rename(situation, lambda s: s, lambda t: t)
    for seat, player in situation["players"].items():
        assert format_tiles(parse_tiles(same["players"][seat]["hand"])) == format_tiles(
            parse_tiles(player["hand"])
        )
        assert same["players"][seat]["melds"] == player.get("melds", [])
