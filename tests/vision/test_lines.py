"""One side's line of a whole table: which of its tiles are hand, melds, the winning tile, parts of melds, nobody's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from tests.vision.table import Table
from vision import lines
from vision.line_bits import Line
from vision.lines import Reading, read_line
from vision.scene import Scene

HAND = ["1m", "3m", "4m", "6m", "2p", "9p", "5s"]
KONG = ["8p"] * 4
PUNG = ["7z"] * 3
DARK = ["back"] * 4
SPLIT = ["back", "5z", "5z", "back"]


def line_of(
    *blocks: Sequence[str],
    gaps: Sequence[float] = (),
    inner: dict[int, float] | None = None,
    off: dict[int, float] | None = None,
    hidden: Sequence[int] = (),
    stacks: Sequence[tuple[int, ...]] = (),
    low: Sequence[int] = (),
) -> Line:
    """A line of blocks with ``gaps`` between them; ``inner[k]``: the free space after tile k instead."""
    names = [name for block in blocks for name in block]
    space = [0.0] * (len(names) - 1)
    end = 0
    for block, gap in zip(blocks, gaps, strict=False):
        end += len(block)
        space[end - 1] = gap
    for k, gap in (inner or {}).items():
        space[k] = gap
    table = Table()
    table.row(names, 400, 400, gaps={k + 1: max(0.0, gap) for k, gap in enumerate(space)})
    boxes = table.boxes() + 300
    scene = Scene(tuple(names), boxes, (), 4000, 2000)
    return Line(
        scene,
        tuple(range(len(names))),
        tuple(space),
        tuple(k in hidden for k in range(len(space))),
        tuple((off or {}).get(k, 0.0) for k in range(len(names))),
        frozenset(stacks),
        frozenset(low),
    )


def read(*blocks: Sequence[str], **more: Any) -> Reading:
    """The reading of the line of these blocks (``line_of``)."""
    line = line_of(*blocks, **more)
    told, back = read_line(line), read_line(line.turned())
    assert told is not None
    assert back is not None
    # From whichever end a line is read, it is the same: a photo may be turned.
    assert {*told.hand} == {*back.hand}
    assert {frozenset(m) for m in melds(told)} == {frozenset(m) for m in melds(back)}
    return told


def melds(reading: Reading) -> list[tuple[int, ...]]:
    return [tiles for tiles, _ in reading.melds]


def test_a_kong_of_backs_may_be_near_the_meld_beside_it() -> None:
    told = read(KONG, DARK, HAND, gaps=[0.4, 0.9])
    assert melds(told) == [(0, 1, 2, 3), (4, 5, 6, 7)]
    assert (told.hand, told.right) == (tuple(range(8, 15)), True)


def test_a_hand_of_equal_tiles_beside_a_kong_of_backs() -> None:
    """Seven concealed tiles that would be two melds, and four backs that would be a hand: the gaps tell."""
    told = read(["1m"] * 4 + ["2p"] * 3, PUNG, DARK, gaps=[0.9, 0.5])
    assert told.hand == tuple(range(7))
    assert melds(told) == [(7, 8, 9), (10, 11, 12, 13)]


def test_two_kongs_with_faces_at_their_ends_are_no_wall() -> None:
    told = read(["back", "back", "8p", "back"], ["back", "back", "back", "1m"], gaps=[0.3])
    assert melds(told) == [(0, 1, 2, 3), (4, 5, 6, 7)]


def test_backs_of_a_wall_that_go_on_are_no_kong() -> None:
    told = read(["back"] * 9, HAND, gaps=[0.8])
    assert told.melds == ()
    assert told.hand == tuple(range(9, 16))


def test_an_equal_tile_isnt_parted_from_its_meld_for_the_numbers_sake() -> None:
    told = read(["1s"] * 4, ["2s", *HAND[:6]], gaps=[0.95])
    assert melds(told) == [(0, 1, 2, 3)]
    assert told.hand == tuple(range(4, 11))
    assert told.parts == ()


@pytest.mark.parametrize("at", [2, 4])
def test_places_of_two_tiles_out_of_sight_dont_cut_a_hand(at: int) -> None:
    told = read([*HAND, "6s", "7s", "9s", "9s"], inner={at: 1.1, at + 3: 1.0})
    assert told.hand == tuple(range(11))
    assert told.right


def test_a_gap_of_a_tile_before_a_meld_is_a_gap() -> None:
    told = read(["1p", "1p"], KONG, HAND[:5], gaps=[0.7, 1.1])
    assert melds(told) == [(2, 3, 4, 5)]
    assert told.hand == tuple(range(6, 11))


def test_a_back_of_the_wall_before_the_line_is_nobodys() -> None:
    told = read(PUNG, KONG, ["back"], HAND, gaps=[0.5, -0.3, 0.4], off={7: -0.4})
    assert melds(told) == [(0, 1, 2), (3, 4, 5, 6)]
    assert told.hand == tuple(range(8, 15))
    assert told.parts == ()


def test_a_wall_that_seems_to_lie_among_a_hands_tiles_doesnt_cut_it() -> None:
    told = read([*HAND[:3], *["back"] * 6, *HAND[3:6]], gaps=[])
    assert told.hand == (0, 1, 2, 9, 10, 11)


def test_backs_that_lie_before_standing_ones_are_no_part_of_a_closed_hand() -> None:
    told = read(["back"] * 5 + ["back"] + ["back"] * 5, PUNG, gaps=[0.9], low=[5])
    assert told.hand == (*range(5), *range(6, 11))
    assert told.right


def test_a_pung_isnt_given_a_back_of_the_kong_with_a_tile_on_top() -> None:
    """Three backs, the middle one on a fourth."""
    told = read(HAND, PUNG, ["back"] * 3, gaps=[0.9, 0.2], inner={10: 0.3, 11: -0.2})
    assert melds(told) == [(7, 8, 9)]
    assert told.parts == ((10, 11, 12),)
    assert told.hand == tuple(range(7))


def test_two_ends_of_a_kong_with_a_tile_on_top_are_a_part() -> None:
    told = read(PUNG, ["3s", "3s"], HAND[:6], gaps=[0.44, 0.9], inner={3: 0.96})
    assert melds(told) == [(0, 1, 2)]
    assert told.parts == ((3, 4),)
    assert told.hand == tuple(range(5, 11))


def test_a_stack_is_a_kong_and_never_cut() -> None:
    told = read(HAND, ["back", "8s", "back"], ["8s", "8s", "8s"], gaps=[0.9, 0.0], stacks=[(7, 8, 9)])
    assert melds(told) == [(7, 8, 9), (10, 11, 12)]


def test_the_winning_tile_lies_apart() -> None:
    told = read([*HAND, "6s", "7s", "9s"], ["1p"], PUNG, gaps=[0.8, 1.2])
    assert (told.hand, told.win, melds(told)) == (tuple(range(10)), (10,), [(11, 12, 13)])


@pytest.mark.parametrize(
    "odd",
    [["7z", "6z", "7z"], ["2m", "2m", "flower"], ["flower"] * 3, ["flower"] * 4, ["8p", "8p", "6s", "8p"]],
    ids=" ".join,
)
def test_what_lies_apart_beside_a_hand_that_lacks_a_meld_is_one(odd: list[str]) -> None:
    """One face read otherwise, or all alike like none of the game's."""
    hand = [*HAND, "5s", "6s", "7s"]
    told = read(odd, hand, gaps=[0.9])
    assert melds(told) == [tuple(range(len(odd)))]
    assert told.hand == tuple(range(len(odd), len(odd) + len(hand)))


