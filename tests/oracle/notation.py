"""Tiles, melds and refusals, read from the notation of SPEC 2.1."""

import re
from dataclasses import dataclass

TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
SEATS = "ABCD"
KONGS = ("exposed-kong", "added-kong", "concealed-kong")

_HAND = re.compile(r"(?:[1-9]+[mps])*")
_MELD = re.compile(
    r"(pung|exposed-kong|added-kong|concealed-kong) "
    r"([1-9])\2{2,3}([mps])(?:<([A-D]))?( late)?"
)  # fmt: skip


class RefusedError(Exception):
    """A situation that isn't settled: ``code`` as in SPEC 2.2."""

    def __init__(self, code, reason):
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


def bad(reason):
    return RefusedError("BAD_SITUATION", reason)


@dataclass(frozen=True)
class Meld:
    kind: str
    tile: str
    feeder: str | None
    late: bool

    @property
    def is_kong(self):
        return self.kind != "pung"

    @property
    def tiles(self):
        return [self.tile] * (4 if self.is_kong else 3)


def read_tiles(text, where):
    if not isinstance(text, str) or not _HAND.fullmatch(text):
        raise bad(f"{where}: {text!r} are no tiles")
    out = []
    for ranks, suit in re.findall(r"([1-9]+)([mps])", text):
        out += [rank + suit for rank in ranks]
    return out


def read_tile(text, where):
    tiles = read_tiles(text, where)
    if len(tiles) != 1:
        raise bad(f"{where}: {text!r} isn't one tile")
    return tiles[0]


def read_meld(text, where):
    """Feeder and number of tiles must fit the kind; only a kong can be late (SPEC 2.1)."""
    match = _MELD.fullmatch(text) if isinstance(text, str) else None
    if not match:
        raise bad(f"{where}: {text!r} is no meld")
    kind, rank, suit, feeder, late = match.groups()
    size = len(re.search(r" ([1-9]+)", text)[1])
    if size != (3 if kind == "pung" else 4):
        raise bad(f"{where}: {size} tiles in a {kind}")
    if (feeder is None) != (kind == "concealed-kong"):
        raise bad(f"{where}: feeder of {text!r}")
    if late and kind == "pung":
        raise bad(f"{where}: a pung is never late")
    return Meld(kind, rank + suit, feeder, bool(late))


def next_tile(tile):
    """9 → 1 of the same suit (A14)."""
    return f"{int(tile[0]) % 9 + 1}{tile[1]}"


def previous_tile(tile):
    return f"{(int(tile[0]) - 2) % 9 + 1}{tile[1]}"
