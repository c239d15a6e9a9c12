"""`zhuoji settle`: one situation, or JSON Lines with --batch (SPEC 2.2)."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable
from typing import Any, TextIO

import click

from scoring.codec import refusal, settle_json
from scoring.errors import Lang, ZhuojiError
from scoring.situation import SituationError
from webapp.commands.terminal import LONGEST, json_line, said


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--batch", is_flag=True, help="JSON Lines: one situation in, one result out, never stopping.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option("--lang", type=click.Choice(["zh", "en"]), default="zh", show_default=True)
@click.option("--explain", is_flag=True, help="Tell the chain of reasons as well.")
def settle(file: str, batch: bool, as_json: bool, lang: Lang, explain: bool) -> None:
    """Settle a hand from FILE (JSON or YAML; - for standard input)."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A lone surrogate in a refused text comes out as the JSON escape it came in as.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        stream = click.open_file(file, "rb")
    except OSError as error:
        raise click.UsageError(f"读不了 / can't read {file}: {error.strerror}") from None
    with stream:
        if batch:
            _batch(stream, sys.stdout, lang, as_json, explain)
            return
        answer = _one(stream.read(), lang, explain)
    click.echo(_written(answer, as_json, lang))
    if not answer["ok"]:
        sys.exit(1)


def _batch(lines: Iterable[bytes], out: TextIO, lang: Lang, as_json: bool, explain: bool) -> None:
    for line in lines:
        text = line.strip()
        if not text:
            continue
        answer = _settle_text(text, lang, explain)
        out.write(_written(answer, as_json, lang) + ("\n" if as_json else "\n\n"))
    out.flush()


def _written(answer: dict[str, Any], as_json: bool, lang: Lang) -> str:
    return json_line(json.dumps(answer, ensure_ascii=False)) if as_json else as_table(answer, lang)


def _settle_text(text: bytes, lang: Lang, explain: bool) -> dict[str, Any]:
    try:
        situation = json.loads(text)
    except (ValueError, RecursionError):
        return refusal(_unreadable("JSON"), lang)
    return settle_json(situation, lang, explain)


def _one(text: bytes, lang: Lang, explain: bool) -> dict[str, Any]:
    try:
        situation = json.loads(text)
    except (ValueError, RecursionError):
        import yaml  # only a single file may be YAML

        from webapp.commands.yaml_file import read_yaml

        if not text.strip():
            return refusal(
                SituationError("situation", "什么都没给：这里是空的。", "Nothing was given: this is empty."),
                lang,
            )
        try:
            situation = read_yaml(text.decode("utf-8"))
        except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError):
            return refusal(_unreadable("JSON / YAML"), lang)
        if isinstance(situation, str):  # any words are YAML
            return refusal(_unreadable("JSON / YAML"), lang)
    return settle_json(situation, lang, explain)


def _unreadable(what: str) -> ZhuojiError:
    return SituationError("situation", f"这不是能读的 {what}。", f"This isn't readable {what}.")


def as_table(answer: dict[str, Any], lang: Lang) -> str:
    """A settlement or refusal as text for people."""
    zh = lang == "zh"
    if not answer["ok"]:
        error = answer["error"]
        place = f" [{said(error['field'], LONGEST)}]" if "field" in error else ""
        return f"{'不能结算' if zh else 'Not settled'} {error['code']}{place}\n{said(error['message'])}"
    lines = []
    for item in answer["transfers"]:
        payers = "、".join(item["from"])
        mark = ("＊" if zh else " *") if item["assumed"] else ""
        lines.append(f"  {payers:>7} → {item['to']}  {item['each']:>4}  {item['why']}{mark}")
    total = "  ".join(f"{seat} {amount:+d}" for seat, amount in answer["net"].items())
    head = f"{'叫牌' if zh else 'Ready'}: {answer['ready'] or '–'}    {'鸡' if zh else 'Chickens'}: "
    head += " ".join(dict.fromkeys(answer["chickens"]["standing"] + answer["chickens"]["flipped"])) or "–"
    out = [head, *(lines or ["  –"]), f"{'净' if zh else 'Net'} ({answer['unit']}): {total}"]
    if answer["next_dealer"]:
        out.append(
            f"下一局庄家 {answer['next_dealer']}，第 {answer['next_streak']} 把"
            if zh
            else f"Next dealer {answer['next_dealer']}, hand {answer['next_streak']} in a row"
        )
    out += [f"! {note['message']}" for note in answer["warnings"]]
    if any(item["assumed"] for item in answer["transfers"]):
        out.append(
            "＊ 原文没写，按常见的理解算。"
            if zh
            else "* The rule text is silent; the usual reading is taken."
        )
    out += answer.get("explain", [])
    return "\n".join(out)
