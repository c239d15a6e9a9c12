"""One finished hand as facts (RULES 3.1; schema in the header of ``examples.yaml``, SPEC 2.2), read from plain data.

``parse_situation`` checks shapes and names; what can't be on a real table is found by ``scoring.validation``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.errors import ZhuojiError
from scoring.melds import Meld, MeldError, parse_meld
from scoring.schema import KONGS, PATTERNS, SPECIALS
from scoring.tiles import INDEX, SUITS, TileError, counts, parse_tiles

SEATS = "ABCD"
RESULT_TYPES = ("discard", "self", "after_kong", "rob", "draw")
"""点炮 自摸 杠开 抢杠 黄庄."""
SELF_DRAWN = ("self", "after_kong")
"""The endings in which the winner drew the tile himself."""
WIN = "WIN"
MAX_STREAK = 1000
MAX_OVERSIZE = 20


class SituationError(ZhuojiError):
    """A situation that can't be; names the field, and the seat and tile where there is one."""

    def __init__(self, field: str, zh: str, en: str) -> None:
        super().__init__("BAD_SITUATION", zh, en, field)


@dataclass(frozen=True, slots=True)
class Declared:
    """What players say of a hand nobody saw: ready 叫牌, pattern 牌型, concealed chickens by tile."""

    ready: bool
    pattern: str | None
    chickens: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Player:
    """One seat's tiles. ``concealed`` is None when nobody saw them; then ``declared`` is given.

    ``special``: of ``SPECIALS``. ``que``: the suit given up 定缺 ("m", "p" or "s"); ``yuanque``: lacking since the
    deal 原缺; ``xianggong``: a dead hand 相公, of any number of tiles.
    """

    seat: str
    concealed: tuple[str, ...] | None
    melds: tuple[Meld, ...] = ()
    discards: tuple[str, ...] = ()
    special: frozenset[str] = frozenset()
    que: str | None = None
    yuanque: bool = False
    xianggong: bool = False
    declared: Declared | None = None
    counts: tuple[int, ...] = field(init=False, repr=False)
    """Concealed tiles as 27 counts; for an unseen hand the chickens it is said to hold."""

    def __post_init__(self) -> None:
        if self.concealed is not None:
            out = counts(self.concealed)
        else:
            assert self.declared is not None
            out = [0] * 27
            for tile, n in self.declared.chickens.items():
                out[INDEX[tile]] = n
        object.__setattr__(self, "counts", tuple(out))


@dataclass(frozen=True, slots=True)
class First:
    """The first 幺鸡 (or 8筒) discarded: by whom, and who took it (a seat, ``WIN`` or None)."""

    by: str
    claimed_by: str | None


@dataclass(frozen=True, slots=True)
class Result:
    """How the hand ended. ``source`` is the discarder or the robbed player (``from``).

    ``hot``: the kind of the kong after which a 热炮 was discarded, ``hot_meld`` its four tiles ("7777m"); ``passed``:
    who let a win go since his last turn 过胡; ``last_tile``: won on the wall's last tile.
    """

    type: str
    winners: tuple[str, ...] = ()
    source: str | None = None
    tile: str | None = None
    hot: str | None = None
    hot_meld: str | None = None
    passed: tuple[str, ...] = ()
    last_tile: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """All facts of one hand; ``players`` in the order of seats.

    ``firsts``: "1s" and "8p" → the first of them discarded; ``genzhang``: 跟张 happened, and so many followers had just
    drawn their tile (None: it didn't).
    """

    profile: str
    variants: tuple[str, ...]
    overlay: Mapping[str, Any]
    players: Mapping[str, Player]
    result: Result
    dealer: str | None
    dealer_streak: int = 1
    firsts: Mapping[str, First] = field(default_factory=dict)
    genzhang: int | None = None
    flip: str | None = None


def _bad(where: str, zh: str, en: str) -> SituationError:
    return SituationError(where, zh, en)


def _at(where: str, key: str) -> str:
    # Paths are put together only for a refusal: this runs thousands of times a second.
    return f"{where}.{key}" if where and key else where or key


def _listed(items: Iterable[str]) -> tuple[str, str]:
    """The items as Chinese and as English lists them."""
    some = tuple(items)
    return "、".join(some), ", ".join(some)


