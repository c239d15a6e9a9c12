"""Units → money: the stake multiplies last, exactly, as a decimal (SPEC 1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

LARGEST = Decimal(1_000_000)
_SAID = re.compile(r"[¥￥$]?\s*(.*?)\s*(?:元|块钱|块)?", re.DOTALL)


def parse_stake(text: str | None) -> Decimal | None:
    """The stake of one unit, or None for "units only" and for anything that is no sum of money.

    People write "2元", "2块", "¥2": all are 2.
    """
    if text is None:
        return None
    said = _SAID.fullmatch(text.strip())
    assert said  # any text matches
    try:
        stake = Decimal(said[1].replace("，", ".").replace(",", "."))
    except InvalidOperation:
        return None
    exponent = stake.as_tuple().exponent
    if not stake.is_finite() or not 0 < stake <= LARGEST or not isinstance(exponent, int) or exponent < -4:
        return None
    return stake


def amounts(units: Mapping[str, int], stake: str | None) -> dict[str, str] | None:
    """Each amount in money as plain text without needless zeros ("-4", "2.5"); None without a stake."""
    price = parse_stake(stake)
    if price is None:
        return None
    return {key: f"{(value * price).normalize() + 0:f}" for key, value in units.items()}


def plus(money: str) -> str:
    """What was won in money, with the plus that units have: ``+7``, ``0``, ``-4.5``."""
    return money if money == "0" or money.startswith("-") else f"+{money}"
