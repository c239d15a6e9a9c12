"""Doubt and the problems that the game's own constraints show."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from vision.consistent import Change
from vision.evidence import (
    MARGIN,
    UNSURE,
    UNSURE_ALONE,
    UNSURE_FOREIGN,
    UNSURE_OTHER,
    corrected,
    find_problems,
    is_unsure,
    surplus,
)
from vision.layout import Group


@dataclass(frozen=True)
class Seen:
    tile: str
    confidence: float = 0.9


def seen(text: str) -> list[Seen]:
    return [Seen(name) for name in text.split()]


def hand(size: int, start: int = 0) -> Group:
    return Group("hand", tuple(range(start, start + size)))


FACES13 = seen("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 5s 6s")


@pytest.mark.parametrize(
    ("tile", "top", "second", "doubt"),
    [
        ("1s", UNSURE_ALONE + 0.01, 0.0, False),
        ("1s", UNSURE_ALONE - 0.01, 0.0, True),
        ("back", UNSURE_ALONE - 0.01, 0.0, True),
        ("5z", UNSURE_OTHER + 0.01, 0.0, False),
        ("flower", UNSURE_OTHER - 0.01, 0.0, True),
        ("3m", 0.9, 0.9 - MARGIN + 0.01, True),
        ("3m", 0.9, 0.9 - MARGIN - 0.01, False),
    ],
)
def test_doubt(tile: str, top: float, second: float, doubt: bool) -> None:
    assert is_unsure(tile, top, second) is doubt


@pytest.mark.parametrize(
    ("tile", "least"),
    [("1s", UNSURE), ("back", UNSURE), ("5z", UNSURE_FOREIGN), ("flower", UNSURE_FOREIGN)],
)
def test_doubt_after_two_looks_goes_by_the_score_alone(tile: str, least: float) -> None:
    assert is_unsure(tile, least - 0.001, 0.0, two_looks=True)
    assert not is_unsure(tile, least + 0.001, 0.9, two_looks=True)


def test_a_clean_hand_has_no_problem() -> None:
    assert find_problems(FACES13, [hand(13)]) == []
    assert find_problems([*FACES13, Seen("9s")], [hand(13), Group("win", (13,))]) == []


def test_five_of_a_tile_names_all_and_doubts_the_least_certain() -> None:
    tiles = [Seen("5p", c) for c in (0.9, 0.95, 0.5, 0.97, 0.99)]
    (problem,) = find_problems(tiles, [Group("loose", (0, 1, 2, 3, 4))])
    assert problem.code == "FIVE_OF_A_TILE"
    assert set(problem.tiles) == {0, 1, 2, 3, 4}
    assert problem.tiles[0] == 2
    assert surplus(tiles) == {2}
    assert "五筒" in problem.zh
    assert "5" in problem.en


def test_four_backs_or_five_are_no_problem() -> None:
    assert surplus([Seen("back")] * 6) == frozenset()


@pytest.mark.parametrize(
    ("count", "melds", "code"),
    [
        (13, 0, None),
        (14, 0, None),
        (10, 1, None),
        (2, 4, None),
        (12, 0, "SHORT_HAND"),
        (11, 0, "SHORT_HAND"),
        (15, 0, "LONG_HAND"),
        (12, 1, "LONG_HAND"),
    ],
)
def test_the_size_of_a_hand(count: int, melds: int, code: str | None) -> None:
    groups = [hand(count)]
    tiles = [Seen(f"{1 + i % 9}{'mps'[i % 3]}") for i in range(count)]
    for k in range(melds):
        groups.append(Group("meld", tuple(range(len(tiles), len(tiles) + 3)), None, "pung"))
        tiles += [Seen(f"{k + 1}p")] * 3
    problems = [p for p in find_problems(tiles, groups) if p.code != "FIVE_OF_A_TILE"]
    assert [p.code for p in problems] == ([code] if code else [])
    if code == "SHORT_HAND":
        assert f"还差 {13 - count} 张" in problems[0].zh


def test_another_players_melds_do_not_count() -> None:
    tiles = [*FACES13[:10], *seen("1p 1p 1p")]
    groups = [hand(10), Group("meld", (10, 11, 12), "left", "pung")]
    assert [p.code for p in find_problems(tiles, groups)] == ["SHORT_HAND"]


def test_an_unequal_meld() -> None:
    tiles = [*FACES13[:10], *seen("6p 6p 7p")]
    groups = [hand(10), Group("meld", (10, 11, 12), None, "pung")]
    (problem,) = find_problems(tiles, groups)
    assert (problem.code, problem.tiles) == ("UNEQUAL_MELD", (10, 11, 12))


def test_backs_in_a_kong_are_not_unequal() -> None:
    tiles = [*FACES13[:10], *seen("back 6p 6p back")]
    groups = [hand(10), Group("meld", (10, 11, 12, 13), None, "concealed-kong")]
    assert find_problems(tiles, groups) == []


def test_honours_and_flowers_are_named_once() -> None:
    tiles = seen("1m 5z 5z flower back")
    (problem,) = find_problems(tiles, [Group("loose", (0, 1, 2, 3, 4))])
    assert (problem.code, problem.tiles) == ("NOT_ZHUOJI_TILE", (1, 2, 3))
    assert problem.message("zh").count("白") == 1
    assert "white" in problem.message("en")


@pytest.mark.parametrize(("p", "told"), [(1.0, ("99%", "1%")), (0.93, ("93%", "7%"))])
def test_a_changed_tile_is_told_with_both_readings_and_their_probabilities(
    p: float, told: tuple[str, str]
) -> None:
    """First what it looks like and what it is read as; nothing only seen is certain."""
    (problem,) = corrected([Change(3, "4s", "9s", 1 - p, p)])
    assert problem.message("zh").startswith(
        "有一张看着像四条，按牌数和碰杠改成了九条（九条 " + told[0] + "，四条 " + told[1]
    )
    assert all(share in problem.message("en") for share in told)
    assert problem.tiles == (3,)
