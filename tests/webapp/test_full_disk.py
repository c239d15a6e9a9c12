"""A full disk and a folder that can't be written: a sentence, nothing half-saved, and all else goes on."""

from __future__ import annotations

import errno
import io
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scoring.errors import ZhuojiError
from tests.ledger.hands import hand
from tests.webapp.conftest import ROOT, FakeReader
from tests.webapp.table_client import Phone, jpeg, send_photo
from tests.webapp.trouble import PROFILE, error_of, no_url, opened, still_works
from vision.image import open_photo
from webapp import photo_store
from webapp.app import create_app
from webapp.cli import main
from webapp.config import Config
from webapp.photo_store import PhotoStore

__all__ = ["no_url", "opened"]
FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes, where root may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "zhuoji-test", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take all the room that is left."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (65536, 4096):
            try:
                while file.write(bytes(size)) == size:
                    pass
            except OSError:
                pass
    return ballast


def test_a_full_disk(small_disk: Path, opened: Callable[..., Phone]) -> None:
    """Nothing more is saved, all that was is there, and with room again it goes on without a restart."""
    phone = opened(small_disk)
    assert phone("POST", "/hands", hand("A", profile=PROFILE)).status_code == 201
    photo = send_photo(phone, jpeg())
    assert photo.status_code == 201
    ballast = fill(small_disk)
    answers = [phone("POST", "/hands", hand("B", profile=PROFILE, note="x" * 100)) for _ in range(60)]
    refused = [answer for answer in answers if answer.status_code != 201]
    assert refused
    assert {error_of(answer) for answer in refused} == {(507, "STORAGE_FULL")}
    assert error_of(send_photo(phone, jpeg("blue"))) == (507, "STORAGE_FULL")
    assert len(list((small_disk / "photos").rglob("*.*"))) == 1  # no half photo
    still_works(phone)
    saved = 1 + len(answers) - len(refused)
    assert phone("GET").get_json()["hands"] == saved
    ballast.unlink()
    assert phone("POST", "/hands", hand("C", profile=PROFILE)).status_code == 201
    assert phone("GET").get_json()["hands"] == saved + 1


def test_opening_on_a_full_disk_is_a_sentence(small_disk: Path, opened: Callable[..., Phone]) -> None:
    fill(small_disk)
    app = create_app(Config(data_dir=small_disk, reader_factory=FakeReader, load_model=False))
    answer = app.test_client().post("/api/tables", json={"profile": PROFILE})
    assert error_of(answer) == (507, "STORAGE_FULL")
    still_works(Phone(app.test_client(), "", None))
    app.extensions["zhuoji"]["nights"].close()


