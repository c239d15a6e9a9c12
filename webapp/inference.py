"""The detector behind a short queue: it loads once in the background, reads a few photos at a time and
says BUSY instead of piling up work (SPEC 6)."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from typing import Any, Literal

from scoring.errors import Lang, ZhuojiError
from webapp.config import Config, ReaderLike
from webapp.errors import busy


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
        self._slots = threading.Semaphore(config.read_workers + config.read_queue)
        self._pool = ThreadPoolExecutor(config.read_workers, thread_name_prefix="read")
        self._lock = threading.Lock()
        self._loading: Future[ReaderLike] | None = None

    def start(self) -> Future[ReaderLike]:
        """Begin to load the detector, once; a failed load is tried again at the next photo."""
        with self._lock:
            failed = self._loading is not None and self._loading.done() and self._loading.exception()
            if self._loading is None or failed:
                future: Future[ReaderLike] = Future()
                self._loading = future
                threading.Thread(target=self._load, args=(future,), name="load-model", daemon=True).start()
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

    def submit(
        self, data: bytes, file: str, lang: Lang, *, full_table: bool = False
    ) -> Future[dict[str, Any]]:
        """Queue one photo; its future gives the JSON of SPEC 2.3, refusals included. Raises BUSY."""
        if not self._slots.acquire(blocking=False):
            raise busy()
        try:
            future = self._pool.submit(self._read, data, file, lang, full_table)
        except BaseException:
            self._slots.release()
            raise
        future.add_done_callback(lambda _: self._slots.release())
        return future

    def _read(self, data: bytes, file: str, lang: Lang, full_table: bool) -> dict[str, Any]:
        try:
            reader = self.start().result(self._config.read_timeout)
        except ZhuojiError as error:
            return refusal(file, error, lang)
        except FutureTimeout:
            return refusal(file, busy(), lang)
        except ImportError:
            return refusal(file, model_missing(), lang)
        try:
            return reader.read(data, full_table=full_table).to_json(file, lang)
        except ZhuojiError as error:
            return refusal(file, error, lang)

    def close(self) -> None:
        """Let the photos in hand end."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def refusal(file: str, error: ZhuojiError, lang: Lang) -> dict[str, Any]:
    """A photo that could not be read, as one reading (SPEC 2.3)."""
    return {"ok": False, "file": file, "error": error.to_json(lang)}
