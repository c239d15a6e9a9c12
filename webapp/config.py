"""What the application may be told from outside (SPEC 6, 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

MIB = 1024 * 1024


class ReadingLike(Protocol):
    """What the page needs of a ``vision.reading.Reading``."""

    def to_json(self, file: str, lang: Any = "zh") -> dict[str, Any]: ...


class ReaderLike(Protocol):
    """What the page needs of a ``vision.reading.Reader``; tests give a fake."""

    def read(
        self, data: bytes, *, conf: float | None = None, full_table: bool = False, own: Any = None
    ) -> ReadingLike: ...

    @property
    def model(self) -> Any: ...


def open_reader() -> ReaderLike:
    """The shipped detector. Imported here so that pages and settlement start without OpenCV."""
    from vision.reading import Reader

    return Reader.open()


@dataclass(frozen=True)
class Config:
    """Limits and wiring of one server; the defaults suit a laptop at the table."""

    data_dir: Path | None = None
    local_only: bool = False
    """The server listens on loopback: no phone can come in, whatever address it is given."""
    allowed_hosts: frozenset[str] = field(default_factory=frozenset)
    """Names besides IP addresses, ``localhost`` and this machine's own that may stand in ``Host``."""
    max_upload: int = 48 * MIB
    """Bytes of one request with photos."""
    max_json: int = MIB
    max_photos: int = 12
    read_workers: int = 1
    """Photos read at once: the detector itself uses all cores for one photo."""
    read_queue: int = 8
    """Photos that may wait; the next one is told BUSY."""
    read_timeout: float = 60.0
    reader_factory: Callable[[], ReaderLike] = open_reader
    load_model: bool = True
    """Start loading the detector as soon as the application exists (off in most tests)."""
