"""What the hand page consists of, and one hash over it: the build that the service worker keeps whole."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

_HOME = files("webapp")
_IMPORT = re.compile(r'(?:from\s+|import\s*\(\s*|import\s+)"\./([\w]+\.js)"')
_BESIDE = ("page.css", "tiles.svg", "icon.svg", "icon-192.png")


def _script(name: str) -> Traversable:
    return _HOME / "static" / "js" / name


@lru_cache(maxsize=1)
def scripts() -> tuple[str, ...]:
    """``main.js`` and every module it imports, now or later, directly or not."""
    found: list[str] = []
    waiting = ["main.js"]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.append(name)
        waiting += _IMPORT.findall(_script(name).read_text(encoding="utf-8"))
    return tuple(sorted(found))


@lru_cache(maxsize=1)
def shell_files() -> tuple[str, ...]:
    """Addresses of everything the hand page needs besides itself."""
    faces = sorted(f"tiles/{item.name}" for item in (_HOME / "static" / "tiles").iterdir())
    return tuple(f"/static/{name}" for name in (*_BESIDE, *faces, *(f"js/{name}" for name in scripts())))


def _sources() -> list[Traversable]:
    templates = [_HOME / "templates" / name for name in ("base.html", "index.html", "sw.js")]
    words = [item for item in _HOME.iterdir() if item.name.endswith("texts.py")]
    static = [_HOME.joinpath(*address.strip("/").split("/")) for address in shell_files()]
    return [*templates, *sorted(words, key=lambda item: item.name), *static]


@lru_cache(maxsize=1)
def build() -> str:
    """A short name for exactly this page: it changes with any of its files, words or rules."""
    digest = sha256()
    for item in _sources():
        body = item.read_bytes()
        digest.update(f"{item.name}\0{len(body)}\0".encode())
        digest.update(body)
    for item in sorted((files("scoring") / "profiles").iterdir(), key=lambda item: item.name):
        if item.is_file():
            digest.update(item.read_bytes())
    return digest.hexdigest()[:16]
