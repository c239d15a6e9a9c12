"""Roles: hands, melds, flip, winning tile, discards, wall, and what nobody can tell."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.tiles import FACES
from tests.vision.table import HEIGHT, WIDTH, Table
from vision.groups import find_groups
from vision.layout import Group

HAND13 = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2s", "2s", "5s", "6s"]
HAND10 = HAND13[:10]
HAND7 = HAND13[:7]


def grouped(table: Table, angle: float = 0.0, full_table: bool = False) -> list[Group]:
    groups = find_groups(table.tiles, table.boxes(angle), *table.size(angle), full_table)
    assert sorted(i for group in groups for i in group.tiles) == list(range(len(table.tiles)))
    return groups


def role(groups: list[Group], name: str) -> list[set[int]]:
    return [set(group.tiles) for group in groups if group.role == name]


@pytest.mark.parametrize("angle", [0, 15, 45, 90, 180, 270])
@pytest.mark.parametrize("count", [13, 14])
def test_one_row_is_the_hand(angle: float, count: int) -> None:
    table = Table()
    hand = table.row([*HAND13, "9s"][:count], 0, 0)
    (group,) = grouped(table, angle)
    assert (group.role, group.side, group.meld) == ("hand", None, None)
    assert set(group.tiles) == set(hand)


@pytest.mark.parametrize("angle", [0, 15, 90, 180])
def test_a_hand_in_two_lines(angle: float) -> None:
    table = Table()
    tiles = table.row(HAND13[:9], 0, 0) + table.row(HAND13[9:], 90, -HEIGHT)
    groups = grouped(table, angle)
    assert role(groups, "hand") == [set(tiles)]


MELDS = [
    ("pung", ["1p", "1p", "1p"], ()),
    ("exposed-kong", ["1p", "1p", "1p", "1p"], ()),
    ("concealed-kong", ["back", "1p", "1p", "back"], ()),
    ("concealed-kong", ["back", "back", "back", "1p"], ()),
    ("concealed-kong", ["back", "back", "back", "back"], ()),
    ("added-kong", ["1p", "1p", "1p", "back"], ()),
    ("added-kong", ["1p", "1p", "1p", "1p"], (1,)),
]


@pytest.mark.parametrize("angle", [0, 15, 90, 180])
@pytest.mark.parametrize(("kind", "names", "lying"), MELDS)
def test_a_meld_beside_the_hand(angle: float, kind: str, names: list[str], lying: tuple[int, ...]) -> None:
    table = Table()
    hand = table.row(HAND10, 0, 0)
    meld = table.row(names, 10.8 * WIDTH, 0, lying=lying)
    groups = grouped(table, angle)
    assert role(groups, "hand") == [set(hand)]
    assert role(groups, "meld") == [set(meld)]
    assert [group.meld for group in groups if group.role == "meld"] == [kind]


@pytest.mark.parametrize(("kind", "names", "lying"), MELDS)
def test_a_meld_before_the_hand_in_a_row_of_its_own(
    kind: str, names: list[str], lying: tuple[int, ...]
) -> None:
    table = Table()
    hand = table.row(HAND10, 0, 0)
    meld = table.row(names, 120, -1.7 * HEIGHT, lying=lying)
    groups = grouped(table)
    assert role(groups, "hand") == [set(hand)]
    assert [(group.meld, set(group.tiles)) for group in groups if group.role == "meld"] == [(kind, set(meld))]


def test_the_fourth_tile_on_top_makes_an_added_kong() -> None:
    table = Table()
    hand = table.row(HAND10, 0, 0)
    pung = table.row(["1p"] * 3, 10.8 * WIDTH, 0)
    top = table.tile("1p", 12.3 * WIDTH, -0.8 * HEIGHT, 90)
    groups = grouped(table)
    assert role(groups, "hand") == [set(hand)]
    assert [(g.meld, set(g.tiles)) for g in groups if g.role == "meld"] == [("added-kong", {*pung, top})]


def test_two_melds_and_the_winning_tile() -> None:
    table = Table()
    melds = [table.row(["1p"] * 3, 0, -100), table.row(["9s"] * 4, 180, -100)]
    hand = table.row(HAND7, 0, 0)
    win = table.tile("7m", 8.3 * WIDTH, 0)
    groups = grouped(table)
    assert role(groups, "hand") == [set(hand)]
    assert role(groups, "win") == [{win}]
    assert {frozenset(m) for m in role(groups, "meld")} == {frozenset(m) for m in melds}


def test_a_hand_set_out_in_its_sets_has_no_melds() -> None:
    table = Table()
    names = ["1m", "1m", "1m", "2p", "3p", "4p", "5s", "6s", "7s", "8s", "8s", "8s", "9p", "9p"]
    hand = table.row(names, 0, 0, gaps={3: 0.7, 6: 0.7, 9: 0.7, 12: 0.7})
    groups = grouped(table)
    assert role(groups, "hand") == [set(hand)]
    assert role(groups, "meld") == []


def test_a_misread_tile_leaves_the_meld_a_meld() -> None:
    table = Table()
    table.row(HAND10, 0, 0)
    meld = table.row(["6p", "6p", "7p"], 100, -110)
    groups = grouped(table)
    assert [(g.meld, set(g.tiles)) for g in groups if g.role == "meld"] == [("pung", set(meld))]


def test_one_lone_tile_is_the_flip() -> None:
    table = Table()
    table.row(HAND13, 0, 0)
    flip = table.tile("8s", 250, -300)
    assert role(grouped(table), "flip") == [{flip}]


def test_of_two_lone_tiles_neither_is_the_flip() -> None:
    table = Table()
    table.row(HAND13, 0, 0)
    table.tile("8s", 250, -300)
    table.tile("3s", 50, -300)
    groups = grouped(table)
    assert role(groups, "flip") == []
    assert len(role(groups, "loose")) == 2


def test_an_honour_is_no_flip() -> None:
    table = Table()
    table.row(HAND13, 0, 0)
    table.tile("5z", 250, -300)
    assert role(grouped(table), "flip") == []


def test_a_photo_of_one_tile_is_the_flip() -> None:
    table = Table()
    table.tile("1s", 100, 100, 30)
    assert [group.role for group in grouped(table)] == ["flip"]


def test_a_heap_behind_the_hand_is_discards() -> None:
    table = Table()
    hand = table.row(HAND13, 0, 0)
    pond = [i for k in range(3) for i in table.row(FACES[6 * k : 6 * k + 6], 100, -400 + k * HEIGHT)]
    groups = grouped(table)
    assert role(groups, "hand") == [set(hand)]
    assert role(groups, "discards") == [set(pond)]


def test_backs_in_a_row_are_the_wall() -> None:
    table = Table()
    table.row(HAND13, 0, 0)
    wall = table.row(["back"] * 9, 40, -250)
    assert role(grouped(table), "wall") == [set(wall)]


def test_a_neighbours_meld_at_the_edge_stays_out_of_the_hand() -> None:
    table = Table()
    hand = table.row(HAND13, 0, 0)
    other = table.row(["5p"] * 3, -150, -700, 90)
    groups = grouped(table)
    assert role(groups, "hand") == [set(hand)]
    (meld,) = (group for group in groups if group.role == "meld")
    assert set(meld.tiles) == set(other)
    assert meld.side == "left"


def test_melds_that_touch_beside_a_hand() -> None:
    table = Table()
    hand = table.row(HAND7, 0, 0)
    melds = table.row(["8p"] * 4 + ["4m"] * 3, 20, 1.6 * HEIGHT)
    groups = grouped(table, 30)
    assert role(groups, "hand") == [set(hand)]
    assert sorted(map(sorted, role(groups, "meld"))) == [melds[:4], melds[4:]]


@pytest.mark.parametrize("angle", [0, 30, 90])
def test_a_narrow_gap_parts_the_melds_from_a_slanted_hand(angle: float) -> None:
    table = Table()
    tiles = table.row([*HAND10, "8p", "8p", "8p"], 0, 0, gaps={10: 0.32})
    groups = grouped(table, angle)
    assert role(groups, "hand") == [set(tiles[:10])]
    assert role(groups, "meld") == [set(tiles[10:])]


def test_a_photo_of_melds_alone_has_no_hand() -> None:
    table = Table()
    melds = [table.row(["1p"] * 3, 0, 0), table.row(["back", "5s", "5s", "back"], 300, 0)]
    groups = grouped(table)
    assert [group.role for group in groups] == ["meld", "meld"]
    assert {frozenset(group.tiles) for group in groups} == {frozenset(meld) for meld in melds}


def test_the_flip_turned_up_on_a_wall() -> None:
    table = Table()
    table.row(["back"] * 8, 0, 0)
    flip = table.tile("4p", 7.5 * WIDTH, -0.4 * HEIGHT, 20)
    groups = grouped(table)
    assert role(groups, "flip") == [{flip}]
    assert role(groups, "meld") == []


def test_three_rows_that_could_each_be_the_hand_are_left_open() -> None:
    table = Table()
    for k in range(3):
        table.row(HAND13, 0, -k * 2 * HEIGHT)
    groups = grouped(table)
    assert role(groups, "hand") == []
    assert len(role(groups, "loose")) == 3


def test_twelve_tiles_are_a_hand_of_twelve() -> None:
    table = Table()
    hand = table.row(HAND13[:12], 0, 0)
    groups = grouped(table)
    assert role(groups, "hand") == [set(hand)]


def test_a_whole_table_has_a_hand_a_side() -> None:
    table = Table()
    rows = {
        "bottom": table.row(HAND13, -260, 400, 0),
        "right": table.row(HAND13, 400, 260, -90),
        "top": table.row(HAND13, 260, -400, 180),
        "left": table.row(HAND10, -400, -260, 90),
    }
    meld = table.row(["9s"] * 3, -400, -260 + 10.8 * WIDTH, 90)
    groups = grouped(table, full_table=True)
    assert {g.side: set(g.tiles) for g in groups if g.role == "hand"} == {s: set(r) for s, r in rows.items()}
    assert [(g.side, set(g.tiles)) for g in groups if g.role == "meld"] == [("left", set(meld))]


def test_no_tiles_no_groups() -> None:
    assert find_groups([], np.zeros((0, 4), np.float32), 640, 480) == []


@pytest.mark.parametrize("angle", [0, 15, 90])
def test_four_backs_beside_a_whole_hand_are_wall(angle: float) -> None:
    table = Table()
    hand = table.row(HAND10, 0, 0)
    pung = table.row(["1p"] * 3, 10.8 * WIDTH, 0)
    wall = table.row(["back"] * 4, 3 * WIDTH, -3 * HEIGHT)
    groups = grouped(table, angle)
    assert role(groups, "hand") == [set(hand)]
    assert role(groups, "meld") == [set(pung)]
    assert role(groups, "wall") == [set(wall)]


def test_a_neighbours_meld_across_a_whole_hand_stays_out() -> None:
    """Fourteen tiles, two equal threes at their end, and a 碰 that runs across the row at its end."""
    names = ["1m", "2m", "3m", "7m", "8m", "9m", "4m", "4m", "6m", "6m", "6m", "9p", "9p", "9p"]
    table = Table()
    hand = table.row(names, 0, 0)
    across = table.row(["8s", "8s", "8s"], 15.2 * WIDTH, -2.6 * HEIGHT, 90)
    groups = grouped(table)
    assert role(groups, "hand") == [set(hand)]
    assert role(groups, "meld") == [set(across)]


@pytest.mark.parametrize(("more", "melds"), [(["6m", "6m", "9s", "1p"], 0), ([], 1)])
def test_three_alike_at_the_end_of_a_neighbours_hand_are_no_meld(more: list[str], melds: int) -> None:
    table = Table()
    hand = table.row(HAND13, 0, 0)
    across = table.row(["4p", "4p", "4p", *more], 15.2 * WIDTH, -9 * HEIGHT, 90)
    groups = grouped(table)
    assert role(groups, "hand") == [set(hand)]
    assert role(groups, "meld") == [set(across[:3])] * melds
    assert set().union(*role(groups, "loose")) == (set() if melds else set(across))


@pytest.mark.parametrize("visible", [1.0, 0.4])
def test_a_tile_cut_by_the_edge_near_a_pond_is_with_it(visible: float) -> None:
    """Little of it may be left, and it can't be the flip, which a player would show."""
    table = Table()
    table.row(HAND13, 0, 0)
    pond = [*table.row(["9m", "1s", "4p"], 100, -300), *table.row(["2p", "8s", "7s"], 100, -300 - HEIGHT)]
    boxes = table.boxes()
    lone = table.tile("3p", 100 + 5.2 * WIDTH, -300 - HEIGHT)
    box = table.boxes()[lone].copy()
    box[3] = box[1] + visible * (box[3] - box[1])
    shift = np.array([0, -box[1]] * 2, np.float32)
    moved = np.concatenate([boxes, box[None]]) + shift  # the photo begins at the lone tile's upper edge
    width, height = int(moved[:, 2].max()) + 50, int(moved[:, 3].max()) + 50
    groups = find_groups(table.tiles, moved, width, height)
    assert role(groups, "discards") == [{*pond, lone}]


