"""Which groups a photo can be read as: the truth of rendered and labelled photos, and what it leaves open.

The renderer knows what it laid; a photo doesn't always show it. ``accepted`` says what an honest reader may answer for
each true group: the role itself and, only where the picture is the same for two roles, ``loose``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from datasets import groups
from datasets.importing import PHOTOS, LabelError
from datasets.true_photo import TrueGroup, TruePhoto, seen_part
from scoring.tiles import BACK, FACES, FLOWER, KINDS
from vision.detections import at_edge, corners, distances_between, sizes
from vision.layout import HAND_SIZES, Group

MELDS = ("pung", "exposed-kong", "concealed-kong", "added-kong")
SIDES = ("bottom", "right", "top", "left")
FEW = 5  # fewer tiles than this in a row are no hand by themselves
ASKEW = 25.0  # degrees: a table turned by more than this, up to half a right angle, has no bottom side
OFF = 2.5  # a discard so many tile sizes from every other may be left loose
HALF = 0.5  # a tile at the photo's edge of which less is seen is nobody's to read
EDGE = 3  # pixels
LARGE_ENOUGH = "1/60 and more"
SMALLEST = 60  # a tile's width in those of the photo: smaller ones nobody promises to read (SPEC 4)
NEAR = 1.25  # a lone tile nearer to the row than this many tile heights may be the winning one or the flip


@dataclass(frozen=True)
class Accepted:
    """Right answers for a group: (role, meld) pairs for exactly its tiles; ``open``: its tiles may be loose."""

    answers: frozenset[tuple[str, str | None]]
    open: bool = False
    pool: bool = False  # loose tiles and walls: where one group ends and the next begins is nobody's question
    parts: bool = False  # a won hand laid out in one row, a 杠 in it: see ``read_in_parts``
    off: frozenset[int] = frozenset()  # discards that lie apart from the others: any of them may be the flip


def kind_of(name: str) -> str:
    """A tile of SPEC 2.1: rendered flowers and seasons are all ``flower``."""
    return name if name in KINDS else FLOWER


def load(folder: Path) -> Iterator[TruePhoto]:
    """Rendered photos of ``zhuoji render --out folder`` by their truth files, those without tiles left out."""
    for path in sorted((folder / "truth").glob("*.json")):
        truth = json.loads(path.read_text("utf-8"))
        if truth["tiles"]:
            yield from_truth(f"{folder.name}/{path.stem}", truth)


def real_photos() -> Iterator[TruePhoto]:
    """Photos of ../shared/photos whose groups are recorded in datasets/labels/groups; none without the photos."""
    for stem, truth in groups.read_all().items():
        try:
            photo = groups.labelled_photo(PHOTOS, truth)
        except LabelError:
            continue
        with Image.open(photo.image) as image:
            width, height = image.size
        boxes = np.array([label.pixels(width, height) for label in photo.labels], float).reshape(-1, 4)
        names = tuple(label.kind for label in photo.labels)
        yield TruePhoto(
            f"real/{stem}",
            "real",
            width,
            height,
            names,
            boxes,
            corners(boxes),
            tuple(TrueGroup(g.role, g.side, g.meld, frozenset(g.tiles)) for g in truth.groups),
        )


def from_truth(name: str, truth: dict[str, Any]) -> TruePhoto:
    """A truth object (docs/rendering.md) or a labelled photo of datasets/labels/groups in the same form."""
    tiles = tuple(kind_of(tile["tile"]) for tile in truth["tiles"])
    boxes = np.array([tile["box"] for tile in truth["tiles"]], float)
    upright = corners(boxes)
    quads = np.array([tile.get("quad", upright[i]) for i, tile in enumerate(truth["tiles"])], float)
    groups = tuple(
        TrueGroup(g["role"], g.get("side"), g.get("meld"), frozenset(g["tiles"])) for g in truth["groups"]
    )
    kind = str(truth.get("kind", "real"))
    image = truth["image"]
    full = bool(truth.get("full_table", kind == "table"))
    hidden = np.array(truth.get("hidden", []), float).reshape(-1, 4)
    width, height = image["width"], image["height"]
    ends = at_edge(boxes, width, height, EDGE)
    cut = frozenset(i for i, tile in enumerate(truth["tiles"]) if ends[i] and tile.get("visible", 1.0) < HALF)
    whole = all("quad" in tile for tile in truth["tiles"])
    seen = tuple(seen_part(box, quad) for box, quad in zip(boxes, quads, strict=True)) if whole else ()
    return TruePhoto(name, kind, width, height, tiles, boxes, quads, groups, full, hidden, cut, seen=seen)


def variant(photo: TruePhoto) -> str:
    """The kind of scene, told apart by what lies there besides."""
    roles = Counter(group.role for group in photo.groups)
    if photo.kind == "hand":
        for role, name in (("discards", "pond behind"), ("wall", "wall behind"), ("win", "winning tile")):
            if roles[role]:
                return f"hand, {name}"
        for role, name in (("meld", "melds"), ("flip", "flip")):
            if roles[role]:
                return f"hand, {name}"
        return "hand alone"
    if photo.kind in ("ponds", "melds", "walls"):
        main = {"ponds": "discards", "melds": "meld", "walls": "wall"}[photo.kind]
        return f"{photo.kind}, {'one' if roles[main] < 2 else 'several'}"
    if photo.kind == "close":
        return "close, one tile" if len(photo.tiles) == 1 else "close, a few tiles"
    if photo.kind == "table":
        return "table, ended" if roles["flip"] else "table, no flip"
    return photo.kind


def share_of_width(photo: TruePhoto, group: TrueGroup) -> str:
    """Whether its usual tile, its shorter side, is as wide as SPEC 4 asks tiles to be read: 1/60 of the photo's width."""
    outlines = photo.corners[sorted(group.tiles)]
    edges = outlines - np.roll(outlines, 1, axis=1)
    long = np.hypot(edges[..., 0], edges[..., 1])
    short = np.minimum(long[:, ::2].mean(axis=1), long[:, 1::2].mean(axis=1))
    return LARGE_ENOUGH if np.median(short) >= photo.width / SMALLEST else "smaller"


