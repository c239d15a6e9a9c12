"""On a whole table a tile that looks face down in the midst of a pond is a discard: blank, turned over, washed out by light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.tiles import BACK
from vision.layout import Group
from vision.scene import Scene

LEAST = 3
"""So many discards it touches."""


def in_ponds(scene: Scene, groups: Sequence[Group]) -> list[Group]:
    """The groups; a back by itself that touches discards of one pond, and nothing else, is with them."""
    pond = {i: k for k, group in enumerate(groups) if group.role == "discards" for i in group.tiles}
    aside = [i for group in groups if group.role in ("loose", "wall") for i in group.tiles]
    joins = {}
    for i in aside:
        owners = {pond.get(j) for j in scene.beside[i]}
        if (
            scene.tiles[i] == BACK
            and len(scene.beside[i]) >= LEAST
            and len(owners) == 1
            and None not in owners
        ):
            joins[i] = owners.pop()
    out = []
    for k, group in enumerate(groups):
        stay = tuple(i for i in group.tiles if i not in joins)
        tiles = (*stay, *(i for i, to in joins.items() if to == k))
        if tiles:
            out.append(replace(group, tiles=tiles))
    return out
