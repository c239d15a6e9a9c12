"""The same scenes under one kind of light, at one kind of angle, on one kind of table: what a detector loses by each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from datasets.render import moods
from datasets.render.compose import Plan

Lamp = Literal["white", "coloured"]
Roll = Literal["straight", "any", "around"]


@dataclass(frozen=True)
class Fixed:
    """``lamp``: all photos under white or under strongly coloured lamps. ``roll``: the phone held straight before the rows,
    turned by any angle there, or turned and held over the table from any side. ``table``: one of
    ``surfaces.KINDS``. None: as it comes.
    """

    lamp: Lamp | None = None
    roll: Roll | None = None
    table: str | None = None


AS_IT_COMES = Fixed()


def held(plan: Plan, fixed: Fixed, rng: np.random.Generator) -> Plan:
    """The plan with what is fixed; everything else stays, and ``rng``'s own course too."""
    chance = rng.spawn(1)[0]
    scene = plan.scene
    if fixed.lamp is not None:
        wash = (1.0, 1.0, 1.0) if fixed.lamp == "white" else moods.coloured(chance)
        scene = replace(scene, light=replace(scene.light, wash=wash, wash_far=wash))
    if fixed.roll is not None:
        roll = 0.0 if fixed.roll == "straight" else float(chance.uniform(0, 360))
        azimuth = scene.view.azimuth if fixed.roll == "around" else 0.0
        scene = replace(scene, view=replace(scene.view, roll=roll, azimuth=azimuth))
    if fixed.table is not None:
        scene = replace(scene, table=replace(scene.table, kind=fixed.table))
    return replace(plan, scene=scene)
