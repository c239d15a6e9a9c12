"""A situation as plain objects, and everything that can't be (RULES 3.2 step 1, 4.1; SPEC 2.2)."""

from collections import Counter
from dataclasses import dataclass, field

from tests.oracle import params as profiles
from tests.oracle.hands import PATTERNS
from tests.oracle.notation import KONGS, SEATS, TILES, Meld, bad, read_meld, read_tile, read_tiles

SPECIALS = ("baoting", "yingbao", "tianhu", "dihu")
FIRST = {"first_1s": "1s", "first_8p": "8p"}


@dataclass
class Player:
    hand: list[str] | None
    melds: list[Meld]
    discards: list[str]
    special: set[str]
    que: str | None
    yuanque: bool
    xianggong: bool
    declared: dict | None

    @property
    def tiles(self):
        """Zone 手中 without the winning tile of another (A1)."""
        if self.hand is None:
            return [t for t, n in self.declared["chickens"].items() for _ in range(n)]
        return self.hand


@dataclass
class Situation:
    rules: dict
    seats: list[str]
    dealer: str | None
    streak: int
    players: dict[str, Player]
    first: dict[str, dict]
    """tile → {"by", "claimed_by"} of the first one discarded"""
    followers: int | None
    flip: str | None
    kind: str
    winners: list[str] = field(default_factory=list)
    source: str | None = None
    """the discarder or the robbed player"""
    tile: str | None = None
    hot: str | None = None
    hot_meld: str | None = None
    passed: list[str] = field(default_factory=list)
    last_tile: bool = False

    def others(self, seat):
        return [s for s in self.seats if s != seat]


def only(value, allowed, where, required=()):
    if not isinstance(value, dict):
        raise bad(f"{where} is no object")
    unknown = [key for key in value if key not in allowed]
    missing = [key for key in required if key not in value]
    if unknown or missing:
        raise bad(f"{where}: unknown {unknown}, missing {missing}")


def flag(value, where):
    if not isinstance(value, bool):
        raise bad(f"{where} is neither true nor false")
    return value


def read(raw):
    """The checked Situation; RefusedError BAD_SITUATION."""
    top = ("profile", "variants", "overlay", "dealer", "dealer_streak", "players", "events", "flip", "result")
    only(raw, top, "situation", ("profile", "players", "result"))
    rules = profiles.load(raw["profile"], raw.get("variants", []), raw.get("overlay", {}))
    only(raw["players"], SEATS, "players")
    seats = [seat for seat in SEATS if seat in raw["players"]]
    if len(seats) not in rules["meta.players"]:
        raise bad(f"{len(seats)} players")
    dealer, streak = read_dealer(raw, rules, seats)
    players = {seat: read_player(raw["players"][seat], seat, seats) for seat in seats}
    flip = raw.get("flip")
    flip = None if flip is None else read_tile(flip, "flip")
    sit = Situation(rules, seats, dealer, streak, players, {}, None, flip, "")
    read_result(sit, raw["result"])
    read_events(sit, raw.get("events", {}))
    check_sizes(sit)
    check_four(sit)
    check_first(sit)
    check_special(sit)
    check_late(sit, raw["profile"])
    return sit


def read_dealer(raw, rules, seats):
    dealer = raw.get("dealer")
    if dealer is None and rules["dealer.mode"] != "none":
        raise bad("dealer is missing")
    if dealer is not None and (not isinstance(dealer, str) or dealer not in seats):
        raise bad(f"dealer {dealer!r}")
    streak = raw.get("dealer_streak", 1)
    if type(streak) is not int or streak < 1:
        raise bad(f"dealer_streak {streak!r}")
    return dealer, streak


