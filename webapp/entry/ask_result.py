"""Who won, how, with which tile, and whether it came right after a kong (RULES 3.4 questions 1-3)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scoring.melds import MELD_EN, MELD_ZH
from scoring.tiles import FACES, name_en, name_zh
from scoring.waits import waits
from webapp.entry.ask_beans import kong_kind
from webapp.entry.facts import Case
from webapp.entry.interview import Choice, tile_choice
from webapp.entry.table import Problem, SeatTiles

WHY_MONEY = ("照片看不出来", "a photo can't show it")


def kongs(case: Case) -> None:
    """The kind and feeder of every kong that lies face up, the face of one that lies face down."""
    spoken: Counter[str] = Counter()
    for seat, player in case.table.players.items():
        zh, en = case.name(seat)
        for i, meld in enumerate(player.melds):
            if meld.face is None:
                spoken[seat] += 1
                face = case.ask.tile(
                    f"face:{seat}:{spoken[seat]}",
                    f"{zh}扣着的豆是什么牌？",
                    f"Which tile is {en}'s face-down kong?",
                    [],
                    keypad=FACES,
                    why=("四张都扣着", "all four lie face down"),
                )
                player.melds[i] = replace(meld, face=face)
            elif meld.is_kong:
                tile, pays = meld.face, _kind_pays(case, seat, meld.face)
                answer = kong_kind(
                    case,
                    f"kong:{seat}:{tile}",
                    seat,
                    tile,
                    default=meld.kind
                    or (meld.hint if meld.hint in ("concealed-kong", "added-kong") else None)
                    or (None if pays else "concealed-kong"),
                    required=meld.kind is None and pays,  # what lies face down says it, but tables differ
                )
                # Where it can't pay it stays unknown unless somebody says it; a default is no knowledge.
                answer = answer if pays else case.ask.questions[-1].answer
                if answer:
                    kind, _, feeder = answer.partition("<")
                    player.melds[i] = replace(meld, kind=kind, feeder=feeder or None)


def _kind_pays(case: Case, seat: str, tile: str) -> bool:
    """Whether the kind of this kong can move money: not at 黄庄, and not for one who is unready and pays nothing back."""
    facts, rules, player = case.facts, case.draft.profile, case.table.players[seat]
    if (
        facts.draw or facts.type is None
    ):  # how it was won is asked first, and may make this no question at all
        return False
    if seat in (*facts.winners, facts.source) or not player.seen:
        return True
    if tile in case.standing() or rules.get("reverse.on") or rules.get("reverse.beans") != "none":
        return True
    if any(tile not in FACES for tile in player.faces()) or any(meld.face is None for meld in player.melds):
        return True
    return len(player.faces()) != player.expected or bool(
        waits(player.faces(), [meld.meld(seat, case.draft.seats) for meld in player.melds])
    )


def result(case: Case) -> None:
    """黄庄 or who won, 自摸 or who dealt in."""
    _outcome(case)
    if case.facts.type != "draw" and case.facts.winners:
        _how(case)


def winning_tile(case: Case) -> None:
    """With which tile, and whether it came right after a kong; nothing while the way is open."""
    facts = case.facts
    if facts.draw or facts.type is None:
        return
    _tile(case)
    if facts.tile is not None or facts.type == "self":
        _after_kong(case)


def _extra(player: SeatTiles) -> bool:
    return player.win is not None or len(player.concealed) == player.expected + 1


def _outcome(case: Case) -> None:
    facts, seats = case.facts, case.draft.seats
    complete = [seat for seat in seats if case.table.players[seat].seen and _extra(case.table.players[seat])]
    choices = case.seat_choices(seats, "{}胡", "{} won")
    choices.append(Choice("draw", "黄庄", "nobody (wall ran out)"))
    if len(seats) > 2:
        choices.append(Choice("many", "一炮多响", "several on one discard"))
    answer = case.ask.choice(
        "outcome",
        "谁胡了？",
        "Who won?",
        choices,
        default=complete[0] if len(complete) == 1 else None,
        why=WHY_MONEY,
    )
    if answer == "draw":
        facts.type = "draw"
    elif answer == "many":
        facts.winners = (
            case.ask.many(
                "winners",
                "哪几家胡了？",
                "Who all won?",
                case.seat_choices(seats),
                required=True,
                least=2,
                most=len(seats) - 1,
                why=WHY_MONEY,
            )
            or []
        )
    elif answer:
        facts.winners = [answer]


def _how(case: Case) -> None:
    facts = case.facts
    single = len(facts.winners) == 1
    choices = [Choice("self", "自摸", "self-drawn")] if single else []
    choices += case.seat_choices(case.others(*facts.winners), "{}点炮", "{} dealt in")
    zh, en = case.name(facts.winners[0])
    player = case.table.players[facts.winners[0]]
    answer = case.ask.choice(
        "how",
        f"{zh}怎么胡的？" if single else "谁点的炮？",
        f"How did {en} win?" if single else "Who dealt in?",
        choices,
        default="self" if single and player.seen and _extra(player) else None,
        why=WHY_MONEY,
    )
    if answer == "self":
        facts.type = "self"
    elif answer:
        facts.type, facts.source = "discard", answer


def candidates(player: SeatTiles, owner: str, seats: str) -> list[str] | None:
    """Tiles this winner can have won with, from his tiles; None where nobody saw them.

    13 tiles: what they wait on. 14: every tile whose removal leaves a hand waiting on it. Likeliest first:
    the tile that lies apart, then the last of the row.
    """
    if not player.seen:
        return None
    if any(meld.face is None for meld in player.melds):
        return []
    melds = [meld.meld(owner, seats) for meld in player.melds]
    faces = player.faces()
    if any(tile not in FACES for tile in faces) or (player.win and player.win.tile not in FACES):
        return []
    if len(faces) == player.expected:
        live = waits(faces, melds)
        return live if player.win is None else [player.win.tile] if player.win.tile in live else []
    if len(faces) != player.expected + 1 or player.win is not None:
        return []
    out = []
    for tile in dict.fromkeys(reversed(faces)):
        rest = list(faces)
        rest.remove(tile)
        if tile in waits(rest, melds):
            out.append(tile)
    return out


def _tile(case: Case) -> None:
    facts = case.facts
    possible: list[str] | None = None
    laid = False
    for seat in facts.winners:
        player = case.table.players[seat]
        mine = candidates(player, seat, case.draft.seats)
        if mine is None:
            continue
        if not mine:
            case.table.problems.append(not_a_hand(case, seat, player))
            return
        # Laid apart it is certain; in a row of 14 the last one is a guess, good enough where nobody dealt it.
        laid = laid or player.win is not None or (facts.type == "self" and _extra(player))
        possible = mine if possible is None else [tile for tile in possible if tile in mine]
    why = ("这手牌能胡不止一张", "more than one tile completes it")
    question = ("胡的是哪张？", "Which tile won?")
    if possible is None:
        unseen = ("没看到他的牌", "nobody saw the hand")
        forgotten = [Choice("forgot", "不记得", "can't remember")]
        answer = case.ask.tile("tile", *question, forgotten, keypad=FACES, why=unseen)
        facts.tile = None if answer == "forgot" else answer
    elif not possible:
        case.table.problems.append(
            Problem(
                "NOT_A_HAND",
                "这几家没有一张共同能胡的牌：看看谁的牌读错了。",
                "No one tile completes all these hands: is one misread?",
            )
        )
    elif len(possible) == 1:
        facts.tile = possible[0]
    else:
        facts.tile = case.ask.tile(
            "tile",
            *question,
            [tile_choice(tile) for tile in possible],
            default=possible[0] if laid else None,
            required=not laid,
            why=why,
        )


def not_a_hand(case: Case, seat: str, player: SeatTiles) -> Problem:
    """Why a named winner's tiles are no hand: the count first, then the shape."""
    zh, en = case.name(seat)
    have = len(player.concealed) + (player.win is not None)
    spots = tuple((tile.sheet, tile.index) for tile in player.concealed)
    if have < player.expected:
        n = player.expected - have
        return Problem("SHORT_HAND", f"{zh}还差 {n} 张。", f"{en} is {n} short.", seat)
    if have > player.expected + 1:
        n = have - player.expected - 1
        return Problem("LONG_HAND", f"{zh}多了 {n} 张。", f"{en} has {n} too many.", seat, spots)
    return Problem(
        "NOT_A_HAND",
        f"{zh}的牌胡不了：看看有没有读错，或换个人胡。",
        f"{en}'s tiles make no winning hand: is one misread, or did another win?",
        seat,
    )


