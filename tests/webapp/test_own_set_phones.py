"""A table's own set between several phones: what a closed night still takes, who hears of a change, what isn't deleted unseen."""

from __future__ import annotations

import pytest

from tests.webapp.table_client import Phone
from tests.webapp.test_own_set import OTHER, PHOTO, client, confirmed, phone, read, save_hand, teach

__all__ = ["client", "phone"]


def close(phone: Phone) -> None:
    etag = phone("GET").json["settings_version"]
    answer = phone("PUT", "", {"closed": True, "keep_photos": True}, If_Match=f'"{etag}"')
    assert answer.status_code == 200, answer.json


def test_a_closed_night_learns_nothing_more_and_may_forget(phone: Phone) -> None:
    tiles = confirmed(read(phone.client, PHOTO))
    save_hand(phone)
    teach(phone, PHOTO, tiles[:9])
    assert phone("GET", "/set").json["closed"] is False
    close(phone)
    for answer in (teach(phone, OTHER, tiles), phone("POST", "/set/hands")):
        assert (answer.status_code, answer.json["error"]["code"]) == (409, "CONFLICT")
        assert "收" in answer.json["error"]["message"]
    told = phone("GET", "/set").json
    assert (told["closed"], [photo["tiles"] for photo in told["set"]["photos"]]) == (True, [9])
    assert phone("DELETE", "/set").json["set"] is None


def test_a_night_that_closes_while_a_photo_is_learned_keeps_nothing_of_it(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.own_sets.OwnSets._need_open", lambda self, table_id: None)
    tiles = confirmed(read(phone.client, PHOTO))
    close(phone)
    assert teach(phone, PHOTO, tiles).status_code == 409
    assert phone("GET", "/set").json["set"] is None


def test_every_phone_of_the_table_hears_of_a_change(phone: Phone) -> None:
    """The table's version moves with its set, and the set's mark says whether it is another one."""
    tiles = confirmed(read(phone.client, PHOTO))
    marks = [phone("GET").json["set"]]
    assert marks == [None]
    teach(phone, PHOTO, tiles[:9])
    seen = phone("GET").json["version"]
    for change in (
        lambda: teach(phone, OTHER, tiles[9:]),
        lambda: phone("PATCH", "/set", {"enabled": False}),
        lambda: phone("DELETE", "/set/photos/1"),
        lambda: phone("DELETE", "/set"),
        lambda: teach(phone, PHOTO, tiles[:9]),
    ):
        assert phone("GET", f"?since={seen}").status_code == 304
        change()
        told = phone("GET", f"?since={seen}").json
        seen = told["version"]
        own = phone("GET", "/set").json["set"]
        assert told["set"] == (own and own["mark"])
        marks.append(told["set"])
    assert len(set(marks)) == len(marks) - 1  # only "none" comes twice


def test_what_another_phone_changed_is_not_deleted_unseen(phone: Phone) -> None:
    tiles = confirmed(read(phone.client, PHOTO))
    old = teach(phone, PHOTO, tiles).json["set"]["mark"]
    phone("DELETE", "/set")
    teach(phone, OTHER, tiles)  # photo 1 again, but another one
    for method, path, body in (
        ("DELETE", "/set/photos/1", None),
        ("DELETE", "/set", None),
        ("PATCH", "/set", {"enabled": False}),
    ):
        answer = phone(method, path, body, If_Match=f'"{old}"')
        assert (answer.status_code, answer.json["error"]["field"]) == (409, "If-Match")
    now = phone("GET", "/set").json["set"]
    assert (now["enabled"], len(now["photos"])) == (True, 1)
    assert phone("DELETE", "/set/photos/1", None, If_Match=f'"{now["mark"]}"').json["set"] is None
    assert phone("DELETE", "/set", None, If_Match=f'"{now["mark"]}"').status_code == 200  # gone already
