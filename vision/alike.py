"""Three or four faces by themselves are most likely equal: 捉鸡 knows 碰 and 杠 but no 吃 (RULES 1), whatever each one looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from scoring.tiles import BACK, FACES, HONOURS, KINDS
from vision.detections import Floats
from vision.layout import Group
from vision.rows import Row
from vision.scene import Block

Kinds = npt.NDArray[np.intp]

SIZES = (3, 4)
LOSS = 6.0
"""How much less probable all of one kind may be than each as it looks, as a logarithm: 400 times."""
FLOOR = 0.01
"""Probability of a kind that got no score."""
CONFIDENT = 0.97
"""A tile surer than this is what it looks like."""


def supposed(scores: Floats, kinds: Kinds, rows: Sequence[Row]) -> list[tuple[Block, int]]:
    """Blocks of three or four tiles that may be of one kind though they don't look it, and that kind's column.

    ``scores`` (N, K) in the order of ``KINDS``, ``kinds`` (N,) how the tiles are read, ``rows`` how they lie.
    """
    out = []
    for row in rows:
        for block in row.blocks:
            faces = [i for i in block if KINDS[kinds[i]] != BACK]
            # Of a 碰 all three are seen, of a 闷豆 two at least.
            seen = len(faces) == len(block) if len(block) == min(SIZES) else len(faces) > 1
            if len(block) in SIZES and seen and len({int(kinds[i]) for i in faces}) > 1:
                kind = _one_kind(scores, kinds, faces)
                if kind is not None:
                    out.append((block, kind))
    return out


def borne_out(groups: Sequence[Group], block: Block) -> bool:
    """Whether the block was taken for a meld, or part of one."""
    return any(group.role == "meld" and set(block) <= set(group.tiles) for group in groups)


def _one_kind(scores: Floats, kinds: Kinds, faces: list[int]) -> int | None:
    """The suit tile (or honour, of other games) that all of them are with the least loss, one at least as it looks; None where that is too much."""
    own = scores[faces] / np.maximum(scores[faces].sum(axis=1, keepdims=True), 1.0)
    read = kinds[faces]
    looks = own[np.arange(len(faces)), read]
    likely = np.log(np.maximum(own, FLOOR))
    losses = {}
    for kind in sorted(set(read.tolist())):
        overturned = looks[read != kind]
        if KINDS[kind] in (*FACES, *HONOURS) and not (overturned > CONFIDENT).any():
            losses[kind] = float((np.log(np.maximum(looks, FLOOR)) - likely[:, kind]).sum())
    best = min(losses, key=lambda kind: losses[kind], default=None)
    return best if best is not None and losses[best] <= LOSS else None
