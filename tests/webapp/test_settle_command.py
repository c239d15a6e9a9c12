"""`zhuoji settle`: files, batch, exit status, and input that isn't a situation (SPEC 2.2)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from tests.scoring.cases import base, examples, situation_of
from webapp.cli import main

SHARED = Path(__file__).resolve().parents[3] / "shared" / "tools" / "check_settle.py"
CLI = Path(sys.executable).parent / "zhuoji"


def run(*args, text=""):
    return CliRunner().invoke(main, ["settle", *args], input=text)


def test_one_situation_as_json_and_as_a_table(tmp_path):
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(base()), encoding="utf-8")
    answer = json.loads(run(str(file), "--json").output)
    assert answer["net"] == {"A": -8, "B": -3, "C": 14, "D": -3}
    table = run(str(file), "--explain").output
    for piece in ("A → C", "胡大对子", "净 (番): A -8  B -3  C +14  D -3", "翻开的是二万，鸡是三万。"):
        assert piece in table
    english = run(str(file), "--lang", "en").output
    assert "wins with all triplets" in english


def test_yaml_reads_as_well(tmp_path):
    file = tmp_path / "hand.yaml"
    file.write_text(yaml.safe_dump(base()), encoding="utf-8")
    assert json.loads(run(str(file), "--json").output)["ok"]


def test_a_dealer_profile_prints_the_next_dealer_and_what_was_assumed():
    example = next(e for e in examples() if e["id"] == "s4-06")
    table = run("-", text=json.dumps(situation_of(example))).output
    assert "下一局庄家 B，第 1 把" in table
    assert "＊ 原文没写" in table


def test_a_refusal_is_a_sentence_and_exit_status_1():
    done = run("-", text=json.dumps(base(flip="5z")))
    assert done.exit_code == 1
    assert "BAD_SITUATION [flip]" in done.output
    assert json.loads(run("-", "--json", text="[]").output)["error"]["code"] == "BAD_SITUATION"


@pytest.mark.parametrize("args", [[], ["/nonexistent/file.json"], ["-", "--lang", "fr"], ["-", "--loud"]])
def test_wrong_usage_is_exit_status_2(args):
    done = run(*args)
    assert done.exit_code == 2
    assert "Traceback" not in done.output


BAD_LINES = [
    "not json",
    '{"profile": "\\ud800", "players": {"A": {"hand": "1m"}, "B": {"hand": "1m"}}, "result": {"type": "draw"}}',
    "[1, 2",
    "1e999",
    '"x"',
    "null",
    '{"x": ' + "9" * 5000 + "}",
    "[" * 100_000,
    '{"profile": "guiyang-fan", "overlay": {"a": ' + "[" * 900 + "]" * 900 + "}}",
    json.dumps(base(overlay={"chicken.flip": float("nan")})),
    json.dumps(base(overlay={"chicken.flip": {"a": [1]}})),
    json.dumps(base(dealer_streak=10**40)),
]


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: line[:24])
def test_a_batch_never_stops_at_a_bad_line(line):
    good = json.dumps(base())
    done = run("-", "--batch", "--json", text=f"{good}\n{line}\n\n{good}\n")
    assert done.exit_code == 0
    answers = [json.loads(row) for row in done.output.splitlines()]
    assert [a["ok"] for a in answers] == [True, False, True]
    assert answers[1]["error"]["code"] == "BAD_SITUATION"
    assert answers[1]["error"]["message"]


def test_bytes_that_are_no_text():
    done = subprocess.run(
        [CLI, "settle", "-", "--batch", "--json"],
        input=b"\xff\xfe\x00\n\x80\n",
        capture_output=True,
        check=True,
    )
    assert [json.loads(row)["error"]["code"] for row in done.stdout.splitlines()] == ["BAD_SITUATION"] * 2
    assert done.stderr == b""


@pytest.mark.parametrize(
    "text", ["- [", "!!python/object:os.system x", "? [a]\n: b", "{1: 2}", "\x00", "a: 2020-01-01"]
)
def test_yaml_that_is_no_situation(text):
    done = run("-", "--json", text=text)
    assert done.exit_code == 1
    assert json.loads(done.output)["error"]["code"] == "BAD_SITUATION"


@pytest.mark.parametrize(
    ("text", "said"), [("", "空"), (" \n", "空"), ("foo bar", "这不是能读的 JSON / YAML")]
)
def test_nothing_and_mere_words_are_called_so(text, said):
    result = run("-", text=text)
    assert result.exit_code == 1
    assert said in result.output


def test_yaml_dates_in_an_overlay():
    done = run(
        "-", "--json", text=yaml.safe_dump(base()).replace("overlay: {}", "overlay: {2020-01-01: 2020-01-02}")
    )
    assert json.loads(done.output)["error"]["code"] == "BAD_SITUATION"


def test_settling_loads_neither_vision_nor_the_web():
    code = (
        "import sys, webapp.cli\n"
        "from click.testing import CliRunner\n"
        "CliRunner().invoke(webapp.cli.main, ['settle', '-', '--batch'], input='{}')\n"
        "print([m for m in ('cv2', 'onnxruntime', 'flask', 'torch', 'numpy', 'yaml') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_shared_checker_passes():
    if not SHARED.exists():
        pytest.skip("../shared isn't here")
    done = subprocess.run(
        [sys.executable, SHARED, "--cli", str(CLI)], capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[-1] == "121 passed, 0 failed", done.stdout
