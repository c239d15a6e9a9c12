"""Runs our scripts that need no screen in Node, where there is one: quicker than a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from tests.webapp.conftest import ROOT

SCRIPTS = ROOT / "webapp" / "static" / "js"


def run(script: str, given: Any = None) -> Any:
    """What the module ``script`` leaves in ``out``; it has ``given``, and imports ours from ``./name.js``."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    source = script.replace('from "./', f'from "{SCRIPTS.as_uri()}/')
    ended = f"{source}\nconsole.log(JSON.stringify(out));"
    head = f"const given = {json.dumps(given)};\nlet out = null;\n"
    done = subprocess.run(
        [node, "--experimental-default-type=module", "--input-type=module", "-e", head + ended],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
