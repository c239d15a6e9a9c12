"""A hand that came by the API opens on the page as if it had been photographed."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.codec import settle_json
from tests.webapp.conftest import EXAMPLES, situation_of
from webapp.hand_entry import review
from webapp.ledger.reopen import reopened

LEGAL = [example for example in EXAMPLES if not example["expect"].get("illegal")]


@pytest.mark.parametrize("example", LEGAL, ids=lambda e: e["id"])
def test_reopened_example_settles_the_same(example: dict[str, Any]) -> None:
    situation = situation_of(example)
    sheets, answers = reopened(situation)
    draft = {
        key: situation.get(key, empty) for key, empty in (("profile", ""), ("variants", []), ("overlay", {}))
    }
    draft |= {"sheets": sheets, "answers": answers, "dealer": situation.get("dealer")}
    seen = review(draft | {"dealer_streak": situation.get("dealer_streak", 1)})
    assert [question.id for question in seen.open] == []
    assert seen.situation is not None
    assert settle_json(seen.situation)["net"] == settle_json(situation)["net"]
