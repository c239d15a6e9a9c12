"""The game's own constraints against what was seen: problems, never silent changes (SPEC 4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Protocol

from scoring.tiles import BACK, FACES, name_en, name_zh
from vision.consistent import Change
from vision.layout import Group
from vision.problems import Problem

UNSURE = 0.90
"""A tile that both looks together give less is doubtful. Chosen on real and rendered photos (MODEL_CARD.md)."""
UNSURE_FOREIGN = 0.94
"""The same for an honour or flower: 捉鸡 has none, so an unknown design is likelier."""
UNSURE_ALONE = 0.70
"""The same where the detector looks once: its scores of a face or a back are lower, right or wrong."""
UNSURE_OTHER = 0.60
"""So is an honour or flower: scored lower on the whole, and reported as NOT_ZHUOJI_TILE anyway."""
MARGIN = 0.20
"""With one look, so is a tile whose second kind comes this near."""


class Seen(Protocol):
    """A tile as this module looks at it."""

    @property
    def tile(self) -> str: ...
    @property
    def confidence(self) -> float: ...


def is_unsure(tile: str, top: float, second: float, *, two_looks: bool = False) -> bool:
    """Whether a tile is doubted, by its own score and that of the second kind, after one look or two."""
    known = tile in FACES or tile == BACK
    if two_looks:
        return top < (UNSURE if known else UNSURE_FOREIGN)
    return top < (UNSURE_ALONE if known else UNSURE_OTHER) or top - second < MARGIN


def surplus(tiles: Sequence[Seen]) -> frozenset[int]:
    """The least certain tiles beyond four of a kind: one of them, at least, is misread."""
    return frozenset(i for which in _five_or_more(tiles).values() for i in which[: len(which) - 4])


def find_problems(tiles: Sequence[Seen], groups: Sequence[Group]) -> list[Problem]:
    """Everything in the reading that can't be at a 捉鸡 table."""
    return [*_foreign(tiles), *_five(tiles), *_unequal(tiles, groups), *_hand_sizes(groups)]


def corrected(found: Sequence[Change]) -> list[Problem]:
    """One problem for each tile that is read otherwise than it looks, with both readings."""
    return [
        Problem(
            "CORRECTED",
            f"有一张看着像{name_zh(c.before)}，按牌数和碰杠改成了{name_zh(c.after)}"
            f"（{name_zh(c.after)} {_share(c.p_after)}，{name_zh(c.before)} {_share(c.p_before)}）。不对就点它改回来。",
            f"A tile that looks like {name_en(c.before)} is read as {name_en(c.after)}, as no more than four of a tile can "
            f"be there and melds are equal ({name_en(c.after)} {_share(c.p_after)}, {name_en(c.before)} {_share(c.p_before)}). "
            "Tap to undo.",
            (c.index,),
        )
        for c in found
    ]


def _share(p: float) -> str:
    """A probability in whole percent; nothing that was only seen is certain, or ruled out."""
    return f"{min(max(p, 0.01), 0.99):.0%}"


def _foreign(tiles: Sequence[Seen]) -> list[Problem]:
    odd = tuple(i for i, t in enumerate(tiles) if t.tile not in FACES and t.tile != BACK)
    if not odd:
        return []
    zh = "、".join(dict.fromkeys(name_zh(tiles[i].tile) for i in odd))
    en = ", ".join(dict.fromkeys(name_en(tiles[i].tile) for i in odd))
    return [
        Problem(
            "NOT_ZHUOJI_TILE",
            f"看到了捉鸡不用的牌：{zh}。认错了就点它改；真有就拿掉再拍。",
            f"Tiles that 捉鸡 doesn't use: {en}. Tap one to mend it if misread; otherwise take it away.",
            odd,
        )
    ]


def _five_or_more(tiles: Sequence[Seen]) -> dict[str, list[int]]:
    """Numbers of the tiles of each face seen more than four times, the least certain first."""
    where: dict[str, list[int]] = defaultdict(list)
    for i, t in enumerate(tiles):
        if t.tile in FACES:
            where[t.tile].append(i)
    return {
        name: sorted(which, key=lambda i: tiles[i].confidence)
        for name, which in where.items()
        if len(which) > 4
    }


def _five(tiles: Sequence[Seen]) -> list[Problem]:
    return [
        Problem(
            "FIVE_OF_A_TILE",
            f"{name_zh(name)}看到 {len(which)} 张，一副牌只有四张。请改掉认错的那张。",
            f"{name_en(name)} seen {len(which)} times, a set has four. Mend the one that was misread.",
            tuple(which),
        )
        for name, which in _five_or_more(tiles).items()
    ]


def _unequal(tiles: Sequence[Seen], groups: Sequence[Group]) -> list[Problem]:
    out = []
    for group in groups:
        faces = {tiles[i].tile for i in group.tiles} - {BACK}
        if group.role == "meld" and len(faces) > 1:
            out.append(
                Problem(
                    "UNEQUAL_MELD",
                    "碰或杠里的牌不一样："
                    + "、".join(name_zh(t) for t in sorted(faces))
                    + "。请改掉认错的那张。",
                    "A pung or kong of unequal tiles: "
                    + ", ".join(name_en(t) for t in sorted(faces))
                    + ". Mend the one that was misread.",
                    group.tiles,
                )
            )
    return out


def _hand_sizes(groups: Sequence[Group]) -> list[Problem]:
    out = []
    for hand in (group for group in groups if group.role == "hand"):
        mine = [group for group in groups if group.side == hand.side]
        melds = sum(group.role == "meld" for group in mine)
        win = sum(group.role == "win" for group in mine)
        count = len(hand.tiles) + win + 3 * melds
        if count < 13:
            out.append(
                Problem(
                    "SHORT_HAND",
                    f"手牌连碰杠只看到 {count} 张，还差 {13 - count} 张（胡牌差 {14 - count} 张）。"
                    "请补上，或把碰杠一起拍进来。",
                    f"Only {count} tiles with melds counted as three: {13 - count} missing "
                    f"({14 - count} for a winner). Add them, or get the melds into the photo.",
                    hand.tiles,
                )
            )
        elif count > 14:
            out.append(
                Problem(
                    "LONG_HAND",
                    f"手牌连碰杠看到 {count} 张，多了 {count - 14} 张。请移走不是手牌的牌。",
                    f"{count} tiles with melds counted as three: {count - 14} too many. "
                    "Move away what isn't in the hand.",
                    hand.tiles,
                )
            )
    return out