def meld_form(photo: TruePhoto, group: TrueGroup) -> str:
    """The meld's kind and how it shows: faces and backs in view, one tile lying sideways."""
    names = [photo.tiles[i] for i in group.tiles]
    backs = names.count(BACK)
    text = f"{group.meld} {len(names) - backs}+{backs}"
    return text + (" turned" if _sideways(photo, group) else "")


def _sideways(photo: TruePhoto, group: TrueGroup) -> bool:
    tops = [photo.corners[i, 1] - photo.corners[i, 0] for i in group.tiles]
    way = [np.arctan2(t[1], t[0]) for t in tops]
    if len(way) < 3:
        return False
    off = [abs(np.angle(np.exp(2j * (a - b))) / 2) > np.pi / 4 for k, a in enumerate(way) for b in way[:k]]
    return any(off)


def askew(photo: TruePhoto) -> bool:
    """Whether a whole table lies so that no side of it is the photo's bottom: rows of both directions slant."""
    angles = []
    for group in photo.groups:
        if group.role in ("hand", "wall") and len(group.tiles) >= FEW:
            middles = photo.corners[sorted(group.tiles)].mean(axis=1)
            way = np.linalg.svd(middles - middles.mean(axis=0), full_matrices=False)[2][0]
            angles.append(np.rad2deg(np.arctan2(way[1], way[0])))
    off = [abs((angle + 45) % 90 - 45) for angle in angles]
    return bool(off) and float(np.median(off)) > ASKEW


def two_alike(photo: TruePhoto) -> bool:
    """Whether the renderer's word puts two hands, or two ponds, at one side, as near 45° it does: sides mean nothing."""
    sides = Counter((group.role, group.side) for group in photo.groups if group.role in ("hand", "discards"))
    return any(n > 1 for (_, side), n in sides.items() if side)


