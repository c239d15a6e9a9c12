"""The figures of ``score_photos.py``, from the same pairs: same keys, same rounding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from datasets.evaluate.matching import PhotoScore, is_suit

WORST = 6
CONFUSIONS = 12


def summary(scores: Sequence[PhotoScore]) -> dict[str, Any]:
    """One object of figures; photos in the order of their names, as the shared tool goes through them."""
    flags = flag_counts(scores)
    per: Counter[str] = Counter()
    per_right: Counter[str] = Counter()
    confused: Counter[tuple[str, str]] = Counter()
    found = 0
    for photo in scores:
        for one in photo.found:
            per[one.kind] += 1
            found += one.read is not None
            if one.right:
                per_right[one.kind] += 1
            else:
                confused[one.kind, one.read.kind if one.read else "missed"] += 1
    total, right = per.total(), per_right.total()
    suits = sum(n for kind, n in per.items() if is_suit(kind))
    suits_right = sum(n for kind, n in per_right.items() if is_suit(kind))
    extra = sum(photo.extra for photo in scores)
    hands = [photo for photo in scores if photo.is_hand]
    precision = right / (found + extra) if found or extra else 0.0
    recall = right / total if total else 0.0
    return {
        "photos": len(scores),
        "labels": total,
        "found": round(found / total, 4) if total else 0.0,
        "right": round(recall, 4),
        "suits_right": round(suits_right / max(1, suits), 4),
        "precision": round(precision, 4),
        "f1": round(2 * precision * recall / (precision + recall), 4) if precision + recall else 0.0,
        "photos_exact": round(sum(photo.bad == 0 for photo in scores) / max(1, len(scores)), 4),
        "hands": len(hands),
        "hands_exact": round(sum(photo.bad == 0 for photo in hands) / max(1, len(hands)), 4),
        "unmatched_detections": extra,
        "wrong_flagged": share_flagged(flags, "wrong"),
        "right_flagged": share_flagged(flags, "right"),
        "right_1s": _share(per_right["1s"], per["1s"]),
        "right_8p": _share(per_right["8p"], per["8p"]),
        "right_back": _share(per_right["back"], per["back"]),
        "worst": {
            kind: round(per_right[kind] / n, 3)
            for kind, n in sorted(per.items(), key=lambda item: per_right[item[0]] / item[1])[:WORST]
        },
        "confusions": [[kind, got, n] for (kind, got), n in confused.most_common(CONFUSIONS)],
    }


def flag_counts(scores: Sequence[PhotoScore]) -> Counter[tuple[str, bool]]:
    """(right | wrong, unsure) → tiles; a tile without a label is wrong unless the photo is partial."""
    flags: Counter[tuple[str, bool]] = Counter()
    for photo in scores:
        for one in photo.found:
            if one.read is not None:
                flags["right" if one.right else "wrong", one.read.unsure] += 1
        if not photo.partial:
            for read in photo.unmatched:
                flags["wrong", read.unsure] += 1
    return flags


def share_flagged(flags: Counter[tuple[str, bool]], what: str) -> float | None:
    """Share of the ``right`` or ``wrong`` tiles that are unsure; None when there are none."""
    return _share(flags[what, True], flags[what, True] + flags[what, False])


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def error_lines(scores: Sequence[PhotoScore]) -> list[str]:
    """What ``--list-errors`` of the shared tool prints."""
    lines = []
    for photo in scores:
        if not photo.was_read:
            lines.append(f"{photo.stem}: no reading")
        if photo.bad:
            lines.append(f"{photo.stem}: {photo.bad} of {len(photo.found)}")
    return lines
