"""docs/pitfalls.md and docs/threats.md: every row names tests that exist, no report of ../shared is left out."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "pitfalls.md"
THREATS = ROOT / "docs" / "threats.md"
GIVEN = ROOT.parent / "shared" / "pitfalls.md"
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
HEADS = {"report", "wish", "what they could try", "what it could try", "asset", "fault", "---"}


def rows(text: str) -> list[list[str]]:
    """The cells of every row of every table, headings left out."""
    lines = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line] for line in lines if line[0].strip() not in HEADS]


@cache
def named_in(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


OURS = rows(PAGE.read_text(encoding="utf-8"))
ATTACKS = rows(THREATS.read_text(encoding="utf-8").split("## A stranger", 1)[1])


@pytest.mark.parametrize("row", [*OURS, *ATTACKS], ids=lambda row: row[0][:40])
def test_every_row_names_tests_that_exist(row: list[str]) -> None:
    assert len(row) == 3
    named = TEST.findall(row[2])
    assert named
    assert not re.sub(TEST, "", row[2]).strip(), "something that is no test"
    for file, name in named:
        assert name in named_in(ROOT / file), f"{file} has no {name}"


def test_tests_named_in_passing_exist_too() -> None:
    for page in (PAGE, THREATS):
        named = TEST.findall(page.read_text(encoding="utf-8"))
        assert len(named) > 30
        assert [f"{file}::{name}" for file, name in named if name not in named_in(ROOT / file)] == []


def test_no_report_is_left_out() -> None:
    if not GIVEN.exists():
        pytest.skip("no ../shared/pitfalls.md beside the repository")
    text = GIVEN.read_text(encoding="utf-8")
    ours = [row[0] for row in OURS]
    given = rows(text)
    assert len(given) > 35
    for report, *_ in given:
        assert sum(own.startswith(report) for own in ours) == 1, report
    asked = text.split("again and again\n")[1].replace("\n", " ").rstrip(" .").split(" · ")
    assert len(asked) == 8
    for wish in asked:
        assert wish.strip() in ours, wish


def test_a_missing_test_would_be_noticed() -> None:
    assert "test_nothing_like_it" not in named_in(Path(__file__))
    assert "test_no_report_is_left_out" in named_in(Path(__file__))
