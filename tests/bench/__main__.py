"""`make bench [ONLY=settling]`: every benchmark, or one."""

import importlib
import sys

NAMES = ("settling", "reading", "peer", "layout", "coach", "ledger", "serving")


def main():
    wanted = sys.argv[1:] or NAMES
    for name in wanted:
        print(f"== {name} ==")
        importlib.import_module(f"tests.bench.{name}").main()
        print()


if __name__ == "__main__":
    main()
