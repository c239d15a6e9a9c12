"""The book of tables and its photos, opened once a server, at the first request or at start (SPEC 6)."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from webapp.config import Config
from webapp.photo_store import PhotoStore, need_room

if TYPE_CHECKING:
    from webapp.storage.book import Book


class Nights:
    """One server's tables. SQLAlchemy loads with the first table, so that pages start without it."""

    def __init__(self, config: Config, engine: str) -> None:
        self._config = config
        self._engine = engine
        self._lock = threading.Lock()
        self._book: Book | None = None
        self._scratch: tempfile.TemporaryDirectory[str] | None = None

    def _folder(self) -> Path:
        if self._config.data_dir is not None:
            return self._config.data_dir
        if self._scratch is None:  # a server without a data folder (a test) forgets everything
            self._scratch = tempfile.TemporaryDirectory(prefix="zhuoji-", ignore_cleanup_errors=True)
        return Path(self._scratch.name)

    @property
    def photos(self) -> PhotoStore:
        return PhotoStore(self._folder() / "photos")

    @property
    def book(self) -> Book:
        """Raises a ``StorageError`` sentence; the next request tries again."""
        with self._lock:
            if self._book is None:
                from webapp.storage.book import Book
                from webapp.storage.engine import database_url

                url = database_url(self._folder()) if self._config.data_dir else None
                self._book = Book.open(url or f"sqlite:///{self._folder() / 'zhuoji.sqlite3'}", self._engine)
            return self._book

    def open(self) -> None:
        """Open the book now, so that a ledger that can't be used is told at start; finish what was begun."""
        for table_id in self.book.overdue():
            self.drop_photos(table_id)

    def need_room(self) -> None:
        """Raises STORAGE_FULL before the last of the disk goes to what isn't a hand."""
        need_room(self._folder())

    def drop_photos(self, table_id: str) -> None:
        """Delete a table's photos: the files first, so that none is left that nobody knows of."""
        self.photos.drop(table_id)
        self.book.forget_photos(table_id)

    def close(self) -> None:
        with self._lock:
            if self._book is not None:
                self._book.close()
                self._book = None
            if self._scratch is not None:
                self._scratch.cleanup()
                self._scratch = None
