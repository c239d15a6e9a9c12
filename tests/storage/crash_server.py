"""A real server over a data folder, for the kill -9 test: prints its port, serves until killed."""

import sys
from pathlib import Path

from webapp.commands.serve import bind, make_server
from webapp.config import Config

listening = bind("127.0.0.1", 0)
server = make_server(Config(data_dir=Path(sys.argv[1]), load_model=False), listening)
print(listening.getsockname()[1], flush=True)
server.run()
