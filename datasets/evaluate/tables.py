"""The evaluation as text: one table a question, widths by what stands in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from datasets.evaluate.calibration import Calibration
from datasets.evaluate.figures import Figures, figures, look_alikes, per_class, right_share
from datasets.evaluate.matching import Found, PhotoScore
from datasets.evaluate.slices import Traits, by_photo, by_size

HEAD = (
    "slice",
    "photos",
    "suit tiles",
    "right",
    "1s",
    "8p",
    "back",
    "hands exact",
    "z/f as suit",
    "…unflagged",
    "wrong flagged",
    "right flagged",
)


def text_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns aligned, the first to the left, the others to the right."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = []
    for row in [head, *rows]:
        cells = [
            cell.ljust(w) if i == 0 else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * w for w in widths))
    return "\n".join(lines)


def share(value: float | None) -> str:
    """0.9876, or – where there was nothing to count."""
    return "–" if value is None else f"{value:.4f}"


def row(name: str, f: Figures) -> list[str]:
    """One slice of the head table."""
    return [
        name,
        str(f.photos),
        str(f.suits),
        share(f.suits_right),
        share(f.one_s),
        share(f.eight_p),
        share(f.back),
        f"{share(f.hands_exact)} of {f.hands}" if f.hands else "–",
        share(f.others_as_suits),
        share(f.others_as_suits_silent),
        share(f.wrong_flagged),
        share(f.right_flagged),
    ]


def slice_table(scores: Sequence[PhotoScore], of: Sequence[Traits]) -> str:
    """All photos, real and rendered apart, then set, light, cast and angle."""
    rows = [row("all", figures(scores))]
    for title, key in (
        ("source", lambda t: t.source),
        ("set", lambda t: t.set),
        ("light", lambda t: t.light),
        ("cast", lambda t: t.cast),
        ("angle", lambda t: t.angle),
    ):
        parts = by_photo(scores, of, key)
        rows += [row(f"{title} {name}", figures(part)) for name, part in parts.items()]
    return text_table(HEAD, rows)


def size_table(scores: Sequence[PhotoScore]) -> str:
    """Labels by the shorter side of the tile as a share of the photo's width."""
    rows = []
    for name, found in by_size(scores).items():
        suits = [one for one in found if one.kind[-1] in "mps" and len(one.kind) == 2]
        rows.append(
            [
                name,
                str(len(found)),
                share(right_share(found)),
                str(len(suits)),
                share(right_share(suits)),
                _missed(found),
            ]
        )
    return text_table(("size", "labels", "right", "suit tiles", "suits right", "missed"), rows)


def _missed(found: Sequence[Found]) -> str:
    return share(sum(one.read is None for one in found) / len(found))


def class_table(scores: Sequence[PhotoScore]) -> str:
    """Every kind, the worst first, with what it was taken for."""
    classes = per_class(scores)
    order = sorted(classes.items(), key=lambda item: (item[1][1] / item[1][0], item[0]))
    rows = [
        [name, str(n), share(right / n), " ".join(f"{got}×{k}" for got, k in wrong.most_common(5))]
        for name, (n, right, wrong) in order
    ]
    return text_table(("kind", "labels", "right", "read as"), rows)


def look_alike_tables(scores: Sequence[PhotoScore]) -> str:
    """Confusions inside the groups of pitfalls."""
    parts = []
    for group, counts in look_alikes(scores):
        head = ["label", *group, "other", "missed"]
        parts.append(
            text_table(head, [[kind, *map(str, line)] for kind, line in zip(group, counts, strict=True)])
        )
    return "\n\n".join(parts)


def calibration_table(result: Calibration) -> str:
    """Reliability, calibration error, and what a threshold on the score would flag."""
    rows = [
        [f"{b.low:.1f}-{b.high:.1f}", str(b.count), share(b.confidence), share(b.right)] for b in result.bins
    ]
    lines = [
        text_table(("score", "tiles", "mean score", "right"), rows),
        "",
        f"expected calibration error {result.ece:.4f} over {result.tiles} tiles",
    ]
    if result.doubts:
        doubt_rows = [[share(good), share(at), share(bad)] for good, at, bad in result.doubts]
        lines += ["", text_table(("right flagged", "below score", "wrong flagged"), doubt_rows)]
    return "\n".join(lines)


def versus_table(ours: Mapping[str, Figures], theirs: Mapping[str, Figures], names: tuple[str, str]) -> str:
    """Two readers on the same photos, slice by slice."""
    rows = []
    for name, f in ours.items():
        g = theirs[name]
        rows.append(
            [
                name,
                str(f.photos),
                str(f.suits),
                share(f.suits_right),
                share(g.suits_right),
                share(f.one_s),
                share(g.one_s),
                share(f.hands_exact),
                share(g.hands_exact),
            ]
        )
    a, b = names
    head = (
        "slice",
        "photos",
        "suit tiles",
        f"right {a}",
        f"right {b}",
        f"1s {a}",
        f"1s {b}",
        f"hands {a}",
        f"hands {b}",
    )
    return text_table(head, rows)
