"""`zhuoji rules`: the list, one system in sentences, options and single parameters changed, refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scoring.profile import profile_ids
from scoring.schema import LEAVES
from webapp.cli import main


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["rules", *args])


def test_the_list_names_every_system() -> None:
    result = run()
    assert result.exit_code == 0
    assert all(pid in result.output for pid in profile_ids())
    assert "看某一套：zhuoji rules 名字" in result.output
    assert "One of them: zhuoji rules NAME" in run("--lang", "en").output


def test_the_list_as_json() -> None:
    answer = json.loads(run("--json").output)
    assert answer["ok"]
    assert [system["id"] for system in answer["rules"]] == list(profile_ids())


@pytest.mark.parametrize("pid", profile_ids())
def test_one_system_in_sentences(pid: str) -> None:
    result = run(pid)
    assert result.exit_code == 0
    headings = [
        "胡牌",
        "豆",
        "鸡",
        "冲锋鸡、责任鸡",
        "反赔",
        "热炮、抢杠",
        "一炮多响",
        "黄庄查叫",
        "庄家、连庄",
        "其他",
        "选项",
    ]
    places = [result.output.index(f"【{heading}】") for heading in headings]
    assert places == sorted(places)
    assert "本程序这样理解：" in result.output
    # What means nothing while another parameter is off stays out of the printed rules.
    assert "用不上" not in result.output


def test_gaps_are_marked_and_literal_rules_are_not() -> None:
    lines = run("guiyang-ge").output.splitlines()
    big = next(line for line in lines if line.startswith("· 大对子"))
    assert big.endswith("（《贵阳麻将规则》二、胡牌与算分：大对子 5 个）")
    pairs = next(line for line in lines if line.startswith("· 清七对"))
    assert "（原文没写，本程序这样理解：" in pairs
    unclear = next(line for line in lines if line.startswith("· 自己叫了牌（或胡了）豆才收钱"))
    assert "——没写清，本程序这样理解：原文说“通常”要叫牌才收钱，按要）" in unclear


def test_in_english() -> None:
    output = run("liupanshui", "--lang", "en").output
    assert "Liupanshui mahjong (liupanshui)" in output
    assert "From “Liupanshui mahjong”" in output
    assert "[Winning]" in output
    assert "[Options] (--variant NAME)" in output
    # Said once, though both the citation and the reason begin with it.
    assert "(this part of the text is cut off; read as: as in the room-card rules)" in output
    assert "– not spelt out; read as: the value is missing" in output
    assert "fanpei: The unready pay back" in output
    assert "(not in the text)" in output


def test_options_and_single_parameters() -> None:
    output = run("fangka", "--variant", "kou3", "--variant", "swing", "--set", "bean.an=4").output
    assert "✓ kou3: 一扣三：不算连庄" in output
    assert "✓ swing" in output
    assert "· kou2" in output
    assert "erdingguai: 二丁拐：两个人打，别的都跟四个人一样（原文没有，本程序加的）" in output
    assert "· 闷豆（暗杠，自己摸到四张）4 番：三家各出 4 番，共 12 番。（本桌约定）" in output
    assert "点炮的出 7 番" in output


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("bean.an=4", "bean.an", 4),
        ("chicken.flip=swing", "chicken.flip", "swing"),
        ("resp.1s.plain=off", "resp.1s.plain", None),
        ("genzhang=null", "genzhang", None),
        ("reverse.on=false", "reverse.on", False),
        ('meta.must_win=["hot"]', "meta.must_win", ["hot"]),
    ],
)
def test_json_says_what_was_set(text: str, name: str, value: Any) -> None:
    answer = json.loads(run("fangka", "--set", text, "--json").output)
    assert answer["ok"]
    assert answer["overlay"] == {name: value}
    told = {item["name"]: item for item in answer["parameters"]}
    assert told[name]["value"] == value
    assert set(told) == set(LEAVES)


@pytest.mark.parametrize(
    ("args", "field", "says"),
    [
        (("mahjong",), "profile", "没有叫「mahjong」的规则"),
        (("fangka", "--variant", "kou9"), "variants", "没有选项「kou9」"),
        (
            ("fangka", "--set", "bean.an=many"),
            "overlay.bean.an",
            '参数 bean.an 不能是 "many"，要的是：从 0 起的整数',
        ),
        (("fangka", "--set", "beans=1"), "overlay.beans", "规则里没有参数「beans」"),
    ],
)
def test_refusals(args: tuple[str, ...], field: str, says: str) -> None:
    result = run(*args)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert says in result.stderr
    as_json = run(*args, "--json")
    assert as_json.exit_code == 1
    answer = json.loads(as_json.stdout)
    assert not answer["ok"]
    assert (answer["error"]["code"], answer["error"]["field"]) == ("BAD_SITUATION", field)
    english = run(*args, "--lang", "en")
    assert english.stderr
    assert english.stderr != result.stderr


@pytest.mark.parametrize(
    "args",
    [
        ("fangka", "--set", "bean.an"),
        ("fangka", "--set", "=3"),
        ("--variant", "kou3"),
        ("--set", "bean.an=3"),
    ],
)
def test_wrong_usage(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert "/" in result.stderr
