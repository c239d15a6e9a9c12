"""A second output for the exported detector: what the class branch knows of each column before it names a kind.

Ultralytics' Detect head ends each scale's class branch with a 1 × 1 convolution from features to classes
(``cv3.<scale>.2``). Its inputs are joined in the order of the detection columns as ``features`` (batch, F, anchors);
``vision.looks`` compares tiles by them.
"""

from __future__ import annotations

import re
from typing import Any

NAME = "features"
_LAST = re.compile(r"/cv3\.(\d)/cv3\.\d\.2/Conv$")


def add_features(model: Any) -> int:
    """Add the output to an ONNX model in place; returns F. Raises ``ValueError`` when the head isn't the known one."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    graph = model.graph
    last = {int(found[1]): node for node in graph.node if (found := _LAST.search(node.name))}
    if sorted(last) != [0, 1, 2]:
        raise ValueError(f"the head has class branches {sorted(last)}, not three")
    weights = {tensor.name: tensor.dims for tensor in graph.initializer}
    widths = {int(weights[node.input[1]][1]) for node in last.values()}
    if len(widths) != 1:
        raise ValueError(f"the class branches are {sorted(widths)} wide, not equally")
    graph.initializer.append(numpy_helper.from_array(np.array([0, 0, -1], np.int64), f"{NAME}.shape"))
    flat = [f"{NAME}.{scale}" for scale in sorted(last)]
    for scale, node in sorted(last.items()):
        graph.node.append(
            helper.make_node(
                "Reshape", [node.input[0], f"{NAME}.shape"], [flat[scale]], f"/{NAME}/{scale}/Reshape"
            )
        )
    graph.node.append(helper.make_node("Concat", flat, [NAME], f"/{NAME}/Concat", axis=2))
    width = widths.pop()
    graph.output.append(helper.make_tensor_value_info(NAME, TensorProto.FLOAT, ["batch", width, "anchors"]))
    return width
