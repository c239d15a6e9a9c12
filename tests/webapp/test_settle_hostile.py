"""`zhuoji settle` with files that mean harm: they may not hang it, nor speak to the terminal."""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.scoring.cases import base
from webapp.cli import main
from webapp.commands.terminal import said, visible

CLI = Path(sys.executable).parent / "zhuoji"
ESCAPES = "\x1b[31mred\x1b]0;title\x07\x9b2J\u202eabc"
HEAD = "players: {A: {hand: 1m}, B: {hand: 1m}}\nresult: {type: draw}\nprofile: guiyang-fan\n"


def bomb(levels: int = 9, width: int = 9) -> str:
    text = "&l0 [" + ",".join("x" * width) + "]"
    for level in range(1, levels):
        text = f"&l{level} [{text}" + f",*l{level - 1}" * (width - 1) + "]"
    return text


@pytest.mark.parametrize(
    "line", [f"flip: {bomb()}", f"overlay: {{chicken.flip_value: {bomb()}}}", f"variants: {bomb()}",
             f"overlay: {{<<: {{a: {bomb()}}}}}", "flip: &a [*a]"]
)  # fmt: skip
def test_aliases_of_aliases_end_in_a_sentence(tmp_path: Path, line: str) -> None:
    file = tmp_path / "bomb.yaml"
    file.write_text(HEAD + line, "utf-8")
    done = subprocess.run([CLI, "settle", str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "BAD_SITUATION" in done.stdout
    assert len(done.stdout) < 1000
    assert "Traceback" not in done.stderr


def test_an_alias_or_two_still_read(tmp_path: Path) -> None:
    file = tmp_path / "hand.yaml"
    whole = base()
    short = {key: value for key, value in whole.items() if key != "result"}
    file.write_text(json.dumps(short)[:-1] + f', "result": &r {json.dumps(whole["result"])}}}', "utf-8")
    assert CliRunner().invoke(main, ["settle", str(file)]).exit_code == 0


@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize(
    "change", [{"profile": ESCAPES}, {"flip": ESCAPES}, {ESCAPES: 1}, {"variants": [ESCAPES]},
               {"overlay": {ESCAPES: 1}}, {"players": {ESCAPES: {}}}, {"result": {"type": ESCAPES}},
               {"players": {"A": {"hand": ESCAPES}}}, {"dealer": ESCAPES}, {"profile": "x" * 50_000},
               {"y" * 50_000: 1}, {"flip": ["x" * 99] * 2000}]
)  # fmt: skip
def test_what_a_file_says_does_not_reach_the_terminal(
    change: dict[str, Any], as_json: bool, batch: bool
) -> None:
    words = ["settle", "-", *(["--json"] if as_json else []), *(["--batch"] if batch else [])]
    out = CliRunner().invoke(main, words, input=json.dumps(base() | change)).output
    assert "BAD_SITUATION" in out
    assert not [char for char in out if unicodedata.category(char) == "Cc" and char != "\n"]
    if not as_json:
        assert len(out) < 1200
        assert "\u202e" not in out
    else:
        assert json.loads(out)["ok"] is False


def test_what_is_quoted_is_cut_and_the_rest_of_the_sentence_stays() -> None:
    text = said("没有叫「" + "长" * 500 + "」的规则。可选：fangka。")
    assert text.endswith("…」的规则。可选：fangka。")
    assert len(text) < 100
    assert visible("a\x1b\n\ud800é中") == "a\\x1b\\n\\ud800é中"
