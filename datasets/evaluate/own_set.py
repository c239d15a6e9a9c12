"""What learning a set changes: read with one look, with two, and with a set learned from n of its photos.

The photos learned from are never judged. ``others`` are tiles of sets that were not learned: they show whether a set
leaves photos alone that don't show it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets.looks import Looks
from scoring.tiles import FACES, INDEX, KINDS
from vision.detections import Floats
from vision.evidence import is_unsure
from vision.own_set import OwnSet, learn, read_with, shows
from vision.prints import print_of
from vision.yardstick import Yardstick

DRAWS = 20
SUITS = len(FACES)


@dataclass(frozen=True)
class Figures:
    """Shares: suit tiles wrong, 1s right, photos exact, wrong and right tiles flagged."""

    wrong: float
    right_1s: float
    exact: float
    wrong_flagged: float
    right_flagged: float


def read(yardstick: Yardstick, looks: Looks, own: OwnSet | None) -> Floats:
    """(N, K) scores, photo by photo: whether a photo shows the set is decided for it alone."""
    out = np.empty_like(looks.scores)
    points = yardstick.place(looks.features[:, 0])
    for photo in np.unique(looks.photos):
        these = looks.photos == photo
        out[these], _ = read_with(
            yardstick, own, looks.scores[these], points[these], list(looks.pictures[these])
        )
    return out


def _set_of(yardstick: Yardstick, taught: Looks) -> OwnSet:
    prints = [print_of(picture) for picture in taught.pictures]
    return learn(yardstick, taught.features, taught.kinds, prints)


def figures(looks: Looks, scores: Floats, *, two_looks: bool = True) -> Figures:
    """Judge readings of tiles that were found; missed ones are nobody's merit here."""
    read_as = scores.argmax(axis=1)
    right = read_as == looks.kinds
    suits = looks.kinds < SUITS
    birds = looks.kinds == INDEX["1s"]
    ranked = np.sort(scores, axis=1)
    doubted = np.array(
        [
            is_unsure(KINDS[k], float(row[-1]), float(row[-2]), two_looks=two_looks)
            for k, row in zip(read_as, ranked, strict=True)
        ],
        np.bool_,
    )
    exact = [bool(right[looks.photos == photo].all()) for photo in np.unique(looks.photos)]
    return Figures(
        wrong=_share(~right, suits),
        right_1s=_share(right, birds),
        exact=float(np.mean(exact)),
        wrong_flagged=_share(doubted, ~right),
        right_flagged=_share(doubted, right),
    )


def _share(what: npt.NDArray[np.bool_], of: npt.NDArray[np.bool_]) -> float:
    return float(what[of].mean()) if of.any() else float("nan")


def draw(looks: Looks, n: int, rng: np.random.Generator) -> npt.NDArray[np.bool_]:
    """(N,) the tiles of those n photos of a random half that show most kinds: the page asks for all 27."""
    photos = np.unique(looks.photos)
    pool = list(rng.choice(photos, max(n, len(photos) // 2), replace=False))
    kinds = {
        photo: set(looks.kinds[(looks.photos == photo) & (looks.kinds < SUITS)].tolist()) for photo in pool
    }
    taken: list[str] = []
    shown: set[int] = set()
    for _ in range(n):
        best = max(
            (photo for photo in pool if photo not in taken), key=lambda photo: len(kinds[photo] - shown)
        )
        taken.append(best)
        shown |= kinds[best]
    return np.isin(looks.photos, taken)


def measure(
    yardstick: Yardstick, looks: Looks, counts: Sequence[int] = (1, 2, 5), draws: int = DRAWS, seed: int = 0
) -> dict[str, Figures]:
    """Means over draws: ``one look``, ``two looks``, and ``n photos`` for each count, on the photos left."""
    rng = np.random.default_rng(seed)
    rows: dict[str, list[Figures]] = {
        name: [] for name in ("one look", "two looks", *(f"{n} photos" for n in counts))
    }
    for n in counts:
        for _ in range(draws):
            taught = draw(looks, n, rng)
            rest = looks[~taught]
            own = _set_of(yardstick, looks[taught])
            rows[f"{n} photos"].append(figures(rest, read(yardstick, rest, own)))
            rows["one look"].append(figures(rest, rest.scores, two_looks=False))
            rows["two looks"].append(figures(rest, read(yardstick, rest, None)))
    return {name: _mean(some) for name, some in rows.items()}


def harm(
    yardstick: Yardstick, looks: Looks, others: Looks, photos: int = 2, draws: int = DRAWS, seed: int = 0
) -> tuple[float, float, float]:
    """(wrong suits of ``others`` without, with this set learned, share of their photos taken for this set)."""
    rng = np.random.default_rng(seed)
    without = figures(others, read(yardstick, others, None)).wrong
    points = yardstick.place(others.features[:, 0])
    after, taken = [], []
    for _ in range(draws):
        taught = draw(looks, photos, rng)
        own = _set_of(yardstick, looks[taught])
        after.append(figures(others, read(yardstick, others, own)).wrong)
        taken.append(
            np.mean(
                [shows(yardstick, own, points[others.photos == photo]) for photo in np.unique(others.photos)]
            )
        )
    return without, float(np.mean(after)), float(np.mean(taken))


def _mean(rows: Sequence[Figures]) -> Figures:
    out = {}
    for name in Figures.__dataclass_fields__:
        known = [value for value in (getattr(row, name) for row in rows) if not np.isnan(value)]
        out[name] = float(np.mean(known)) if known else float("nan")
    return Figures(**out)


def table(results: Mapping[str, Mapping[str, Figures]]) -> str:
    """Set by set, as text."""
    lines = [
        f"{'set':16s} {'read with':10s} {'wrong suits':>11s} {'1s right':>9s} {'photos exact':>12s} "
        f"{'wrong flagged':>13s} {'right flagged':>13s}"
    ]
    for name, rows in results.items():
        for how, row in rows.items():
            lines.append(
                f"{name:16s} {how:10s} {row.wrong:11.4f} {row.right_1s:9.4f} {row.exact:12.3f} "
                f"{row.wrong_flagged:13.3f} {row.right_flagged:13.3f}"
            )
    return "\n".join(lines)
