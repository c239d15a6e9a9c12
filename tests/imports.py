"""Who imports whom, read from the source: for the tests of the house and for its picture."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OURS = {"scoring", "vision", "models", "webapp", "datasets", "tests"}


def modules(package: str) -> list[Path]:
    """All files of a package, sorted."""
    return sorted((ROOT / package).rglob("*.py"))


def module_name(path: Path) -> str:
    """``scoring/rules/beans.py`` → ``scoring.rules.beans``."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def is_module(name: str) -> bool:
    """Whether a dotted name is one of our files or packages."""
    place = ROOT.joinpath(*name.split("."))
    return place.with_suffix(".py").exists() or (place / "__init__.py").exists()


def imports(path: Path) -> Iterator[tuple[str, int, bool]]:
    """(module, line, inside a function?) of every import in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inner = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [
                deeper if is_module(deeper := f"{node.module}.{alias.name}") else node.module
                for alias in node.names
            ]
        for name in names:
            yield name, node.lineno, id(node) in inner
