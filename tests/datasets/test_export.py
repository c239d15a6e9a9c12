"""What of the export needs no torch: figures kept only for the same bytes, and the sentence without the extra."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from datasets.export import _kept_figures
from datasets.parity import differences
from webapp.cli import main


def test_figures_stay_with_the_bytes_they_were_measured_on(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    assert _kept_figures(path, "aa") == ""
    path.write_text('sha256 = "aa"\nname = "x"\n\n[figures.val]\nsuits_right = 0.9\n')
    assert _kept_figures(path, "aa") == "\n[figures.val]\nsuits_right = 0.9\n"
    assert _kept_figures(path, "bb") == ""


def test_without_the_extra_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    weights = tmp_path / "w.pt"
    weights.write_bytes(b"")
    done = CliRunner().invoke(main, ["export", "--weights", str(weights), "--out", str(tmp_path)])
    assert done.exit_code == 1
    assert "pip install -e '.[train]'" in done.output


def test_differences_are_looked_for_where_either_sees_a_tile() -> None:
    weights = np.zeros((6, 4), np.float32)
    weights[4:, 0] = [0.9, 0.1]  # both see it
    weights[4:, 1] = [0.1, 0.3]  # only the weights do
    model = weights.copy()
    model[0, 0] += 3.2
    model[4:, 1] = [0.18, 0.16]
    model[:, 3] = [500, 0, 0, 0, 0.15, 0.15]  # nobody sees a tile there
    found = differences([(weights, model), (model, model)], 640)
    assert (found.photos, found.places, found.kinds) == (2, 3, 1)
    assert found.box == pytest.approx(0.005)
    assert found.score == pytest.approx(0.14, abs=1e-6)
