"""Photos on disk: whole or not at all, never by a name from outside."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from scoring.errors import ZhuojiError
from webapp.photo_store import PhotoStore

JPEG = b"\xff\xd8 not decoded here"
SHA = hashlib.sha256(JPEG).hexdigest()


def test_put_get_drop(tmp_path: Path) -> None:
    store = PhotoStore(tmp_path / "photos")
    assert store.put("table1", JPEG) == SHA
    assert store.put("table1", JPEG) == SHA
    assert store.get("table1", SHA) == JPEG
    assert store.get("table2", SHA) is None
    store.put("table2", JPEG)
    store.drop("table1")
    assert store.get("table1", SHA) is None
    assert store.get("table2", SHA) == JPEG


@pytest.mark.parametrize(
    ("table", "sha"),
    [("..", SHA), ("table1", "../secret"), ("table1/..", SHA), ("table1", SHA[:-1]), ("", SHA)],
)
def test_no_way_out_of_the_folder(tmp_path: Path, table: str, sha: str) -> None:
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    store = PhotoStore(tmp_path / "photos")
    store.put("table1", JPEG)
    assert store.get(table, sha) is None
    store.drop("..")
    assert (tmp_path / "secret.jpg").exists()


def test_a_full_disk_leaves_no_half_photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = PhotoStore(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(ZhuojiError) as caught:
        store.put("table1", JPEG)
    assert caught.value.code == "STORAGE_FULL"
    assert store.get("table1", SHA) is None
    assert not list((tmp_path / "table1").iterdir())


def test_a_readonly_folder_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", forbidden)
    with pytest.raises(ZhuojiError) as caught:
        PhotoStore(tmp_path / "photos").put("table1", JPEG)
    assert caught.value.code == "STORAGE_READONLY"
