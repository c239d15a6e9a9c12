"""Situations the scoring tests share: the worked examples, random ones, and a small hand to bend."""

import copy
import random
from functools import cache
from pathlib import Path

import yaml

from scoring.profile import profile_ids
from tests.oracle.random_situations import random_situation

DATA = Path(__file__).resolve().parents[1] / "data"
NOT_INPUT = {"id", "title", "clauses", "assumptions", "note", "expect"}


@cache
def examples():
    """The 121 worked examples, as written."""
    text = (DATA / "examples.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))["examples"]


def situation_of(example):
    """What of an example goes in."""
    return {key: value for key, value in example.items() if key not in NOT_INPUT}


def random_of(profile, seed):
    """A legal situation of one profile."""
    return random_situation(random.Random(seed), profile)


def any_profile(seed):
    """A legal situation; the profiles take turns."""
    ids = profile_ids()
    return random_of(ids[seed % len(ids)], seed)


_BASE = {
    "profile": "guiyang-fan",
    "variants": [],
    "overlay": {},
    "players": {
        "A": {"hand": "478899m1467p789s", "melds": [], "discards": ""},
        "B": {"hand": "45m1247p3456677s", "melds": [], "discards": ""},
        "C": {"hand": "33377m22555p", "melds": ["pung 888s<B"], "discards": ""},
        "D": {"hand": "568m479p2223557s", "melds": [], "discards": ""},
    },
    "events": {},
    "flip": "2m",
    "result": {"type": "discard", "winners": ["C"], "from": "A", "tile": "2p"},
}


def base(**changes):
    """C wins 大对子 on A's 2p, holding three chickens (3m); ``a__b=value`` sets nested keys."""
    out = copy.deepcopy(_BASE)
    for path, value in changes.items():
        *parents, last = path.split("__")
        place = out
        for key in parents:
            place = place.setdefault(key, {})
        place[last] = value
    return out


def sums(answer):
    """{(from, to, code): amount}."""
    out = {}
    for t in answer["transfers"]:
        for seat in t["from"]:
            key = (seat, t["to"], t["code"])
            out[key] = out.get(key, 0) + t["each"]
    return out
