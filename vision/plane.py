"""A photo of a whole table seen from straight above: perspective taken out by the tiles' sizes and rows.

Tiles are of one size, so their apparent sizes give the horizon, and rows run in two directions at right
angles: enough to lay every tile on a plan in tile widths (SPEC 4 "tiles belong to the seat they face").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.rows import Row
from vision.scene import Scene
from vision.spacing import median, quantile

Doubles = npt.NDArray[np.float64]
LEAST_TILES = 12
LEAST_LINE = 3  # rows of fewer tiles have no direction of their own
ROUNDS = 6


@dataclass(frozen=True)
class Plan:
    """``places`` (N, 2): x to the right and y downwards in tile widths, rows along one of the axes."""

    places: Doubles
    across: tuple[Row, ...]  # rows along x
    down: tuple[Row, ...]  # rows along y


def lay_flat(scene: Scene) -> Plan | None:
    """The tiles on the table's plan; None where rows of both directions aren't seen, or too few tiles."""
    lines = [row for row in scene.rows if len(row.tiles) >= LEAST_LINE]
    if len(scene.tiles) < LEAST_TILES or not lines:
        return None
    # By the tiles, not by the photo's edges: a turned photo has others.
    low, high = scene.middles.min(axis=0), scene.middles.max(axis=0)
    middle, unit = (low + high) / 2, max(float((high - low).max()) / 2, 1e-6)
    points = (scene.middles - middle) / unit
    area = scene.sides.prod(axis=1) / unit**2
    horizon = _horizon(points, area)
    families = _families(lines, points, horizon)
    if families is None:
        return None
    horizon = _refined(points, families, horizon)
    families = _families(lines, points, horizon)
    if families is None:
        return None
    flat = _flat(points, horizon)
    axes = []
    for rows in families:
        way, step = _direction(flat, rows)
        axes.append(way * step)
    if axes[0][0] * axes[1][1] < axes[0][1] * axes[1][0]:
        # Near 45° the signs alone would mirror the table: the direction that slants more gives way.
        slant = [abs(axes[k][1 - k]) / float(np.hypot(*axes[k])) for k in (0, 1)]
        more = int(slant[1] >= slant[0])
        axes[more] = -axes[more]
    plan = flat @ np.linalg.inv(np.array(axes))
    one, other = families
    return Plan(plan, one, other)


def _flat(points: Doubles, horizon: Doubles) -> Doubles:
    return points / (1 + points @ horizon)[:, None]


def _horizon(points: Doubles, area: Doubles) -> Doubles:
    """(2,) h with depth ∝ 1 / (1 + h·p): a plane piece's area falls with the third power of its depth."""
    inverse = area ** (1 / 3)
    design = np.concatenate([np.ones((len(points), 1)), points], axis=1)
    weight = np.ones(len(points))
    fit = np.zeros(3)
    for _ in range(4):
        weighted = design * weight[:, None]
        fit = np.linalg.solve(weighted.T @ design + 1e-12 * np.eye(3), weighted.T @ inverse)
        off = np.abs(design @ fit - inverse) / max(1e-9, float(inverse.mean()))
        weight = 1 / (1 + (off / 0.05) ** 2)
    h = fit[1:] / max(1e-9, fit[0])
    # No tile may lie beyond the horizon.
    most = float(np.abs(points @ h).max(initial=0.0))
    return np.asarray(h * min(1.0, 0.8 / max(most, 1e-9)))


def _families(
    lines: Sequence[Row], points: Doubles, horizon: Doubles
) -> tuple[tuple[Row, ...], tuple[Row, ...]] | None:
    """The rows of either direction, those that lie flatter in the photo first."""
    angle = _Runs(lines).axes(_flat(points, horizon))
    weight = np.array([len(row.tiles) ** 2 for row in lines], float)
    # Directions at right angles are one direction four times round.
    common = np.angle((weight * np.exp(4j * angle)).sum()) / 4
    turn = np.angle(np.exp(2j * (angle - common))) / 2
    first = tuple(row for row, t in zip(lines, turn, strict=True) if abs(t) < np.pi / 4)
    second = tuple(row for row, t in zip(lines, turn, strict=True) if abs(t) >= np.pi / 4)
    if not first or not second:
        return None
    level = [
        sum(len(row.tiles) * abs(np.cos(row.angle)) for row in rows) / sum(len(row.tiles) for row in rows)
        for rows in (first, second)
    ]
    return (first, second) if level[0] >= level[1] else (second, first)


