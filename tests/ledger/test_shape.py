"""Every answer the engine gives has the shape that an import asks for."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import ZhuojiError
from tests.scoring.cases import examples, situation_of
from webapp.ledger.hand import settled
from webapp.ledger.shape import ANSWER, fits


@pytest.mark.parametrize("example", examples(), ids=lambda example: example["id"])
def test_answers_of_all_worked_examples(example: dict[str, Any]) -> None:
    situation = situation_of(example)
    try:
        answer = settled(situation, {})
    except ZhuojiError:
        return
    assert fits(answer, ANSWER)
    assert not fits(answer | {"next_dealer": {"p1": 5}}, ANSWER)
    assert not fits(answer | {"more": 1}, ANSWER)
