"""The sample pictures the app ships (``webapp/samples``): ``python -m datasets.render.samples``.

All from our own drawn faces. ``hand-1`` is one hand of 贵阳 (guiyang-fan): four seats, the flip, the situation.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from datasets.render import layout
from datasets.render.geometry import Array
from datasets.render.layout import Hands
from datasets.render.light import Light
from datasets.render.photo import Scene, Table, View, shoot
from datasets.render.pieces import Group, moved
from datasets.render.sensor import Sensor
from datasets.render.solid import Size
from scoring.tiles import parse_tiles

FOLDER = Path(__file__).parents[2] / "webapp" / "samples"
DESCRIPTION = "rendered by zhuoji, own drawn faces"
WIDTH, HEIGHT = 1600, 1200
LIMIT = 165_000  # bytes a picture

SIZE = Size(width=26.0, height=35.0, depth=19.0)
HANDS = Hands(gap=0.35, slip=0.5, twist=0.7)

SITUATION: dict[str, Any] = {
    "profile": "guiyang-fan",
    "variants": [],
    "dealer": "A",
    "dealer_streak": 1,
    "players": {
        "A": {"hand": "1458m13p2369s", "melds": ["added-kong 9999p<B"], "discards": ""},
        "B": {"hand": "23499m456p67s", "melds": ["concealed-kong 2222p"], "discards": ""},
        "C": {"hand": "34577m678p34s", "melds": ["pung 111s<A"], "discards": ""},
        "D": {"hand": "12678m348p14599s", "melds": [], "discards": ""},
    },
    "events": {},
    "flip": "6m",
    "result": {"type": "discard", "winners": ["B"], "from": "D", "tile": "8s"},
}

DAYLIGHT = Light(wash=(1.05, 1.04, 1.0), wash_far=(0.98, 0.99, 1.0))
EVENING = Light(lamp=(350, 420, 800), wash=(1.08, 1.0, 0.88), wash_far=(1.03, 0.99, 0.92))
PHONE = Sensor(quality=90, defocus=0.6, noise=2.5, sharpen=0.4, exposure=1.04)
FELT = Table("felt", 0, zoom=0.4)
WOOD = Table("wood", 1, turn=8.0, zoom=0.5)
GREEN, BLUE = (62.0, 128.0, 34.0), (150.0, 92.0, 40.0)


@dataclass(frozen=True)
class Sample:
    """One picture: what lies in it and how it is taken."""

    name: str
    groups: tuple[Group, ...]
    view: View
    seed: int
    light: Light = DAYLIGHT
    sensor: Sensor = PHONE
    table: Table = FELT
    back: tuple[float, float, float] = GREEN


def _beside(groups: list[Group], group: Group, gap: float) -> None:
    """Put ``group`` (left edge at x = 0) to the right of what lies there."""
    right = max(p.centre[0] for g in groups for p in g.pieces) + SIZE.width / 2 + gap
    groups.append(moved(group, 0.0, np.array([right, 0.0, 0.0])))


def hand_groups(
    hand: str, melds: tuple[tuple[str, str], ...], seed: int, win: str | None = None, flip: str | None = None
) -> tuple[Group, ...]:
    """A player's row with the winning tile apart, his melds in a second row towards the middle, the flip beyond."""
    rng = np.random.default_rng(seed)
    groups = [layout.row(parse_tiles(hand), SIZE, HANDS, rng)]
    if win is not None:
        tile = layout.row([win], SIZE, HANDS, rng, role="win")
        _beside(groups, moved(tile, 0.0, np.array([SIZE.width / 2, 0.0, 0.0])), 20.0)
    row: list[Group] = []
    for kind, face in melds:
        made = layout.meld(kind, face, SIZE, HANDS, rng, turned=3 if kind == "added-kong" else None)
        if row:
            _beside(row, made, 18.0)
        else:
            row.append(made)
    if row:
        span = max(p.centre[0] for g in row for p in g.pieces)
        right = max(p.centre[0] for g in groups for p in g.pieces)
        shift: Array = np.array([right - span, SIZE.height + 16.0, 0.0])
        groups += [moved(g, 0.0, shift) for g in row]
    if flip is not None:
        left = min(p.centre[0] for p in groups[0].pieces)
        groups.append(layout.single(flip, SIZE, left + 1.5 * SIZE.width, SIZE.height + 34.0, turn=4.0))
    return tuple(groups)


