"""`make bench ONLY=serving`: the server as its users meet it: cold start, memory, phones at once, tiles in view.

The 12 MP photo is a rendered sample enlarged; mahjong-detector's start (docs/evaluation.md: `.venv-peer`) stands beside ours.
"""

from __future__ import annotations

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from datasets.evaluate.peer import PEER
from tests.bench.reading import jpeg

BIG = (4032, 3024)
PHONES = (1, 2, 4, 8)
ROUNDS = 3
SAMPLES = files("webapp") / "samples"


def resident(pid: int) -> float:
    """MB of a process and its children."""
    total = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
            if int(stat.parent.name) == pid or int(fields[1]) == pid:
                total += int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        except (OSError, IndexError):
            continue  # it ended meanwhile
    return total


@contextmanager
def server() -> Iterator[tuple[str, int, float]]:
    """(address, process, seconds until /healthz said that the model is loaded)."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as data:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        start = time.perf_counter()
        process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from webapp.cli import main; main()",
                "serve",
                "--port",
                str(port),
                "--data",
                data,
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        base = f"http://127.0.0.1:{port}"
        try:
            while True:
                try:
                    with urllib.request.urlopen(f"{base}/healthz", timeout=5) as answer:
                        if json.load(answer)["model"]["loaded"]:
                            break
                except (urllib.error.URLError, ConnectionError):
                    if process.poll() is not None:
                        raise RuntimeError("the server didn't start") from None
                time.sleep(0.01)
            yield base, process.pid, time.perf_counter() - start
        finally:
            process.terminate()
            process.wait(20)


def upload(base: str, photo: bytes) -> tuple[int, float, int]:
    """(status, milliseconds, tiles) of one photo sent to be read."""
    edge = "----zhuoji-bench"
    body = (
        (
            f'--{edge}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n'
            "Content-Type: image/jpeg\r\n\r\n"
        ).encode()
        + photo
        + f"\r\n--{edge}--\r\n".encode()
    )
    request = urllib.request.Request(
        f"{base}/api/read", body, {"Content-Type": f"multipart/form-data; boundary={edge}"}
    )
    start = time.perf_counter()
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            tiles = json.load(answer)["readings"][0]["tiles"]
            return answer.status, 1000 * (time.perf_counter() - start), len(tiles)
    except urllib.error.HTTPError as refused:
        if refused.code == 503 and not refused.headers.get("Retry-After"):
            raise
        return refused.code, 1000 * (time.perf_counter() - start), 0


def get(base: str, path: str = "/") -> float:
    """Milliseconds of a page."""
    start = time.perf_counter()
    with urllib.request.urlopen(base + path, timeout=120) as answer:
        answer.read()
    return 1000 * (time.perf_counter() - start)


def together(base: str, pid: int, phones: int, photo: bytes) -> str:
    """``phones`` send a photo ``ROUNDS`` times while two browse; one line."""
    took: list[tuple[int, float, int]] = []
    pages: list[float] = []
    memory: list[float] = []
    over = threading.Event()

    def send() -> None:
        for _ in range(ROUNDS):
            while True:
                answer = upload(base, photo)
                took.append(answer)
                if answer[0] != 503:
                    break
                time.sleep(2)  # Retry-After

    def browse() -> None:
        while not over.is_set():
            pages.append(get(base))
            memory.append(resident(pid))
            time.sleep(0.1)

    senders = [threading.Thread(target=send) for _ in range(phones)]
    browsers = [threading.Thread(target=browse) for _ in range(2)]
    for thread in (*browsers, *senders):
        thread.start()
    for thread in senders:
        thread.join()
    over.set()
    for thread in browsers:
        thread.join()
    answered = sorted(ms for status, ms, _ in took if status == 200)
    statuses = ", ".join(
        f"{count} × {status}" for status, count in sorted(Counter(s for s, *_ in took).items())
    )
    return (
        f"{phones} phones: {statuses}; photo median {statistics.median(answered):.0f} ms, slowest {answered[-1]:.0f}; "
        f"page median {statistics.median(pages):.0f} ms, slowest {max(pages):.0f}; memory at most {max(memory):.0f} MB"
    )


def sheet(tiles: int) -> bytes:
    """A 12 MP photo with about so many tiles: copies of a rendered sample side by side."""
    with Image.open(str(SAMPLES / "sample-1.jpg")) as image:
        sample = np.asarray(image.convert("RGB"))
    known = len(json.loads((SAMPLES / "sample-1.json").read_text("utf-8"))["tiles"])
    side = max(1, round((tiles / known) ** 0.5))
    return jpeg(Image.fromarray(cv2.resize(np.tile(sample, (side, side, 1)), BIG)))


def their_start() -> str:
    """Seconds and memory of a process that has mahjong-detector ready; without it a sentence."""
    if not PEER.is_file():
        return f"mahjong-detector isn't in {PEER}"
    script = (
        "import mahjong_detector.predict as p, resource\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    spent, memory = [], 0.0
    for _ in range(3):
        start = time.perf_counter()
        done = subprocess.run([str(PEER), "-c", script], capture_output=True, text=True, check=True)
        spent.append(time.perf_counter() - start)
        memory = float(done.stdout.split()[-1])
    return f"mahjong-detector imported, a whole process: {statistics.median(spent):.2f} s, {memory:.0f} MB"


def main() -> None:
    """Start and memory, then phones at once, then tiles in view."""
    starts = []
    for _ in range(3):
        with server() as (_, _, seconds):
            starts.append(seconds)
    print(
        f"cold start to /healthz with the model: median {statistics.median(starts):.2f} s, slowest {max(starts):.2f}"
    )
    print(their_start())
    with server() as (base, pid, _):
        print(f"memory when ready: {resident(pid):.0f} MB")
        photo = sheet(1)
        upload(base, photo)
        print(f"after a first 12 MP photo: {resident(pid):.0f} MB")
        for phones in PHONES:
            print(together(base, pid, phones, photo))
        print(f"after all of them: {resident(pid):.0f} MB")
        first = None
        for tiles in (1, 60, 140, 320):
            answers = [upload(base, sheet(tiles)) for _ in range(5)]
            middle = statistics.median(ms for _, ms, _ in answers)
            first = first or middle
            print(
                f"12 MP with {answers[0][2]} tiles in view: {middle:.0f} ms, {middle / first:.1f} times the first"
            )


if __name__ == "__main__":
    main()
