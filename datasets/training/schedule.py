"""How the learning rate runs over a training, step by step.

Ultralytics sets it once an epoch. A training of 25 minutes on two cores has three epochs and ends in the middle of the
fourth, so its rate would make three jumps and never come down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Schedule:
    """A warm-up, then half a cosine from 1 to ``last``; shares are of the whole training, 0 to 1."""

    warmup: float = 0.03
    last: float = 0.02
    mosaic_until: float = 0.85

    def rate(self, done: float) -> float:
        """The factor of the learning rate when the share ``done`` of the training is over."""
        if done < self.warmup:
            return done / self.warmup
        rest = min(1.0, (done - self.warmup) / (1 - self.warmup))
        return self.last + (1 - self.last) * (1 + math.cos(math.pi * rest)) / 2

    def plain(self, done: float) -> bool:
        """Whether photos come one by one from here on, not four in a mosaic."""
        return done >= self.mosaic_until


def share_done(
    steps: int, steps_in_all: int, seconds: float | None = None, seconds_in_all: float | None = None
) -> float:
    """The share of the training that is over, by the clock when it has one and by steps otherwise; at most 1."""
    if seconds is not None and seconds_in_all:
        return min(1.0, seconds / seconds_in_all)
    return min(1.0, steps / max(1, steps_in_all))
