"""A table teaches its own tiles over HTTP: what is learned is read with, looked at, switched, forgotten."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image

from scoring.tiles import FACES
from tests import colour_tiles
from tests.ledger.hands import hand
from webapp.app import create_app
from webapp.config import Config
from webapp.own_sets import MOST_TILES, kept_tiles, within
from webapp.storage import own_sets

from .table_client import Phone

OWN = colour_tiles.own_colours()


def made(data_dir: Path) -> Any:
    return create_app(Config(data_dir=data_dir, reader_factory=colour_tiles.reader, load_model=False))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    app = made(tmp_path)
    yield app.test_client()
    app.extensions["zhuoji"]["nights"].close()


def opened(client: FlaskClient) -> Phone:
    answer = client.post("/api/tables", json={"profile": "fangka", "persons": [{"name": "老王"}]}).json
    return Phone(client, answer["id"], answer["token"])


@pytest.fixture
def phone(client: FlaskClient) -> Phone:
    return opened(client)


def read(client: FlaskClient, photo: bytes, table: str | None = None) -> dict[str, Any]:
    answer = client.post(
        "/api/read",
        query_string={"table": table} if table else {},
        data={"photo": (io.BytesIO(photo), "IMG_1.png")},
        content_type="multipart/form-data",
    )
    reading: dict[str, Any] = answer.json["readings"][0]
    return reading


def confirmed(reading: dict[str, Any]) -> list[dict[str, Any]]:
    """The layout photo's tiles, named by their order as the page does."""
    tiles = sorted(reading["tiles"], key=lambda t: (round(t["box"][1] / 60), t["box"][0]))
    return [{"box": t["box"], "tile": face} for t, face in zip(tiles, FACES, strict=True)]


def teach(phone: Phone, photo: bytes, tiles: Any) -> Any:
    text = tiles if isinstance(tiles, str) else json.dumps(tiles)
    return phone.client.post(
        f"/api/tables/{phone.id}/set/photos",
        headers={"X-Table-Token": phone.token or ""},
        data={"photo": (io.BytesIO(photo), "a.png"), "tiles": text},
        content_type="multipart/form-data",
    )


def right(reading: dict[str, Any]) -> int:
    return sum(t["tile"] == c["tile"] for t, c in zip(sorted_tiles(reading), confirmed(reading), strict=True))


def sorted_tiles(reading: dict[str, Any]) -> list[dict[str, Any]]:
    return sorted(reading["tiles"], key=lambda t: (round(t["box"][1] / 60), t["box"][0]))


PHOTO = colour_tiles.layout_photo(OWN)


def test_a_taught_set_reads_what_the_detector_misreads(phone: Phone) -> None:
    before = read(phone.client, PHOTO, phone.id)
    assert right(before) < 20
    assert "own_set" not in before
    answer = teach(phone, PHOTO, confirmed(before))
    assert answer.status_code == 201
    told = answer.json["set"]
    assert (told["enabled"], told["missing"], len(told["shown"])) == (True, [], 27)
    assert told["photos"][0]["right_before"] < 20
    assert told["photos"][0]["right_after"] is None
    after = read(phone.client, PHOTO, phone.id)
    assert right(after) == 27
    assert after["own_set"] is True


OTHER = colour_tiles.layout_photo(OWN, size=(640, 401))
"""The same tiles on another photo."""


def test_the_same_photo_again_replaces_what_it_taught(phone: Phone) -> None:
    tiles = confirmed(read(phone.client, PHOTO))
    teach(phone, PHOTO, tiles[:9])
    told = teach(phone, PHOTO, tiles).json["set"]
    assert [(photo["n"], photo["tiles"]) for photo in told["photos"]] == [(2, 27)]


def test_a_second_photo_shows_what_teaching_changed(phone: Phone) -> None:
    tiles = confirmed(read(phone.client, PHOTO))
    teach(phone, PHOTO, tiles)
    photos = teach(phone, OTHER, tiles).json["set"]["photos"]
    assert [photo["right_after"] for photo in photos] == [27, 27]
    assert all(photo["right_before"] < 20 for photo in photos)


def test_other_tables_and_other_sets_are_read_as_before(client: FlaskClient, phone: Phone) -> None:
    teach(phone, PHOTO, confirmed(read(client, PHOTO)))
    plain = read(client, PHOTO)
    other = opened(client)
    assert read(client, PHOTO, other.id)["tiles"] == plain["tiles"]
    general = colour_tiles.layout_photo(colour_tiles.COLOURS)
    untaught = read(client, general)
    reading = read(client, general, phone.id)
    assert reading["own_set"] is False
    assert reading["tiles"] == untaught["tiles"]
    assert right(reading) == 27


