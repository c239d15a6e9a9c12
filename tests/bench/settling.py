"""Settlements a second through `zhuoji settle --batch`, and hands decided against the PyPI package `mahjong`."""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from scoring.hands import patterns
from scoring.tiles import FACES, INDEX, counts
from tests.oracle.random_situations import random_situation
from tests.scoring.cases import examples, situation_of

CLI = Path(sys.executable).parent / "zhuoji"


def one_core():
    """Keep this process and its children on one core, so that a figure is a core's."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def batch_seconds(lines):
    """CPU seconds and wall seconds of one `settle --batch --json` over these lines."""
    with tempfile.TemporaryFile() as file:
        file.write(b"".join(lines))
        file.seek(0)
        before = os.times()
        start = time.perf_counter()
        subprocess.run(
            [CLI, "settle", "-", "--batch", "--json"], stdin=file, stdout=subprocess.DEVNULL, check=True
        )
        wall = time.perf_counter() - start
        after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system, wall


def lines_of(situations):
    return [json.dumps(s, ensure_ascii=False).encode() + b"\n" for s in situations]


def settlements():
    print("settlements through `zhuoji settle - --batch --json`, one core (start-up included in wall)")
    print(f"{'situations':>28} {'CPU s':>8} {'wall s':>8} {'a second':>9}")
    worked = lines_of(situation_of(e) for e in examples())
    for repeat in (1, 10, 100, 200):
        cpu, wall = batch_seconds(worked * repeat)
        name = f"{len(worked) * repeat} (examples)"
        print(f"{name:>28} {cpu:8.2f} {wall:8.2f} {len(worked) * repeat / wall:9.0f}")
    distinct = lines_of(random_situation(random.Random(seed)) for seed in range(5000))
    cpu, wall = batch_seconds(distinct)
    print(f"{'5000 (random, all distinct)':>28} {cpu:8.2f} {wall:8.2f} {5000 / wall:9.0f}")


def random_complete_hand(rng):
    """Fourteen tiles that are a hand: sets and a pair of one deck."""
    while True:
        tiles = [rng.choice(FACES)] * 2
        for _ in range(4):
            suit = rng.choice("mps")
            if rng.random() < 0.35:
                tiles += [rng.choice("123456789") + suit] * 3
            else:
                low = rng.randint(1, 7)
                tiles += [f"{low + k}{suit}" for k in range(3)]
        if max(counts(tiles)) <= 4:
            return tiles


def hands_against_mahjong():
    try:
        from mahjong.agari import Agari
    except ImportError:
        print("package `mahjong` isn't installed (extra dev): nothing to compare with")
        return
    rng = random.Random(1)
    hands = [
        random_complete_hand(rng)
        if rng.random() < 0.5
        else rng.sample([t for t in FACES for _ in range(4)], 14)
        for _ in range(5000)
    ]
    ours_in = [counts(h) for h in hands]
    theirs_in = [c + [0] * 7 for c in ours_in]

    def timed(body, inputs):
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            out = [body(x) for x in inputs]
            best = min(best, time.process_time() - start)
        return out, best

    ours, ours_s = timed(lambda c: bool(patterns(c)), ours_in)
    # its suits are man, pin, sou in that order as ours are
    assert [INDEX[tile] for tile in ("1m", "1p", "1s")] == [0, 9, 18]
    theirs, theirs_s = timed(lambda c: bool(Agari.is_agari(c)), theirs_in)
    same = sum(a == b for a, b in zip(ours, theirs, strict=True))
    print("\nis this 14-tile hand complete, and which patterns? (half are hands; same inputs, same run)")
    print(f"  ours, with patterns      {len(hands) / ours_s:10.0f} hands/s")
    print(f"  mahjong, yes or no only  {len(hands) / theirs_s:10.0f} hands/s")
    print(f"  ratio ours : mahjong     {theirs_s / ours_s:10.2f}")
    print(f"  same answer on {same} of {len(hands)}")


def main():
    one_core()
    settlements()
    hands_against_mahjong()
