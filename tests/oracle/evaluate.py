"""``evaluate(situation)``: RULES 3.2 step by step."""

from dataclasses import dataclass

from tests.oracle import hands
from tests.oracle.dealer import next_dealer
from tests.oracle.kinds import Chickens
from tests.oracle.notation import RefusedError, bad
from tests.oracle.settle import settle
from tests.oracle.situation import read


@dataclass
class Win:
    """What one winner's hand is (3.2 step 4).

    ``value``: with base_add, self-draw value and 清一色 floor, without specials (4.1.12);
    ``ping_inside``: the 平胡 value that is still part of it.
    """

    pattern: str
    value: int
    special: int
    ping_inside: int
    ties: list[str]


def evaluate(raw):
    """The settlement, or {"illegal": code, "reason": …}."""
    try:
        sit = read(raw)
        waits = {seat: waits_of(sit, seat) for seat in sit.seats}
        ready = [seat for seat in sit.seats if is_ready(sit, seat, waits)]
        found = {seat: winning_patterns(sit, seat) for seat in sit.winners}
        check_legal(sit, found)
    except RefusedError as refused:
        return {"illegal": refused.code, "reason": refused.reason}
    wins = {seat: win_of(sit, seat, found[seat]) for seat in sit.winners}
    best_waits = {seat: best_wait(sit, seat, waits[seat]) for seat in ready} if sit.kind == "draw" else {}
    items = settle(sit, ready, wins, best_waits)
    net = dict.fromkeys(sit.seats, 0)
    for item in items:
        for seat in item["from"]:
            net[seat] -= item["each"]
            net[item["to"]] += item["each"]
    dealer, streak = next_dealer(sit, ready)
    chickens = Chickens(sit)
    return {
        "ready": "".join(ready),
        "waits": waits,
        "wins": [
            {"winner": seat, "tile": sit.tile, "pattern": win.pattern, "value": win.value, "ties": win.ties}
            for seat, win in wins.items()
        ],
        "chickens": {
            "standing": sorted(sit.rules["chicken.standing"]),
            "flipped": sorted(chickens.flipped),
            "gold": sorted(chickens.gold),
        },
        "transfers": items,
        "net": net,
        "next_dealer": dealer,
        "next_streak": streak,
    }


def lacking(sit, seat):
    """The suit of 定缺, where the profile requires one. DOUBT: with no ``que`` told, no suit is asked for."""
    return sit.players[seat].que if sit.rules["que.required"] else None


def drew(sit, seat):
    return sit.kind in ("self", "after_kong") and seat in sit.winners


def waits_of(sit, seat):
    player = sit.players[seat]
    if player.xianggong or player.hand is None:
        return []
    hand = list(player.hand)
    if drew(sit, seat):
        hand.remove(sit.tile)
    return hands.waits(hand, player.melds, lacking(sit, seat))


def is_ready(sit, seat, waits):
    """A3, A4, A16; a hand nobody saw is what was declared."""
    player = sit.players[seat]
    if seat in sit.winners:
        return True
    if player.xianggong:
        return False
    if player.hand is None:
        return player.declared["ready"]
    return bool(waits[seat])


def winning_patterns(sit, seat):
    """All patterns of a winner's tiles; RefusedError NOT_A_HAND when there is none."""
    player = sit.players[seat]
    if player.hand is None:
        declared = player.declared
        # DOUBT (SPEC 2.2 says nothing of it): a declared winner has to be ready and name his pattern.
        if not declared["ready"] or declared["pattern"] is None:
            raise bad(f"{seat} wins without a declared pattern")
        return hands.implied(declared["pattern"])
    full = list(player.hand) if drew(sit, seat) else [*player.hand, sit.tile]
    suits = {tile[1] for tile in full} | {meld.tile[1] for meld in player.melds}
    found = hands.patterns(full, player.melds)
    # DOUBT (A16 "cannot win"): read as "his tiles are no hand". 4.1.5: neither is one with a lacking suit.
    if not found or player.xianggong or lacking(sit, seat) in suits:
        return set()
    return found


def check_legal(sit, found):
    """NOT_A_HAND before NO_PASS before GUOHU (4.1.1)."""
    rules = sit.rules
    if sit.kind == "draw":
        for seat, player in sit.players.items():
            if player.hand is None and player.declared["ready"] and player.declared["pattern"] is None:
                raise bad(f"{seat} is ready without a declared pattern")
    for seat, names in found.items():
        if not names:
            raise RefusedError("NOT_A_HAND", f"{seat}'s tiles with {sit.tile} are no hand")
    if sit.source is None:
        return
    for seat, names in found.items():
        _, pattern = hands.best(names, rules["patterns"])
        if pattern == "ping" and rules["win.ping_discard_needs_pass"] and not has_pass(sit, seat):
            raise RefusedError("NO_PASS", f"{seat}: 平胡 on a discard without 豆")
    for seat in found:
        # 4.1.4: 过胡 bars discards only.
        if rules["guohu"] == "forbid" and sit.kind == "discard" and seat in sit.passed:
            raise RefusedError("GUOHU", f"{seat} let a win go since his own last turn")


def has_pass(sit, seat):
    """Any 豆, a late one too (Q21), or an exempt situation."""
    player = sit.players[seat]
    situations = {
        "hot": sit.hot is not None,
        "rob": sit.kind == "rob",
        "own_baoting": "baoting" in player.special,
        "vs_baoting": "baoting" in sit.players[sit.source].special,
        "dihu": "dihu" in player.special,
    }
    return any(m.is_kong for m in player.melds) or any(
        situations[name] for name in sit.rules["win.pass_exempt"]
    )


def win_of(sit, seat, found):
    rules = sit.rules
    value, pattern = hands.best(found, rules["patterns"])
    robs = sit.kind == "rob"
    if drew(sit, seat) or (robs and rules["rob.as_self_draw"]):
        if pattern == "ping" and rules["selfdraw.ping_value"] is not None:
            value = rules["selfdraw.ping_value"]
        ping_inside = value if pattern == "ping" else 0
        value += rules["selfdraw.bonus"]
    else:
        ping_inside = value if pattern == "ping" else 0
    specials = [rules["special"][name] for name in sorted(sit.players[seat].special)]
    specials = [special for special in specials if special is not None]
    if pattern == "ping" and any(special["replaces_ping"] for special in specials):
        value = ping_inside = 0
    qing = rules["patterns"]["qingyise"]
    if robs and rules["rob.floor_qing"] and qing is not None and value < qing:
        value, ping_inside = qing, 0
    # base_add comes on top of the floor (s2-13).
    value += rules["base_add"]
    bonus = sum(special["bonus"] for special in specials)
    return Win(pattern, value, bonus, ping_inside, hands.ties(found, rules["patterns"]))


def best_wait(sit, seat, waits):
    """(value, pattern) of the best wait as an ordinary discard win (A5)."""
    player, rules = sit.players[seat], sit.rules
    if player.hand is None:
        options = [hands.implied(player.declared["pattern"])]
    else:
        options = [hands.patterns([*player.hand, tile], player.melds) for tile in waits]
    value, pattern = max(hands.best(found, rules["patterns"]) for found in options)
    special = rules["special"]["baoting"]
    if rules["chajiao.special"] and "baoting" in player.special and special is not None:
        dropped = value if pattern == "ping" and special["replaces_ping"] else 0
        value += special["bonus"] - dropped
    return value + rules["base_add"], pattern
