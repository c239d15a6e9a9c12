"""Melds 碰 and 杠 and their notation (SPEC 2.1): ``pung 111s<B``, ``concealed-kong 4444s``, ``… late``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from scoring.errors import ZhuojiError
from scoring.tiles import INDEX

PUNG = "pung"
EXPOSED_KONG = "exposed-kong"
ADDED_KONG = "added-kong"
CONCEALED_KONG = "concealed-kong"

MELD_ZH = {PUNG: "碰", EXPOSED_KONG: "点豆", ADDED_KONG: "转弯豆", CONCEALED_KONG: "闷豆"}
MELD_EN = {
    PUNG: "pung",
    EXPOSED_KONG: "exposed kong",
    ADDED_KONG: "added kong",
    CONCEALED_KONG: "concealed kong",
}

_NOTATION = re.compile(
    r"(pung|exposed-kong|added-kong|concealed-kong) ([1-9])\2\2(\2?)([mps])(?:<([A-D]))?( late)?"
)


class MeldError(ZhuojiError):
    """Text that is no meld."""

    def __init__(self, text: object, field: str | None = None) -> None:
        super().__init__(
            "BAD_SITUATION",
            f"看不懂的碰杠：「{text}」。写法例：pung 111s<B、exposed-kong 2222p<C、"
            "added-kong 3333m<B、concealed-kong 4444s（迟杠后面加 late）。",
            f"“{text}” is no meld. Write pung 111s<B, exposed-kong 2222p<C, added-kong 3333m<B or "
            "concealed-kong 4444s (a late kong ends in “ late”).",
            field,
        )


@dataclass(frozen=True, slots=True)
class Meld:
    """A 碰 or 杠. ``feeder`` fed the pung or the exposed kong (of an added kong: its pung).

    ``late``: a kong not declared at the first chance (过杠).
    """

    kind: str
    tile: str
    feeder: str | None = None
    late: bool = False

    @property
    def is_kong(self) -> bool:
        """Any 豆."""
        return self.kind != PUNG

    @property
    def size(self) -> int:
        """Tiles in it: 3 or 4."""
        return 3 if self.kind == PUNG else 4

    def __str__(self) -> str:
        rank, suit = self.tile[0], self.tile[1]
        feeder = f"<{self.feeder}" if self.feeder else ""
        return f"{self.kind} {rank * self.size}{suit}{feeder}{' late' if self.late else ''}"


@lru_cache(maxsize=4096)
def parse_meld(text: str) -> Meld:
    """A meld from its notation; raises ``MeldError``."""
    match = _NOTATION.fullmatch(text)
    if not match:
        raise MeldError(text)
    kind, rank, fourth, suit, feeder, late = match.groups()
    is_kong = kind != PUNG
    if is_kong != bool(fourth) or (kind == CONCEALED_KONG) == bool(feeder) or (late and not is_kong):
        raise MeldError(text)
    tile = rank + suit
    assert tile in INDEX
    return Meld(kind, tile, feeder, bool(late))
