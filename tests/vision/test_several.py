"""Constraints over several photos of one hand."""

from __future__ import annotations

from vision.layout import Group
from vision.model import ModelInfo
from vision.reading import Reading, ReadTile, Times
from vision.several import together


def reading(model: ModelInfo, tiles: list[tuple[str, float, tuple[tuple[str, float], ...]]]) -> Reading:
    read = tuple(ReadTile(name, score, (0, 0, 9, 9), others, False) for name, score, others in tiles)
    groups = (Group("hand", tuple(range(len(read)))),)
    return Reading(640, 480, read, groups, (), model, Times(0, 0, 0, 0))


def test_the_fifth_tile_lies_in_another_photo() -> None:
    from vision.model import load_model

    model, _ = load_model()
    mine = reading(model, [("5p", 0.95, ()), ("5p", 0.95, ()), ("1m", 0.9, ())])
    yours = reading(
        model, [("2m", 0.9, ()), ("5p", 0.5, (("6p", 0.45),)), ("5p", 0.95, ()), ("5p", 0.95, ())]
    )
    (found,) = together([mine, yours])
    assert (found.reading, found.change.index, found.change.after) == (1, 1, "6p")
    assert together([mine, yours], [((0, 0), (1, 2))]) == []
    assert together([mine]) == []
    assert together([]) == []
