"""Photos as nobody's camera makes them: damaged, cut, glued together, lying about themselves."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image

DATA = Path(__file__).parent / "data"
ORIENTATION = 0x0112


def chunk(kind: bytes, body: bytes) -> bytes:
    """One chunk of a PNG."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, height: int, *more: bytes, depth: int = 8, colour: int = 2, body: bytes = b"") -> bytes:
    """A PNG that says it is so large, with other chunks before its pixels."""
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    parts = [chunk(b"IHDR", head), *more, chunk(b"IDAT", zlib.compress(body, 9)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def with_exif(jpeg: bytes, block: bytes) -> bytes:
    """A JPEG with this for EXIF, whatever it is."""
    block = block[:65000]
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 8) + b"Exif\0\0" + block + jpeg[2:]


def exif_of(kind: int, count: int, value: bytes, entries: int = 1, following: int = 0) -> bytes:
    """A TIFF block whose one entry is an orientation of any type, count and value."""
    entry = struct.pack(">HHI", ORIENTATION, kind, count) + value[:4].ljust(4, b"\0")
    return b"MM\0*\0\0\0\x08" + struct.pack(">H", entries) + entry + struct.pack(">I", following)


def many_scans(jpeg: bytes, times: int) -> bytes:
    """A progressive JPEG whose last scan comes so many times: small, and minutes of work to decode."""
    last = jpeg.rindex(b"\xff\xda")
    return jpeg[:last] + jpeg[last:-2] * times + b"\xff\xd9"


@cache
def bases() -> dict[str, bytes]:
    """One sound file of every kind that phones and programs make."""
    rng = np.random.default_rng(1)
    picture = Image.fromarray(rng.integers(0, 255, (30, 40, 3), np.uint8)).resize((120, 90))
    frames = [picture, picture.rotate(180)]
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    exif[0x010E] = "a note"

    def saved(image: Image.Image, kind: str, **options: object) -> bytes:
        out = io.BytesIO()
        image.save(out, kind, **options)  # type: ignore[arg-type]
        return out.getvalue()

    return {
        "jpeg": saved(picture, "JPEG", quality=80, exif=exif),
        "progressive": saved(picture, "JPEG", progressive=True, icc_profile=b"icc" * 50),
        "cmyk": saved(picture.convert("CMYK"), "JPEG"),
        "grey": saved(picture.convert("L"), "JPEG", comment=b"<script>"),
        "mpo": saved(frames[0], "MPO", save_all=True, append_images=frames[1:]),
        "png": saved(picture, "PNG", exif=exif),
        "rgba": saved(picture.convert("RGBA"), "PNG"),
        "palette": saved(picture.convert("P"), "PNG", transparency=3),
        "bits": saved(picture.convert("1"), "PNG"),
        "deep": saved(Image.fromarray(rng.integers(0, 65535, (90, 120), np.uint16)), "PNG"),
        "apng": saved(frames[0], "PNG", save_all=True, append_images=frames[1:]),
        "webp": saved(picture, "WEBP", exif=exif),
        "lossless": saved(picture.convert("RGBA"), "WEBP", lossless=True),
        "animated": saved(frames[0], "WEBP", save_all=True, append_images=frames[1:]),
        "heic": (DATA / "hand.heic").read_bytes(),
    }


def _flip(rng: random.Random, data: bytearray) -> None:
    for _ in range(rng.choice([1, 1, 3, 20, 200])):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _flip_head(rng: random.Random, data: bytearray) -> None:
    for _ in range(rng.choice([1, 2, 5])):
        data[rng.randrange(min(64, len(data)))] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)])


def _number(rng: random.Random, data: bytearray) -> None:
    """A field of two or four bytes says something else: a size, a length, an offset."""
    size = rng.choice([2, 4])
    at = rng.randrange(max(1, len(data) - size))
    value = rng.choice([0, 1, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, rng.randrange(1 << 32), len(data)])
    data[at : at + size] = (value & (1 << 8 * size) - 1).to_bytes(size, rng.choice(["big", "little"]))


