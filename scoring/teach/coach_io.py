"""The coach's question and answer as plain data: typed tiles or a reading of SPEC 2.3 in, advice out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.errors import Lang, ZhuojiError
from scoring.melds import ADDED_KONG, CONCEALED_KONG, EXPOSED_KONG, PUNG, Meld, MeldError, parse_meld
from scoring.profile import Profile, load_profile
from scoring.situation import MAX_STREAK
from scoring.teach.coach import DISCARDER, Advice, CoachHand, Option, Wait, advise
from scoring.teach.question import names_of
from scoring.tiles import BACK, INDEX, SUITS, TileError, parse_tiles
from scoring.wording import pattern, pick

KEYS = frozenset(
    [
        "profile",
        "variants",
        "overlay",
        "hand",
        "melds",
        "discards",
        "visible",
        "que",
        "dealer",
        "dealer_streak",
        "reading",
    ]
)


def _bad(field: str, zh: str, en: str) -> ZhuojiError:
    return ZhuojiError("BAD_SITUATION", zh, en, field)


def coach_json(data: Mapping[str, Any], lang: Lang = "zh") -> dict[str, Any]:
    """``{"ok": true, …}``. Raises BAD_SITUATION."""
    for key in data:
        if key not in KEYS:
            raise _bad(key, f"不认识的项目「{key}」。", f"Unknown key “{key}”.")
    profile = load_profile(data.get("profile", ""), names_of(data), data.get("overlay"))
    hand = parse_hand(data)
    return answer_json(hand, advise(hand, profile), profile, lang)


def parse_hand(data: Mapping[str, Any]) -> CoachHand:
    """A hand from typed notation, or from ``reading`` and what was typed besides."""
    read = _from_reading(data["reading"]) if data.get("reading") is not None else CoachHand(())
    que, streak, dealer = data.get("que"), data.get("dealer_streak", 1), data.get("dealer", False)
    if que is not None and que not in tuple(SUITS):
        raise _bad("que", "定缺写 m、p 或 s。", "The suit given up is m, p or s.")
    if type(streak) is not int or not 1 <= streak <= MAX_STREAK:
        raise _bad("dealer_streak", "连庄第几把要写从 1 起的数。", "The dealer's hand is a number from 1.")
    if not isinstance(dealer, bool):
        raise _bad("dealer", "dealer 应当是 true 或 false。", "dealer must be true or false.")
    return CoachHand(
        (*read.concealed, *_tiles(data, "hand")),
        (*read.melds, *_melds(data.get("melds", []))),
        (*read.discards, *_tiles(data, "discards")),
        (*read.visible, *_tiles(data, "visible")),
        que,
        dealer,
        streak,
    )


def _tiles(data: Mapping[str, Any], name: str) -> list[str]:
    text = data.get(name, "")
    if not isinstance(text, str) or len(text) > 400:
        raise _bad(name, f"{name} 应当是文字，例如 123m456p1s。", f"{name} must be text like 123m456p1s.")
    try:
        return parse_tiles("".join(text.split()))
    except TileError as error:
        raise TileError(text, name) from error


def _melds(value: Any) -> list[Meld]:
    if not isinstance(value, list) or len(value) > 4:
        raise _bad("melds", "melds 应当是最多四副的列表。", "melds must be a list of four at most.")
    out = []
    for i, text in enumerate(value):
        try:
            # Who fed it doesn't matter here and may be left out.
            whole = isinstance(text, str) and ("<" in text or text.startswith(CONCEALED_KONG))
            out.append(parse_meld(text if whole else f"{text}<{DISCARDER}"))
        except (MeldError, TypeError) as error:
            raise MeldError(str(text), f"melds[{i}]") from error
    return out


def _from_reading(reading: Any) -> CoachHand:
    """The hand nearest to the reader of the photo; whatever else is in view counts as visible."""
    try:
        names = [tile["tile"] for tile in reading["tiles"]]
        groups = [
            (group["role"], group.get("side"), [names[i] for i in group["tiles"]])
            for group in reading["groups"]
        ]
    except (KeyError, TypeError, IndexError, AttributeError):
        raise _bad(
            "reading",
            "reading 要是认牌的结果（tiles 和 groups）。",
            "reading must be a reading: tiles and groups.",
        ) from None
    hands = [group for group in groups if group[0] == "hand"]
    own = max(hands, key=lambda group: len(group[2]))[1] if hands else None
    concealed: list[str] = []
    melds: list[Meld] = []
    discards: list[str] = []
    visible: list[str] = []
    for role, side, tiles in groups:
        mine = side in (own, None)
        meld = _read_meld(tiles) if role == "meld" else None
        known = [tile for tile in tiles if tile in INDEX]
        if role in ("hand", "win") and mine:
            concealed += known
        elif meld is not None and mine:
            melds.append(meld)
        elif role == "discards" and mine and own is not None:
            discards += known
        else:
            visible += known
    return CoachHand(tuple(concealed), tuple(melds), tuple(discards), tuple(visible))


def _read_meld(tiles: Sequence[str]) -> Meld | None:
    """RULES 3.4: of four tiles two face down are 闷豆, one is 补杠."""
    faces = {tile for tile in tiles if tile != BACK}
    if len(faces) != 1 or not faces <= INDEX.keys() or len(tiles) not in (3, 4):
        return None
    backs = sum(tile == BACK for tile in tiles)
    kind = PUNG if len(tiles) == 3 else (EXPOSED_KONG, ADDED_KONG, CONCEALED_KONG)[min(backs, 2)]
    return Meld(kind, faces.pop(), None if kind == CONCEALED_KONG else DISCARDER)


def answer_json(hand: CoachHand, advice: Advice, profile: Profile, lang: Lang) -> dict[str, Any]:
    """Advice as the page takes it; averages with two decimals."""
    return {
        "ok": True,
        "practice": True,
        "profile": profile.id,
        "variants": list(profile.chosen),
        "unit": profile.spoken_unit,
        "hand": list(hand.concealed),
        "melds": list(map(str, hand.melds)),
        "to_throw": hand.to_throw,
        "shanten": advice.shanten,
        "summary": pick(_summary(hand, advice), lang),
        "won": None if advice.won is None else _wait(advice.won, lang),
        "options": [_option(option, lang) for option in advice.options],
        "note": pick(
            (
                "只供练习：算的是胡了能从别家一共收多少（牌型、豆、鸡），鸡按没见过的牌随便翻一张平均；要赔别人的没算。真打牌的时候别看。",
                "Practice only: what a win would collect from all others (hand, kongs, chickens), the chickens averaged "
                "over every unseen tile that may be turned; what you might owe isn't in it. Not for use in a game.",
            ),
            lang,
        ),
    }


def _summary(hand: CoachHand, advice: Advice) -> tuple[str, str]:
    n = advice.shanten
    if n < 0:
        return "已经胡了。", "This is a complete hand."
    if n == 0:
        if hand.to_throw:
            return "打一张就叫牌。", "One discard away from ready."
        return "叫牌了。", "Ready."
    return f"离叫牌还差 {n} 步。", f"{n} step{'s' * (n > 1)} away from ready."


def _amount(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 2)


def _wait(wait: Wait, lang: Lang) -> dict[str, Any]:
    return {
        "tile": wait.tile,
        "left": wait.left,
        "pattern": pattern(wait.pattern, lang),
        "on_discard": _amount(wait.on_discard),
        "self_draw": _amount(wait.self_draw),
        "chickens": _amount(wait.chickens),
    }


def _option(option: Option, lang: Lang) -> dict[str, Any]:
    return {
        "discard": option.discard,
        "shanten": option.shanten,
        "left": option.left,
        "useful": [{"tile": tile, "left": left} for tile, left in option.useful],
        "waits": [_wait(wait, lang) for wait in option.waits],
        "mean_self_draw": _amount(option.mean_self_draw),
    }
