"""Tiles and their notation (SPEC 2.1): ``1m…9m`` 万, ``1p…9p`` 筒, ``1s…9s`` 条, ``1z…7z`` 字, flower 花, back 牌背.

A tile is its name, a short string. The engine works on 27-long count lists indexed by ``INDEX``.
"""

from __future__ import annotations

from collections.abc import Iterable

from scoring.errors import ZhuojiError

SUITS = "mps"
FACES: tuple[str, ...] = tuple(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10))
HONOURS: tuple[str, ...] = tuple(f"{rank}z" for rank in range(1, 8))
FLOWER = "flower"
BACK = "back"
KINDS: tuple[str, ...] = (*FACES, *HONOURS, FLOWER, BACK)
"""All 36 kinds a photo can show: the 27 of the game, then honours, flower, back."""

INDEX: dict[str, int] = {tile: i for i, tile in enumerate(FACES)}

_SUIT_ZH = {"m": "万", "p": "筒", "s": "条"}
_RANK_ZH = "一二三四五六七八九"
_HONOUR_ZH = dict(zip(HONOURS, "东南西北白发中", strict=True))
_SUIT_EN = {"m": "characters", "p": "dots", "s": "bamboo"}
_HONOUR_EN = dict(zip(HONOURS, ("east", "south", "west", "north", "white", "green", "red"), strict=True))


class TileError(ZhuojiError):
    """Text that is no tile or no list of tiles."""

    def __init__(self, text: str, field: str | None = None) -> None:
        super().__init__(
            "BAD_SITUATION",
            f"看不懂的牌：「{text}」。写法例：123m456p1s（m=万 p=筒 s=条）。",
            f"“{text}” is no tile. Write tiles like 123m456p1s (m = characters, p = dots, s = bamboo).",
            field,
        )


def parse_tiles(text: str) -> list[str]:
    """Tiles of ``"123m1s"`` in the order written; ``""`` is none. Raises ``TileError``."""
    out: list[str] = []
    start = 0
    for i, char in enumerate(text):
        if char in SUITS:
            ranks = text[start:i]
            if not ranks:
                raise TileError(text)
            out += [rank + char for rank in ranks]
            start = i + 1
        elif char not in "123456789":
            raise TileError(text)
    if start != len(text):
        raise TileError(text)
    return out


def format_tiles(tiles: Iterable[str]) -> str:
    """The shortest notation of faces in the order of suits: ``["1s", "2m", "1m"]`` → ``"12m1s"``."""
    ordered = sorted(tiles, key=INDEX.__getitem__)
    return "".join(
        "".join(tile[0] for tile in group) + suit
        for suit in SUITS
        if (group := [tile for tile in ordered if tile[1] == suit])
    )


def counts(tiles: Iterable[str]) -> list[int]:
    """How many of each of the 27 faces, in the order of ``FACES``."""
    out = [0] * 27
    for tile in tiles:
        out[INDEX[tile]] += 1
    return out


def next_tile(tile: str) -> str:
    """The next rank in the same suit, 9 → 1 (RULES 3.1, A14)."""
    return f"{int(tile[0]) % 9 + 1}{tile[1]}"


def previous_tile(tile: str) -> str:
    """The previous rank in the same suit, 1 → 9 (RULES 3.1, A14)."""
    return f"{(int(tile[0]) + 7) % 9 + 1}{tile[1]}"


def name_zh(tile: str) -> str:
    """As players say it: 一条 is 幺鸡."""
    if tile == "1s":
        return "幺鸡"
    if tile in INDEX:
        return _RANK_ZH[int(tile[0]) - 1] + _SUIT_ZH[tile[1]]
    return _HONOUR_ZH.get(tile) or {FLOWER: "花牌", BACK: "牌背"}[tile]


def name_en(tile: str) -> str:
    """``"3 of bamboo"``; 1s is the chicken."""
    if tile == "1s":
        return "1 of bamboo (幺鸡)"
    if tile in INDEX:
        return f"{tile[0]} of {_SUIT_EN[tile[1]]}"
    return _HONOUR_EN.get(tile, tile)
