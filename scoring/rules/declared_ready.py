"""杀报: winning against a player who declared ready 报听 (RULES 3.2 step 6, 5.4)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules.best_wait import best_wait
from scoring.rules.hand_value import WinningHand
from scoring.table import Table
from scoring.transfer import Transfer


def _applies(table: Table, payer: str) -> bool:
    """Whether ``payer`` declared ready and this kind of win punishes it."""
    if table.profile["shabao.extra"] is None or "baoting" not in table.player(payer).special:
        return False
    return table.situation.result.source is not None or table.profile["shabao.on_self_draw"]


def shabao(table: Table, hand: WinningHand, payers: tuple[str, ...]) -> Iterator[Transfer]:
    """The extra of each payer who had declared ready; less the 平胡 value where that is replaced."""
    profile = table.profile
    if profile["shabao.form"] != "extra":
        return
    amount = profile["shabao.extra"]
    params: tuple[str, ...] = ("shabao.extra",)
    if amount is not None and profile["shabao.replaces_ping"] and hand.ping:
        amount -= hand.ping
        params = ("shabao.extra", "shabao.replaces_ping")
    hit = tuple(p for p in payers if _applies(table, p))
    if hit and amount > 0:
        if table.situation.result.source is None:
            params = (*params, "shabao.on_self_draw")
        yield Transfer(hit, hand.winner, amount, "SHABAO", params, {"own_value": False})


def own_value_for(table: Table, hand: WinningHand, payer: str) -> Transfer | None:
    """Where 杀报 means "pay your own declared value": that payment, in place of the winner's hand.

    None if ``payer`` pays the winner's hand as usual.
    """
    if table.profile["shabao.form"] != "own_value" or not _applies(table, payer):
        return None
    own = best_wait(table, payer, special=True)
    if own is None:
        return None
    params = ("shabao.form", *own.params)
    facts = {"own_value": True, "pattern": own.pattern}
    return Transfer((payer,), hand.winner, own.value, "SHABAO", params, facts, table.unseen(payer))
