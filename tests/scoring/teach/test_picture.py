"""Pictures: the chickens marked as paid are those that the payments speak of; the others are greyed."""

import pytest

from scoring.profile import load_profile
from scoring.settle import settle
from scoring.situation import parse_situation
from scoring.teach.lesson import Example
from scoring.teach.lessons import LESSONS
from scoring.teach.marks import BACK, IDLE, PAYS
from scoring.teach.picture import picture
from scoring.teach.tables import Deal, Seat, deals_in, draws
from scoring.teach.why import base_code, is_turned, owner_of
from tests.scoring.teach.test_lessons import BOOKS
from tests.scoring.teach.test_why import SETTLED, random_settled, settled, situation_of

SIZE = {"CHICKEN_KONG": 4, "CHARGE": 1}


def drawn(settlement):
    return picture(settlement.table.situation, "zh", settlement)["seats"]


def marks(seat):
    """Tile and mark of everything a seat has."""
    out = list(zip(seat["hand"] or (), seat["hand_marks"], strict=True))
    out += [(seat["win"], seat["win_mark"])] if seat["win"] else []
    for meld in seat["melds"]:
        out += zip(meld["tiles"], meld["marks"], strict=True)
    return out + list(zip(seat["discards"], seat["discard_marks"], strict=True))


def told(settlement, seat, turned):
    """How many of this player's tiles the payments speak of, one way or the other; what does both pays."""
    found = {False: {}, True: {}}
    for t in settlement.transfers:
        code = base_code(t)
        if owner_of(t) != seat:
            continue
        if code in SIZE or code in ("CHICKEN", "CHAJIAO_CHICKEN"):
            found[is_turned(t)][code, t.facts["tile"]] = SIZE.get(code) or t.facts["count"]
    return sum(n for key, n in found[turned].items() if not (turned and key in found[False]))


def check(settlement):
    table = settlement.table
    for seat in drawn(settlement):
        if seat["hand"] is None:
            continue
        found = marks(seat)
        count = {mark: sum(m == mark for _, m in found) for mark in (PAYS, BACK, IDLE)}
        assert count[PAYS] == told(settlement, seat["seat"], False), (seat, settlement.transfers)
        assert count[BACK] == told(settlement, seat["seat"], True), (seat, settlement.transfers)
        if not table.drawn:
            chickens = [tile for tile, _ in found if tile in table.chickens.value]
            assert sum(count.values()) >= len(chickens)
            assert all(m or tile not in table.chickens.value for tile, m in found)


@pytest.mark.parametrize("example", SETTLED, ids=lambda e: e["id"])
def test_worked_examples_are_marked_by_their_payments(example):
    check(settled(situation_of(example)))


def test_random_hands_are_marked_by_their_payments():
    seen = set()
    for _, settlement in random_settled(300):
        check(settlement)
        seen |= {m for seat in drawn(settlement) for _, m in marks(seat)}
    assert seen == {"", PAYS, BACK, IDLE}


@pytest.mark.parametrize(("profile_id", "variants"), BOOKS[:8])
def test_lessons_are_marked_by_their_payments(profile_id, variants):
    profile = load_profile(profile_id, variants)
    blocks = [b for lesson in LESSONS for b in lesson.blocks(profile) if isinstance(b, Example)]
    for block in blocks:
        rendered = block.render(profile, "zh")
        if "refused" not in rendered:
            check(settle(parse_situation(rendered["situation"]), profile))


ROW = Deal(
    Seat("234567p99p345s678s"), c=Seat("123456789m33s89s", discards="11s"), d=Seat("135599m1134679p", discards="1s"),
    result=draws("A", "8s"), events={"first_1s": {"by": "C", "claimed_by": None}},
)  # fmt: skip


@pytest.mark.parametrize(
    ("profile_id", "variants", "ready", "unready"),
    [
        # Discarded ones don't count at all; with the option they do.
        ("guiyang-fan", (), [IDLE, IDLE], [IDLE]),
        ("guiyang-fan", ("neiwaiji",), [PAYS, PAYS], [IDLE]),
        ("fangka", (), [PAYS, PAYS], [BACK]),
        ("zhuoji-chuanma", (), ["", ""], [""]),
    ],
)
def test_discarded_chickens_by_the_rules(profile_id, variants, ready, unready):
    profile = load_profile(profile_id, variants)
    seats = {seat["seat"]: seat for seat in drawn(settle(parse_situation(ROW.situation(profile)), profile))}
    assert seats["C"]["discard_marks"] == ready
    assert seats["D"]["discard_marks"] == unready
    assert set(seats["D"]["marks"]) >= set(unready) - {""}


def test_a_chicken_dealt_in_is_marked():
    profile = load_profile("fangka")
    deal = Deal(Seat("34p99p345s678s", ("concealed-kong 2222p",)), result=deals_in("5p", "A"), flip="4p")
    seats = drawn(settle(parse_situation(deal.situation(profile)), profile))
    assert (seats[0]["win"], seats[0]["win_mark"]) == ("5p", PAYS)
    plain = picture(parse_situation(deal.situation(profile)), "zh")
    assert plain["marks"] == []
    assert plain["seats"][0]["win_mark"] == ""
