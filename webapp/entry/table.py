"""Sheets → what lies before each player (RULES 3.4): the one place where a Reading becomes a hand.

A retake replaces: the last sheet of a slot counts. A photo of one player beats the photo of the whole table
for that seat. A neighbour's meld at the edge of a player's photo stays out of his hand.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from scoring.melds import Meld
from scoring.tiles import BACK, INDEX, format_tiles, name_en, name_zh
from webapp.entry.draft import SIDES, Draft, Group, Sheet, Tile
from webapp.filling import fill


@dataclass(frozen=True)
class Problem:
    """Something in the tiles that cannot be as it is; ``tiles`` are (sheet, index)."""

    code: str
    zh: str
    en: str
    seat: str | None = None
    tiles: tuple[tuple[int, int], ...] = ()

    def to_json(self, lang: str) -> dict[str, Any]:
        return {
            "code": self.code,
            "message": self.zh if lang == "zh" else self.en,
            "seat": self.seat,
            "tiles": [list(spot) for spot in self.tiles],
        }


@dataclass(frozen=True)
class MeldDraft:
    """A 碰 or 杠 in the making. ``kind`` None: a kong of unknown kind; ``face`` None: all face down."""

    kind: str | None
    face: str | None
    hint: str | None = None
    feeder: str | None = None
    late: bool = False
    tiles: tuple[Tile, ...] = ()

    @property
    def is_kong(self) -> bool:
        return self.kind != "pung"

    def meld(self, owner: str, seats: str) -> Meld:
        """As the engine's type.

        Where nobody needs the feeder, the seat before the owner stands in: the notation wants one, and no
        profile pays by it (点豆, 冲锋 and 责任 do, and those are asked).
        """
        assert self.face
        kind = self.kind or "concealed-kong"
        feeder = self.feeder or seats[seats.index(owner) - 1]
        return Meld(kind, self.face, None if kind == "concealed-kong" else feeder, self.late)


@dataclass
class SeatTiles:
    """One player's tiles. ``seen``: there is a sheet with his concealed tiles."""

    seat: str
    seen: bool = False
    concealed: list[Tile] = field(default_factory=list)
    melds: list[MeldDraft] = field(default_factory=list)
    discards: list[Tile] = field(default_factory=list)
    discards_seen: bool = False
    win: Tile | None = None

    @property
    def expected(self) -> int:
        """Concealed tiles without the winning one: 13, less 3 a meld."""
        return 13 - 3 * len(self.melds)

    def faces(self) -> list[str]:
        return [tile.tile for tile in self.concealed]


@dataclass
class Table:
    """All seats, the turned tiles in view, and what is wrong."""

    players: dict[str, SeatTiles]
    flips: list[Tile] = field(default_factory=list)
    loose: list[Tile] = field(default_factory=list)
    flip_doubtful: bool = False
    """The turned tile is to be asked for: more than one tile in its photo, or one the reader doubts."""
    problems: list[Problem] = field(default_factory=list)

    def spare(self, tile: str) -> int:
        """Copies in no hand, meld or turned tile: in a pond, the wall or an unseen hand."""
        used = 0
        for player in self.players.values():
            used += player.faces().count(tile) + (player.win is not None and player.win.tile == tile)
        used += sum((4 if meld.is_kong else 3) for _, meld in self.melds() if meld.face == tile)
        used += sum(flip.tile == tile for flip in self.flips[:1])
        return max(0, 4 - used)

    def melds(self) -> list[tuple[str, MeldDraft]]:
        """Every meld with its owner's seat."""
        return [(seat, meld) for seat, player in self.players.items() for meld in player.melds]


def _meld(group: Group) -> MeldDraft | None:
    """A meld by RULES 3.4: of four tiles, two or more face down is 闷豆, one 补杠. None: no meld."""
    faces = {tile.tile for tile in group.tiles} - {BACK}
    backs = sum(tile.tile == BACK for tile in group.tiles)
    if len(faces) > 1 or not faces <= INDEX.keys() or len(group.tiles) not in (3, 4):
        return None
    face = next(iter(faces), None)
    if len(group.tiles) == 3:
        return MeldDraft("pung", face, tiles=group.tiles) if face else None
    kind = None if backs == 0 else "added-kong" if backs == 1 else "concealed-kong"
    return MeldDraft(kind, face, hint=group.meld, tiles=group.tiles)


def _main_side(sheet: Sheet) -> str | None:
    hands = [group for group in sheet.groups if group.role == "hand"] or list(sheet.groups)
    return max(hands, key=lambda group: len(group.tiles)).side if hands else None


def _place(table: Table, player: SeatTiles, group: Group) -> None:
    if group.role == "hand" and all(tile.tile == BACK for tile in group.tiles):
        return  # he hasn't laid it open: nobody saw his tiles
    if group.role == "hand":
        player.seen = True
        player.concealed.extend(group.tiles)
    elif group.role == "win" and len(group.tiles) == 1 and player.win is None:
        player.win = group.tiles[0]
    elif group.role in ("win", "loose"):
        table.loose.extend(group.tiles)
    elif group.role == "discards":
        player.discards_seen = True
        player.discards.extend(group.tiles)
    elif group.role == "meld":
        meld = _meld(group)
        if meld:
            player.melds.append(meld)
        else:
            table.problems.append(
                Problem(
                    "UNEQUAL_MELD",
                    "这组碰杠对不上：要三张或四张一样的牌。",
                    "This meld doesn't match: it takes three or four equal tiles.",
                    player.seat,
                    tuple((tile.sheet, tile.index) for tile in group.tiles),
                )
            )