def read_player(raw, seat, seats):
    keys = ("hand", "melds", "discards", "special", "que", "yuanque", "xianggong", "declared")
    only(raw, keys, seat, ("hand",))
    hand = raw["hand"]
    declared = raw.get("declared")
    if hand is None:
        declared = read_declared(declared, seat)
    else:
        hand = read_tiles(hand, f"{seat}.hand")
        if declared is not None:
            raise bad(f"{seat}: a hand and declared")
    melds = raw.get("melds", [])
    if not isinstance(melds, list) or len(melds) > 4:
        raise bad(f"{seat}.melds {melds!r}")
    melds = [read_meld(text, f"{seat}.melds") for text in melds]
    for meld in melds:
        if meld.feeder is not None and (meld.feeder == seat or meld.feeder not in seats):
            raise bad(f"{seat}: fed by {meld.feeder}")
    special = raw.get("special", [])
    if not isinstance(special, list) or any(name not in SPECIALS for name in special):
        raise bad(f"{seat}.special {special!r}")
    que = raw.get("que")
    if que not in (None, "m", "p", "s"):
        raise bad(f"{seat}.que {que!r}")
    return Player(
        hand=hand,
        melds=melds,
        discards=read_tiles(raw.get("discards", ""), f"{seat}.discards"),
        special=set(special),
        que=que,
        yuanque=flag(raw.get("yuanque", False), f"{seat}.yuanque"),
        xianggong=flag(raw.get("xianggong", False), f"{seat}.xianggong"),
        declared=declared,
    )


def read_declared(raw, seat):
    """{"ready", "pattern"?, "chickens"?} of a hand nobody saw (SPEC 2.2)."""
    where = f"{seat}.declared"
    only(raw, ("ready", "pattern", "chickens"), where, ("ready",))
    pattern = raw.get("pattern")
    if pattern is not None and pattern not in PATTERNS:
        raise bad(f"{where}.pattern {pattern!r}")
    chickens = raw.get("chickens", {})
    only(chickens, TILES, f"{where}.chickens")
    if any(type(n) is not int or not 0 <= n <= 4 for n in chickens.values()):
        raise bad(f"{where}.chickens {chickens!r}")
    return {"ready": flag(raw["ready"], where), "pattern": pattern, "chickens": chickens}


def seat_in(sit, seat, where):
    if not isinstance(seat, str) or seat not in sit.seats:
        raise bad(f"{where}: seat {seat!r}")
    return seat


def read_result(sit, raw):
    keys = ("type", "winners", "from", "tile", "hot", "hot_meld", "passed_since_last_turn", "last_tile")
    only(raw, keys, "result", ("type",))
    sit.kind = raw["type"]
    if sit.kind not in ("discard", "self", "after_kong", "rob", "draw"):
        raise bad(f"result.type {sit.kind!r}")
    winners = raw.get("winners", [])
    if not isinstance(winners, list):
        raise bad("result.winners is no list")
    sit.winners = [seat_in(sit, seat, "result.winners") for seat in winners]
    passed = raw.get("passed_since_last_turn", [])
    if not isinstance(passed, list):
        raise bad("result.passed_since_last_turn is no list")
    sit.passed = [seat_in(sit, seat, "result.passed_since_last_turn") for seat in passed]
    sit.last_tile = flag(raw.get("last_tile", False), "result.last_tile")
    source, tile = raw.get("from"), raw.get("tile")
    if sit.kind == "draw":
        if sit.winners or source is not None or tile is not None:
            raise bad("黄庄 has no winner, discarder or tile")
        if sit.flip is not None:
            raise bad("a flip at 黄庄")  # 4.1.13
        return
    sit.tile = read_tile(tile, "result.tile")
    if len(set(sit.winners)) != len(sit.winners) or not sit.winners:
        raise bad(f"winners {sit.winners}")
    if sit.kind in ("self", "after_kong"):
        if len(sit.winners) != 1 or source is not None:
            raise bad("a self-draw has one winner and no discarder")
    else:
        sit.source = seat_in(sit, source, "result.from")
        if sit.source in sit.winners:
            raise bad("a winner is the discarder")
    read_kong_facts(sit, raw)


def read_kong_facts(sit, raw):
    """杠开 needs a kong, 抢杠 the robbed player's pung, 热炮 the discarder's kong (4.1.8, 4.1.13)."""
    hot, hot_meld = raw.get("hot"), raw.get("hot_meld")
    if sit.kind == "after_kong" and not any(m.is_kong for m in sit.players[sit.winners[0]].melds):
        raise bad("杠开 without a kong")
    if sit.kind == "rob":
        pungs = [m.tile for m in sit.players[sit.source].melds if m.kind == "pung"]
        if sit.tile not in pungs:
            raise bad(f"{sit.source} has no pung of {sit.tile} to rob")
    if hot is None and hot_meld is None:
        return
    if sit.kind != "discard" or hot not in KONGS or hot_meld is None:
        raise bad("hot needs a discard, a kind of kong and hot_meld")
    tiles = read_tiles(hot_meld, "result.hot_meld")
    if len(tiles) != 4 or len(set(tiles)) != 1:
        raise bad(f"hot_meld {hot_meld!r}")
    if not any(m.kind == hot and m.tile == tiles[0] for m in sit.players[sit.source].melds):
        raise bad(f"{sit.source} has no {hot} of {tiles[0]}")
    sit.hot, sit.hot_meld = hot, tiles[0]


