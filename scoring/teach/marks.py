"""Which chickens in a picture earn, which are paid back, and which don't count (鸡: 收钱, 反赔, 不算)."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.settle import Settlement
from scoring.teach.why import base_code, is_turned, owner_of
from scoring.transfer import Transfer

PAYS, BACK, IDLE = "pays", "back", "idle"
MELD_ZONES = ("pung", "kong", "closed")


@dataclass(frozen=True, slots=True)
class SeatMarks:
    """``held``: by tile, for the hand and the winning tile; ``melds`` and ``discards``: a mark a tile, "" for none."""

    held: dict[str, str]
    melds: list[list[str]]
    discards: list[str]

    @property
    def used(self) -> frozenset[str]:
        """The marks that occur outside the hand."""
        return frozenset([*self.discards, *(mark for meld in self.melds for mark in meld)])


def no_marks(melds: int, discards: int) -> SeatMarks:
    """A seat of which nothing is told."""
    return SeatMarks({}, [[""] * 4] * melds, [""] * discards)


def chicken_marks(settlement: Settlement, seat: str) -> SeatMarks:
    """Read off the payments: a chicken of which no payment speaks is idle."""
    table = settlement.table
    player = table.player(seat)
    kinds = () if table.drawn else tuple(table.chickens.value)

    def idle(tile: str) -> str:
        return IDLE if tile in kinds else ""

    marks = SeatMarks(
        dict.fromkeys(kinds, IDLE),
        [[idle(meld.tile)] * meld.size for meld in player.melds],
        [idle(tile) for tile in player.discards],
    )
    for transfer in settlement.transfers:
        if "tile" in transfer.facts and owner_of(transfer) == seat:
            _mark(settlement, transfer, marks)
    return marks


def _mark(settlement: Settlement, transfer: Transfer, marks: SeatMarks) -> None:
    """What one payment rests on."""
    tile, facts = transfer.facts["tile"], transfer.facts
    player = settlement.table.player(owner_of(transfer))
    mark = BACK if is_turned(transfer) else PAYS

    def stronger(old: str) -> str:
        """What pays one and costs another (三响 turned around) counts as paying."""
        return old if old == PAYS else mark

    row = [i for i, name in enumerate(player.discards) if name == tile]
    melds = [marks.melds[i] for i, meld in enumerate(player.melds) if meld.tile == tile]
    lit: list[int] = []
    match base_code(transfer):
        case "CHICKEN":
            zones = facts["zones"]
            if zones["hand"] or zones["win"]:
                marks.held[tile] = stronger(marks.held[tile])
            # The 冲锋 tile lies first and has a payment of its own.
            n = sum(zones[zone] for zone in MELD_ZONES)
            for meld in melds:
                meld[len(meld) - n :] = map(stronger, meld[len(meld) - n :])
            lit = row[len(row) - zones["row"] :]
        case "CHICKEN_KONG":
            for meld in melds:
                meld[:] = map(stronger, meld)
        case "CHARGE" if facts["moved"]:
            for meld in melds:
                meld[0] = stronger(meld[0])
        case "CHARGE":
            lit = row[:1]
        case "CHAJIAO_CHICKEN":
            lit = row
    for i in lit:
        marks.discards[i] = stronger(marks.discards[i])