@pytest.mark.parametrize(
    "two", [["flower", "flower", "2m"], ["1s", "4p", "7z"], ["back", "2m", "3m"]], ids=" ".join
)
def test_three_tiles_of_which_two_are_odd_are_no_meld(two: list[str]) -> None:
    assert melds(read(two, [*HAND, "5s", "6s", "7s"], gaps=[0.9])) == []


def test_of_two_ways_as_likely_the_longer_hand_is_taken_from_either_end() -> None:
    """Nine tiles and a stray back, or seven and what is seen of two melds: it was the first that was met."""
    names = ["back", "7s", "4s", "5p", "2p", "8m", "8m", "7m", "4m", "3m"]
    inner = {0: -0.46, 2: 0.67, 3: 0.7, 4: 0.33, 5: -0.44, 7: -0.43}
    assert read(names, inner=inner, hidden=(2, 3, 4)).hand == tuple(range(1, 10))


@pytest.mark.parametrize("seed", range(40))
def test_nothing_likely_is_left_out_for_the_times_sake(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ways that can't become the best aren't looked at: looking at all of them tells the same."""
    deal = np.random.default_rng(seed)
    blocks = [
        [str(deal.choice(["back", "1m", "8p"]))] * int(deal.integers(1, 5)) if deal.random() < 0.6 else HAND[: int(deal.integers(1, 8))]
        for _ in range(int(deal.integers(2, 6)))
    ]  # fmt: skip
    gaps = deal.choice([0.0, 0.2, 0.45, 0.8, 1.5], len(blocks) - 1).tolist()
    hidden = deal.integers(0, 12, 2).tolist()
    line = line_of(*blocks, gaps=gaps, hidden=hidden)
    told = read_line(line)
    monkeypatch.setattr(lines, "BEST_HAND", np.inf)
    assert read_line(line) == told
