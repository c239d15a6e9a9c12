"""``zhuoji evaluate-layout``: groups read from true (or detected) boxes against the truth, kind by kind."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

import numpy as np

from datasets.layout_truth import (
    LARGE_ENOUGH,
    Accepted,
    accepted,
    askew,
    meld_form,
    read_in_parts,
    share_of_width,
    two_alike,
    variant,
)
from datasets.true_photo import TrueGroup, TruePhoto
from scoring.tiles import BACK
from vision.groups import find_groups
from vision.layout import Group, Side

Reader = Callable[[TruePhoto], Sequence[Group]]
"""A photo → groups whose numbers are those of the true tiles (-1 - k: a tile that isn't there)."""
POOLS = ("loose", "wall")
SIDES: tuple[Side, ...] = ("bottom", "right", "top", "left")
SIDED = ("hand", "meld", "discards")
SIZE = "tile's share of the width"
WHOLE = "photo's smallest group"


@dataclass
class Tally:
    """Counts of a run; ``wide`` photos show no group smaller than SPEC 4 asks. A group is ``right``, ``open`` (left loose where that is allowed) or wrong."""

    groups: Counter[str] = field(default_factory=Counter)
    strict: Counter[str] = field(default_factory=Counter)
    by: dict[str, dict[str, Counter[str]]] = field(default_factory=lambda: defaultdict(dict))
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    invented: Counter[str] = field(default_factory=Counter)
    failed: dict[str, list[str]] = field(default_factory=dict)
    photos: int = 0
    wide: int = 0
    exact: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def add(self, slice_: str, value: str, outcome: str) -> None:
        """Count one group in a slice."""
        self.by[slice_].setdefault(value, Counter())[outcome] += 1


def from_true_boxes(photo: TruePhoto) -> Sequence[Group]:
    """The layout functions over the true names and boxes, slanted photos laid straight as the reader lays them."""
    lies = photo.straight()
    boxes = lies.boxes.astype(np.float32)
    return find_groups(lies.tiles, boxes, lies.width, lies.height, lies.full, outline=lies.outline)


def evaluate(photos: Iterable[TruePhoto], read: Reader = from_true_boxes) -> Tally:
    """Read every photo and compare."""
    tally = Tally()
    for photo in photos:
        start = perf_counter()
        got = read(photo)
        tally.milliseconds.append(1000 * (perf_counter() - start))
        compare(tally, photo, got)
    return tally


def compare(tally: Tally, photo: TruePhoto, got: Sequence[Group]) -> bool:
    """Enter one photo; whether every group is right and none was invented."""
    pools = {role: {i for g in got if g.role == role for i in g.tiles} for role in POOLS}
    scene, faults = variant(photo), []
    got = _seen_from(photo, got)
    if photo.full and two_alike(photo):
        photo = replace(photo, full=False)
    exact = {frozenset(g.tiles): g for g in got}
    answered: set[frozenset[int]] = set()
    wide = [share_of_width(photo, group) for group in photo.groups]
    smallest = next((size for size in wide if size != LARGE_ENOUGH), LARGE_ENOUGH)
    for group, size, may in zip(photo.groups, wide, accepted(photo), strict=True):
        outcome = _outcome(photo, group, may, exact.get(group.tiles), pools)
        if outcome == "wrong" and (parts := read_in_parts(photo, group, may, got)):
            outcome = "open"
            answered |= {frozenset(part.tiles) for part in parts}
        if outcome != "wrong":
            answered.add(group.tiles)
        tally.groups[outcome] += 1
        mine = exact.get(group.tiles)
        strictly = mine is not None and (mine.role, mine.meld) == (group.role, group.meld)
        tally.strict["right" if strictly and _side_right(photo, group, mine) else "wrong"] += 1
        tally.add("scene", scene, outcome)
        tally.add("role", group.role, outcome)
        tally.add(SIZE, size, outcome)
        tally.add(WHOLE, smallest, outcome)
        if group.role == "meld":
            tally.add("meld", meld_form(photo, group), outcome)
        if outcome == "wrong":
            said = _said(group, got)
            tally.confusion[_name(group.role, group.meld), said] += 1
            faults.append(f"{_name(group.role, group.meld)} {sorted(group.tiles)} → {said}")
    true_pools = {role: {i for g in photo.groups if g.role == role for i in g.tiles} for role in POOLS}
    true_pools["wall"] |= {
        i
        for g, may in zip(photo.groups, accepted(photo), strict=True)
        for i in g.tiles
        if photo.tiles[i] == BACK and (g.role == "hand" or (g.role == "meld" and may.open))
    }
    told = {i for g in photo.groups for i in g.tiles}
    for mine in got:
        members = frozenset(mine.tiles)
        if not members <= told:
            continue  # of tiles whose group nobody recorded
        if mine.role == "loose" or members in answered or members <= true_pools.get(mine.role, set()):
            continue
        tally.invented[_name(mine.role, mine.meld)] += 1
        faults.append(f"invented {_name(mine.role, mine.meld)} {sorted(members)}")
    tally.photos += 1
    tally.wide += smallest == LARGE_ENOUGH
    tally.exact += not faults
    if faults:
        tally.failed[photo.name] = faults
    return not faults


def _seen_from(photo: TruePhoto, got: Sequence[Group]) -> list[Group]:
    """The groups; of a table that lies askew in the photo, as whoever sits one place on would name the sides."""
    if not photo.full or not askew(photo):
        return list(got)
    true = {g.tiles: g.side for g in photo.groups if g.role in SIDED and g.side}
    ways = [
        [replace(g, side=SIDES[(SIDES.index(g.side) + step) % 4] if g.side else None) for g in got]
        for step in (0, 1, 3)
    ]
    return max(ways, key=lambda way: sum(true.get(frozenset(g.tiles)) == g.side for g in way if g.side))


def _outcome(
    photo: TruePhoto, group: TrueGroup, may: Accepted, mine: Group | None, pools: dict[str, set[int]]
) -> str:
    if mine is not None and (mine.role, mine.meld) in may.answers and _side_right(photo, group, mine):
        return "right"
    if group.role in POOLS and may.pool and group.tiles <= pools[group.role]:
        return "right"
    if may.pool and ("wall", None) in may.answers and group.tiles <= pools["wall"]:
        return "right" if group.role == "wall" else "open"
    if (
        may.pool
        and group.role == "loose"
        and ("hand", None) in may.answers
        and not group.tiles & pools["loose"]
    ):
        return "open"
    left = pools["loose"]
    if group.role == "meld":  # backs of a kong that isn't wholly seen are as well a wall's
        left = left | {i for i in pools["wall"] if 0 <= i < len(photo.tiles) and photo.tiles[i] == BACK}
    return "open" if may.open and group.tiles <= left else "wrong"


def _side_right(photo: TruePhoto, group: TrueGroup, mine: Group | None) -> bool:
    """In a whole-table photo the owner counts, too; None is no answer."""
    return mine is not None and (
        not photo.full or group.role not in SIDED or group.side is None or mine.side == group.side
    )


def _name(role: str, meld: str | None) -> str:
    return meld or role


def _said(group: TrueGroup, got: Sequence[Group]) -> str:
    """What was said of most of the group's tiles."""
    best = max(got, key=lambda g: len(group.tiles & set(g.tiles)), default=None)
    if best is None or not group.tiles & set(best.tiles):
        return "nothing"
    name = _name(best.role, best.meld)
    same = frozenset(best.tiles) == group.tiles
    extent = "" if same else f" {len(group.tiles & set(best.tiles))} of {len(group.tiles)}"
    more = len(set(best.tiles) - group.tiles)
    return (
        name
        + (" (side)" if same and name == _name(group.role, group.meld) else "")
        + extent
        + (f" + {more}" if more else "")
    )


def turning(photos: Iterable[TruePhoto], degrees: Sequence[float]) -> dict[float, tuple[int, int, list[str]]]:
    """Per angle: photos whose groups are the same after turning, of how many, and the others' names."""
    out: dict[float, tuple[int, int, list[str]]] = {}
    chosen = list(photos)
    for angle in degrees:
        changed = []
        for photo in chosen:
            before = _sets(from_true_boxes(photo.turned(0)))
            if _sets(from_true_boxes(photo.turned(angle))) != before:
                changed.append(photo.name)
        out[angle] = (len(chosen) - len(changed), len(chosen), changed)
    return out


def _sets(groups: Sequence[Group]) -> set[tuple[str, str | None, frozenset[int]]]:
    loose = frozenset(i for g in groups if g.role == "loose" for i in g.tiles)
    walls = frozenset(i for g in groups if g.role == "wall" for i in g.tiles)
    # Which kong four equal faces are is asked anyway; at 45° a box can't show that a tile lies across.
    kinds = {"exposed-kong": "kong", "added-kong": "kong"}
    return {
        (g.role, kinds.get(g.meld or "", g.meld), frozenset(g.tiles)) for g in groups if g.role not in POOLS
    } | {
        ("loose", None, loose),
        ("wall", None, walls),
    }


def figures(tally: Tally) -> dict[str, Any]:
    """The run as one JSON object."""
    total = tally.groups.total()
    strict = tally.strict.total()
    times = sorted(tally.milliseconds) or [0.0]
    return {
        "photos": tally.photos,
        "photos_exact": tally.exact,
        "photos_wide": tally.wide,
        "groups": total,
        "groups_right": tally.groups["right"],
        "groups_open": tally.groups["open"],
        "groups_exact": round((tally.groups["right"] + tally.groups["open"]) / max(1, total), 4),
        "groups_exact_strict": round(tally.strict["right"] / max(1, strict), 4),
        "invented": dict(tally.invented.most_common()),
        "by": {
            name: {value: dict(counts) for value, counts in sorted(values.items())}
            for name, values in tally.by.items()
        },
        "confusion": [[true, said, n] for (true, said), n in tally.confusion.most_common()],
        "layout_ms": {"median": round(times[len(times) // 2], 2), "max": round(times[-1], 2)},
        "failed": tally.failed,
    }


def large_enough(tally: Tally, slice_: str = SIZE) -> tuple[int, float]:
    """How many groups have tiles as wide as SPEC 4 asks to be read, and how many of these are exact, as a share.

    With ``WHOLE`` those of photos all of whose groups have.
    """
    counts = tally.by.get(slice_, {}).get(LARGE_ENOUGH, Counter())
    return counts.total(), round(1 - counts["wrong"] / max(1, counts.total()), 4)


def report(tally: Tally) -> str:
    """The run as a table people read."""
    total = max(1, tally.groups.total())
    lines = [
        f"photos {tally.photos}, exact {tally.exact} ({tally.exact / max(1, tally.photos):.3f})",
        f"groups {total}: right {tally.groups['right']}, left open where it can't be told "
        f"{tally.groups['open']}, wrong {tally.groups['wrong']} → "
        f"exact {(total - tally.groups['wrong']) / total:.4f} (by the renderer's word alone "
        f"{tally.strict['right'] / total:.4f})",
        f"invented groups: {dict(tally.invented.most_common()) or 'none'}",
    ]
    for name, values in tally.by.items():
        lines.append(f"\n{name:34} groups  right   open  wrong  exact")
        for value, counts in sorted(values.items()):
            n = counts.total()
            lines.append(
                f"  {value:32} {n:6} {counts['right']:6} {counts['open']:6} {counts['wrong']:6}"
                f"  {(n - counts['wrong']) / n:.3f}"
            )
    lines.append("\ntrue → said")
    lines += [f"  {n:4}  {true} → {said}" for (true, said), n in tally.confusion.most_common(25)]
    return "\n".join(lines)
