"""``zhuoji data …``: audit, faces, mine, build, sheet, pack; each imports its work only when it runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
NEW_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group()
def data() -> None:
    """Labelled photos: look through them, find unlabelled tiles, put training sets together."""


@data.command()
@click.argument("folders", nargs=-1, required=True, type=FOLDER)
@click.option("--out", type=NEW_FOLDER, help="Folder for contact sheets (PNG) and audit.json.")
@click.option("--no-duplicates", is_flag=True, help="Don't compare the photos with each other.")
def audit(folders: tuple[Path, ...], out: Path | None, no_duplicates: bool) -> None:
    """Count classes and sessions, name what is wrong. Exit status 1 when a photo has to be refused."""
    from datasets import audit as work
    from datasets.importing import LabelError, read_classes
    from datasets.sheets import photo_cells, sheets, write_sheets

    refused = 0
    for folder in folders:
        try:
            result = work.audit(folder, duplicates=not no_duplicates)
            click.echo(work.table(result, read_classes(folder)))
        except LabelError as error:
            raise click.ClickException(str(error)) from error
        refused += len(result.refused)
        if out is not None:
            pages = sheets(photo_cells(result.photos), columns=6, rows=4, size=256)
            paths = write_sheets(out, folder.name, pages)
            findings = [vars(finding) for finding in result.findings]
            (out / f"{folder.name}.json").write_text(
                json.dumps({"classes": result.classes(), "findings": findings}, indent=1, ensure_ascii=False),
                encoding="utf-8",
            )
            click.echo(f"{len(paths)} sheets → {out}", err=True)
    if refused:
        raise SystemExit(1)


@data.command()
@click.argument("folder", type=FOLDER)
@click.option(
    "--models", type=FOLDER, help="Folder with another tiles.onnx and tiles.toml than the shipped ones."
)
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1, 64))
def faces(folder: Path, models: Path | None, threads: int) -> None:
    """List single faces (FOLDER/1m … FOLDER/9s) that are read as another tile than their folder says."""
    from datasets.face_audit import suspects
    from datasets.importing import LabelError
    from vision.detector import Detector

    count = 0
    try:
        for suspect in suspects(folder, Detector(threads, models)):
            count += 1
            read = f"{suspect.read} {suspect.score:.2f}" if suspect.read else "nothing"
            click.echo(f"{suspect.folder}/{suspect.path.name}: {read}")
    except LabelError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{count} to look at")


@data.command()
@click.argument("folder", type=FOLDER)
@click.option(
    "--out", required=True, type=NEW_FOLDER, help="Folder for proposals.json and enlarged pictures."
)
@click.option(
    "--models", type=FOLDER, help="Folder with another tiles.onnx and tiles.toml than the shipped ones."
)
@click.option("--match", default="*", show_default=True, help="Only photos with such a name.")
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1, 64))
def mine(folder: Path, out: Path, models: Path | None, match: str, threads: int) -> None:
    """Propose boxes for tiles without a label, numbered on enlarged pictures. Somebody has to look at each."""
    from datasets import mining
    from datasets.importing import LabelError, read_photos
    from datasets.sheets import read_picture, write_sheets
    from vision.detector import Detector

    try:
        photos = [photo for photo in read_photos(folder) if photo.image.match(f"{match}.*")]
    except LabelError as error:
        raise click.ClickException(str(error)) from error
    detector = Detector(threads, models)
    found = {}
    with click.progressbar(photos, label="找牌 / mining", file=sys.stderr) as bar:
        for photo in bar:
            proposals = mining.propose(photo.image, photo.labels, detector)
            found[photo.stem] = [vars(p) for p in proposals]
            picture = mining.enlarged(read_picture(photo.image), photo.labels, proposals)
            write_sheets(out, photo.stem, [picture])
    (out / "proposals.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    click.echo(f"{sum(map(len, found.values()))} proposals in {len(photos)} photos → {out}")


@data.command()
@click.option("--photos", required=True, type=FOLDER, help="../shared/photos")
@click.option("--out", required=True, type=NEW_FOLDER, help="Folder outside the repository.")
@click.option("--labels", type=FOLDER, help="Recorded labels (default datasets/labels).")
@click.option("--rendered", multiple=True, type=FOLDER, help="Folder that `zhuoji render` wrote; may repeat.")
@click.option(
    "--packed", multiple=True, type=FOLDER, help="Folder that `zhuoji data pack` wrote; may repeat."
)
@click.option("--real/--no-real", default=True, show_default=True, help="photos/train")
@click.option(
    "--mined/--no-mined", default=True, show_default=True, help="The photos that were mined, masked."
)
@click.option(
    "--hold-out",
    multiple=True,
    help="Leave a tile set of sets.txt out of training and put it into OUT/held; may repeat.",
)
@click.option(
    "--repeat",
    multiple=True,
    type=(click.Choice(["train", "partly_labelled", "rendered", "packed"]), click.IntRange(1, 20)),
    help="How often an epoch shows a source, e.g. --repeat train 2; may repeat.",
)
def build(
    photos: Path,
    out: Path,
    labels: Path | None,
    rendered: tuple[Path, ...],
    packed: tuple[Path, ...],
    real: bool,
    mined: bool,
    hold_out: tuple[str, ...],
    repeat: tuple[tuple[str, int], ...],
) -> None:
    """Put a training set together: OUT/train, val, test (and held), data.yaml and a manifest with hashes."""
    from datasets import build as work
    from datasets.importing import LabelError
    from datasets.records import RECORDS

    recorded = RECORDS if labels is None else labels
    plan = work.Plan(photos, out, rendered, packed, real, mined, hold_out, recorded, dict(repeat))
    try:
        manifest = work.build(plan)
    except (LabelError, OSError) as error:
        raise click.ClickException(str(error)) from error
    for source, count in manifest["pictures"].items():
        click.echo(f"{source:32s} {count:6d}")
    click.echo(
        f"{sum(manifest['train_tiles'].values())} tiles to train on, sha256 {manifest['sha256'][:16]} → {out}"
    )


@data.command()
@click.option("--photos", required=True, type=FOLDER, help="../shared/photos")
@click.option("--out", required=True, type=NEW_FOLDER, help="Folder for the sheets.")
@click.option("--groups/--tiles", default=False, help="Group labels instead of the mined tiles.")
def sheet(photos: Path, out: Path, groups: bool) -> None:
    """Draw what the repository records of real photos over them, to be looked at."""
    from datasets import recorded_sheets
    from datasets.importing import LabelError

    try:
        paths = recorded_sheets.write(photos, out, groups)
    except (LabelError, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{len(paths)} sheets → {out}")


@data.command()
@click.option(
    "--export", "table", required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--photos", required=True, type=FOLDER, help="The table's kept photos: DATA/photos/TABLE.")
@click.option("--out", required=True, type=NEW_FOLDER, help="Folder outside the repository.")
@click.option("--consent", is_flag=True, help="Everybody who can be seen or whose table it is has agreed.")
def pack(table: Path, photos: Path, out: Path, consent: bool) -> None:
    """A night's photos with what the players confirmed, as a set to train on (a table's JSON export)."""
    from datasets.importing import LabelError
    from datasets.pack import pack as work

    if not consent:
        raise click.ClickException(
            "先问过在座的人：同意就加 --consent / ask everybody at the table first; if they agree, add --consent"
        )
    try:
        written, tiles, gone = work(table, photos, out)
    except (LabelError, OSError) as error:
        raise click.ClickException(str(error)) from error
    if gone:
        click.echo(f"{len(gone)} photos are not kept any more (the night was closed)", err=True)
    click.echo(f"{written} photos, {tiles} tiles → {out}")
