"""Runs our scripts that need no screen in Node, where there is one: quicker than a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import Any

import pytest

from tests.webapp.conftest import ROOT

SCRIPTS = ROOT / "webapp" / "static" / "js"
SCREEN = """
class Node {
  constructor(tag) { Object.assign(this, { tag, className: "", children: [], attributes: {} }); }
  append(...nodes) { this.children.push(...nodes); }
  replaceChildren(...nodes) { this.children = nodes; }
  setAttribute(name, value) { this.attributes[name] = value; }
  addEventListener() {}
  get textContent() { return this.children.map((child) => child.textContent ?? String(child)).join(""); }
}
const places = new Map([["boot", { textContent: JSON.stringify(given.boot) }]]);
const kept = new Map(Object.entries(given.kept ?? {}));
Object.assign(globalThis, {
  window: globalThis,
  addEventListener() {},
  location: new URL("http://192.168.0.9:8000/"),
  localStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
  document: {
    body: new Node("body"),
    addEventListener() {},
    createElement: (tag) => new Node(tag),
    createElementNS: (_, tag) => new Node(tag),
    getElementById(id) {
      if (!places.has(id)) places.set(id, new Node("div"));
      return places.get(id);
    },
  },
  fetch: () => new Promise(() => {}),
});
"""
"""As much of a page as our modules need to be imported and to build elements: ``given.boot``, ``given.kept``."""


def run(script: str, given: Any = None) -> Any:
    """What the module ``script`` leaves in ``out``; it has ``given``, and imports ours as ``./name.js``."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    source = re.sub(r'(from |import\()"\./', rf'\g<1>"{SCRIPTS.as_uri()}/', script)
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
