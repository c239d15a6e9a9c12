"""Three or four faces by themselves are most likely equal: melds of which a tile was misread."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.tiles import KINDS
from tests.vision.table import Table
from vision.alike import supposed
from vision.detections import Detections
from vision.laid import Laid
from vision.reading import ReadTile, lay_out
from vision.rows import find_rows

HAND = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2s"]
Looks = dict[str, float]


def read(
    meld: list[Looks], gap: float = 2.0, hand: list[str] = HAND
) -> tuple[list[ReadTile], dict[str, list[list[str]]], int]:
    """A hand and, ``gap`` tile widths to its right, what a meld's tiles look like: tiles, names by role, changes."""
    table = Table()
    table.row([*hand, *(max(own, key=lambda k: own[k]) for own in meld)], 0, 0, gaps={len(hand): gap})
    scores = np.zeros((len(table.tiles), len(KINDS)), np.float32)
    for row, own in zip(scores, [*({name: 0.95} for name in hand), *meld], strict=True):
        for name, score in own.items():
            row[KINDS.index(name)] = score
    tiles, groups, changes = lay_out(
        Detections(table.boxes(), scores), Laid(table.boxes(), *table.size()), two_looks=True
    )
    names: dict[str, list[list[str]]] = {}
    for group in groups:
        names.setdefault(group.meld or group.role, []).append([tiles[i].tile for i in group.tiles])
    return tiles, names, len(changes)


@pytest.mark.parametrize(
    ("meld", "kind"),
    [
        ([{"6s": 0.9}, {"6s": 0.8}, {"4s": 0.5, "6s": 0.3}], "pung"),
        ([{"6s": 0.9}, {"4s": 0.6, "6s": 0.3}, {"9s": 0.4, "6s": 0.3}], "pung"),  # one alone looks it
        ([{"6s": 0.9}, {"6s": 0.8}, {"4s": 0.5, "6s": 0.3}, {"6s": 0.9}], "exposed-kong"),
        ([{"back": 0.9}, {"6s": 0.8}, {"4s": 0.5, "6s": 0.3}, {"back": 0.9}], "concealed-kong"),
    ],
)
def test_a_meld_with_a_misread_face_is_a_meld(meld: list[Looks], kind: str) -> None:
    tiles, names, changes = read(meld)
    assert names["hand"] == [HAND]
    assert names[kind] == [["back" if "back" in own else "6s" for own in meld]]
    assert changes == sum("4s" in own or "9s" in own for own in meld)
    assert all(t.unsure for t in tiles if t.alternatives and t.alternatives[0][0] in ("4s", "9s"))


def test_what_may_be_no_meld_after_all_is_reported_not_changed() -> None:
    """The other reading isn't nine times as probable: the tiles lie like a 碰, the face stays as it looks."""
    _, names, changes = read([{"6s": 0.9}, {"6s": 0.85}, {"4s": 0.85, "6s": 0.004}])
    assert names["pung"] == [["6s", "6s", "4s"]]
    assert changes == 0


@pytest.mark.parametrize(
    "meld",
    [
        [{"6s": 0.6}, {"7s": 0.6}, {"8s": 0.6}],  # none speaks for one kind
        [{"flower": 0.6}, {"flower": 0.6}, {"5z": 0.5, "flower": 0.4}],  # nor are flowers a meld
    ],
    ids=["chow", "flowers"],
)
def test_chows_and_flowers_are_no_melds(meld: list[Looks]) -> None:
    tiles, names, changes = read(meld)
    assert not {"pung", "exposed-kong", "concealed-kong"} & names.keys()
    assert changes == 0
    looks = sorted(max(own, key=lambda k: own[k]) for own in meld)
    assert sorted(t.tile for t in tiles if t.tile not in HAND) == looks


def test_a_face_the_reader_is_sure_of_is_what_it_looks_like() -> None:
    table = Table()
    table.row(["6s", "6s", "4s"], 0, 0)
    scores = np.zeros((3, len(KINDS)), np.float32)
    scores[[0, 1, 2], [KINDS.index(name) for name in table.tiles]] = (0.9, 0.8, 0.98)
    assert supposed(scores, scores.argmax(axis=1), find_rows(table.boxes())) == []
    scores[2] *= 0.9
    assert supposed(scores, scores.argmax(axis=1), find_rows(table.boxes())) == [
        ((0, 1, 2), KINDS.index("6s"))
    ]


def test_a_hand_is_no_meld_however_doubtful() -> None:
    """The tiles of a longer row are left alone, and so are two by themselves."""
    table = Table()
    table.row(["6s", "6s", "4s", "5s", "7p"], 0, 0)
    table.row(["6s", "4s"], 0, 300)
    scores = np.full((7, len(KINDS)), 0.02, np.float32)
    for row, name in zip(scores, table.tiles, strict=True):
        row[KINDS.index(name)] = 0.3
    kinds = scores.argmax(axis=1).astype(np.intp)
    assert supposed(scores, kinds, find_rows(table.boxes())) == []
    assert supposed(scores[:0], kinds[:0], []) == []


@pytest.mark.parametrize("seed", range(20))
def test_no_tile_is_lost_or_invented(seed: int) -> None:
    """Whatever the scores: every tile in one group, boxes as they were, changes are told."""
    rng = np.random.default_rng(seed)
    table = Table()
    for line, long in enumerate((13, 3, 4, 3)):
        table.row(["1m"] * long, float(rng.uniform(0, 300)), 150.0 * line)
    scores = rng.dirichlet(np.full(len(KINDS), 0.08), len(table.tiles)).astype(np.float32)
    found = Detections(table.boxes(), scores)
    tiles, groups, changes = lay_out(found, Laid(found.boxes, *table.size()), two_looks=True)
    assert sorted(i for group in groups for i in group.tiles) == list(range(len(scores)))
    assert sorted(t.box for t in tiles) == sorted(tuple(float(v) for v in box) for box in found.boxes)
    as_seen = {tuple(float(v) for v in b): KINDS[k] for b, k in zip(found.boxes, found.kinds, strict=True)}
    assert {i for i, t in enumerate(tiles) if t.tile != as_seen[t.box]} == {c.index for c in changes}
