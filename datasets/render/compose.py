"""From a seed and a number to a scene: everything about photo ``i`` of seed ``s`` follows from (s, i)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.render import ink, moods, scenes
from datasets.render.deck import Deck
from datasets.render.layout import Hands
from datasets.render.photo import Scene
from datasets.render.room import with_room
from datasets.render.stage import Stage

SHAPES: tuple[tuple[float, float], ...] = ((1.0, 0.75), (0.75, 1.0), (1.0, 1.0), (1.0, 0.5625), (0.5625, 1.0))


@dataclass(frozen=True)
class Plan:
    """A scene and how it is to be shot."""

    kind: str
    scene: Scene
    width: int
    height: int
    stretch: bool  # published squared, as some data sets are


def generator(seed: int, number: int) -> np.random.Generator:
    """The one source of chance of a photo."""
    return np.random.default_rng([seed, number])


def plan(rng: np.random.Generator, faces: Sequence[str], side: int = 640, kind: str | None = None) -> Plan:
    """Choose everything. ``faces``: the sets to choose from; ``kind`` one of ``scenes.KINDS`` or None for any."""
    names = list(scenes.KINDS)
    weights = np.array([scenes.KINDS[name][0] for name in names])
    drawn = str(rng.choice(names, p=weights / weights.sum()))
    chosen = kind or drawn
    size = moods.tile_size(rng)
    honours = bool(rng.random() < 0.45)
    deck = Deck(rng, honours, honours and bool(rng.random() < 0.6))
    neat = rng.random()
    hands = Hands(float(rng.uniform(0.05, 0.8)), 0.3 + 2.2 * float(neat**3), 0.3 + 3.0 * float(neat**3))
    setting = scenes.KINDS[chosen][1](Stage(rng, deck, size, hands))
    setting = replace(setting, groups=with_room(setting.groups, size))
    ivory, back = moods.set_colours(rng)
    places = np.array([p.centre[:2] for g in setting.groups for p in g.pieces])
    objects = moods.clutter(rng, places, setting.reach, 5 if rng.random() < 0.5 else 0)
    if chosen == "hand" and rng.random() < 0.15:
        own = np.array([p.centre[:2] for i in setting.focus for p in setting.groups[i].pieces])
        objects += moods.ruler(rng, own, size.height)
    shape = SHAPES[int(rng.choice(len(SHAPES), p=[0.38, 0.22, 0.2, 0.12, 0.08]))]
    scene = Scene(
        groups=setting.groups,
        size=size,
        faces=str(faces[int(rng.integers(len(faces)))]),
        ivory=ivory,
        back=back,
        table=moods.table(rng),
        light=moods.light(rng),
        sensor=moods.sensor(rng, side),
        view=setting.view,
        objects=tuple(objects),
        edges=moods.edges(rng, places),
        hands=moods.fingers(rng) if rng.random() < 0.1 else (),
        focus=setting.focus,
        ink=ink.chosen(rng.spawn(1)[0]),
    )
    width, height = round(side * shape[0]), round(side * shape[1])
    return Plan(chosen, scene, width, height, bool(shape != (1.0, 1.0) and rng.random() < 0.25))
