"""What a table agreed on: persons, seats, rules, stake (SPEC 3.2, 6). Persons and seats are apart."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.profile import Profile, load_profile
from scoring.situation import SEATS
from webapp.ledger import checks
from webapp.ledger.refusals import bad, unknown_person
from webapp.money import parse_stake

POT = "pot"
"""The table itself 台费: a member of every sum that nobody sits for."""
NAME = 24
MOST_PERSONS = 24
KEYS = (
    "name", "profile", "variants", "overlay", "stake", "cap", "persons", "seats", "dealer", "keep_photos", "closed",
)  # fmt: skip


@dataclass(frozen=True)
class Person:
    """Somebody who plays tonight; ``id`` never changes, the name may."""

    id: str
    name: str


@dataclass(frozen=True)
class Settings:
    """One version of a table's settings."""

    persons: tuple[Person, ...]
    seats: Mapping[str, str]
    """Seat → person id, in order of play."""
    profile: str
    name: str = ""
    variants: tuple[str, ...] = ()
    overlay: Mapping[str, Any] = field(default_factory=dict)
    stake: str | None = None
    """Money per unit as decimal text; None: units only."""
    cap: int | None = None
    """封顶: the most units a person may lose in one hand."""
    dealer: str | None = None
    """The seat that deals the first hand, where it is known."""
    keep_photos: bool = False
    closed: bool = False

    @property
    def rules(self) -> Profile:
        return load_profile(self.profile, self.variants, self.overlay)

    def person(self, person_id: str) -> str:
        """A name by id; the pot's is 台费."""
        if person_id == POT:
            return "台费"
        return next((person.name for person in self.persons if person.id == person_id), person_id)

    def ids(self) -> tuple[str, ...]:
        return tuple(person.id for person in self.persons)

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "profile": self.profile,
            "variants": list(self.variants),
            "overlay": dict(self.overlay),
            "stake": self.stake,
            "cap": self.cap,
            "persons": [{"id": person.id, "name": person.name} for person in self.persons],
            "seats": dict(self.seats),
            "dealer": self.dealer,
            "keep_photos": self.keep_photos,
            "closed": self.closed,
        }


def seats_of(profile: Profile) -> str:
    """The seats in play: an option may make it a game of three or two."""
    return SEATS[: profile.get("meta.players")[0]]


def _persons(value: Any, before: tuple[Person, ...]) -> tuple[Person, ...]:
    """Known ids keep their place, new names get the next id. Nobody is ever taken off: totals are theirs."""
    names = {person.id: person.name for person in before}
    for i, item in enumerate(checks.sequence(value, "persons", MOST_PERSONS)):
        where = f"persons[{i}]"
        raw = checks.table(item, where, ("id", "name"))
        name = checks.text(raw.get("name", ""), f"{where}.name", NAME)
        key = raw.get("id")
        if key is not None and (not isinstance(key, str) or (before and key not in names)):
            raise unknown_person(f"{where}.id", key)
        if before and key is not None:
            names[key] = name or names[key]
        else:  # a new table numbers its people itself, whatever came along
            names[f"p{len(names) + 1}"] = name or _spare(names.values())
    if len(names) > MOST_PERSONS:
        raise bad("persons", f"一桌最多 {MOST_PERSONS} 个人。", f"At most {MOST_PERSONS} persons at a table.")
    seen: set[str] = set()
    for name in names.values():
        if name in seen:
            raise bad(
                "persons", f"有两个「{name}」，换个叫法。", f"Two are called “{name}”; rename one of them."
            )
        seen.add(name)
    return tuple(Person(key, name) for key, name in names.items())


def _spare(taken: Collection[str]) -> str:
    """A name for a player nobody named."""
    stems: list[str] = list("甲乙丙丁戊己庚辛壬癸") + [f"{n} 号" for n in range(11, 99)]
    for name in stems[len(taken) :] + stems:  # the third player is 丙, whoever else has a name
        if name not in taken:
            return name
    raise bad("persons", "人太多了。", "Too many persons.")


def read_seats(value: Any, letters: str, ids: tuple[str, ...], where: str = "seats") -> dict[str, str]:
    """Seat → person, every seat taken by another person."""
    raw = checks.table(value, where)
    if set(raw) != set(letters):
        listed = "、".join(letters)
        raise bad(where, f"座位要正好是 {listed}。", f"Seats must be exactly {listed}.")
    for seat, person in raw.items():
        if person not in ids:
            raise unknown_person(f"{where}.{seat}", person)
    if len(set(raw.values())) != len(raw):
        raise bad(where, "一个人只能坐一个座位。", "A person can sit in one seat only.")
    return {seat: raw[seat] for seat in letters}


def read_settings(raw: Mapping[str, Any], before: Settings | None = None) -> Settings:
    """New settings: all of a new table's, or the changed keys over ``before``. Raises BAD_SITUATION."""
    checks.table(raw, "", KEYS)
    current = before.to_json() if before else {}
    value = {**current, **raw}
    persons = _persons(raw.get("persons", []), before.persons if before else ())
    if not isinstance(value.get("profile"), str):
        raise bad("profile", "先选一种规则。", "Choose a rule system first.")
    variants = checks.sequence(value.get("variants", []), "variants", 20)
    overlay = checks.table(value.get("overlay", {}), "overlay")
    profile = load_profile(value["profile"], variants, overlay)
    letters = seats_of(profile)
    while len(persons) < len(letters):
        persons = (*persons, Person(f"p{len(persons) + 1}", _spare([person.name for person in persons])))
    ids = tuple(person.id for person in persons)
    given = value.get("seats") or dict(zip(letters, ids, strict=False))
    if "seats" not in raw and set(given) != set(letters):  # the rules changed the number of players
        free = [person for person in ids if person not in given.values()]
        given = {seat: given.get(seat) or free.pop(0) for seat in letters}
    stake = value.get("stake")
    if stake is not None:
        stake = checks.text(stake, "stake", 12) or None
        price = parse_stake(stake)
        if stake and price is None:
            raise bad(
                "stake", "一份多少钱看不懂，写个数，比如 0.5。", "The stake must be a number such as 0.5."
            )
        stake = checks.plain(price) if price is not None else None
    cap = value.get("cap")
    dealer = value.get("dealer")
    if dealer is not None and dealer not in tuple(letters):
        if "dealer" in raw:
            raise bad("dealer", "庄家要是座位之一。", "The dealer must be one of the seats.")
        dealer = None
    return Settings(
        persons=persons,
        seats=read_seats(given, letters, ids),
        profile=value["profile"],
        name=checks.text(value.get("name") or "", "name", 40),
        variants=tuple(variants),
        overlay=dict(overlay),
        stake=stake,
        cap=None if cap is None else checks.whole(cap, "cap", 1, checks.MOST_UNITS),
        dealer=dealer,
        keep_photos=checks.flag(value.get("keep_photos", False), "keep_photos"),
        closed=checks.flag(value.get("closed", False), "closed"),
    )
