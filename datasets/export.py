"""Ultralytics weights → ``tiles.onnx`` and ``tiles.toml`` (the extra ``train``; docs/models.md).

Any height and width of a multiple of 32 may go in, so that a 4:3 photo costs a quarter less than a square.
Large weights are kept as fp16 in the file and cast to fp32 when it is loaded: half the size, the same speed.
The same weights give the same bytes: no date and no path is written.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from datasets import quantize
from datasets.feature_output import add_features
from scoring.tiles import KINDS

INPUT = 768
STRIDE = 32
OPSET = 12  # the lowest that the exporter writes without a change of a single score; old runtimes read it
HALF_FROM = 256  # tensors of fewer numbers stay fp32: biases and shapes weigh nothing

TOML = """\
# Written by `zhuoji export`; [figures] by hand from the commands named there. See MODEL_CARD.md.
name = "{name}"
file = "tiles.onnx"
sha256 = "{sha256}"
license = "AGPL-3.0-only"
source = "{source}"
source_sha256 = "{source_sha256}"
exporter = "{exporter}"
opset = {opset}
input = {input}            # long side in pixels; RGB, 0..1, NCHW, padded with grey 114
stride = {stride}             # height and width are multiples of it
layout = "4+C,anchors"  # each column: centre x, centre y, width, height, then a score per class
# In the order of the network's columns.
classes = [
{classes}
]
"""


def export(weights: Path, out: Path, calibration: Sequence[Path] = ()) -> dict[str, str]:
    """Write ``out/tiles.onnx`` and ``out/tiles.toml``; returns name, sha256 and whether figures were kept.

    With ``calibration`` photos the model is in 8-bit integers. Raises ``ValueError`` when the weights know other kinds of
    tiles than ``scoring.tiles.KINDS``.
    """
    import onnx

    opset = quantize.OPSET if calibration else OPSET
    source = hashlib.sha256(weights.read_bytes()).hexdigest()
    with tempfile.TemporaryDirectory() as folder:
        # Ultralytics writes beside the weights, which may be read-only.
        copied = shutil.copy(weights, Path(folder) / "weights.pt")
        exported, version = _ultralytics(Path(copied), opset)
        model = onnx.load(exported)
    classes = _classes(model)
    if sorted(classes) != sorted(KINDS):
        raise ValueError(f"the weights' classes {classes} are not the kinds of scoring.tiles")
    add_features(model)
    name = f"yolo11n-tiles-{source[:8]}"
    if calibration:
        model = quantize.quantize(model, calibration, INPUT, STRIDE)
        name += "-int8"
    else:
        _halve(model)
    _label(model, name, classes, source)
    onnx.checker.check_model(model)
    data = model.SerializeToString(deterministic=True)
    sha = hashlib.sha256(data).hexdigest()
    out.mkdir(parents=True, exist_ok=True)
    kept = _kept_figures(out / "tiles.toml", sha)
    (out / "tiles.onnx").write_bytes(data)
    rows = [", ".join(f'"{c}"' for c in classes[i : i + 9]) for i in range(0, len(classes), 9)]
    (out / "tiles.toml").write_text(
        TOML.format(
            name=name,
            sha256=sha,
            source=weights.name,
            source_sha256=source,
            exporter=version,
            opset=opset,
            input=INPUT,
            stride=STRIDE,
            classes="\n".join(f"    {row}," for row in rows),
        )
        + kept,
        encoding="utf-8",
    )
    return {"name": name, "sha256": sha, "figures": "kept" if kept else "none: measure again"}


def _ultralytics(weights: Path, opset: int) -> tuple[str, str]:
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    os.environ.setdefault("YOLO_OFFLINE", "true")
    import torch
    import ultralytics

    torch.set_num_threads(1)
    path = ultralytics.YOLO(str(weights)).export(
        format="onnx", imgsz=INPUT, opset=opset, dynamic=True, simplify=False, device="cpu", verbose=False
    )
    return str(path), f"ultralytics {ultralytics.__version__}, torch {torch.__version__.split('+')[0]}"


def _classes(model: Any) -> list[str]:
    names = {p.key: p.value for p in model.metadata_props}["names"]
    return [name for _, name in sorted(ast.literal_eval(names).items())]


def _halve(model: Any) -> None:
    """Keep each large fp32 weight as fp16 and a cast in front of the graph."""
    from onnx import TensorProto, helper, numpy_helper

    casts = []
    for tensor in list(model.graph.initializer):
        if tensor.data_type != TensorProto.FLOAT or np.prod(tensor.dims) < HALF_FROM:
            continue
        half = numpy_helper.from_array(
            numpy_helper.to_array(tensor).astype(np.float16), f"{tensor.name}.fp16"
        )
        model.graph.initializer.remove(tensor)
        model.graph.initializer.append(half)
        casts.append(helper.make_node("Cast", [half.name], [tensor.name], to=TensorProto.FLOAT))
    for cast in reversed(casts):
        model.graph.node.insert(0, cast)


def _label(model: Any, name: str, classes: list[str], source: str) -> None:
    del model.metadata_props[:]
    for key, value in (
        ("name", name),
        ("license", "AGPL-3.0-only"),
        ("task", "detect"),
        ("end2end", "false"),
        ("stride", str(STRIDE)),
        ("input", str(INPUT)),
        ("classes", " ".join(classes)),
        ("source_sha256", source),
    ):
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value


def _kept_figures(path: Path, sha: str) -> str:
    """What stands from ``[figures]`` on, as long as it was measured on these very bytes."""
    if not path.exists():
        return ""
    text = path.read_text(encoding="utf-8")
    if tomllib.loads(text)["sha256"] != sha or "\n[figures" not in text:
        return ""
    return text[text.index("\n[figures") :]
