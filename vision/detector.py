"""Pixels → detections, by the ONNX model on onnxruntime."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from scoring.tiles import KINDS
from vision.detections import Detections, Floats
from vision.errors import model_missing
from vision.image import Rgb
from vision.letterbox import Letterbox
from vision.looks import Sheet, vectors
from vision.model import ModelInfo, load_model

FEATURES = "features"
"""The name of the network's second output; a model without it reads but can't learn a set."""

CONFIDENCE = 0.2
"""Scores below are no tile, unless a second look is convinced or a row goes on (docs/layout.md)."""

DIM = 0.15
"""Scores below say nothing by themselves: neither how large a photo's tiles are nor whether it is a close-up."""

MAX_THREADS = 4


class Detector:
    """One onnxruntime session. ``detect`` may be called from several threads at once.

    Build it in the process that uses it: a session doesn't survive a fork (onnxruntime#9800).
    """

    def __init__(self, threads: int | None = None, folder: Path | None = None) -> None:
        """Load and check the model. Raises ``PhotoError`` MODEL_MISSING."""
        self.info, data = load_model(folder)
        self.threads = threads or default_threads()
        self._session = _session(data, self.threads)
        self._input, self._output = _check(self._session, self.info)
        self._columns = np.array([self.info.classes.index(kind) for kind in KINDS], np.intp)

    def detect(self, pixels: Rgb, box: Letterbox, confidence: float = CONFIDENCE) -> Detections:
        """Tiles in pixels of the photo that ``box`` describes, one box a tile.

        ``pixels`` is that photo at any size; score columns are in the order of ``scoring.tiles.KINDS``.
        """
        found = self._found(box.image(pixels), confidence)
        return Detections(box.to_photo(found.boxes), found.scores).merged()

    @property
    def gives_features(self) -> bool:
        """Whether ``look`` works with this model."""
        return any(output.name == FEATURES for output in self._session.get_outputs())

    def look(self, sheet: Sheet) -> Floats:
        """(count, 3 F) float32: a feature vector for each tile of the sheet (``vision.looks``)."""
        features = self._session.run([FEATURES], {self._input: tensor(sheet.image)})[0][0]
        return vectors(sheet, np.asarray(features, np.float32))

    def raw(self, given: Floats) -> Floats:
        """(4 + C, anchors) what the network says of a ``tensor``."""
        return np.asarray(self._session.run([self._output], {self._input: given})[0][0], np.float32)

    def _found(self, image: Rgb, confidence: float) -> Detections:
        output = self.raw(tensor(image))
        sure = output[4:].max(axis=0) >= confidence
        picked = output[:, sure].T
        centre, size = picked[:, :2], picked[:, 2:4]
        boxes = np.concatenate([centre - size / 2, centre + size / 2], axis=1)
        return Detections(
            np.ascontiguousarray(boxes, np.float32), np.ascontiguousarray(picked[:, 4:][:, self._columns])
        )


def tensor(image: Rgb) -> Floats:
    """(1, 3, H, W) float32 in 0..1: how the network is given a picture (H, W, 3)."""
    out = np.ascontiguousarray(image.transpose(2, 0, 1)[None], dtype=np.float32)
    out *= np.float32(1 / 255)
    return out


def default_threads() -> int:
    """The cores this process may use, at most four: a taskset counts (onnxruntime#10166)."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        cores = os.cpu_count() or 1
    return max(1, min(MAX_THREADS, cores))


def _session(data: bytes, threads: int) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise model_missing(
            f"onnxruntime 装不上（{error}）", f"onnxruntime can't be loaded ({error})"
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that spin while they wait gain 2 ms of 16 on an idle host and double the time on a busy one.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3  # errors only: they come as exceptions too
    try:
        return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own exceptions share no base of theirs
        reason = str(error).splitlines()[0]
        raise model_missing(f"模型打不开（{reason}）", f"the model can't be opened ({reason})") from error


def _check(session: Any, info: ModelInfo) -> tuple[str, str]:
    """Names of input and output. Refuses a model whose shape or metadata isn't the known one."""
    inputs, outputs = session.get_inputs(), session.get_outputs()
    said = session.get_modelmeta().custom_metadata_map
    problems = []
    further = [output.name for output in outputs[1:]]
    if len(inputs) != 1 or further not in ([], [FEATURES]):
        problems.append(f"{len(inputs)} inputs and {len(outputs)} outputs")
    else:
        shape = inputs[0].shape
        if len(shape) != 4 or shape[1] != 3 or any(isinstance(side, int) for side in shape[2:]):
            problems.append(f"input shape {shape}")
        if inputs[0].type != "tensor(float)":
            problems.append(f"input type {inputs[0].type}")
        if len(outputs[0].shape) != 3:
            problems.append(f"output shape {outputs[0].shape}")
    if said.get("task") != "detect" or said.get("end2end", "").lower() != "false":
        problems.append(f"task {said.get('task')!r}, end2end {said.get('end2end')!r}")
    if tuple(said.get("classes", "").split()) != info.classes:
        problems.append("other classes than tiles.toml")
    if not problems:
        side = info.stride * 2
        blank = np.zeros((1, 3, side, side), np.float32)
        answer = session.run([outputs[0].name], {inputs[0].name: blank})[0].shape
        anchors = sum((side // step) ** 2 for step in (8, 16, 32))
        if answer != (1, 4 + len(info.classes), anchors):  # ultralytics#24697: (1, 300, 6) is another layout
            problems.append(f"output shape {answer}")
    if problems:
        reason = "; ".join(problems)
        raise model_missing(f"模型格式不认识（{reason}）", f"the model's format isn't known ({reason})")
    return inputs[0].name, outputs[0].name
