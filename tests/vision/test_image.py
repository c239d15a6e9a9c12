"""Decoding: every kind by content, EXIF once, limits from the header, each broken file a sentence."""

from __future__ import annotations

import struct
import threading
import zlib
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageFile, JpegImagePlugin, PngImagePlugin

from tests.vision.conftest import encoded
from vision.errors import PhotoError
from vision.image import MAX_PIXELS, open_photo, sniff, turn

DATA = Path(__file__).parent / "data"


def corner_picture(width: int = 64, height: int = 32) -> Image.Image:
    """Four corners of different colours, so that any wrong turn shows."""
    image = Image.new("RGB", (width, height), (90, 90, 90))
    for colour, at in (
        ((250, 10, 10), (0, 0)),
        ((10, 250, 10), (width // 2, 0)),
        ((10, 10, 250), (0, height // 2)),
        ((240, 240, 10), (width // 2, height // 2)),
    ):
        image.paste(colour, (*at, at[0] + width // 2, at[1] + height // 2))
    return image


def stored_for(image: Image.Image, orientation: int) -> Image.Image:
    """The pixels a camera would store for ``orientation`` so that the upright photo is ``image``."""
    back = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    return image.transpose(back[orientation]) if orientation in back else image


def exif(orientation: int) -> bytes:
    block = Image.Exif()
    block[0x0112] = orientation
    return block.tobytes()


def refused(data: bytes, **limits: int) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        open_photo(data, **limits).rgb()
    assert caught.value.zh
    assert caught.value.en
    return caught.value


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_exif_is_applied_exactly_once(kind: str, orientation: int) -> None:
    upright = corner_picture()
    options = {"lossless": True} if kind == "WEBP" else {}
    photo = open_photo(encoded(stored_for(upright, orientation), kind, exif=exif(orientation), **options))
    assert (photo.width, photo.height) == upright.size
    got = photo.rgb().astype(int)
    assert got.shape == (32, 64, 3)
    assert np.abs(got[4:28:8, 4:60:8] - np.asarray(upright).astype(int)[4:28:8, 4:60:8]).max() < 20


@pytest.mark.parametrize("orientation", [0, 9, 65535])
def test_an_unknown_orientation_turns_nothing(orientation: int) -> None:
    photo = open_photo(encoded(corner_picture(), exif=exif(orientation)))
    assert (photo.width, photo.height) == (64, 32)


def test_turn_agrees_with_its_own_inverse() -> None:
    pixels = np.arange(24).reshape(4, 6)
    for orientation in range(1, 9):
        inverse = {6: 8, 8: 6}.get(orientation, orientation)
        assert (turn(turn(pixels, orientation), inverse) == pixels).all()


@pytest.mark.parametrize("block", [b"Exif\0\0MM\0*\0\0\0\x08\0\x05\x01\x12", b"Exif\0\0XX\0\0", b"Exif\0\0"])
def test_a_corrupt_exif_block_costs_neither_photo_nor_warning(block: bytes) -> None:
    assert open_photo(encoded(corner_picture(), exif=block)).rgb().shape == (32, 64, 3)


@pytest.mark.parametrize("name", ["hand.heic", "hand-turned.heic"])
def test_heic_is_upright_without_a_second_turn(name: str) -> None:
    photo = open_photo((DATA / name).read_bytes())
    assert photo.kind == "HEIC"
    assert (photo.width, photo.height) == (960, 270)
    pixels = photo.rgb()
    assert pixels.shape == (270, 960, 3)
    other = open_photo((DATA / "hand.heic").read_bytes()).rgb()
    assert np.abs(pixels.astype(int) - other).mean() < 3


def test_a_heic_of_too_many_pixels_is_refused_before_decoding() -> None:
    error = refused((DATA / "hand.heic").read_bytes(), max_pixels=960 * 270 - 1)
    assert error.code == "TOO_MANY_PIXELS"
    assert "960×270" in error.zh


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("import os; os.abort()", "NOT_AN_IMAGE"),
        ("import sys; sys.exit(3)", "UNSUPPORTED"),
        ("import sys; sys.stdout.buffer.write(bytes(7))", "NOT_AN_IMAGE"),
        ("import sys; sys.stdout.buffer.write(bytes(8))", "NOT_AN_IMAGE"),
        ("import sys; sys.stdout.buffer.write(bytes(20))", "NOT_AN_IMAGE"),
    ],
    ids=["crash", "no pi-heif", "too short", "no size", "wrong size"],
)
def test_whatever_becomes_of_the_heic_decoder_the_host_lives(
    script: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text(script)
    monkeypatch.setattr("vision.heic.WORKER", worker)
    assert refused((DATA / "hand.heic").read_bytes()).code == code


@pytest.mark.parametrize(("at", "value"), [(177, 187), (177, 145), (176, 247)])
def test_heic_files_that_crash_libheif_are_a_sentence(at: int, value: int) -> None:
    """Found by fuzzing: with pi-heif 1.4.0 these end the process that opens them."""
    data = bytearray((DATA / "hand-turned.heic").read_bytes())
    data[at] = value
    assert refused(bytes(data)).code == "NOT_AN_IMAGE"


def test_mpo_gives_its_first_picture() -> None:
    first, second = corner_picture(), Image.new("RGB", (64, 32), "black")
    data = encoded(first, "MPO", save_all=True, append_images=[second])
    photo = open_photo(data)
    assert photo.kind == "JPEG"
    assert np.abs(photo.rgb()[4, 4].astype(int) - (250, 10, 10)).max() < 20


@pytest.mark.parametrize(
    ("mode", "kind", "expected"),
    [
        ("L", "PNG", (100, 100, 100)),
        ("LA", "PNG", (100, 100, 100)),
        ("1", "PNG", (255, 255, 255)),
        ("P", "PNG", (100, 100, 100)),
        ("RGBA", "PNG", (100, 100, 100)),
        ("I;16", "PNG", (100, 100, 100)),
        ("CMYK", "JPEG", (100, 100, 100)),
        ("L", "JPEG", (100, 100, 100)),
        ("RGBA", "WEBP", (100, 100, 100)),
    ],
)
def test_every_mode_becomes_rgb(mode: str, kind: str, expected: tuple[int, int, int]) -> None:
    if mode == "I;16":
        image = Image.fromarray(np.full((20, 30), 100 * 257, np.uint16))
    elif mode == "1":
        image = Image.new("1", (30, 20), 1)
    else:
        image = Image.new("RGB", (30, 20), (100, 100, 100)).convert(mode)
    pixels = open_photo(encoded(image, kind)).rgb()
    assert pixels.shape == (20, 30, 3)
    assert pixels.dtype == np.uint8
    assert np.abs(pixels[10, 10].astype(int) - expected).max() <= 4


def test_transparency_lies_on_white() -> None:
    image = Image.new("RGBA", (8, 8), (0, 0, 0, 0))
    assert (open_photo(encoded(image, "PNG")).rgb() == 255).all()


def test_an_animated_picture_gives_its_first_frame() -> None:
    frames = [Image.new("RGB", (16, 16), c) for c in ("red", "blue")]
    data = encoded(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True)
    assert (open_photo(data).rgb()[8, 8] == (255, 0, 0)).all()


def test_one_pixel_is_a_photo() -> None:
    assert open_photo(encoded(Image.new("RGB", (1, 1), "red"), "PNG")).rgb().shape == (1, 1, 3)


def test_zero_bytes() -> None:
    error = refused(b"")
    assert error.code == "NOT_AN_IMAGE"
    assert "空" in error.zh


@pytest.mark.parametrize(
    "data",
    [
        b"hello, this is text named .jpg",
        b"\xff\xd8\xff",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\0\0\0\0WEBP",
        b"\0" * 64,
    ],
    ids=["text", "jpeg head", "png head", "webp head", "zeros"],
)
def test_what_is_no_photo(data: bytes) -> None:
    assert refused(data).code == "NOT_AN_IMAGE"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.9])
def test_a_file_cut_short(kind: str, share: float) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    data = encoded(Image.fromarray(noise), kind)
    assert refused(data[: int(len(data) * share)]).code == "NOT_AN_IMAGE"


@pytest.mark.parametrize("share", [0.01, 0.3, 0.95])
def test_a_heic_cut_short(share: float) -> None:
    data = (DATA / "hand.heic").read_bytes()
    assert refused(data[: int(len(data) * share)]).code == "NOT_AN_IMAGE"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"GIF89a" + b"\0" * 40, "GIF"),
        (b"BM" + b"\0" * 40, "BMP"),
        (b"II*\0" + b"\0" * 40, "TIFF"),
        (b"%PDF-1.7\n", "PDF"),
        (b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf", "AVIF"),
        (b"\0\0\0\x14ftypqt  \0\0\0\0qt  ", "video"),
    ],
)
def test_other_kinds_are_named(data: bytes, name: str) -> None:
    error = refused(data)
    assert error.code == "UNSUPPORTED"
    assert name in error.en


def test_the_name_of_a_kind_is_told_by_content() -> None:
    assert sniff(encoded(corner_picture(), "PNG")) == "PNG"
    assert sniff(b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic") == "HEIC"


def test_too_many_bytes() -> None:
    error = refused(b"\xff\xd8\xff" + b"\0" * 100, max_bytes=50)
    assert error.code == "TOO_LARGE"


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and has no pixels: decoding it would fail, reading its header won't."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(b""))
        + chunk(b"IEND", b"")
    )


def jpeg_header(width: int, height: int) -> bytes:
    """The head of a small JPEG whose frame claims another size."""
    data = bytearray(encoded(corner_picture()))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(data)


@pytest.mark.parametrize("make", [png_header, jpeg_header])
@pytest.mark.parametrize(("width", "height"), [(12000, 8400), (65000, 65000), (60000, 2000)])
def test_a_hundred_megapixels_are_refused_by_the_header(make: object, width: int, height: int) -> None:
    assert width * height > MAX_PIXELS
    error = refused(make(width, height))  # type: ignore[operator]
    assert error.code == "TOO_MANY_PIXELS"
    assert f"{width}×{height}" in error.zh


@pytest.mark.parametrize("make", [png_header, jpeg_header])
@pytest.mark.parametrize("side", [400, 60000])
def test_no_pixel_is_decoded_for_the_header(make: Any, side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pillow looks behind a PNG's pixels for its EXIF: half a megabyte of bomb took 3 GB before it was refused."""
    decoded: list[int] = []
    for kind in (ImageFile.ImageFile, PngImagePlugin.PngImageFile, JpegImagePlugin.JpegImageFile):
        monkeypatch.setattr(kind, "load", lambda self: decoded.append(side))
    with nullcontext() if side == 400 else pytest.raises(PhotoError, match="60000"):
        open_photo(make(side, side))
    assert decoded == []


def test_a_png_is_turned_by_the_exif_before_its_pixels() -> None:
    photo = open_photo(encoded(corner_picture(64, 32), "PNG", exif=exif(6)))
    assert (photo.width, photo.height) == (32, 64)


def test_a_reduced_jpeg_is_the_same_photo() -> None:
    photo = open_photo(encoded(corner_picture(1600, 1200)))
    small = photo.rgb(400)
    assert max(small.shape) < 1600
    assert max(small.shape) >= 400
    assert (photo.width, photo.height) == (1600, 1200)
    assert photo.rgb().shape == (1200, 1600, 3)


def test_many_threads_leave_the_warning_filters_alone() -> None:
    import warnings

    before = list(warnings.filters)
    data = encoded(corner_picture(), exif=exif(6))
    sizes: list[tuple[int, ...]] = []
    threads = [threading.Thread(target=lambda: sizes.append(open_photo(data).rgb().shape)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sizes == [(64, 32, 3)] * 8
    assert list(warnings.filters) == before
