"""What a hand that nobody won with is worth: for 查叫, 包牌 and 杀报 (RULES 3.3, 5.4, A5)."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.hand_value import Specials, best, declared_readings, paid_specials
from scoring.rules.readiness import valued_patterns
from scoring.table import Table
from scoring.tiles import INDEX


@dataclass(frozen=True, slots=True)
class BestWait:
    """A ready hand valued as an ordinary win on a discard; ``tile`` is None for an unseen hand."""

    tile: str | None
    pattern: str
    value: int
    params: tuple[str, ...]


def best_wait(table: Table, seat: str, *, special: bool = False) -> BestWait | None:
    """The best wait of a player, with 一扣N but without other bonuses; with ``special`` his 报听 … too.

    None if he is not ready.
    """
    player = table.player(seat)
    found: list[BestWait] = []
    if player.concealed is None:
        if seat in table.ready:
            found = [_valued(table, seat, None, *best(declared_readings(player, table.profile)), special)]
    else:
        counts = list(player.counts)
        for tile in table.waits[seat]:
            i = INDEX[tile]
            counts[i] += 1
            pattern, value = best(valued_patterns(counts, player.melds, table.profile))
            found.append(_valued(table, seat, tile, pattern, value, special))
            counts[i] -= 1
    return max(found, key=lambda w: w.value, default=None)


def _valued(table: Table, seat: str, tile: str | None, pattern: str, value: int, special: bool) -> BestWait:
    profile = table.profile
    params = [f"patterns.{pattern}", "chajiao.which_wait"]
    paid = paid_specials(table.player(seat), profile, pattern) if special else Specials()
    params += [f"special.{name}.bonus" for name, _ in paid.bonuses]
    if paid.replace:
        value = 0
    if profile["base_add"] and not paid.exact:
        value += profile["base_add"]
        params.append("base_add")
    return BestWait(tile, pattern, value + sum(bonus for _, bonus in paid.bonuses), tuple(params))
