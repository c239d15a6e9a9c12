"""What a ledger refuses, each with a sentence that says what to do (SPEC 2.4)."""

from __future__ import annotations

from scoring.errors import ZhuojiError


class LedgerError(ZhuojiError):
    """Something that can't stand in the ledger."""


def bad(field: str, zh: str, en: str) -> LedgerError:
    """BAD_SITUATION for one field of a body."""
    return LedgerError("BAD_SITUATION", zh, en, field)


def unknown_key(field: str, known: tuple[str, ...]) -> LedgerError:
    names = "、".join(known)
    return bad(field, f"不认识的项目「{field}」。可用：{names}。", f"Unknown key “{field}”. Known: {names}.")


def unknown_person(field: str, person: object) -> LedgerError:
    return bad(
        field,
        f"这桌没有「{person}」这个人，先在设置里加上。",
        f"Nobody called “{person}” belongs to this table; add the person first.",
    )


def conflict(field: str, zh: str, en: str) -> LedgerError:
    """CONFLICT: somebody else was faster."""
    return LedgerError("CONFLICT", zh, en, field)


def stale() -> LedgerError:
    return conflict(
        "If-Match",
        "别人刚改过这一条。两个版本都在这里，看一眼再改。",
        "Somebody changed this a moment ago. Both versions are here; look, then change it again.",
    )


def used_key() -> LedgerError:
    return conflict(
        "Idempotency-Key",
        "这个保存编号已经用在别的一把上了。",
        "This Idempotency-Key was used for something else.",
    )


def need_if_match() -> LedgerError:
    return LedgerError(
        "NEED_IF_MATCH",
        "改账要说改的是哪一版（If-Match）。刷新页面再改。",
        "Say which version you change (If-Match). Reload the page and try again.",
        "If-Match",
    )


def closed() -> LedgerError:
    return conflict(
        "closed",
        "这一场已经收了。要接着来，先到桌子那一页点「重新开桌」。",
        "This night has ended. To go on, tap “Reopen the night” on the table's page first.",
    )


def no_entry(number: int) -> LedgerError:
    return LedgerError("NOT_FOUND", f"没有第 {number} 条。", f"There is no entry {number}.")
