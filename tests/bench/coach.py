"""The coach's answer to 14 tiles, all discards and every wait's money included."""

import random
import time

from scoring.profile import load_profile, profile_ids
from scoring.shanten import throws
from scoring.teach.coach import CoachHand, advise
from scoring.teach.coach_io import answer_json
from scoring.tiles import FACES
from tests.bench.settling import one_core

HANDS = 400


def hands(suits, seed):
    """Fourteen random tiles of some suits."""
    rng = random.Random(seed)
    wall = [tile for tile in FACES for _ in range(4) if tile[1] in suits]
    return [CoachHand(tuple(rng.sample(wall, 14))) for _ in range(HANDS)]


def near_ready(seed):
    """Hands a draw away from ready or complete: these have waits to value."""
    rng = random.Random(seed)
    out = []
    while len(out) < HANDS:
        (hand,) = rng.sample(hands(rng.choice(["mp", "s"]), rng.random()), 1)
        if min(throw.shanten for throw in throws(hand.concealed)) <= 0:
            out.append(hand)
    return out


def timed(name, dealt):
    """p50, p95 and the slowest, in ms; the slowest in CPU time too, which other work on the machine leaves alone."""
    profiles = [load_profile(name) for name in profile_ids()]
    took, busy = [], 0.0
    for i, hand in enumerate(dealt):
        profile = profiles[i % len(profiles)]
        start, cpu = time.perf_counter(), time.process_time()
        answer_json(hand, advise(hand, profile), profile, "zh")
        took.append((time.perf_counter() - start) * 1000)
        busy = max(busy, (time.process_time() - cpu) * 1000)
    took.sort()
    p50, p95 = took[len(took) // 2], took[len(took) * 95 // 100]
    print(
        f"{name:34} p50 {p50:6.1f} ms   p95 {p95:6.1f} ms   slowest {took[-1]:6.1f} ms (CPU {busy:.1f})   aim 50"
    )


def main():
    one_core()
    start = time.perf_counter()
    throws(hands("mps", 0)[0].concealed)
    print(f"{'first answer (tables built)':34} {(time.perf_counter() - start) * 1000:10.1f} ms")
    timed("any 14 tiles", hands("mps", 1))
    timed("14 tiles of one suit", hands("s", 2))
    timed("ready after a discard", near_ready(3))
