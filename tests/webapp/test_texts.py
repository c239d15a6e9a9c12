"""Both languages are complete, and every word that is used exists."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from scoring.profile import load_profile, profile_ids
from tests.webapp.conftest import ROOT
from webapp.entry.ask_chickens import PATTERN_NAMES
from webapp.hand_entry import parse_draft
from webapp.learn_texts import TEXTS as LEARN_TEXTS
from webapp.naming import with_names
from webapp.texts import TEXTS

WEBAPP = ROOT / "webapp"
SCRIPTS = sorted((WEBAPP / "static" / "js").glob("*.js"))
ROWS = {f"js.night.{kind}" for kind in ("self", "after_kong", "discard", "rob", "draw", "settings")}


@pytest.mark.parametrize("key", TEXTS)
def test_text_in_both_languages_with_the_same_words(key: str) -> None:
    zh, en = TEXTS[key]
    assert zh
    assert en or key == "js.settlement.money"
    assert {n for _, n, _, _ in Formatter().parse(zh) if n} == {
        n for _, n, _, _ in Formatter().parse(en) if n
    }


def test_scripts_and_templates_use_only_known_texts() -> None:
    used = set()
    for script in SCRIPTS:
        source = script.read_text(encoding="utf-8")
        used |= {f"js.{key}" for key in re.findall(r'\bt\("([\w.]+)"', source)}
        used |= {f"js.{key}" for key in re.findall(r'"((?:photo|questions)\.[a-z]+)"', source)}
    for template in (WEBAPP / "templates").glob("*.html"):
        used |= set(re.findall(r"\bt\('([\w.]+)'(?:,|\))", template.read_text(encoding="utf-8")))
    assert used
    assert used <= TEXTS.keys() | LEARN_TEXTS.keys()


def speakers() -> str:
    """All that may ask for a text: scripts, templates and our Python, without the tables of texts themselves."""
    paths = [*SCRIPTS, *(WEBAPP / "templates").glob("*"), *WEBAPP.rglob("*.py")]
    return "\n".join(p.read_text(encoding="utf-8") for p in paths if not p.name.endswith("texts.py"))


def test_every_text_is_said_somewhere() -> None:
    """By its whole key, or by a key put together at run time: ``slot.${slot}``, ``'mark.' ~ mark``."""
    source = speakers()
    whole = set(re.findall(r"[\"'`]([\w.]+)[\"'`]", source)) | {
        f"why.{name}" for name in re.findall(r"\blabels\.(\w+)", source)
    }
    begun = tuple(re.findall(r"`([\w.]+\.)\$\{", source) + re.findall(r"'([\w.]+\.)' ~", source))
    for texts in (TEXTS, LEARN_TEXTS):
        keys = {key: key.removeprefix("js.") for key in texts}
        found = {key for key, name in keys.items() if name in whole or key in whole or name.startswith(begun)}
        # `night.${row.type}` would excuse the night page's every text: of those only the kinds of a row count.
        found -= {
            key
            for key in found
            if re.fullmatch(r"js\.night\.\w+", key) and keys[key] not in whole and key not in ROWS
        }
        assert keys.keys() - found == set()


def test_every_pattern_has_a_name() -> None:
    for profile_id in profile_ids():
        assert load_profile(profile_id).get("patterns").keys() <= PATTERN_NAMES.keys()


@pytest.mark.parametrize("path", [*SCRIPTS, *sorted(WEBAPP.rglob("*.py"))], ids=lambda p: p.name)
def test_files_stay_small(path: object) -> None:
    from pathlib import Path

    assert isinstance(path, Path)
    assert len(path.read_text(encoding="utf-8").splitlines()) < 400


@pytest.mark.parametrize(
    ("text", "lang", "names", "named"),
    [
        (
            "自摸四条，A 胡平胡：B、C、D 各付 2 番。",
            "zh",
            {"A": "老王"},
            "自摸四条，老王胡平胡：乙、丙、丁各付 2 番。",
        ),
        ("A +15，B -8", "zh", {}, "甲 +15，乙 -8"),
        (
            "B's concealed kong; A, C and D pay 2 each.",
            "en",
            {"B": "Bo"},
            "Bo's concealed kong; A, C and D pay 2 each.",
        ),
        ("players.B.hand", "zh", {}, "players.B.hand"),
        ("pung 111s<B", "zh", {}, "pung 111s<B"),
        ("A wins", "en", {}, "A wins"),
    ],
)
def test_names_for_seats(text: str, lang: str, names: dict[str, str], named: str) -> None:
    draft = parse_draft({"profile": "fangka", "names": names})
    assert with_names(text, draft, "zh" if lang == "zh" else "en") == named
