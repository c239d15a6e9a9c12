"""The glossary: both languages, the synonyms of RULES 1, every term a lesson, links once a page."""

import re

import pytest

from scoring.teach.glossary import entries, linked, terms
from scoring.teach.lessons import BY_ID
from tests.webapp.conftest import SHARED

CHINESE = re.compile(r"[一-鿿]")


def test_terms_are_whole():
    ids = [term.id for term in terms()]
    assert len(ids) == len(set(ids)) >= 55
    names = [name for term in terms() for name in (term.zh, *term.also)]
    assert len(names) == len(set(names))
    for term in terms():
        assert CHINESE.search(term.zh + term.says[0])
        assert re.match(r"[A-Z]", term.says[1])
        assert not CHINESE.search(term.en)
        assert term.lesson in BY_ID
    assert [entry["id"] for entry in entries("zh")] == ids
    assert entries("zh")[0]["says"] != entries("en")[0]["says"]


def test_every_word_of_the_rules_glossary_is_there():
    rules = SHARED / "rules" / "RULES.md"
    if not rules.exists():
        pytest.skip("/work/shared isn't here")
    section = rules.read_text(encoding="utf-8").split("## 1. Glossary")[1].split("## 2.")[0]
    rows = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")][1:]
    known = " ".join(f"{t.zh} {' '.join(t.also)} {t.says[0]}" for t in terms())
    words = {re.sub(r"[（( ].*", "", word) for row in rows for word in re.split(r"\s*/\s*|, ", row)} - {""}
    assert len(words) > 100
    # A rule that is no word; the flush forms, which say themselves; a slip of the pen for 杠.
    plain = {"无先碰后不碰", "荒庄不下庄", "清大对", "清七对", "清双龙七对", "杆"}
    assert {word for word in words if word not in known} <= plain


def test_the_longest_name_is_linked_once():
    used = set()
    found = list(linked("转弯豆也叫补杠，转弯豆是豆。", "zh", used))
    assert found[0] == ("转弯豆", "zhuanwandou")
    assert [term for _, term in found if term] == ["zhuanwandou", "dou"]
    assert used == {"zhuanwandou", "dou"}
    assert "".join(text for text, _ in found) == "转弯豆也叫补杠，转弯豆是豆。"
    assert list(linked("豆", "zh", used)) == [("豆", None)]
    assert list(linked("", "zh")) == []


def test_english_words_are_linked_whole():
    found = dict(linked("Kongs of the unready: a concealed kong, 通行证.", "en"))
    assert found["Kong"] == "dou"
    assert found["concealed kong"] == "mendou"
    assert found["通行证"] == "tongxingzheng"
    assert "ready" not in found