def _after_kong(case: Case) -> None:
    facts, profile = case.facts, case.draft.profile
    if facts.type == "self":
        winner = facts.winners[0]
        own = [meld for meld in case.table.players[winner].melds if meld.is_kong]
        if own and profile.get("gangkai"):
            answer = case.ask.choice(
                "after_kong",
                "是杠上开花（杠开）吗？",
                "Drawn right after a kong?",
                [Choice("no", "不是", "no"), Choice("yes", "是，杠开", "yes")],
                default="no",
                required=False,
                why=("杠开另外加钱", "it pays extra"),
            )
            if answer == "yes":
                facts.type = "after_kong"
        return
    assert facts.source is not None
    assert facts.tile is not None
    source, (zh, en) = case.table.players[facts.source], case.name(facts.source)
    pair = [i for i, meld in enumerate(source.melds) if meld.face == facts.tile]
    if pair:
        robbed = source.melds[pair[0]]
        sure = robbed.is_kong  # the fifth tile of its kind can only be the robbed one
        answer = case.ask.choice(
            "rob",
            f"是抢{zh}的杠吗？",
            f"Was it robbed from {en}'s kong?",
            [Choice("no", "不是，打出来的", "no, a discard"), Choice("yes", "是，抢杠", "yes, robbed")],
            default="yes" if sure else "no",
            required=False,
            why=(f"{zh}碰过{name_zh(facts.tile)}", f"{en} had a pung of {name_en(facts.tile)}"),
        )
        if answer == "yes":
            facts.type = "rob"
            source.melds[pair[0]] = replace(robbed, kind="pung")
            return
    hot = [meld for meld in source.melds if meld.is_kong and meld.face and meld.kind]
    if hot:
        choices = [Choice("no", "不是", "no")]
        choices += [
            Choice(
                str(meld.face),
                f"刚杠了{name_zh(str(meld.face))}（{MELD_ZH[str(meld.kind)]}）",
                f"just made {MELD_EN[str(meld.kind)]} {name_en(str(meld.face))}",
                meld.face,
            )
            for meld in hot
        ]
        answer = case.ask.choice(
            "hot",
            f"{zh}是刚杠完就点炮（热炮）吗？",
            f"Did {en} deal in right after a kong?",
            choices,
            default="no",
            required=False,
            why=("热炮要烧豆烧鸡", "a hot discard burns his income"),
        )
        for meld in hot:
            if meld.face == answer:
                facts.hot = (str(meld.kind), str(meld.face)[0] * 4 + str(meld.face)[1])
