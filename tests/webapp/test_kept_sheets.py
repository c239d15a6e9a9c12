"""Other phones draw what one phone sent: nothing that a page can't draw is kept, for drafts and hands alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.ledger.hands import hand
from tests.webapp import node
from tests.webapp.conftest import boot
from webapp.app import create_app
from webapp.config import Config
from webapp.entry.keep import kept_reading

SHA = "ab" * 32
READING: dict[str, Any] = {
    "ok": True,
    "file": "a.jpg",
    "image": {"width": 4000, "height": 3000},
    "tiles": [
        {"tile": "1m", "confidence": 0.99, "box": [1, 2.5, 3, 4], "alternatives": [["2m", 0.01]], "unsure": True},
        {"tile": "9s", "confidence": None, "box": None, "alternatives": [], "unsure": False, "added": True},
        {"tile": "2m", "confidence": 0.5, "box": [5, 5, 9, 9], "alternatives": [], "unsure": False, "was": "3m",
         "mended": True},
    ],
    "groups": [
        {"role": "hand", "side": "bottom", "meld": None, "tiles": [0, 1]},
        {"role": "discards", "side": None, "meld": None, "tiles": [2], "charge": 2, "from": "left"},
    ],
    "problems": [{"code": "SHORT_HAND", "message": "少一张", "tiles": [0, 1]}],
    "model": {"name": "m", "sha256": SHA},
    "ms": {"decode": 1.0, "detect": 2, "layout": 3.5, "total": 7},
    "own_set": None,
}  # fmt: skip
JUNK: tuple[Any, ...] = (5, [None], {"a": 1}, "x", True, [[]], [5], -1, 1.5, {"b": [None]}, ["x"], "q" * 5000)


@pytest.fixture(scope="module")
def client() -> Iterator[FlaskClient]:
    app = create_app(Config(load_model=False))
    yield app.test_client()
    app.extensions["zhuoji"]["nights"].close()


@pytest.fixture(scope="module")
def table(client: FlaskClient) -> tuple[str, dict[str, str]]:
    made = client.post("/api/tables", json={"profile": "fangka"}).json or {}
    return f"/api/tables/{made['id']}", {"X-Table-Token": made["token"]}


def with_(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The reading with one place changed, or one added."""
    out: dict[str, Any] = json.loads(json.dumps(READING))
    goal: Any = out
    for key in path[:-1]:
        goal = goal[key]
    goal[path[-1]] = value
    return out


PLACES = [
    ("problems",), ("problems", 0), ("problems", 0, "message"), ("problems", 0, "tiles"), ("problems", 0, "code"),
    ("image",), ("image", "width"), ("file",), ("ms",), ("ms", "total"), ("model",), ("model", "name"), ("ok",),
    ("own_set",), ("tiles", 0, "box"), ("tiles", 0, "alternatives"), ("tiles", 0, "alternatives", 0),
    ("tiles", 0, "confidence"), ("tiles", 0, "unsure"), ("tiles", 2, "was"), ("tiles", 2, "mended"),
    ("groups", 0, "meld"), ("groups", 1, "charge"), ("groups", 1, "from"), ("junk",), ("tiles", 0, "junk"),
    ("groups", 0, "junk"),
]  # fmt: skip


def drawable(reading: dict[str, Any]) -> None:
    """What the scripts do with a reading, in short."""
    assert set(reading) <= set(READING)
    for problem in reading.get("problems", []):
        assert isinstance(problem["code"], str)
        assert isinstance(problem["message"], str)
    for tile in reading["tiles"]:
        assert all(isinstance(name, str) for name, _ in tile.get("alternatives", []))
        assert isinstance(tile.get("was", ""), str)
        assert tile.get("box") is None or len([side + 0 for side in tile["box"]]) == 4
        assert isinstance(tile.get("unsure", False), bool)
        assert "junk" not in tile
    for group in reading["groups"]:
        assert group.get("meld") in (None, "pung", "exposed-kong", "added-kong", "concealed-kong")
        assert "junk" not in group
    if reading.get("image") is not None:
        assert reading["image"]["width"] + reading["image"]["height"] > 0


