"""The hand in the making, as the page sends it: checked once, then trusted (RULES 3.1, SPEC 3.3-3.5).

A *sheet* is one reading (SPEC 2.3) with the place it belongs to: a seat, ``flip`` (the turned tile alone)
or ``table`` (a photo of everything, mapped by sides). Mending a tile changes the reading itself, and a hand
typed on the keypad is a reading without a photo, so both take the same road.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.errors import ZhuojiError
from scoring.profile import Profile, load_profile
from scoring.tiles import KINDS

SEATS = "ABCD"
ROLES = ("hand", "meld", "discards", "flip", "win", "wall", "loose")
SIDES = ("bottom", "right", "top", "left")  # counter-clockwise: the order of play seen from the bottom seat
MELD_KINDS = ("pung", "exposed-kong", "added-kong", "concealed-kong")
_KNOWN = frozenset(KINDS)


class DraftError(ZhuojiError):
    """A draft that no page of ours would send."""

    def __init__(self, field_name: str, what: str) -> None:
        super().__init__(
            "BAD_SITUATION",
            f"牌局数据不对：{field_name}（{what}）。刷新页面再试。",
            f"Bad draft: {field_name} ({what}). Reload the page.",
            field_name,
        )


@dataclass(frozen=True)
class Tile:
    """One tile of a sheet and where it lies there."""

    tile: str
    unsure: bool
    sheet: int
    index: int


@dataclass(frozen=True)
class Group:
    """Tiles that lie together; ``meld`` is the kind the reader or the player gave it."""

    role: str
    side: str | None
    meld: str | None
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Sheet:
    """One reading and its place."""

    slot: str
    bottom: str
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class Draft:
    """Everything known so far: rules, names, tiles, answers."""

    profile: Profile
    variants: tuple[str, ...]
    overlay: Mapping[str, Any]
    seats: str
    sheets: tuple[Sheet, ...]
    answers: Mapping[str, Any]
    dealer: str | None = None
    dealer_streak: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    stake: str | None = None

    def name(self, seat: str, lang: str) -> str:
        """The player's own name, or 甲乙丙丁 / A-D."""
        return self.names.get(seat) or ("甲乙丙丁"[SEATS.index(seat)] if lang == "zh" else seat)


def _sequence(value: Any, name: str, most: int) -> Sequence[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise DraftError(name, "list")
    return value


def _mapping(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise DraftError(name, "object")
    return value


def parse_sheet(value: Any, number: int, seats: str) -> Sheet:
    """One checked sheet of players at ``seats``. Raises ``DraftError``."""
    where = f"sheets[{number}]"
    raw = _mapping(value, where)
    slot, bottom = str(raw.get("slot")), str(raw.get("bottom", "A"))
    if slot not in (*seats, "flip", "table") or bottom not in tuple(seats):
        raise DraftError(f"{where}.slot", "seat, flip or table")
    reading = _mapping(raw.get("reading"), f"{where}.reading")
    tiles = []
    for i, item in enumerate(_sequence(reading.get("tiles"), f"{where}.tiles", 400)):
        tile = _mapping(item, f"{where}.tiles[{i}]").get("tile")
        if not isinstance(tile, str) or tile not in _KNOWN:
            raise DraftError(f"{where}.tiles[{i}]", "tile")
        tiles.append(Tile(tile, bool(item.get("unsure")), number, i))
    groups, taken = [], set()
    for i, item in enumerate(_sequence(reading.get("groups"), f"{where}.groups", 120)):
        name = f"{where}.groups[{i}]"
        group = _mapping(item, name)
        role, side, meld = group.get("role"), group.get("side"), group.get("meld")
        if role not in ROLES or side not in (*SIDES, None):
            raise DraftError(name, "role")
        members = []
        for index in _sequence(group.get("tiles"), name, 400):
            if type(index) is not int or not 0 <= index < len(tiles) or index in taken:
                raise DraftError(name, "tiles")
            taken.add(index)
            members.append(tiles[index])
        if members:
            groups.append(Group(role, side, meld if meld in MELD_KINDS else None, tuple(members)))
    return Sheet(slot, bottom, tuple(groups))


def parse_draft(raw: Mapping[str, Any]) -> Draft:
    """The checked draft. Raises ``DraftError`` or the profile's own error, both BAD_SITUATION."""
    profile_id, variants = raw.get("profile"), raw.get("variants", [])
    if not isinstance(profile_id, str):
        raise DraftError("profile", "name")
    if any(not isinstance(item, str) for item in _sequence(variants, "variants", 20)):
        raise DraftError("variants", "names")
    overlay = _mapping(raw.get("overlay", {}), "overlay")
    profile = load_profile(profile_id, variants, overlay)
    seats = SEATS[: profile.get("meta.players")[0]]
    dealer, streak = raw.get("dealer"), raw.get("dealer_streak")
    if dealer is not None and dealer not in tuple(seats):
        raise DraftError("dealer", "seat")
    if streak is not None and (type(streak) is not int or not 1 <= streak <= 99):
        raise DraftError("dealer_streak", "1-99")
    names = {
        seat: name.strip()[:24]
        for seat, name in _mapping(raw.get("names", {}), "names").items()
        if seat in tuple(seats) and isinstance(name, str) and name.strip()
    }
    stake = raw.get("stake")
    if stake is not None and (not isinstance(stake, str) or len(stake) > 12):
        raise DraftError("stake", "text")
    sheets = _sequence(raw.get("sheets", []), "sheets", 12)
    return Draft(
        profile=profile,
        variants=tuple(variants),
        overlay=overlay,
        seats=seats,
        sheets=tuple(parse_sheet(sheet, i, seats) for i, sheet in enumerate(sheets)),
        answers=_mapping(raw.get("answers", {}), "answers"),
        dealer=dealer,
        dealer_streak=streak,
        names=names,
        stake=stake or None,
    )
