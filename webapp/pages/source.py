"""The source of the very program that answers, for everybody who uses it over the network (AGPL-3.0 §13)."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from importlib import metadata
from importlib.resources import files
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from flask import Blueprint, Response, render_template, send_file

PACKAGES = ("scoring", "vision", "webapp", "models")
BESIDE = (
    "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "Makefile", "docs/images/architecture.svg",
    "packaging/Dockerfile", "packaging/Dockerfile.dockerignore", "packaging/zhuoji.service",
)  # fmt: skip
TREE = ("datasets", "tests", "docs")
TEXT = frozenset({".py", ".md", ".toml", ".yaml", ".yml", ".json"})
"""What of the tree is source: photos and other people's data that lie beside it are not ours to hand out."""
SKIPPED = frozenset({"__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", "node_modules"})
_PACKING = Lock()


def _below(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if (
            path.is_file()
            and not path.is_symlink()
            and not SKIPPED & set(path.parts)
            and path.suffix not in (".pyc", ".pyo")
        ):
            yield path


def _clone() -> Path | None:
    """The repository this runs from, None for an installed wheel."""
    root = Path(str(files("webapp"))).parent
    return root if (root / "pyproject.toml").is_file() else None


def parts() -> Iterator[tuple[str, Path]]:
    """Name in the archive and file of everything this program is made of and built with."""
    for package in PACKAGES:
        home = Path(str(files(package)))
        yield from ((f"{package}/{path.relative_to(home).as_posix()}", path) for path in _below(home))
    root = _clone()
    if root:
        yield from ((name, root / name) for name in BESIDE if (root / name).is_file())
        for name in TREE:
            tree = (path for path in _below(root / name) if path.suffix in TEXT)
            yield from ((path.relative_to(root).as_posix(), path) for path in tree)
        return
    for item in metadata.files("zhuoji") or ():
        path = Path(str(item.locate()))
        if PurePosixPath(item).name in ("METADATA", "LICENSE") and path.is_file():
            yield PurePosixPath(item).name, path


def pack(version: str) -> IO[bytes]:
    """The archive in a temporary file, at its beginning."""
    out = tempfile.TemporaryFile()  # noqa: SIM115 - the response closes it
    with _PACKING, ZipFile(out, "w", ZIP_DEFLATED, compresslevel=6) as archive:
        for name, path in parts():
            archive.write(path, f"zhuoji-{version}/{name}")
    out.seek(0)
    return out


def blueprint(version: str) -> Blueprint:
    """The page that says so, and the archive."""
    bp = Blueprint("source", __name__)

    @bp.get("/source")
    def page() -> str:
        return render_template("source.html", clone=_clone() is not None)

    @bp.get("/source.zip")
    def archive() -> Response:
        return send_file(
            pack(version),
            mimetype="application/zip",
            as_attachment=True,
            download_name=f"zhuoji-{version}.zip",
            etag=False,
        )

    return bp
