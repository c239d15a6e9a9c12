"""What the page's scripts may rest on: plain http over the LAN, a tab, and a host that does the reading."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.webapp.conftest import ROOT

STATIC = ROOT / "webapp" / "static"
SCRIPTS = sorted((STATIC / "js").glob("*.js"))
TEMPLATES = sorted((ROOT / "webapp" / "templates").glob("*"))
# What exists in secure contexts only, and how a line that uses it must guard itself.
GUARDED = {
    r"navigator\.clipboard": r"navigator\.clipboard\?\.writeText\)",
    r"navigator\.share\(": r"canShare",
    r"navigator\.mediaDevices": r"isSecureContext|try \{",
    r"navigator\.serviceWorker": r'protocol !== "https:"',
    r"indexedDB\.": r"try \{",
    r"localStorage|sessionStorage": r"try \{",
}


def code(path: object) -> str:
    """A script without its comments."""
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    return re.sub(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", "", text, flags=re.S)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_nothing_needs_a_secure_context(path: object) -> None:
    """randomUUID, clipboard, share, camera stream, service worker: used only behind a question."""
    text = code(path)
    assert "randomUUID" not in text
    assert "crypto." not in text
    for used, guard in GUARDED.items():
        if re.search(used, text):
            assert re.search(guard, text), used


def test_the_guards_are_looked_for() -> None:
    """The pattern above finds what it is to find."""
    found = {used for used in GUARDED for path in SCRIPTS if re.search(used, code(path))}
    assert found == set(GUARDED)


@pytest.mark.parametrize("path", [*SCRIPTS, *TEMPLATES], ids=lambda path: path.name)
def test_recognition_runs_on_the_host(path: object) -> None:
    """onnxruntime#26827: WebGPU in the page crashes iOS. No page carries a model or a runtime for one."""
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert not re.search(r"navigator\.gpu|WebGPU|WebAssembly|onnx|\.wasm|tensorflow|getContext\(.webgl", text)


def test_no_model_is_among_the_files_of_the_page() -> None:
    kinds = {path.suffix for path in STATIC.rglob("*") if path.is_file()}
    assert kinds <= {".js", ".css", ".svg", ".png"}


@pytest.mark.parametrize("path", ["/", "/tables", "/learn", "/rules"])
def test_from_the_home_screen_it_opens_as_a_tab(client: FlaskClient, path: str) -> None:
    """webrtc/samples#933: a page that asks to stand alone loses iOS' camera input. Ours never asks."""
    page = client.get(path, follow_redirects=True).get_data(as_text=True)
    assert "<html" in page
    assert 'rel="manifest"' not in page
    assert "web-app-capable" not in page
    assert client.get("/manifest.webmanifest").status_code == 404


def test_the_camera_button_is_a_plain_file_input(client: FlaskClient) -> None:
    """It works without live view, in a tab and from the home screen, with and without https."""
    page = client.get("/").get_data(as_text=True)
    camera = re.search(r'<input[^>]*id="camera"[^>]*>', page)
    assert camera is not None
    assert 'type="file"' in camera.group()
    assert 'capture="environment"' in camera.group()
    album = re.search(r'<input[^>]*id="album"[^>]*>', page)
    assert album is not None
    assert "capture" not in album.group()
