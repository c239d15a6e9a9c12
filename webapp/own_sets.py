"""The sets of tiles that tables have taught, ready to read with: learned again when photos or the detector change."""

from __future__ import annotations

import hashlib
import io
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.tiles import FACES, KINDS
from webapp.errors import RefusedError
from webapp.inference import ReadPool
from webapp.ledger.refusals import closed
from webapp.nights import Nights

if TYPE_CHECKING:
    from vision.learner import Learned, Learner
    from webapp.storage.own_sets import KeptSet

Json = dict[str, Any]
KEPT = 8
"""Tables whose sets stay ready at once."""
MOST_TILES = 200
SMALLEST = 2
"""Pixels of a tile's side."""
FROM_HANDS = 5
"""Photos of earlier hands that are learned from at once."""
CONFIRMED = ("hand", "meld", "win", "flip", "discards")
"""What players look at before they save; walls and loose tiles nobody checks."""
LAYOUT = tuple(FACES[first : first + 9] for first in (0, 9, 18))
"""The order in which the page asks to lay out the faces: a row a suit, one to nine."""


@dataclass(frozen=True)
class Ready:
    """A set ready to read with, and what photos it came from."""

    key: tuple[Any, ...]
    learned: Learned


class OwnSets:
    """All tables' sets over the book; learning runs in the pool that reads photos, one thing at a time."""

    def __init__(self, nights: Nights, pool: ReadPool) -> None:
        self._nights, self._pool = nights, pool
        self._ready: OrderedDict[str, Ready] = OrderedDict()
        self._lock = threading.Lock()

    def can_learn(self) -> bool | None:
        """Whether the detector can; None while it loads."""
        state = self._pool.state().status
        if state == "loading":
            return None
        return state == "ready" and getattr(self._pool.reader(), "learner", None) is not None

    def _learner(self) -> Learner:
        learner: Learner | None = getattr(self._pool.reader(), "learner", None)
        if learner is None:
            raise RefusedError(
                "CANT_LEARN",
                "这台电脑上的模型不会学牌，照常拍照认牌就是。",
                "The model on this computer can't learn sets; photos are read as usual.",
            )
        return learner

    def _learned(self, table_id: str, kept: KeptSet) -> Learned:
        """The table's set as it is kept, switched on or not."""
        from webapp.storage import own_sets

        reader = self._pool.reader()
        key = (getattr(reader.model, "sha256", None), *((number, item["at"]) for number, item in kept.photos))
        with self._lock:
            ready = self._ready.get(table_id)
            if ready is None or ready.key != key:
                from vision.examples import Examples

                photos = [
                    Examples.from_json(item)
                    for item in own_sets.examples(self._nights.book, table_id).values()
                ]
                ready = Ready(key, self._learner().learn(photos))
                self._ready[table_id] = ready
                while len(self._ready) > KEPT:
                    self._ready.popitem(last=False)
            self._ready.move_to_end(table_id)
            return ready.learned

    def for_reading(self, table_id: str) -> Any:
        """What ``Reader.read`` takes as ``own``; None where the table has no set or doesn't use it."""
        from webapp.storage import own_sets

        kept = own_sets.state(self._nights.book, table_id)
        if kept is None or not kept.enabled or not self.can_learn():
            return None
        return self._learned(table_id, kept).own

    def teach(self, table_id: str, photo: bytes, tiles: Sequence[Mapping[str, Any]]) -> int:
        """Keep a photo's confirmed tiles, instead of what it taught before; returns the photo's number.

        Raises CONFLICT once the night is closed, BAD_SITUATION for tiles that lie outside the photo.
        """
        from vision.image import open_photo
        from webapp.storage import own_sets

        self._need_open(table_id)
        opened = open_photo(photo)
        boxes, kinds = _confirmed(tiles, opened.width, opened.height)
        examples = self._learner().confirm(opened, boxes, kinds)
        digest = hashlib.sha256(photo).hexdigest()
        summary = {
            "tiles": len(kinds),
            "faces": len({kind for kind in kinds if kind in FACES}),
            "photo": digest,
        }
        kept = own_sets.state(self._nights.book, table_id)
        number = own_sets.add(self._nights.book, table_id, examples.to_json(), summary)
        # A copy would push others out and be judged by itself.
        for old, item in kept.photos if kept else ():
            if item.get("photo") == digest:
                own_sets.drop_photo(self._nights.book, table_id, old)
        return number

    def teach_hands(self, table_id: str) -> int:
        """Learn from the newest hands' kept photos, as their players left the tiles; returns how many photos.

        Raises NOT_FOUND when no photo is kept.
        """
        from webapp.storage import tableset

        self._need_open(table_id)
        taught = 0
        with self._nights.book.database.reading() as connection:
            rows = tableset.revisions(connection, table_id)
        newest = {row["number"]: row for row in rows if row["kind"] == "hand"}
        for row in sorted(newest.values(), key=lambda row: -int(row["number"])):
            if row["deleted"] or taught >= FROM_HANDS:
                continue
            for sheet in row["payload"]["sheets"]:
                photo = self._nights.photos.get(
                    table_id, str(row["payload"]["photos"].get(sheet.get("slot")))
                )
                tiles = [] if photo is None else kept_tiles(photo, sheet.get("reading"))
                if photo is not None and tiles and taught < FROM_HANDS:
                    self.teach(table_id, photo, tiles)
                    taught += 1
        if not taught:
            raise RefusedError(
                "NOT_FOUND",
                "这一场还没有留着照片的牌局。记一把拍了照的，再来学。",
                "No hand of this night has kept photos yet. Save one with photos, then learn from it.",
            )
        return taught

    def _need_open(self, table_id: str) -> None:
        """Before the work; ``own_sets.add`` looks again, for a night may be closed meanwhile."""
        if self._nights.book.settings(table_id).closed:
            raise closed()

    def summary(self, table_id: str) -> Json | None:
        """What the page shows of a set; None where there is none."""
        from webapp.storage import own_sets

        kept = own_sets.state(self._nights.book, table_id)
        if kept is None:
            return None
        learned = self._learned(table_id, kept) if self.can_learn() else None
        effects = learned.before_and_after() if learned else [None] * len(kept.photos)
        photos = [
            {"n": number, "at": item["at"], "tiles": item["tiles"], "faces": item["faces"]}
            | ({} if effect is None else {"right_before": effect.without, "right_after": effect.with_set})
            for (number, item), effect in zip(kept.photos, effects, strict=True)
        ]
        shown = {kind for examples in (learned.photos if learned else ()) for kind in examples.kinds}
        return {
            "enabled": kept.enabled,
            "mark": kept.mark,
            "photos": photos,
            "shown": [kind for kind in FACES if kind in shown],
            "missing": [kind for kind in FACES if kind not in shown],
        }

    def picture(self, table_id: str, kind: str) -> bytes | None:
        """The most typical picture of a kind, as JPEG."""
        from PIL import Image

        from webapp.storage import own_sets

        kept = own_sets.state(self._nights.book, table_id)
        found = None if kept is None else self._learned(table_id, kept).typical.get(kind)
        if found is None:
            return None
        out = io.BytesIO()
        Image.fromarray(found).save(out, "JPEG", quality=90)
        return out.getvalue()


