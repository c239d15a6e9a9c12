"""Learning pages and their API, without a browser."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from scoring.profile import load_profile, profile_ids
from scoring.teach.ask_table import make_question
from scoring.teach.glossary import terms
from scoring.teach.lessons import LESSONS
from scoring.teach.question import KINDS, LEVELS, Key
from tests.webapp.conftest import EXAMPLES, situation_of
from webapp import learn_texts

INDEX = ["/learn", "/learn/drill", "/learn/coach", "/learn/glossary"]
PAGES = INDEX + [f"/learn/lesson/{lesson.id}" for lesson in LESSONS]


def page(client: FlaskClient, path: str, **query: Any) -> str:
    response = client.get(path, query_string=query)
    assert response.status_code == 200, path
    return response.get_data(as_text=True)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_pages_are_whole_and_name_the_rules(client: FlaskClient, path: str, lang: str) -> None:
    html = page(client, path, lang=lang, profile="liupanshui")
    assert not re.search(r"\sstyle=|\son[a-z]+=|<style|javascript:", html)
    scripts = re.findall(r"<script[^>]*>", html)
    assert all("src=" in tag or "application/json" in tag for tag in scripts)
    assert "//" not in re.sub(
        r"http://www\.w3\.org\S*", "", " ".join(re.findall(r'(?:src|href)="([^"]*)"', html))
    )
    assert ("zh-CN" if lang == "zh" else 'lang="en"') in html
    if path != "/learn/glossary":
        profile = load_profile("liupanshui")
        assert (profile.title_zh if lang == "zh" else profile.title_en) in html


@pytest.mark.parametrize("profile_id", profile_ids())
def test_every_rule_system_has_its_lessons(client: FlaskClient, profile_id: str) -> None:
    for lesson in LESSONS:
        assert page(client, f"/learn/lesson/{lesson.id}", profile=profile_id).count("<svg") > 5


def test_every_term_link_leads_somewhere(client: FlaskClient) -> None:
    there = set(re.findall(r'id="(\w+)"', page(client, "/learn/glossary")))
    assert {term.id for term in terms()} <= there
    linked = set()
    for lang in ("zh", "en"):
        for lesson in LESSONS:
            html = page(client, f"/learn/lesson/{lesson.id}", lang=lang)
            here = re.findall(r'class="term" href="/learn/glossary[^"]*#(\w+)"', html)
            assert here
            assert len(here) == len(set(here))
            linked |= set(here)
    assert linked <= there
    assert len(linked) > 35


def test_links_carry_the_rules_on(client: FlaskClient) -> None:
    overlay = json.dumps({"bean.an": 777})
    html = page(client, "/learn/lesson/melds", profile="fangka", variant=["kou2", "swing"], overlay=overlay)
    assert "777" in html
    onward = re.findall(r'href="(/learn/[^"]+)"', html)
    assert onward
    for link in onward:
        assert "profile=fangka" in link
        assert "variant=kou2" in link
        assert "overlay=" in link
    again = client.get(onward[-1].replace("&amp;", "&"))
    assert again.status_code == 200
    # The other language keeps them too.
    (other,) = re.findall(r'href="([^"]*lang=en[^"]*)" lang="en"', html)
    assert "variant=swing" in other


def test_options_of_other_rules_fall_away(client: FlaskClient) -> None:
    html = page(client, "/learn/lesson/melds", profile="guiyang-ge", variant="kou2")
    assert all(
        "kou2" not in link
        for link in re.findall(r'href="(/learn/[^"]+lesson_id[^"]*|/learn/glossary[^"]*)"', html)
    )
    assert 'value="lian_both"' in html


@pytest.mark.parametrize(
    "query", [{"profile": "mars"}, {"overlay": "{"}, {"overlay": '{"bean.an": -1}'}, {"overlay": "[1]"}]
)
def test_rules_that_do_not_exist_are_said(client: FlaskClient, query: dict[str, str]) -> None:
    response = client.get("/learn/lesson/melds", query_string=query)
    assert response.status_code == 400
    assert "<h1>" in response.get_data(as_text=True)


def test_an_unknown_lesson_is_not_found(client: FlaskClient) -> None:
    assert client.get("/learn/lesson/poker").status_code == 404


def test_texts_are_in_both_languages() -> None:
    for key, (zh, en) in learn_texts.TEXTS.items():
        assert zh, key
        assert en, key
        assert set(re.findall(r"{\w+}", zh)) == set(re.findall(r"{\w+}", en)), key
    assert learn_texts.text("js.coach.left", "en", n=3) == "3 unseen"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_question_is_asked_and_judged(client: FlaskClient, kind: str, level: int) -> None:
    key = Key(kind, level, 99, "liupanshui", ("lian_flat",))
    query = {"kind": kind, "level": level, "seed": 99, "profile": "liupanshui", "variant": "lian_flat"}
    asked = client.get("/api/teach/question", query_string=query).get_json()
    assert asked["ok"]
    assert asked["rules"] == load_profile("liupanshui").title_zh
    assert len(asked["options"]) == 1
    assert "answer" not in asked
    assert asked["table"] is None or not any(seat["ready"] for seat in asked["table"]["seats"])
    question = make_question(key)
    answer = list(question.answer) if isinstance(question.answer, tuple) else question.answer
    body = {"kind": kind, "level": level, "seed": 99, "profile": "liupanshui", "variants": ["lian_flat"]}
    judged = client.post("/api/teach/answer?lang=en", json={**body, "answer": answer}).get_json()
    assert judged["right"] is True
    assert judged["answer"] == answer
    assert judged["words"]
    assert len(judged["explain"]) == len(judged["pictures"]) == len(question.explain)
    assert judged["given"] == judged["words"]
    assert (judged["sums"] is not None) == ((kind == "pay" and level > 1) or (kind == "score" and level == 3))
    if judged["sums"] is not None:
        net = question.settlement.net  # type: ignore[union-attr]
        assert dict(zip(judged["sums"]["seats"], judged["sums"]["net"], strict=True)) == net
        for column, n in zip(
            zip(*(x["effect"] for x in judged["sums"]["lines"]), strict=True), net.values(), strict=True
        ):
            assert sum(column) == n


def test_a_wrong_answer_is_said_beside_the_right_one(client: FlaskClient) -> None:
    body = {"kind": "pay", "level": 2, "seed": 3, "profile": "fangka"}
    judged = client.post("/api/teach/answer", json={**body, "answer": dict.fromkeys("ABCD", 1)}).get_json()
    assert judged["right"] is False
    assert judged["given"] == "A +1，B +1，C +1，D +1" != judged["words"]
    quads = next(s for s in range(99) if make_question(Key("pattern", 2, s, "fangka")).answer == "longqidui")
    body = {"kind": "pattern", "level": 2, "seed": quads, "profile": "fangka"}
    judged = client.post("/api/teach/answer", json=body).get_json()
    assert judged["right"] is False
    assert judged["given"] == "—"
    assert [len(group["tiles"]) for group in judged["pictures"][0] if group["lit"]] == [4]


def test_the_index_says_what_to_skip_and_what_the_mark_means(client: FlaskClient) -> None:
    html = page(client, "/learn", profile="guiyang-fan")
    assert html.count("这套规则没有，可以跳过。") == html.count('class="skip"') == 3
    assert html.count("※") == 1
    assert "按一般桌上的惯例算" in html
    assert "可以跳过" not in page(client, "/learn", profile="fangka")
    assert 'class="note">这套规则没有' in page(client, "/learn/lesson/first", profile="guiyang-fan")
    assert "用不到" not in page(client, "/learn/lesson/first", profile="guiyang-fan")


def test_chickens_that_do_not_count_are_grey_and_say_so(client: FlaskClient) -> None:
    html = page(client, "/learn/lesson/chickens", profile="guiyang-fan")
    assert "幺鸡（不算）" in html
    assert "灰的不算" in html
    assert re.search(r'class="face lit"', html)
    assert re.search(r'class="face idle"', html)
    assert "黄框" in page(client, "/learn/lesson/reverse", profile="fangka")
    assert "黄框" not in page(client, "/learn/lesson/reverse", profile="guiyang-fan")
    assert "只有点豆归 B 一个人付" in page(client, "/learn/lesson/melds", profile="guiyang-fan")


def test_broken_questions_and_answers_are_refused(client: FlaskClient) -> None:
    assert client.get("/api/teach/question?kind=pay").status_code == 400
    body = {"kind": "pay", "level": 2, "seed": 1, "profile": "fangka", "answer": "x"}
    refused = client.post("/api/teach/answer", json=body)
    assert refused.status_code == 400
    assert refused.get_json()["error"]["field"] == "answer"
    assert client.post("/api/teach/answer", json={**body, "variants": 5}).status_code == 400


def test_the_coach_answers_over_http(client: FlaskClient) -> None:
    answer = client.post("/api/coach", json={"profile": "fangka", "hand": "23456p99p345s6778s"}).get_json()
    assert answer["ok"]
    assert answer["practice"]
    refused = client.post("/api/coach?lang=en", json={"profile": "fangka", "hand": "123m"})
    assert refused.status_code == 400
    assert refused.get_json()["error"]["field"] == "hand"


def why(client: FlaskClient, situation: dict[str, Any], names: Any = None, lang: str = "zh") -> Any:
    return client.post(f"/api/why?lang={lang}", json={"situation": situation, "names": names})


SETTLED = [e for e in EXAMPLES if "illegal" not in e["expect"]]


@pytest.mark.parametrize("example", SETTLED[::6], ids=lambda e: e["id"])
def test_why_of_worked_examples(client: FlaskClient, example: dict[str, Any]) -> None:
    situation = situation_of(example)
    answer = why(client, situation, {"A": "张三"}).get_json()
    settled = client.post("/api/settle", json=situation).get_json()
    assert answer["ok"]
    assert answer["net"] == settled["net"]
    assert len(answer["lines"]) == len(settled["transfers"])
    text = json.dumps(answer, ensure_ascii=False)
    assert not re.search(r"(?<![A-Za-z])A (?:胡|打|没|有|叫)", text)
    for row in (*answer["changes"], *answer["profiles"]):
        assert (row["net"] is None) == (row["error"] is not None)
        assert row["net"] is None or sum(row["net"].values()) == 0
    for row in answer["flips"]:
        assert sum(row["net"].values()) == 0
    assert answer["labels"]["this"] == "这一把"
    assert why(client, situation, lang="en").get_json()["labels"]["this"] == "As it was"


@pytest.mark.parametrize("body", [{}, {"situation": 3}, {"situation": {}, "names": []}, {"situation": {}}])
def test_why_of_nothing_is_refused(client: FlaskClient, body: dict[str, Any]) -> None:
    assert client.post("/api/why", json=body).status_code == 400
