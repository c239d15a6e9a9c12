"""The house: arrows run one way, no file grows past a screenful of screens, nothing heavy loads early (design §1)."""

import ast
import re
import subprocess
import sys

import pytest

from scoring.profile import profile_ids
from tests import picture
from tests.imports import OURS, ROOT, imports, module_name, modules

LIMIT = 400

ALLOWED = {
    "scoring": set(),
    "vision": {"scoring.tiles", "scoring.errors"},
    "models": set(),
    "datasets": {"scoring", "vision", "models"},
    "webapp": {"scoring", "vision", "models"},
}


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
            graph[module_name(path)] = {
                n for n, _, late in imports(path) if not late and n.split(".")[0] in OURS
            }
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


@pytest.mark.parametrize("package", ALLOWED)
def test_folders_of_a_package_form_no_circle(package):
    """A table is made of what four small rules find out, and the other rules read it: the one exception."""
    known = {"scoring": [{"rules", "table"}]}
    assert picture.circles(picture.units(package)) == known.get(package, [])


def test_scripts_form_no_circle():
    scripts = {
        path.name: path.read_text(encoding="utf-8") for path in (ROOT / "webapp/static/js").glob("*.js")
    }
    graph = {
        name: set(re.findall(r'^import .*?"\./(\w+\.js)"', text, flags=re.M))
        for name, text in scripts.items()
    }
    assert graph["main.js"] <= scripts.keys()
    assert picture.circles(graph) == []


def test_the_picture_is_of_this_house():
    """`make picture` draws it anew."""
    assert picture.PICTURE.read_text(encoding="utf-8") == picture.draw()


def test_the_picture_puts_a_name_above_all_it_imports():
    graph = {"a": {"b", "c"}, "b": {"c"}, "c": set(), "d": {"e"}, "e": {"d", "c"}, "f": set()}
    assert picture.rows(graph) == [["a"], ["b", "d", "e"], ["c", "f"]]
    assert picture.circles(graph) == [{"d", "e"}]


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
