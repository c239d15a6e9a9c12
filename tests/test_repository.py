"""No secret lies in the repository, and what the program depends on is declared, free and found without a network."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# Secrets

SECRETS = {
    "private key": r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----",
    "AWS key": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})",
    "GitLab token": r"\bglpat-[\w-]{20,}",
    "Slack token": r"\bxox[abpr]-[\w-]{10,}",
    "Google key": r"\bAIza[0-9A-Za-z_-]{35}",
    "API key": r"\bsk-[A-Za-z0-9_-]{20,}",
    "PyPI token": r"\bpypi-[A-Za-z0-9_-]{40,}",
    "JWT": r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}",
    "password in a URL": r"\w+://[^\s:/@'\"{]+:(?!password@|secret@)[^\s@/'\"{]+@[\w.-]+",
    "assigned": r"(?i)\b(?:password|passwd|secret|api_?key|token)\b\s*[:=]\s*[\"'][A-Za-z0-9+/_=-]{16,}[\"']",
}
HUMBLE = {".onnx", ".bin", ".png", ".jpg", ".heic", ".sqlite3"}  # looked at as bytes, too


def tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in done.stdout.decode().split("\0") if name]


def found_in(text: str) -> list[str]:
    return [
        f"{name}: {match.group()[:60]}" for name, sign in SECRETS.items() for match in re.finditer(sign, text)
    ]


def test_no_secret_is_in_the_repository() -> None:
    found = {}
    for path in tracked():
        if path == Path(__file__) or not path.is_file():
            continue
        text = path.read_bytes().decode("latin-1")
        names = SECRETS if path.suffix not in HUMBLE else {"private key": SECRETS["private key"]}
        hits = [hit for hit in found_in(text) if hit.split(":")[0] in names]
        if hits:
            found[str(path.relative_to(ROOT))] = hits
    assert found == {}


def test_no_key_data_folder_or_weights_are_tracked() -> None:
    wrong = {".pem", ".key", ".p12", ".pt", ".pth", ".sqlite3", ".env"}
    found = [path for path in tracked() if path.suffix in wrong or path.name == ".env"]
    # One version of our own weights, to train on from (docs/training.md).
    assert [path.name for path in found] == ["tiles.pt"]


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN EC PRIVATE KEY-----",
        "AKIA" + "A1B2C3D4E5F6G7H8",
        "ghp_" + "a1" * 18,
        "postgresql://zhuoji:" + "hunter22@db.example/zhuoji",
        "api_key = '" + "0123456789abcdef0123'",
    ],
)
def test_a_secret_would_be_found(text: str) -> None:
    assert found_in(text)


# Dependencies

ALLOWED = (
    "MIT", "BSD", "Apache", "ISC", "PSF", "Python Software Foundation", "Zope", "ZPL", "HPND", "0BSD", "Zlib", "CC0",
    "LGPL", "MPL", "AGPL-3.0-only",
)  # fmt: skip
# One distribution ↔ the module it is imported as, where the names differ.
MODULES = {
    "opencv-python": "cv2", "pillow": "PIL", "pi-heif": "pi_heif", "pyyaml": "yaml",
}  # fmt: skip
APP = ("scoring", "vision", "webapp")


def closure(names: list[str]) -> dict[str, metadata.Distribution]:
    """What is installed for these, and for what they need in turn."""
    found: dict[str, metadata.Distribution] = {}
    waiting = list(names)
    while waiting:
        requirement = Requirement(waiting.pop())
        name = requirement.name.lower().replace("_", "-")
        if name in found or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        found[name] = metadata.distribution(name)
        assert requirement.specifier.contains(found[name].version, prereleases=True), str(requirement)
        waiting += found[name].requires or []
    return found


def licence(of: metadata.Distribution) -> str:
    said = of.metadata
    classifiers = [line for line in said.get_all("Classifier") or [] if line.startswith("License")]
    return " ".join(
        filter(None, [said.get("License-Expression"), (said.get("License") or "")[:80], *classifiers])
    )


def test_every_dependency_is_installed_in_range_and_free() -> None:
    """Licences that AGPL-3.0 can be given out with; told by what is installed, so no network is needed."""
    found = closure(PROJECT["dependencies"])
    assert len(found) > len(PROJECT["dependencies"])
    for name, distribution in found.items():
        assert any(word in licence(distribution) for word in ALLOWED), f"{name}: {licence(distribution)!r}"


def test_every_dependency_has_a_lower_bound_and_comes_from_the_index() -> None:
    extras = [line for lines in PROJECT["optional-dependencies"].values() for line in lines]
    for line in [*PROJECT["dependencies"], *extras]:
        assert "@" not in line, line
        if not line.startswith("types-"):
            assert ">=" in line, line


def imported(package: str) -> set[str]:
    """Top-level modules of others that a package of ours imports, anywhere in it."""
    found: set[str] = set()
    for path in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                found.add(node.module.split(".")[0])
    return found - set(sys.stdlib_module_names) - {"scoring", "vision", "webapp", "models", "datasets"}


def test_what_is_imported_is_declared_and_what_is_declared_is_used() -> None:
    declared = {
        MODULES.get(name, name)
        for name in (Requirement(line).name.lower() for line in PROJECT["dependencies"])
    }
    used = set().union(*(imported(package) for package in APP))
    assert used - declared <= {"werkzeug", "jinja2", "markupsafe"}  # Flask's own, there wherever Flask is
    assert declared <= used


def test_the_installed_app_needs_no_torch() -> None:
    names = set(closure(PROJECT["dependencies"]))
    assert not names & {"torch", "ultralytics", "onnx", "requests", "httpx", "urllib3"}
