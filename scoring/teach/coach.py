"""The coach: how far a hand is from 叫牌, which discards lead there, what each wait would earn (practice only).

What a wait earns is what this player collects from all the others: the hand, his 豆 and his 鸡. The chicken part
is the exact expectation over the flip, every unseen tile being equally likely to be turned over. What he might
have to pay others for theirs is not in it: their tiles aren't seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from scoring.errors import ZhuojiError
from scoring.melds import Meld
from scoring.profile import Profile
from scoring.rules.chicken_kinds import ChickenKinds, chicken_kinds
from scoring.rules.collecting import collecting
from scoring.rules.legality import NoPassError
from scoring.rules.readiness import known_forms, waits_of
from scoring.schema import CHICKEN_TILES
from scoring.settle import Settlement, settle
from scoring.shanten import shanten, throws, useful_tiles
from scoring.situation import SEATS, Declared, Player, Result, Situation
from scoring.table import Table
from scoring.tiles import FACES, INDEX, counts

ME, DISCARDER = SEATS[0], SEATS[1]
STANDING = tuple(f"chicken.standing.{t}.{form}" for t in CHICKEN_TILES for form in ("plain", "gold"))
MOST_FLIPPED = 2000


@dataclass(frozen=True, slots=True)
class CoachHand:
    """What the player sees: own tiles (13 or 14, less 3 a meld), own row, all other tiles in view."""

    concealed: tuple[str, ...]
    melds: tuple[Meld, ...] = ()
    discards: tuple[str, ...] = ()
    visible: tuple[str, ...] = ()
    que: str | None = None
    dealer: bool = False
    streak: int = 1

    @property
    def to_throw(self) -> bool:
        """Whether a tile has to be discarded first."""
        return len(self.concealed) + 3 * len(self.melds) == 14


@dataclass(frozen=True, slots=True)
class Wait:
    """One winning tile that can still come: how many are unseen, its pattern, and what all others together would pay.

    ``on_discard`` is None where the hand may not win on a discard (no 通行证); ``chickens``: the part of the flip
    and the standing chickens in it.
    """

    tile: str
    left: int
    pattern: str
    on_discard: Fraction | None
    self_draw: Fraction
    chickens: Fraction


@dataclass(frozen=True, slots=True)
class Option:
    """A discard (None: nothing to throw): what is left of the way, the tiles that help and how many are unseen."""

    discard: str | None
    shanten: int
    useful: tuple[tuple[str, int], ...]
    waits: tuple[Wait, ...]

    @property
    def left(self) -> int:
        """Unseen tiles that help."""
        return sum(n for _, n in self.useful)

    @property
    def mean_self_draw(self) -> Fraction | None:
        """What a self-drawn win brings on average over the unseen winning tiles; None without any."""
        total = sum(wait.left for wait in self.waits)
        return sum((wait.left * wait.self_draw for wait in self.waits), Fraction()) / total if total else None


@dataclass(frozen=True, slots=True)
class Advice:
    """The coach's answer; ``won``: the hand is complete as it lies."""

    shanten: int
    options: tuple[Option, ...]
    won: Wait | None = None


def _bad(field: str, zh: str, en: str) -> ZhuojiError:
    return ZhuojiError("BAD_SITUATION", zh, en, field)


def check(hand: CoachHand) -> list[int]:
    """How many of each tile are unseen. Raises BAD_SITUATION for a hand that can't be."""
    size = len(hand.concealed) + 3 * len(hand.melds)
    if len(hand.melds) > 4 or size not in (13, 14):
        zh, en = f"现在是 {size} 张", f"this is {size}"
        raise _bad(
            "hand",
            f"手牌要 13 张（摸了牌是 14 张），每副碰杠算三张；{zh}。",
            f"A hand is 13 tiles (14 after drawing), a meld counting as three; {en}.",
        )
    seen = counts([*hand.concealed, *hand.discards, *hand.visible])
    for meld in hand.melds:
        seen[INDEX[meld.tile]] += meld.size
    for tile, n in zip(FACES, seen, strict=True):
        if n > 4:
            raise _bad(
                "hand", f"{tile} 有 {n} 张，一副牌只有四张。", f"There are {n} of {tile}; a set has four."
            )
    return [4 - n for n in seen]


def advise(hand: CoachHand, profile: Profile) -> Advice:
    """The best discards first: least shanten, then most unseen tiles, then the most money."""
    unseen = check(hand)
    forms = known_forms(profile, hand.que)
    if any(meld.tile[1] == forms["que"] for meld in hand.melds):
        raise _bad(
            "que", "碰杠里有定缺的那门，这把胡不了。", "A meld is of the lacking suit: this hand can't win."
        )
    if not hand.to_throw:
        steps = shanten(hand.concealed, hand.melds, **forms)
        useful = useful_tiles(hand.concealed, hand.melds, **forms)
        return Advice(steps, (_option(hand, profile, unseen, None, steps, useful),))
    found = throws(hand.concealed, hand.melds, **forms)
    best = min(throw.shanten for throw in found)
    options = [
        _option(_without(hand, throw.tile), profile, unseen, throw.tile, best, throw.useful)
        for throw in found
        if throw.shanten == best
    ]
    options.sort(key=lambda o: (-o.left, -(o.mean_self_draw or 0)))
    now = shanten(hand.concealed, hand.melds, **forms)
    won = _won(hand, profile, unseen) if now < 0 else None
    return Advice(now, tuple(options), won)


