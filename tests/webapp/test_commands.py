"""serve, demo, doctor (SPEC 2.5)."""

from __future__ import annotations

import builtins
import http.client
import json
import logging
import re
import shutil
import socket
import subprocess
import sys
import threading
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import vision.model
from scoring.errors import ZhuojiError
from webapp import network
from webapp.cli import main
from webapp.commands import doctor as doctor_module
from webapp.commands import serve as serve_module
from webapp.commands.serve import announce, bind
from webapp.datadir import prepare


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, words)
    return result.exit_code, result.output


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_demo_reads_asks_and_settles_to_zero(lang: str) -> None:
    code, out = run("demo", "--lang", lang)
    assert code == 0, out
    assert re.search(r"(合计|Sum) 0$", out.strip())
    net = next(line for line in out.splitlines() if re.search(r"[+-]\d+ .*[+-]\d+", line) and "[" not in line)
    amounts = [int(n) for n in re.findall(r"[+-]\d+|(?<= )0\b", net)]
    assert sum(amounts) == 0
    assert any(amounts)
    assert ("谁胡了？ 乙胡" if lang == "zh" else "Who won? B won") in out


def test_doctor_finds_all_fine(tmp_path: Path) -> None:
    code, out = run("doctor", "--data", str(tmp_path / "data"))
    assert code == 0, out
    assert "opset" in out
    assert "sha256" in out
    assert "✗" not in out


