"""Confirmed tiles kept as small pictures, the second look, and what a learned set changes, on colours."""

from __future__ import annotations

import json

import numpy as np
import pytest

from scoring.tiles import FACES, KINDS
from tests import colour_tiles
from vision import second_look
from vision.detections import Detections, Floats
from vision.examples import Examples, look_sheets
from vision.image import open_photo
from vision.learner import Learner
from vision.letterbox import Letterbox
from vision.looks import CELL, TILE, Sheet
from vision.reading import Reader
from vision.second_look import SecondLook

OWN = colour_tiles.own_colours()
LAYOUT = colour_tiles.layout_photo(OWN)
BOXES = [[20 + 66 * c, 24 + 120 * r, 66 + 66 * c, 88 + 120 * r] for r in range(3) for c in range(9)]


def learner() -> Learner:
    made = colour_tiles.reader().learner
    assert made is not None
    return made


def test_examples_survive_json() -> None:
    taught = learner().confirm(open_photo(LAYOUT), BOXES, FACES)
    back = Examples.from_json(json.loads(json.dumps(taught.to_json())))
    assert back.kinds == taught.kinds == FACES
    assert back.scores == pytest.approx(taught.scores, abs=1e-3)
    assert [s.count for s in back.sheets] == [27]
    for kept, first in zip(back.pictures(), taught.pictures(), strict=True):
        assert kept.shape == (CELL, CELL, 3)
        assert np.abs(kept[40:56, 40:56].astype(int) - first[40:56, 40:56]).max() < 12  # it went through JPEG


def test_scores_come_back_in_todays_order_of_kinds() -> None:
    data = learner().confirm(open_photo(LAYOUT), BOXES[:2], FACES[:2]).to_json()
    plain = Examples.from_json(data).scores
    data["order"] = data["order"][::-1]
    data["scores"] = [row[::-1] for row in data["scores"]]
    assert (Examples.from_json(data).scores == plain).all()


def test_a_confirmed_tile_that_was_not_found_has_no_score() -> None:
    taught = learner().confirm(open_photo(LAYOUT), [BOXES[0], [600, 380, 630, 399]], ["1m", "2m"])
    assert taught.scores[0].max() > 0
    assert taught.scores[1].max() == 0


def test_only_tiles_are_kept_and_from_as_many_pixels_as_they_need() -> None:
    assert look_sheets(open_photo(LAYOUT), np.zeros((0, 4), np.float32)) == []
    (sheet,) = look_sheets(open_photo(LAYOUT), np.array(BOXES, np.float32))
    ground = (np.abs(sheet.image.astype(int) - colour_tiles.GROUND).max(axis=2) < 10).mean()
    assert ground < 0.25


def test_before_and_after_count_each_photo_with_the_others() -> None:
    teacher = learner()
    one = teacher.confirm(open_photo(LAYOUT), BOXES, FACES)
    assert [b.with_set for b in teacher.learn([one]).before_and_after()] == [None]
    two = teacher.learn([one, one]).before_and_after()
    assert [(b.tiles, b.with_set) for b in two] == [(27, 27)] * 2
    assert two[0].without < 20