def test_two_kongs_with_one_face_each_are_no_walls_with_a_flip() -> None:
    """One of them alone may be a piece of wall; of two faces one at most is the flip."""
    table = Table()
    first = table.row(["back", "back", "back", "4s"], 0, 0)
    one = grouped(table)
    assert not role(one, "meld")
    second = table.row(["back", "back", "back", "8p"], 5 * WIDTH, 0)
    assert sorted(map(sorted, role(grouped(table), "meld"))) == sorted([first, second])


@pytest.mark.parametrize("angle", [0, 20, 90])
def test_melds_in_one_line_that_touch_backs_and_each_other(angle: float) -> None:
    """No hand in the photo: two 碰, a 闷豆 that shows one face, one that shows none."""
    table = Table()
    names = ["7s", "7s", "7s", "1s", "1s", "1s", "back", "back", "back", "2s", "back", "back", "back", "back"]
    tiles = table.row(names, 0, 0, gaps={3: 0.3, 6: 0.15, 10: 0.2})
    want = [tiles[:3], tiles[3:6], tiles[6:10], tiles[10:]]
    groups = grouped(table, angle)
    assert sorted(map(sorted, role(groups, "meld"))) == want
    assert [g.meld for g in groups].count("concealed-kong") == 2


def test_a_wall_with_the_flip_on_it_is_no_row_of_kongs() -> None:
    """Eight places of which one shows a face could be cut into two 闷豆."""
    table = Table()
    wall = table.row(["back"] * 3 + ["4s"] + ["back"] * 4, 0, 0)
    groups = grouped(table)
    assert not role(groups, "meld")
    assert role(groups, "wall") == [{*wall[:3]}, {*wall[4:]}] or role(groups, "wall") == [{*wall} - {wall[3]}]