def _direction(flat: Doubles, rows: Sequence[Row]) -> tuple[Doubles, float]:
    """Unit direction of a family, rightwards or downwards, and the usual step along it."""
    total = np.zeros((2, 2))
    steps = []
    for row in rows:
        p = flat[list(row.tiles)]
        centred = p - p.mean(axis=0)
        total += centred.T @ centred
        steps += [float(v) for v in np.hypot(*np.diff(p, axis=0).T)]
    way = np.linalg.eigh(total)[1][:, 1]
    main = int(np.abs(way).argmax())
    way = way * np.sign(way[main])
    return way, quantile(steps, 0.4)


def _refined(points: Doubles, families: tuple[tuple[Row, ...], tuple[Row, ...]], horizon: Doubles) -> Doubles:
    """The horizon at which rows of a family run parallel with equal steps: Gauss-Newton from the sizes' guess."""
    start = horizon.copy()
    h = horizon.copy()
    runs = [_Runs(rows) for rows in families]
    miss = _misses(points, runs, h, start)
    for _ in range(ROUNDS):
        slope = np.stack(
            [(_misses(points, runs, h + d, start) - miss) / 1e-4 for d in 1e-4 * np.eye(2)], axis=1
        )
        weight = 1 / (1 + (miss / 0.1) ** 2)
        left = slope.T @ (slope * weight[:, None]) + 1e-3 * np.eye(2)
        move = np.linalg.solve(left, -slope.T @ (miss * weight))
        size = float(np.hypot(*move))
        move *= min(1.0, 0.15 / max(size, 1e-9))
        if np.abs(points @ (h + move)).max() > 0.85:
            break
        h = h + move
        miss = _misses(points, runs, h, start)
        if size < 1e-3:
            break
    return h


class _Runs:
    """Several rows of at least two tiles each, measured all at once."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.tiles = np.array([i for row in rows for i in row.tiles])
        self.counts = np.array([len(row.tiles) for row in rows])
        self._starts = np.cumsum(self.counts) - self.counts
        self._inside = np.ones(len(self.tiles) - 1, bool)
        self._inside[self._starts[1:] - 1] = False

    def axes(self, places: Doubles) -> Doubles:
        """The main axis of each row, as ``main_axis``."""
        p = places[self.tiles]
        centred = p - np.repeat(self._sums(p) / self.counts[:, None], self.counts, axis=0)
        x, y = centred.T
        xy, xx, yy = self._sums(np.stack([x * y, x * x, y * y], axis=1)).T
        return np.asarray(np.arctan2(2 * xy, xx - yy) / 2)

    def steps(self, places: Doubles) -> Doubles:
        """The distances from tile to tile in every row, one after the other."""
        delta = np.diff(places[self.tiles], axis=0)
        return np.asarray(np.hypot(delta[:, 0], delta[:, 1])[self._inside])

    def _sums(self, values: Doubles) -> Doubles:
        return np.asarray(np.add.reduceat(values, self._starts, axis=0))


def _misses(points: Doubles, families: Sequence[_Runs], h: Doubles, start: Doubles) -> Doubles:
    flat = _flat(points, h)
    out = [4.0 * (h - start)]  # the sizes have a say, too
    for runs in families:
        way = runs.axes(flat)
        common = np.angle((runs.counts**2 * np.exp(2j * way)).sum()) / 2
        out.append(np.angle(np.exp(2j * (way - common))) / 2 * runs.counts)
        steps = np.log(np.maximum(runs.steps(flat), 1e-6))
        out.append(0.7 * np.clip(steps - median(steps), -0.5, 0.5))
    return np.concatenate(out)
