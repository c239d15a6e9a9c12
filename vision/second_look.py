"""Each found tile looked at once more, cut out and at one size, with the table's own set in mind where it has one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.detections import Detections, Floats
from vision.detector import DIM
from vision.examples import look_sheets
from vision.image import Photo
from vision.in_line import continued
from vision.looks import MOST_CELLS, Sheet, pictures, turned
from vision.own_set import OwnSet, read_with
from vision.yardstick import Yardstick

FAINT = 0.08
"""Least score of a face that is looked at once more: kept where it continues a row."""
FAINT_BACK = 0.05
"""The same of a back: one looks like the next, and what lies in their row is hardly anything else."""
CONVINCED = 0.90
"""What both looks together must give a tile that the detector alone would leave out; below ``DIM`` nothing helps by itself."""

MOST = 4 * MOST_CELLS
"""Tiles looked at again: four sheets, all that lies open on a table. Of more, those the detector was least sure of."""

Look = Callable[[Sheet], Floats]


@dataclass(frozen=True)
class SecondLook:
    """``look`` gives features of a sheet's tiles."""

    look: Look
    yardstick: Yardstick

    def __call__(
        self, found: Detections, photo: Photo, own: OwnSet | None, least: float
    ) -> tuple[Detections, bool]:
        """The tiles with both opinions as scores, and whether the photo shows the table's ``own`` set.

        Those that the detector gave less than ``least`` stay only where the second look is convinced, or a row goes on.
        """
        faint = np.minimum(np.where(found.backs, FAINT_BACK, FAINT), least)
        found = found[found.confidence >= faint]
        if not len(found):
            return found, False
        again = np.sort(np.argsort(found.confidence, kind="stable")[:MOST])
        sheets = look_sheets(photo, found.boxes[again])
        points = self.yardstick.place(features(self.look, sheets))
        scores = found.scores.copy()
        scores[again], mine = read_with(self.yardstick, own, scores[again], points, pictures(sheets))
        mixed = Detections(found.boxes, scores)
        convinced = (found.confidence >= DIM) & (mixed.confidence >= CONVINCED)
        kept = (found.confidence >= least) | convinced
        return mixed[continued(mixed, kept)], mine


def features(look: Look, sheets: Sequence[Sheet]) -> Floats:
    """(N, F) of all tiles on the sheets, in their order."""
    return np.concatenate([look(sheet) for sheet in sheets])


def turned_features(look: Look, sheets: Sequence[Sheet], turns: int) -> Floats:
    """(N, turns, F): the same, each tile turned in its place by 0, 1, … quarter turns."""
    return np.stack(
        [features(look, [turned(sheet, times) for sheet in sheets]) for times in range(turns)], axis=1
    )
