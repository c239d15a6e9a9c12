"""What a command says where a package of an extra isn't installed."""

from __future__ import annotations

import click


def missing_extra(error: ImportError, extra: str) -> click.ClickException:
    """The sentence about the package that ``error`` names; ``extra`` of pyproject.toml brings it."""
    return click.ClickException(
        f"缺少 {error.name}：先运行 pip install -e '.[{extra}]' / {error.name} is missing: "
        f"run `pip install -e '.[{extra}]'` first."
    )