def _melds(seat: str) -> tuple[tuple[str, str], ...]:
    out = []
    for text in SITUATION["players"][seat]["melds"]:
        kind, tiles = text.split("<")[0].split()
        out.append((kind, tiles[0] + tiles[-1]))
    return tuple(out)


def flip_groups() -> tuple[Group, ...]:
    """The flipped tile alone: the shipped model doesn't find every face-down tile of a wall yet."""
    return (layout.single(SITUATION["flip"], SIZE, 0.0, 0.0, turn=3.0),)


def samples() -> list[Sample]:
    """All pictures, in the order of the folder."""
    seats = SITUATION["players"]
    win = SITUATION["result"]["tile"]
    hand = {
        seat: hand_groups(seats[seat]["hand"], _melds(seat), 30 + i, win if seat == "B" else None)
        for i, seat in enumerate("ABCD")
    }
    return [
        Sample(
            "sample-1",
            hand_groups("23488m567p67s", (("concealed-kong", "3p"),), 11, "5s", "4m"),
            View(elevation=56, azimuth=-3, roll=1.5, fill=0.9),
            1,
        ),
        Sample(
            "sample-2",
            hand_groups("45699p234s78m", (("pung", "1s"),), 12, None, "9s"),
            View(elevation=52, azimuth=5, roll=-2, fill=0.88),
            2,
            light=EVENING,
            table=WOOD,
            back=BLUE,
        ),
        Sample("hand-1/A", hand["A"], View(elevation=60, azimuth=2, roll=-1, fill=0.88), 3),
        Sample("hand-1/B", hand["B"], View(elevation=57, azimuth=-2, roll=1, fill=0.9), 4),
        Sample("hand-1/C", hand["C"], View(elevation=54, azimuth=4, roll=0.5, fill=0.88), 5),
        Sample("hand-1/D", hand["D"], View(elevation=62, azimuth=-4, roll=-1.5, fill=0.9), 6),
        Sample("hand-1/flip", flip_groups(), View(elevation=58, azimuth=6, roll=2, fill=0.16), 7),
    ]


def take(sample: Sample) -> tuple[bytes, dict[str, Any]]:
    """JPEG with its origin in EXIF, and the truth."""
    scene = Scene(
        groups=sample.groups,
        size=SIZE,
        faces="classic",
        back=sample.back,
        table=sample.table,
        light=sample.light,
        sensor=sample.sensor,
        view=sample.view,
    )
    image, truth = shoot(scene, WIDTH, HEIGHT, np.random.default_rng(sample.seed))
    picture = Image.fromarray(image[..., ::-1])
    exif = Image.Exif()
    exif[0x010E] = DESCRIPTION
    for quality in range(sample.sensor.quality, 40, -4):
        buffer = io.BytesIO()
        picture.save(buffer, "JPEG", quality=quality, exif=exif, optimize=True)
        if buffer.tell() <= LIMIT:
            break
    for tile in truth["tiles"]:
        del tile["quad"]
    return buffer.getvalue(), {"file": f"{sample.name}.jpg", **truth}


def main() -> None:
    """Write pictures, truth and the situation."""
    for sample in samples():
        data, truth = take(sample)
        path = FOLDER / f"{sample.name}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        rows = ",\n  ".join(
            f'"{key}": ' + (json.dumps(value) if key != "tiles" else _lines(value))
            for key, value in truth.items()
        )
        path.with_suffix(".json").write_text("{\n  " + rows + "\n}\n", "utf-8")
    text = json.dumps(SITUATION, ensure_ascii=False, indent=2)
    (FOLDER / "hand-1" / "situation.json").write_text(text + "\n", "utf-8")


def _lines(items: list[dict[str, Any]]) -> str:
    return "[\n    " + ",\n    ".join(json.dumps(item) for item in items) + "\n  ]"


if __name__ == "__main__":
    main()
