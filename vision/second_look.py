"""Each found tile looked at once more, cut out and at one size, with the table's own set in mind where it has one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.detections import Detections, Floats
from vision.detector import CONFIDENCE, DIM
from vision.examples import look_sheets
from vision.image import Photo
from vision.in_line import continued
from vision.looks import MOST_CELLS, Sheet, pictures, turned
from vision.own_set import OwnSet, read_with
from vision.presence import Presence, surroundings
from vision.yardstick import Yardstick

FAINT = 0.05
"""Least score of a box that is looked at once more."""
FACE_THERE, BACK_THERE = 0.5, 0.2
"""How likely a box that scores less than ``CONFIDENCE`` must hold a face, a back, to be a tile. A back missed spoils a row's
count, one too many hardly anything."""
DOUBTED_FACE, DOUBTED_BACK = 0.5, 0.15
"""What is less likely to be a tile, though it scores well, is doubted in proportion."""
MAYBE = 0.05
"""How likely a box must hold a tile to be one at all: by its score, or where a row goes on."""
CONVINCED = 0.90
"""What both looks together must give a tile that the detector alone would leave out; below ``DIM`` nothing helps by itself."""

MOST = 4 * MOST_CELLS
"""Tiles looked at again: four sheets, all that lies open on a table. Of more, those the detector was least sure of."""

Look = Callable[[Sheet], Floats]


@dataclass(frozen=True)
class SecondLook:
    """``look`` gives features of a sheet's tiles; ``presence`` says which boxes hold one, by their scores alone where it is None."""

    look: Look
    yardstick: Yardstick
    presence: Presence | None = None

    def __call__(
        self, found: Detections, photo: Photo, own: OwnSet | None, *, all_tiles: bool = False
    ) -> tuple[Detections, bool]:
        """The tiles with both opinions as scores, and whether the photo shows the table's ``own`` set.

        ``found`` has boxes from ``FAINT`` on, of which some are tiles, by themselves or where a row goes on; or all are,
        where somebody has named a least score of their own.
        """
        if not len(found):
            return found, False
        again = np.sort(np.argsort(found.confidence, kind="stable")[:MOST])
        sheets = look_sheets(photo, found.boxes[again])
        looks = features(self.look, sheets)
        scores = found.scores.copy()
        scores[again], mine = read_with(
            self.yardstick, own, scores[again], self.yardstick.place(looks), pictures(sheets)
        )
        mixed = Detections(found.boxes, scores)
        if all_tiles:
            return mixed, mine
        if self.presence is None:
            convinced = (found.confidence >= DIM) & (mixed.confidence >= CONVINCED)
            return mixed[continued(mixed, (found.confidence >= CONFIDENCE) | convinced)], mine
        likely = np.ones(len(found), np.float32)
        likely[again] = self.presence(
            found[again], looks, surroundings(found, photo.width, photo.height)[again]
        )
        doubt = np.minimum(likely / np.where(found.backs, DOUBTED_BACK, DOUBTED_FACE), 1)
        mixed = Detections(found.boxes, np.asarray(scores * doubt[:, None], np.float32))
        maybe = likely >= MAYBE
        there = (likely >= np.where(found.backs, BACK_THERE, FACE_THERE)) | (found.confidence >= CONFIDENCE)
        return mixed[maybe][continued(mixed[maybe], there[maybe])], mine


def features(look: Look, sheets: Sequence[Sheet]) -> Floats:
    """(N, F) of all tiles on the sheets, in their order."""
    return np.concatenate([look(sheet) for sheet in sheets])


def turned_features(look: Look, sheets: Sequence[Sheet], turns: int) -> Floats:
    """(N, turns, F): the same, each tile turned in its place by 0, 1, … quarter turns."""
    return np.stack(
        [features(look, [turned(sheet, times) for sheet in sheets]) for times in range(turns)], axis=1
    )
