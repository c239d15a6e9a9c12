"""The 67 parameters of a profile, straight from profiles.yaml, with variants and a checked ``overlay``."""

import copy
from functools import cache
from pathlib import Path

import yaml

from tests.oracle.hands import PATTERNS
from tests.oracle.notation import KONGS, TILES, bad

DATA = Path(__file__).resolve().parent.parent / "data"

# "A parameter accepts the values that `parameters:` names or that occur in a profile" (4.1.10).
CHOICES = {
    "dealer.mode": ["normal", "none"],
    "dealer.one_winner": ["winner"],
    "dealer.two_winners": ["first_from_dealer", "first_from_discarder", "discarder"],
    "dealer.three_winners": ["discarder", "first_from_discarder"],
    "dealer.draw_all_or_none": ["stay"],
    "dealer.draw_mixed": ["stay", "nearest_ready", "next_seat"],
    "dealer.draw_one_unready": ["as_mixed", "unready"],
    "hot.burn_beans": ["this", "all"],
    "rob.burn_beans": ["this", "all"],
    "three_winners": ["normal", "reverse_hand", "reverse_all"],
    "guohu": ["none", "forbid", "baopai"],
    "chajiao.rule": ["unready_pay_ready"],
    "chajiao.which_wait": ["best"],
    "chicken.flip": ["next", "swing"],
    "charge.on_claim": ["resp", "moves"],
    "resp.applies": ["first", "any"],
    "reverse.beans": ["none", "chicken", "all"],
}
PASS_EXEMPT = ["hot", "rob", "own_baoting", "vs_baoting", "dihu"]
NULLABLE = {"selfdraw.ping_value", "genzhang"}
TILE_TABLES = ("chicken.standing", "charge", "resp")


@cache
def document():
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((DATA / "profiles.yaml").read_text(encoding="utf-8"), Loader=loader)


@cache
def leaf_types():
    """name → "bool", "int" or "other", read off the values in the eight profiles."""
    out = {}
    for name in document()["parameters"]:
        values = [profile["params"][name]["v"] for profile in document()["profiles"].values()]
        if all(isinstance(v, bool) for v in values):
            out[name] = "bool"
        elif name != "hot.extra" and all(v is None or type(v) is int for v in values) and any(values):
            out[name] = "int"
        else:
            out[name] = "other"
    out |= dict.fromkeys(
        ("base_add", "rob.extra", "selfdraw.bonus", "selfdraw.ping_value", "genzhang"), "int"
    )
    return out


def is_amount(value):
    return type(value) is int and value >= 0


def _is_table(value, fields):
    return isinstance(value, dict) and set(value) == set(fields)


def check_leaf(name, value):
    """Whether ``value`` may stand at ``name`` (4.1.10)."""
    kind = leaf_types()[name]
    if name in CHOICES:
        return isinstance(value, str) and value in CHOICES[name]
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "int":
        return is_amount(value) or (value is None and name in NULLABLE)
    if name == "hot.extra":
        return is_amount(value) or (_is_table(value, KONGS) and all(map(is_amount, value.values())))
    if name == "win.pass_exempt":
        return isinstance(value, list) and all(v in PASS_EXEMPT for v in value)
    if name == "patterns":
        return (
            _is_table(value, PATTERNS)
            and is_amount(value["ping"])
            and all(v is None or is_amount(v) for v in value.values())
        )
    if name in TILE_TABLES:
        return isinstance(value, dict) and all(
            tile in TILES and _is_table(v, ("plain", "gold")) and all(map(is_amount, v.values()))
            for tile, v in value.items()
        )
    if name == "special":
        return _is_table(value, ("baoting", "yingbao", "tianhu", "dihu")) and all(
            v is None
            or (
                _is_table(v, ("bonus", "replaces_ping"))
                and is_amount(v["bonus"])
                and type(v["replaces_ping"]) is bool
            )
            for v in value.values()
        )
    return _check_nullable_table(name, value)


def _check_nullable_table(name, value):
    if name == "shabao":
        return value is None or (
            _is_table(value, ("extra", "replaces_ping", "on_self_draw"))
            and is_amount(value["extra"])
            and type(value["replaces_ping"]) is type(value["on_self_draw"]) is bool
        )
    if name == "lianzhuang":
        return value is None or (
            _is_table(value, ("first", "step", "ping_absorb", "dealer_pays"))
            and type(value["dealer_pays"]) is bool
            and all(is_amount(value[key]) for key in ("first", "step", "ping_absorb"))
        )
    if name == "chicken_kong_an":
        return value is None or (
            _is_table(value, ("plain", "gold", "flipped_too"))
            and type(value["flipped_too"]) is bool
            and all(value[key] is None or is_amount(value[key]) for key in ("plain", "gold"))
        )
    # meta.* is text for people, apart from the number of players (4.1.10); the zones have one value only.
    values = [profile["params"][name]["v"] for profile in document()["profiles"].values()]
    return value in ([[4], [3], [2]] if name == "meta.players" else values)


def load(profile_id, variants=(), overlay=None):
    """{parameter: value}; RefusedError BAD_SITUATION for anything unknown."""
    if not isinstance(profile_id, str) or profile_id not in document()["profiles"]:
        raise bad(f"unknown profile {profile_id!r}")
    profile = document()["profiles"][profile_id]
    params = {name: copy.deepcopy(leaf["v"]) for name, leaf in profile["params"].items()}
    if not isinstance(variants, list | tuple):
        raise bad("variants is no list")
    for variant in variants:
        if not isinstance(variant, str) or variant not in profile["variants"]:
            raise bad(f"unknown variant {variant!r}")
        params |= copy.deepcopy(profile["variants"][variant]["set"])
    if not isinstance(overlay, dict):
        raise bad("overlay is no object")
    for path, value in overlay.items():
        _overlay_one(params, path, value)
    return params


def _overlay_one(params, path, value):
    """``path`` is a leaf name or a leaf name and a path into its tables ("patterns.dadui")."""
    if not isinstance(path, str):
        raise bad(f"overlay: {path!r}")
    names = [name for name in params if path == name or path.startswith(name + ".")]
    if not names:
        raise bad(f"overlay: unknown parameter {path!r}")
    name = max(names, key=len)
    inside = path[len(name) + 1 :].split(".") if path != name else []
    if not inside:
        changed = copy.deepcopy(value)
    else:
        changed = place = copy.deepcopy(params[name])
        for key in inside[:-1]:
            place = place.get(key) if isinstance(place, dict) else None
        if not isinstance(place, dict) or inside[-1] not in place:
            raise bad(f"overlay: {path!r} leads nowhere")
        place[inside[-1]] = copy.deepcopy(value)
    if not check_leaf(name, changed):
        raise bad(f"overlay: {path!r} can't be {value!r}")
    params[name] = changed
