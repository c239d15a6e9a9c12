"""Small corruptions of a situation, most of which have to be refused."""

import copy

from tests.oracle import params
from tests.oracle.notation import SEATS, TILES, read_meld, read_tiles
from tests.oracle.random_hands import text


def mutate(rng, situation):
    """(name of the corruption, a changed copy). The name says what was tried; it may still be legal."""
    while True:
        change = rng.choice(CHANGES)
        out = copy.deepcopy(situation)
        if change(rng, out) is not False:
            return change.__name__, out


JUNK = [None, True, False, 0, 1, -1, 5, 1.5, "", "A", "1s", "x", "一", [], {}, [[]], {"a": 1}, ["A", "B"]]


def junk(rng, situation):
    """A copy with any one value replaced by something that mostly doesn't belong there."""
    out = copy.deepcopy(situation)
    places = []
    queue = [out]
    for box in queue:
        for key in box if isinstance(box, dict) else range(len(box)):
            places.append((box, key))
            # Inside an overlay null can mean "off": RULES leaves that to the loader.
            if isinstance(box[key], dict | list) and key != "overlay":
                queue.append(box[key])
    box, key = rng.choice(places)
    box[key] = copy.deepcopy(rng.choice(JUNK))
    return out


def a_player(rng, sit):
    return sit["players"][rng.choice(sorted(sit["players"]))]


def seen(rng, sit):
    """A player with tiles and the right number of them, or None."""
    players = [p for p in sit["players"].values() if p["hand"] and not p.get("xianggong")]
    return rng.choice(players) if players else None


def five_of_a_tile(rng, sit):
    player = a_player(rng, sit)
    tile = rng.choice(TILES)
    player["discards"] += tile * 5


def one_tile_gone(rng, sit):
    player = seen(rng, sit)
    if player is None:
        return False
    tiles = read_tiles(player["hand"], "")
    tiles.pop(rng.randrange(len(tiles)))
    player["hand"] = text(tiles)
    return None


def one_tile_more(rng, sit):
    player = seen(rng, sit)
    if player is None:
        return False
    player["hand"] += rng.choice(TILES)
    return None


def another_tile(rng, sit):
    """Often a winner's hand that is none any more."""
    player = seen(rng, sit)
    if player is None:
        return False
    tiles = read_tiles(player["hand"], "")
    tiles[rng.randrange(len(tiles))] = rng.choice(TILES)
    player["hand"] = text(tiles)
    return None


def another_winning_tile(rng, sit):
    if sit["result"]["type"] == "draw":
        return False
    sit["result"]["tile"] = rng.choice(TILES)
    return None


def other_winner(rng, sit):
    if sit["result"]["type"] == "draw":
        return False
    sit["result"]["winners"] = [rng.choice(sorted(sit["players"]))]
    return None


def other_type(rng, sit):
    sit["result"]["type"] = rng.choice(["discard", "self", "after_kong", "rob", "draw", "chow", None, 1])


def no_winner(rng, sit):
    if sit["result"]["type"] == "draw":
        return False
    sit["result"]["winners"] = rng.choice([[], None, "A", [None]])
    return None


def winner_twice(rng, sit):
    if sit["result"]["type"] == "draw":
        return False
    sit["result"]["winners"] *= 2
    return None


def winner_at_draw(rng, sit):
    if sit["result"]["type"] != "draw":
        return False
    sit["result"]["winners"] = ["A"]
    return None


def from_winner(rng, sit):
    if "from" not in sit["result"]:
        return False
    sit["result"]["from"] = rng.choice([*sit["result"]["winners"], "E", None, 3])
    return None


def unknown_key(rng, sit):
    places = [sit, sit["result"], *sit["players"].values()]
    places += [sit[key] for key in ("events",) if key in sit]
    places += [value for value in sit.get("events", {}).values() if value]
    places += [p["declared"] for p in sit["players"].values() if "declared" in p]
    rng.choice(places)[rng.choice(["note", "id", "Hand", "discard", "winner"])] = None


def dealer_wrong(rng, sit):
    sit["dealer"] = rng.choice(["E", "a", 1, ["A"], "AB", ""])


def dealer_gone(rng, sit):
    sit.pop("dealer", None)


def streak_wrong(rng, sit):
    sit["dealer_streak"] = rng.choice([0, -1, "2", True, 1.5, None])


def player_gone(rng, sit):
    del sit["players"][rng.choice(sorted(sit["players"]))]


def player_more(rng, sit):
    name = rng.choice([s for s in (*SEATS, "E", "a") if s not in sit["players"]])
    sit["players"][name] = {"hand": "123456789m1234p", "melds": [], "discards": ""}


