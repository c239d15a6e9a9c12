"""The loader refuses what it doesn't know; the session is shared between threads."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scoring.tiles import KINDS
from tests.vision.conftest import REPO
from vision.detector import Detector, default_threads
from vision.errors import PhotoError
from vision.letterbox import Letterbox
from vision.model import load_model

MODELS = REPO / "models"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    for name in ("tiles.onnx", "tiles.toml"):
        shutil.copy(MODELS / name, tmp_path / name)
    return tmp_path


def edit(folder: Path, old: str, new: str) -> None:
    path = folder / "tiles.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def refused(folder: Path) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        Detector(1, folder)
    assert caught.value.code == "MODEL_MISSING"
    assert "手动" in caught.value.zh
    return caught.value


def test_the_shipped_model_is_what_its_description_says() -> None:
    info, data = load_model()
    assert sorted(info.classes) == sorted(KINDS)
    assert info.license == "AGPL-3.0-only"
    assert len(data) < 12_000_000


def test_a_missing_description(copied: Path) -> None:
    (copied / "tiles.toml").unlink()
    assert "tiles.toml" in refused(copied).en


def test_a_missing_model(copied: Path) -> None:
    (copied / "tiles.onnx").unlink()
    assert "tiles.onnx is missing" in refused(copied).en


def test_a_damaged_model(copied: Path) -> None:
    data = bytearray((copied / "tiles.onnx").read_bytes())
    data[len(data) // 2] ^= 1
    (copied / "tiles.onnx").write_bytes(data)
    assert "damaged" in refused(copied).en


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"1s", ', "", "36 kinds"),
        ('layout = "4+C,anchors"', 'layout = "300,6"', "layout"),
        ("stride = 32", "stride = 33", "stride"),
        ("classes = [", "classes [", "wrong"),
        ("opset = ", "opset_ = ", "wrong"),
    ],
)
def test_a_description_that_makes_no_sense(copied: Path, old: str, new: str, said: str) -> None:
    edit(copied, old, new)
    assert said in refused(copied).en


def test_classes_in_another_order_than_the_models_own(copied: Path) -> None:
    edit(copied, '"1m", "2m"', '"2m", "1m"')
    assert "other classes" in refused(copied).en


def test_a_file_that_is_no_onnx(copied: Path) -> None:
    import hashlib

    junk = b"not a model at all"
    (copied / "tiles.onnx").write_bytes(junk)
    info, _ = load_model()
    edit(copied, info.sha256, hashlib.sha256(junk).hexdigest())
    assert "can't be opened" in refused(copied).en


def test_columns_are_in_the_order_of_kinds_and_boxes_on_the_tiles(drawn: Image.Image) -> None:
    pixels = np.asarray(drawn)
    found = Detector(1).detect(pixels, Letterbox.fit(*drawn.size))
    assert found.scores.shape == (13, len(KINDS))
    order = np.argsort(found.boxes[:, 0])
    names = [KINDS[k] for k in found.kinds[order]]
    assert names[3:6] == ["4p", "5p", "6p"]
    assert names[-1] == "9p"


def test_eight_threads_read_the_same(drawn: Image.Image) -> None:
    detector = Detector(1)
    pixels, box = np.asarray(drawn), Letterbox.fit(*drawn.size)
    alone = detector.detect(pixels, box)
    results: list[list[list[float]]] = []
    threads = [
        threading.Thread(target=lambda: results.append(detector.detect(pixels, box).boxes.tolist()))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [alone.boxes.tolist()] * 8


def test_threads_are_set() -> None:
    assert 1 <= default_threads() <= 4
    detector = Detector(1)
    options = detector._session.get_session_options()
    assert (detector.threads, options.intra_op_num_threads, options.inter_op_num_threads) == (1, 1, 1)


PINNED = """
import os, pathlib, sys
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from vision.reading import Reader
reader = Reader.open()
assert reader.threads == 1 or not hasattr(os, "sched_setaffinity")
reader.read(pathlib.Path(sys.argv[1]).read_bytes())
loaded = [m for m in ("torch", "ultralytics", "webapp", "datasets") if m in sys.modules]
assert not loaded, loaded
"""


def test_on_one_core_stderr_stays_clean_and_no_torch_is_loaded() -> None:
    photo = Path(__file__).parent / "data" / "hand.heic"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PINNED, str(photo)], capture_output=True, text=True, cwd=REPO
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_a_missing_system_library_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "cv2.py").write_text('raise ImportError("libGL.so.1: cannot open shared object file")\n')
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from scoring.errors import ZhuojiError\n"
        "try:\n    import vision.reading\n"
        "except ZhuojiError as error:\n    print(error.code, error.en)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, cwd=REPO, check=True
    )
    assert done.stdout.startswith("MODEL_MISSING")
    assert "libGL.so.1" in done.stdout
    assert "apt-get install" in done.stdout
