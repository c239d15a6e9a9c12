"""What lies on the table: single hands, melds, ponds, walls, scattered tiles, blocks, whole tables with four seats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from datasets.render import layout
from datasets.render.geometry import turn_x, turn_y, turn_z
from datasets.render.layout import seat
from datasets.render.photo import View
from datasets.render.pieces import Group, Piece, moved
from datasets.render.stage import Setting, Stage


def _extent(groups: list[Group]) -> tuple[float, float]:
    xs = [float(p.centre[0]) for g in groups for p in g.pieces]
    return min(xs), max(xs)


def _hand(stage: Stage, pose: str, most_melds: int = 2) -> list[Group]:
    """A player's own tiles in his frame: row, melds, perhaps the winning tile apart."""
    size = stage.size
    melds = stage.melds(most_melds)
    count = 13 - 3 * len(melds)
    win = stage.chance(0.3)
    apart = win and stage.chance(0.5)
    row = stage.row(stage.deck.hand(count + (win and not apart)), pose)
    groups = [row]
    left, right = _extent(groups)
    w, h = size.width, size.height
    if apart:
        tile = stage.deck.deal(1)
        if stage.chance(0.6):
            groups.append(stage.row(tile, "flat", right + w + stage.between(0.5, 1.4) * w, 0.0, "win"))
        else:
            groups.append(
                stage.row(tile, "flat", stage.between(left, right), h + stage.between(4, 30), "win")
            )
    if melds:
        span = _extent(melds)[1]
        if stage.chance(0.5) and not apart:  # to the right of the row
            shift = np.array([right + w * stage.between(1.0, 2.0), 0.0, 0.0])
        elif stage.chance(0.75):  # a second row towards the middle
            above = h + stage.between(8, 40) + (h + 14.0 if apart else 0.0)
            shift = np.array([stage.between(left, max(left, right - span)), above, 0.0])
        else:  # nearer to himself than the row
            shift = np.array([stage.between(left, max(left, right - span)), -h - stage.between(8, 30), 0.0])
        groups += [moved(g, 0.0, shift) for g in melds]
    return groups


def _behind(stage: Stage, y: float) -> list[Group]:
    """Other people's things farther away: a pond, walls."""
    out: list[Group] = []
    if stage.chance(0.6):
        tiles = stage.deck.deal(int(stage.rng.integers(4, min(24, len(stage.deck)))))
        pond = layout.pond(
            tiles,
            stage.size,
            stage.hands,
            stage.rng,
            columns=int(stage.rng.integers(5, 9)),
            mess=stage.between(0, 0.8),
        )
        depth = -min(float(p.centre[1]) for p in pond.pieces)
        out.append(
            replace(
                moved(pond, 0.0, np.array([stage.between(-60, 60), y + depth + 60.0, 0.0])),
                owner=float(stage.rng.choice([0, 90, 180, 270])),
            )
        )
        y += depth + 120
    if stage.chance(0.6):
        count = int(stage.rng.integers(4, max(5, min(30, len(stage.deck)))))
        wall = layout.wall(stage.deck.deal(count), stage.size, stage.hands, stage.rng)
        out.append(moved(wall, stage.between(-12, 12), np.array([stage.between(-80, 80), y + 90.0, 0.0])))
    return out


def _roll(stage: Stage) -> float:
    """How the phone is held: mostly straight, sometimes on its side or upside down, sometimes anyhow."""
    way = stage.rng.random()
    if way < 0.72:
        return float(stage.rng.normal(0, 4))
    if way < 0.86:
        return float(stage.rng.choice([90, 180, 270]) + stage.rng.normal(0, 4))
    return stage.between(0, 360)


def _view(stage: Stage, pose: str, fill: tuple[float, float], azimuth: float = 18.0) -> View:
    low, high = (12, 55) if pose == "standing" else (28, 90)
    return View(
        elevation=stage.between(low, high),
        azimuth=float(stage.rng.normal(0, azimuth)),
        roll=_roll(stage),
        lens=stage.between(0.75, 1.5),
        fill=stage.between(*fill),
        offset=(float(stage.rng.normal(0, 0.03)), float(stage.rng.normal(0, 0.08))),
    )