def lay_out(draft: Draft) -> Table:
    """Everything in view, by seat, with the problems that can be seen without any answer."""
    table = Table({seat: SeatTiles(seat) for seat in draft.seats})
    latest = {sheet.slot: sheet for sheet in draft.sheets}
    own = {slot for slot in latest if slot in tuple(draft.seats)}
    for slot, sheet in latest.items():
        for group in sheet.groups:
            if group.role == "wall":
                continue
            if group.role == "flip" or (slot == "flip" and group.role not in ("discards", "loose")):
                table.flips.extend(tile for tile in group.tiles if tile.tile != BACK)
            elif slot == "flip":
                table.loose.extend(group.tiles)
            elif slot == "table":
                seat = _seat_at(sheet, group, draft.seats)
                if seat is None:
                    table.loose.extend(group.tiles)
                elif seat not in own:
                    _place(table, table.players[seat], group)
            elif slot in own and group.side in (_main_side(sheet), None):
                _place(table, table.players[slot], group)
    turned = latest.get("flip")
    alone = (
        [tile for group in turned.groups for tile in group.tiles if group.role != "wall"] if turned else []
    )
    table.flip_doubtful = len(alone) > 1 or any(tile.unsure for tile in (*alone, *table.flips[:1]))
    _check(table, draft)
    return table


def _seat_at(sheet: Sheet, group: Group, seats: str) -> str | None:
    if group.side is None:
        return None
    place = (SIDES.index(group.side) + "ABCD".index(sheet.bottom)) % 4
    return "ABCD"[place] if "ABCD"[place] in seats else None


def _check(table: Table, draft: Draft) -> None:
    """Tiles that are no tile of the game, and five of a kind over everything in view."""
    everywhere: Counter[str] = Counter()
    spots: dict[str, list[tuple[int, int]]] = {}
    for seat, player in table.players.items():
        lying = (*player.concealed, *player.discards, *([player.win] if player.win else []))
        for code in ("FACE_DOWN", "NOT_ZHUOJI_TILE"):
            odd = [t for t in lying if t.tile not in INDEX and (t.tile == BACK) == (code == "FACE_DOWN")]
            if odd:
                table.problems.append(_odd_tiles(code, seat, odd, draft))
        loose = (*player.concealed, *player.discards, *([player.win] if player.win else []))
        for tile in (*loose, *(tile for meld in player.melds for tile in meld.tiles if not meld.is_kong)):
            everywhere[tile.tile] += 1
            spots.setdefault(tile.tile, []).append((tile.sheet, tile.index))
        for meld in player.melds:
            if meld.is_kong and meld.face:
                everywhere[meld.face] += 4
                spots.setdefault(meld.face, []).extend((tile.sheet, tile.index) for tile in meld.tiles)
    for tile in table.flips[:1]:
        everywhere[tile.tile] += 1
        spots.setdefault(tile.tile, []).append((tile.sheet, tile.index))
    for face, n in everywhere.items():
        if face in INDEX and n > 4 and not _robbed(table, face, n):
            table.problems.append(
                Problem(
                    "FIVE_OF_A_TILE",
                    f"{name_zh(face)}有 {n} 张，最多四张：看看哪张读错了。",
                    f"{n} of {name_en(face)}; there are only four: which one is misread?",
                    None,
                    tuple(spots[face]),
                )
            )


def _odd_tiles(code: str, seat: str, odd: list[Tile], draft: Draft) -> Problem:
    """All tiles of a seat that cannot count, in one sentence."""
    zh, en = draft.name(seat, "zh"), draft.name(seat, "en")
    spots = tuple((tile.sheet, tile.index) for tile in odd)
    if code == "FACE_DOWN":
        return Problem(
            code,
            f"{zh}有 {len(odd)} 张扣着的牌：点开，说是哪张。",
            fill(
                "{name} has {n} {n:tile|tiles} face down: tap {n:it|each} and say which it is.",
                name=en,
                n=len(odd),
            ),
            seat,
            spots,
        )
    kinds = list(dict.fromkeys(tile.tile for tile in odd))
    return Problem(
        code,
        f"{zh}有{'、'.join(name_zh(tile) for tile in kinds)}，捉鸡不用这些牌：点开改正，或者删掉。",
        f"{en} has {', '.join(name_en(tile) for tile in kinds)}: not in this game. Tap to mend or remove.",
        seat,
        spots,
    )


def _robbed(table: Table, face: str, n: int) -> bool:
    """Five may lie there when an added kong was robbed and the tile is still on it (抢杠, A10)."""
    return n == 5 and any(
        meld.face == face and meld.kind in (None, "added-kong") for _, meld in table.melds()
    )


def hand_text(tiles: list[str]) -> str:
    """Notation of the tiles that are tiles of the game."""
    return format_tiles(tile for tile in tiles if tile in INDEX)