def wrong_shape(rng, sit):
    key, value = rng.choice(
        [("hand", 13), ("hand", ["1m"]), ("melds", "pung 111s<B"), ("melds", [1]), ("discards", ["1s"]), ("discards", None),
         ("special", "baoting"), ("special", ["riichi"]), ("special", [1]), ("que", "z"),
         ("que", 1), ("yuanque", "yes"), ("xianggong", 1), ("discards", "0m"), ("discards", "1z"),
         ("discards", "s1"), ("hand", "12"), ("hand", "１s")]
    )  # fmt: skip
    a_player(rng, sit)[key] = value


def top_wrong(rng, sit):
    key, value = rng.choice(
        [("players", []), ("players", None), ("result", None), ("result", []), ("events", []),
         ("variants", "kou2"), ("variants", ["kou9"]), ("variants", [1]), ("overlay", []),
         ("profile", "guiyang"), ("profile", None),
         ("flip", "12m"), ("flip", ""), ("flip", "1z"), ("flip", 5), ("flip", "back")]
    )  # fmt: skip
    sit[key] = value


def required_gone(rng, sit):
    del sit[rng.choice(["profile", "players", "result"])]


def overlay_wrong(rng, sit):
    path, value = rng.choice(
        [("chicken.flip_value", -1), ("chicken.flip_value", "2"), ("chicken.flip_value", 1.5),
         ("chicken.flip_value", True), ("chicken.flip_value", None), ("flip_value", 2), ("guohu", "hard"),
         ("guohu", None), ("three_winners", 3), ("patterns.dadui", "5"), ("patterns.sanshisanyao", 5),
         ("rob.triple", 1), ("hot.burn_beans", "none"), ("chicken.flip", "both"), ("patterns", 5),
         ("dealer.mode", "rotating"), ("special.baoting.bonus", -10), ("win.pass_exempt", ["always"]),
         ("charge.on_claim", "stays"), ("nonsense", 1), ("meta.players", [5])]
    )  # fmt: skip
    sit["overlay"] = sit.get("overlay", {}) | {path: value}


def meld_wrong(rng, sit):
    seats = sorted(sit["players"])
    seat = rng.choice(seats)
    melds = sit["players"][seat]["melds"]
    if not melds:
        return False
    at = rng.randrange(len(melds))
    meld = read_meld(melds[at], "")
    rank, suit = meld.tile
    other = rng.choice([s for s in seats if s != seat])
    melds[at] = rng.choice(
        [f"pung {rank * 3}{suit}<{seat}", f"pung {rank * 4}{suit}<{other}",
         f"pung {rank * 3}{suit}<{other} late",
         f"pung {rank * 3}{suit}<E", f"exposed-kong {rank * 4}{suit}",
         f"concealed-kong {rank * 4}{suit}<{other}",
         f"kong {rank * 4}{suit}", f"exposed-kong {rank * 3}{suit}<{other}", f"pung 123{suit}<{other}",
         f"added-kong {rank * 4}{suit}<{seat}", f"{rank * 3}{suit}", "", f"pung {rank * 3}z<{other}",
         f"concealed-kong {rank * 5}{suit}", f"exposed-kong {rank * 4}{suit}<{other} early"]
    )  # fmt: skip
    return None


def five_melds(rng, sit):
    a_player(rng, sit)["melds"] = [f"concealed-kong {r * 4}m" for r in "12345"]


def unseated_feeder(rng, sit):
    gone = [s for s in SEATS if s not in sit["players"]]
    melds = a_player(rng, sit)["melds"]
    if not gone or not melds:
        return False
    melds[0] = melds[0].split("<")[0].split(" late")[0] + "<" + rng.choice(gone)
    return None


def hot_wrong(rng, sit):
    result = sit["result"]
    if result["type"] != "discard":
        return False
    hot, meld = rng.choice(
        [("concealed-kong", None), ("pung", "1111s"), ("exposed-kong", "1234m"), ("added-kong", "9999"),
         ("exposed-kong", "7777p"), ("concealed-kong", "111s"), (True, "1111s")]
    )  # fmt: skip
    result["hot"] = hot
    result.pop("hot_meld", None)
    if meld:
        result["hot_meld"] = meld
    return None


def hot_of_other_kind(rng, sit):
    result = sit["result"]
    if "hot" not in result:
        return False
    result["hot"] = rng.choice(
        [k for k in ("exposed-kong", "added-kong", "concealed-kong") if k != result["hot"]]
    )
    return None