def hand(stage: Stage) -> Setting:
    """One player's tiles, laid open or standing, others' behind in some."""
    pose = str(stage.rng.choice(["flat", "standing"], p=[0.66, 0.34]))
    own = _hand(stage, pose)
    groups = list(own)
    if stage.chance(0.35):
        left, right = _extent(own)
        top = max(float(p.centre[1]) for g in own for p in g.pieces)
        groups.append(
            layout.single(
                stage.deck.deal(1)[0],
                stage.size,
                stage.between(left, right),
                top + stage.size.height + stage.between(10, 70),
                turn=float(stage.rng.normal(0, 12)),
            )
        )
    own_count = len(groups)
    if stage.chance(0.4):
        top = max(float(p.centre[1]) for g in groups for p in g.pieces)
        groups += _behind(stage, top + stage.between(20, 120))
    fill = (0.25, 0.6) if stage.chance(0.15) else (0.6, 1.05)
    return Setting(tuple(groups), _view(stage, pose, fill), tuple(range(own_count)))


def melds(stage: Stage) -> Setting:
    """Melds alone."""
    groups: list[Group] = []
    while not groups:
        groups = stage.melds(4)
    return Setting(tuple(groups), _view(stage, "flat", (0.3, 0.95), 60.0))


def ponds(stage: Stage) -> Setting:
    """Discards before one to four seats."""
    groups: list[Group] = []
    seats = int(stage.rng.integers(1, 5))
    for k in range(seats):
        mess = 0.0 if stage.chance(0.4) else stage.between(0, 1)
        tiles = stage.deck.deal(int(stage.rng.integers(3, 22)))
        columns = int(stage.rng.choice([5, 6, 6, 6, 7, 9]))
        pond = layout.pond(tiles, stage.size, stage.hands, stage.rng, columns=columns, mess=mess)
        if stage.chance(0.4):  # the 冲锋鸡 lies sideways
            pond = _sideways(stage, pond)
        away = -stage.size.height * (2.2 if seats > 1 else 0.0) * (1 + 0.8 * mess)
        groups.append(moved(moved(pond, 0.0, np.array([0.0, away, 0.0])), 90.0 * k, np.zeros(3)))
    view = _view(stage, "flat", (0.5, 1.0))
    return Setting(tuple(groups), replace(view, azimuth=stage.between(0, 360)))


def _sideways(stage: Stage, pond: Group) -> Group:
    chicken = [i for i, p in enumerate(pond.pieces) if p.tile == "1s"]
    last = len(pond.pieces) - 1
    pick = chicken[0] if chicken else last
    piece = pond.pieces[pick]
    # Only at the end of a line is there room for a tile on its side.
    room = pick == last
    if not room:
        return pond
    turned = replace(
        piece,
        rotation=turn_z(90.0) @ piece.rotation,
        centre=piece.centre + np.array([(stage.size.height - stage.size.width) / 2, 0.0, 0.0]),
    )
    return replace(pond, pieces=(*pond.pieces[:pick], turned, *pond.pieces[pick + 1 :]))


def walls(stage: Stage) -> Setting:
    """Walls, one stack broken, the flipped tile on top of it or before it."""
    groups: list[Group] = []
    size = stage.size
    for k in range(int(stage.rng.integers(1, 3))):
        count = int(stage.rng.integers(4, 26))
        wall = layout.wall(
            stage.deck.deal(count), size, stage.hands, stage.rng, high=1 if stage.chance(0.15) else 2
        )
        groups.append(moved(wall, 0.0, np.array([0.0, k * size.height * 2.2, 0.0])))
    left, right = _extent(groups[:1])
    if stage.chance(0.5) and len(groups[0].pieces) % 2 == 0:
        top = groups[0].pieces[-1]
        groups[0] = replace(groups[0], pieces=groups[0].pieces[:-1])
        turn = float(stage.rng.normal(0, 6))
        base = float(top.centre[2]) - size.depth / 2
        groups.append(
            layout.single(top.tile, size, float(top.centre[0]), float(top.centre[1]), turn=turn, base=base)
        )
    else:
        tile = stage.deck.deal(1)[0]
        y = -size.height * stage.between(1.3, 2.5)
        groups.append(
            layout.single(tile, size, stage.between(left, right), y, turn=float(stage.rng.normal(0, 25)))
        )
    view = _view(stage, "flat", (0.4, 0.95))
    return Setting(tuple(groups), replace(view, azimuth=stage.between(0, 360)))


