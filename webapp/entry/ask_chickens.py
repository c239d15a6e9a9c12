"""The turned tile, who played which chicken, who fed what, and the hands nobody saw (RULES 3.4, 4-6)."""

from __future__ import annotations

from dataclasses import replace

from scoring.situation import WIN
from scoring.tiles import FACES, name_en, name_zh
from scoring.validation import SEVEN_PAIRS
from scoring.wording import PATTERN_EN, PATTERN_ZH
from webapp.entry.facts import Case
from webapp.entry.interview import Choice, tile_choice
from webapp.entry.table import MeldDraft

SOMEBODY = "?"  # as claimer: in a hand that nobody saw, said by the next question
PATTERN_NAMES = {name: (PATTERN_ZH[name], PATTERN_EN[name]) for name in PATTERN_ZH}


def flip(case: Case) -> None:
    """The tile turned over after the win; none when no tile was left."""
    facts = case.facts
    if facts.draw or facts.type is None:
        return
    flips = [tile for tile in case.table.flips if tile.tile in FACES]
    seen = list(dict.fromkeys(tile.tile for tile in flips))
    if len(seen) == 1 and not case.table.flip_doubtful:
        facts.flip = seen[0]
        return
    near = [*seen, *(tile.tile for tile in case.table.loose if tile.tile in FACES)]
    near = (
        list(dict.fromkeys(near))
        if case.table.flip_doubtful
        else seen or list(dict.fromkeys(tile.tile for tile in case.table.loose if tile.tile in FACES))
    )
    choices = [tile_choice(tile) for tile in near[:6]]
    choices.append(Choice("none", "没翻，最后一张胡的", "none: the last tile won"))
    choices.append(Choice("forgot", "忘了翻 / 不记得", "forgotten"))
    answer = case.ask.tile(
        "flip",
        "翻出来的是哪张？" if not seen else "哪张是翻出来的？",
        "Which tile was turned over?",
        choices,
        keypad=FACES,
        why=("翻牌的下一张是鸡", "the tile after it is the chicken"),
    )
    if answer == "none":
        facts.last_tile = True
    elif answer != "forgot":  # settles without flipped chickens, and the engine says so (RULES 4.1.14)
        facts.flip = answer


def first_chickens(case: Case) -> None:
    """Who played the first 1s (8p) and who took it: 冲锋鸡 or 责任鸡, only where the profile pays for it."""
    profile, facts = case.draft.profile, case.facts
    if facts.type is None or (facts.draw and not profile.get("chajiao.discarded_standing")):
        return
    kinds = [kind for kind in ("1s", "8p") if kind in {**profile.get("charge"), **profile.get("resp")}]
    for kind in kinds:
        _first(case, kind)
    if not facts.draw:
        for kind in kinds:
            if profile.get("resp.applies") == "any" and kind in profile.get("resp"):
                _feeders(case, kind)