def first_elsewhere(rng, sit):
    """Another by or claimed_by than the truth."""
    seats = sorted(sit["players"])
    claimed = rng.choice([None, "WIN", *seats, "E"])
    event = {"by": rng.choice([*seats, "E"]), "claimed_by": claimed}
    sit.setdefault("events", {})[rng.choice(["first_1s", "first_8p"])] = event


def genzhang_wrong(rng, sit):
    n = rng.choice([4, -1, "1", 1.5, True, None])
    sit.setdefault("events", {})["genzhang"] = rng.choice([{"drawn_followers": n}, {}, 2])


def flip_at_draw(rng, sit):
    if sit["result"]["type"] != "draw":
        return False
    sit["flip"] = rng.choice(TILES)
    return None


def kong_draw(rng, sit):
    if sit["result"]["type"] != "self":
        return False
    sit["result"]["type"] = "after_kong"
    return None


def robs_nothing(rng, sit):
    if sit["result"]["type"] != "discard":
        return False
    for key in ("hot", "hot_meld"):
        sit["result"].pop(key, None)
    sit["result"]["type"] = "rob"
    return None


def special_impossible(rng, sit):
    """天胡 by a non-dealer, 地胡 by the dealer, 硬报 and 天胡 not on a self-draw."""
    result, dealer = sit["result"], sit.get("dealer")
    winners = result.get("winners") or []
    options = []
    if dealer:
        options += [(s, "tianhu") for s in sit["players"] if s != dealer] + [(dealer, "dihu")]
    if result["type"] in ("discard", "rob"):
        options += [(s, name) for s in winners for name in ("yingbao", "tianhu")]
    if not options:
        return False
    seat, name = rng.choice(options)
    sit["players"][seat]["special"] = [name]
    return None


def late_point_kong(rng, sit):
    """Refused in guizhou-jishu only (4.1.3)."""
    kongs = [
        (player["melds"], at)
        for player in sit["players"].values()
        for at, meld in enumerate(player["melds"])
        if meld.startswith("exposed-kong") and not meld.endswith("late")
    ]
    if not kongs:
        return False
    melds, at = rng.choice(kongs)
    melds[at] += " late"
    return None


def nobody_saw(rng, sit):
    player = a_player(rng, sit)
    player["hand"] = None
    player.pop("declared", None)
    declared = rng.choice(
        [None, {}, {"ready": "yes"}, {"ready": True, "pattern": "kokushi"},
         {"ready": False, "chickens": {"1s": -1}},
         {"ready": False, "chickens": {"1z": 1}}, {"ready": False, "chickens": {"1s": "2"}},
         {"ready": False, "chickens": {"1s": 9}}, {"ready": False, "chickens": []}, [True]]
    )  # fmt: skip
    if declared is not None:
        player["declared"] = declared


def self_draw_not_held(rng, sit):
    result = sit["result"]
    if result["type"] not in ("self", "after_kong"):
        return False
    hand = sit["players"][result["winners"][0]]["hand"]
    if hand is None:
        return False
    result["tile"] = rng.choice([t for t in TILES if t not in read_tiles(hand, "")])
    return None


def tile_wrong(rng, sit):
    if sit["result"]["type"] == "draw":
        return False
    sit["result"]["tile"] = rng.choice(["", "11m", "1z", 1, "m1", "11"])
    return None


def passed_wrong(rng, sit):
    if sit["result"]["type"] == "draw":
        return False
    sit["result"]["passed_since_last_turn"] = rng.choice([["E"], "E", [1], {"A": 1}])
    return None


def last_tile_wrong(rng, sit):
    sit["result"]["last_tile"] = rng.choice(["yes", 1, "true"])


def other_profile(rng, sit):
    """The same table by another book: its variants are unknown there, its passes other."""
    sit["profile"] = rng.choice(sorted(params.document()["profiles"]))
    if rng.random() < 0.7:
        sit.pop("variants", None)
        sit.pop("overlay", None)


CHANGES = [
    five_of_a_tile, one_tile_gone, one_tile_more, another_tile, another_tile, another_winning_tile,
    other_winner, other_type, no_winner, winner_twice, winner_at_draw, from_winner, unknown_key,
    dealer_wrong, dealer_gone,
    streak_wrong, player_gone, player_more, wrong_shape, top_wrong, required_gone, overlay_wrong, meld_wrong,
    five_melds, unseated_feeder, hot_wrong, hot_of_other_kind, first_elsewhere, genzhang_wrong, flip_at_draw,
    kong_draw, robs_nothing, special_impossible, late_point_kong, nobody_saw, self_draw_not_held, tile_wrong,
    passed_wrong, last_tile_wrong, other_profile,
]  # fmt: skip
