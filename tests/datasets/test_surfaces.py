"""Tables a tile can lie on."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.render import moods, surfaces


@pytest.mark.parametrize("kind", surfaces.KINDS)
def test_a_table_has_no_seam_where_it_repeats(kind: str) -> None:
    """The rows on both sides of the edge differ no more than rows inside do."""
    for number in range(4):
        picture = surfaces.surface(kind, number).astype(float)
        inside = np.abs(np.diff(picture, axis=0)).mean(axis=(1, 2))
        assert np.abs(picture[0] - picture[-1]).mean() <= inside.max() * 1.05


@pytest.mark.parametrize("kind", ["ruled", "checks", "slabs"])
def test_some_tables_have_cells_of_a_tiles_size(kind: str) -> None:
    """Cells of 22-46 mm, a tile's width or height, come up at some zoom: they are no backs."""
    smallest, largest = 0.2 * surfaces.TEXEL, 0.7 * surfaces.TEXEL
    sides = set()
    for number in range(14):
        rows = surfaces.surface(kind, number).astype(float).mean(axis=(1, 2))
        sides.add(_period(rows))
    assert any(side * smallest <= 46 and side * largest >= 22 for side in sides)


def _period(values: np.ndarray) -> int:
    """Texels after which a tileable line repeats best, 8 at least."""
    centred = values - values.mean()
    again = np.fft.irfft(np.abs(np.fft.rfft(centred)) ** 2)[8:257]
    return int(again.argmax()) + 8


def test_every_surface_has_its_share() -> None:
    assert len(moods.CLOTH_MOST_OF_ALL) == len(surfaces.KINDS)
    assert sum(moods.CLOTH_MOST_OF_ALL) == pytest.approx(1)
    assert min(moods.CLOTH_MOST_OF_ALL) > 0
