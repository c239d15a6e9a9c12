"""A detector in 8-bit integers, calibrated on real photos; the detection head stays in floating point (docs/models.md)."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from vision.detections import Floats
from vision.detector import tensor
from vision.image import open_photo
from vision.letterbox import Letterbox

HEAD = "/model.23/"
"""Ultralytics' name of the layer whose numbers are boxes and scores: rounded to 8 bits they are useless."""
OPSET = 17
"""Scales for each channel need 13 or later."""
PHOTOS = 200


def inputs(images: Sequence[Path], size: int, stride: int) -> Iterator[Floats]:
    """What the network sees of each photo, (1, 3, H, W) in 0..1."""
    for path in images:
        photo = open_photo(path.read_bytes())
        box = Letterbox.fit(photo.width, photo.height, size, stride)
        yield tensor(box.image(photo.rgb(size)))


def quantize(model: Any, images: Sequence[Path], size: int, stride: int) -> Any:
    """An ONNX model of OPSET with convolutions in 8 bits, by the least and largest activation on ``images``."""
    import onnx
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, quantize_static

    class Calibration(CalibrationDataReader):  # type: ignore[misc]
        """One photo at a time."""

        def __init__(self) -> None:
            self.left = inputs(images, size, stride)
            self.name = model.graph.input[0].name

        def get_next(self) -> dict[str, Floats] | None:
            """The next input, None after the last."""
            image = next(self.left, None)
            return None if image is None else {self.name: image}

    with tempfile.TemporaryDirectory() as folder:
        plain, small = Path(folder) / "plain.onnx", Path(folder) / "int8.onnx"
        onnx.save(model, plain)
        quantize_static(
            str(plain),
            str(small),
            Calibration(),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            op_types_to_quantize=["Conv"],
            nodes_to_exclude=[node.name for node in model.graph.node if HEAD in node.name],
        )
        return onnx.load(small)
