"""Small strict readers of plain JSON values; each refusal names its field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from webapp.ledger.refusals import bad, unknown_key

MOST_UNITS = 1_000_000_000
MOST_CASH = Decimal(1_000_000_000)


def table(value: Any, field: str, known: tuple[str, ...] | None = None) -> Mapping[str, Any]:
    """An object, perhaps with only known keys."""
    if not isinstance(value, dict):
        raise bad(field, f"{field} 应当是一组「名字: 值」。", f"{field} must be an object.")
    if known is not None:
        for key in value:
            if key not in known:
                raise unknown_key(f"{field}.{key}" if field else str(key), known)
    return value


def sequence(value: Any, field: str, most: int) -> Sequence[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise bad(
            field, f"{field} 应当是一个列表，最多 {most} 项。", f"{field} must be a list of at most {most}."
        )
    return value


def flag(value: Any, field: str) -> bool:
    if not isinstance(value, bool):
        raise bad(field, f"{field} 应当是 true 或 false。", f"{field} must be true or false.")
    return value


def text(value: Any, field: str, most: int) -> str:
    """Printable text without line breaks at its ends."""
    if not isinstance(value, str) or len(value) > most:
        raise bad(
            field,
            f"{field} 应当是文字，最多 {most} 个字。",
            f"{field} must be text of at most {most} characters.",
        )
    return "".join(char for char in value if char.isprintable()).strip()


def photo(value: Any, field: str) -> str:
    """The sha256 by which a kept photo is named: never a path."""
    if not isinstance(value, str) or len(value) != 64 or set(value) - set("0123456789abcdef"):
        raise bad(field, "照片要写它的编号。", "A photo is named by its sha256.")
    return value


def whole(value: Any, field: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise bad(
            field,
            f"{field} 应当是 {low} 到 {high} 的整数。",
            f"{field} must be a whole number, {low} to {high}.",
        )
    return value


def cash(value: Any, field: str, *, signed: bool = False) -> Decimal:
    """A sum of money as decimal text ("12.5"), at most four places; never a binary float."""
    amount: Decimal | None = None
    if isinstance(value, str) and len(value) <= 24:
        try:
            amount = Decimal(value.strip())
        except InvalidOperation:
            amount = None
    elif isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_CASH:
        amount = Decimal(value)
    if amount is not None and amount.is_finite():
        exponent = amount.as_tuple().exponent
        if (
            isinstance(exponent, int)
            and exponent >= -4
            and abs(amount) <= MOST_CASH
            and (signed or amount > 0)
        ):
            return amount
    raise bad(
        field,
        f'{field} 应当是金额，写成文字，比如 "12.5"，最多四位小数。',
        f'{field} must be a sum of money as text, like "12.5", with at most four decimals.',
    )


def plain(amount: Decimal) -> str:
    """Money as text without needless zeros: "-4", "2.5", "0"."""
    return f"{amount.normalize() + 0:f}"