def kept_tiles(photo: bytes, reading: Any) -> list[Json]:
    """The confirmed tiles of a saved reading, boxes in pixels of the photo as it was kept (smaller than as sent)."""
    from vision.image import open_photo

    try:
        kept = open_photo(photo)
        across, down = kept.width / reading["image"]["width"], kept.height / reading["image"]["height"]
        numbers = [i for group in reading["groups"] if group["role"] in CONFIRMED for i in group["tiles"]]
        tiles = [reading["tiles"][i] for i in numbers]
        scaled = [
            (tile["tile"], [v * s for v, s in zip(tile["box"], (across, down) * 2, strict=True)])
            for tile in tiles
            if tile["box"] is not None and tile["tile"] in KINDS
        ]
        return [
            {"tile": kind, "box": box}
            for kind, box in scaled
            if within(box, kept.width, kept.height) is not None
        ]
    except (KeyError, TypeError, IndexError, ZeroDivisionError, ValueError):
        return []  # a reading that no page of ours sent; the ledger keeps what it is given


def within(box: Sequence[float], width: int, height: int) -> list[float] | None:
    """The part of a box x1 y1 x2 y2 that lies in the photo; None when that is less than half of it, or nothing."""
    x1, y1, x2, y2 = box
    inside = [max(x1, 0.0), max(y1, 0.0), min(x2, float(width)), min(y2, float(height))]
    across, down = inside[2] - inside[0], inside[3] - inside[1]
    if across < SMALLEST or down < SMALLEST or 2 * across * down < (x2 - x1) * (y2 - y1):
        return None
    return inside


def _confirmed(
    tiles: Sequence[Mapping[str, Any]], width: int, height: int
) -> tuple[list[list[float]], list[str]]:
    """Boxes and kinds of ``[{box: [x1, y1, x2, y2], tile}]`` on a photo of this size. Raises BAD_SITUATION."""
    boxes, kinds = [], []
    for number, item in enumerate(tiles):
        given, kind = item.get("box"), item.get("tile")
        box = given if isinstance(given, list) else []
        whole = len(box) == 4 and all(type(v) in (int, float) and -1e6 < v < 1e6 for v in box)
        if not whole or kind not in KINDS:
            raise _bad(f"tiles[{number}]", "这张牌的位置或名字不对。", "A tile's place or name is wrong.")
        if box[2] - box[0] < SMALLEST or box[3] - box[1] < SMALLEST:
            raise _bad(f"tiles[{number}]", "这张牌太小了。", "A tile is too small.")
        inside = within(box, width, height)
        if inside is None:
            raise _bad(
                f"tiles[{number}]",
                f"这张牌在照片外面：照片是 {width}×{height}。重新拍一张再教。",
                f"A tile lies outside the photo, which is {width}×{height}. Take the photo again.",
            )
        boxes.append(inside)
        kinds.append(kind)
    if not 0 < len(kinds) <= MOST_TILES:
        raise _bad(
            "tiles", f"要有 1 到 {MOST_TILES} 张认过的牌。", f"1 to {MOST_TILES} confirmed tiles are needed."
        )
    return boxes, kinds


def _bad(field: str, zh: str, en: str) -> RefusedError:
    return RefusedError("BAD_SITUATION", zh, en, field)