def _cut(rng: random.Random, data: bytearray) -> None:
    del data[rng.randrange(1, len(data)) :]


def _hole(rng: random.Random, data: bytearray) -> None:
    at = rng.randrange(len(data))
    del data[at : at + rng.choice([1, 2, 50, 1000])]


def _stuff(rng: random.Random, data: bytearray) -> None:
    at = rng.randrange(len(data))
    data[at:at] = rng.choice([rng.randbytes(40), bytes(300), b"\xff" * 40, bytes(data[at : at + 200])])


def _glue(rng: random.Random, data: bytearray) -> None:
    """The head of one file and the rest of another."""
    other = bases()[rng.choice(list(bases()))]
    data[rng.choice([4, 12, 32, len(data) // 2]) :] = other[rng.choice([4, 12, 32, len(other) // 2]) :]


def _head(rng: random.Random, data: bytearray) -> None:
    """Another kind's first bytes over this one's."""
    other = bases()[rng.choice(list(bases()))][:12]
    data[:12] = rng.choice([other, b"GIF89a", b"BM", b"\0\0\0\x1cftypavif", b"<svg xmlns=", b"II*\0"])


CHANGES: tuple[Callable[[random.Random, bytearray], None], ...] = (
    _flip, _flip, _flip_head, _number, _number, _cut, _hole, _stuff, _glue, _head,
)  # fmt: skip


def _odd_exif(rng: random.Random) -> bytes:
    jpeg = bases()["grey"]
    return with_exif(
        jpeg,
        rng.choice(
            [
                rng.randbytes(rng.randrange(1, 400)),
                exif_of(rng.randrange(0, 20), rng.choice([0, 1, 2, 1 << 31]), rng.randbytes(4)),
                exif_of(3, 1, struct.pack(">H", rng.randrange(0, 65536)), rng.choice([0, 1, 65535])),
                exif_of(3, 1, b"\0\x06", 1, 8),  # the next directory is this one
                b"II*\0\x08\0\0\0" + rng.randbytes(200),
            ]
        ),
    )


def _bomb(rng: random.Random) -> bytes:
    """Small, and large when opened: pixels, text, profile, scans."""
    text = zlib.compress(bytes(5_000_000), 9)
    wide, high = rng.choice([(60000, 60000), (1, 1 << 31), (0, 5), (8000, 8000), (1 << 31, 1)])
    return rng.choice(
        [
            png(wide, high),
            png(40, 30, chunk(b"zTXt", b"Comment\0\0" + text), body=bytes(30 * 121)),
            png(40, 30, chunk(b"iCCP", b"icc\0\0" + text), body=bytes(30 * 121)),
            png(40, 30, chunk(b"iTXt", b"XML\0\1\0\0\0" + text), body=bytes(30 * 121)),
            png(40, 30, *[chunk(b"tEXt", b"k\0" + bytes(9))] * 3000, body=bytes(30 * 121)),
            png(40, 30, body=bytes(20_000_000)),
            many_scans(bases()["progressive"], rng.choice([50, 400])),
        ]
    )


def mutated(seed: int, heic: bool = True) -> bytes:
    """The same bytes for the same seed: one sound file changed once to three times, or made odd on purpose."""
    rng = random.Random(seed)
    kind = rng.random()
    if kind < 0.08:
        return _odd_exif(rng)
    if kind < 0.12:
        return _bomb(rng)
    names = [name for name in bases() if name != "heic"]
    # Each HEIC costs a process of its own.
    data = bytearray(bases()["heic" if heic and rng.random() < 0.02 else rng.choice(names)])
    for _ in range(rng.choice([1, 1, 2, 3])):
        if data:
            rng.choice(CHANGES)(rng, data)
    return bytes(data)


def some(count: int, first: int = 0, heic: bool = True) -> Iterator[tuple[int, bytes]]:
    """Seed and bytes of so many."""
    for seed in range(first, first + count):
        yield seed, mutated(seed, heic)
