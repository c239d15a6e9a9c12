"""English counts agree with their number, in every text and in the scripts."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from tests.webapp import node
from webapp.entry.draft import parse_draft
from webapp.entry.table import Tile, _odd_tiles
from webapp.filling import fill
from webapp.learn_texts import TEXTS as LEARN_TEXTS
from webapp.texts import TEXTS

ALL = {**TEXTS, **{f"learn {key}": words for key, words in LEARN_TEXTS.items()}}
COUNTED = sorted(key for key, (_, en) in ALL.items() if re.search(r"\{(n|tiles|before|after|right)\}", en))
PLURAL = re.compile(
    r"\b1 (?:\w+ )?(?:hands|lines|ones|photos|players|questions|rows|tiles)\b|\bones\b|\bthem\b"
)
CASES = [
    ("{n} {n:hand|hands}", 1, "1 hand"),
    ("{n} {n:hand|hands}", 0, "0 hands"),
    ("{n} {n:is|are}: {x}", 2, "2 are: y"),
]


@pytest.mark.parametrize("key", COUNTED)
def test_one_is_not_many(key: str) -> None:
    en = ALL[key][1]
    ones = {name: 1 for _, name, _, _ in Formatter().parse(en) if name} | {"unit": "fan", "name": "Bo"}
    assert not PLURAL.search(fill(en, **ones)), fill(en, **ones)
    assert "|" not in fill(en, **ones)


@pytest.mark.parametrize(("text", "n", "said"), CASES)
def test_the_number_chooses_the_word(text: str, n: int, said: str) -> None:
    assert fill(text, n=n, x="y") == said


def test_the_scripts_choose_it_too() -> None:
    script = """
      const texts = Object.fromEntries(given.map(([text], i) => [i, text]));
      globalThis.document = { getElementById: () => ({ textContent: JSON.stringify({ texts, lang: "en" }) }) };
      const { t } = await import("./words.js");
      out = given.map(([, n], i) => t(String(i), { n, x: "y" }));
    """
    assert node.run(script, CASES) == [said for *_, said in CASES]


def test_one_tile_face_down_is_one() -> None:
    draft = parse_draft({"profile": "fangka"})
    assert _odd_tiles("FACE_DOWN", "B", [Tile("back", False, 0, 0)], draft).en == (
        "B has 1 tile face down: tap it and say which it is."
    )
