"""Photos of a night: re-encoded, named by their content, in the data folder, gone when the night is closed.

What a phone sends is never stored as it came: the pixels are decoded and written again as JPEG, so no name, no
EXIF position and nothing hidden in the file survives (SPEC 4, 7).
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import os
import re
import shutil
import tempfile
import threading
from pathlib import Path

from webapp.errors import busy
from webapp.storage.sentences import full, no_folder, readonly

LONG_EDGE = 1600  # enough to settle a quarrel over a tile
QUALITY = 82
ROOM = 100_000_000  # bytes that stay free for the ledger: photos and imports stop before hands do
READONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_SHA = re.compile(r"[0-9a-f]{64}")
_TABLE = re.compile(r"[a-z0-9]{1,32}")
_AT_ONCE = threading.Semaphore(2)  # decoding takes memory; eight phones must not take the host down


def need_room(folder: Path) -> None:
    """Raises STORAGE_FULL where less than ``ROOM`` is free: whoever sends photos can't stop hands being saved."""
    with contextlib.suppress(OSError):
        if shutil.disk_usage(folder).free < ROOM:
            raise full()


def normalised(data: bytes) -> bytes:
    """The photo upright as a JPEG of at most ``LONG_EDGE`` pixels. Raises ``PhotoError``."""
    from PIL import Image

    from vision.image import open_photo

    if not _AT_ONCE.acquire(timeout=20):
        raise busy()
    try:
        image = Image.fromarray(open_photo(data).rgb(LONG_EDGE))
        image.thumbnail((LONG_EDGE, LONG_EDGE))
        out = io.BytesIO()
        image.save(out, "JPEG", quality=QUALITY)
        return out.getvalue()
    finally:
        _AT_ONCE.release()


class PhotoStore:
    """Files ``<folder>/<table>/<sha256>.jpg``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _place(self, table_id: str, sha256: str) -> Path | None:
        if not _SHA.fullmatch(sha256) or not _TABLE.fullmatch(table_id):
            return None
        return self._folder / table_id / f"{sha256}.jpg"

    def put(self, table_id: str, jpeg: bytes) -> str:
        """Keep a normalised photo; returns its sha256."""
        sha256 = hashlib.sha256(jpeg).hexdigest()
        place = self._place(table_id, sha256)
        assert place is not None
        if place.exists():
            return sha256
        half: str | None = None
        try:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            need_room(place.parent)
            # Whole or not at all: a crash leaves no half photo under a name.
            with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
                half = file.name
                file.write(jpeg)
            os.replace(half, place)
        except OSError as error:
            if half is not None:
                with contextlib.suppress(OSError):
                    os.unlink(half)
            if isinstance(error, FileExistsError | NotADirectoryError):
                raise no_folder(place.parent if place.parent.is_file() else self._folder) from None
            raise (readonly() if error.errno in READONLY else full()) from None
        return sha256

    def get(self, table_id: str, sha256: str) -> bytes | None:
        place = self._place(table_id, sha256)
        try:
            return place.read_bytes() if place else None
        except OSError:
            return None

    def drop(self, table_id: str) -> None:
        """Delete all photos of a table."""
        if _TABLE.fullmatch(table_id):
            shutil.rmtree(self._folder / table_id, ignore_errors=True)
