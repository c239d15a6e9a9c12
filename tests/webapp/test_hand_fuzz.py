"""`POST /api/hand` with drafts that no page sends: a sentence or an answer, never a fault of ours."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from scoring.profile import profile_ids
from scoring.tiles import KINDS
from tests.webapp.conftest import EXAMPLES, draft_of, situation_of
from webapp.hand_entry import review

ODD: list[Any] = [None, True, 0, -1, 3.5, 1e300, "", "A", "1s", "none", "x" * 300, "\ud800", [], ["A"], ["A", 7],
                  {}, {"A": {"1s": 9}}, {"A": 1}, [[]], "exposed-kong<A", "B>C", 10**30]  # fmt: skip


LEGAL = [e for e in EXAMPLES if e["expect"].get("illegal") != "BAD_SITUATION"]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    out = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        out += places(item, (*path, key))
    return out


def put(value: Any, path: tuple[Any, ...], new: Any) -> None:
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


@pytest.mark.parametrize("seed", range(6))
def test_no_draft_is_a_fault_of_ours(client: FlaskClient, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        draft = copy.deepcopy(draft_of(situation_of(rng.choice(LEGAL))))
        draft |= {"names": {"A": "老王"}, "stake": "0.5"}
        for _ in range(4):
            for question in review(draft).open:
                choices = [choice.value for choice in question.choices] + (
                    [rng.choice(KINDS)] if question.keypad else []
                )
                likely = (
                    [choices[:1], []]
                    if question.kind == "many"
                    else [{}]
                    if question.kind == "counts"
                    else choices
                )
                draft["answers"][question.id] = rng.choice([*likely, rng.choice(ODD)])
        for path in rng.sample(places(draft), 2):
            put(draft, path, rng.choice([*ODD, *profile_ids()]))
            response = client.post("/api/hand", json=draft)
            body = response.get_json()
            assert response.status_code in (200, 400), (body, draft)
            assert body["ok"] == (response.status_code == 200)
            if not body["ok"]:
                assert body["error"]["message"]
                break
