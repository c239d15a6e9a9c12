"""`make bench ONLY=layout`: how long groups and constraints take, for 14 to 150 boxes (SPEC 4; ≤ 15 ms for 150)."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from scoring.tiles import FACES
from tests.vision.table import HEIGHT, WIDTH, Table
from vision.consistent import changes
from vision.groups import find_groups

ROUNDS = 15


def whole_table(hand: int, pond: int, wall: int, seed: int = 1) -> Table:
    """Four seats with hands, ponds of two rows and walls, a little askew."""
    deck = list(np.random.default_rng(seed).permutation([tile for tile in FACES for _ in range(4)]))
    table = Table()
    for seat in range(4):
        turn = np.deg2rad(90.0 * seat)
        way, out = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])

        def lay(
            names: list[str], depth: float, way: object = way, out: object = out, seat: int = seat
        ) -> None:
            start = np.asarray(out) * depth - np.asarray(way) * len(names) / 2 * WIDTH
            table.row(names, start[0], start[1], 90.0 * seat)

        lay([str(deck.pop()) for _ in range(hand)], 12.5 * WIDTH)
        if wall:
            lay(["back"] * wall, 10 * WIDTH)
        for line in range(-(-pond // 6)):
            count = min(6, pond - 6 * line)
            lay([str(deck.pop()) for _ in range(min(count, len(deck)))], 4 * WIDTH + line * HEIGHT)
    return table


def milliseconds(work: Callable[[], object]) -> tuple[float, float]:
    """Median and worst processor time."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return float(np.median(times)), max(times)


def main() -> None:
    """One hand, and whole tables of growing size."""
    one = Table()
    one.row([*FACES[:13], "9s"], 0, 0)
    cases = {"one hand": (one, False)}
    for hand, pond, wall in ((13, 6, 0), (13, 12, 6), (13, 14, 10)):
        table = whole_table(hand, pond, wall)
        cases[f"whole table of {len(table.tiles)}"] = (table, True)
    print("processor ms, median / most    groups          constraints")
    for name, (table, full) in cases.items():
        boxes, size = table.boxes(4.0), table.size(4.0)
        groups = find_groups(table.tiles, boxes, *size, full)
        layout = milliseconds(lambda t=table, b=boxes, s=size, f=full: find_groups(t.tiles, b, *s, f))
        scores = [{tile: 0.9, FACES[k % 27]: 0.05} for k, tile in enumerate(table.tiles)]
        mend = milliseconds(lambda s=scores, g=groups: changes(s, g))
        print(f"{name:28} {layout[0]:8.1f} / {layout[1]:.1f} {mend[0]:10.1f} / {mend[1]:.1f}")


if __name__ == "__main__":
    main()
