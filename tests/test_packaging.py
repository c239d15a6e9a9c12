"""What is shipped: the wheel holds all the app needs and nothing else; container and service start what exists."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tomllib
import urllib.request
import venv
from pathlib import Path
from typing import Any

import click
import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from tests.imports import ROOT
from tests.webapp.conftest import FakeReader, serving
from webapp.cli import main
from webapp.config import Config
from webapp.pages import source

SHIPPED = ("scoring", "vision", "webapp", "models")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DOCKERFILE = ROOT / "packaging" / "Dockerfile"
SERVICE = ROOT / "packaging" / "zhuoji.service"


def tracked(*folders: str) -> set[str]:
    """Files of the repository, as git knows them, with those that are about to be added."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *folders]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name for name in listed.splitlines() if (ROOT / name).is_file()}


def packed(builder: Any) -> set[str]:
    return {file.distribution_path for file in builder(str(ROOT)).recurse_included_files()}


def test_the_wheel_holds_every_file_of_the_app_and_no_other() -> None:
    assert packed(WheelBuilder) == tracked(*SHIPPED)


def test_models_rules_pages_and_samples_are_among_them() -> None:
    inside = packed(WheelBuilder)
    for needed in ("models/tiles.onnx", "models/tiles.toml", "scoring/profiles/fangka.toml",
                   "scoring/data/complete_suits.bin", "webapp/static/js/main.js", "webapp/templates/index.html",
                   "webapp/storage/migrations/0001_tables.sql", "webapp/samples/hand-1/A.jpg",
                   "webapp/openapi/head.yaml"):  # fmt: skip
        assert needed in inside


