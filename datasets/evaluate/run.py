"""Photos and readings in, report out: the work behind ``zhuoji evaluate``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

from datasets.evaluate import tables
from datasets.evaluate.calibration import calibrate
from datasets.evaluate.figures import Figures, figures
from datasets.evaluate.matching import MIN_IOU, PhotoScore, score
from datasets.evaluate.pictures import confusion_picture, error_cells, reliability_picture
from datasets.evaluate.slices import Traits, by_photo, traits
from datasets.evaluate.summary import summary
from datasets.importing import SUFFIXES, read_classes, read_labels
from datasets.sheets import read_picture, sheets, write_sheets
from datasets.splits import read_sets
from scoring.errors import ZhuojiError

Reading = Mapping[str, Any]


@dataclass(frozen=True)
class Folder:
    """One folder of labelled photos and the pictures found for its label files."""

    path: Path
    stems: tuple[str, ...]
    images: Mapping[str, Path]
    partial: frozenset[str]


@dataclass(frozen=True)
class Evaluation:
    """Everything measured on all folders together, photo by photo."""

    scores: tuple[PhotoScore, ...]
    traits: tuple[Traits, ...]
    images: Mapping[str, Path]


def open_folder(path: Path) -> Folder:
    """Every label file counts, whether its picture is there or not, as in the shared tool."""
    stems = tuple(file.stem for file in sorted((path / "labels").glob("*.txt")))
    images = {
        image.stem: image
        for image in sorted((path / "images").iterdir() if (path / "images").is_dir() else ())
        if image.suffix.lower() in SUFFIXES
    }
    listed = path / "partial.txt"
    partial = listed.read_text(encoding="utf-8").split() if listed.is_file() else ()
    return Folder(path, stems, images, frozenset(partial))


def load_readings(path: Path) -> dict[str, Reading]:
    """Readings by the photo's name without its ending; refused photos are left out."""
    out = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            reading = json.loads(line)
            if reading.get("ok") is not False:
                out[Path(reading["file"]).stem] = reading
    return out


def read_all(
    images: Sequence[Path],
    models: Path | None = None,
    conf: float | None = None,
    threads: int | None = None,
    done: Callable[[], object] = lambda: None,
) -> list[dict[str, Any]]:
    """Our own readings, as ``zhuoji read --json`` prints them. ``models``: another folder than the shipped one."""
    from vision.reading import Reader

    reader = Reader.open(threads, models)
    out = []
    for image in images:
        try:
            out.append(reader.read(image.read_bytes(), conf=conf).to_json(image.name))
        except ZhuojiError as error:
            out.append({"ok": False, "file": image.name, "error": error.to_json()})
        done()
    return out


def evaluate(
    folders: Sequence[Folder],
    readings: Mapping[str, Reading],
    *,
    sets: Mapping[str, str] | None = None,
    partial: bool = False,
    min_iou: float = MIN_IOU,
    look: bool = True,
) -> Evaluation:
    """Score every label file of every folder; ``look``: measure light and cast from the pictures."""
    scores, of, images = [], [], {}
    for folder in folders:
        names = read_classes(folder.path)
        known = sets if sets is not None else sets_near(folder.path)
        for stem in folder.stems:
            labels = read_labels(folder.path / "labels" / f"{stem}.txt", names)
            one = score(
                stem,
                labels,
                readings.get(stem),
                partial=partial or stem in folder.partial,
                min_iou=min_iou,
            )
            image = folder.images.get(stem)
            picture = read_picture(image) if look and image is not None else None
            scores.append(one)
            of.append(traits(one, picture, known))
            if image is not None:
                images[stem] = image
    return Evaluation(tuple(scores), tuple(of), images)


def sets_near(folder: Path) -> dict[str, str]:
    """``sets.txt`` in the folder or beside it, else that of ../shared/photos."""
    from datasets.importing import PHOTOS

    for place in (folder, folder.parent, PHOTOS):
        if (place / "sets.txt").is_file():
            return read_sets(place / "sets.txt")
    return {}


def report(result: Evaluation) -> str:
    """All tables."""
    parts = [
        "summary (as score_photos.py prints it)",
        json.dumps(summary(result.scores), ensure_ascii=False),
        "slices",
        tables.slice_table(result.scores, result.traits),
        "tile size (shorter side as a share of the photo's width)",
        tables.size_table(result.scores),
        "classes, the worst first",
        tables.class_table(result.scores),
        "look-alikes (rows are labels)",
        tables.look_alike_tables(result.scores),
        "calibration",
        tables.calibration_table(calibrate(result.scores)),
    ]
    titled = [f"## {title}\n\n{body}" for title, body in zip(parts[::2], parts[1::2], strict=True)]
    return "\n\n".join(titled)


def as_json(result: Evaluation) -> dict[str, Any]:
    """The same figures for programs."""
    slices: dict[str, dict[str, dict[str, Any]]] = {}
    for title in ("source", "set", "light", "cast", "angle"):
        parts = by_photo(result.scores, result.traits, attrgetter(title))
        slices[title] = {name: asdict(figures(part)) for name, part in parts.items()}
    calibration = calibrate(result.scores)
    return {
        "summary": summary(result.scores),
        "all": asdict(figures(result.scores)),
        "slices": slices,
        "calibration": asdict(calibration),
    }


def versus(ours: Evaluation, theirs: Evaluation, names: tuple[str, str]) -> str:
    """Both readers on the same photos, overall and by set."""
    return tables.versus_table(_by_set(ours), _by_set(theirs), names)


def _by_set(result: Evaluation) -> dict[str, Figures]:
    parts = by_photo(result.scores, result.traits, lambda t: t.set)
    return {"all": figures(result.scores)} | {name: figures(part) for name, part in parts.items()}


def write(result: Evaluation, out: Path, text: str) -> list[Path]:
    """report.txt, report.json, confusions-00.png, reliability-00.png and sheets of the wrong tiles; returns the paths."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("errors-*.png"):
        old.unlink()
    (out / "report.txt").write_text(text + "\n", encoding="utf-8")
    (out / "report.json").write_text(
        json.dumps(as_json(result), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    paths = [out / "report.txt", out / "report.json"]
    paths += write_sheets(out, "confusions", [confusion_picture(result.scores)])
    paths += write_sheets(out, "reliability", [reliability_picture(calibrate(result.scores))])
    cells = error_cells(result.scores, result.images)
    return paths + write_sheets(out, "errors", sheets(cells, columns=10, rows=6, size=120))
