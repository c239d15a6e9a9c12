"""Connections that drip are ended, quick ones and slow but steady ones are not."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.webapp.conftest import in_thread
from webapp import patience
from webapp.commands.serve import bind, make_server
from webapp.config import Config

HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(patience, "LOOK_EVERY", 0)  # at every turn of the loop, at least once a second
    running = make_server(Config(data_dir=tmp_path, load_model=False), bind("127.0.0.1", 0))
    with in_thread(running):
        yield running


def connected(server: Any) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.effective_port), timeout=30)


def test_a_hundred_that_drip_lock_nobody_out(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "GRACE", 0.5)
    monkeypatch.setattr(patience, "SLOWEST", 10**9)
    held = [connected(server) for _ in range(patience.CONNECTIONS + 10)]
    try:
        for one in held:
            one.sendall(HEAD + b"X: a")
        with closing(connected(server)) as phone:
            phone.sendall(HEAD + b"\r\n")
            assert phone.recv(15).startswith(b"HTTP/1.1 200")
    finally:
        for one in held:
            one.close()


def test_only_what_is_begun_and_slow_drips() -> None:
    channel = patience.Channel.__new__(patience.Channel)
    now = time.monotonic()
    channel.begun, channel.got, channel.request = now - 20, 10, object()
    assert not channel.drips(now)  # within the grace
    channel.begun = now - 40
    assert channel.drips(now)
    channel.got = 40 * patience.SLOWEST + 1
    assert not channel.drips(now)  # slow, but it comes
    channel.got, channel.request = 0, None
    assert not channel.drips(now)  # nothing begun: waitress ends it when it stays silent


def test_one_address_cannot_take_all(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "LOOPBACK", ())
    monkeypatch.setattr(patience, "PER_ADDRESS", 3)
    held = [connected(server) for _ in range(3)]
    with closing(connected(server)) as fourth:
        assert fourth.recv(1) == b""
    held[0].sendall(HEAD + b"\r\n")
    assert held[0].recv(15).startswith(b"HTTP/1.1 200")
    for one in held:
        one.close()
