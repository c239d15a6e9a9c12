"""The prints on faces as multiplying pictures (white = bare ivory), with smaller copies for distant tiles."""

from __future__ import annotations

import dataclasses
import functools
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py

from datasets.art.faces import HEIGHT, WIDTH, face
from datasets.art.styles import STYLES, Style

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Print:
    """One face at falling sizes, the largest first."""

    levels: tuple[Image, ...]

    def level(self, pixels: float) -> Image:
        """The smallest copy still at least as high as ``pixels`` × 1.2 (never enlarged by choice)."""
        for image in reversed(self.levels):
            if image.shape[0] >= 1.2 * pixels:
                return image
        return self.levels[0]


def pyramid(image: Image) -> Print:
    """Halve by area down to about 20 px high."""
    levels = [image]
    while levels[-1].shape[0] > 40:
        h, w = levels[-1].shape[:2]
        levels.append(
            np.asarray(cv2.resize(levels[-1], (w // 2, h // 2), interpolation=cv2.INTER_AREA), np.uint8)
        )
    return Print(tuple(levels))


@functools.lru_cache(maxsize=512)
def drawn(style_name: str, tile: str) -> Print:
    """A face of one of our drawn styles, as if cut and filled with paint."""
    style = dataclasses.replace(STYLES[style_name], ivory="#ffffff")
    return pyramid(_engrave(rasterise(tile, style, 320)))


def rasterise(tile: str, style: Style, height: int) -> Image:
    """BGR on white, ``height`` pixels high."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>{face(tile, style)}</svg>'
    )
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=height * WIDTH // HEIGHT, skip_system_fonts=True))
    return np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _engrave(image: Image) -> Image:
    """The groove's upper left wall lies in shadow, its paint pools unevenly."""
    h = image.shape[0]
    depth = max(1, h // 160)
    ink = 255 - image.min(axis=2)
    ink = cv2.GaussianBlur(ink, (0, 0), h / 300).astype(np.float32) / 255
    shifted = np.roll(ink, (depth, depth), (0, 1))
    wall = np.clip(ink - shifted, 0, 1)[..., None]
    lip = np.clip(shifted - ink, 0, 1)[..., None]
    out = image.astype(np.float32) * (1 - 0.35 * wall) * (1 - 0.10 * lip)
    return np.asarray(np.clip(out, 0, 255), np.uint8)


REAL: dict[str, dict[str, list[Print]]] = {}
"""Sets made from photos (``real_faces``), filled by ``use`` before the work begins."""


def use(sets: dict[str, dict[str, list[Print]]]) -> None:
    """Offer these sets too; a tile such a set lacks is taken from one of our drawn styles."""
    REAL.update(sets)


def look_up(faces: str, tile: str, variant: int = 0) -> Print:
    """A face of a set: one of our drawn styles or a set made from photos."""
    if faces in REAL:
        number = sum(map(ord, faces))
        # Only sets of single faces lend: they belong to no session that may have to be held out of a training.
        partners = [
            name
            for name, tiles in sorted(REAL.items())
            if name.startswith("faces-") and {tile, "1z"} <= {*tiles}
        ]
        lenders = [faces, *([partners[number % len(partners)]] if partners and number % 2 else [])]
        for name in lenders:
            found = REAL[name].get(tile)
            if found:
                return found[variant % len(found)]
        faces = sorted(STYLES)[number % len(STYLES)]
    return drawn(faces, tile)
