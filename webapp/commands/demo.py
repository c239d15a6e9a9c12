"""`zhuoji demo`: the whole main job on a shipped sample, printed: photos → tiles → questions → settlement."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import click

from scoring.clearing import fewest_payments
from scoring.codec import settle_json
from scoring.errors import Lang, ZhuojiError
from scoring.tiles import name_en, name_zh
from webapp.entry.interview import Question
from webapp.entry.recall import recall
from webapp.hand_entry import Review, review
from webapp.naming import name_settlement
from webapp.summary import flip_chain, signed

SAMPLE = files("webapp") / "samples" / "hand-1"
ROUNDS = 30


def read_sample() -> list[dict[str, Any]]:
    """The sheets of the sample hand, each read from its photo. Raises MODEL_MISSING and the like."""
    from vision.reading import Reader

    reader = Reader.open()
    return [
        {"slot": slot, "reading": reader.read((SAMPLE / f"{slot}.jpg").read_bytes()).to_json(f"{slot}.jpg")}
        for slot in ("A", "B", "C", "D", "flip")
    ]


def reading_line(sheet: dict[str, Any], lang: Lang) -> str:
    """One photo's tiles in a line; a doubted one has a question mark."""
    name = name_zh if lang == "zh" else name_en
    tiles = sheet["reading"]["tiles"]
    parts = []
    for group in sheet["reading"]["groups"]:
        words = [name(tiles[i]["tile"]) + ("?" if tiles[i]["unsure"] else "") for i in group["tiles"]]
        parts.append((" " if lang == "zh" else ", ").join(words))
    return " | ".join(parts)


def said(question: Question, answer: Any, lang: Lang) -> str:
    """An answer in words."""
    zh = lang == "zh"
    name = name_zh if zh else name_en
    labels = {choice.value: choice.zh if zh else choice.en for choice in question.choices}
    if isinstance(answer, dict):
        words = [f"{labels[s]} {n}×{name(t)}" for s, counts in answer.items() for t, n in counts.items()]
    else:
        words = [
            labels.get(item) or name(item) for item in (answer if isinstance(answer, list) else [answer])
        ]
    return ("、" if zh else ", ").join(words) or ("没有" if zh else "nobody")


def play(draft: dict[str, Any], known: dict[str, Any], lang: Lang) -> Review:
    """Answer the questions as the sample's truth has them, printing each one answered."""
    for _ in range(ROUNDS):
        seen = review(draft)
        if not seen.open:
            return seen
        question = seen.open[0]
        answer = recall(question, known)
        if answer is None:
            break
        draft["answers"][question.id] = answer
        asked = question.zh if lang == "zh" else question.en
        click.echo(f"  {asked} {said(question, answer, lang)}")
    return review(draft)


@click.command()
@click.option("--lang", type=click.Choice(["zh", "en"]), default="zh", show_default=True)
def demo(lang: Lang) -> None:
    """样张走一遍：照片 → 牌 → 问 → 账 / The whole job on a shipped sample."""
    zh = lang == "zh"
    try:
        known = json.loads((SAMPLE / "situation.json").read_text(encoding="utf-8"))
        sheets = read_sample()
    except ZhuojiError as error:
        raise click.ClickException(error.message(lang)) from None
    draft: dict[str, Any] = {
        "profile": known["profile"],
        "variants": known["variants"],
        "sheets": sheets,
        "answers": {},
    }
    start = review(draft)
    click.echo("照片里的牌：" if zh else "Tiles in the photos:")
    for sheet in sheets:
        slot = sheet["slot"]
        who = ("翻牌" if zh else "turned") if slot == "flip" else start.draft.name(slot, lang)
        click.echo(f"  {who}  {reading_line(sheet, lang)}")
    if any(tile["unsure"] for sheet in sheets for tile in sheet["reading"]["tiles"]):
        click.echo(
            "  （? 是认牌的没把握，页面上标黄）" if zh else "  (? = the reader is unsure; amber on the page)"
        )
    click.echo("照片看不出来的，问：" if zh else "Asked, because no photo shows it:")
    seen = play(draft, known, lang)
    for problem in seen.problems:
        click.echo(f"  ! {problem.zh if zh else problem.en}")
    if seen.situation is None:
        raise click.ClickException(
            "样张没读全，算不了账；运行 zhuoji doctor 看看模型。"
            if zh
            else "The sample was not read completely; see `zhuoji doctor` for the model."
        )
    settled = name_settlement(settle_json(seen.situation, lang), seen.draft, lang)
    if not settled["ok"]:
        raise click.ClickException(settled["error"]["message"])
    _print_settlement(seen, settled, lang)


def _print_settlement(seen: Review, settled: dict[str, Any], lang: Lang) -> None:
    zh, draft, unit = lang == "zh", seen.draft, settled["unit"]
    rules = draft.profile.title_zh if zh else draft.profile.title_en
    click.echo(f"账（{rules}）：" if zh else f"Settlement ({rules}):")
    assert seen.situation is not None
    chain = flip_chain(draft, seen.situation["flip"], lang)
    if chain:
        click.echo(f"  {chain}")
    for item in settled["transfers"]:
        click.echo(f"  {item['why']} [{item['clause']}]{' ※' if item['assumed'] else ''}")
    for note in settled["warnings"]:
        click.echo(f"  {note['message']}")
    net = settled["net"]
    click.echo("  " + "  ".join(f"{draft.name(seat, lang)} {signed(value)}" for seat, value in net.items()))
    for payment in fewest_payments(net):
        click.echo(f"  {draft.name(payment.payer, lang)} → {draft.name(payment.payee, lang)}"
                   f" {payment.amount} {unit}")  # fmt: skip
    total = sum(net.values())
    click.echo(f"  合计 {total}" if zh else f"  Sum {total}")
