"""Two app processes over one PostgreSQL, as behind a proxy: one ledger, no hand lost, every phone sees all."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.ledger.hands import hand
from tests.storage.test_kill import PROFILE, call, start


def test_two_processes_one_ledger(tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZHUOJI_DATABASE_URL", postgres_url)
    servers = [start(tmp_path), start(tmp_path)]
    try:
        ports = [port for _, port in servers]
        _, table = call(ports[0], "POST", "/api/tables", {"profile": PROFILE})
        path, headers = f"/api/tables/{table['id']}", {"X-Table-Token": table["token"]}
        answers: list[int] = []

        def save(phone: int) -> None:
            for i in range(10):
                body = hand("ABCD"[phone], profile=PROFILE, note=f"{phone}-{i}")
                key = {"Idempotency-Key": f"{phone}-{i}"}
                # The answer got lost: the proxy sends it to the other process.
                answers.extend(call(p, "POST", f"{path}/hands", body, **headers, **key)[0] for p in ports)

        threads = [threading.Thread(target=save, args=(phone,)) for phone in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200] * 40 + [201] * 40
        seen = [call(port, "GET", path)[1] for port in ports]
        assert seen[0] == seen[1]
        assert seen[0]["hands"] == 40
        assert [row["n"] for row in seen[0]["rows"]] == list(range(1, 41))
        assert sum(seen[0]["totals"]["units"].values()) == 0
    finally:
        for process, _ in servers:
            process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()