def read_events(sit, raw):
    only(raw, (*FIRST, "genzhang"), "events")
    for name, tile in FIRST.items():
        if raw.get(name) is not None:
            only(raw[name], ("by", "claimed_by"), name, ("by",))
            by, claimed = seat_in(sit, raw[name]["by"], name), raw[name].get("claimed_by")
            if claimed not in (None, "WIN"):
                seat_in(sit, claimed, name)
            sit.first[tile] = {"by": by, "claimed_by": claimed}
    if raw.get("genzhang") is not None:
        only(raw["genzhang"], ("drawn_followers",), "genzhang", ("drawn_followers",))
        n = raw["genzhang"]["drawn_followers"]
        if type(n) is not int or not 0 <= n <= len(sit.seats) - 1:
            raise bad(f"genzhang.drawn_followers {n!r}")
        sit.followers = n


def check_sizes(sit):
    """13 - 3·melds, 14 - 3·melds for a self-draw winner; 相公 may hold any number (A16)."""
    for seat, player in sit.players.items():
        if player.hand is None or player.xianggong:
            continue
        drew = sit.kind in ("self", "after_kong") and seat in sit.winners
        size = (14 if drew else 13) - 3 * len(player.melds)
        if len(player.hand) != size:
            raise bad(f"{seat} holds {len(player.hand)} instead of {size}")
        if drew and sit.tile not in player.hand:
            raise bad(f"{seat} doesn't hold {sit.tile}")


def check_four(sit):
    """At most four of a kind over hands, melds, discards, winning tile and flip.

    The winning discard lies in no row (by the examples), and a robbed tile in no meld (A10), so it is added.
    """
    count = Counter()
    for player in sit.players.values():
        count.update(player.tiles)
        count.update(player.discards)
        for meld in player.melds:
            count.update(meld.tiles)
    if sit.kind in ("discard", "rob"):
        count[sit.tile] += 1
    if sit.flip:
        count[sit.flip] += 1
    many = [tile for tile, n in count.items() if n > 4]
    if many:
        raise bad(f"more than four of {many}")


def check_first(sit):
    """A first 1s or 8p must lie where the event says (3.2 step 1, A7), whatever the profile makes of it.

    DOUBT (4.1.13): a first_8p in a profile without 乌骨鸡 is "ignored"; one that lies nowhere can't be.
    """
    for tile, event in sit.first.items():
        by, claimed = event["by"], event["claimed_by"]
        if claimed is None:
            fits = tile in sit.players[by].discards
        elif claimed == "WIN":
            fits = sit.kind == "discard" and sit.source == by and sit.tile == tile
        else:
            fits = any(m.tile == tile and m.feeder == by for m in sit.players[claimed].melds)
        if not fits:
            raise bad(f"the first {tile} of {by} ({claimed}) lies nowhere")


def check_special(sit):
    """天胡 dealer's self-draw, 地胡 no dealer, 硬报 a self-draw (4.1.13); all three are ways to win."""
    drawn = sit.kind in ("self", "after_kong")
    for seat, player in sit.players.items():
        wins = seat in sit.winners
        if "tianhu" in player.special and not (wins and drawn and sit.dealer in (seat, None)):
            raise bad(f"天胡 by {seat}")
        if "dihu" in player.special and (seat == sit.dealer or not wins):
            raise bad(f"地胡 by {seat}")
        if "yingbao" in player.special and not (wins and drawn):
            raise bad(f"硬报 by {seat}")


def check_late(sit, profile_id):
    """003 L41: a 点豆 let pass can't be made later (4.1.3)."""
    for seat, player in sit.players.items():
        if profile_id == "guizhou-jishu" and any(m.late and m.kind == "exposed-kong" for m in player.melds):
            raise bad(f"{seat}: a late 点豆")
