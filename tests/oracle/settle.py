"""All transfers of a legal situation (RULES 3.2 steps 5-12, 3.3)."""

from tests.oracle.kinds import Chickens

BEAN = {
    "concealed-kong": ("bean.an", "BEAN_AN"),
    "added-kong": ("bean.wan", "BEAN_WAN"),
    "exposed-kong": ("bean.dian", "BEAN_DIAN"),
}


def item(payers, to, each, code):
    payers = [payers] if isinstance(payers, str) else payers
    return [{"from": payers, "to": to, "each": each, "code": code}] if each and payers else []


def settle(sit, ready, wins, best_waits):
    table = Table(sit, ready)
    if sit.kind == "draw":
        return [*draw_items(table, best_waits), *void_beans(table), *extras(table)]
    items = []
    for seat, win in wins.items():
        items += hand_items(table, seat, win)
    collected = []
    for seat in sit.seats:
        collected += table.beans(seat) + table.chickens(seat)
    for seat in sit.seats:
        collected += table.reversal(seat)
    if three_reversed(sit) and sit.rules["three_winners"] == "reverse_all":
        collected = turned_round(sit, collected)
    return items + collected + extras(table)


def three_reversed(sit):
    return len(sit.winners) == 3 and sit.rules["three_winners"] != "normal"


def lian(sit, pattern):
    """连庄 surcharge; 4.1: absorbed by a 平胡 no further than to nothing."""
    rule = sit.rules["lianzhuang"]
    if rule is None or sit.rules["dealer.mode"] == "none":
        return 0
    amount = rule["first"] + (sit.streak - 1) * rule["step"]
    return max(0, amount - (rule["ping_absorb"] if pattern == "ping" else 0))


def lian_between(sit, payer, winner, pattern):
    """A13: the dealer receives it, and pays it with dealer_pays."""
    pays = payer == sit.dealer and sit.rules["lianzhuang"] and sit.rules["lianzhuang"]["dealer_pays"]
    return lian(sit, pattern) if winner == sit.dealer or pays else 0


def shabao(sit, payer, win):
    rule = sit.rules["shabao"]
    if rule is None or "baoting" not in sit.players[payer].special:
        return 0
    return max(0, rule["extra"] - (win.ping_inside if rule["replaces_ping"] else 0))


def hand_items(table, seat, win):
    """Step 6."""
    sit, rules = table.sit, table.sit.rules
    out = []
    if sit.kind == "discard" and rules["guohu"] == "baopai" and seat in sit.passed:
        # The specials are part of the item (4.1.12).
        for other in sit.others(seat):
            out += item(seat, other, win.value + win.special, "BAOPAI")
        return out
    if three_reversed(sit):
        # DOUBT (step 6 "no 抢杠 items"): a robbed kong's 清一色 floor belongs to the value, ×3 doesn't.
        return item(seat, sit.source, win.value + win.special, "REVERSE3")
    if sit.kind in ("self", "after_kong"):
        everybody = sit.others(seat)
        out += item(everybody, seat, win.value, "HAND") + item(everybody, seat, win.special, "SPECIAL")
        if sit.kind == "after_kong":
            out += item(everybody, seat, rules["gangkai"], "GANGKAI")
        for payer in everybody:
            out += item(payer, seat, lian_between(sit, payer, seat, win.pattern), "LIAN")
            if rules["shabao"] and rules["shabao"]["on_self_draw"]:
                out += item(payer, seat, shabao(sit, payer, win), "SHABAO")
        return out
    payer = sit.source
    times = len(sit.seats) - 1 if sit.kind == "rob" and rules["rob.triple"] else 1
    out += item(payer, seat, win.value * times, "HAND") + item(payer, seat, win.special * times, "SPECIAL")
    out += item(payer, seat, shabao(sit, payer, win), "SHABAO")
    if sit.kind == "discard":
        out += item(payer, seat, hot_extra(sit), "HOT")
        return out + item(payer, seat, lian_between(sit, payer, seat, win.pattern), "LIAN")
    out += item(payer, seat, rules["rob.extra"], "ROB")
    if rules["rob.triple"]:
        # All three shares: the dealer's surcharge from each, or the dealer's own share alone (004 L131).
        share = sum(lian_between(sit, other, seat, win.pattern) for other in sit.others(seat))
        return out + item(payer, seat, share, "LIAN")
    return out + item(payer, seat, lian_between(sit, payer, seat, win.pattern), "LIAN")


def hot_extra(sit):
    extra = sit.rules["hot.extra"]
    if sit.hot is None:
        return 0
    return extra[sit.hot] if isinstance(extra, dict) else extra


