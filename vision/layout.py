"""What a group of tiles is, and the types of a laid-out photo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["hand", "meld", "discards", "flip", "win", "wall", "loose"]
Side = Literal["bottom", "right", "top", "left"]
MeldKind = Literal["pung", "exposed-kong", "concealed-kong", "added-kong"]
HAND_SIZES = (13, 14)  # tiles of a hand, before and after the winning one; a meld counts as three


@dataclass(frozen=True)
class Group:
    """Tiles (numbers into the reading) that belong together, in reading order.

    ``side`` is where in the photo their owner sits, None where the photo can't tell. ``charge``: the 1s that
    lies across in a pond (冲锋鸡). ``feeder``: the side at which a meld's turned tile points.
    """

    role: Role
    tiles: tuple[int, ...]
    side: Side | None = None
    meld: MeldKind | None = None
    charge: int | None = None
    feeder: Side | None = None
