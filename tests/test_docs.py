"""Every command and worked example in README and docs runs, every link leads somewhere."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from webapp.cli import main

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted(ROOT.glob("models/*.md")),
]

# What a test shouldn't start: servers, minutes of work, things that need torch or ../shared.
NOT_RUN = ("serve", "train", "export", "evaluate", "render", "data", "backup")


def fences(page, language):
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.M | re.S)


def console_commands():
    for page in PAGES:
        for block in fences(page, "console"):
            lines = block.splitlines()
            for i, line in enumerate(lines):
                if line.startswith("$ zhuoji "):
                    shown = []
                    for after in lines[i + 1 :]:
                        if after.startswith("$ "):
                            break
                        shown.append(after)
                    yield pytest.param(
                        line[2:], "\n".join(shown).strip("\n"), id=f"{page.name}: {line[2:60]}"
                    )


@pytest.mark.parametrize(("command", "shown"), [*console_commands()])
def test_command_runs_and_prints_what_is_shown(command, shown, monkeypatch):
    words = shlex.split(command, comments=True)[1:]
    if words[0] in NOT_RUN:
        assert CliRunner().invoke(main, [words[0], "--help"]).exit_code == 0
        return
    if any("../shared" in word for word in words) and not (ROOT.parent / "shared").exists():
        pytest.skip("../shared isn't here")
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    if shown:
        assert shown in done.output


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_make_targets_exist(page):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for block in fences(page, "sh"):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["make"]:
                targets = [w for w in words[1:] if "=" not in w]
                assert all(re.search(rf"^{t}:", makefile, flags=re.M) for t in targets), line


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_example_in_the_readme_is_the_file():
    shown = fences(ROOT / "README.md", "json")
    assert json.loads(shown[0]) == json.loads((ROOT / "docs/examples/hand.json").read_text(encoding="utf-8"))


def test_python_versions_listed_are_the_ones_tested():
    """pyproject lists only versions `make test` was run on: see CHANGELOG and the closing notes."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = re.findall(r"Python :: (3\.\d+)", text)
    assert listed == ["3.11"]
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in listed or sys.version_info > (3, 11)


def test_the_console_script_is_installed():
    done = subprocess.run(
        [Path(sys.executable).parent / "zhuoji", "--version"], capture_output=True, text=True, check=True
    )
    assert "zhuoji" in done.stdout