def test_scattered_tiles_are_no_kongs() -> None:
    """Twice three backs and a face in touch, among others that lie loose."""
    table = Table()
    for k, face in enumerate(("4s", "8p")):
        table.row(["back", "back", "back", face], 5 * WIDTH * k, 0)
    table.row(["2m"], 0, 4 * HEIGHT, 40)
    table.row(["back"], 300, 4 * HEIGHT, 70)
    assert not role(grouped(table), "meld")


@pytest.mark.parametrize("above", [0, 900])
def test_one_players_photo_announced_as_a_table_is_still_his(above: int) -> None:
    """A whole hand, a heap of discards whose rows look like anything, a neighbour's row; wherever in the photo the hand lies."""
    rng = np.random.default_rng(4)
    table = Table()
    hand = table.row(HAND13, 0, 0)
    for k in range(24):
        x, y = 60 + 70 * (k % 6), -420 + 75 * (k // 6)
        table.tile(FACES[(5 * k) % 27], x, y, float(rng.uniform(-60, 60)))
    width, height = table.size()
    groups = find_groups(table.tiles, table.boxes(), width, height + above, True)
    assert [(g.side, set(g.tiles)) for g in groups if g.role == "hand"] == [("bottom", set(hand))]


def test_a_won_hand_of_melds_in_one_row_with_a_flower_between_them_is_read() -> None:
    table = Table()
    row = ["1m", "1m", *["8m"] * 4, *["7m"] * 3, *["6z"] * 3, "flower", *["6m"] * 3]
    tiles = table.row(row, 0, 0)
    thrown = {
        table.tile(n, 100 + 50 * k, -400 + 60 * (k % 2), angle=40 * k)
        for k, n in enumerate(["2p", "9s", "4z", "1s"])
    }
    groups = grouped(table)
    assert role(groups, "hand") == [{*tiles[:2]}]
    assert [len(group.tiles) for group in groups if group.role == "meld"] == [4, 3, 3, 3]
    assert role(groups, "discards") == [thrown]
