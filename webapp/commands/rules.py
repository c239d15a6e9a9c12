"""`zhuoji rules [ID]`: the rule systems, and one of them in sentences with its clauses (SPEC 2.5)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import click

from scoring.describe import describe_all, describe_profile
from scoring.errors import Lang, ZhuojiError
from scoring.profile import OFF, load_profile


def setting(text: str) -> tuple[str, Any]:
    """``bean.an=3`` → ("bean.an", 3): JSON where it is JSON, ``off`` is null, else the text itself."""
    key, equals, raw = text.partition("=")
    if not key or not equals:
        raise click.BadParameter(f"{text!r}: 写成 参数=值 / write KEY=VALUE", param_hint="--set")
    if raw == OFF:
        return key, None
    try:
        return key, json.loads(raw)
    except ValueError:
        return key, raw


def systems(lang: Lang) -> Iterator[str]:
    """The list that `zhuoji rules` prints."""
    zh = lang == "zh"
    for system in describe_all(lang):
        yield f"{system['id']:<16}{system['title']}"
        yield f"{'':16}{system['summary']}"
    yield ""
    yield "看某一套：zhuoji rules 名字" if zh else "One of them: zhuoji rules NAME"


def lines(described: dict[str, Any], lang: Lang) -> Iterator[str]:
    """One system under its headings; what the text doesn't say is marked, what means nothing here left out."""
    zh = lang == "zh"
    yield f"{described['title']}（{described['id']}）" if zh else f"{described['title']} ({described['id']})"
    yield f"出自{described['source']}" if zh else f"From {described['source']}"
    used = [item for item in described["parameters"] if item["used"]]
    for group, items in groupby(used, key=lambda item: item["group"]):
        yield ""
        yield f"【{group}】" if zh else f"[{group}]"
        for item in items:
            yield f"· {item['sentence']}{remark(item, lang)}"
    yield ""
    yield "【选项】（--variant 名字）" if zh else "[Options] (--variant NAME)"
    for variant in described["variants"]:
        mark = "✓" if variant["id"] in described["chosen"] else "·"
        added = ("（原文没有，本程序加的）" if zh else " (not in the text)") if variant["assumed"] else ""
        yield f"{mark} {variant['id']}: {variant['text']}{added}"


def remark(item: dict[str, Any], lang: Lang) -> str:
    """Where a rule comes from, or how a gap in the text is filled."""
    zh = lang == "zh"
    if not item["assumed"]:
        return f"（{item['clause_text']}）" if zh else f" ({item['clause_text']})"
    cited = item["clause_text"]
    # Where reason and citation begin alike ("this part is cut off") it is said once.
    why = item["why"].removeprefix(cited).lstrip("，；:; ")
    if zh:
        gap = f"{cited}——没写清" if cited.startswith("《") else cited
        return f"（{gap}，本程序这样理解：{why}）"
    gap = f"{cited} – not spelt out" if cited.startswith("“") else cited
    return f" ({gap}; read as: {why})"


@click.command()
@click.argument("profile_id", metavar="[ID]", required=False)
@click.option("--variant", "variants", multiple=True, metavar="V", help="选项 / an option of the system.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="改一条 / change one parameter.")
@click.option("--json", "as_json", is_flag=True, help="JSON.")
@click.option("--lang", type=click.Choice(["zh", "en"]), default="zh", show_default=True)
@click.pass_context
def rules(
    ctx: click.Context,
    profile_id: str | None,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    as_json: bool,
    lang: Lang,
) -> None:
    """规则：没有 ID 就列出几套，有 ID 就一条一条讲。 / The rule systems, or one of them in sentences."""
    if profile_id is None:
        if variants or settings:
            raise click.UsageError("--variant 和 --set 要先给规则的名字 / need the name of a system.")
        if as_json:
            click.echo(json.dumps({"ok": True, "rules": describe_all(lang)}, ensure_ascii=False))
        else:
            click.echo("\n".join(systems(lang)))
        return
    overlay = dict(setting(text) for text in settings)
    try:
        described = describe_profile(load_profile(profile_id, variants, overlay), lang)
    except ZhuojiError as error:
        if as_json:
            click.echo(json.dumps({"ok": False, "error": error.to_json(lang)}, ensure_ascii=False))
        else:
            click.echo(error.message(lang), err=True)
        ctx.exit(1)
    if as_json:
        click.echo(json.dumps({"ok": True, **described}, ensure_ascii=False))
    else:
        click.echo("\n".join(lines(described, lang)))