def draw_items(table, best_waits):
    """查叫 (3.3)."""
    sit, rules = table.sit, table.sit.rules
    out = []
    for owner in table.ready:
        value, pattern = best_waits[owner]
        unready = [seat for seat in sit.seats if seat not in table.ready]
        out += item(unready, owner, value, "CHAJIAO")
        if rules["chajiao.lianzhuang"]:
            for payer in unready:
                out += item(payer, owner, lian_between(sit, payer, owner, pattern), "LIAN")
        if rules["chajiao.discarded_standing"]:
            row = list(sit.players[owner].discards)
            worth = 0
            for tile, price in rules["charge"].items():
                if table.first_unclaimed(tile) == owner:
                    row.remove(tile)
                    worth += price["plain"]
            worth += sum(
                rules["chicken.standing"][tile]["plain"] for tile in row if tile in rules["chicken.standing"]
            )
            out += item(unready, owner, worth, "CHAJIAO_CHICKEN")
    return out


def void_beans(table):
    """Nothing at 黄庄 unless an overlay lets 豆 stand."""
    if table.sit.rules["bean.void_on_draw"]:
        return []
    return [each for seat in table.sit.seats for each in table.beans(seat, plain=True)]


def turned_round(sit, items):
    """reverse_all (step 11): what the discarder would pay to a winner flows to him; else he gets nothing.

    DOUBT: burned or not, he gets it: 篇四 二.1.D-E and 3.D void only his own 豆.
    """
    out = []
    for each in items:
        if each["to"] == sit.source or (each["code"].startswith("REV_") and sit.source in each["from"]):
            continue
        rest = [seat for seat in each["from"] if seat != sit.source]
        out += item(rest, each["to"], each["each"], each["code"])
        if sit.source in each["from"]:
            out += item(each["to"], sit.source, each["each"], each["code"] + "_R3")
    return out


def extras(table):
    """跟张, 查缺, 原缺 (step 12)."""
    sit, rules = table.sit, table.sit.rules
    out = []
    if rules["genzhang"] is not None and sit.followers is not None and sit.dealer is not None:
        for other in sit.others(sit.dealer):
            out += item(sit.dealer, other, rules["genzhang"] * 2**sit.followers, "GENZHANG")
    # 4.1.13: without 定缺 the profile has no use for que and yuanque (002 L97-101 is 三丁拐 only).
    if not rules["que.required"]:
        return out
    for seat, player in sit.players.items():
        # DOUBT (002 L101 "每张缺牌"): tiles of the lacking suit in melds are left over as well (A1).
        own = [*player.tiles, *(tile for meld in player.melds for tile in meld.tiles)]
        left = sum(tile[1] == player.que for tile in own)
        for other in table.ready:
            if other != seat:
                out += item(seat, other, left * rules["que.leftover"], "CHAQUE")
        if player.yuanque and seat in table.ready:
            out += item(sit.others(seat), seat, rules["que.original"], "YUANQUE")
    return out


