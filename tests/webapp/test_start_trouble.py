"""Starting with something in the way: a sentence, exit status 1, no traceback and no abort."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from scoring.errors import ZhuojiError
from webapp.cli import main
from webapp.commands.serve import bind
from webapp.photo_store import PhotoStore
from webapp.storage.engine import Database


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def zhuoji(*words: str, **environ: str) -> tuple[int, str]:
    """The real command in a process of its own, in which the detector's thread may be running."""
    done = subprocess.run(
        [sys.executable, "-c", "from webapp.cli import main; main()", *words],
        capture_output=True, text=True, timeout=120, check=False, env=os.environ | environ,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_a_ledger_that_is_a_folder_is_told_as_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZHUOJI_DATABASE_URL", raising=False)
    (tmp_path / "zhuoji.sqlite3").mkdir()
    code, out = zhuoji("serve", "--port", str(free_port()), "--data", str(tmp_path))
    assert code == 1, out
    assert "terminate called" not in out
    assert "Traceback" not in out
    assert str(tmp_path) in out
    assert "ZHUOJI_DATABASE_URL" not in out


@pytest.mark.parametrize("url", ["garbage", "postgresql://[::", "postgresql://host:port/x", "mysql://x"])
def test_an_address_of_a_database_that_is_none(tmp_path: Path, url: str) -> None:
    code, out = zhuoji("serve", "--port", str(free_port()), "--data", str(tmp_path), ZHUOJI_DATABASE_URL=url)
    assert code == 1, out
    assert "terminate called" not in out
    assert "Traceback" not in out
    assert "ZHUOJI_DATABASE_URL" in out


@pytest.mark.parametrize(
    "url", ["postgresql://[::", "postgresql://host:port/x", "://", "sqlite://[", "postgresql://"]
)
def test_a_strange_url_is_a_sentence(url: str) -> None:
    try:
        Database(url).close()
    except ZhuojiError as error:
        assert error.code == "STORAGE_AWAY"  # noqa: PT017


def test_doctor_says_so_too(tmp_path: Path) -> None:
    code, out = zhuoji("doctor", "--data", str(tmp_path), ZHUOJI_DATABASE_URL="postgresql://[::")
    assert code == 1
    assert "Traceback" not in out
    assert "ZHUOJI_DATABASE_URL" in out


@pytest.mark.parametrize(
    "host", ["300.1.1.1", "é..é", "192.0.2.1", "no such name", "::ffff:300.1.1.1", "\x00", "."]
)
def test_a_host_that_is_not_this_machine(host: str) -> None:
    with pytest.raises(ZhuojiError) as told:
        bind(host, free_port()).close()
    assert (told.value.code, told.value.field) == ("BAD_HOST", "--host")
    assert "\x00" not in told.value.zh


@pytest.mark.parametrize("where", ["file/x", "file"])
def test_an_overlay_folder_that_cannot_be_made(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(main, ["read", "--overlay", str(tmp_path / where), str(tmp_path / "none.jpg")])
    assert done.exit_code in (1, 2)
    assert isinstance(done.exception, SystemExit)
    if where == "file/x":
        assert "--overlay" in done.output


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_an_overlay_folder_the_system_refuses() -> None:
    done = CliRunner().invoke(main, ["read", "--overlay", "/proc/zhuoji", "none.jpg"])
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit)
    assert "--overlay" in done.output


def test_photos_that_are_a_file_are_no_full_disk(tmp_path: Path) -> None:
    (tmp_path / "photos").write_text("")
    with pytest.raises(ZhuojiError) as told:
        PhotoStore(tmp_path / "photos").put("table1", b"jpeg")
    assert told.value.code == "STORAGE_DAMAGED"
    assert str(tmp_path / "photos") in told.value.zh
