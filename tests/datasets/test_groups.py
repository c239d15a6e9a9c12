"""Group labels of real photos: readable, of plausible sizes, about labels that exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets import groups
from datasets.importing import PHOTOS, LabelError

TRUTHS = groups.read_all()
HONOURS_OR_MORE = 19
"""The longest row seen: 17 tiles of a 16-tile game and two flowers."""


def test_enough_photos_and_enough_of_them_show_melds() -> None:
    with_melds = [truth for truth in TRUTHS.values() if any(group.meld for group in truth.groups)]
    assert len(TRUTHS) >= 60
    assert len(with_melds) >= 60
    kinds = [group.meld for truth in TRUTHS.values() for group in truth.groups]
    assert kinds.count("pung") >= 50
    assert kinds.count("exposed-kong") >= 10
    roles = {group.role for truth in TRUTHS.values() for group in truth.groups}
    assert {"hand", "meld", "discards", "wall", "win", "loose"} <= roles


@pytest.mark.parametrize("stem", sorted(TRUTHS))
def test_sizes_are_plausible(stem: str) -> None:
    truth = TRUTHS[stem]
    own = [group for group in truth.groups if group.role == "hand" and group.side is None]
    assert len(own) == 1
    assert 2 <= len(own[0].tiles) <= HONOURS_OR_MORE
    for group in truth.groups:
        assert group.meld is None or len(group.tiles) == groups.MELDS[group.meld]
        assert group.role != "wall" or len(group.tiles) >= 1
        assert group.role != "win" or len(group.tiles) == 1


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="../shared is absent")
@pytest.mark.parametrize("stem", sorted(TRUTHS))
def test_tiles_are_labels_of_the_photo_and_melds_are_melds(stem: str) -> None:
    truth = TRUTHS[stem]
    labels = groups.labelled_photo(PHOTOS, truth).labels
    for group in truth.groups:
        kinds = [labels[i].kind for i in group.tiles]
        if group.role == "wall":
            assert set(kinds) == {"back"}
        elif group.role in ("hand", "discards", "win"):
            assert "back" not in kinds
        if group.meld in ("pung", "exposed-kong"):
            assert len(set(kinds)) == 1
        if group.meld == "chow":
            ranks = sorted(int(kind[0]) for kind in kinds)
            assert len({kind[1] for kind in kinds}) == 1
            assert ranks == list(range(ranks[0], ranks[0] + 3))


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("{", "Expecting"),
        ('{"photos": "train"}', "groups"),
        ('{"photos": "train", "groups": [{"role": "queen", "tiles": [0]}]}', "not a group"),
        ('{"photos": "train", "groups": [{"role": "hand", "tiles": []}]}', "not a group"),
        ('{"photos": "train", "groups": [{"role": "hand", "tiles": [0], "side": "above"}]}', "not a group"),
        ('{"photos": "train", "groups": [{"role": "meld", "tiles": [0, 1, 2]}]}', "meld None"),
        ('{"photos": "train", "groups": [{"role": "hand", "tiles": [0], "meld": "pung"}]}', "meld 'pung'"),
        ('{"photos": "train", "groups": [{"role": "hand", "tiles": [0, 0]}]}', "two groups"),
    ],
)
def test_a_file_that_says_nonsense_is_refused(tmp_path: Path, text: str, match: str) -> None:
    path = tmp_path / "a-1.json"
    path.write_text(text, "utf-8")
    with pytest.raises(LabelError, match=match):
        groups.read(path)


def test_a_photo_that_is_gone_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "train" / "images").mkdir(parents=True)
    with pytest.raises(LabelError, match="has no x-1"):
        groups.labelled_photo(tmp_path, groups.GroupTruth("x-1", "train", ()))
