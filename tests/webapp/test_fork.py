"""The detector's session and the threads of the pool don't survive a fork (onnxruntime#9800, gunicorn#2873)."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.webapp.conftest import ROOT

# A server that builds the application first and forks its workers then, as `gunicorn --preload` does.
SCRIPT = """
import io, json, os, sys, threading
from pathlib import Path
from webapp.app import create_app
from webapp.config import Config

early = sys.argv[1] == "loaded"
photo = Path("webapp/samples/hand-1/flip.jpg").read_bytes()
app = create_app(Config(load_model=early))
pool = app.extensions["zhuoji"]["pool"]
if early:
    assert pool.submit(photo, "a.jpg", "zh").result(120)["ok"]
out, into = os.pipe()
child = os.fork()
if not child:
    statuses = []
    def send():
        form = {"photo": (io.BytesIO(photo), "a.jpg")}
        statuses.append(app.test_client().post("/api/read", data=form).status_code)
    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    os.write(into, json.dumps(statuses).encode())
    os._exit(0)
os.close(into)
print(os.read(out, 1000).decode())
os.waitpid(child, 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.parametrize("model", ["loaded", "untouched"])
def test_eight_uploads_after_a_fork_all_end(model: str) -> None:
    """Whether or not the model was loaded before the fork: the worker loads its own and reads."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, model], capture_output=True, text=True, cwd=ROOT, timeout=240
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [200] * 8
