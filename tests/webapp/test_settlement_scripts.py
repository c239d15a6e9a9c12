"""The settlement on the page, built without a screen: the rules in force stand below it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.webapp import node
from tests.webapp.conftest import EXAMPLES, answered, boot, draft_of, situation_of

BUILD = """
  const { renderSettlement } = await import("./settlement.js");
  renderSettlement(given.view);
  out = places.get("settlement").children
    .filter((child) => child?.className !== undefined).map((child) => [child.className, child.textContent]);
"""


def shown(client: FlaskClient, name: str) -> tuple[list[list[str]], Any, Any]:
    """(class and text of the settlement's parts, its view, its rule system) of a worked example."""
    known = situation_of(next(item for item in EXAMPLES if item["id"] == name))
    draft = draft_of(known)
    answered(draft, known)
    view, told = client.post("/api/hand", json=draft).json, boot(client)
    assert view["settlement"]["ok"]
    state = {"profile": known["profile"], "variants": known["variants"], "sheets": []}
    given = {"boot": told, "view": view, "kept": {"zhuoji.hand.1": json.dumps(state)}}
    rule = next(item for item in told["rules"] if item["id"] == known["profile"])
    return node.run(node.SCREEN + BUILD, given), view, rule


@pytest.mark.parametrize("name", ["g2-01", "s2-07"])
def test_the_rules_in_force_stand_below_the_result(client: FlaskClient, name: str) -> None:
    """The system by name, the options that are on and no other, and each reading the money rests on."""
    parts, view, rule = shown(client, name)
    where, text = parts[-1]
    assert where == "rules-foot small"
    assert "lines" in [kind for kind, _ in parts[:-1]]
    assert rule["title"] in text
    for variant in rule["variants"]:
        assert (variant["text"] in text) == (variant["id"] in view["settlement"]["variants"]), variant["id"]
    assert all(item["sentence"] in text for item in view["assumptions"])