def test_switched_off_and_on_again(phone: Phone) -> None:
    plain = read(phone.client, PHOTO)["tiles"]
    teach(phone, PHOTO, confirmed(read(phone.client, PHOTO)))
    assert phone("PATCH", "/set", {"enabled": False}).json["set"]["enabled"] is False
    assert read(phone.client, PHOTO, phone.id)["tiles"] == plain
    assert phone("PATCH", "/set", {"enabled": True}).json["set"]["enabled"] is True
    assert right(read(phone.client, PHOTO, phone.id)) == 27


def test_photos_are_forgotten_one_by_one_and_the_set_with_the_last(phone: Phone) -> None:
    tiles = confirmed(read(phone.client, PHOTO))
    teach(phone, PHOTO, tiles[:9])
    teach(phone, OTHER, tiles[9:])
    assert phone("DELETE", "/set/photos/7").status_code == 404
    left = phone("DELETE", "/set/photos/1").json["set"]
    assert left["missing"] == list(FACES[:9])
    assert [photo["n"] for photo in left["photos"]] == [2]
    assert phone("DELETE", "/set/photos/2").json["set"] is None
    assert phone("GET", "/set").json["set"] is None


def test_forgotten_as_a_whole(phone: Phone) -> None:
    teach(phone, PHOTO, confirmed(read(phone.client, PHOTO)))
    assert phone("DELETE", "/set").json["set"] is None
    assert "own_set" not in read(phone.client, PHOTO, phone.id)