def test_a_reading_of_ours_stays_as_it_is_letter_for_letter(client: FlaskClient, table: Any) -> None:
    """The page compares texts: another order of keys would be sent again and again."""
    assert json.dumps(kept_reading(READING)) == json.dumps(READING)


@pytest.mark.parametrize("path", PLACES, ids=str)
def test_a_draft_keeps_nothing_that_cannot_be_drawn(client: FlaskClient, table: Any, path: Any) -> None:
    where, headers = table
    for value in JUNK:
        sheet = {"slot": "B", "bottom": "A", "reading": with_(path, value), "junk": value}
        done = client.put(f"{where}/draft/A", json={"sheet": sheet, "photo": None}, headers=headers)
        assert done.status_code in (200, 400), done.text
        if done.status_code == 200:
            kept = (client.get(where).json or {})["draft"]["slots"]["A"]["sheet"]
            assert set(kept) == {"slot", "bottom", "reading"}
            assert kept["slot"] == "A"
            drawable(kept["reading"])


@pytest.mark.parametrize("path", PLACES, ids=str)
def test_a_hand_keeps_nothing_that_cannot_be_drawn(client: FlaskClient, table: Any, path: Any) -> None:
    where, headers = table
    for value in JUNK:
        sheet = {"slot": "A", "bottom": "A", "photo": value, "kept": SHA, "reading": with_(path, value)}
        done = client.post(f"{where}/hands", json=hand("A", sheets=[sheet]), headers=headers)
        assert done.status_code in (201, 400), done.text
        if done.status_code == 201:
            (kept,) = (done.json or {})["hand"]["sheets"]
            drawable(kept["reading"])
            assert kept["kept"] == SHA
            assert "photo" not in kept


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*READING, "x"]), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


@given(st.dictionaries(st.sampled_from(sorted(set(READING) - {"tiles", "groups"})), ANY))
def test_whatever_stands_beside_the_tiles(more: dict[str, Any]) -> None:
    drawable(kept_reading({**READING, **more}))


SCRIPT = """
  const { drawable } = await import("./model.js");
  out = given.sheets.map((sheet) => drawable(sheet));
"""


def test_the_page_tells_a_sheet_it_can_draw(client: FlaskClient) -> None:
    good = {"slot": "A", "reading": READING}
    blank = {"slot": "A", "reading": {"tiles": [], "groups": []}}
    bad = [
        None, 5, [], {}, {"slot": 5, "reading": READING}, {"slot": "A"}, {"slot": "A", "reading": {"tiles": []}},
        *({"slot": "A", "reading": with_(path, value)} for path, value in (
            (("problems",), 5), (("problems",), [None]), (("problems",), {"a": 1}), (("image",), 5),
            (("tiles",), None), (("tiles", 0), None), (("tiles", 0, "tile"), 5), (("tiles", 0, "box"), [1]),
            (("tiles", 0, "alternatives"), [None]), (("tiles", 2, "was"), 5), (("groups",), {}),
            (("groups", 0), None), (("groups", 0, "tiles"), [9]), (("groups", 0, "tiles"), 5),
            (("groups", 0, "role"), "king"),
        )),
    ]  # fmt: skip
    given_ = {"boot": boot(client), "sheets": [good, blank, *bad]}
    assert node.run(node.SCREEN + SCRIPT, given_) == [True, True, *[False] * len(bad)]


KEPT = """
  const { state } = await import("./state.js");
  out = state.sheets.map((sheet) => sheet.slot);
"""


def test_a_reload_leaves_out_what_an_older_version_stored(client: FlaskClient) -> None:
    sheets = [{"slot": "A", "reading": with_(("problems",), 5)}, {"slot": "B", "reading": READING}]
    kept = {"zhuoji.hand.1": json.dumps({"profile": "fangka", "sheets": sheets})}
    assert node.run(node.SCREEN + KEPT, {"boot": boot(client), "kept": kept}) == ["B"]