class Table:
    """豆, 鸡 and their reversal, player by player."""

    def __init__(self, sit, ready):
        self.sit = sit
        self.ready = ready
        self.kinds = Chickens(sit)
        self.burned_beans = self.burned("burn_beans", "all")
        self.burned_chickens = self.burned("burn_chickens", True)

    def burned(self, name, value):
        """The discarder after 热炮 or the robbed player (step 5)."""
        rules = self.sit.rules
        hot = self.sit.hot is not None and rules[f"hot.{name}"] == value
        robbed = self.sit.kind == "rob" and rules[f"rob.{name}"] == value
        return self.sit.source if hot or robbed else None

    def void(self, owner, meld):
        """A kong that is no 豆 in either direction: late, or that of a 热炮 with ``this`` (4.1.2, 4.1.11).

        DOUBT: with ``all`` the hot kong's debts stay (4.1.11), so it isn't void when an unready owner pays it
        out, and chicken_kong_an holds for it then.
        """
        if meld.late and self.sit.rules["bean.late_no_pay"]:
            return True
        hot = owner == self.sit.source and (meld.kind, meld.tile) == (self.sit.hot, self.sit.hot_meld)
        return hot and self.sit.rules["hot.burn_beans"] == "this"

    def all_in(self, owner, meld):
        return None if self.void(owner, meld) else self.kinds.kong_value(meld)

    def bean(self, owner, meld, payers):
        """The 豆 of one kong from those of ``payers`` who owe it (A15)."""
        name, code = BEAN[meld.kind]
        if meld.kind == "exposed-kong":
            payers = [seat for seat in payers if seat == meld.feeder]
        return item(payers, owner, self.sit.rules[name], code)

    def beans(self, owner, plain=False):
        """Step 7. ``plain``: no all-in kongs."""
        if (self.sit.rules["bean.needs_ready"] and owner not in self.ready) or owner == self.burned_beans:
            return []
        out = []
        for meld in self.sit.players[owner].melds:
            if meld.is_kong and not self.void(owner, meld) and (plain or self.all_in(owner, meld) is None):
                out += self.bean(owner, meld, self.sit.others(owner))
        return out

    def first_unclaimed(self, tile):
        """Who has the 冲锋 tile in his row."""
        event = self.sit.first.get(tile)
        return event["by"] if event and event["claimed_by"] is None else None

    def charges(self, owner):
        """{tile: zone} of this player's 冲锋鸡: in his row, or with ``moves`` in his meld (step 9)."""
        out = {}
        for tile in self.sit.rules["charge"]:
            event = self.sit.first.get(tile)
            if self.first_unclaimed(tile) == owner:
                out[tile] = "discards"
            elif event and event["claimed_by"] == owner and self.sit.rules["charge.on_claim"] == "moves":
                out[tile] = "melds"
        return out

    def count(self, owner, tile, zones):
        """Ordinary chickens of one kind: no 冲锋 tile, none in an all-in kong."""
        player = self.sit.players[owner]
        n = -1 if self.charges(owner).get(tile) in zones else 0
        if "hand" in zones:
            n += player.tiles.count(tile)
            # The winning tile of a self-draw is in the hand already.
            if self.sit.source is not None and owner in self.sit.winners:
                n += self.sit.tile == tile
        for meld in player.melds:
            zone = "kong" if meld.kind == "concealed-kong" else "melds"
            if meld.tile == tile and zone in zones and self.all_in(owner, meld) is None:
                n += len(meld.tiles)
        if "discards" in zones:
            n += player.discards.count(tile)
        return n

    def resps(self):
        """[(feeder, claimer, tile)] of all 责任鸡 (step 9)."""
        rules = self.sit.rules
        if rules["charge.on_claim"] != "resp":
            return []
        out = []
        for tile in rules["resp"]:
            event = self.sit.first.get(tile)
            if rules["resp.applies"] == "any":
                out += [
                    (meld.feeder, seat, tile)
                    for seat, player in self.sit.players.items()
                    for meld in player.melds
                    if meld.tile == tile and meld.feeder
                ]
            elif event and event["claimed_by"] in self.sit.seats:
                out.append((event["by"], event["claimed_by"], tile))
        return out

    def chickens(self, owner):
        """Steps 8 and 9 for one player."""
        rules, kinds = self.sit.rules, self.kinds
        if (rules["chicken.needs_ready"] and owner not in self.ready) or owner == self.burned_chickens:
            return []
        everybody = self.sit.others(owner)
        out = []
        for tile in kinds.kinds:
            zones = ["hand", "melds", "kong", *(["discards"] if kinds.counts_in_discards(tile) else [])]
            out += item(everybody, owner, self.count(owner, tile, zones) * kinds.value(tile), "CHICKEN")
        for meld in self.sit.players[owner].melds:
            if self.all_in(owner, meld) is not None:
                out += item(everybody, owner, self.all_in(owner, meld), "CHICKEN_KONG")
        for tile in self.charges(owner):
            out += item(everybody, owner, rules["charge"][tile][kinds.grade(tile)], "CHARGE")
        for feeder, claimer, tile in self.resps():
            if claimer == owner:
                out += item(feeder, owner, rules["resp"][tile][kinds.grade(tile)], "RESP")
        return out

    def reversal(self, owner):
        """Step 10: what an unready player's exposed standing chickens would have earned, paid out instead."""
        rules, kinds = self.sit.rules, self.kinds
        if not rules["reverse.on"] or owner in self.ready:
            return []
        getters = [s for s in self.ready if s not in (self.burned_chickens, self.burned_beans)]
        would_earn = []
        for tile in kinds.standing:
            zones = ["melds", *(["kong"] if rules["reverse.an"] else [])]
            zones += ["discards"] if kinds.counts_in_discards(tile) else []
            would_earn += item(getters, owner, self.count(owner, tile, zones) * kinds.value(tile), "CHICKEN")
        for tile in self.charges(owner):
            would_earn += item(getters, owner, rules["charge"][tile][kinds.grade(tile)], "CHARGE")
        for feeder, claimer, tile in self.resps():
            if claimer == owner and feeder in getters and rules["reverse.resp"]:
                would_earn += item(feeder, owner, rules["resp"][tile][kinds.grade(tile)], "RESP")
        for meld in self.sit.players[owner].melds:
            if meld.is_kong and not self.void(owner, meld):
                would_earn += self.kong_reversal(owner, meld, getters)
        return [turned for each in would_earn for turned in turn(each)]

    def kong_reversal(self, owner, meld, getters):
        rules = self.sit.rules
        standing = meld.tile in self.kinds.standing
        exposed = meld.kind != "concealed-kong" or rules["reverse.an"]
        value = self.all_in(owner, meld)
        if value is not None and standing and exposed:
            return item(getters, owner, value, "CHICKEN_KONG")
        # 包杠 takes every kong; ``chicken`` an exposed one of a standing chicken (003 L36-40, 篇四 G).
        if rules["reverse.beans"] == "all" or (rules["reverse.beans"] == "chicken" and standing and exposed):
            return self.bean(owner, meld, getters)
        return []


def turn(each):
    """The mirror of one item: its owner pays every one who would have paid."""
    return [
        turned
        for seat in each["from"]
        for turned in item(each["to"], seat, each["each"], "REV_" + each["code"])
    ]
