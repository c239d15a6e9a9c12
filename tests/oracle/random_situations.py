"""Random situations that could lie on a table, rich in chickens, kongs and everything rare."""

import random

from tests.oracle import hands, params
from tests.oracle.notation import SEATS, TILES, next_tile, read_meld
from tests.oracle.random_hands import Pool, any_hand, complete, one_short, stuck, text
from tests.oracle.random_overlays import random_overlay

FLIPS = ["9s", "9s", "9s", "7p", "7p", "2s", "1p", "9m", None]


def random_situation(rng: random.Random, profile: str | None = None) -> dict:
    """A situation without anything impossible in it; a few are refused for want of a pass or for 过胡."""
    while True:
        made = Deal(rng, profile).build()
        if made is not None:
            return made


class Deal:
    def __init__(self, rng, profile):
        self.rng = rng
        self.profile = profile or rng.choice(sorted(params.document()["profiles"]))
        self.variants = random_variants(rng, self.profile)
        self.overlay = random_overlay(rng, self.profile, self.variants) if rng.random() < 0.25 else {}
        self.rules = params.load(self.profile, self.variants, self.overlay)
        self.seats = list(SEATS[: self.rules["meta.players"][0]])
        self.flip = rng.choice(FLIPS) if rng.random() < 0.6 else rng.choice(TILES)
        liked = {"1s", *({"8p"} if "8p" in self.rules["chicken.standing"] or rng.random() < 0.1 else ())}
        self.pool = Pool(rng, liked | ({next_tile(self.flip)} if self.flip else set()))
        self.dealer = rng.choice(self.seats)
        self.players = {}
        self.events = {}
        self.result = {}
        # 003 L41: no late 点豆 there (4.1.3).
        self.no_late = ("exposed-kong",) if self.profile == "guizhou-jishu" else ()
        self.que = {}
        if self.rules["que.required"]:
            self.que = {seat: rng.choice("mps") for seat in self.seats}
        self.first_turn = rng.random() < 0.06

    def suits(self, seat):
        return "mps".replace(self.que.get(seat, "-"), "")

    def build(self):
        rng = self.rng
        kind = rng.choices(["discard", "self", "after_kong", "rob", "draw"], [42, 18, 10, 15, 15])[0]
        if self.first_turn:
            kind = rng.choice(["self", "discard"])
        self.result["type"] = kind
        if kind == "draw":
            self.flip = None
        if self.flip is not None:
            self.pool.take([self.flip])
        made = {
            "discard": self.win_on_discard,
            "rob": self.win_on_discard,
            "self": self.win_by_drawing,
            "after_kong": self.win_by_drawing,
            "draw": lambda: True,
        }[kind]()
        if not made:
            return None
        for seat in self.seats:
            if seat not in self.players:
                self.deal_other(seat)
        self.discards()
        self.first_events()
        self.details()
        self.specials()
        self.unseen()
        return self.situation()

    def win_by_drawing(self):
        rng = self.rng
        seat = rng.choice(self.seats)
        after = self.result["type"] == "after_kong"
        if self.first_turn:
            made = self.plain_complete(seat)
        else:
            made = complete(
                self.pool, seat, self.seats, suits=self.suits(seat), need_kong=after, no_late=self.no_late
            )
        if made is None:
            return False
        self.players[seat] = {"hand": made[0], "melds": made[1]}
        self.result |= {"winners": [seat], "tile": rng.choice(made[0])}
        return True

    def plain_complete(self, seat, tile=None):
        """Without melds, for 天胡 and 地胡."""
        for _ in range(20):
            made = complete(self.pool, seat, self.seats, suits=self.suits(seat), tile=tile)
            if made is not None and not made[1]:
                return made
            if made is not None:
                self.pool.give(made[0] + [t for m in made[1] for t in read_meld(m, "").tiles])
        return None

    def win_on_discard(self):
        rng, robs = self.rng, self.result["type"] == "rob"
        source = self.dealer if self.first_turn else rng.choice(self.seats)
        tile = self.pool.kind(4 if robs else 1, self.suits(source) if robs else "mps")
        if tile is None:
            return False
        self.result |= {"from": source, "tile": tile}
        if robs:
            self.robbed(source, tile)
        n = min(rng.choices([1, 2, 3], [62, 20, 18])[0], len(self.seats) - 1)
        winners = []
        for seat in rng.sample([s for s in self.seats if s != source], n):
            if tile[1] not in self.suits(seat):
                continue
            if self.first_turn:
                made = self.plain_complete(seat, tile)
            else:
                # A kong for most of them, so that a 平胡 may win.
                made = complete(
                    self.pool, seat, self.seats, suits=self.suits(seat), tile=tile, single=robs,
                    need_kong=rng.random() < 0.3, no_late=self.no_late,
                )  # fmt: skip
            if made is not None:
                made[0].remove(tile)
                self.pool.give([tile])
                self.players[seat] = {"hand": made[0], "melds": made[1]}
                winners.append(seat)
        if not winners or not self.pool.take([tile]):
            return False
        self.result["winners"] = winners
        if not robs and not self.first_turn and rng.random() < 0.3:
            self.hot(source)
        return True

    def robbed(self, source, tile):
        """The robbed player: his pung of the tile, the rest ready or not."""
        self.pool.take([tile] * 3)
        feeder = self.rng.choice([s for s in self.seats if s != source])
        self.deal_other(source, spare=1)
        self.players[source]["melds"].append(f"pung {tile[0] * 3}{tile[1]}<{feeder}")

    def hot(self, source):
        self.deal_other(source)
        kongs = [m for m in self.players[source]["melds"] if not m.startswith("pung")]
        if kongs:
            kind, tiles = self.rng.choice(kongs).split("<")[0].split()[:2]
            self.result |= {"hot": kind, "hot_meld": tiles}

    def deal_other(self, seat, spare=0):
        """Ready about half the time. ``spare``: leave room for so many melds more."""
        rng, suits = self.rng, self.suits(seat)
        how = rng.choices(["short", "any", "stuck"], [55, 40, 5])[0]
        wanted = self.result["type"] == "discard" and self.result.get("from") == seat
        made = None
        if how == "short" and not self.first_turn:
            made = one_short(
                self.pool, seat, self.seats, suits=suits, no_late=self.no_late,
                need_kong=wanted and rng.random() < 0.5,
            )  # fmt: skip
        elif how == "stuck" and not self.first_turn:
            made = stuck(self.pool, seat, self.seats, suits)
        if made is not None and spare and not 0 < len(made[1]) + spare <= 4:
            made = None
        if self.first_turn:
            made = self.pool.some(13), []
        elif made is None:
            made = any_hand(self.pool, seat, self.seats, rng.choice(["mps", suits]), self.no_late)
        hand, melds = made
        if spare:
            # Three tiles go back for the pung that comes, cut so that a ready hand often stays one.
            hand, melds = self.shorten(hand, melds)
        self.players[seat] = {"hand": list(hand), "melds": list(melds)}

    def shorten(self, hand, melds):
        """Take one meld away, or three tiles of the hand."""
        if melds:
            gone = self.rng.randrange(len(melds))
            self.pool.give(read_meld(melds[gone], "").tiles)
            return hand, melds[:gone] + melds[gone + 1 :]
        self.rng.shuffle(hand)
        self.pool.give(hand[:3])
        return hand[3:], melds

    def discards(self):
        rng = self.rng
        for player in self.players.values():
            row = []
            if not self.first_turn and rng.random() < 0.6:
                for tile in sorted(self.pool.liked):
                    while rng.random() < 0.4 and self.pool.take([tile]):
                        row.append(tile)
                row += self.pool.some(rng.choice([0, 0, 1, 2]))
            rng.shuffle(row)
            player["discards"] = row

    def first_events(self):
        """Every form of first_1s and first_8p that the tiles allow; often none is told."""
        for name, tile in (("first_1s", "1s"), ("first_8p", "8p")):
            rows = [seat for seat, p in self.players.items() if tile in p["discards"]]
            claims = [
                {"by": meld.feeder, "claimed_by": seat}
                for seat, p in self.players.items()
                for meld in (read_meld(m, "") for m in p["melds"])
                if meld.tile == tile and meld.feeder
            ]
            options = [{"by": seat, "claimed_by": None} for seat in rows] + claims
            won = self.result["type"] == "discard" and self.result["tile"] == tile
            if won and not options:
                options = [{"by": self.result["from"], "claimed_by": "WIN"}]
            if options and self.rng.random() < 0.85:
                self.events[name] = self.rng.choice(options)

    def details(self):
        rng = self.rng
        if rng.random() < (0.5 if self.rules["genzhang"] else 0.05):
            self.events["genzhang"] = {"drawn_followers": rng.randint(0, len(self.seats) - 1)}
        if self.result["type"] == "draw":
            return
        if rng.random() < 0.12:
            self.result["last_tile"] = True
            self.flip = None
        if "from" in self.result and not self.first_turn and rng.random() < 0.15:
            others = [s for s in self.seats if s != self.result["from"]]
            self.result["passed_since_last_turn"] = rng.sample(others, rng.randint(1, len(others)))
        if rng.random() < 0.1:
            self.wrong_count()

    def wrong_count(self):
        """相公: a player who doesn't win and is no tile right."""
        busy = {*self.result["winners"], self.result.get("from")}
        free = [s for s in self.seats if s not in busy]
        if free:
            player = self.players[self.rng.choice(free)]
            player["xianggong"] = True
            if self.rng.random() < 0.5 and player["hand"]:
                player["hand"].pop()
            else:
                player["hand"] += self.pool.some(1)

    def specials(self):
        rng, drawn = self.rng, self.result["type"] in ("self", "after_kong")
        winners = self.result.get("winners", [])
        share = 0.15 if self.rules["special"]["baoting"] else 0.03
        for seat, player in self.players.items():
            special = []
            if rng.random() < share and (seat in winners or self.waits(seat)):
                special.append("baoting")
            if self.first_turn and seat in winners and rng.random() < 0.8:
                if drawn and seat == self.dealer:
                    special = ["tianhu"]
                elif drawn:
                    special = [rng.choice(["dihu", "yingbao"])]
                else:
                    special = ["dihu"]
            elif drawn and seat in winners and rng.random() < 0.04 and self.result["type"] == "self":
                special = ["yingbao"]
            if special:
                player["special"] = special
            if seat in self.que:
                player["que"] = self.que[seat]
                if rng.random() < 0.3:
                    player["yuanque"] = True
            elif rng.random() < 0.02:
                player |= {"que": rng.choice("mps"), "yuanque": rng.random() < 0.5}

    def waits(self, seat):
        player = self.players[seat]
        melds = [read_meld(m, "") for m in player["melds"]]
        hand = list(player["hand"])
        if player.get("xianggong") or len(hand) != 13 - 3 * len(melds):
            return []
        return hands.waits(hand, melds, self.que.get(seat))

    def unseen(self):
        """Now and then a hand nobody saw, declared truly."""
        if self.que or self.rng.random() > 0.08:
            return
        seat = self.rng.choice(self.seats)
        player = self.players[seat]
        if player.get("xianggong"):
            return
        hand, winners = player["hand"], self.result.get("winners", [])
        waits = [] if seat in winners else self.waits(seat)
        full = None
        if seat in winners:
            full = [*hand, self.result["tile"]] if "from" in self.result else hand
        elif waits:
            full = [*hand, self.rng.choice(waits)]
        declared = {"ready": full is not None}
        if full is not None:
            found = hands.patterns(full, [read_meld(m, "") for m in player["melds"]])
            values = self.rules["patterns"]
            declared["pattern"] = self.rng.choice(sorted(p for p in found if values[p] is not None))
        kinds = sorted({*self.pool.liked, *self.rules["chicken.standing"]})
        declared["chickens"] = {tile: hand.count(tile) for tile in kinds if tile in hand}
        player |= {"hand": None, "declared": declared}

    def situation(self):
        rng = self.rng
        players = {}
        for seat in self.seats:
            player = self.players[seat]
            player["hand"] = player["hand"] if player["hand"] is None else text(player["hand"])
            player["discards"] = text(player["discards"])
            players[seat] = player
        out = {
            "profile": self.profile,
            "variants": self.variants,
            "dealer": self.dealer,
            "dealer_streak": rng.choice([1, 1, 2, 3, 5]),
            "players": players,
            "events": self.events,
            "flip": self.flip,
            "result": self.result,
        }
        if self.overlay:
            out["overlay"] = self.overlay
        if self.rules["dealer.mode"] == "none" and "tianhu" not in str(players) and rng.random() < 0.5:
            del out["dealer"], out["dealer_streak"]
        for key, default in (("variants", []), ("events", {}), ("flip", None), ("dealer_streak", 1)):
            if out.get(key, "") == default and rng.random() < 0.2:
                out.pop(key)
        return out


def random_variants(rng, profile):
    names = sorted(params.document()["profiles"][profile]["variants"])
    chosen = [name for name in names if rng.random() < min(0.6, 1.2 / len(names))]
    if "sandingguai" in chosen and "erdingguai" in chosen:
        chosen.remove(rng.choice(["sandingguai", "erdingguai"]))
    rng.shuffle(chosen)
    return chosen