def test_doctor_says_what_to_do(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    code, out = run("doctor", "--data", str(blocked))
    assert code == 1
    assert "--data" in out


def test_doctor_names_a_missing_system_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """opencv-python on a bare server: "libGL.so.1: cannot open shared object file"."""

    def gone(name: str, *more: Any, **known: Any) -> Any:
        if name == "cv2":
            raise ImportError("libGL.so.1: cannot open shared object file: No such file or directory")
        return real(name, *more, **known)

    real = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", gone)
    (found,) = doctor_module.opencv()
    assert found.ok is False
    assert "libGL.so.1" in found.found
    assert "libgl1" in found.remedy


@pytest.mark.parametrize("damage", ["byte", "short", "missing", "unsaid"])
def test_doctor_tells_a_damaged_model(damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copied badly, half copied, forgotten: a sentence in both languages and what to do, from the real files."""
    folder = tmp_path / "models"
    shutil.copytree(Path(__file__).resolve().parents[2] / "models", folder)
    weights = folder / "tiles.onnx"
    data = weights.read_bytes()
    if damage == "byte":
        weights.write_bytes(data[:1000] + bytes([data[1000] ^ 1]) + data[1001:])
    elif damage == "short":
        weights.write_bytes(data[: len(data) // 2])
    elif damage == "missing":
        weights.unlink()
    else:
        (folder / "tiles.toml").unlink()
    monkeypatch.setattr(vision.model, "load_model", partial(vision.model.load_model, folder))
    (found,) = doctor_module.model()
    assert found.ok is False
    assert re.search(r"[\u4e00-\u9fff]{4}", found.found)
    assert "models/tiles" in found.remedy
    assert "pip install --force-reinstall" in found.remedy


@pytest.mark.parametrize(
    ("part", "file"), [("load_yardstick", "looks.npz"), ("load_presence", "presence.npz")]
)
def test_doctor_tells_when_there_is_no_second_look(
    monkeypatch: pytest.MonkeyPatch, part: str, file: str
) -> None:
    assert [f.found for f in doctor_module.model() if "second look" in f.what] == ["有 / there"]
    monkeypatch.setattr(f"vision.model.{part}", lambda info: None)
    (found,) = [f for f in doctor_module.model() if "second look" in f.what]
    assert found.ok is None
    assert found.found.startswith(f"models/{file} 没有、坏了")
    assert "pip install" in found.remedy


def test_doctor_goes_on_without_a_package() -> None:
    def broken() -> list[doctor_module.Finding]:
        raise ModuleNotFoundError("No module named 'segno'", name="segno")

    (found,) = doctor_module.looked(broken)
    assert (found.what, found.ok) == ("segno", False)


def test_doctor_says_that_a_port_is_taken() -> None:
    with bind("127.0.0.1", 0) as held:
        held.listen()
        port = held.getsockname()[1]
        found = doctor_module.door(port)
    assert found.ok is None
    assert f"--port {port + 1}" in found.remedy
    assert doctor_module.door(port).ok is True


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://zhuoji:secret@127.0.0.1:9/zhuoji", "STORAGE_AWAY"),
        ("mysql://somewhere", "STORAGE_AWAY"),
        ("no url at all", "STORAGE_AWAY"),
    ],
)
def test_doctor_says_when_the_hall_database_is_away(
    url: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZHUOJI_DATABASE_URL", url)
    found = doctor_module.ledger(tmp_path)
    assert (found.found, found.ok) == (said, False)
    assert "secret" not in found.remedy
    assert [*tmp_path.iterdir()] == []


def test_doctor_looks_at_a_ledger_and_leaves_it_alone(tmp_path: Path) -> None:
    file = tmp_path / "zhuoji.sqlite3"
    assert doctor_module.ledger(tmp_path).ok is True
    assert not file.exists()
    file.write_bytes(b"")
    assert "no ledger in it yet" in doctor_module.ledger(tmp_path).found
    file.write_bytes(b"something else altogether" * 99)
    assert doctor_module.ledger(tmp_path).ok is False
    assert file.read_bytes() == b"something else altogether" * 99


def test_doctor_minds_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor_module.room(tmp_path).ok in (True, None)
    monkeypatch.setattr(doctor_module, "ROOM", 1 << 62)
    assert doctor_module.room(tmp_path).ok is None


def test_doctor_does_not_import_torch(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom webapp.cli import main\n"
        f"try: main(['doctor', '--data', {str(tmp_path)!r}])\nexcept SystemExit: pass\n"
        "assert 'torch' not in sys.modules and 'ultralytics' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, timeout=120)


@pytest.mark.parametrize("way", ["option", "environment"])
def test_a_server_behind_a_proxy_answers_to_its_name(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients = []

    class Told:
        """Instead of waitress: nothing listens, the app is kept."""

        def run(self) -> None:
            raise KeyboardInterrupt

        def close(self) -> None:
            pass

    def keep(config: Any, listening: socket.socket, app: Any) -> Told:
        listening.close()
        clients.append(app.test_client())
        return Told()

    monkeypatch.setattr(serve_module, "make_server", keep)
    words = ["--host", "127.0.0.1", "--port", str(free_port()), "--data", str(tmp_path)]
    if way == "option":
        words += ["--name", "hall.example", "--name", "karten.example"]
    else:
        monkeypatch.setenv("ZHUOJI_NAMES", "hall.example karten.example")
    code, out = run("serve", *words)
    assert code == 0, out
    for name, status in (("hall.example", 200), ("Karten.Example:443", 200), ("other.example", 403)):
        assert clients[0].get("/healthz", headers={"Host": name}).status_code == status
    body = {"json": {"profile": "fangka", "persons": []}, "headers": {"Host": "hall.example"}}
    for origin, status in (("https://hall.example", 201), ("https://evil.example", 403)):
        body["headers"]["Origin"] = origin
        assert clients[0].post("/api/tables", **body).status_code == status


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_data_folder_is_private(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "a" / "b")
    assert folder.stat().st_mode & 0o777 == 0o700


def test_taken_port_is_a_sentence(tmp_path: Path) -> None:
    with bind("127.0.0.1", 0) as first:
        first.listen()
        port = first.getsockname()[1]
        with pytest.raises(ZhuojiError) as taken:
            bind("127.0.0.1", port)
        assert f"--port {port + 1}" in taken.value.zh
        code, out = run("serve", "--port", str(port), "--data", str(tmp_path))
        assert code == 1
        assert "Traceback" not in out
        assert f"--port {port + 1}" in out
        assert out.count(f"make run PORT={port + 1}") == 2  # whoever began with make never saw --port


def test_loopback_by_default_says_how_to_let_phones_in(capsys: pytest.CaptureFixture[str]) -> None:
    announce("127.0.0.1", 8000, False)
    out = capsys.readouterr().out
    assert "http://127.0.0.1:8000/" in out
    assert network.way_in() in out


def test_lan_shows_every_address_and_a_qr_of_the_likeliest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(network, "lan_addresses", lambda: ["192.168.1.7", "10.0.0.2"])
    monkeypatch.setattr(serve_module, "qr", shown.append)
    announce("0.0.0.0", 8000, True)
    out = capsys.readouterr().out
    assert "http://192.168.1.7:8000/" in out
    assert "http://10.0.0.2:8000/" in out
    assert shown == ["http://192.168.1.7:8000/"]


def test_lan_without_a_network_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(network, "lan_addresses", list)
    announce("0.0.0.0", 8000, True)
    assert "wifi" in capsys.readouterr().out


def test_qr_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    serve_module.qr("http://192.168.1.7:8000/")
    assert len(capsys.readouterr().out.splitlines()) > 10


@pytest.mark.parametrize(
    ("host", "port", "url"),
    [
        ("127.0.0.1", 8000, "http://127.0.0.1:8000/"),
        ("::1", 8000, "http://[::1]:8000/"),
        ("10.0.0.1", 80, "http://10.0.0.1/"),
    ],
)
def test_url(host: str, port: int, url: str) -> None:
    assert network.url(host, port) == url


def test_lan_addresses_are_addresses_without_loopback() -> None:
    for address in network.lan_addresses():
        assert socket.inet_aton(address)
        assert not address.startswith("127.")


def ask(
    served: tuple[str, int], method: str, path: str, body: bytes = b"", **headers: str
) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(*served, timeout=60)
    with closing(connection):
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_sixty_megabytes_are_a_sentence_not_a_reset(served: tuple[str, int]) -> None:
    body = bytes(60 * 1024 * 1024)
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    status, answer = ask(served, "POST", "/api/read", body, **kind)
    assert status == 413
    assert json.loads(answer)["error"]["code"] == "TOO_LARGE"


def test_real_server_answers_while_photos_wait(served: tuple[str, int]) -> None:
    photo = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nphoto\r\n--x--\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.append(ask(served, "POST", "/api/read", photo, **kind)[0]))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    assert ask(served, "GET", "/healthz")[0] == 200
    for thread in threads:
        thread.join(60)
    assert answers == [200] * 8


def test_a_busy_queue_is_no_news_and_an_error_is(
    served: tuple[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    """waitress says "Task queue depth is 3" whenever a page asks for many pictures at once."""
    assert served
    queue, server = logging.getLogger("waitress.queue"), logging.getLogger("waitress")
    queue.warning("Task queue depth is %d", 3)
    assert caplog.messages == []
    queue.error("a task was lost")
    server.warning("a client went away")
    server.error("Exception while serving /")
    assert caplog.messages == ["a task was lost", "a client went away", "Exception while serving /"]


def test_bad_requests_get_an_answer(served: tuple[str, int]) -> None:
    assert ask(served, "GET", "/healthz", Host="evil.example")[0] == 403
    assert ask(served, "BREW", "/api/settle")[0] == 405