def _first(case: Case, kind: str) -> None:
    facts, table = case.facts, case.table
    zh, en = name_zh(kind), name_en(kind)
    choices: list[Choice] = []
    lying = {seat: sum(t.tile == kind for t in player.discards) for seat, player in table.players.items()}
    free = table.spare(kind) - sum(lying.values()) - (_won_outside(case) == kind)
    for seat in case.draft.seats:
        if lying[seat] or (free > 0 and not table.players[seat].discards_seen):
            a, b = case.name(seat)
            choices.append(Choice(f"{seat}", f"{a}打的，没人要", f"{b}, nobody claimed it"))
    choices += _claimed_unseen(case, _takers(case, free))
    for owner, meld in table.melds():
        if meld.face == kind and meld.kind not in (None, "concealed-kong"):
            for seat in [meld.feeder] if meld.feeder else case.others(owner):
                a, b = case.name(seat)
                word = "碰" if meld.kind != "exposed-kong" else "杠"
                taken = f"{a}打的，{case.name(owner)[0]}{word}了"
                choices.append(Choice(f"{seat}>{owner}", taken, f"{b}, {case.name(owner)[1]} claimed it"))
    if facts.type == "discard" and facts.tile == kind and facts.source:
        a, b = case.name(facts.source)
        choices.append(Choice(f"{facts.source}>{WIN}", f"就是{a}点炮那张", f"{b}'s, the winning tile"))
    if not choices:
        return
    choices.append(Choice("none", "没人打过 / 不记得", "nobody did / can't remember"))
    answer = case.ask.choice(
        f"first:{kind}",
        f"第一只{zh}是谁打的？",
        f"Who discarded the first {en}?",
        choices,
        why=("冲锋鸡、责任鸡要另外算", "the first one pays extra"),
    )
    if not answer or answer == "none":
        return
    seat, _, taker = answer.partition(">")
    if taker == SOMEBODY:
        told = case.ask.choice(
            f"taker:{kind}",
            f"第一只{zh}是谁碰的？",
            f"Who claimed the first {en}?",
            case.seat_choices([other for other in _takers(case, free) if other != seat]),
            why=("冲锋鸡、责任鸡是他的", "he is paid for it"),
        )
        if told is None:
            return
        taker = told
    facts.first[kind] = (seat, taker or None)
    if taker in table.players and not any(m.face == kind for m in table.players[taker].melds):
        table.players[taker].melds.append(MeldDraft("pung", kind))
    if not taker and not lying[seat]:
        facts.pond.setdefault(seat, {})[kind] = 1
    if taker and taker != WIN:
        melds = table.players[taker].melds
        for i, meld in enumerate(melds):
            if meld.face == kind and meld.kind != "concealed-kong":
                melds[i] = replace(meld, feeder=seat)


def _takers(case: Case, free: int) -> list[str]:
    """Who may have claimed it in tiles that nobody saw: three copies have to be out of sight.

    A kong is known by now (``ask_beans``), so here it is a 碰.
    """
    players = case.table.players
    return [
        seat
        for seat in case.hidden()
        if free >= 3 and len(players[seat].melds) < 4 and not any(meld.tiles for meld in players[seat].melds)
    ]


def _claimed_unseen(case: Case, takers: list[str]) -> list[Choice]:
    """One choice a discarder; with several possible claimers the next question says which."""
    choices = []
    for seat in case.draft.seats:
        others = [taker for taker in takers if taker != seat]
        a, b = case.name(seat)
        if len(others) == 1:
            zh, en = case.name(others[0])
            choices.append(Choice(f"{seat}>{others[0]}", f"{a}打的，{zh}碰了", f"{b}, {en} claimed it"))
        elif others:
            choices.append(Choice(f"{seat}>{SOMEBODY}", f"{a}打的，有人碰", f"{b}, somebody claimed it"))
    return choices


def _won_outside(case: Case) -> str | None:
    """A winning tile that lies in no photographed hand."""
    facts = case.facts
    if not facts.winners or facts.tile is None:
        return None
    player = case.table.players[facts.winners[0]]
    return (
        facts.tile
        if player.seen and player.win is None and len(player.concealed) == player.expected
        else None
    )


def _feeders(case: Case, kind: str) -> None:
    """The feeder of every claimed chicken where each claimed one pays (laiyouxi: 责任 of any 碰)."""
    for owner, player in case.table.players.items():
        for i, meld in enumerate(player.melds):
            if meld.face == kind and meld.kind in ("pung", "added-kong") and meld.feeder is None:
                zh, en = case.name(owner)
                answer = case.ask.choice(
                    f"feeder:{owner}:{kind}",
                    f"{zh}碰的{name_zh(kind)}是谁打的？",
                    f"Who fed {en}'s {name_en(kind)}?",
                    case.seat_choices(case.others(owner)),
                    why=("责任鸡由打的人出", "the feeder pays 责任鸡"),
                )
                player.melds[i] = replace(meld, feeder=answer)


