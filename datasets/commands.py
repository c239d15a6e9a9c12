"""``zhuoji export`` and ``zhuoji render``; their work is imported only when they run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from datasets.extras import missing_extra

if TYPE_CHECKING:
    from datasets.render.fixed import Lamp, Roll


@click.command()
@click.option(
    "--weights",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Ultralytics checkpoint (.pt).",
)
@click.option(
    "--out",
    default=Path("models"),
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder that gets tiles.onnx and tiles.toml.",
)
@click.option(
    "--int8",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Labelled photos to calibrate on: writes a model in 8-bit integers.",
)
@click.option(
    "--compare",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Photos on which weights and model are compared afterwards.",
)
def export(weights: Path, out: Path, int8: Path | None, compare: Path | None) -> None:
    """Turn trained weights into the model the app runs (needs `pip install -e '.[train]'`)."""
    try:
        from datasets import parity
        from datasets.export import export as run
        from datasets.importing import images_of
        from datasets.quantize import PHOTOS

        images = [] if int8 is None else images_of(int8)
        done = run(weights, out, images[:: max(1, len(images) // PHOTOS)])
    except ModuleNotFoundError as error:
        raise missing_extra(error, "train") from error
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{out / 'tiles.onnx'}  {done['name']}  sha256 {done['sha256']}  figures {done['figures']}")
    if compare is not None:
        click.echo(str(parity.compare(weights, out, compare)))


@click.command()
@click.option(
    "--out", required=True, type=click.Path(file_okay=False, path_type=Path), help="Folder for the photos."
)
@click.option("--count", default=100, show_default=True, type=click.IntRange(1), help="How many photos.")
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(0), help="Photo i follows from (seed, i)."
)
@click.option(
    "--first", default=0, show_default=True, type=click.IntRange(0), help="Number of the first photo."
)
@click.option(
    "--faces",
    default="all",
    show_default=True,
    type=click.Choice(["drawn", "photos", "crops", "all"]),
    help="Our own drawn faces, photos/faces, crops of photos/train, or all there are.",
)
@click.option(
    "--kind",
    type=click.Choice(
        ["hand", "melds", "ponds", "walls", "scatter", "tumbled", "block", "close", "table", "corner"]
    ),
    help="One kind of scene only.",
)
@click.option(
    "--side", default=640, show_default=True, type=click.IntRange(160, 4096), help="Longer side, px."
)
@click.option(
    "--lamp", type=click.Choice(["white", "coloured"]), help="The same scenes under such lamps only."
)
@click.option(
    "--roll", type=click.Choice(["straight", "any", "around"]), help="The same scenes, the phone held so."
)
@click.option(
    "--table",
    type=click.Choice(["felt", "weave", "wood", "stone", "mat", "plain", "ruled", "checks", "slabs"]),
    help="The same scenes on such tables only.",
)
@click.option(
    "--window",
    type=click.IntRange(64),
    help="Keep only so large a part of each photo, px: what the second pass sees of --side.",
)
@click.option("--processes", default=2, show_default=True, type=click.IntRange(1), help="Parallel processes.")
def render(
    out: Path,
    count: int,
    seed: int,
    first: int,
    faces: str,
    kind: str | None,
    side: int,
    lamp: Lamp | None,
    roll: Roll | None,
    table: str | None,
    window: int | None,
    processes: int,
) -> None:
    """Render synthetic photos: images/, YOLO labels/, truth/ (tiles, boxes, groups) and classes.txt."""
    from time import perf_counter

    try:
        from datasets.render import run
        from datasets.render.fixed import Fixed
    except ModuleNotFoundError as error:
        raise missing_extra(error, "dev") from error

    tiles: list[int] = []
    started = perf_counter()
    try:
        with click.progressbar(length=count, label="渲染 / rendering") as bar:

            def done(number: int) -> None:
                tiles.append(number)
                bar.update(1)

            numbers = range(first, first + count)
            fixed = Fixed(lamp, roll, table)
            sets = run.render(
                out,
                numbers,
                seed,
                faces,
                side=side,
                kind=kind,
                fixed=fixed,
                window=window,
                processes=processes,
                done=done,
            )
    except FileNotFoundError as error:
        raise click.ClickException(
            f"找不到 {error}：照片牌面要有它，或者用 --faces drawn / {error} is missing: "
            "faces from photos need it; or use --faces drawn."
        ) from error
    seconds = perf_counter() - started
    click.echo(
        f"{count} 张 / photos, {sum(tiles)} boxes, {len(sets)} 套牌面 / face sets, "
        f"{seconds:.1f} s, {count / seconds:.1f}/s → {out}"
    )
