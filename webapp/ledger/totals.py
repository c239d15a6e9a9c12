"""Totals by person: units, money, what is still owed; exact and zero at every level (SPEC 3.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from scoring.clearing import Payment, fewest_payments
from webapp.ledger.checks import plain

N = TypeVar("N", int, Decimal)
SCALE = 10_000  # money has at most four decimals, stakes too: whole ten-thousandths


@dataclass(frozen=True)
class Totals:
    """Units of all hands and lines; money of those with a stake; what is open after payments."""

    units: Mapping[str, int]
    money: Mapping[str, Decimal] | None
    """None where no stake was ever set and no cash line exists."""
    open_units: Mapping[str, int]
    """Owed in units, by hands without a stake."""
    open_money: Mapping[str, Decimal]

    @property
    def square(self) -> bool:
        """两清: nobody owes anybody anything."""
        return not any(self.open_units.values()) and not any(self.open_money.values())

    def payments(self) -> list[dict[str, Any]]:
        """The fewest payments that clear what is open, money first."""
        cents = {person: int(value * SCALE) for person, value in self.open_money.items()}
        out = [_payment(item, "cash") for item in fewest_payments(cents)]
        return out + [_payment(item, "units") for item in fewest_payments(self.open_units)]

    def to_json(self) -> dict[str, Any]:
        return {
            "units": dict(self.units),
            "money": None if self.money is None else {key: plain(value) for key, value in self.money.items()},
            "open": {
                "units": dict(self.open_units),
                "money": {key: plain(value) for key, value in self.open_money.items()},
            },
            "payments": self.payments(),
            "square": self.square,
        }


def _payment(item: Payment, measure: str) -> dict[str, Any]:
    amount: int | str = item.amount if measure == "units" else plain(Decimal(item.amount) / SCALE)
    return {"from": item.payer, "to": item.payee, "amount": amount, "in": measure}


def add_up(rows: Iterable[Mapping[str, Any]], persons: Iterable[str]) -> Totals:
    """Sum up ledger rows (see ``webapp.ledger.rows``); deleted ones don't count. The stake multiplies last."""
    everybody = list(persons)
    units: dict[str, int] = dict.fromkeys(everybody, 0)
    staked: dict[str, dict[str, int]] = {}
    loose: dict[str, int] = dict.fromkeys(everybody, 0)
    cash: dict[str, Decimal] = dict.fromkeys(everybody, Decimal(0))
    paid: dict[str, Decimal] = dict.fromkeys(everybody, Decimal(0))
    paid_units: dict[str, int] = dict.fromkeys(everybody, 0)
    priced = False
    for row in rows:
        if row["deleted"] or row["kind"] == "settings":
            continue
        stake = row["stake"]
        if row["kind"] == "line" and row["in"] == "cash":
            priced = True
            goal = paid if row["type"] == "paid" else cash
            for person, text in row["net"].items():
                goal[person] = goal.get(person, Decimal(0)) + Decimal(text)
            continue
        if row["kind"] == "line" and row["type"] == "paid":
            for person, value in row["net"].items():
                if stake is None:
                    paid_units[person] = paid_units.get(person, 0) + value
                else:
                    paid[person] = paid.get(person, Decimal(0)) + value * Decimal(stake)
            continue
        side = loose
        if stake is not None:
            priced = True
            side = staked.setdefault(stake, {})
        for person, value in row["net"].items():
            units[person] = units.get(person, 0) + value
            side[person] = side.get(person, 0) + value
    money = dict(cash)
    for stake, sums in staked.items():
        for person, value in sums.items():
            money[person] = money.get(person, Decimal(0)) + value * Decimal(stake)
    # A payer's payment lowers his debt: his amount in a paid line is negative there, positive here.
    return Totals(
        units=units,
        money=money if priced else None,
        open_units=_less(loose, paid_units),
        open_money=_less(money, paid),
    )


def _less(amounts: Mapping[str, N], paid: Mapping[str, N]) -> dict[str, N]:
    """What is left of each amount after what was paid."""
    out = dict(amounts)
    for person, value in paid.items():
        out[person] = out[person] - value if person in out else -value
    return out
