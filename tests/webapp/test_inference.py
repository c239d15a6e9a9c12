"""The pool: one load, a short queue, BUSY beyond it, a failed load tried again."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from scoring.errors import ZhuojiError
from tests.webapp.conftest import FakeReader, FakeReading
from webapp.config import Config
from webapp.errors import RefusedError
from webapp.inference import ReadPool


class Gate(FakeReader):
    """A reader that waits until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def read(self, data: bytes, *, conf: float | None = None, full_table: bool = False) -> FakeReading:
        assert self.go.wait(30)
        return FakeReading(data)


def test_queue_is_bounded_and_frees_itself() -> None:
    gate = Gate()
    pool = ReadPool(Config(reader_factory=lambda: gate, read_workers=1, read_queue=2))
    futures = [pool.submit(b"photo", f"{i}.jpg", "zh") for i in range(3)]
    with pytest.raises(RefusedError) as busy:
        pool.submit(b"photo", "4.jpg", "zh")
    assert busy.value.code == "BUSY"
    gate.go.set()
    assert [future.result(30)["ok"] for future in futures] == [True] * 3
    assert pool.submit(b"photo", "5.jpg", "zh").result(30)["ok"]
    pool.close()


def test_eight_at_once_load_the_model_once() -> None:
    opened: list[int] = []

    def factory() -> FakeReader:
        opened.append(1)
        return FakeReader()

    pool = ReadPool(Config(reader_factory=factory))
    results: list[dict[str, Any]] = []
    threads = [
        threading.Thread(target=lambda: results.append(pool.submit(b"photo", "a.jpg", "zh").result(30)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    pool.close()
    assert len(results) == 8
    assert all(result["ok"] for result in results)
    assert opened == [1]


def test_failed_load_is_told_and_tried_again() -> None:
    tries: list[int] = []

    def factory() -> FakeReader:
        tries.append(1)
        if len(tries) == 1:
            raise ImportError("onnxruntime")
        return FakeReader()

    pool = ReadPool(Config(reader_factory=factory))
    with pytest.raises(ImportError):
        pool.start().result(30)
    assert pool.state().status == "missing"
    assert pool.submit(b"photo", "a.jpg", "zh").result(30)["ok"]
    assert pool.state().status == "ready"
    pool.close()


def test_missing_model_is_a_sentence_in_each_language() -> None:
    def factory() -> FakeReader:
        raise ZhuojiError("MODEL_MISSING", "没有模型。", "No model.")

    pool = ReadPool(Config(reader_factory=factory))
    assert pool.submit(b"photo", "a.jpg", "en").result(30)["error"]["message"] == "No model."
    assert pool.submit(b"photo", "a.jpg", "zh").result(30)["error"]["code"] == "MODEL_MISSING"
    pool.close()


def test_busy_over_http_says_when_to_come_back() -> None:
    import io

    from webapp.app import create_app

    gate = Gate()
    app = create_app(Config(reader_factory=lambda: gate, load_model=False, read_workers=1, read_queue=0))
    pool = app.extensions["zhuoji"]["pool"]
    running = pool.submit(b"photo", "a.jpg", "zh")
    response = app.test_client().post("/api/read", data={"photo": (io.BytesIO(b"photo"), "b.jpg")})
    gate.go.set()
    running.result(30)
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "2"
    assert response.get_json()["error"]["code"] == "BUSY"


def test_a_photo_that_takes_too_long_is_busy_and_frees_its_place() -> None:
    import io

    from webapp.app import create_app

    gate = Gate()
    app = create_app(
        Config(reader_factory=lambda: gate, load_model=False, read_workers=1, read_queue=1, read_timeout=0.05)
    )
    photos = [(io.BytesIO(b"photo"), f"{i}.jpg") for i in range(2)]
    response = app.test_client().post("/api/read", data={"photo": photos})
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "2"
    assert [r["error"]["code"] for r in response.get_json()["readings"]] == ["BUSY", "BUSY"]
    gate.go.set()
    pool = app.extensions["zhuoji"]["pool"]
    assert pool.submit(b"photo", "c.jpg", "zh").result(30)["ok"]  # the second one was taken back
    pool.close()
