"""What a group of tiles is, and the types of a laid-out photo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["hand", "meld", "discards", "flip", "win", "wall", "loose"]
Side = Literal["bottom", "right", "top", "left"]
MeldKind = Literal["pung", "exposed-kong", "concealed-kong", "added-kong"]


@dataclass(frozen=True)
class Group:
    """Tiles (numbers into the reading) that belong together, in reading order.

    ``side`` is where in the photo their owner sits, None where the photo can't tell.
    """

    role: Role
    tiles: tuple[int, ...]
    side: Side | None = None
    meld: MeldKind | None = None