def test_typical_pictures_are_small_photos_of_the_tile(phone: Phone) -> None:
    teach(phone, PHOTO, confirmed(read(phone.client, PHOTO))[:5])
    answer = phone("GET", "/set/tiles/1m.jpg")
    assert answer.mimetype == "image/jpeg"
    with Image.open(io.BytesIO(answer.data)) as image:
        middle = image.getpixel((image.width // 2, image.height // 2))
    assert middle == pytest.approx(tuple(OWN[0]), abs=12)
    assert phone("GET", "/set/tiles/9s.jpg").status_code == 404
    assert phone("GET", "/set/tiles/..jpg").status_code == 404


def test_the_set_is_there_after_a_restart(tmp_path: Path) -> None:
    first = made(tmp_path)
    phone = opened(first.test_client())
    teach(phone, PHOTO, confirmed(read(phone.client, PHOTO)))
    first.extensions["zhuoji"]["nights"].close()
    again = made(tmp_path)
    assert right(read(again.test_client(), PHOTO, phone.id)) == 27
    again.extensions["zhuoji"]["nights"].close()


def test_the_oldest_photo_makes_room(phone: Phone) -> None:
    tiles = confirmed(read(phone.client, PHOTO))[:2]
    for extra in range(own_sets.MOST_PHOTOS + 2):
        photo = colour_tiles.layout_photo(OWN, size=(640, 400 + extra))
        told = teach(phone, photo, tiles).json["set"]
    assert [photo["n"] for photo in told["photos"]] == list(range(3, own_sets.MOST_PHOTOS + 3))


def save_hand(phone: Phone, mended: bool = True) -> None:
    """A hand whose photo is kept and whose tiles were mended, as the page saves it."""
    kept = phone.client.post(
        f"/api/tables/{phone.id}/photos",
        headers={"X-Table-Token": phone.token or ""},
        data={"photo": (io.BytesIO(PHOTO), "a.png")},
        content_type="multipart/form-data",
    ).json["photo"]
    reading = read(phone.client, PHOTO)
    if mended:
        names = {tuple(t["box"]): t["tile"] for t in confirmed(reading)}
        for tile in reading["tiles"]:
            tile["tile"] = names[tuple(tile["box"])]
        reading["groups"] = [{"role": "hand", "side": "bottom", "meld": None, "tiles": list(range(27))}]
    sheet = {"slot": "A", "bottom": "A", "reading": reading, "photo": kept}
    answer = phone("POST", "/hands", hand("A", dealer="A") | {"sheets": [sheet], "photos": {"A": kept}})
    assert answer.status_code == 201, answer.json


def test_hands_that_were_saved_teach_too(phone: Phone) -> None:
    assert phone("POST", "/set/hands").status_code == 404
    save_hand(phone)
    phone("POST", "/set/hands")
    told = phone("POST", "/set/hands").json["set"]  # the same hand again teaches nothing new
    assert [photo["tiles"] for photo in told["photos"]] == [27]
    assert right(read(phone.client, PHOTO, phone.id)) == 27


def test_struck_hands_and_hands_without_photos_teach_nothing(phone: Phone) -> None:
    save_hand(phone)
    etag = phone("GET", "/hands/1").headers["ETag"]
    assert phone("DELETE", "/hands/1", If_Match=etag).status_code == 200
    phone("POST", "/hands", hand("B", dealer="A"))
    assert phone("POST", "/set/hands").status_code == 404


@pytest.mark.parametrize(
    "reading",
    [None, [], {}, {"image": {"width": 0, "height": 0}, "groups": [], "tiles": []}, {"image": None}],
)
def test_a_saved_reading_that_makes_no_sense_teaches_nothing(reading: Any) -> None:
    assert kept_tiles(PHOTO, reading) == []


@pytest.mark.parametrize(
    "box", [[700, 10, 760, 70], [-80, 10, -20, 70], [10, 500, 60, 560], [610, 10, 690, 70]]
)
def test_a_tile_outside_the_photo_is_refused(phone: Phone, box: list[int]) -> None:
    answer = teach(phone, PHOTO, [{"box": box, "tile": "1m"}])
    assert (answer.status_code, answer.json["error"]["code"]) == (400, "BAD_SITUATION")
    assert answer.json["error"]["field"] == "tiles[0]"
    assert "640×400" in answer.json["error"]["message"]
    assert phone("GET", "/set").json["set"] is None


def test_a_tile_at_the_edge_is_cut_to_the_photo(phone: Phone) -> None:
    assert teach(phone, PHOTO, [{"box": [-9, 24, 66, 88], "tile": "1m"}]).status_code == 201
    assert within([-9, 24, 66, 88], 640, 400) == [0, 24, 66, 88]


def test_a_saved_tile_outside_its_photo_is_left_out(phone: Phone) -> None:
    reading = {
        "image": {"width": 640, "height": 400},
        "groups": [{"role": "hand", "tiles": [0, 1, 2]}],
        "tiles": [
            {"tile": "1m", "box": [20, 24, 66, 88]},
            {"tile": "2m", "box": [900, 24, 966, 88]},
            {"tile": "10m", "box": [86, 24, 132, 88]},
        ],
    }
    assert [tile["tile"] for tile in kept_tiles(PHOTO, reading)] == ["1m"]


BOX = [10, 10, 50, 60]


@pytest.mark.parametrize(
    "tiles",
    [
        "",
        "[",
        "{}",
        "[1]",
        "[]",
        [{"box": BOX, "tile": "0m"}],
        [{"box": BOX}],
        [{"tile": "1m"}],
        [{"box": [1, 2, 3], "tile": "1m"}],
        [{"box": [1, 2, "3", 4], "tile": "1m"}],
        [{"box": [50, 10, 10, 60], "tile": "1m"}],
        [{"box": [1e9, 10, 2e9, 60], "tile": "1m"}],
        [{"box": [True, 10, 20, 60], "tile": "1m"}],
        '[{"box": [NaN, 1, 9, 9], "tile": "1m"}]',
        '[{"box": [0, 1, Infinity, 9], "tile": "1m"}]',
        [{"box": BOX, "tile": "1m"}] * (MOST_TILES + 1),
        "[" * 100_000,
    ],
)
def test_what_the_page_would_never_send_is_refused_in_a_sentence(phone: Phone, tiles: Any) -> None:
    answer = teach(phone, PHOTO, tiles)
    assert answer.status_code == 400
    assert answer.json["error"]["code"] in ("BAD_JSON", "BAD_SITUATION")
    assert phone("GET", "/set").json["set"] is None


def test_no_photo_and_no_image(phone: Phone) -> None:
    tiles = [{"box": BOX, "tile": "1m"}]
    assert teach(phone, b"no image at all", tiles).status_code == 415
    answer = phone.client.post(
        f"/api/tables/{phone.id}/set/photos",
        headers={"X-Table-Token": phone.token or ""},
        data={"tiles": json.dumps(tiles)},
        content_type="multipart/form-data",
    )
    assert (answer.status_code, answer.json["error"]["field"]) == (400, "photo")


@pytest.mark.parametrize("body", [{}, {"enabled": 1}, {"enabled": True, "more": 1}])
def test_a_switch_is_on_or_off(phone: Phone, body: Any) -> None:
    assert phone("PATCH", "/set", body).status_code == 400


def test_no_set_to_switch_and_no_table_to_ask(client: FlaskClient, phone: Phone) -> None:
    assert phone("PATCH", "/set", {"enabled": True}).status_code == 404
    assert client.get("/api/tables/nowhere/set").status_code == 404
    assert client.get("/api/tables/nowhere/set/tiles/1m.jpg").status_code == 404
    assert "own_set" not in read(client, PHOTO, "nowhere")


def test_a_model_that_learns_nothing_says_so(tmp_path: Path) -> None:
    from vision.reading import Reader

    def plain() -> Reader:
        return Reader(colour_tiles.ColourDetector(), None)  # type: ignore[arg-type]

    app = create_app(Config(data_dir=tmp_path, reader_factory=plain, load_model=False))
    phone = opened(app.test_client())
    assert phone("GET", "/set").json["can_learn"] is None  # nothing has loaded it yet
    answer = teach(phone, PHOTO, [{"box": BOX, "tile": "1m"}])
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "CANT_LEARN")
    assert phone("GET", "/set").json["can_learn"] is False
    app.extensions["zhuoji"]["nights"].close()
