"""The PyPI package mahjong-detector on the same photos, in a virtual environment of its own (it pins things)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PEER = Path(__file__).parents[2] / ".venv-peer" / "bin" / "python"
HELP = "python -m venv .venv-peer && .venv-peer/bin/pip install mahjong-detector"

# Runs there: the package's own preparation, network and thresholds; only the boxes and scores are kept too.
SCRIPT = """\
import json, sys
from importlib.metadata import version
from pathlib import Path
from PIL import Image
from mahjong_detector.predict import CLASS_NAMES, predict
from mahjong_detector.preprocess import preprocess_image
honours = dict(tou="1z", nan="2z", sha="3z", pe="4z", haku="5z", hatsu="6z", chun="7z")
model = {"name": "mahjong-detector " + version("mahjong-detector")}
for line in sys.stdin:
    path = Path(line.rstrip("\\n"))
    image = Image.open(path)
    width, height = image.size
    prepared, padding = preprocess_image(image)
    tiles = [
        {"tile": honours.get(CLASS_NAMES[d.class_id], CLASS_NAMES[d.class_id]), "confidence": d.confidence,
         "box": [d.x1, d.y1, d.x2, d.y2], "unsure": False}
        for d in predict(prepared, padding)
    ]
    print(json.dumps({"ok": True, "file": path.name, "image": {"width": width, "height": height},
                      "tiles": tiles, "model": model}), flush=True)
"""


class PeerMissing(RuntimeError):  # noqa: N818 - a state of the machine, said as such
    """The package isn't installed where it is looked for; the message says how."""


def read(images: Sequence[Path], python: Path = PEER) -> list[dict[str, Any]]:
    """Its readings of upright photos, in the shape of SPEC 2.3. Raises ``PeerMissing``."""
    if not python.is_file():
        raise PeerMissing(f"{python} is missing. Run: {HELP}")
    done = subprocess.run(
        [str(python), "-c", SCRIPT],
        input="".join(f"{image.resolve()}\n" for image in images),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise PeerMissing(f"mahjong-detector failed in {python}: {last}. Run: {HELP}")
    sys.stderr.write(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
