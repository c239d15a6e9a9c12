"""One line of a settlement as a chain a newcomer can follow, the player's own tiles in it (SPEC 3.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring import wording as w
from scoring.chain import ready_line
from scoring.describe import clause_words, sentence
from scoring.errors import Lang
from scoring.explain import why
from scoring.melds import CONCEALED_KONG, MELD_EN, MELD_ZH, PUNG
from scoring.settle import Settlement
from scoring.situation import WIN
from scoring.table import Table
from scoring.teach.say import tile2, tiles2
from scoring.teach.story import ending
from scoring.tiles import INDEX
from scoring.transfer import Transfer
from scoring.wording import Both, pick

CHICKENS = frozenset({"CHICKEN", "CHICKEN_KONG", "CHARGE", "RESP"})
FIRSTS = frozenset({"CHARGE", "RESP"})


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles drawn side by side; ``marked``: places in ``tiles`` that the step is about."""

    words: str
    tiles: tuple[str, ...]
    marked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A link of the chain: what it is about, a sentence, tiles."""

    about: str
    words: str
    rows: tuple[Row, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """As the page takes it."""
        return {
            "about": self.about,
            "words": self.words,
            "rows": [{"words": r.words, "tiles": list(r.tiles), "marked": list(r.marked)} for r in self.rows],
        }


_ABOUT: Mapping[str, Both] = {
    "end": ("怎么结束的", "How it ended"),
    "flip": ("翻牌", "The flip"),
    "where": ("鸡在哪里", "Where the chickens lie"),
    "tiles": ("牌", "The tiles"),
    "ready": ("谁叫牌", "Who is ready"),
    "amount": ("所以", "So"),
    "rule": ("规则", "The rule"),
}


def chain(settlement: Settlement, index: int, lang: Lang) -> list[Step]:
    """The steps behind line ``index``, in the order one would tell them."""
    transfer = settlement.transfers[index]
    table = settlement.table

    def step(about: str, words: str, rows: tuple[Row, ...] = ()) -> Step:
        return Step(pick(_ABOUT[about], lang), words, rows)

    base = base_code(transfer)
    out = [step("end", pick(ending(table.situation), lang))]
    if base in CHICKENS or transfer.code == "CHAJIAO_CHICKEN":
        out += [step("flip", words, rows) for words, rows in _flip(table, transfer.facts["tile"], lang)]
        owner = owner_of(transfer)
        out.append(
            step("where", _where(table, transfer, owner, lang), _holding(table, owner, transfer, lang))
        )
    else:
        rows = _holding(table, owner_of(transfer), transfer, lang)
        if rows:
            out.append(step("tiles", pick(_holder(owner_of(transfer)), lang), rows))
    out += [step("ready", ready_line(table, seat, lang)) for seat in _asked(table, transfer)]
    out.append(step("amount", why(transfer, settlement, lang)))
    out += [step("rule", words) for words in _rules(settlement, transfer, lang)]
    return out


def is_turned(transfer: Transfer) -> bool:
    """Whether the owner of the tiles pays instead of collecting: 反赔, or what three winners turn around."""
    return transfer.code.startswith("REV_") != transfer.code.endswith("_R3")


def base_code(transfer: Transfer) -> str:
    """What is paid for, whichever way it goes."""
    return transfer.code.removesuffix("_R3").removeprefix("REV_")


def owner_of(transfer: Transfer) -> str:
    """Whose tiles a line is about: the payer of a 反赔 and of what three winners turn around, else the payee."""
    turned = is_turned(transfer)
    return transfer.payers[0] if turned or transfer.code in ("REVERSE3", "BAOPAI") else transfer.to


def _holder(owner: str) -> Both:
    return f"{owner} 的牌：", f"{owner}'s tiles:"


def _flip(table: Table, tile: str, lang: Lang) -> Iterator[tuple[str, tuple[Row, ...]]]:
    flip, kinds = table.situation.flip, table.chickens
    (zh, en) = tile2(tile)
    if tile in kinds.flipped and flip is not None:
        (fzh, fen), (mzh, men) = tile2(flip), tiles2(kinds.flipped)
        row = Row("", (flip, *kinds.flipped), tuple(range(1, 1 + len(kinds.flipped))))
        yield (
            pick(
                (f"翻的是{fzh}，鸡不是它，是{mzh}。", f"{fen} was turned; not it, but {men} is the chicken."),
                lang,
            ),
            (row,),
        )
    if tile in kinds.gold:
        yield (
            pick(
                (
                    f"{zh}本来就是常鸡，又被翻到，就是金鸡。",
                    f"{en} is a standing chicken and was turned as well: gold.",
                ),
                lang,
            ),
            (),
        )
    elif tile in kinds.standing:
        yield (
            pick((f"{zh}是常鸡，不管翻什么都算。", f"{en} is a standing chicken, whatever is turned."), lang),
            (Row("", (tile,)),),
        )


def _where(table: Table, transfer: Transfer, owner: str, lang: Lang) -> str:
    """Where the chickens of this line lie, and how many."""
    facts = transfer.facts
    zh, en = tile2(facts["tile"])
    if "zones" in facts:
        n = facts["count"]
        return pick(
            (
                f"{owner} 有 {n} 张{zh}：{w.zones(facts['zones'], 'zh')}。",
                f"{owner} has {n} {en}: {w.zones(facts['zones'], 'en')}.",
            ),
            lang,
        )
    base = base_code(transfer)
    if base in FIRSTS:
        first = table.situation.firsts.get(facts["tile"])
        if first is not None and first.claimed_by not in (None, WIN):
            return pick(
                (
                    f"第一张{zh}是 {first.by} 打的，{first.claimed_by} 拿走了。",
                    f"{first.by} played the first {en}; {first.claimed_by} claimed it.",
                ),
                lang,
            )
        if base == "CHARGE":
            return pick(
                (f"第一张{zh}是 {owner} 打的，没人要。", f"{owner} played the first {en}; nobody took it."),
                lang,
            )
    if transfer.code == "CHAJIAO_CHICKEN":
        return pick(
            (f"{owner} 打出去 {facts['count']} 张{zh}。", f"{owner} discarded {facts['count']} {en}."), lang
        )
    return pick((f"{zh}在 {owner} 的碰杠里。", f"The {en} lie in {owner}'s meld."), lang)


def _holding(table: Table, owner: str, transfer: Transfer, lang: Lang) -> tuple[Row, ...]:
    """The owner's hand, melds and row, what the line is about marked; nothing where tiles don't matter."""
    code = base_code(transfer)
    if code in ("LIAN", "GENZHANG", "YUANQUE", "HOT", "ROB", "GANGKAI", "SPECIAL"):
        return ()
    player, result = table.player(owner), table.situation.result
    tile = transfer.facts.get("tile")
    zones = transfer.facts.get("zones")
    rows = []
    if player.concealed is not None:
        hand = sorted(player.concealed, key=INDEX.__getitem__)
        if owner in table.hands and result.source is not None and result.tile is not None:
            hand.append(result.tile)
        lit = tile if code == "CHICKEN" and (zones is None or zones["hand"] or zones["win"]) else None
        if code == "CHAQUE":
            marked = tuple(i for i, t in enumerate(hand) if t[1] == transfer.facts["suit"])
        else:
            marked = tuple(i for i, t in enumerate(hand) if t == lit)
        if code in ("HAND", "REVERSE3", "BAOPAI") and owner in table.hands and result.tile in hand:
            marked = (len(hand) - 1 - hand[::-1].index(result.tile),)
        rows.append(Row(pick(("手里", "in hand"), lang), tuple(hand), marked))
    for meld in player.melds:
        name = (MELD_ZH if lang == "zh" else MELD_EN)[meld.kind]
        lit_meld = meld.tile == tile and _in_meld(code, meld.kind, zones)
        places = tuple(range(meld.size)) if lit_meld else ()
        rows.append(Row(name, (meld.tile,) * meld.size, places))
    if tile is not None and player.discards and code in (*CHICKENS, "CHAJIAO_CHICKEN"):
        shown = zones is None or zones["row"]
        places = tuple(i for i, t in enumerate(player.discards) if t == tile and shown)
        if code == "CHARGE":
            places = places[:1]  # the first one lies sideways
        rows.append(Row(pick(("打出的", "discarded"), lang), player.discards, places))
    return tuple(rows)


def _in_meld(code: str, kind: str, zones: Mapping[str, int] | None) -> bool:
    if zones is not None:
        zone = "closed" if kind == CONCEALED_KONG else "pung" if kind == PUNG else "kong"
        return zones[zone] > 0
    return code in ("BEAN_AN", "BEAN_WAN", "BEAN_DIAN", "CHICKEN_KONG", "RESP")


def _asked(table: Table, transfer: Transfer) -> tuple[str, ...]:
    """Whose readiness the line turns on: both sides of 反赔 and 查叫, else the one who collects 豆 or 鸡."""
    code = transfer.code
    if code.startswith(("REV_", "CHAJIAO")) or code == "CHAQUE":
        return tuple(s for s in table.seats if s in (*transfer.payers, transfer.to))
    if code.startswith("BEAN") or code.removesuffix("_R3") in CHICKENS or code == "YUANQUE":
        return (owner_of(transfer),)
    return ()


def _rules(settlement: Settlement, transfer: Transfer, lang: Lang) -> Iterator[str]:
    """What each parameter behind the line says, then the clause of the first."""
    profile = settlement.table.profile
    for name in dict.fromkeys(transfer.params):
        leaf = profile.leaf(name)
        mark = " ※" if leaf.assumed else ""
        yield sentence(profile.values, profile.spoken_unit, name, lang) + mark
    clause = clause_words(profile.leaf(transfer.params[0]).clause, lang)
    yield pick((f"出处：{clause}。", f"Source: {clause}."), lang)
