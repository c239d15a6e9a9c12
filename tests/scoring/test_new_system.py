"""A new rule system is a new file and nothing else (docs/architecture.md): no line of code knows their names."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tests.imports import ROOT


def test_a_file_more_is_a_system_more(tmp_path: Path) -> None:
    """`kitchen` is `fangka` where a flipped chicken pays 5: it is listed, described and settled by."""
    shutil.copytree(ROOT / "scoring", tmp_path / "scoring", ignore=shutil.ignore_patterns("__pycache__"))
    folder = tmp_path / "scoring" / "profiles"
    text = (folder / "fangka.toml").read_text(encoding="utf-8")
    head, dot, rest = text.partition('"chicken.flip_value" = { value = ')
    assert dot
    text = f"{head}{dot}5{rest[rest.index(',') :]}".replace('id = "fangka"', 'id = "kitchen"', 1)
    (folder / "kitchen.toml").write_text(text, encoding="utf-8")
    code = """
import json
from scoring.codec import settle_json
from scoring.describe import describe_all, describe_profile
from scoring.profile import profile_ids
situation = json.load(open("hand.json")) | {"dealer": "D"}
nets = [settle_json(situation | {"profile": name})["net"] for name in ("fangka", "kitchen")]
sentences = [item["sentence"] for item in describe_profile("kitchen", "en")["parameters"] if item["name"] == "chicken.flip_value"]
print(json.dumps([list(profile_ids()), nets, sentences, [item["id"] for item in describe_all("zh")]]))
"""
    shutil.copy(ROOT / "docs" / "examples" / "hand.json", tmp_path / "hand.json")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    names, (plain, kitchen), (sentence,), described = json.loads(done.stdout)
    assert "kitchen" in names
    assert names == described
    assert kitchen["C"] - plain["C"] == 3 * 3 * (5 - 1)  # three flipped chickens, three payers
    assert "5" in sentence