def test_photos_and_imports_leave_room_for_hands(
    tmp_path: Path, opened: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger who sends photos without end can't keep a table from saving."""
    phone = opened(tmp_path)
    assert send_photo(phone, jpeg()).status_code == 201
    night = phone("GET", "/export.json").get_json()
    free = shutil.disk_usage(tmp_path).free
    monkeypatch.setattr(photo_store, "ROOM", 2 * free)
    assert error_of(send_photo(phone, jpeg("blue"))) == (507, "STORAGE_FULL")
    assert error_of(phone.client.post("/api/tables/import", json=night)) == (507, "STORAGE_FULL")
    assert phone("POST", "/hands", hand("A", profile=PROFILE)).status_code == 201
    assert len(list((tmp_path / "photos").rglob("*.*"))) == 1


def test_a_full_temporary_folder(
    tmp_path: Path, opened: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large uploads lie in the temporary folder while they are looked at: a sentence, not a fault of ours."""
    phone = opened(tmp_path)

    def full(*_: Any, **__: Any) -> Any:
        raise FULL

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    monkeypatch.setattr(tempfile, "SpooledTemporaryFile", full)
    monkeypatch.setattr("werkzeug.formparser.SpooledTemporaryFile", full)
    body = {"photo": (io.BytesIO(b"photo" + bytes(2_000_000)), "a.jpg")}
    assert error_of(phone.client.post("/api/read", data=body)) == (507, "STORAGE_FULL")
    monkeypatch.undo()
    still_works(phone)


def test_a_heic_is_read_without_room_for_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slower, through a pipe."""
    data = (ROOT / "tests" / "vision" / "data" / "hand.heic").read_bytes()
    usual = open_photo(data).rgb()

    def full(*_: Any, **__: Any) -> Any:
        raise FULL

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    assert (open_photo(data).rgb() == usual).all()


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Callable[[Path], Path]]:
    """A folder once more, at another place, where nothing can be written."""
    places: list[Path] = []

    def mount(folder: Path) -> Path:
        place = tmp_path / "read-only"
        place.mkdir()
        done = subprocess.run(["mount", "--bind", str(folder), str(place)], capture_output=True, check=False)
        if os.geteuid() or done.returncode:
            pytest.skip("only root may mount a folder read-only")
        places.append(place)
        subprocess.run(["mount", "-o", "remount,ro,bind", str(place)], check=True)
        return place

    yield mount
    for place in places:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_read_only_folder(
    tmp_path: Path, opened: Callable[..., Phone], read_only: Callable[[Path], Path]
) -> None:
    """Nothing is saved and the sentence says why; writable again, it saves without a restart."""
    folder = tmp_path / "data"
    folder.mkdir()
    phone = opened(folder)
    assert phone("POST", "/hands", hand("A", profile=PROFILE)).status_code == 201
    phone.client.application.extensions["zhuoji"]["nights"].close()
    place = read_only(folder)
    app = create_app(Config(data_dir=place, reader_factory=FakeReader, load_model=False))
    there = Phone(app.test_client(), phone.id, phone.token)
    said = (503, "STORAGE_READONLY")
    assert error_of(there("POST", "/hands", hand("B", profile=PROFILE))) == said
    assert error_of(app.test_client().post("/api/tables", json={"profile": PROFILE})) == said
    still_works(there)
    subprocess.run(["mount", "-o", "remount,rw,bind", str(place)], check=True)
    assert there("POST", "/hands", hand("B", profile=PROFILE)).status_code == 201
    app.extensions["zhuoji"]["nights"].close()


def test_starting_in_a_read_only_folder_says_what_to_do(
    tmp_path: Path, read_only: Callable[[Path], Path]
) -> None:
    (tmp_path / "data").mkdir()
    folder = read_only(tmp_path / "data")
    done = CliRunner().invoke(main, ["serve", "--port", "1", "--data", str(folder)])
    assert done.exit_code == 1
    assert "--data" in done.output


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "STORAGE_FULL"),
        (errno.EDQUOT, "STORAGE_FULL"),
        (errno.EROFS, "STORAGE_READONLY"),
        (errno.EACCES, "STORAGE_READONLY"),
        (errno.EPERM, "STORAGE_READONLY"),
    ],
)
def test_why_a_photo_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str
) -> None:
    """Each with its own sentence, and wherever it stops, no half photo is left."""
    store = PhotoStore(tmp_path)
    (tmp_path / "table1").mkdir()

    def failing(*_: Any, **__: Any) -> Any:
        raise OSError(number, os.strerror(number))

    for place in ("os.replace", "tempfile.NamedTemporaryFile", "io.BufferedWriter.write"):
        with monkeypatch.context() as patch:
            if place.startswith("io."):
                real = tempfile.NamedTemporaryFile

                def half(*args: Any, _real: Any = real, **more: Any) -> Any:
                    file = _real(*args, **more)
                    file.write = failing
                    return file

                patch.setattr(tempfile, "NamedTemporaryFile", half)
            else:
                patch.setattr(place, failing)
            with pytest.raises(ZhuojiError) as caught:
                store.put("table1", jpeg())
        assert caught.value.code == code, place
        assert not list((tmp_path / "table1").iterdir()), place
