"""What the shipped model says of itself (``models/tiles.toml``), and the bytes it must have."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from scoring.tiles import KINDS
from vision.errors import model_missing
from vision.presence import Net, Presence
from vision.yardstick import Yardstick

LAYOUT = "4+C,anchors"
LOOKS = "looks.npz"
"""How tiles look in general to the detector beside it (``vision.yardstick``); ``zhuoji learn-looks`` writes it."""
PRESENCE = "presence.npz"
"""Which of its boxes hold a tile (``vision.presence``); ``zhuoji learn-presence`` writes it."""


@dataclass(frozen=True)
class ModelInfo:
    """Name, licence and shape of a detector; ``classes`` in the order of the network's columns."""

    name: str
    sha256: str
    license: str
    input: int
    stride: int
    classes: tuple[str, ...]
    opset: int


def load_model(folder: Path | None = None) -> tuple[ModelInfo, bytes]:
    """The description and the ONNX bytes, checked against each other.

    ``folder`` is the shipped one unless given. Raises ``PhotoError`` MODEL_MISSING, with what is wrong.
    """
    place = files("models") if folder is None else folder
    try:
        text = (place / "tiles.toml").read_text(encoding="utf-8")
    except OSError as error:
        raise model_missing("缺 models/tiles.toml", "models/tiles.toml is missing") from error
    try:
        table = tomllib.loads(text)
        info, file = _info(table)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise model_missing(
            f"models/tiles.toml 有误（{error}）", f"models/tiles.toml is wrong ({error})"
        ) from error
    try:
        data = (place / file).read_bytes()
    except OSError as error:
        raise model_missing(f"缺 models/{file}", f"models/{file} is missing") from error
    if hashlib.sha256(data).hexdigest() != info.sha256:
        raise model_missing(
            f"models/{file} 的内容和 tiles.toml 里的 sha256 对不上，文件损坏或不完整",
            f"models/{file} isn't the file that tiles.toml names by sha256: damaged or incomplete",
        )
    return info, data


def _info(table: dict[str, Any]) -> tuple[ModelInfo, str]:
    classes = tuple(str(name) for name in table["classes"])
    if sorted(classes) != sorted(KINDS):
        raise ValueError("classes are not the 36 kinds of tiles")
    if table["layout"] != LAYOUT:
        raise ValueError(f"layout {table['layout']!r}, only {LAYOUT!r} is known")
    size, stride = int(table["input"]), int(table["stride"])
    if size < stride or stride < 1 or size % stride:
        raise ValueError(f"input {size} and stride {stride} don't fit")
    info = ModelInfo(
        name=str(table["name"]),
        sha256=str(table["sha256"]),
        license=str(table["license"]),
        input=size,
        stride=stride,
        classes=classes,
        opset=int(table["opset"]),
    )
    return info, str(table["file"])


def load_yardstick(info: ModelInfo, folder: Path | None = None) -> Yardstick | None:
    """What ``LOOKS`` holds for this very model; None where it is missing, damaged or another model's.

    Tiles are read all the same then, by one look, and no set can be learned.
    """
    data = _learned(info, LOOKS, folder)
    try:
        columns = [list(data["kinds_order"]).index(kind) for kind in KINDS]
        mean, whiten, kinds = (np.asarray(data[name], np.float32) for name in ("mean", "whiten", "kinds"))
        numbers = {name: float(data[name]) for name in ("near", "trust", "unlike", "prior", "alike")}
    except (ValueError, KeyError):
        return None
    return Yardstick(mean, whiten, kinds[columns], **numbers)


def load_presence(info: ModelInfo, folder: Path | None = None) -> Presence | None:
    """What ``PRESENCE`` holds for this very model; None where it is missing, damaged or another model's.

    Tiles are then found by their scores alone.
    """
    data = _learned(info, PRESENCE, folder)
    try:
        mean, scale = (np.asarray(data[name], np.float32) for name in ("mean", "scale"))
        faces, backs = (_net(data, name) for name in ("faces", "backs"))
    except (ValueError, KeyError, TypeError):
        return None
    return Presence(mean, scale, faces, backs)


def _net(data: dict[str, Any], name: str) -> Net:
    hidden, bias, out = (np.asarray(data[f"{name}_{part}"], np.float32) for part in ("hidden", "bias", "out"))
    return Net(hidden, bias, out, float(data[f"{name}_offset"]))


def _learned(info: ModelInfo, name: str, folder: Path | None) -> dict[str, Any]:
    """The arrays of a file beside the model that was made with it; nothing where there is none or it can't be read."""
    place = files("models") if folder is None else folder
    try:
        with (place / name).open("rb") as file, np.load(file, allow_pickle=False) as data:
            arrays = {key: data[key] for key in data.files}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return {}
    return arrays if str(arrays.get("model")) == info.sha256 else {}
