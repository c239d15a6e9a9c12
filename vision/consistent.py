"""The most probable reading that can be at all: at most four of a tile in view, equal tiles in a meld (SPEC 4).

Exact by best-first branch and bound; nothing is changed that the scores don't speak for, and every change is
told with both readings and their probabilities.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from scoring.tiles import BACK, FACES
from vision.layout import Group

FLOOR = 0.002
"""Probability of a kind the detector gave no score for."""
UNEQUAL = 0.02
"""Probability that what lies like a meld is none, or holds a tile of another kind after all."""
ODDS = 9.0
"""A change is made when the best reading with it is this many times as probable as the best without it."""
CONFIDENT = 0.9
"""A tile surer than this is left as it is; the problem names it."""
LEAST_TO_TELL = 13
DOUBTFUL = 0.7
MOST_DOUBTFUL = 0.5
MOST_NODES = 1000
UNKNOWN = "?"

Scores = Mapping[str, float]
"""A tile's kinds with their probabilities, 0..1."""


@dataclass(frozen=True)
class Change:
    """Tile ``index`` is read ``after`` instead of ``before``; the probabilities sum to 1."""

    index: int
    before: str
    after: str
    p_before: float
    p_after: float


@dataclass(frozen=True)
class _Unit:
    """Tiles read together: one, or a meld's faces. ``weight`` copies lie there, hidden ones of a kong too."""

    tiles: tuple[int, ...]
    weight: int
    costs: dict[str, float]


def changes(
    scores: Sequence[Scores], groups: Sequence[Group], same: Sequence[tuple[int, int]] = ()
) -> list[Change]:
    """What to read otherwise. ``scores`` per tile, the reading being the likeliest kind; ``groups`` number them.

    ``same``: pairs of numbers that are one tile seen twice, in two photos.
    """
    names = [max(own, key=lambda kind: own[kind]) for own in scores]
    doubtful = sum(max(own.values()) < DOUBTFUL for own in scores)
    if len(scores) >= LEAST_TO_TELL and doubtful > MOST_DOUBTFUL * len(scores):
        return []  # where so many are doubtful, the five that look equal are no evidence
    units = _units(scores, names, groups, {b for _, b in same})
    best = _solve(units, {})
    if best is None:
        return []
    cost, kinds = best
    out = []
    for unit, kind in zip(units, kinds, strict=True):
        for i in unit.tiles:
            after = names[i] if kind in (UNKNOWN, names[i]) else kind
            if (
                after not in FACES
                or after == names[i]
                or names[i] == BACK
                or max(scores[i].values()) > CONFIDENT
            ):
                continue
            kept = _solve(units, {_place(units, unit): _keeping(unit, i, names, scores)})
            odds = math.inf if kept is None else math.exp(min(50.0, kept[0] - cost))
            if odds >= ODDS:
                p = 1 - 1 / (1 + odds)
                out.append(Change(i, names[i], after, 1 - p, p))
    return sorted(out, key=lambda change: change.index)


def _place(units: Sequence[_Unit], unit: _Unit) -> int:
    return next(k for k, other in enumerate(units) if other is unit)


def _keeping(unit: _Unit, tile: int, names: Sequence[str], scores: Sequence[Scores]) -> dict[str, float]:
    """The costs of a unit in which this tile stays as it was read."""
    if len(unit.tiles) == 1:
        return {names[tile]: unit.costs[names[tile]]}
    own = {kind: cost for kind, cost in unit.costs.items() if kind in (names[tile], UNKNOWN)}
    return own or {UNKNOWN: -math.log(UNEQUAL) + sum(_cost(scores[i], names[i]) for i in unit.tiles)}


def _units(
    scores: Sequence[Scores], names: Sequence[str], groups: Sequence[Group], twice: set[int]
) -> list[_Unit]:
    units = []
    taken: set[int] = set()
    for group in groups:
        faces = tuple(i for i in group.tiles if names[i] in FACES)
        if group.role != "meld" or not faces or len(faces) + sum(names[i] == BACK for i in group.tiles) < 3:
            continue
        kinds = {kind for i in faces for kind in scores[i] if kind in FACES}
        costs = {kind: sum(_cost(scores[i], kind) for i in faces) for kind in kinds}
        if len({names[i] for i in faces}) > 1:
            costs[UNKNOWN] = -math.log(UNEQUAL) + sum(_cost(scores[i], names[i]) for i in faces)
        units.append(_Unit(faces, 3 if group.meld == "pung" else 4, costs))
        taken |= set(group.tiles)
    for i, own in enumerate(scores):
        if i not in taken and i not in twice and names[i] != BACK:
            costs = {
                kind: _cost(own, kind) for kind, score in own.items() if score >= FLOOR or kind == names[i]
            }
            costs[UNKNOWN] = -math.log(FLOOR)
            units.append(_Unit((i,), 1, costs))
    return units


def _cost(scores: Scores, kind: str) -> float:
    total = sum(scores.values())
    return -math.log(max(FLOOR, scores.get(kind, 0.0) / max(total, 1e-9)))


_Node = tuple[float, int, dict[int, frozenset[str]], frozenset[int]]
"""Bound, number, banned kinds of units, units that stay."""


def _solve(units: Sequence[_Unit], instead: Mapping[int, dict[str, float]]) -> tuple[float, list[str]] | None:
    """The cheapest kinds with at most four of each face, exact; None when none is found in reasonable time."""
    costs = [instead.get(k, unit.costs) for k, unit in enumerate(units)]
    ranked = [sorted(own.items(), key=lambda item: (item[1], item[0])) for own in costs]
    number = count()
    heap: list[_Node] = [(sum(own[0][1] for own in ranked), next(number), {}, frozenset())]
    for _ in range(MOST_NODES):
        if not heap:
            return None
        cost, _tie, banned, fixed = heapq.heappop(heap)
        chosen = [_first(own, banned.get(k, frozenset())) for k, own in enumerate(ranked)]
        kinds = [kind for kind, _ in chosen]
        over = _over(units, kinds)
        if over is None:
            return cost, kinds
        members = [k for k, kind in enumerate(kinds) if kind == over and k not in fixed]
        room = 4 - sum(units[k].weight for k, kind in enumerate(kinds) if kind == over and k in fixed)
        # The first that leaves is branched on; those before it stay.
        members.sort(key=lambda k: _regret(ranked[k], banned.get(k, frozenset())))
        stay: list[int] = []
        for k in members:
            without = banned.get(k, frozenset()) | {over}
            left = _first(ranked[k], without)
            if math.isfinite(left[1]):
                more = cost + left[1] - chosen[k][1]
                heapq.heappush(heap, (more, next(number), {**banned, k: without}, fixed | set(stay)))
            stay.append(k)
            room -= units[k].weight
            if room < 0:
                break
    return None


def _first(ranked: Sequence[tuple[str, float]], banned: frozenset[str]) -> tuple[str, float]:
    return next(((kind, cost) for kind, cost in ranked if kind not in banned), (UNKNOWN, math.inf))


def _regret(ranked: Sequence[tuple[str, float]], banned: frozenset[str]) -> float:
    kind, cost = _first(ranked, banned)
    return _first(ranked, banned | {kind})[1] - cost


def _over(units: Sequence[_Unit], kinds: Sequence[str]) -> str | None:
    """A face of which more than four lie there."""
    weight: dict[str, int] = defaultdict(int)
    for unit, kind in zip(units, kinds, strict=True):
        weight[kind] += unit.weight
    return next((kind for kind, n in weight.items() if n > 4 and kind in FACES), None)
