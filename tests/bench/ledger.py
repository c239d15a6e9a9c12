"""How long a long ledger takes to open, to poll, to save to and to correct (issue 8: 2,000 hands in 300 ms)."""

import statistics
import tempfile
import time
from pathlib import Path

from tests.ledger.hands import hand
from webapp.app import create_app
from webapp.config import Config
from webapp.storage.book import Book
from webapp.storage.engine import database_url

HANDS = 2000
ROUNDS = 15


def fill(folder, hands=HANDS):
    """A ledger of ``hands`` settled hands, the dealer going round; returns (id, token)."""
    book = Book.open(database_url(folder), "bench")
    table, token = book.create({"profile": "fangka", "stake": "0.5"})
    for i in range(hands):
        winner, source = "ABCD"[i % 4], "ABCD"[(i + 1) % 4]
        book.add(table, "hand", hand(winner, source if i % 3 else None, dealer="A" if i == 0 else None))
    book.close()
    return table, token


def timed(call, rounds=ROUNDS):
    """Milliseconds: (median, slowest)."""
    took = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        took.append((time.perf_counter() - start) * 1000)
    return statistics.median(took), max(took)


def measure(hands=HANDS):
    """{what: (median ms, slowest ms)} through the application, gzip as a phone asks for it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table, token = fill(folder, hands)
        app = create_app(Config(data_dir=folder, load_model=False))
        client = app.test_client()
        path, headers = f"/api/tables/{table}", {"X-Table-Token": token}
        client.get(path)  # the first request opens the database
        out = {"open": timed(lambda: client.get(path, headers={"Accept-Encoding": "gzip"}))}
        version = client.get(path).json["version"]
        out["poll, nothing new"] = timed(lambda: client.get(f"{path}?since={version}"), 100)
        out["save a hand"] = timed(lambda: client.post(f"{path}/hands", json=hand("A", "B"), headers=headers))
        out["one hand with history"] = timed(lambda: client.get(f"{path}/hands/{hands // 2}"))
        out["export JSON"] = timed(lambda: client.get(f"{path}/export.json"), 3)
        etag = client.get(f"{path}/hands/3").json["hand"]["etag"]
        body = hand("D", "C")
        start = time.perf_counter()
        done = client.put(f"{path}/hands/3", json=body, headers=headers | {"If-Match": str(etag)})
        took = (time.perf_counter() - start) * 1000
        assert done.status_code == 200, done.json
        out["correct the third hand"] = (took, took)
        app.extensions["zhuoji"]["nights"].close()
        return out


def main():
    print(f"a ledger of {HANDS} hands, SQLite, in process")
    for what, (middle, slowest) in measure().items():
        print(f"{what:24} median {middle:8.1f} ms   slowest {slowest:8.1f} ms")
