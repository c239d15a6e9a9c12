"""`zhuoji backup`: a copy of the ledger that can be put back, taken while the server runs (SPEC 6)."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import click

from webapp.datadir import default_data_dir


def copy_ledger(source: Path, target: Path) -> int:
    """Copy page by page with SQLite's own backup and check the copy; returns its bytes. Raises ``sqlite3.Error``."""
    half = target.with_suffix(target.suffix + ".part")
    half.unlink(missing_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as book,
            closing(sqlite3.connect(half)) as copy,
        ):
            book.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            found = copy.execute("PRAGMA integrity_check").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(found)
        os.chmod(half, 0o600)
        os.replace(half, target)
    finally:
        half.unlink(missing_ok=True)
    return target.stat().st_size


@click.command()
@click.argument("target", required=False, type=click.Path(path_type=Path))
@click.option("--data", default=None, type=click.Path(path_type=Path), metavar="DIR", help="数据文件夹")
def backup(target: Path | None, data: Path | None) -> None:
    """把账本存一份，开着也能存 / Copy the ledger to TARGET, also while the server runs."""
    from webapp.storage.engine import FILE

    if os.environ.get("ZHUOJI_DATABASE_URL"):
        raise click.ClickException(
            '账本在 PostgreSQL 里：用 pg_dump "$ZHUOJI_DATABASE_URL" > 备份.sql。 / '
            'The ledger is in PostgreSQL: use pg_dump "$ZHUOJI_DATABASE_URL" > backup.sql.'
        )
    source = (data or default_data_dir()) / FILE
    if not source.is_file():
        raise click.ClickException(f"{source} 还没有账本。 / There is no ledger at {source} yet.")
    name = f"zhuoji-{datetime.now():%Y%m%d-%H%M%S}.sqlite3"
    target = target or Path(name)
    if target.is_dir():
        target = target / name
    try:
        size = copy_ledger(source, target)
    except (sqlite3.Error, OSError) as error:
        raise click.ClickException(
            f"没存成：{error}。原来的账本没动。 / Not copied: {error}. The ledger is untouched."
        ) from None
    click.echo(f"{target}：{size} 字节，查过是好的。放回去：停下 zhuoji，改名成 {FILE} 放进数据文件夹。")
    click.echo(
        f"{target}: {size} bytes, checked. To restore: stop zhuoji, put it into the data folder as {FILE}."
    )