def _table(value: Any, where: str, key: str, known: frozenset[str]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        path = _at(where, key) or "situation"
        raise _bad(path, f"{path} 应当是一组「名字: 值」。", f"{path} must be an object.")
    if not known.issuperset(value):
        path = _at(_at(where, key), str(next(k for k in value if k not in known)))
        zh, en = _listed(sorted(known))
        raise _bad(path, f"不认识的项目「{path}」。可用：{zh}。", f"Unknown key “{path}”. Known: {en}.")
    return value


def _string(value: Any, where: str, key: str) -> str:
    if not isinstance(value, str):
        path = _at(where, key)
        raise _bad(path, f"{path} 应当是文字。", f"{path} must be text.")
    return value


def _flag(value: Any, where: str, key: str) -> bool:
    if not isinstance(value, bool):
        path = _at(where, key)
        raise _bad(path, f"{path} 应当是 true 或 false。", f"{path} must be true or false.")
    return value


def _whole(value: Any, where: str, key: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        path = _at(where, key)
        raise _bad(
            path,
            f"{path} 应当是 {low} 到 {high} 的整数。",
            f"{path} must be a whole number, {low} to {high}.",
        )
    return value


def _list(value: Any, where: str, key: str) -> Sequence[Any]:
    if not isinstance(value, (list, tuple)):
        path = _at(where, key)
        raise _bad(path, f"{path} 应当是一个列表。", f"{path} must be a list.")
    return value


def _seat(value: Any, where: str, key: str, seats: Mapping[str, Any] | str) -> str:
    name = _string(value, where, key)
    if name not in seats or len(name) != 1:
        path, (zh, en) = _at(where, key), _listed(seats)
        raise _bad(
            path,
            f"{path}：没有座位「{name}」，座位是 {zh}。",
            f"{path}: no seat “{name}”; seats are {en}.",
        )
    return name


def _tile(value: Any, where: str, key: str) -> str:
    if not isinstance(value, str) or value not in INDEX:
        raise TileError(str(value), _at(where, key))
    return value


def _tiles(value: Any, where: str, key: str) -> tuple[str, ...]:
    try:
        return tuple(parse_tiles(_string(value, where, key)))
    except TileError as error:
        raise TileError(str(value), _at(where, key)) from error


def _choice(value: Any, where: str, key: str, choices: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in choices:
        path, (zh, en) = _at(where, key), _listed(choices)
        raise _bad(
            path,
            f"{path} 不能是「{value}」，可选：{zh}。",
            f"{path} can't be “{value}”; choose from {en}.",
        )
    return value


_TOP = frozenset(
    ["profile", "variants", "overlay", "dealer", "dealer_streak", "players", "events", "flip", "result"]
)
_PLAYER = frozenset(["hand", "melds", "discards", "special", "que", "yuanque", "xianggong", "declared"])
_DECLARED = frozenset(["ready", "pattern", "chickens"])
_EVENTS = frozenset(["first_1s", "first_8p", "genzhang"])
_FIRST = frozenset(["by", "claimed_by"])
_GENZHANG = frozenset({"drawn_followers"})
_RESULT = frozenset(
    ["type", "winners", "from", "tile", "hot", "hot_meld", "passed_since_last_turn", "last_tile"]
)


def parse_situation(data: Any) -> Situation:
    """A situation from plain data; raises ``SituationError``, ``TileError`` or ``MeldError`` (all BAD_SITUATION)."""
    top = _table(data, "", "", _TOP)
    for key in ("profile", "players", "result"):
        if top.get(key) is None:
            raise _bad(key, f"缺少「{key}」。", f"“{key}” is missing.")
    profile = _string(top["profile"], "", "profile")
    variants = tuple(_string(v, "", "variants") for v in _list(top.get("variants", []), "", "variants"))
    overlay = top.get("overlay", {})
    if not isinstance(overlay, Mapping):
        raise _bad("overlay", "overlay 应当是一组「参数: 值」。", "overlay must be an object of parameters.")
    raw_players = top["players"]
    if not isinstance(raw_players, Mapping):
        raise _bad(
            "players", "players 应当是 A、B、C、D 各一份。", "players must be an object of seats A, B, C, D."
        )
    for seat in raw_players:
        _seat(seat, "", "players", SEATS)
    players = {seat: _player(raw_players[seat], seat) for seat in SEATS if seat in raw_players}
    if len(players) < 2:
        raise _bad("players", "至少要有两个人。", "There must be at least two players.")
    dealer = top.get("dealer")
    if dealer is not None:
        dealer = _seat(dealer, "", "dealer", players)
    streak = _whole(top.get("dealer_streak", 1), "", "dealer_streak", 1, MAX_STREAK)
    events = _table(top.get("events", {}), "", "events", _EVENTS)
    firsts = {
        tile: _first(events[key], key, players)
        for key, tile in (("first_1s", "1s"), ("first_8p", "8p"))
        if events.get(key) is not None
    }
    genzhang = None
    if events.get("genzhang") is not None:
        table = _table(events["genzhang"], "events", "genzhang", _GENZHANG)
        genzhang = _whole(
            table.get("drawn_followers"), "events.genzhang", "drawn_followers", 0, len(players) - 1
        )
    flip = top.get("flip")
    return Situation(
        profile=profile,
        variants=variants,
        overlay=overlay,
        players=players,
        result=_result(top["result"], players),
        dealer=dealer,
        dealer_streak=streak,
        firsts=firsts,
        genzhang=genzhang,
        flip=None if flip is None else _tile(flip, "", "flip"),
    )


def _player(data: Any, seat: str) -> Player:
    where = f"players.{seat}"
    table = _table(data, where, "", _PLAYER)
    hand = table.get("hand")
    declared = table.get("declared")
    if hand is None and declared is None:
        raise _bad(
            f"{where}.hand",
            f"{seat} 的手牌没有。没看到就写 hand: null 和 declared。",
            f"{seat}'s hand is missing. If nobody saw it, give hand: null and declared.",
        )
    if hand is not None and declared is not None:
        raise _bad(
            f"{where}.declared",
            f"{seat} 的手牌已经有了，不需要 declared。",
            f"{seat}'s hand is given, so there is nothing to declare.",
        )
    raw_melds = _list(table.get("melds", []), where, "melds")
    que = table.get("que")
    special = _list(table.get("special", []), where, "special")
    return Player(
        seat=seat,
        concealed=None if hand is None else _tiles(hand, where, "hand"),
        melds=tuple(_meld(text, where, i) for i, text in enumerate(raw_melds)) if raw_melds else (),
        discards=_tiles(table.get("discards", ""), where, "discards"),
        special=frozenset(_choice(s, where, "special", SPECIALS) for s in special),
        que=None if que is None else _choice(que, where, "que", tuple(SUITS)),
        yuanque=_flag(table.get("yuanque", False), where, "yuanque"),
        xianggong=_flag(table.get("xianggong", False), where, "xianggong"),
        declared=None if declared is None else _declared(declared, f"{where}.declared"),
    )


def _meld(text: Any, where: str, i: int) -> Meld:
    key = f"melds[{i}]"
    try:
        return parse_meld(_string(text, where, key))
    except MeldError as error:
        raise MeldError(text, _at(where, key)) from error


def _declared(data: Any, where: str) -> Declared:
    table = _table(data, where, "", _DECLARED)
    chickens = table.get("chickens", {})
    if not isinstance(chickens, Mapping):
        raise _bad(
            f"{where}.chickens",
            "chickens 应当是「牌: 张数」。",
            "chickens must be an object of tile: number.",
        )
    pattern = table.get("pattern")
    return Declared(
        ready=_flag(table.get("ready"), where, "ready"),
        pattern=None if pattern is None else _choice(pattern, where, "pattern", PATTERNS),
        chickens={
            _tile(tile, where, "chickens"): _whole(n, where, f"chickens.{tile}", 0, 4)
            for tile, n in chickens.items()
        },
    )


def _first(data: Any, key: str, players: Mapping[str, Player]) -> First:
    where = f"events.{key}"
    table = _table(data, where, "", _FIRST)
    by = _seat(table.get("by"), where, "by", players)
    claimed = table.get("claimed_by")
    if claimed is not None and claimed != WIN:
        claimed = _seat(claimed, where, "claimed_by", players)
    return First(by, claimed)


def _result(data: Any, players: Mapping[str, Player]) -> Result:
    table = _table(data, "", "result", _RESULT)
    kind = _choice(table.get("type"), "result", "type", RESULT_TYPES)
    winners = tuple(
        _seat(w, "result", "winners", players) for w in _list(table.get("winners", []), "result", "winners")
    )
    source = table.get("from")
    tile = table.get("tile")
    hot = table.get("hot")
    hot_meld = table.get("hot_meld")
    passed = _list(table.get("passed_since_last_turn", []), "result", "passed_since_last_turn")
    return Result(
        type=kind,
        winners=winners,
        source=None if source is None else _seat(source, "result", "from", players),
        tile=None if tile is None else _tile(tile, "result", "tile"),
        hot=None if hot is None else _choice(hot, "result", "hot", KONGS),
        hot_meld=None if hot_meld is None else _string(hot_meld, "result", "hot_meld"),
        passed=tuple(_seat(p, "result", "passed_since_last_turn", players) for p in passed),
        last_tile=_flag(table.get("last_tile", False), "result", "last_tile"),
    )
