"""A complete hand set by set, the tiles that make its pattern marked, and what it is worth either way."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from scoring.hands import decompositions
from scoring.profile import Profile
from scoring.rules.legality import NoPassError
from scoring.settle import settle
from scoring.teach.coach import ME, CoachHand, situation_of
from scoring.tiles import FACES
from scoring.validation import SEVEN_PAIRS

QUADS = frozenset({"longqidui", "shuanglong", "qinglongbei", "qingshuanglong"})
PAIRS = frozenset(SEVEN_PAIRS)
TRIPLETS = frozenset({"dadui", "dandiao", "qingdadui", "qingdandiao"})


@dataclass(frozen=True, slots=True)
class Group:
    """A set, a pair, or four alike among pairs; ``lit``: it is what makes the pattern."""

    tiles: tuple[str, ...]
    lit: bool = False


def split(counts: Sequence[int], pattern: str) -> tuple[Group, ...]:
    """The concealed tiles of a complete hand in groups, the pair of four sets last."""
    if pattern not in PAIRS:

        def alike(way: tuple[tuple[str, ...], ...]) -> int:
            return sum(len(set(group)) == 1 for group in way) if pattern in TRIPLETS else 0

        best = max(decompositions(counts), key=alike, default=None)
        if best is not None:
            return tuple(Group(tiles) for tiles in (*best[1:], best[0]))
    pairs = ((FACES[i],) * n for i, n in enumerate(counts) if n)
    return tuple(Group(tiles, len(tiles) == 4 and pattern in QUADS) for tiles in pairs)


@dataclass(frozen=True, slots=True)
class Worth:
    """A hand by the engine: the pattern that counts, from each on a self-draw, from a discarder (None: no 通行证)."""

    pattern: str
    self_draw: int
    discard: int | None


def worth(hand: CoachHand, profile: Profile, tile: str) -> Worth:
    """A waiting hand that wins on ``tile``."""
    drawn = settle(situation_of(hand, profile, tile, True), profile).table.hands[ME]
    dealt = None
    with suppress(NoPassError):
        dealt = settle(situation_of(hand, profile, tile, False), profile).table.hands[ME].value
    return Worth(drawn.pattern, drawn.value, dealt)
