"""`make bench ONLY=peer`: photo → reading by stage, beside mahjong-detector's whole call on the same files.

Needs ../shared/photos and `.venv-peer` (docs/evaluation.md). Its photos have 640 pixels: larger ones are enlargements.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

from datasets.evaluate.peer import PEER
from tests.bench.reading import VAL, jpeg
from vision.reading import Reader

SIDES = {"1 MP": (1152, 864), "3 MP": (2048, 1536), "12 MP": (4032, 3024)}
TIMES = 12
SCRIPT = """\
import json, sys, time
from PIL import Image
from mahjong_detector.predict import predict
from mahjong_detector.preprocess import preprocess_image
for line in sys.stdin:
    path = line.strip()
    spent = []
    for _ in range(int(sys.argv[1])):
        start = time.perf_counter()
        prepared, padding = preprocess_image(Image.open(path))
        found = predict(prepared, padding)
        spent.append(1000 * (time.perf_counter() - start))
    print(json.dumps([len(found), spent]), flush=True)
"""


def theirs(files: list[Path]) -> list[tuple[int, float]]:
    """Tiles and median milliseconds of each file; empty when the package isn't there."""
    if not PEER.is_file():
        return []
    done = subprocess.run(
        [str(PEER), "-c", SCRIPT, str(TIMES)],
        input="".join(f"{file}\n" for file in files),
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    return [(count, float(np.median(spent[2:]))) for count, spent in rows]


def main() -> None:
    """One table; the ratio is ours over theirs."""
    if not VAL.is_dir():
        print("needs ../shared/photos")
        return
    tray = Image.open(VAL / "images" / "hk-tray1219-002.jpg").convert("RGB")
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, size in SIDES.items():
            file = Path(folder) / f"{name.replace(' ', '')}.jpg"
            file.write_bytes(jpeg(tray.resize(size)))
            files.append(file)
        peer = theirs(files)
        if not peer:
            print(f"mahjong-detector isn't in {PEER}: its column is missing")
        reader = Reader.open(2)
        print("milliseconds, median    decode  detect  lay out   all   mahjong-detector  ratio")
        for i, (name, file) in enumerate(zip(SIDES, files, strict=True)):
            data = file.read_bytes()
            rows = [reader.read(data) for _ in range(TIMES)][2:]
            stages = [
                float(np.median([getattr(row.ms, part) for row in rows]))
                for part in ("decode", "detect", "layout", "total")
            ]
            line = f"{name:22s} {stages[0]:7.1f} {stages[1]:7.1f} {stages[2]:8.1f} {stages[3]:5.0f}"
            if peer:
                line += f"   {peer[i][1]:7.0f} ({peer[i][0]} tiles)  {stages[3] / peer[i][1]:5.2f}"
            print(f"{line}   ({len(rows[0].tiles)} tiles)")