def accepted(photo: TruePhoto) -> list[Accepted]:
    """What may be answered for each group of ``photo.groups``."""
    hand = max((g for g in photo.groups if g.role == "hand"), key=lambda g: len(g.tiles), default=None)
    lone = sum(g.role in ("flip", "win") for g in photo.groups)
    out = [_accepted(photo, group, hand, lone) for group in photo.groups]
    backs = photo.tiles.count(BACK)
    if (
        len(photo.tiles) - backs <= 1 and 0 < backs <= 4
    ):  # a concealed kong, or a piece of wall with the flip on it
        out = [Accepted(may.answers, True, may.pool) for may in out]
    return out


def _accepted(photo: TruePhoto, group: TrueGroup, hand: TrueGroup | None, lone: int) -> Accepted:
    names = [photo.tiles[i] for i in group.tiles]
    own = frozenset([(group.role, group.meld)])
    if group.role == "loose":
        block = sum(len(g.tiles) for g in photo.groups)
        # Two lines edge to edge are how many lay out a hand, too.
        twice = photo.kind == "block" and block in HAND_SIZES
        return Accepted(own | ({("hand", None)} if twice else frozenset()), open=True, pool=True)
    if group.role == "wall":
        return Accepted(own, open=len(names) < FEW, pool=True)
    if group.role == "meld":
        return _meld(group, names)
    if group.role == "hand":
        if names.count(BACK) == len(names):  # a closed hand, or a piece of wall
            return Accepted(own | {("wall", None)}, open=True, pool=True)
        if len(names) in (2, 3) and len(set(names)) == 1:  # what of it is in the photo looks like a pung
            return Accepted(own | {("meld", "pung")}, open=True)
        # Two to four tiles near the lens are a hand only to whom knows it.
        return Accepted(own, open=len(names) < FEW, parts=_holds_kongs(names))
    if group.role == "discards":
        return Accepted(own, open=hand is None or len(names) < 3, off=_apart(photo, group))
    if group.role == "flip":
        unsure = lone > 1 or names[0] not in FACES or (hand is not None and _near(photo, group, hand))
        return Accepted(own, open=unsure)
    if group.role == "win":
        return Accepted(own, open=hand is None or _near(photo, group, hand) or not _full(photo, hand))
    return Accepted(own)


def _meld(group: TrueGroup, names: Sequence[str]) -> Accepted:
    own = frozenset([("meld", group.meld)])
    backs = names.count(BACK)
    if group.meld == "chow":  # of other games
        return Accepted(own, open=True)
    if len(names) < 3:  # most of it is hidden or outside: which meld, isn't to be seen
        return Accepted(frozenset(("meld", kind) for kind in MELDS), open=True)
    if len(names) == 3 and backs:
        return Accepted(own, open=True)  # part of it is hidden or outside
    if len(names) == 3:  # of a kong whose fourth lies on top, from above, no more is seen than of a pung
        return Accepted(own | {("meld", "pung")})
    if backs == 4:
        return Accepted(own, open=True)  # a piece of wall looks the same
    # RULES 3.4: four equal faces are a kong, which one is asked; one back is 补杠, or 闷豆 where 002 L15 holds.
    if backs == 0:
        return Accepted(own | {("meld", "exposed-kong"), ("meld", "added-kong")})
    return Accepted(own | ({("meld", "added-kong")} if backs == 1 else frozenset()))


def _fours(names: Iterable[str]) -> set[str]:
    """The faces that are there four times; flowers aside."""
    return {name for name, n in Counter(names).items() if n == 4 and name != FLOWER}


def _holds_kongs(names: Sequence[str]) -> bool:
    """Whether a row's tiles, flowers aside, are fourteen and one more for each four of a kind: those were declared."""
    kongs = len(_fours(names))
    return kongs > 0 and len(names) - names.count(FLOWER) == HAND_SIZES[1] + kongs