def _without(hand: CoachHand, tile: str) -> CoachHand:
    rest = list(hand.concealed)
    rest.remove(tile)
    return replace(hand, concealed=tuple(rest), discards=(*hand.discards, tile))


def _option(
    hand: CoachHand,
    profile: Profile,
    unseen: list[int],
    thrown: str | None,
    steps: int,
    useful: Sequence[str],
) -> Option:
    waits: tuple[Wait, ...] = ()
    if steps == 0:
        tiles = waits_of(_me(hand, hand.concealed), profile, None, "draw")
        waits = tuple(_wait(hand, profile, unseen, tile) for tile in tiles if unseen[INDEX[tile]])
    return Option(thrown, steps, tuple((tile, unseen[INDEX[tile]]) for tile in useful), waits)


def _won(hand: CoachHand, profile: Profile, unseen: list[int]) -> Wait:
    """A hand complete on 14 tiles, as the self-draw it is (any of its tiles may have been the last)."""
    tile = hand.concealed[-1]
    rest = replace(hand, concealed=hand.concealed[:-1])
    left = list(unseen)
    left[INDEX[tile]] += 1  # _wait takes the winning tile from the unseen ones again
    return _wait(rest, profile, left, tile)


def _me(hand: CoachHand, concealed: tuple[str, ...]) -> Player:
    melds = tuple(replace(meld, feeder=DISCARDER) if meld.feeder is not None else meld for meld in hand.melds)
    return Player(ME, concealed, melds, hand.discards, que=hand.que)


def situation_of(hand: CoachHand, profile: Profile, tile: str, drawn: bool) -> Situation:
    """This hand winning on ``tile``, the others' tiles unseen and unready, nothing turned over yet."""
    seats = SEATS[: profile["meta.players"][0]]
    concealed = (*hand.concealed, tile) if drawn else hand.concealed
    others = {seat: Player(seat, None, declared=Declared(False, None, {})) for seat in seats[1:]}
    result = Result("self", (ME,), None, tile) if drawn else Result("discard", (ME,), DISCARDER, tile)
    return Situation(
        profile=profile.id,
        variants=profile.chosen,
        overlay=profile.overlay,
        players={ME: _me(hand, concealed), **others},
        result=result,
        dealer=ME if hand.dealer else seats[-1],
        dealer_streak=hand.streak,
    )


def _wait(hand: CoachHand, profile: Profile, unseen: list[int], tile: str) -> Wait:
    drawn = settle(situation_of(hand, profile, tile, True), profile)
    chickens = expected_chickens(drawn, unseen, tile)
    plain = _income(drawn.table)
    on_discard: Fraction | None = None
    with suppress(NoPassError):
        dealt = settle(situation_of(hand, profile, tile, False), profile)
        on_discard = dealt.net[ME] - plain + chickens
    won = drawn.table.hands[ME]
    return Wait(
        tile, unseen[INDEX[tile]], won.pattern, on_discard, drawn.net[ME] - plain + chickens, chickens
    )


def flips(unseen: Sequence[int], tile: str) -> Iterator[tuple[str, int]]:
    """Each tile that may be turned over after winning on ``tile``, and how many of it are unseen."""
    for face, n in zip(FACES, unseen, strict=True):
        left = n - (face == tile)
        if left > 0:
            yield face, left


def _income(table: Table) -> int:
    """豆 and 鸡 of this player from everybody."""
    return sum(t.each * len(t.payers) for t in collecting(table) if t.to == ME)


_FLIPPED: dict[tuple[Any, ...], ChickenKinds] = {}
"""The chickens of each flip by what they depend on; one hand asks for the same ones dozens of times."""


def _kinds(flip: str, profile: Profile) -> ChickenKinds:
    values = profile.values
    key = (flip, values["chicken.flip"], values["chicken.flip_value"], *map(values.__getitem__, STANDING))
    if key not in _FLIPPED:
        if len(_FLIPPED) > MOST_FLIPPED:
            _FLIPPED.clear()
        won = Situation(profile.id, (), {}, {}, Result("self"), None, flip=flip)
        _FLIPPED[key] = chicken_kinds(won, profile)
    return _FLIPPED[key]


def expected_chickens(settlement: Settlement, unseen: Sequence[int], tile: str) -> Fraction:
    """Expected 豆 and 鸡 income over the flip (豆 too: a kong of chickens may be paid as one)."""
    table = settlement.table
    profile, player = table.profile, table.player(ME)
    mine = {*(player.concealed or ()), *player.discards, *(meld.tile for meld in player.melds)}
    known: dict[tuple[tuple[str, int, bool], ...], int] = {}
    total = ways = 0
    for face, n in flips(unseen, tile):
        kinds = _kinds(face, profile)
        # Flips that make no other tile of this player a chicken pay alike.
        key = tuple((t, value, t in kinds.flipped) for t, value in kinds.value.items() if t in mine)
        if key not in known:
            known[key] = _income(replace(table, chickens=kinds))
        total += n * known[key]
        ways += n
    return Fraction(total, ways) if ways else Fraction(_income(table))