def pond(case: Case) -> None:
    """Chickens in rows nobody photographed: "who else threw one?"; nobody, unless somebody says so."""
    profile, facts = case.draft.profile, case.facts
    if facts.type is None or any(
        q.open and q.id.startswith(("first:", "taker:")) for q in case.ask.questions
    ):
        return  # "who else" only makes sense once the first one is known
    kinds: list[str] = []
    if facts.draw:
        kinds = case.standing() if profile.get("chajiao.discarded_standing") else []
    else:
        if profile.get("chicken.standing_in_discards") or profile.get("reverse.on"):
            kinds += case.standing()
        if profile.get("chicken.flip_in_discards"):
            kinds += case.flipped()
    rows = [seat for seat in case.draft.seats if not case.table.players[seat].discards_seen]
    tiles = []
    for kind in dict.fromkeys(kinds):
        lying = sum(t.tile == kind for player in case.table.players.values() for t in player.discards)
        known = sum(counts.get(kind, 0) for counts in facts.pond.values())
        left = case.table.spare(kind) - lying - known - (_won_outside(case) == kind)
        if left > 0:
            tiles.append((kind, left))
    if not rows or not tiles:
        return
    more = bool(facts.first)
    answer = case.ask.counts(
        "pond",
        "除了刚才说的，谁还打出过鸡？" if more else "谁打出过鸡（没人要的）？",
        "Who else discarded a chicken?" if more else "Who discarded chickens (unclaimed)?",
        case.seat_choices(rows),
        tiles,
        why=("打出去的鸡也算", "discarded chickens count here"),
        besides=list(facts.first),
    )
    for seat, counts in answer.items():
        mine = facts.pond.setdefault(seat, {})
        for kind, n in counts.items():
            mine[kind] = mine.get(kind, 0) + n


def ready(case: Case) -> None:
    """Who of those whose tiles nobody saw was ready 叫牌."""
    if case.facts.type is None:
        return
    losers = [seat for seat in case.hidden() if seat not in case.facts.winners]
    if losers:
        answer = case.ask.many(
            "ready",
            "没拍牌的这几家，谁叫牌了？",
            "Of the hands not in a photo, who was ready?",
            case.seat_choices(losers),
            required=True,
            why=("没叫牌的收不到鸡和豆", "only ready players collect"),
        )
        case.facts.ready = answer or []


def unseen(case: Case) -> None:
    """The quick entry for hands already thrown in: pattern, chickens; no tiles."""
    facts, profile = case.facts, case.draft.profile
    if facts.type is None:
        return
    hidden = case.hidden()
    values = profile.get("patterns")
    named = [Choice(key, *PATTERN_NAMES[key]) for key, value in values.items() if value is not None]
    valued = [seat for seat in hidden if seat in facts.winners or (facts.draw and seat in facts.ready)]
    for seat in valued:
        zh, en = case.name(seat)
        won = seat in facts.winners
        pattern = case.ask.choice(
            f"pattern:{seat}",
            f"{zh}胡的什么牌？" if won else f"{zh}叫的什么牌？",
            f"What did {en} win with?" if won else f"What was {en} waiting for?",
            [
                choice
                for choice in named
                if not (case.table.players[seat].melds and choice.value in SEVEN_PAIRS)
            ],
            default="ping",
            why=("没看到他的牌", "nobody saw the tiles"),
        )
        if pattern:
            facts.pattern[seat] = pattern
    holders = [seat for seat in hidden if seat in facts.winners or seat in facts.ready]
    kinds = [] if facts.draw else [(kind, case.table.spare(kind)) for kind in case.chickens()]
    kinds = [(kind, left) for kind, left in kinds if left > 0]
    if holders and kinds:
        facts.chickens = case.ask.counts(
            "chickens",
            "没拍牌的，手里有几只鸡？",
            "How many chickens in the unseen hands?",
            case.seat_choices(holders),
            kinds,
            required=True,
            why=("没看到他们的牌", "nobody saw the tiles"),
        )
