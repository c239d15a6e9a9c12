"""封顶: nobody loses more than the cap in one hand; the winners give back what is over (SPEC 6).

What is over is given back by those who won, in proportion to what they won, whole units only, the odd ones
in order of play. So a winner never gives back more than he got, and the sum stays zero.
"""

from __future__ import annotations

from collections.abc import Mapping


def capped(net: Mapping[str, int], cap: int | None) -> dict[str, int]:
    """The change to ``net`` (sums to zero); {} where nobody is over. ``net`` itself must sum to zero."""
    if sum(net.values()):
        raise ValueError("net amounts must sum to zero")
    if cap is None:
        return {}
    back = {key: -cap - value for key, value in net.items() if value < -cap}
    total = sum(back.values())
    if not total:
        return {}
    won = {key: value for key, value in net.items() if value > 0}
    pool = sum(won.values())
    shares = {key: total * value // pool for key, value in won.items()}
    odd = total - sum(shares.values())
    # Largest remainder first, then order of play: exact and the same every time.
    order = sorted(won, key=lambda key: -(total * won[key] % pool))
    for key in order[:odd]:
        shares[key] += 1
    return back | {key: -share for key, share in shares.items() if share}