def test_the_source_archive_is_enough_to_build_and_test() -> None:
    inside = packed(SdistBuilder)
    assert tracked("datasets", "tests", "docs", "packaging", *SHIPPED) <= inside
    assert {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile"} <= inside


def test_the_app_declares_what_it_imports() -> None:
    """Every package that a shipped module imports at all is a dependency, and no dependency is idle."""
    names = {"cv2": "opencv-python", "PIL": "pillow", "yaml": "pyyaml", "pi_heif": "pi-heif", "psycopg": None}
    own = {*SHIPPED, "datasets"}
    code = (
        "import ast, json, pathlib, sys\n"
        "found = set()\n"
        f"for package in {SHIPPED!r}:\n"
        "    for path in pathlib.Path(package).rglob('*.py'):\n"
        "        for node in ast.walk(ast.parse(path.read_text())):\n"
        "            if isinstance(node, ast.Import): found |= {a.name.split('.')[0] for a in node.names}\n"
        "            elif isinstance(node, ast.ImportFrom) and node.module: found.add(node.module.split('.')[0])\n"
        "print(json.dumps(sorted(found - set(sys.stdlib_module_names))))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    imported = {names.get(name, name) for name in json.loads(done.stdout) if name not in own} - {None}
    declared = {re.match(r"[\w-]+", item)[0].lower() for item in PROJECT["dependencies"]}  # type: ignore[index]
    # Flask brings these, and they are imported by name where Flask's own functions return their types.
    assert imported - {"werkzeug", "jinja2", "markupsafe"} == declared


def test_whoever_uses_it_may_have_all_its_source() -> None:
    """AGPL-3.0 §13: the archive that the page hands out holds every file of the app and what builds it."""
    handed = {name for name, _ in source.parts()}
    builds = {"pyproject.toml", "Makefile", "LICENSE", *(name for name in tracked("packaging"))}
    assert tracked(*SHIPPED) | builds <= handed


def instructions() -> list[tuple[str, str]]:
    """(INSTRUCTION, rest) of the Dockerfile, continued lines joined."""
    text = re.sub(r"\\\n", " ", DOCKERFILE.read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word.upper(), rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def words_of(kind: str) -> list[str]:
    return [rest for word, rest in instructions() if word == kind]


def starts(words: list[str]) -> dict[str, Any]:
    """The options with which a ``zhuoji`` command line is understood; raises for one that isn't."""
    command = main.get_command(click.Context(main), words[0])
    assert command is not None
    return command.make_context(words[0], list(words[1:])).params


def test_the_container_is_built_of_files_that_are_there() -> None:
    copied = [shlex.split(rest) for rest in words_of("COPY")]
    sources = [word for words in copied if not words[0].startswith("--from") for word in words[:-1]]
    assert {*SHIPPED} <= {*sources}
    assert all((ROOT / source).exists() for source in sources)
    let_in = (DOCKERFILE.parent / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    assert {line[1:] for line in let_in if line.startswith("!")} == {*sources}


def test_the_container_runs_as_nobody_and_keeps_its_data_in_a_volume() -> None:
    kinds = [word for word, _ in instructions()]
    assert words_of("FROM")[-1].startswith("python:3.11-slim")
    (user,) = words_of("USER")
    assert user not in ("root", "0")
    assert f"useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin {user}" in " ".join(
        words_of("RUN")[-2].split()
    )
    assert kinds.index("USER") < kinds.index("ENTRYPOINT")
    (volume,) = words_of("VOLUME")
    assert f"ZHUOJI_DATA={volume}" in words_of("ENV")[0]
    assert json.loads(words_of("ENTRYPOINT")[0]) == ["zhuoji"]
    assert "zhuoji" in PROJECT["scripts"]
    extras = re.findall(r"\[(\w+)\]\"", words_of("RUN")[-1])
    assert {*extras} <= {*PROJECT["optional-dependencies"]}


def test_the_container_serves_the_port_it_exposes_and_asks_about() -> None:
    options = starts(json.loads(words_of("CMD")[0]))
    (exposed,) = words_of("EXPOSE")
    assert options["lan"] is True
    assert options["port"] == int(exposed)
    (health,) = words_of("HEALTHCHECK")
    asked = json.loads(health[health.index("[") :])
    assert f"127.0.0.1:{exposed}/healthz" in asked[-1]


def test_the_health_check_tells_a_server_from_none() -> None:
    (health,) = words_of("HEALTHCHECK")
    program, flag, code = json.loads(health[health.index("[") :])
    assert (program, flag) == ("python", "-c")

    def asks(port: int) -> int:
        here = code.replace(":8000/", f":{port}/")
        return subprocess.run([sys.executable, "-c", here], capture_output=True, timeout=60).returncode

    with serving(Config(reader_factory=FakeReader, load_model=False), "127.0.0.1") as (_, port):
        assert asks(port) == 0
    assert asks(port) != 0


def service() -> configparser.ConfigParser:
    unit = configparser.ConfigParser(
        strict=False, interpolation=None, delimiters=("=",), comment_prefixes=("#",)
    )
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(SERVICE.read_text(encoding="utf-8"))
    return unit


def test_the_service_starts_what_exists_and_may_write_one_folder_only() -> None:
    it = service()["Service"]
    words = shlex.split(it["ExecStart"])
    assert Path(words[0]).name == "zhuoji"
    assert starts(words[1:])["lan"] is True
    assert f"ZHUOJI_DATA=%S/{it['StateDirectory']}" in it["Environment"]
    hardened = ("DynamicUser", "NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices",
                "ProtectKernelModules", "RestrictNamespaces", "LockPersonality")  # fmt: skip
    assert [name for name in hardened if it[name] != "yes"] == []
    assert it["ProtectSystem"] == "strict"
    assert it["CapabilityBoundingSet"] == ""


def test_systemd_finds_nothing_wrong_with_the_service(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd-analyze on this machine")
    unit = tmp_path / SERVICE.name
    program = Path(sys.executable).parent / "zhuoji"
    unit.write_text(SERVICE.read_text(encoding="utf-8").replace("/opt/zhuoji/bin/zhuoji", str(program)))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def shell_lines() -> list[Any]:
    """Every command of the pages that say how to install and run, by page."""
    out = []
    for page in ("install", "postgres", "architecture"):
        text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
        for block in re.findall(r"^```sh\n(.*?)^```", text, flags=re.M | re.S):
            out += [
                pytest.param(line, id=f"{page}: {line[:50]}") for line in block.splitlines() if line.strip()
            ]
    return out


@pytest.mark.parametrize("line", shell_lines())
def test_a_command_of_the_pages_names_what_exists(line: str) -> None:
    """What can't be run in a test (root, Docker, other machines): its files exist and ``zhuoji`` understands it."""
    known = {"pip", "pipx", "docker", "python3", "systemctl", "journalctl", "createdb", "export", "cp", "sed", "make",
             "zhuoji", "/opt/zhuoji/bin/pip"}  # fmt: skip
    words = [word for word in shlex.split(line, comments=True) if word != "sudo"]
    assert words[0] in known
    for word in words:
        if word.startswith(("packaging/", "scoring/")) and not word.endswith("kitchen.toml"):
            assert (ROOT / word).exists(), word
    if words[0] == "zhuoji":
        starts(words[1:])
    if words[0] == "make":
        assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.M)


def test_the_template_for_several_processes_is_a_service_too(tmp_path: Path) -> None:
    """The documented `sed` line makes `zhuoji@.service` of the single one."""
    text = (ROOT / "docs" / "postgres.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^(sed .*) \| sudo tee \S+$", text, flags=re.M)
    made = subprocess.run(shlex.split(line), cwd=ROOT, capture_output=True, text=True, check=True).stdout
    (start,) = re.findall(r"^ExecStart=(.*)$", made, flags=re.M)
    options = starts(shlex.split(start.replace("%i", "8001"))[1:])
    assert (options["host"], options["port"], options["lan"]) == ("127.0.0.1", 8001, False)
    # One name for all instances: each would otherwise get a user, and the shared folder an owner, of its own.
    assert "\nUser=zhuoji\n" in made


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source archive, in an environment of its own far from the repository."""
    home = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(home), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    assert sorted(path.suffix for path in home.iterdir()) == [".gz", ".whl"]
    venv.create(home / "env", with_pip=True)
    (wheel,) = home.glob("*.whl")
    got = subprocess.run([home / "env/bin/pip", "install", "-q", wheel], capture_output=True, text=True)
    if got.returncode and re.search(r"No matching distribution|connection|resolution", got.stderr):
        pytest.skip("no package index can be reached from here")
    assert got.returncode == 0, got.stderr
    return home


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_the_installed_app_works_with_the_network_cut(installed: Path) -> None:
    away = installed / "elsewhere"
    away.mkdir()
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "ZHUOJI"))}
    dead = "http://127.0.0.1:9"
    env |= dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), dead)
    env |= {"no_proxy": "127.0.0.1", "HOME": str(away)}

    def zhuoji(*words: str) -> str:
        done = subprocess.run(
            [installed / "env/bin/zhuoji", *words], cwd=away, env=env, capture_output=True, text=True
        )
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    for name in ("hand.json", "sample-1.jpg"):
        (source,) = [*ROOT.glob(f"docs/examples/{name}"), *ROOT.glob(f"webapp/samples/{name}")]
        shutil.copy(source, away / name)
    assert PROJECT["version"] in zhuoji("--version")
    assert "✗" not in zhuoji("doctor", "--port", str(free_port()))
    assert json.loads(zhuoji("settle", "hand.json", "--json"))["net"] == {"A": -8, "B": -3, "C": 14, "D": -3}
    assert len(json.loads(zhuoji("read", "sample-1.jpg", "--json"))["tiles"]) > 13
    assert "合计 0" in zhuoji("demo")
    assert "fangka" in zhuoji("rules")
    code = (
        "import sys, webapp.app, vision.reading, webapp.storage.book, webapp.commands.serve, importlib.util as u\n"
        "assert not u.find_spec('datasets') and not u.find_spec('torch') and not u.find_spec('pytest')\n"
        "assert 'elsewhere' not in webapp.app.__file__ and 'site-packages' in webapp.app.__file__"
    )
    subprocess.run([installed / "env/bin/python", "-c", code], cwd=away, env=env, check=True)
    port = free_port()
    server = subprocess.Popen(
        [installed / "env/bin/zhuoji", "serve", "--port", str(port)],
        cwd=away, env=env, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        assert str(port) in server.stdout.readline()
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        for path in (
            "healthz",
            "",
            "tables",
            "learn",
            "rules",
            "static/js/main.js",
            "api/openapi.json",
            "source.zip",
        ):
            with opener.open(f"http://127.0.0.1:{port}/{path}", timeout=60) as answer:
                assert answer.status == 200
                assert answer.read()
    finally:
        server.terminate()
        rest, _ = server.communicate(timeout=60)
    assert server.returncode == 0  # SIGTERM is a clean end
    assert "Stopped" in rest
