"""The detector behind a short queue: it loads once in the background, reads a few photos at a time and
says BUSY instead of piling up work (SPEC 6)."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from scoring.errors import Lang, ZhuojiError
from webapp.config import Config, ReaderLike
from webapp.errors import busy

T = TypeVar("T")


def model_missing() -> ZhuojiError:
    return ZhuojiError(
        "MODEL_MISSING",
        "认牌的模型没装好，先用手动输入；装好后运行 zhuoji doctor 看看。",
        "The tile model is not installed; enter tiles by hand, and run `zhuoji doctor` to see why.",
    )


@dataclass(frozen=True)
class ModelState:
    """What /healthz says of the detector."""

    status: Literal["loading", "ready", "missing"]
    name: str | None = None
    sha256: str | None = None
    error: ZhuojiError | None = None

    def to_json(self, lang: Lang) -> dict[str, Any]:
        out: dict[str, Any] = {"loaded": self.status == "ready", "status": self.status}
        if self.name is not None:
            out |= {"name": self.name, "sha256": self.sha256}
        if self.error is not None:
            out["error"] = self.error.to_json(lang)
        return out


class ReadPool:
    """At most ``read_workers`` photos at once and ``read_queue`` waiting."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._left: list[object] = []
        self._renew()
        if hasattr(os, "register_at_fork"):
            this = weakref.ref(self)
            os.register_at_fork(after_in_child=lambda: _leave_if_alive(this))

    def _leave(self) -> None:
        """After a fork: neither threads nor the detector's session came along (onnxruntime#9800)."""
        # Not dropped: to end, the session would wait for threads that aren't here.
        self._left.append(self._loading)
        self._renew()

    def _renew(self) -> None:
        self._slots = threading.Semaphore(self._config.read_workers + self._config.read_queue)
        self._pool = ThreadPoolExecutor(self._config.read_workers, thread_name_prefix="read")
        self._lock = threading.Lock()
        self._loading: Future[ReaderLike] | None = None
        self._loader: threading.Thread | None = None

    def start(self) -> Future[ReaderLike]:
        """Begin to load the detector, once; a failed load is tried again at the next photo."""
        with self._lock:
            failed = self._loading is not None and self._loading.done() and self._loading.exception()
            if self._loading is None or failed:
                future: Future[ReaderLike] = Future()
                self._loading = future
                self._loader = threading.Thread(
                    target=self._load, args=(future,), name="load-model", daemon=True
                )
                self._loader.start()
            return self._loading

    def _load(self, future: Future[ReaderLike]) -> None:
        try:
            future.set_result(self._config.reader_factory())
        except BaseException as error:  # the waiting request must get it, whatever it is
            future.set_exception(error)

    def state(self) -> ModelState:
        """Loading, ready or missing, without waiting."""
        loading = self._loading
        if loading is None or not loading.done():
            return ModelState("loading")
        error = loading.exception()
        if error is not None:
            return ModelState("missing", error=error if isinstance(error, ZhuojiError) else model_missing())
        model = loading.result().model
        return ModelState("ready", getattr(model, "name", None), getattr(model, "sha256", None))

    def reader(self) -> ReaderLike:
        """The detector, waited for. Raises MODEL_MISSING, BUSY when loading takes too long."""
        try:
            return self.start().result(self._config.read_timeout)
        except FutureTimeout:
            raise busy() from None
        except ImportError:
            raise model_missing() from None

    def submit(
        self,
        data: bytes,
        file: str,
        lang: Lang,
        *,
        full_table: bool = False,
        own_set: Callable[[], Any] | None = None,
    ) -> Future[dict[str, Any]]:
        """Queue one photo; its future gives the JSON of SPEC 2.3, refusals included. Raises BUSY.

        ``own_set`` gives the set of tiles the table plays with, or None.
        """
        return self.work(lambda: self._read(data, file, lang, full_table, own_set))

    def work(self, task: Callable[[], T]) -> Future[T]:
        """Queue a piece of work that takes the detector's cores. Raises BUSY."""
        if not self._slots.acquire(blocking=False):
            raise busy()
        try:
            future = self._pool.submit(task)
        except BaseException:
            self._slots.release()
            raise
        future.add_done_callback(lambda _: self._slots.release())
        return future

    def _read(
        self, data: bytes, file: str, lang: Lang, full_table: bool, own_set: Callable[[], Any] | None
    ) -> dict[str, Any]:
        try:
            reader = self.reader()
            own = None if own_set is None else _set_or_none(own_set)
            more = {} if own is None else {"own": own}
            return reader.read(data, full_table=full_table, **more).to_json(file, lang)
        except ZhuojiError as error:
            return refusal(file, error, lang)

    def close(self) -> None:
        """Let the photos in hand end, and the detector load: a process that ends meanwhile is aborted (SIGABRT)."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        if self._loader is not None:
            self._loader.join(30)


def _leave_if_alive(pool: weakref.ref[ReadPool]) -> None:
    alive = pool()
    if alive is not None:
        alive._leave()


def _set_or_none(own_set: Callable[[], Any]) -> Any:
    """A set that can't be had just now must not cost the photo."""
    try:
        return own_set()
    except ZhuojiError:
        return None


def refusal(file: str, error: ZhuojiError, lang: Lang) -> dict[str, Any]:
    """A photo that could not be read, as one reading (SPEC 2.3)."""
    return {"ok": False, "file": file, "error": error.to_json(lang)}
