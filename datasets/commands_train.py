"""``zhuoji train``, ``zhuoji learn-looks`` and ``zhuoji learn-presence``; their work is imported only when they run."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

import click

from datasets.extras import missing_extra

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option("--data", required=True, type=FILE, help="data.yaml of `zhuoji data build`.")
@click.option("--weights", required=True, type=FILE, help="Checkpoint to start from (36 classes of KINDS).")
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Run folder, e.g. runs/first.",
)
@click.option("--minutes", type=click.FloatRange(min=0.05), help="End after so long, mid-epoch if need be.")
@click.option("--epochs", default=10, show_default=True, type=click.IntRange(1), help="Without --minutes.")
@click.option("--imgsz", default=640, show_default=True, type=click.IntRange(32))
@click.option("--batch", default=8, show_default=True, type=click.IntRange(1))
@click.option("--lr", default=1e-3, show_default=True, type=click.FloatRange(1e-6, 0.1))
@click.option(
    "--freeze", default=0, show_default=True, type=click.IntRange(0), help="Layers kept as they are."
)
@click.option("--mosaic", default=1.0, show_default=True, type=click.FloatRange(0, 1))
@click.option("--degrees", default=8.0, show_default=True, type=click.FloatRange(0, 45), help="Small angles.")
@click.option("--scale", default=0.4, show_default=True, type=click.FloatRange(0, 0.9))
@click.option(
    "--turns", default=0.5, show_default=True, type=click.FloatRange(0, 1), help="Chance of a quarter turn."
)
@click.option(
    "--cast", default=0.3, show_default=True, type=click.FloatRange(0, 1), help="Chance of coloured light."
)
@click.option(
    "--strong", default=0.12, show_default=True, type=click.FloatRange(0, 1), help="… of a strong lamp."
)
@click.option(
    "--tilt",
    default=0.2,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Chance of any angle, real photos.",
)
@click.option("--device", default="cpu", show_default=True, help="cpu, 0 (one GPU), 0,1 (several: DDP).")
@click.option("--threads", default=2, show_default=True, type=click.IntRange(1), help="On the CPU.")
@click.option("--bf16/--fp32", "bf16", default=True, show_default=True)
@click.option("--workers", default=0, show_default=True, type=click.IntRange(0), help="Loader processes.")
@click.option("--cache", default="ram", show_default=True, type=click.Choice(["ram", "disk", "no"]))
@click.option("--fraction", default=1.0, show_default=True, type=click.FloatRange(0.001, 1))
@click.option(
    "--validate/--no-validate", default=False, show_default=True, help="After each epoch, not only the last."
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0))
@click.option("--dry-run", is_flag=True, help="Print every argument and stop.")
def train(
    data: Path,
    weights: Path,
    out: Path,
    minutes: float | None,
    epochs: int,
    imgsz: int,
    batch: int,
    lr: float,
    freeze: int,
    mosaic: float,
    degrees: float,
    scale: float,
    turns: float,
    cast: float,
    strong: float,
    tilt: float,
    device: str,
    threads: int,
    bf16: bool,
    workers: int,
    cache: str,
    fraction: float,
    validate: bool,
    seed: int,
    dry_run: bool,
) -> None:
    """Train the detector; arguments, hashes of the data and curves go into the run folder."""
    from datasets.training import run
    from datasets.training.augment import Augmentation
    from datasets.training.settings import Settings, ultralytics_args

    settings = Settings(
        data,
        weights,
        out,
        minutes,
        epochs,
        imgsz,
        batch,
        lr,
        freeze,
        mosaic,
        degrees,
        scale,
        device,
        threads,
        bf16,
        workers,
        cache,
        fraction,
        validate,
        seed,
        Augmentation(turns=turns, cast=cast, strong=strong, tilt=tilt),
    )
    if dry_run:
        for name, value in (ultralytics_args(settings) | asdict(settings.augmentation)).items():
            click.echo(f"{name}: {value}")
        return
    if run.needs_restart(settings):
        run.restart(settings)
    try:
        done = run.train(settings, sys.orig_argv)
    except ModuleNotFoundError as error:
        raise missing_extra(error, "train") from error
    speed = done["photos_a_second"]
    click.echo(f"{done['epochs']} epochs, {done['seconds']:.0f} s, {speed or 0:.1f} photos/s → {out}")


@click.command(name="learn-looks")
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option(
    "--models",
    default=Path("models"),
    show_default=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with tiles.onnx; gets looks.npz.",
)
@click.option(
    "--most", default=40, show_default=True, type=click.IntRange(1), help="Photos of each session at most."
)
@click.option("--threads", type=click.IntRange(1), help="Threads of the detector.")
def learn_looks(folders: tuple[Path, ...], models: Path, most: int, threads: int | None) -> None:
    """Measure on labelled photos how tiles look to the exported detector: what its second look goes by."""
    from datasets import looks

    try:
        click.echo(looks.learn_looks(folders, models, most=most, threads=threads))
    except (ValueError, OSError) as error:
        raise click.ClickException(str(error)) from error


@click.command(name="learn-presence")
@click.argument(
    "rendered",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option(
    "--photos",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder of labelled photos, rendered ones among them left out; may repeat.",
)
@click.option(
    "--models",
    default=Path("models"),
    show_default=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with tiles.onnx; gets presence.npz.",
)
@click.option("--threads", type=click.IntRange(1), help="Threads of the detector.")
def learn_presence(
    rendered: tuple[Path, ...], photos: tuple[Path, ...], models: Path, threads: int | None
) -> None:
    """Learn from photos of `zhuoji render --out FOLDER`, and labelled ones, which boxes of the exported detector hold a tile."""
    try:
        from datasets import presence

        click.echo(presence.learn_presence(rendered, photos, models, threads=threads))
    except ImportError as error:
        raise missing_extra(error, "train") from error
    except (ValueError, OSError) as error:
        raise click.ClickException(str(error)) from error