def read_in_parts(photo: TruePhoto, group: TrueGroup, may: Accepted, got: Sequence[Group]) -> list[Group]:
    """The read groups that may stand for this one together; empty where it is read otherwise."""
    own = [g for g in got if group.tiles & set(g.tiles)]
    if may.parts:
        return own if _are_hand(photo, group, own) else []
    return _but_for_lone(group, may, own)


def _are_hand(photo: TruePhoto, group: TrueGroup, own: Sequence[Group]) -> bool:
    """Whether read groups are the row of a won hand: each four of a kind a 杠, fourteen tiles with three a meld.

    Which of its three of a kind were melded can't be seen.
    """
    if any(not set(g.tiles) <= group.tiles for g in own):
        return False
    faces = [[photo.tiles[i] for i in g.tiles if photo.tiles[i] != FLOWER] for g in own]
    melds = [names for g, names in zip(own, faces, strict=True) if g.role == "meld"]
    rest = [(g, names) for g, names in zip(own, faces, strict=True) if g.role != "meld" and names]
    if len(rest) > 1 or any(g.role not in ("hand", "loose") for g, _ in rest):
        return False
    kongs = {names[0] for names in melds if len(names) == 4}
    count = 3 * len(melds) + sum(len(names) for _, names in rest)
    return kongs == _fours(photo.tiles[i] for i in group.tiles) and count == HAND_SIZES[1]


def _apart(photo: TruePhoto, group: TrueGroup) -> frozenset[int]:
    """The tiles of a pond that lie by themselves, measured from middle to middle in sizes of its usual tile."""
    which = sorted(group.tiles)
    if len(which) < 3:
        return frozenset()
    middles = photo.corners[which].mean(axis=1)
    away = distances_between(middles, middles)
    np.fill_diagonal(away, np.inf)
    size = float(np.median(sizes(photo.boxes[which])))
    return frozenset(i for i, d in zip(which, away.min(axis=1), strict=True) if d > OFF * size)


def _but_for_lone(group: TrueGroup, may: Accepted, own: Sequence[Group]) -> list[Group]:
    """The read pond that lacks nothing but tiles that lie apart, which are loose."""
    ponds = [g for g in own if g.role == "discards" and set(g.tiles) <= group.tiles]
    lone = {i for g in own if g.role == "loose" for i in g.tiles if i in group.tiles}
    if not may.off or len(ponds) != 1:
        return []
    return ponds if lone <= may.off and group.tiles - lone == {*ponds[0].tiles} else []


def _full(photo: TruePhoto, hand: TrueGroup) -> bool:
    """Whether all 13 tiles are in view, so that one apart must be the fourteenth."""
    melds = [g for g in photo.groups if g.role == "meld" and g.side == hand.side]
    whole = all(len(g.tiles) >= 3 for g in melds)
    return whole and len(hand.tiles) + 3 * len(melds) == 13


def _near(photo: TruePhoto, group: TrueGroup, hand: TrueGroup) -> bool:
    """Whether a lone tile lies over the row so near that it might be the winning tile as well as the flip."""
    row = [photo.corners[i] for i in sorted(hand.tiles)]
    if len(row) < 3:
        return True
    middles = np.array([quad.mean(axis=0) for quad in row])
    mine = photo.corners[next(iter(group.tiles))].mean(axis=0)
    _, _, axes = np.linalg.svd(middles - middles.mean(axis=0), full_matrices=False)
    along, across = (middles - mine) @ axes[0], (middles - mine) @ axes[1]
    nearest = int(np.abs(along).argmin())
    pitch = float(np.median(np.abs(np.diff(np.sort(along)))))
    if along.min() > pitch or along.max() < -pitch:
        return False  # beyond the row's end, in line with it or not
    quad = row[nearest]
    height = max(float(np.abs((quad - quad.mean(axis=0)) @ axes[1]).max()) * 2, 1.0)
    return bool(abs(across[nearest]) / height - 1 < NEAR)
