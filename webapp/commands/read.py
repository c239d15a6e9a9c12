"""`zhuoji read PHOTO…` (SPEC 2.3): photos in, tiles out, one JSON object a line or a table people read."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from scoring.errors import Lang, ZhuojiError
from scoring.melds import MELD_EN, MELD_ZH
from scoring.tiles import name_en, name_zh
from webapp.filling import fill

if TYPE_CHECKING:
    from vision.reading import Reading

ROLES = {
    "hand": ("手牌", "hand"),
    "meld": ("碰杠", "meld"),
    "win": ("胡的牌", "winning tile"),
    "flip": ("翻的牌", "flip"),
    "discards": ("打出的牌", "discards"),
    "wall": ("牌墙", "wall"),
    "loose": ("其他", "other"),
}
SIDES = {"bottom": ("下", "bottom"), "right": ("右", "right"), "top": ("上", "top"), "left": ("左", "left")}


@click.command()
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option(
    "--overlay",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder that gets each photo with its tiles drawn over it (PNG).",
)
@click.option("--conf", type=click.FloatRange(0.01, 0.99), help="Least score of a tile (default 0.2).")
@click.option("--full-table", is_flag=True, help="The photo shows the hands of several players.")
@click.option("--lang", type=click.Choice(["zh", "en"]), default="zh", show_default=True)
@click.option(
    "--threads", type=click.IntRange(1, 64), help="Threads of the detector (default: cores, at most 4)."
)
def read(
    photos: tuple[Path, ...],
    as_json: bool,
    overlay: Path | None,
    conf: float | None,
    full_table: bool,
    lang: str,
    threads: int | None,
) -> None:
    """Read the tiles of photos. Exit status 1 when a photo couldn't be read, after all others were."""
    language = cast(Lang, lang)
    try:
        from vision.reading import Reader

        reader = Reader.open(threads)
    except ZhuojiError as error:
        _refuse(None, error, as_json, language)
        sys.exit(1)
    failed = False
    if overlay is not None:
        try:
            overlay.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.ClickException(_no_overlay(overlay, error)) from None
    for path in photos:
        try:
            data = path.read_bytes()
        except OSError as error:
            _refuse(path, _unreadable(path, error), as_json, language)
            failed = True
            continue
        try:
            reading = reader.read(data, conf=conf, full_table=full_table)
        except ZhuojiError as error:
            _refuse(path, error, as_json, language)
            failed = True
            continue
        if as_json:
            click.echo(json.dumps(reading.to_json(path.name, language), ensure_ascii=False))
        else:
            click.echo(_table(path, reading, language))
        if overlay is not None:
            from vision.overlay import draw

            try:
                (overlay / f"{path.stem}.png").write_bytes(draw(data, reading))
            except OSError as error:
                click.echo(_no_overlay(overlay, error), err=True)
                failed = True
    sys.exit(1 if failed else 0)


def _no_overlay(folder: Path, error: OSError) -> str:
    reason = error.strerror or str(error)
    return (
        f"--overlay：{folder} 写不了（{reason}），换一个文件夹。 / "
        f"--overlay: can't write to {folder} ({reason}); choose another folder."
    )


def _unreadable(path: Path, error: OSError) -> ZhuojiError:
    if isinstance(error, FileNotFoundError):
        return ZhuojiError("NOT_AN_IMAGE", f"没有这个文件：{path}", f"No such file: {path}")
    if isinstance(error, IsADirectoryError):
        return ZhuojiError("NOT_AN_IMAGE", f"这是文件夹，不是照片：{path}", f"A folder, not a photo: {path}")
    reason = error.strerror or str(error)
    return ZhuojiError("NOT_AN_IMAGE", f"文件读不了：{path}（{reason}）", f"Can't read {path}: {reason}")


def _refuse(path: Path | None, error: ZhuojiError, as_json: bool, lang: Lang) -> None:
    if as_json:
        answer: dict[str, Any] = {"ok": False}
        if path is not None:
            answer["file"] = path.name
        answer["error"] = error.to_json(lang)
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    place = f"{path}: " if path is not None else ""
    click.echo(f"{place}{error.message(lang)} [{error.code}]", err=True)


def _table(path: Path, reading: Reading, lang: Lang) -> str:
    """One photo as lines: a group a line, doubtful tiles with a question mark, then the problems."""
    pick = 0 if lang == "zh" else 1
    name = name_zh if lang == "zh" else name_en
    lines = [
        f"{path}  {reading.width}×{reading.height}  "
        + (f"{len(reading.tiles)} 张" if lang == "zh" else fill("{n} {n:tile|tiles}", n=len(reading.tiles)))
        + f"  {reading.ms.total:.0f} ms"
    ]
    for group in reading.groups:
        title = ROLES[group.role][pick]
        if group.meld:
            title = (MELD_ZH if lang == "zh" else MELD_EN)[group.meld]
        if group.side:
            title += f" ({SIDES[group.side][pick]})"
        shown = (reading.tiles[i] for i in group.tiles)
        gap = " " if lang == "zh" else ", "
        lines.append(f"  {title}: " + gap.join(name(t.tile) + ("?" if t.unsure else "") for t in shown))
    lines += [f"  ! {problem.message(lang)} [{problem.code}]" for problem in reading.problems]
    if not reading.tiles:
        lines.append("  没看到牌。" if lang == "zh" else "  No tile seen.")
    return "\n".join(lines)
