"""``zhuoji evaluate`` and ``zhuoji evaluate-set``; their work is imported only when they run."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from datasets.evaluate.run import Folder


@click.command()
@click.argument(
    "photos", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option(
    "--readings",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What `zhuoji read --json` printed; without it the photos are read now.",
)
@click.option(
    "--models",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with another tiles.onnx and tiles.toml than the shipped ones.",
)
@click.option("--against", type=click.Choice(["mahjong-detector"]), help="The same photos read by this too.")
@click.option(
    "--peer-python",
    type=click.Path(path_type=Path),
    help="Python that has it (default .venv-peer/bin/python).",
)
@click.option(
    "--partial", is_flag=True, help="Unlabelled tiles are in view: a tile without a label is no error."
)
@click.option("--min-iou", default=0.5, show_default=True, type=click.FloatRange(0.05, 0.95))
@click.option("--conf", type=click.FloatRange(0.01, 0.99), help="Least score of a tile (default 0.2).")
@click.option("--threads", type=click.IntRange(1, 64), help="Threads of the detector.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for report.txt, report.json, PNGs.",
)
@click.option(
    "--save-readings", type=click.Path(dir_okay=False, path_type=Path), help="Keep the readings here."
)
@click.option("--json", "as_json", is_flag=True, help="Print figures as JSON instead of tables.")
@click.option("--list-errors", is_flag=True, help="Name the photos that aren't exact, on stderr.")
def evaluate(
    photos: tuple[Path, ...],
    readings: Path | None,
    models: Path | None,
    against: str | None,
    peer_python: Path | None,
    partial: bool,
    min_iou: float,
    conf: float | None,
    threads: int | None,
    out: Path | None,
    save_readings: Path | None,
    as_json: bool,
    list_errors: bool,
) -> None:
    """Score readings of labelled photos: folders with images/ and labels/, classes.txt in them or beside."""
    from datasets.evaluate import run
    from datasets.evaluate.summary import error_lines
    from datasets.importing import LabelError
    from scoring.errors import ZhuojiError

    try:
        folders = [run.open_folder(path) for path in photos]
        if readings is not None:
            ours = run.load_readings(readings)
        else:
            lines = _read(folders, models, conf, threads)
            if save_readings is not None:
                save_readings.write_text(
                    "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in lines), "utf-8"
                )
            ours = {Path(r["file"]).stem: r for r in lines if r["ok"]}
        result = run.evaluate(folders, ours, partial=partial, min_iou=min_iou)
    except (LabelError, OSError) as error:
        raise click.ClickException(str(error)) from error
    except ZhuojiError as error:
        raise click.ClickException(f"{error.zh} / {error.en}") from error
    text = run.report(result)
    if against is not None:
        text += "\n\n" + _against(folders, peer_python, result, partial, min_iou)
    if list_errors:
        click.echo("\n".join(error_lines(result.scores)), err=True)
    click.echo(json.dumps(run.as_json(result), ensure_ascii=False) if as_json else text)
    if out is not None:
        paths = run.write(result, out, text)
        click.echo(f"{len(paths)} files → {out}", err=True)


def _read(
    folders: list[Folder], models: Path | None, conf: float | None, threads: int | None
) -> list[dict[str, Any]]:
    from datasets.evaluate import run

    images = [image for folder in folders for stem, image in folder.images.items() if stem in folder.stems]
    with click.progressbar(length=len(images), label="读照片 / reading", file=sys.stderr) as bar:
        return run.read_all(images, models, conf, threads, lambda: bar.update(1))


def _against(folders: list[Folder], python: Path | None, ours: Any, partial: bool, min_iou: float) -> str:
    """The table of both readers, or the sentence why there is none."""
    from datasets.evaluate import peer, run

    images = [image for folder in folders for stem, image in folder.images.items() if stem in folder.stems]
    title = "## against mahjong-detector on the same photos\n\n"
    try:
        lines = peer.read(images, peer.PEER if python is None else python)
    except peer.PeerMissing as error:
        return title + f"not measured: {error}"
    readings = {Path(r["file"]).stem: r for r in lines}
    theirs = run.evaluate(folders, readings, partial=partial, min_iou=min_iou, look=False)
    name = str(lines[0]["model"]["name"]) if lines else "mahjong-detector"
    return (
        title
        + run.versus(ours, theirs, ("ours", "theirs"))
        + f"\n\ntheirs: {name}, its own preparation and thresholds"
    )


@click.command(name="evaluate-set")
@click.argument(
    "photos", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option(
    "--sets",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="sets.txt: session → tile set.",
)
@click.option("--set", "names", multiple=True, required=True, help="A set to learn; may repeat.")
@click.option(
    "--models",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with another tiles.onnx and looks.npz than the shipped ones.",
)
@click.option("--draws", default=20, show_default=True, type=click.IntRange(1))
@click.option("--threads", type=click.IntRange(1, 64), help="Threads of the detector.")
def evaluate_set(
    photos: tuple[Path, ...],
    sets: Path,
    names: tuple[str, ...],
    models: Path | None,
    draws: int,
    threads: int | None,
) -> None:
    """What learning a table's own set changes: one look, two, and 1, 2 or 5 photos to learn from."""
    from datasets.evaluate import own_set
    from datasets.importing import read_photos
    from datasets.looks import look_at
    from datasets.splits import read_sets, set_of
    from vision.detector import Detector
    from vision.model import load_yardstick

    detector = Detector(threads, models)
    yardstick = load_yardstick(detector.info, models)
    if yardstick is None:
        raise click.ClickException("no looks.npz for this model: run `zhuoji learn-looks` first")
    known = read_sets(sets)
    found = [photo for folder in photos for photo in read_photos(folder)]
    by_set = {name: [photo for photo in found if set_of(photo.stem, known) == name] for name in names}
    looks = {name: look_at(some, detector) for name, some in by_set.items()}
    results = {name: own_set.measure(yardstick, some, draws=draws) for name, some in looks.items()}
    click.echo(own_set.table(results))
    for name, some in looks.items():
        for other, theirs in looks.items():
            if other == name:
                continue
            before, after, taken = own_set.harm(yardstick, some, theirs, draws=draws)
            click.echo(
                f"{name} learned from 2 photos, {other} read: wrong suits {before:.4f} → {after:.4f}, "
                f"{taken:.0%} of the photos taken for it"
            )
