"""The figures of a slice, and the questions the shared tool doesn't ask: look-alikes, honours read as suits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from datasets.evaluate.matching import Found, PhotoScore, is_suit
from datasets.evaluate.summary import flag_counts, share_flagged

LOOK_ALIKES = (("4p", "5p", "6p", "7p"), ("7s", "9s"), ("6s", "8s"), ("1m", "2m", "3m"), ("6m", "8m", "9m"))
"""Faces that others' readers mixed up (pitfalls, "Reading tiles")."""
MISSED = "missed"


@dataclass(frozen=True)
class Figures:
    """Of one slice. Shares are None where there is nothing to count."""

    photos: int
    suits: int
    suits_right: float | None
    one_s: float | None
    eight_p: float | None
    back: float | None
    hands: int
    hands_exact: float | None
    others_as_suits: float | None
    others_as_suits_silent: float | None
    wrong_flagged: float | None
    right_flagged: float | None


def figures(scores: Sequence[PhotoScore]) -> Figures:
    """Of these photos."""
    found = [one for photo in scores for one in photo.found]
    hands = [photo for photo in scores if photo.is_hand]
    others = [one for one in found if one.kind in ("z", "flower")]
    as_suits = [one.read for one in others if one.read is not None and is_suit(one.read.kind)]
    flags = flag_counts(scores)
    suits = [one for one in found if is_suit(one.kind)]
    return Figures(
        photos=len(scores),
        suits=len(suits),
        suits_right=right_share(suits),
        one_s=right_share(one for one in found if one.kind == "1s"),
        eight_p=right_share(one for one in found if one.kind == "8p"),
        back=right_share(one for one in found if one.kind == "back"),
        hands=len(hands),
        hands_exact=_share(sum(photo.bad == 0 for photo in hands), len(hands)),
        others_as_suits=_share(len(as_suits), len(others)),
        others_as_suits_silent=_share(sum(not read.unsure for read in as_suits), len(others)),
        wrong_flagged=share_flagged(flags, "wrong"),
        right_flagged=share_flagged(flags, "right"),
    )


def right_share(found: Iterable[Found]) -> float | None:
    """Share of labels read as what they are."""
    ones = list(found)
    return _share(sum(one.right for one in ones), len(ones))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def per_class(scores: Sequence[PhotoScore]) -> dict[str, tuple[int, int, Counter[str]]]:
    """Kind → labels, right ones, what the others were read as. Honours by their own names."""
    out: dict[str, tuple[int, int, Counter[str]]] = {}
    for photo in scores:
        for one in photo.found:
            name = one.name if one.kind == "z" else one.kind
            count, right, wrong = out.get(name, (0, 0, Counter()))
            if not one.right:
                wrong[one.read.tile if one.read else MISSED] += 1
            out[name] = (count + 1, right + one.right, wrong)
    return out


def look_alikes(scores: Sequence[PhotoScore]) -> list[tuple[tuple[str, ...], list[list[int]]]]:
    """For each group: rows are labels, columns what they were read as, then any other tile, then missed."""
    out: list[tuple[tuple[str, ...], list[list[int]]]] = []
    for group in LOOK_ALIKES:
        rows = {kind: [0] * (len(group) + 2) for kind in group}
        for photo in scores:
            for one in photo.found:
                if one.kind in rows:
                    rows[one.kind][_column(one, group)] += 1
        out.append((group, list(rows.values())))
    return out


def _column(one: Found, group: tuple[str, ...]) -> int:
    if one.read is None:
        return len(group) + 1
    return group.index(one.read.kind) if one.read.kind in group else len(group)