def scatter(stage: Stage) -> Setting:
    """Tiles at any angle, face up, face down or on an edge, as when washing."""
    size = stage.size
    spacing = float(np.hypot(size.width, size.height)) * stage.between(1.0, 1.5)
    columns, lines = int(stage.rng.integers(2, 9)), int(stage.rng.integers(1, 7))
    down = stage.between(0, 0.5)
    turn_spread = stage.between(5, 180)
    pieces = []
    for i in range(columns * lines):
        tile = stage.deck.deal(1)[0]
        turn = stage.between(-turn_spread, turn_spread)
        way = stage.rng.random()
        if way < down:
            rotation = layout.face_down(turn)
        elif way < down + 0.06:
            rotation = turn_z(turn) @ (turn_x(90.0) if stage.chance(0.5) else turn_y(90.0))
        else:
            rotation = layout.flat(turn)
        x = (i % columns - (columns - 1) / 2) * spacing + stage.between(-0.05, 0.05) * spacing
        y = (i // columns - (lines - 1) / 2) * spacing + stage.between(-0.05, 0.05) * spacing
        if stage.chance(0.9):
            pieces.append(Piece(tile, rotation, seat(rotation, size, x, y)))
    pieces = pieces or [Piece(stage.deck.deal(1)[0], layout.flat(), seat(layout.flat(), size, 0, 0))]
    view = _view(stage, "flat", (0.4, 1.1))
    return Setting((Group("loose", tuple(pieces)),), replace(view, azimuth=stage.between(0, 360)))


def tumbled(stage: Stage) -> Setting:
    """Tiles poured out: most face down or on an edge, one by one or two in touch, each pair at its own angle."""
    size = stage.size
    spacing = float(np.hypot(2 * size.width, size.height)) * stage.between(0.9, 1.15)
    columns, lines = int(stage.rng.integers(2, 5)), int(stage.rng.integers(1, 5))
    down, edge = stage.between(0.45, 0.9), stage.between(0.0, 0.4)
    pieces = []
    for i in range(columns * lines):
        turn = stage.between(0, 360)
        across = turn_z(turn)[:, 0]
        middle = spacing * np.array([i % columns - (columns - 1) / 2, i // columns - (lines - 1) / 2, 0.0])
        middle[:2] += spacing * stage.rng.uniform(-0.06, 0.06, 2)
        two = stage.chance(0.6)
        step = size.width / 2 + stage.between(0.05, 0.8)
        for place in (-step, step) if two else (0.0,):
            way = stage.rng.random()
            if way < down:
                rotation = layout.face_down(turn)
            elif way < down + (1 - down) * edge:
                on_edge = turn_x(90.0 if stage.chance(0.5) else -90.0)
                rotation = turn_z(turn) @ (on_edge if stage.chance(0.6) else turn_y(90.0))
            else:
                rotation = layout.flat(turn)
            x, y, _ = middle + place * across
            pieces.append(Piece(stage.deck.deal(1)[0], rotation, seat(rotation, size, float(x), float(y))))
    view = _view(stage, "flat", (0.4, 1.1))
    return Setting((Group("loose", tuple(pieces)),), replace(view, azimuth=stage.between(0, 360)))


def block(stage: Stage) -> Setting:
    """Tiles edge to edge in lines, as in a tray or box."""
    size = stage.size
    columns, lines = int(stage.rng.integers(3, 13)), int(stage.rng.integers(2, 7))
    flip_some = stage.chance(0.3)
    groups = []
    for line in range(lines):
        tiles = stage.deck.deal(columns, tidy=0.4)
        row = layout.row(
            tiles, size, stage.hands, stage.rng, role="loose", y=-line * (size.height + stage.hands.gap + 0.4)
        )
        if flip_some:
            pieces = tuple(
                replace(p, rotation=turn_z(180.0) @ p.rotation) if stage.chance(0.4) else p
                for p in row.pieces
            )
            row = replace(row, pieces=pieces)
        groups.append(replace(row, owner=None))
    view = _view(stage, "flat", (0.5, 1.05))
    return Setting(
        tuple(groups), replace(view, azimuth=float(stage.rng.choice([0, 0, 90, 180])) + view.azimuth)
    )


def close(stage: Stage) -> Setting:
    """One to four tiles near the lens: the flip, the winning tile."""
    count = int(stage.rng.integers(1, 5))
    role = "flip" if count == 1 else "hand"
    row = layout.row(stage.deck.deal(count), stage.size, stage.hands, stage.rng, role=role)
    view = _view(stage, "flat", (0.12, 0.6))
    groups = (replace(row, owner=None if count == 1 else 0.0),)
    return Setting(groups, replace(view, azimuth=stage.between(0, 360) if count == 1 else view.azimuth))


def table(stage: Stage) -> Setting:
    """Four seats: hands open, standing or face down, melds, ponds, what is left of the walls, the flip."""
    size, rng, deck = stage.size, stage.rng, stage.deck
    edge = 13.2 * size.width
    ended = stage.chance(0.6)
    groups: list[Group] = []
    for k in range(4):
        pose = "flat" if ended and stage.chance(0.85) else "standing"
        if not ended and stage.chance(0.1):
            pose = "down"
        own = stage.melds(2)
        row = stage.row(deck.hand(13 - 3 * len(own)), pose)
        right = _extent([row])[1]
        reach = _extent(own)[1] + size.width if own else 0.0
        shift = np.array([-(reach + size.width) / 2, -edge, 0.0]) if own else np.array([0.0, -edge, 0.0])
        seat_groups = [moved(row, 0.0, shift)]
        seat_groups += [moved(g, 0.0, shift + np.array([right + size.width * 1.5, 0.0, 0.0])) for g in own]
        groups += [moved(g, 90.0 * k, np.zeros(3)) for g in seat_groups]
    for k in range(4):
        count = min(int(rng.integers(3, 13)), max(0, len(deck) - 2))
        if count:
            mess = 0.0 if stage.chance(0.5) else stage.between(0, 0.5)
            pond = layout.pond(deck.deal(count), size, stage.hands, rng, columns=6, mess=mess)
            pond = moved(pond, 0.0, np.array([0.0, -3.9 * size.width, 0.0]))
            groups.append(moved(pond, 90.0 * k, np.zeros(3)))
    flip = deck.deal(1)[0] if ended and stage.chance(0.8) else None
    for k in range(4):
        count = min(int(rng.integers(0, 26)) // 2 * 2, len(deck) // 2 * 2)
        if count < 2:
            continue
        wall = layout.wall(deck.deal(count), size, stage.hands, rng)
        wall = moved(wall, 0.0, np.array([stage.between(-1, 1) * size.width, -10.6 * size.width, 0.0]))
        if flip is not None:
            end = wall.pieces[-1]
            single = layout.single(
                flip,
                size,
                float(end.centre[0]),
                float(end.centre[1]),
                base=2 * size.depth,
                turn=float(rng.normal(0, 6)),
            )
            groups.append(moved(single, 90.0 * k, np.zeros(3)))
            flip = None
        groups.append(moved(wall, 90.0 * k, np.zeros(3)))
    view = View(
        elevation=stage.between(32, 88),
        azimuth=90.0 * int(rng.integers(4)) + float(rng.normal(0, 12)),
        roll=_roll(stage),
        lens=stage.between(0.7, 1.1),
        fill=stage.between(0.5, 0.8) if stage.chance(0.15) else stage.between(0.8, 1.35),
    )
    return Setting(tuple(groups), view, (), edge)


def corner(stage: Stage) -> Setting:
    """A part of such a table from nearer: the network sees whole tables in windows like these."""
    setting = table(stage)
    offset = (float(stage.rng.normal(0, 0.3)), float(stage.rng.normal(0, 0.3)))
    return replace(setting, view=replace(setting.view, fill=stage.between(2.0, 3.6), offset=offset))


KINDS: dict[str, tuple[float, Callable[[Stage], Setting]]] = {
    "hand": (0.46, hand),
    "melds": (0.08, melds),
    "ponds": (0.09, ponds),
    "walls": (0.05, walls),
    "scatter": (0.10, scatter),
    "tumbled": (0.05, tumbled),
    "block": (0.09, block),
    "close": (0.04, close),
    "table": (0.03, table),
    "corner": (0.06, corner),
}
