"""What the engine's answer and the oracle's have to share."""

from collections import Counter


def sums(transfers):
    """{(from seat, to seat, code): total}; items may be split as one likes."""
    total = Counter()
    for each in transfers:
        for seat in each["from"]:
            total[seat, each["to"], each["code"]] += each["each"]
    return {key: value for key, value in total.items() if value}


def differences(want, got):
    """Sentences saying where ``got`` (SPEC 2.2) leaves ``want`` (``evaluate``); empty when they agree."""
    code = None if got["ok"] else got["error"]["code"]
    if code or "illegal" in want:
        wanted = want.get("illegal")
        if code == wanted:
            return []
        return [
            f"expected {wanted} ({want.get('reason')}), got {code or 'a settlement'} {got.get('error', '')}"
        ]
    out = [
        f"{key}: expected {want[key]!r}, got {got.get(key)!r}"
        for key in ("ready", "waits", "net", "next_dealer", "next_streak")
        if got.get(key) != want[key]
    ]
    out += wins(want["wins"], got["wins"])
    for kind in ("standing", "flipped", "gold"):
        if sorted(got["chickens"][kind]) != want["chickens"][kind]:
            out.append(f"chickens.{kind}: expected {want['chickens'][kind]}, got {got['chickens'][kind]}")
    expected, given = sums(want["transfers"]), sums(got["transfers"])
    for key in sorted(expected.keys() | given.keys()):
        if expected.get(key, 0) != given.get(key, 0):
            payer, to, name = key
            out.append(f"{payer} pays {to} {name}: expected {expected.get(key, 0)}, got {given.get(key, 0)}")
    return out


def wins(want, got):
    """Winner, tile, value; the pattern, or another of the same value."""
    out = []
    given = {win["winner"]: win for win in got}
    if sorted(given) != sorted(win["winner"] for win in want):
        return [f"wins: expected {want}, got {got}"]
    for win in want:
        mine = given[win["winner"]]
        if mine["pattern"] not in win["ties"] or (mine["tile"], mine["value"]) != (win["tile"], win["value"]):
            out.append(f"wins: expected {win}, got {mine}")
    return out
