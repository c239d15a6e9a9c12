"""The data folder: where ledger, photos and certificates lie, and whether it can be written (SPEC 6)."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from scoring.errors import ZhuojiError


def default_data_dir() -> Path:
    """``$ZHUOJI_DATA``, else the user's data folder."""
    named = os.environ.get("ZHUOJI_DATA")
    if named:
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "zhuoji"


def prepare(folder: Path) -> Path:
    """Make the folder for its owner alone and try to write in it. Raises a sentence where that fails."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ZhuojiError(
            "DATA_DIR",
            f"数据文件夹 {folder} 写不进去（{error.strerror}）。用 --data 换一个能写的文件夹。",
            f"The data folder {folder} can't be written ({error.strerror}). Choose another with --data.",
            "--data",
        ) from None
    return folder
