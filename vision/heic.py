"""HEIC photos, decoded in a child process that may crash without harm."""

from __future__ import annotations

import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.errors import not_an_image, too_many_pixels, unsupported

WORKER = Path(__file__).with_name("heic_worker.py")
SECONDS = 60
UNWRITTEN = (1, 120)  # Python's own statuses when an answer can't be written, or only at the end


def heic_pixels(data: bytes, max_pixels: int) -> npt.NDArray[np.uint8]:
    """Upright ``(H, W, 3)`` uint8. Raises ``PhotoError``: NOT_AN_IMAGE, UNSUPPORTED, TOO_MANY_PIXELS."""
    try:
        status, answer = _decoded(data, max_pixels)
    except subprocess.TimeoutExpired as error:
        raise not_an_image() from error
    if status == 3:
        raise unsupported("HEIC")
    if status not in (0, 4) or len(answer) < 8:
        raise not_an_image()
    width, height = struct.unpack(">II", answer[:8])
    if status == 4:
        raise too_many_pixels(width, height, max_pixels)
    pixels = np.frombuffer(answer, np.uint8, offset=8)
    if not pixels.size or pixels.size != width * height * 3:
        raise not_an_image()
    return pixels.reshape(height, width, 3)


def _decoded(data: bytes, max_pixels: int) -> tuple[int, bytes]:
    """Exit status and answer of the worker."""
    command = [sys.executable, "-I", str(WORKER), str(max_pixels)]
    # Files, not pipes: a pipe hands 36 MB over in small pieces and costs as much as the decoding.
    try:
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as taken:
            given.write(data)
            given.seek(0)
            status = subprocess.run(
                command,
                stdin=given,
                stdout=taken,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS,
                check=False,
            ).returncode
            taken.seek(0)
            answer = taken.read()
    except OSError:  # no temporary folder, or no room in it
        status = UNWRITTEN[0]
    if status in UNWRITTEN:
        done = subprocess.run(
            command,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
        status, answer = done.returncode, done.stdout
    return status, answer