def test_typical_pictures_show_the_kind() -> None:
    teacher = learner()
    typical = teacher.learn([teacher.confirm(open_photo(LAYOUT), BOXES, FACES)]).typical
    assert list(typical) == list(FACES)
    for kind, picture in typical.items():
        assert CELL > picture.shape[0] == picture.shape[1] >= TILE
        middle = picture[picture.shape[0] // 2, picture.shape[1] // 2].astype(float)
        assert middle == pytest.approx(np.round(OWN[KINDS.index(kind)]), abs=2)


def test_without_a_yardstick_there_is_one_look_and_nothing_to_learn() -> None:
    plain = Reader(colour_tiles.ColourDetector(), None)  # type: ignore[arg-type]
    assert plain.learner is None
    reading = plain.read(LAYOUT)
    assert reading.own_set is None
    assert max(t.confidence for t in reading.tiles) == pytest.approx(0.9)


def test_a_detector_without_features_looks_once() -> None:
    blind = Reader(colour_tiles.ColourDetector(gives_features=False), colour_tiles.yardstick())  # type: ignore[arg-type]
    assert blind.learner is None
    assert max(t.confidence for t in blind.read(LAYOUT).tiles) == pytest.approx(0.9)


def test_a_photo_without_tiles_is_read_with_a_set_too() -> None:
    reader = colour_tiles.reader()
    teacher = learner()
    own = teacher.learn([teacher.confirm(open_photo(LAYOUT), BOXES, FACES)]).own
    reading = reader.read(colour_tiles.photo_of([], OWN), own=own)
    assert (reading.tiles, reading.own_set) == ((), False)


def test_a_faint_tile_stays_where_the_second_look_is_convinced() -> None:
    faint = colour_tiles.ColourDetector(most=0.18)
    reader = Reader(faint, colour_tiles.yardstick())  # type: ignore[arg-type]
    general = colour_tiles.layout_photo(colour_tiles.COLOURS)
    assert len(reader.read(general).tiles) == 27
    assert len(reader.read(general, conf=0.25).tiles) == 0
    stranger = np.clip(colour_tiles.COLOURS + 400 * np.eye(3)[np.arange(36) % 3], 40, 250)
    unknown = Reader(faint, colour_tiles.yardstick(unlike=1.0))  # type: ignore[arg-type]
    assert len(unknown.read(colour_tiles.layout_photo(stranger)).tiles) < 27
    assert len(Reader(faint, None).read(general).tiles) == 0  # type: ignore[arg-type]


def test_of_too_many_tiles_the_least_sure_are_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A box of several sets in one photo must not take as many looks as it holds tiles."""
    monkeypatch.setattr(second_look, "MOST", 10)
    detector = colour_tiles.ColourDetector()
    seen: list[int] = []

    def look(sheet: Sheet) -> Floats:
        seen.append(sheet.count)
        return detector.look(sheet)

    photo = open_photo(colour_tiles.layout_photo(colour_tiles.COLOURS))
    found = detector.detect(photo.rgb(640), Letterbox.fit(photo.width, photo.height, 640, 32))
    scores = found.scores * np.linspace(0.5, 1.0, len(found), dtype=np.float32)[:, None]
    looked, _ = SecondLook(look, colour_tiles.yardstick())(
        Detections(found.boxes, scores), photo, None, all_tiles=True
    )
    assert sum(seen) == 10
    assert np.array_equal(looked.scores[10:], scores[10:])
    assert (looked.confidence[:10] > scores[:10].max(axis=1)).all()


@pytest.mark.parametrize(("odds", "tiles"), [(3.0, 27), (-1.0, 0), (-6.0, 0)])
def test_presence_decides_whatever_the_score(odds: float, tiles: int) -> None:
    """Of boxes that score .07 all or none are tiles; a score that is asked for decides by itself."""
    detector = colour_tiles.ColourDetector(most=0.07)
    reader = Reader(detector, colour_tiles.yardstick(), colour_tiles.presence(odds))  # type: ignore[arg-type]
    general = colour_tiles.layout_photo(colour_tiles.COLOURS)
    assert len(reader.read(general).tiles) == tiles
    assert len(reader.read(general, conf=0.06).tiles) == 27
    assert len(reader.read(general, conf=0.5).tiles) == 0


@pytest.mark.parametrize(("odds", "tiles", "doubted"), [(3.0, 27, 0), (-1.0, 27, 27), (-6.0, 0, 0)])
def test_what_scores_well_and_is_hardly_a_tile_is_doubted(odds: float, tiles: int, doubted: int) -> None:
    detector = colour_tiles.ColourDetector()
    reader = Reader(detector, colour_tiles.yardstick(), colour_tiles.presence(odds))  # type: ignore[arg-type]
    read = reader.read(colour_tiles.layout_photo(colour_tiles.COLOURS)).tiles
    assert (len(read), sum(tile.unsure for tile in read)) == (tiles, doubted)


def test_the_surest_tiles_that_are_not_looked_at_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_look, "MOST", 10)
    detector = colour_tiles.ColourDetector()
    photo = open_photo(colour_tiles.layout_photo(colour_tiles.COLOURS))
    found = detector.detect(photo.rgb(640), Letterbox.fit(photo.width, photo.height, 640, 32))
    never = SecondLook(detector.look, colour_tiles.yardstick(), colour_tiles.presence(-6.0))
    assert len(never(found, photo, None)[0]) == len(found) - 10


def test_a_least_score_that_is_asked_for_is_kept_to_however_low() -> None:
    """`--conf 0.02` shows what the detector gave 0.03, in a row or not."""
    reader = Reader(colour_tiles.ColourDetector(most=0.03), colour_tiles.yardstick())  # type: ignore[arg-type]
    general = colour_tiles.layout_photo(colour_tiles.COLOURS)
    assert len(reader.read(general).tiles) == 0
    assert len(reader.read(general, conf=0.02).tiles) == 27
