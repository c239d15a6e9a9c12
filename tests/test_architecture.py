"""The house: arrows run one way, no file grows past a screenful of screens, nothing heavy loads early (design §1)."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.profile import profile_ids

ROOT = Path(__file__).resolve().parents[1]
OURS = {"scoring", "vision", "models", "webapp", "datasets", "tests"}
LIMIT = 400

ALLOWED = {
    "scoring": set(),
    "vision": {"scoring.tiles", "scoring.errors"},
    "models": set(),
    "datasets": {"scoring", "vision", "models"},
    "webapp": {"scoring", "vision", "models"},
}


def modules(package):
    return sorted((ROOT / package).rglob("*.py"))


def is_module(name):
    """Whether a dotted name is one of our files or packages."""
    place = ROOT.joinpath(*name.split("."))
    return place.with_suffix(".py").exists() or (place / "__init__.py").exists()


def imports(path):
    """(module, line, inside a function?) of every import in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inner = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [
                deeper if is_module(deeper := f"{node.module}.{alias.name}") else node.module
                for alias in node.names
            ]
        for name in names:
            yield name, node.lineno, id(node) in inner


def may_import(package, name):
    return name.split(".")[0] == package or any(
        name == allowed or name.startswith(allowed + ".") for allowed in ALLOWED[package]
    )


@pytest.mark.parametrize("package", ALLOWED)
def test_imports_run_one_way(package):
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in modules(package)
        for name, line, _ in imports(path)
        if name.split(".")[0] in OURS and not may_import(package, name)
    ]
    assert not wrong, "\n".join(wrong)


def test_no_circular_import_inside_a_package():
    """Module-level imports of our own modules form no circle."""
    graph = {}
    for package in ALLOWED:
        for path in modules(package):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            graph[name] = {n for n, _, late in imports(path) if not late and n.split(".")[0] in OURS}
    done, trail = set(), []

    def visit(name):
        if name in trail:
            pytest.fail(" → ".join([*trail[trail.index(name) :], name]))
        if name in done or name not in graph:
            return
        trail.append(name)
        for target in graph[name]:
            visit(target)
        trail.pop()
        done.add(name)

    for name in graph:
        visit(name)


def test_files_stay_small():
    suffixes = {".py", ".js", ".css"}
    sizes = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for package in OURS
        for path in (ROOT / package).rglob("*")
        if path.suffix in suffixes and "vendor" not in path.parts
    }
    large = {name: n for name, n in sizes.items() if n > LIMIT}
    assert not large, f"split these: {large}"


def test_no_rule_system_is_named_in_code():
    """A profile is data: its name may stand in its file, tests and texts, never in code that decides."""
    named = []
    for package in ("scoring", "vision", "webapp"):
        for path in modules(package):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Compare | ast.Match):
                    named += [
                        f"{path.relative_to(ROOT)}:{node.lineno}"
                        for leaf in ast.walk(node)
                        if isinstance(leaf, ast.Constant) and leaf.value in profile_ids()
                    ]
    assert not named


def test_the_checks_above_can_fail(tmp_path):
    file = tmp_path / "x.py"
    file.write_text("from webapp import app\ndef f():\n    import scoring.settle\n", encoding="utf-8")
    assert list(imports(file)) == [("webapp.app", 1, False), ("scoring.settle", 3, True)]
    assert not may_import("vision", "scoring.settle")
    assert not may_import("scoring", "vision.reading")
    assert may_import("vision", "scoring.tiles")


@pytest.mark.parametrize(
    ("module", "never"),
    [
        ("scoring.codec", ("numpy", "flask", "cv2", "onnxruntime", "yaml")),
        ("vision.reading", ("torch", "ultralytics", "flask")),
        ("webapp.app", ("torch", "ultralytics", "datasets")),
    ],
)
def test_nothing_heavy_comes_along(module, never):
    code = f"import sys, {module}; print([m for m in {never!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"
