"""The measure of layouts: what counts as right, as left open, as wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from datasets.layout_eval import WHOLE, Tally, compare, evaluate, figures, large_enough, report, turning
from datasets.layout_truth import from_truth, meld_form, variant
from datasets.true_photo import TrueGroup, TruePhoto
from tests.vision.table import HEIGHT, WIDTH, Table
from vision.layout import Group

HAND = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2s"]


def photo(meld: list[str], kind: str = "exposed-kong") -> TruePhoto:
    table = Table()
    hand = table.row(HAND, 0, 0)
    shown = table.row(meld, 10.8 * WIDTH, 0)
    flip = table.tile("8s", 250, -5 * HEIGHT)
    width, height = table.size()
    truth: dict[str, Any] = {
        "kind": "hand",
        "image": {"width": width, "height": height},
        "tiles": [
            {"tile": name, "box": [float(v) for v in box]}
            for name, box in zip(table.tiles, table.boxes(), strict=True)
        ],
        "groups": [
            {"role": "hand", "side": "bottom", "meld": None, "tiles": hand},
            {"role": "meld", "side": "bottom", "meld": kind, "tiles": shown},
            {"role": "flip", "side": None, "meld": None, "tiles": [flip]},
        ],
    }
    return from_truth("made/one", truth)


KONG = photo(["1p"] * 4)
RIGHT = [
    Group("hand", tuple(range(10))),
    Group("meld", (10, 11, 12, 13), None, "exposed-kong"),
    Group("flip", (14,)),
]


def outcome(one: TruePhoto, groups: list[Group]) -> dict[str, int]:
    tally = Tally()
    compare(tally, one, groups)
    return {**tally.groups, "invented": sum(tally.invented.values())}


def test_the_true_groups_are_right() -> None:
    assert outcome(KONG, RIGHT) == {"right": 3, "invented": 0}


def test_which_kong_four_equal_faces_are_is_asked_anyway() -> None:
    groups = [RIGHT[0], replace(RIGHT[1], meld="added-kong"), RIGHT[2]]
    assert outcome(KONG, groups) == {"right": 3, "invented": 0}
    tally = Tally()
    compare(tally, KONG, groups)
    assert tally.strict["wrong"] == 1  # by the renderer's word alone


@pytest.mark.parametrize(
    "wrong",
    [
        [replace(RIGHT[0], tiles=tuple(range(9))), *RIGHT[1:], Group("loose", (9,))],
        [RIGHT[0], replace(RIGHT[1], meld="concealed-kong"), RIGHT[2]],
        [RIGHT[0], Group("loose", (10, 11, 12, 13)), RIGHT[2]],
        [*RIGHT[:2], Group("win", (14,))],
        [*RIGHT[:2], Group("loose", (14,))],
    ],
)
def test_anything_else_is_wrong(wrong: list[Group]) -> None:
    assert outcome(KONG, wrong)["wrong"] == 1


def test_a_group_that_is_not_there_is_counted() -> None:
    groups = [*RIGHT[:1], Group("meld", (10, 11, 12), None, "pung"), Group("flip", (13,)), RIGHT[2]]
    assert outcome(KONG, groups) == {"right": 2, "wrong": 1, "invented": 2}


def test_two_of_a_meld_may_be_left_open_but_not_called_a_hand() -> None:
    cut = photo(["1p"] * 2, "pung")
    left = [RIGHT[0], Group("loose", (10, 11)), Group("flip", (12,))]
    assert outcome(cut, left) == {"right": 2, "open": 1, "invented": 0}
    assert outcome(cut, [Group("hand", tuple(range(12))), Group("flip", (12,))])["wrong"] == 2


def test_which_meld_two_of_its_tiles_are_of_is_not_to_be_seen() -> None:
    part = photo(["1p"] * 2)
    groups = [RIGHT[0], Group("meld", (10, 11), None, "pung"), Group("flip", (12,))]
    assert outcome(part, groups) == {"right": 3, "invented": 0}


def test_the_side_counts_on_a_whole_table() -> None:
    table = replace(KONG, full=True)
    assert outcome(table, RIGHT)["wrong"] == 2
    sided = [replace(group, side="bottom") if group.role != "flip" else group for group in RIGHT]
    assert outcome(table, sided) == {"right": 3, "invented": 0}


def test_names_of_scenes_and_melds() -> None:
    assert variant(KONG) == "hand, melds"
    assert meld_form(KONG, KONG.groups[1]) == "exposed-kong 4+0"
    assert meld_form(photo(["back", "1p", "1p", "back"]), KONG.groups[1]) == "exposed-kong 2+2"


def test_a_turned_photo_keeps_its_tiles_in_it() -> None:
    turned = KONG.turned(30)
    assert (turned.boxes[:, :2] >= -1).all()
    assert (turned.boxes[:, 2:] <= np.array([turned.width, turned.height]) + 1).all()
    back = KONG.turned(90).turned(270)
    assert np.allclose(back.boxes, KONG.boxes, atol=1.5)


def test_a_run_over_the_layout_functions() -> None:
    tally = evaluate([KONG, photo(["back", "1p", "1p", "back"], "concealed-kong")])
    numbers = figures(tally)
    assert numbers["groups_exact"] == 1
    assert numbers["photos_exact"] == 2
    assert "exposed-kong 4+0" in report(tally)
    assert turning([KONG], [15, 45, 90, 180]) == {angle: (1, 1, []) for angle in (15, 45, 90, 180)}


def test_groups_and_photos_smaller_than_promised_are_counted_apart() -> None:
    far = replace(KONG, width=int(60 * WIDTH) + 200)
    tally = Tally()
    compare(tally, KONG, RIGHT)
    compare(tally, far, RIGHT[:1])
    assert tally.wide == figures(tally)["photos_wide"] == 1
    assert large_enough(tally) == large_enough(tally, WHOLE) == (3, 1.0)
    assert tally.by[WHOLE]["smaller"].total() == 3
    # One small group makes the whole photo one of small tiles.
    lone = KONG.corners.copy()
    lone[14] = lone[14].mean(axis=0) + (lone[14] - lone[14].mean(axis=0)) * 0.1
    mixed = Tally()
    compare(mixed, replace(KONG, corners=lone), RIGHT)
    assert (mixed.wide, large_enough(mixed)[0], large_enough(mixed, WHOLE)[0]) == (0, 2, 0)


def test_the_command_over_rendered_photos(tmp_path: Any) -> None:
    from datasets.render import run
    from webapp.cli import main

    run.render(tmp_path / "r", range(6), 7, "drawn", side=320, kind="melds", processes=1)
    result = CliRunner().invoke(main, ["evaluate-layout", str(tmp_path / "r"), "--turn", "90"])
    assert result.exit_code == 0, result.output
    assert "photos 6" in result.output
    assert "turned by 90°" in result.output
    assert CliRunner().invoke(main, ["evaluate-layout"]).exit_code == 2


def test_the_detector_reads_the_photos_and_says_which_are_blurred(tmp_path: Any) -> None:
    from datasets.render import run
    from webapp.cli import main

    out = tmp_path / "r"
    run.render(out, range(2), 8, "drawn", side=960, kind="hand", processes=1)
    first = next(iter(sorted((out / "images").glob("*.jpg"))))
    cv2.imwrite(str(first), cv2.GaussianBlur(cv2.imread(str(first)), (0, 0), 6))
    result = CliRunner().invoke(main, ["evaluate-layout", str(out), "--detector", "--json"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.output)
    assert (told["photos"], told["sharp"]["photos"]) == (2, 1)
    assert told["sharp"]["groups_exact"] >= told["groups_exact"]
    result = CliRunner().invoke(main, ["evaluate-layout", str(out), "--detector", "--most", "1"])
    assert "calls blurred: 0 photos" in result.output
    assert "photos show nothing smaller" in result.output


@pytest.mark.parametrize(("turn", "wrong"), [(0, 2), (15, 2), (40, 0), (45, 0)])
def test_a_table_that_lies_askew_has_no_bottom_side(turn: float, wrong: int) -> None:
    table = replace(photo(["1p"] * 3, "pung"), full=True).turned(turn)
    groups = [
        Group("hand", tuple(range(10)), "right"),
        Group("meld", (10, 11, 12), "right", "pung"),
        Group("flip", (13,)),
    ]
    assert outcome(table, groups).get("wrong", 0) == wrong


def test_sides_mean_nothing_where_the_renderer_puts_two_hands_at_one() -> None:
    hands = tuple(
        TrueGroup("hand", side, None, frozenset(range(k, k + 5))) for k, side in ((0, "top"), (5, "top"))
    )
    table = replace(KONG, kind="table", full=True, groups=hands)
    told = [Group("hand", tuple(range(5)), "left"), Group("hand", tuple(range(5, 10)), "top")]
    assert outcome(table, told) == {"right": 2, "invented": 0}
    apart = replace(table, groups=(hands[0], replace(hands[1], side="left")))
    assert outcome(apart, told)["wrong"] == 2


def won(names: list[str]) -> TruePhoto:
    """A won hand laid out in one row."""
    table = Table()
    row = table.row(names, 0, 0)
    tiles = [
        {"tile": n, "box": [float(v) for v in b]} for n, b in zip(table.tiles, table.boxes(), strict=True)
    ]
    image = dict(zip(("width", "height"), table.size(), strict=True))
    groups = [{"role": "hand", "side": None, "meld": None, "tiles": row}]
    return from_truth("made/won", {"kind": "real", "image": image, "tiles": tiles, "groups": groups})


WON = ["flower", "3m", "3m", *["9s"] * 3, *["8s"] * 4, *["7s"] * 3, *["6s"] * 3]
KONG_8S = Group("meld", (6, 7, 8, 9), None, "exposed-kong")
PUNGS = [Group("meld", tuple(range(k, k + 3)), None, "pung") for k in (3, 10, 13)]


@pytest.mark.parametrize(
    ("groups", "counts"),
    [
        ([Group("hand", tuple(range(16)))], {"right": 1}),
        ([Group("hand", (1, 2)), Group("loose", (0,)), KONG_8S, *PUNGS], {"open": 1}),
        ([Group("hand", (0, 1, 2)), KONG_8S, *PUNGS], {"open": 1}),
        ([Group("loose", (0, 1, 2)), KONG_8S, *PUNGS], {"open": 1}),
        # A melded 碰 or three in the hand: nobody can see which.
        ([Group("hand", (0, 1, 2, 3, 4, 5)), KONG_8S, *PUNGS[1:]], {"open": 1}),
        # The 杠 isn't seen, a tile is missing, there are two hands, or a discard of them.
        ([Group("hand", tuple(range(13))), PUNGS[2]], {"wrong": 1, "invented": 2}),
        ([Group("hand", (0, 2)), KONG_8S, *PUNGS, Group("flip", (1,))], {"wrong": 1, "invented": 6}),
        ([Group("hand", (1, 2)), Group("hand", (3, 4, 5)), KONG_8S, *PUNGS[1:]], {"wrong": 1, "invented": 5}),
    ],
    ids=["whole", "parts", "flower in the hand", "pair loose", "pung held", "no kong", "short", "two hands"],
)
def test_a_won_hand_with_a_kong_in_it_may_be_read_in_parts(
    groups: list[Group], counts: dict[str, int]
) -> None:
    assert outcome(won(WON), groups) == {"invented": 0, **counts}


def test_a_row_of_fourteen_is_a_hand_and_no_melds() -> None:
    """Four of a kind may be held as well; only the number says that they were declared."""
    names = ["3m", "3m", *["9s"] * 4, *["8s"] * 4, *["7s"] * 4]
    kongs = [Group("meld", tuple(range(k, k + 4)), None, "exposed-kong") for k in (2, 6, 10)]
    assert outcome(won(names), [Group("hand", (0, 1)), *kongs])["wrong"] == 1


def test_a_lone_discard_may_be_left_loose() -> None:
    """It might be the flip; a tile that lies with the others may not, nor may it be the flip of the answer."""
    table = Table()
    hand = table.row([*HAND, "2s", "5s", "6s"], 0, 0)
    pond = table.row(["9m", "1s", "4p", "2p", "8s"], 0, -300)
    lone = table.tile("7s", 5 * WIDTH + 4 * WIDTH, -300)
    tiles = [
        {"tile": n, "box": [float(v) for v in b]} for n, b in zip(table.tiles, table.boxes(), strict=True)
    ]
    groups = [{"role": "hand", "tiles": hand}, {"role": "discards", "tiles": [*pond, lone]}]
    image = dict(zip(("width", "height"), table.size(), strict=True))
    one = from_truth("made/pond", {"kind": "hand", "image": image, "tiles": tiles, "groups": groups})
    own = Group("hand", tuple(hand))
    apart = [own, Group("discards", tuple(pond)), Group("loose", (lone,))]
    assert outcome(one, apart) == {"right": 1, "open": 1, "invented": 0}
    flip = [own, Group("discards", tuple(pond)), Group("flip", (lone,))]
    assert outcome(one, flip)["wrong"] == 1
    torn = [own, Group("discards", (*pond[:-1], lone)), Group("loose", (pond[-1],))]
    assert outcome(one, torn)["wrong"] == 1
