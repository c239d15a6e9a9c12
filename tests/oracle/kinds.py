"""Which tiles are chickens and what one is worth (RULES 3.2 step 8)."""

from tests.oracle.notation import next_tile, previous_tile


class Chickens:
    def __init__(self, sit):
        self.rules = sit.rules
        self.standing = sit.rules["chicken.standing"]
        self.flipped = set()
        # DOUBT (step 8 "none flipped when last_tile or no flip"): a flip told with last_tile turns nothing.
        if sit.flip and not (sit.last_tile and sit.rules["chicken.no_flip_on_last_tile"]):
            self.flipped.add(next_tile(sit.flip))
            if sit.rules["chicken.flip"] == "swing":
                self.flipped.add(previous_tile(sit.flip))
        self.gold = self.flipped & set(self.standing)
        self.kinds = sorted(self.flipped | set(self.standing))

    def grade(self, tile):
        return "gold" if tile in self.flipped else "plain"

    def value(self, tile):
        """Per tile and payer. Gold replaces both (A8)."""
        if tile in self.standing:
            return self.standing[tile][self.grade(tile)]
        return self.rules["chicken.flip_value"]

    def counts_in_discards(self, tile):
        """DOUBT: a gold tile is judged as the standing chicken it is, so 手上鸡 leaves it alone
        (fangka shoushang: "幺鸡 rules unchanged").
        """
        if tile in self.standing:
            return self.rules["chicken.standing_in_discards"]
        return self.rules["chicken.flip_in_discards"]

    def kong_value(self, meld):
        """All-in value of a concealed kong of chickens, None for the natural sum."""
        table = self.rules["chicken_kong_an"]
        if table is None or meld.kind != "concealed-kong":
            return None
        if meld.tile in self.standing:
            return table[self.grade(meld.tile)]
        if meld.tile in self.flipped and table["flipped_too"]:
            return table["plain"]
        return None
