"""A private PostgreSQL server for the tests: its own cluster in a temporary folder, on a free port."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

_UNDER = Path("/usr/lib/postgresql")


def binaries() -> Path | None:
    """The folder with ``initdb`` and ``pg_ctl``; None where Debian's postgresql isn't installed."""
    found = sorted(_UNDER.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


def _as_user() -> dict[str, Any] | None:
    """PostgreSQL refuses to run as root: its own user then, as arguments for ``subprocess``."""
    if os.geteuid():
        return {}
    try:
        account = pwd.getpwnam("postgres")
    except KeyError:
        return None
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def missing() -> str | None:
    """Why no server can be started here, or None."""
    if binaries() is None:
        return "Debian's postgresql is not installed"
    return None if _as_user() is not None else "root, and there is no user postgres"


@dataclass(frozen=True)
class Cluster:
    """A running server; ``stop`` and ``start`` take it away and bring it back on the same port."""

    url: str
    stop: Callable[[], None]
    start: Callable[[], None]


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server of its own with an empty database; gone at the end."""
    bin_, user = binaries(), _as_user()
    assert bin_ is not None
    assert user is not None
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="zhuoji-pg-"))
    try:
        if user:
            shutil.chown(folder, "postgres", "postgres")
        data, log = folder / "data", folder / "log"

        def run(*command: str) -> None:
            subprocess.run(command, check=True, capture_output=True, timeout=60, cwd=folder, **user)

        run(str(bin_ / "initdb"), "-D", str(data), "-U", "zhuoji", "-A", "trust", "-E", "UTF8", "--no-sync",
            "--locale=C.UTF-8")  # fmt: skip
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c fsync=off -k {folder}"

        def start() -> None:
            run(str(bin_ / "pg_ctl"), "-D", str(data), "-l", str(log), "-w", "-o", options, "start")

        def stop() -> None:
            run(str(bin_ / "pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "stop")

        start()
        try:
            yield Cluster(f"postgresql://zhuoji@127.0.0.1:{port}/postgres", stop, start)
        finally:
            stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A server for all tests that import this, skipped where none can be started."""
    reason = missing()
    if reason:
        pytest.skip(reason)
    with server() as url:
        yield url


@contextmanager
def server() -> Iterator[str]:
    """The URL of an empty database; the server is gone at the end."""
    with cluster() as here:
        yield here.url
