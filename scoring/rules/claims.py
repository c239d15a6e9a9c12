"""What a player's 豆 and 鸡 would earn, before asking whether he is ready or burned (RULES 3.2 steps 7-9).

``beans``, ``chickens`` and ``charge`` make claims; collecting turns a ready owner's into payments to him, reversal
(反赔) an unready owner's exposed ones into payments by him.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.melds import Meld


@dataclass(frozen=True, slots=True)
class Claim:
    """``owner`` would get ``each`` from every seat in ``payers``.

    ``kind``: "bean", "chicken", "kong" (all-in kong of chickens), "charge" or "resp"; ``tile`` the chicken or kong
    tile; ``meld`` the meld it comes from, if one; ``zones`` where the chickens lie, by count.
    """

    owner: str
    payers: tuple[str, ...]
    each: int
    code: str
    params: tuple[str, ...]
    kind: str
    tile: str
    meld: Meld | None = None
    zones: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
