"""Bytes → upright RGB pixels (SPEC 4 "Formats"). The kind is told by content, never by the file's name.

Limits are checked on the header, before a pixel is decoded. A JPEG is decoded at the reduced size that
still holds the pixels asked for, so a 12-megapixel photo costs little more than a small one.
"""

from __future__ import annotations

import io
import threading
import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from vision.errors import PhotoError, not_an_image, too_large, too_many_pixels, unsupported
from vision.heic import heic_pixels
from vision.jpeg import too_many_scans

Rgb = npt.NDArray[np.uint8]
"""``(H, W, 3)`` uint8, upright."""

MAX_BYTES = 40_000_000
MAX_PIXELS = 65_000_000  # the 64-megapixel phones; 100 are refused
STRIP = 1_000_000  # pixels brought to RGB at a time

EXIF_ORIENTATION = 0x0112
_PIL_FORMATS = {"JPEG": ("JPEG", "MPO"), "PNG": ("PNG",), "WebP": ("WEBP",)}
_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"}
_OTHER_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"II*\0", "TIFF / RAW"),
    (b"MM\0*", "TIFF / RAW"),
    (b"%PDF", "PDF"),
    (b"<svg", "SVG"),
    (b"\xff\x0a", "JPEG XL"),
    (b"\0\0\0\x0cJXL ", "JPEG XL"),
    (b"\0\0\0\x0cjP  ", "JPEG 2000"),
    (b"8BPS", "Photoshop"),
    (b"\x1aE\xdf\xa3", "video"),
)
# Pillow's own guard warns from Image.open, which our limit on the header replaces.
Image.MAX_IMAGE_PIXELS = None
# Catching warnings swaps process-wide state, so only one thread may do it at a time.
_HEADER_LOCK = threading.Lock()


@dataclass
class Photo:
    """A photo whose header has been read: upright size in pixels, pixels on demand.

    ``orientation`` is the EXIF value 1-8 that is still to be applied; HEIC is turned by its decoder.
    """

    kind: str
    width: int
    height: int
    orientation: int
    _data: bytes = field(repr=False)
    _whole: Rgb | None = field(default=None, repr=False)

    @classmethod
    def of(cls, pixels: Rgb) -> Photo:
        """What is at hand as upright pixels already."""
        return cls("pixels", pixels.shape[1], pixels.shape[0], 1, b"", pixels)

    def rgb(self, long_side: int | None = None) -> Rgb:
        """Upright pixels: all of them, or a JPEG's reduced size whose long side is at least ``long_side``.

        Raises ``PhotoError`` NOT_AN_IMAGE when the pixels are broken or cut short.
        """
        if self._whole is not None:
            return self._whole
        try:
            raw = self._decode(long_side)
        except (OSError, ValueError, SyntaxError, EOFError, RuntimeError, IndexError) as error:
            raise not_an_image() from error
        upright = np.ascontiguousarray(turn(raw, self.orientation))
        if long_side is None or self.kind != "JPEG":
            self._whole = upright
        return upright

    def _decode(self, long_side: int | None) -> Rgb:
        with _open(self._data, self.kind) as image:
            if self.kind == "JPEG" and long_side:
                wanted = min(1.0, long_side / max(image.size))
                image.draft(None, (max(1, int(image.width * wanted)), max(1, int(image.height * wanted))))
            image.load()
            return _to_rgb(image)


def open_photo(data: bytes, max_bytes: int = MAX_BYTES, max_pixels: int = MAX_PIXELS) -> Photo:
    """Read the header. Raises ``PhotoError``: NOT_AN_IMAGE, UNSUPPORTED, TOO_LARGE, TOO_MANY_PIXELS."""
    if not data:
        raise not_an_image(empty=True)
    if len(data) > max_bytes:
        raise too_large(len(data), max_bytes)
    kind = sniff(data)
    if kind == "HEIC":
        whole = heic_pixels(data, max_pixels)
        return Photo(kind, whole.shape[1], whole.shape[0], 1, data, whole)
    try:
        with _open(data, kind) as image:
            width, height = image.width, image.height
            if width * height > max_pixels:  # before anything else is asked of Pillow
                raise too_many_pixels(width, height, max_pixels)
            orientation = _orientation(image)
    except PhotoError:
        raise
    except Exception as error:  # Pillow's plugins raise almost anything on a broken header
        raise not_an_image() from error
    if width < 1 or height < 1:
        raise not_an_image()
    if kind == "JPEG" and too_many_scans(data):
        raise not_an_image()
    if orientation >= 5:
        width, height = height, width
    return Photo(kind, width, height, orientation, data)


def sniff(data: bytes) -> str:
    """``"JPEG" | "PNG" | "WebP" | "HEIC"`` by the first bytes. Raises NOT_AN_IMAGE or UNSUPPORTED."""
    if data[:3] == b"\xff\xd8\xff":
        return "JPEG"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp":
        size = min(int.from_bytes(data[:4], "big"), 256)
        brands = {data[8:12], *(data[i : i + 4] for i in range(16, size, 4))}
        if brands & _HEIC_BRANDS:
            return "HEIC"
        raise unsupported("AVIF" if brands & {b"avif", b"avis"} else "video")
    for magic, name in _OTHER_MAGIC:
        if data.startswith(magic):
            raise unsupported(name)
    raise not_an_image()


def turn(pixels: npt.NDArray[Any], orientation: int) -> npt.NDArray[Any]:
    """A view of ``(H, W, …)`` pixels turned upright from EXIF orientation 1-8; anything else is 1."""
    if orientation >= 5:  # 5-8 also swap the axes
        pixels = pixels.swapaxes(0, 1)
    flip_y, flip_x = {
        2: (False, True),
        3: (True, True),
        4: (True, False),
        6: (False, True),
        7: (True, True),
        8: (True, False),
    }.get(orientation, (False, False))
    return pixels[:: -1 if flip_y else 1, :: -1 if flip_x else 1]


def _open(data: bytes, kind: str) -> Image.Image:
    with _HEADER_LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # corrupt EXIF, broken animation: not the player's concern
        return Image.open(io.BytesIO(data), formats=_PIL_FORMATS[kind])


def _orientation(image: Image.Image) -> int:
    if image.format == "PNG" and "exif" not in image.info:
        return 1  # Pillow would decode all pixels to look for an eXIf behind them
    with _HEADER_LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            value = image.getexif().get(EXIF_ORIENTATION, 1)
        except Exception:  # a broken EXIF block must not cost the photo
            return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def _to_rgb(image: Image.Image) -> Rgb:
    """Any Pillow mode → RGB uint8. Transparency is laid on white, 16 bits keep their upper half."""
    if image.mode == "RGB":
        return np.asarray(image)
    clear = image.has_transparency_data
    out = np.empty((image.height, image.width, 3), np.uint8)
    # In strips: a few kilobytes of flat PNG must not take a gigabyte on the way.
    step = max(1, STRIP // max(1, image.width))
    for top in range(0, image.height, step):
        bottom = min(top + step, image.height)
        out[top:bottom] = _strip(image.crop((0, top, image.width, bottom)), clear)
    return out


def _strip(image: Image.Image, clear: bool) -> npt.NDArray[np.uint8]:
    """``(H, W, 3)``, or ``(H, W, 1)`` where all three are the same."""
    if image.mode in ("I", "F") or image.mode.startswith("I;16"):
        grey = np.asarray(image).astype(np.float64)
        return np.clip(grey / 257.0, 0, 255).round().astype(np.uint8)[:, :, None]
    if clear:
        rgba = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", rgba.size, "white"), rgba)
    return np.asarray(image.convert("RGB"))
