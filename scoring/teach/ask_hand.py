"""Drills about one hand: its pattern, its waits, and which tile a flip makes the chicken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from scoring.melds import Meld
from scoring.profile import Profile
from scoring.rules.chicken_kinds import chicken_kinds
from scoring.rules.hand_value import best
from scoring.rules.readiness import known_forms, valued_patterns, waits_of
from scoring.schema import PATTERNS
from scoring.shanten import shanten
from scoring.situation import SEATS, Player, Result, Situation
from scoring.teach.coach import CoachHand
from scoring.teach.deal import (
    FLUSH,
    SHAPES,
    Holding,
    OutOfTilesError,
    Wall,
    complete,
    loose,
    one_short,
    suits_of,
)
from scoring.teach.dice import Dice
from scoring.teach.question import Key, Question
from scoring.teach.say import tile2, tiles2
from scoring.teach.split import Group, Worth, split, worth
from scoring.tiles import FACES, INDEX, counts
from scoring.wording import PATTERN_EN, PATTERN_ZH, Both

CHOICES = {1: 4, 2: 6, 3: len(PATTERNS)}
"""Level → patterns to choose from."""
MELDS = {1: 1, 2: 3, 3: 5}
"""Level → one more than the most melds of a hand."""


def _made(dice: Dice, profile: Profile, level: int) -> Holding:
    shape = dice.pick(SHAPES[min(level, 2)])
    suits = suits_of(dice, profile, FLUSH[level])
    return complete(Wall(dice), SEATS[0], SEATS, shape, suits=suits, melds=dice.below(MELDS[level]))


def ask_pattern(key: Key) -> Question:
    """A complete hand: which pattern counts."""
    profile = key.rules
    for attempt in count():  # pragma: no branch - some hand can be dealt
        dice = Dice(f"{key}/{attempt}")
        try:
            full = _made(dice, profile, key.level)
        except OutOfTilesError:
            continue
        break
    win = dice.pick(full.concealed)
    found = valued_patterns(counts(full.concealed), tuple(full.melds), profile)
    name, value = best(found)
    known = [p for p in PATTERNS if profile[f"patterns.{p}"] is not None]
    near = [p for p, _ in found] + dice.shuffled(known)
    offered = list(dict.fromkeys([name, *near]))[: CHOICES[key.level]]
    return Question(
        key,
        ("这手牌算什么牌型？", "Which pattern does this hand count as?"),
        "choice",
        name,
        _told(profile, name, value, found),
        choices=tuple((p, _named(p)) for p in PATTERNS if p in offered),
        hand=_sorted(full.copy_less(win).concealed),
        melds=tuple(map(str, full.melds)),
        win=win,
        pictures={0: grouped(counts(full.concealed), full.melds, name)},
    )


def grouped(tile_counts: Sequence[int], melds: Sequence[Meld], pattern: str) -> tuple[Group, ...]:
    """A complete hand set by set, its melds at the end."""
    return (*split(tile_counts, pattern), *(Group((meld.tile,) * meld.size) for meld in melds))


def _named(pattern: str) -> Both:
    return PATTERN_ZH[pattern], PATTERN_EN[pattern]


def _told(profile: Profile, name: str, value: int, found: list[tuple[str, int]]) -> tuple[Both, ...]:
    unit = profile.spoken_unit
    (zh, en) = _named(name)
    out = [(f"是{zh}，{value} {unit}。", f"It is {en}, {value} {unit}.")]
    others = [(p, v) for p, v in found if p != name]
    if others:
        zh = "、".join(f"{PATTERN_ZH[p]}（{v}）" for p, v in others)
        en = ", ".join(f"{PATTERN_EN[p]} ({v})" for p, v in others)
        out.append((f"也够得上{zh}，只算最大的。", f"It would also be {en}; only the dearest counts."))
    return tuple(out)


def ask_waits(key: Key) -> Question:
    """A hand of 13: all tiles it waits on, perhaps none."""
    profile = key.rules
    for attempt in count():  # pragma: no branch - some hand can be dealt
        dice = Dice(f"{key}/{attempt}")
        wall = Wall(dice)
        unready = key.level == 3 and dice.chance(0.2)
        flush = {1: 0.0, 2: 0.15, 3: 0.7}[key.level]
        suits = suits_of(dice, profile, flush)
        melds = dice.below({1: 1, 2: 3, 3: 2}[key.level])
        shape = dice.pick(("plain", "plain", "triplets", "pairs") if key.level == 2 else ("plain",))
        try:
            if unready:
                hand = loose(wall, SEATS[0], SEATS, suits, melds)
            else:
                hand = one_short(wall, complete(wall, SEATS[0], SEATS, shape, suits=suits, melds=melds))
        except OutOfTilesError:
            continue
        player = Player(SEATS[0], tuple(hand.concealed), tuple(hand.melds))
        found = waits_of(player, profile, None, "draw")
        if found or key.level == 3:
            break
    held = CoachHand(tuple(hand.concealed), tuple(hand.melds))
    values = [worth(held, profile, tile) for tile in found]
    return Question(
        key,
        ("叫哪几张？没叫牌就一张也不选。", "Which tiles does it wait on? Choose none if it isn't ready."),
        "tiles",
        found,
        _why_waits(profile, player, dict(zip(found, values, strict=True))),
        hand=_sorted(hand.concealed),
        melds=tuple(map(str, hand.melds)),
        pictures={
            i: grouped(counts([*hand.concealed, tile]), hand.melds, value.pattern)
            for i, (tile, value) in enumerate(zip(found, values, strict=True))
        },
    )


def _why_waits(profile: Profile, player: Player, found: Mapping[str, Worth]) -> tuple[Both, ...]:
    assert player.concealed is not None
    if not found:
        steps = max(1, shanten(player.concealed, player.melds, **known_forms(profile, player.que)))
        return ((f"没叫牌，还差 {steps} 步。", f"Not ready: {steps} step{'s' * (steps > 1)} away."),)
    return tuple(_wait_words(tile, value, profile) for tile, value in found.items())


def _wait_words(tile: str, value: Worth, profile: Profile) -> Both:
    """What a wait earns by self-draw and on a discard, or that it has no 通行证 for one."""
    (zh, en), (pzh, pen), unit = tile2(tile), _named(value.pattern), profile.spoken_unit
    each_zh, each_en = ("每家", " from each") if profile["meta.players"][0] > 2 else ("", "")
    on_zh, on_en = (
        ("不能胡点炮（没有豆做通行证）", "no win on a discard (no kong for a pass)")
        if value.discard is None
        else (f"点炮 {value.discard} {unit}", f"on a discard {value.discard} {unit}")
    )
    return (
        f"来{zh}：{pzh}，自摸{each_zh} {value.self_draw} {unit}，{on_zh}。",
        f"{en}: {pen}; self-drawn {value.self_draw} {unit}{each_en}, {on_en}.",
    )


def ask_flip(key: Key) -> Question:
    """A turned tile: all tiles that are chickens now."""
    profile = key.rules
    dice = Dice(str(key))
    # The ends of the suits and what makes a chicken gold are what people get wrong.
    flip = dice.pick([*FACES, "9s", "9s", "9m", "9p", "7p"])
    situation = Situation(profile.id, profile.chosen, profile.overlay, {}, Result("self"), None, flip=flip)
    kinds = chicken_kinds(situation, profile)
    (fzh, fen), (zh, en) = tile2(flip), tiles2(kinds.flipped)
    explain = [(f"翻{fzh}，鸡是{zh}。", f"{fen} is turned, so the chicken is {en}.")]
    for tile in kinds.standing:
        tzh, ten = tile2(tile)
        gold = ("，又翻到了，是金鸡", ", turned as well: gold") if tile in kinds.gold else ("", "")
        explain.append((f"{tzh}是常鸡{gold[0]}。", f"{ten} is a standing chicken{gold[1]}."))
    for tile, value in kinds.value.items():
        tzh, ten = tile2(tile)
        explain.append(
            (f"{tzh}每张 {value} {profile.spoken_unit}。", f"{ten}: {value} {profile.spoken_unit} a tile.")
        )
    return Question(
        key,
        (
            "翻开的是这张。哪些牌是鸡？常鸡也要选。",
            "This tile was turned over. Which tiles are chickens? Standing ones too.",
        ),
        "tiles",
        tuple(kinds.value),
        tuple(explain),
        win=flip,
    )


def _sorted(tiles: list[str]) -> tuple[str, ...]:
    return tuple(sorted(tiles, key=INDEX.__getitem__))
