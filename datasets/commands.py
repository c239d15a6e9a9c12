"""The commands that need a clone of the repository; each imports its work only when it runs."""

from __future__ import annotations

from pathlib import Path

import click


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
def export(weights: Path, out: Path) -> None:
    """Turn trained weights into the model the app runs (needs `pip install -e '.[train]'`)."""
    try:
        from datasets.export import export as run

        done = run(weights, out)
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"缺少 {error.name}：先运行 pip install -e '.[train]' / {error.name} is missing: "
            "run `pip install -e '.[train]'` first."
        ) from error
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{out / 'tiles.onnx'}  {done['name']}  sha256 {done['sha256']}  figures {done['figures']}")
