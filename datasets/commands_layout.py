"""``zhuoji evaluate-layout``; its work is imported only when it runs."""

from __future__ import annotations

import json
from pathlib import Path

import click


@click.command("evaluate-layout")
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--real", is_flag=True, help="The labelled photos of datasets/labels/groups, too.")
@click.option(
    "--detector", is_flag=True, help="Read the photos with the shipped model instead of true boxes."
)
@click.option(
    "--models",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="With --detector: another model's folder.",
)
@click.option(
    "--turn", multiple=True, type=float, help="Also turn every photo by so many degrees and compare."
)
@click.option("--most", type=click.IntRange(1), help="Only so many photos of each folder.")
@click.option("--json", "as_json", is_flag=True, help="Print figures as JSON, with every failing photo.")
@click.option("--list-errors", is_flag=True, help="Name the photos that aren't exact, and why.")
def evaluate_layout(
    folders: tuple[Path, ...],
    real: bool,
    detector: bool,
    models: Path | None,
    turn: tuple[float, ...],
    most: int | None,
    as_json: bool,
    list_errors: bool,
) -> None:
    """Groups of rendered photos (`zhuoji render --out FOLDER`) against their truth."""
    from itertools import islice

    from datasets import layout_eval, layout_truth

    if not folders and not real:
        raise click.UsageError("文件夹或 --real / a folder or --real")
    photos = [photo for folder in folders for photo in islice(layout_truth.load(folder), most)]
    read = layout_eval.from_true_boxes
    if detector:
        from datasets.layout_detected import Detected

        detected = Detected(folders, models)
        read = detected.read
        photos = [photo.without_cut() for photo in photos if photo.kind != "real"]
    elif real:
        photos += layout_truth.real_photos()
    tally = layout_eval.evaluate(photos, read)
    figures = layout_eval.figures(tally)
    if detector:
        sharp = layout_eval.evaluate([photo for photo in photos if photo.name not in detected.blurred], read)
        of_sharp = layout_eval.figures(sharp)
        figures["sharp"] = {name: of_sharp[name] for name in ("photos", "groups", "groups_exact", "by")}
    turned = {
        angle: {"same": same, "of": n, "changed": changed}
        for angle, (same, n, changed) in layout_eval.turning(photos, turn).items()
    }
    if as_json:
        click.echo(json.dumps({**figures, "turned": turned}))
        return
    click.echo(layout_eval.report(tally))
    click.echo(
        f"{'detector and layout' if detector else 'layout'}, ms: median {figures['layout_ms']['median']}, most {figures['layout_ms']['max']}"
    )
    if detector:
        click.echo(
            "without photos the reader itself calls blurred: {photos} photos, {groups} groups, exact {groups_exact}".format(
                **figures["sharp"]
            )
        )
        for name, some in (("all photos", tally), ("those not blurred", sharp)):
            count, exact = layout_eval.large_enough(some)
            click.echo(
                f"of these {count} groups in {name} whose tiles are 1/60 of the width and more: exact {exact}"
            )
        count, exact = layout_eval.large_enough(tally, layout_eval.WHOLE)
        click.echo(f"{tally.wide} photos show nothing smaller: {count} groups, exact {exact}")
    for angle, result in turned.items():
        click.echo(f"turned by {angle:g}°: {result['same']} of {result['of']} photos have the same groups")
    if list_errors:
        for name, faults in tally.failed.items():
            click.echo(f"{name}: {'; '.join(faults)}", err=True)
